import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { InferredOptionTypes } from 'yargs';
import { InputError } from '../lib/events/InputError.js';
import { parseEvent } from '../lib/events/parseEvent.js';
import type { AuxiliaryFile, AuxiliaryFiles, Content } from '../lib/events/types.js';
import { toContent } from '../lib/scheduler/contents.js';
import { fileProblem } from './fileProblem.js';
import { notAConfiguration } from './notAConfiguration.js';
import type { contentOptions } from './options/contentOptions.js';
import { UsageError } from './UsageError.js';

export type ContentArguments = InferredOptionTypes<typeof contentOptions>;

type Kind = keyof AuxiliaryFiles;

/** The configuration in a folder of content. */
export const configName = 'haproxy.cfg';

/** The folders beside it and what they hold: named like the options, or like the storages of the API. */
export const contentFolders: ReadonlyMap<string, Kind> = new Map([
  ['maps', 'maps'],
  ['certs', 'sslCertificates'],
  ['ssl', 'sslCertificates'],
  ['ssl_certificates', 'sslCertificates'],
  ['ca', 'sslCaFiles'],
  ['crt-lists', 'crtListFiles'],
  ['general', 'generalFiles'],
]);

/**
 * What a command is to deploy: a configuration and its files.
 *
 * @param path A configuration, or a folder with a `haproxy.cfg` and its files in {@link contentFolders};
 * `-` takes the configuration from `stdin`. In a folder hidden entries are passed over, so that a mounted
 * ConfigMap can be read.
 * @param files Paths from the command line, beside those in the folder.
 * @throws UsageError that names the file, where one cannot be read or can never be stored as it is;
 * nothing of a file is quoted.
 */
export async function readContent(path: string, files: ContentArguments, stdin: AsyncIterable<Uint8Array | string>): Promise<Content> {
  const found = await findContent(path);
  const paths: Readonly<Record<Kind, readonly string[]>> = {
    maps: [...found.files.maps, ...files.map],
    sslCertificates: [...found.files.sslCertificates, ...files.cert],
    sslCaFiles: [...found.files.sslCaFiles, ...files.ca],
    crtListFiles: [...found.files.crtListFiles, ...files['crt-list']],
    generalFiles: [...found.files.generalFiles, ...files.general],
  };
  const name = found.config === '-' ? 'standard input' : found.config;
  const haproxyConfig = decode(name, await (found.config === '-' ? readAll(stdin) : readBytes(found.config)));
  if (haproxyConfig.trim() === '') throw new UsageError(`${name} is empty, and a configuration has at least one section`);
  const auxiliaryFiles: AuxiliaryFiles = {
    maps: await readFiles(paths.maps),
    sslCertificates: await readFiles(paths.sslCertificates),
    sslCaFiles: await readFiles(paths.sslCaFiles),
    crtListFiles: await readFiles(paths.crtListFiles),
    generalFiles: await readFiles(paths.generalFiles),
  };
  const event = parseEvent({ type: 'TemplateRenderedEvent', haproxyConfig, auxiliaryFiles });
  if (event instanceof InputError) throw new UsageError(`${nameOf(event, auxiliaryFiles) ?? name} ${event.message}`);
  const problem = notAConfiguration(haproxyConfig);
  if (problem !== undefined) throw new UsageError(`${name} ${problem}`);
  if (event.type !== 'TemplateRenderedEvent') throw new TypeError(`a render was read as ${event.type}`);
  return toContent(event);
}

interface Found {
  readonly config: string;
  readonly files: Readonly<Record<Kind, readonly string[]>>;
}

async function findContent(path: string): Promise<Found> {
  if (path === '') throw new UsageError('FILE is empty; name a configuration, a folder with one, or "-" for standard input');
  const files: Record<Kind, string[]> = { maps: [], sslCertificates: [], sslCaFiles: [], crtListFiles: [], generalFiles: [] };
  if (path === '-' || !(await isFolder(path))) return { config: path, files };
  const names = await visibleIn(path);
  if (!names.includes(configName)) throw new UsageError(`${join(path, configName)} is not there, and that is what is deployed of a folder`);
  for (const name of names) {
    const folder = join(path, name);
    if (!(await isFolder(folder))) continue;
    const kind = contentFolders.get(name);
    if (kind === undefined) throw new UsageError(`${folder} is none of the folders that files are taken from, which are ${[...contentFolders.keys()].join(', ')}; rename it, or move it elsewhere`);
    for (const file of await visibleIn(folder)) {
      if (await isFolder(join(folder, file))) throw new UsageError(`${join(folder, file)} is a folder, and files are stored without one; move its files to ${folder}`);
      files[kind].push(join(folder, file));
    }
  }
  return { config: join(path, configName), files };
}

async function visibleIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch((error: unknown) => fail(folder, error));
  return names.filter((name) => !name.startsWith('.')).sort();
}

async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch((error: unknown) => fail(path, error));
  return found.isDirectory();
}

async function readFiles(paths: readonly string[]): Promise<readonly AuxiliaryFile[]> {
  const files: AuxiliaryFile[] = [];
  for (const path of paths) files.push({ path, content: decode(path, await readBytes(path)) });
  return files;
}

async function readBytes(path: string): Promise<Uint8Array> {
  return await readFile(path).catch((error: unknown) => fail(path, error));
}

async function readAll(stdin: AsyncIterable<Uint8Array | string>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stdin) chunks.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
  return Buffer.concat(chunks);
}

/** A byte order mark stays: what becomes of it is the deployer's to say. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decode(name: string, bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new UsageError(`${name} is no UTF-8 text, and an API takes nothing else; save it as UTF-8`);
  }
}

function fail(path: string, error: unknown): never {
  throw new UsageError(`${path} ${fileProblem(error)}`);
}

/** The path of the file that an error is about. */
function nameOf({ field }: InputError, files: AuxiliaryFiles): string | undefined {
  const [, kind, index] = /^auxiliaryFiles\.(\w+)\[(\d+)\]/.exec(field ?? '') ?? [];
  const [, list] = Object.entries<readonly AuxiliaryFile[] | undefined>({ ...files }).find(([name]) => name === kind) ?? [];
  const file = list?.[Number(index)];
  return file?.path;
}
