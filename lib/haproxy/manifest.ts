import { fileStores, storedName, type FileStore } from './fileNames.js';

/** One file that is ours. */
export interface OwnedFile {
  readonly store: FileStore;
  readonly name: string;
  /** SHA-256 of the content that the running HAProxy was proved to have loaded; absent while that is open. */
  readonly sha256?: string;
  /** What the API told of a certificate when it was proved, for it never gives one back (facts 6). */
  readonly certificate?: CertificateTraits;
}

/** What an API tells of a stored certificate, as far as it tells certificates apart. */
export interface CertificateTraits {
  /** Of the file, in bytes. */
  readonly size?: number;
  /** Decimal; older versions do not tell it. */
  readonly serial?: string;
  /** A hash of the sorted issuers. */
  readonly issuers?: string;
}

/**
 * Name of the `general` file that lists what a fleet of this name owns on an endpoint (design D6).
 *
 * The storage takes one dot a name, so those of a fleet's name are spelt out; no two fleets share a file.
 */
export function manifestName(fleet: string): string {
  return `haproxy-deployer_${fleet.replace(/[_.]/g, (char) => (char === '_' ? '__' : '_d'))}.txt`;
}

/** Whether a `general` file is the manifest of some fleet. */
export function isManifest(name: string): boolean {
  return /^haproxy-deployer_.*\.txt$/.test(name);
}

const firstLine = '# haproxy-deployer manifest 1: the files that it owns here; do not edit';
const lastLine = '# end';
const linePattern = /^([0-9a-f]{64}|-) (\S+) (\S+)((?: (?:size|serial|issuers)=[0-9a-f]+)*)$/;

/** The manifest as text: one line a file, sorted, between a first and a last line that tell whether it is whole. */
export function printManifest(files: readonly OwnedFile[]): string {
  const lines = files.map(({ store, name, sha256 = '-', certificate = {} }) => {
    const traits = Object.entries({ size: certificate.size, serial: certificate.serial, issuers: certificate.issuers });
    return [sha256, store, name, ...traits.flatMap(([key, value]) => (value === undefined ? [] : [`${key}=${value}`]))].join(' ');
  });
  return `${[firstLine, ...lines.toSorted(), lastLine].join('\n')}\n`;
}

/** What a manifest lists; `undefined` where the text is none, or not whole: then nothing is known to be ours. */
export function readManifest(text: string): readonly OwnedFile[] | undefined {
  const lines = text.split('\n');
  if (lines.at(0) !== firstLine || lines.at(-1) !== '' || lines.at(-2) !== lastLine) return undefined;
  const files: OwnedFile[] = [];
  for (const line of lines.slice(1, -2)) {
    const [, sha256, given, name, traits = ''] = linePattern.exec(line) ?? [];
    const store = fileStores.find((known) => known === given);
    if (store === undefined || sha256 === undefined || name === undefined || storedName(store, name) !== name) return undefined;
    const certificate = readTraits(traits);
    files.push({ store, name, ...(sha256 === '-' ? {} : { sha256 }), ...(certificate === undefined ? {} : { certificate }) });
  }
  return files;
}

function readTraits(text: string): CertificateTraits | undefined {
  if (text === '') return undefined;
  const given = new Map(text.trim().split(' ').map((part) => part.split('=', 2)).map(([key = '', value = '']) => [key, value]));
  const [size, serial, issuers] = [given.get('size'), given.get('serial'), given.get('issuers')];
  return {
    ...(size === undefined ? {} : { size: Number(size) }),
    ...(serial === undefined ? {} : { serial }),
    ...(issuers === undefined ? {} : { issuers }),
  };
}
