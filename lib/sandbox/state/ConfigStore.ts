import { checksumFits, checksumOf, versionOf, withHead } from '../config/head.js';
import { reserialise, type SerialiseRules } from '../config/reserialise.js';

/**
 * The configuration as the API has it: in memory, on disk and as last known good (facts 4, 11).
 *
 * The three part after a failed reload: the disk goes back, memory and its version do not.
 */
export class ConfigStore {
  readonly #rules: SerialiseRules;
  #diskText: string;
  #memoryText: string;
  #lastGoodText: string;
  #version: number;

  constructor(initialText: string, rules: SerialiseRules) {
    this.#rules = rules;
    this.#diskText = initialText;
    this.#memoryText = initialText;
    this.#lastGoodText = initialText;
    this.#version = versionOf(initialText);
  }

  get diskText(): string {
    return this.#diskText;
  }

  get memoryText(): string {
    return this.#memoryText;
  }

  /** Goes back on disk when a reload fails. */
  get lastGoodText(): string {
    return this.#lastGoodText;
  }

  /** The in-memory version: what the next write must give. */
  get version(): number {
    return this.#version;
  }

  /** Of the file on disk; `undefined` before the API's first write. */
  get checksum(): string | undefined {
    return checksumOf(this.#diskText);
  }

  /** The text that a write would put on disk. */
  prepare(text: string, version: number): string {
    return withHead(reserialise(text, this.#rules), version);
  }

  /** Puts a prepared text in memory and on disk. */
  commit(prepared: string): void {
    this.#diskText = prepared;
    this.#memoryText = prepared;
    this.#version = versionOf(prepared);
  }

  /** The file was changed by others: noticed, read and rewritten unless its checksum line fits (facts 2.1). */
  editDisk(text: string): void {
    this.#diskText = text;
    if (!checksumFits(text)) this.commit(this.prepare(text, this.#version + 1));
  }

  /** A reload succeeded: what is on disk now is good. */
  markGood(): void {
    this.#lastGoodText = this.#diskText;
  }

  /** A reload failed. A file from before the API's first write has no checksum line, so it is noticed and read (facts 4). */
  revert(): void {
    this.editDisk(this.#lastGoodText);
  }

  /** The API starts anew: memory and last known good come from the disk. */
  restart(): void {
    this.#memoryText = this.#diskText;
    this.#lastGoodText = this.#diskText;
    this.#version = versionOf(this.#diskText);
  }
}
