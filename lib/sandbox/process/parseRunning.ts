import { readSections, type Section } from '../config/readSections.js';
import { unquote } from '../config/splitLine.js';
import type { FileSet } from '../state/FileStore.js';
import type { MapEntry, RunningBackend, RunningFrontend, RunningServer, RunningState } from './HaproxyProcess.js';

const proxyTypes = ['global', 'defaults', 'userlist', 'peers', 'mailers', 'resolvers', 'cache', 'ring', 'http-errors', 'frontend', 'backend', 'listen'];
/** What HAProxy takes without `maxconn` in a frontend. */
const defaultMaxconn = 2_000;
const mapUse = /(?:map|map_str|map_beg|map_end|map_reg|map_dom|map_sub|map_ip|map_int|map_dir)(?:_[a-z]+)?\(([^,)]+)/g;

/** The state of a worker that has just read `text`. */
export function parseRunning(text: string, files: FileSet): RunningState {
  const { sections } = readSections(text, proxyTypes);
  const of = (...types: readonly string[]): readonly Section[] => sections.filter(({ type }) => types.includes(type));
  return {
    frontends: of('frontend', 'listen').map(toFrontend),
    backends: of('backend', 'listen').map((section) => toBackend(section, of('defaults'))),
    maps: new Map([...usedMaps(text)].map((path) => [path, toEntries(files.contents.get(path) ?? '')])),
  };
}

function toFrontend(section: Section): RunningFrontend {
  return { name: unquote(section.name), maxconn: Number(lineOf(section, 'maxconn')[1] ?? defaultMaxconn) };
}

function toBackend(section: Section, defaults: readonly Section[]): RunningBackend {
  const parent = defaults.find(({ name }) => name === section.header.words[section.header.words.indexOf('from') + 1]) ?? defaults.at(-1);
  const inherited = parent === undefined ? [] : lineOf(parent, 'balance');
  const balance = lineOf(section, 'balance').length > 0 ? lineOf(section, 'balance') : inherited;
  const consistent = lineOf(section, 'hash-type')[1] === 'consistent';
  const dynamicWeights = consistent || balance.length === 0 || /^(?:roundrobin|leastconn|random|first)/.test(balance[1] ?? '');
  const servers = section.directives.filter(({ words }) => words[0] === 'server').map(({ words }, index) => toServer(words.map(unquote), index + 1));
  return { name: unquote(section.name), dynamicWeights, servers };
}

function toServer(words: readonly string[], id: number): RunningServer {
  const [, name = '', location = ''] = words;
  const option = (keyword: string): string | undefined => (words.includes(keyword) ? words[words.indexOf(keyword) + 1] : undefined);
  const { address, port } = splitAddress(location);
  const weight = Number.parseInt(option('weight') ?? '1', 10);
  return {
    id, name, address, port, weight, initialWeight: weight,
    adminState: words.includes('disabled') ? 'maint' : 'ready',
    checked: words.includes('check'),
    checkPort: Number(option('port') ?? 0),
    agentEnabled: words.includes('agent-check'),
    agentAddress: option('agent-addr') ?? '',
    agentSend: option('agent-send') ?? '',
  };
}

/** `10.0.0.1:80`, `[::1]:80`, `::1:80`, or without a port, which is then 0. */
export function splitAddress(location: string): { readonly address: string; readonly port: number } {
  const match = /^\[?(.*?)\]?(?::(\d+))?$/.exec(location);
  return { address: match?.[1] ?? location, port: Number(match?.[2] ?? 0) };
}

function usedMaps(text: string): ReadonlySet<string> {
  return new Set([...text.replace(/^\s*#.*$/gm, '').matchAll(mapUse)].map(([, path = '']) => path));
}

function toEntries(content: string): readonly MapEntry[] {
  const lines = content.split('\n').map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line, index) => {
    const [, key = '', value = ''] = /^(\S+)\s*(.*)$/.exec(line) ?? [];
    return mapEntry(key, value, index);
  });
}

/** @param index Tells apart the entries of one map. */
export function mapEntry(key: string, value: string, index: number): MapEntry {
  return { id: `0x${(0x55d0_0000_0000 + index * 64).toString(16)}`, key, value };
}

function lineOf({ directives }: Section, keyword: string): readonly string[] {
  return directives.findLast(({ words }) => words[0] === keyword)?.words ?? [];
}
