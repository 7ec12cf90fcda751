import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import yargs from 'yargs';
import type { CommandModule, Options } from 'yargs';
import { operatingOptions } from '../../bin/options/allOptions.js';
import { configOptions } from '../../bin/options/configOptions.js';
import { sandboxOptions } from '../../bin/options/sandboxOptions.js';
import { inputSchemas } from '../../lib/events/inputSchemas.js';
import { outputSchemas } from '../../lib/events/outputSchemas.js';
import { meta } from '../../lib/events/wireFields.js';
import * as surface from '../../lib/index.js';

const root = new URL('../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');
const readme = read('README.md');

/** The part under a heading, up to the next one of its level. */
function section(title: string): string {
  const [, text] = new RegExp(`^## ${title}$(.*?)(?=^## |(?![\\s\\S]))`, 'ms').exec(readme) ?? [];
  if (text === undefined) throw new Error(`the README has no section ${title}`);
  return text;
}

/** Rows of a section's tables by what stands in backquotes in the first column. */
function rowsOf(text: string): ReadonlyMap<string, string> {
  return new Map(
    text.split('\n').flatMap((line) => {
      const [, name] = /^\| `(?:--)?([\w-]+)`/.exec(line) ?? [];
      return name === undefined || name === 'type' ? [] : [[name, line] as const];
    }),
  );
}

/** Commands, as the files in bin/commands export them. */
async function commands(): Promise<readonly (readonly [string, CommandModule])[]> {
  const files = (await readdir(new URL('bin/commands/', root))).filter((file) => file.endsWith('.ts'));
  const found: (readonly [string, CommandModule])[] = [];
  // One after the other: jest cannot load modules of one dependency side by side.
  for (const name of files.map((file) => file.replace('.ts', ''))) {
    const exported = (await import(`../../bin/commands/${name}.js`)) as Readonly<Record<string, CommandModule>>;
    const command = exported[`${name}Command`];
    if (command === undefined) throw new Error(`${name}.ts exports no ${name}Command`);
    found.push([name, command]);
  }
  return found;
}

/** Rows of the option tables that are about a command. */
function tableOf(command: string): readonly string[] {
  const [shared = '', ofSandbox = ''] = section('Options').split('| option of `sandbox`');
  const [common, own] = [shared, ofSandbox].map((text) => text.split('\n').filter((line) => line.startsWith('| `--'))) as [string[], string[]];
  const ofAll = common.filter((row) => row.split('|')[3]?.trim() === 'all');
  return [...ofAll, ...(command === 'sandbox' ? own : common.filter((row) => row.split('|')[3]?.includes(`\`${command}\``)))];
}

function asShown(option: string, value: unknown): string {
  if (option === 'min-runtime-interval') return 'the same';
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return 'none';
  return value === false ? 'off' : value === '1m' ? '60s' : `${typeof value === 'number' ? value : JSON.stringify(value)}`.replaceAll('"', '');
}

async function flagsOf({ builder }: CommandModule): Promise<readonly string[]> {
  const parser = yargs([]).help(false).version(false);
  if (typeof builder === 'function') await builder(parser);
  const help = await parser.getHelp();
  return [...help.matchAll(/^ +(?:-\w, )?--([a-z-]+)(?:,|\s|$)/gm)].flatMap(([, flag]) => flag ?? []);
}

describe('the README', () => {
  it('shows the examples as they are, but for the name of the package', () => {
    const shown = [...readme.matchAll(/<!-- from (\S+) -->\n```ts\n(.*?)```/gs)];

    expect(shown.map(([, path]) => path)).toEqual(['examples/minimal.ts', 'examples/customEndpoint.ts']);
    for (const [, path = '', code] of shown) expect(code).toBe(read(path).replaceAll("'../lib/index.js'", "'haproxy-deployer'"));
  });

  it('has a row for every option of every command', async () => {
    const all = await commands();

    expect(all.map(([name]) => name)).toEqual(expect.arrayContaining(['run', 'sandbox']));
    for (const [name, command] of all) {
      const flags = await flagsOf(command);
      const table = tableOf(name);

      if (command.builder !== undefined) expect(flags).not.toEqual([]);
      expect([name, flags.filter((flag) => !table.some((row) => row.startsWith(`| \`--${flag}\` |`) || row.includes(`also \`--${flag}\``)))]).toEqual([name, []]);
      if (command.builder !== undefined) expect([name, table.flatMap((row) => /^\| `--([\w-]+)`/.exec(row)?.[1] ?? []).filter((flag) => !flags.includes(flag))]).toEqual([name, []]);
    }
  });

  it('gives the options their defaults', () => {
    const [shared = '', ofSandbox = ''] = section('Options').split('| option of `sandbox`');
    const shown = (text: string): readonly (readonly [string, string | undefined])[] => [...rowsOf(text)].map(([option, row]) => [option, row.split('|')[2]?.trim().replaceAll('`', '')]);
    const wanted = (options: Readonly<Record<string, Options>>): ReadonlyMap<string, string> => new Map(Object.entries(options).map(([option, { default: value }]) => [option, asShown(option, value)]));

    expect(new Map(shown(shared))).toEqual(wanted({ ...operatingOptions, ...configOptions }));
    expect(new Map(shown(ofSandbox))).toEqual(wanted(sandboxOptions));
  });

  it('has a row with every field for every event', () => {
    const rows = rowsOf(section('Events in and out'));
    const common = new Set(['type', ...Object.keys(meta)]);
    const schemas = Object.entries<{ readonly shape: object }>({ ...inputSchemas, ...outputSchemas });

    for (const [type, { shape }] of schemas) {
      const row = rows.get(type) ?? 'no row';
      const missing = Object.keys(shape).filter((field) => !common.has(field) && !new RegExp(`\`${field}\\??\``).test(row));
      expect([type, rows.has(type), missing]).toEqual([type, true, []]);
    }
    expect([...rows.keys()].filter((type) => !(type in inputSchemas) && !(type in outputSchemas))).toEqual([]);
  });

  it('has a row for every error code, and for no other', () => {
    const codes = outputSchemas.RetryScheduledEvent.shape.code.options;

    expect([...rowsOf(section('Errors')).keys()]).toEqual([...codes]);
  });

  it('names everything that the library exports', () => {
    const text = section('Use as a library');

    expect(Object.keys(surface).filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
  });

  it('says what each runtime dependency is for', () => {
    const { dependencies } = JSON.parse(read('package.json')) as { readonly dependencies: Readonly<Record<string, string>> };
    const text = section('Dependencies');

    expect(Object.keys(dependencies).filter((name) => !new RegExp(`^\\| (?:[\\w-]+, )*${name}[ ,]`, 'm').test(text))).toEqual([]);
  });

  it('names only scripts that there are', () => {
    const { scripts } = JSON.parse(read('package.json')) as { readonly scripts: Readonly<Record<string, string>> };
    const named = [...readme.matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name ?? '');

    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });
});
