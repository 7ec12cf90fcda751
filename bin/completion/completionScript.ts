import type { Options } from 'yargs';
import type { NamedCommand } from '../describeUnknown.js';

const program = 'haproxy-deployer';

/**
 * A script that completes commands, flags and the values of flags with choices, for bash and zsh;
 * other values are completed as files.
 *
 * It holds all words itself, so that no process has to start for a key press; another version of the
 * program has another script.
 */
export function completionScript(commands: readonly NamedCommand[]): string {
  const known = commands.flatMap(({ command, options = {} }) => namesOf(command).map((name) => ({ name, options })));
  const [fallback = ''] = commands.flatMap(({ command }) => (all(command).includes('$0') ? namesOf(command) : []));
  const names = known.map(({ name }) => name);
  return `#compdef ${program}
# Completion of ${program} for bash and zsh.
if [ -n "\${ZSH_VERSION-}" ]; then
  autoload -U +X compinit && compinit
  autoload -U +X bashcompinit && bashcompinit
fi

_haproxy_deployer() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" command=${fallback} words= before=
  # bash takes "--flag=value" apart, zsh does not.
  case "$current" in
    =) current= ;;
    --*=*) previous="\${current%%=*}" current="\${current#*=}" before="$previous=" ;;
  esac
  if [ "$previous" = = ]; then previous="\${COMP_WORDS[COMP_CWORD-2]}"; fi
  case "\${COMP_WORDS[1]}" in
    ${names.join('|')}) command="\${COMP_WORDS[1]}" ;;
    -*) ;;
    *) if [ "$COMP_CWORD" -gt 1 ]; then return; fi ;;
  esac
  case "$command $previous" in
${known.flatMap(({ name, options }) => valuesOf(name, options)).join('\n')}
    *)
      case "$command" in
${known.map(({ name, options }) => `        ${name}) words="${flagsOf(options).join(' ')}" ;;`).join('\n')}
      esac
      if [ "$COMP_CWORD" -eq 1 ]; then words="${names.join(' ')} $words --version"; fi
      ;;
  esac
  COMPREPLY=($(compgen -P "$before" -W "$words" -- "$current"))
}

complete -o default -F _haproxy_deployer ${program}
`;
}

const all = (command: NamedCommand['command']): readonly string[] => (typeof command === 'string' ? [command] : (command ?? []));

const namesOf = (command: NamedCommand['command']): readonly string[] => all(command).flatMap((each) => (each === '$0' ? [] : each.replace(/ .*/, '')));

const flagsOf = (options: Readonly<Record<string, Options>>): readonly string[] => [...Object.entries(options).flatMap(spellings), '--help'];

const spellings = ([name, { alias = [] }]: readonly [string, Options]): readonly string[] => [name, ...(typeof alias === 'string' ? [alias] : alias)].map((each) => `--${each}`);

/** Cases of the flags that take a value; without choices no word is offered, and the shell offers files. */
function valuesOf(command: string, options: Readonly<Record<string, Options>>): readonly string[] {
  const valued = Object.entries(options).filter(([, { type }]) => type !== 'boolean');
  const pattern = (flags: readonly (readonly [string, Options])[]): string => flags.flatMap(spellings).map((flag) => `"${command} ${flag}"`).join('|');
  const free = valued.filter(([, { choices }]) => choices === undefined);
  return [
    ...valued.flatMap(([name, option]) => (option.choices === undefined ? [] : `    ${pattern([[name, option]])}) words="${option.choices.join(' ')}" ;;`)),
    ...(free.length === 0 ? [] : [`    ${pattern(free)}) ;;`]),
  ];
}
