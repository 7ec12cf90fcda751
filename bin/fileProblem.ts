/** What the system says of a file that cannot be read, in words that follow its path. */
export function fileProblem(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : String(error);
  return problems.get(code) ?? `cannot be read (${code})`;
}

const problems: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'is not there; check the path, which starts from where the command is called'],
  ['EACCES', 'cannot be read; give this user the right to read it'],
  ['EISDIR', 'is a folder; name a file'],
]);
