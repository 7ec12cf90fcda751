import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import yargs from 'yargs';
import type { Options } from 'yargs';
import { envName, givenOptions } from '../../bin/givenOptions.js';
import { allOptions, operatingOptions } from '../../bin/options/allOptions.js';
import { sandboxOptions } from '../../bin/options/sandboxOptions.js';

const folder = mkdtempSync(join(tmpdir(), 'options-spec-'));
afterAll(() => rmSync(folder, { recursive: true }));

const tables: Readonly<Record<string, Readonly<Record<string, Options>>>> = { operating: operatingOptions, sandbox: sandboxOptions };
const all = Object.entries(tables).flatMap(([, table]) => Object.entries(table).map(([name, kind]) => ({ name, kind, table })));

/** A value that is not the default. */
function sample({ type, choices, array, default: usual }: Options): { readonly flag: readonly string[]; readonly text: string; readonly json: unknown } {
  if (type === 'boolean') return { flag: [], text: 'true', json: true };
  const other = choices?.find((choice) => choice !== usual);
  const text = typeof other === 'string' ? other : type === 'number' ? '7' : 'x1';
  return { flag: [text], text, json: array === true ? [text] : type === 'number' ? Number(text) : text };
}

const parse = (table: Readonly<Record<string, Options>>, words: readonly string[], given: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, unknown>> =>
  yargs([...words]).options(table).config(given).parserConfiguration({ 'camel-case-expansion': false }).strict().exitProcess(false).parseSync();

describe('every option', () => {
  it.each(all)('design 8: --$name comes to the same by flag, environment and file, in JSON and YAML', async ({ name, kind, table }) => {
    const { flag, text, json } = sample(kind);
    const jsonFile = join(folder, `${name}.json`);
    const yamlFile = join(folder, `${name}.yaml`);
    writeFileSync(jsonFile, JSON.stringify({ [name]: json }));
    writeFileSync(yamlFile, `${name}: ${text}\n`);

    const byFlag = parse(table, [`--${name}`, ...flag])[name];
    const { env } = await givenOptions(table, allOptions, { [envName(name)]: text }, undefined);
    const fromJson = await givenOptions(table, allOptions, {}, jsonFile);
    const fromYaml = await givenOptions(table, allOptions, {}, yamlFile);

    expect(byFlag).not.toEqual(kind.default);
    expect([env, fromJson.file, fromYaml.file].map((given) => parse(table, [], given)[name])).toEqual([byFlag, byFlag, byFlag]);
  });

  it('has one type, whatever command takes it', () => {
    const shared = Object.entries<Options>(sandboxOptions).filter(([name]) => name in operatingOptions);

    expect(shared.map(([name, { type }]) => [name, type])).toEqual(shared.map(([name]) => [name, operatingOptions[name]?.type]));
  });
});
