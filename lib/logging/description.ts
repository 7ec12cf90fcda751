/** One line of the log. */
export interface Description {
  readonly level: 'debug' | 'info' | 'warn' | 'error';
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
