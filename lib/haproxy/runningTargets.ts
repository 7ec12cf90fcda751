import type { ParsedConfig, Section } from './parseConfig.js';
import { readInheritance, takesWeights } from './proxyHome.js';
import { readLines } from './readLines.js';
import type { RuntimeTargets, ServerTarget } from './runtimeTargets.js';
import { literalAddress } from './serverLine.js';
import type { ServerSettings } from './serverLine.js';
import { serverKind, serverRows } from './serverRows.js';
import { splitWords } from './splitWords.js';

/**
 * What the running process shows of a configuration when nobody has changed it at run time (design R4).
 *
 * Left out is what HAProxy changes by itself: addresses named by DNS or variables, weight and state
 * of servers with an agent, weights in a slow start or of a balancing that takes none, servers of a
 * template or in an `.if` block.
 */
export function runningTargets(config: ParsedConfig): RuntimeTargets {
  const servers = new Map<string, ReadonlyMap<string, ServerTarget>>();
  const maxconn = new Map<string, number>();
  for (const section of config.sections) {
    if (section.kind === 'backend' || section.kind === 'listen') {
      const targets = serversOf(config, section);
      if (targets.size > 0) servers.set(section.name, targets);
    }
    if (section.kind === 'frontend' || section.kind === 'listen') {
      const limit = maxconnOf(config, section);
      if (limit !== undefined) maxconn.set(section.name, limit);
    }
  }
  return { servers, maxconn };
}

function serversOf(config: ParsedConfig, section: Section): ReadonlyMap<string, ServerTarget> {
  const lines = readLines(config, section).filter(({ text }) => serverKind(text) !== undefined);
  const { rows, settings } = serverRows(lines, () => readInheritance(config, section.parent).defaultServers);
  const weights = takesWeights(config, section);
  const plain = rows.filter(({ kind, source }) => kind === 'server' && source.condition === '');
  return new Map(plain.map((row) => [row.name, targetOf(settings(row), weights)]));
}

function targetOf({ address, options }: ServerSettings, weights: boolean): ServerTarget {
  const literal = literalAddress(address);
  const guided = options.get('agent-check') === 'agent-check';
  const weight = Number(options.get('weight') ?? '1');
  return {
    ...(literal === undefined ? {} : { address: literal.ip, ...(literal.port === undefined ? {} : { port: literal.port }) }),
    ...(guided ? {} : { state: options.get('state') === 'disabled' ? 'maint' : 'ready' }),
    ...(guided || !weights || options.has('slowstart') || !Number.isInteger(weight) ? {} : { weight }),
  };
}

/** Only a limit that the section itself names: one that it inherits may come from `global`. */
function maxconnOf(config: ParsedConfig, section: Section): number | undefined {
  const values = readLines(config, section)
    .filter(({ text, condition }) => condition === '' && text.startsWith('maxconn'))
    .map(({ text }) => splitWords(text));
  const [, value] = values.at(-1) ?? [];
  return value !== undefined && /^\d{1,9}$/.test(value) ? Number(value) : undefined;
}
