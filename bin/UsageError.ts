/** What the user can mend by calling the command otherwise: exit code 2, no stack. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
