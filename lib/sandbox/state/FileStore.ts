import { sanitiseName } from './sanitiseName.js';

/** One storage of the API. */
export type FileKind = 'maps' | 'general' | 'ssl_certificates' | 'ssl_crt_lists';

/** Files as HAProxy would find them. */
export interface FileSet {
  /** Absolute paths of the storage's folders. */
  readonly directories: readonly string[];
  /** Content by absolute path. */
  readonly contents: ReadonlyMap<string, string>;
}

/** Folders of the storage, as the API has them unless told otherwise (facts 9). */
const directories: Readonly<Record<FileKind, string>> = {
  maps: '/etc/haproxy/maps',
  general: '/etc/haproxy/general',
  ssl_certificates: '/etc/haproxy/ssl',
  ssl_crt_lists: '/etc/haproxy/ssl',
};

export interface StoredFile {
  readonly storageName: string;
  /** Absolute path as a configuration names it. */
  readonly path: string;
  /** Bytes as `latin1` text, so that what was sent comes back byte for byte. */
  readonly content: string;
}

/** The API's storage, in memory. Names given are sanitised, on create and on lookup. */
export class FileStore implements FileSet {
  readonly directories = [...new Set(Object.values(directories))];
  readonly #contents = new Map<string, string>();

  get contents(): ReadonlyMap<string, string> {
    return this.#contents;
  }

  list(kind: FileKind): readonly StoredFile[] {
    const directory = `${directories[kind]}/`;
    return [...this.#contents]
      .filter(([path]) => path.startsWith(directory))
      .map(([path, content]) => ({ storageName: path.slice(directory.length), path, content }))
      .sort((left, right) => (left.storageName < right.storageName ? -1 : 1));
  }

  find(kind: FileKind, name: string): StoredFile | undefined {
    const storageName = sanitiseName(name);
    const path = pathOf(kind, storageName);
    const content = this.#contents.get(path);
    return content === undefined ? undefined : { storageName, path, content };
  }

  /** Path of a new file: a map whose name does not end in `.map` gets that behind its sanitised name (facts 6). */
  newFile(kind: FileKind, name: string, content: string): StoredFile {
    const sanitised = sanitiseName(name);
    const storageName = kind === 'maps' && !sanitised.endsWith('.map') ? `${sanitised}.map` : sanitised;
    return { storageName, path: pathOf(kind, storageName), content };
  }

  has(path: string): boolean {
    return this.#contents.has(path);
  }

  write({ path }: StoredFile, content: string): void {
    this.#contents.set(path, content);
  }

  remove({ path }: StoredFile): void {
    this.#contents.delete(path);
  }
}

function pathOf(kind: FileKind, storageName: string): string {
  return `${directories[kind]}/${storageName}`;
}
