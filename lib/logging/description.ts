/** One line of the log. */
export interface Description {
  /** `error`: somebody must look at it. */
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  /** One sentence, without the values of `fields`. */
  readonly message: string;
  /** JSON-safe, without secrets. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Makes a description. */
export const describe = (level: Description['level'], message: string, fields: Description['fields'] = {}): Description => ({
  level,
  message,
  fields,
});
