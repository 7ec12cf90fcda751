/** Why files cannot be sent as they are. Quotes names and paths, never a content. */
export interface FileProblem {
  readonly message: string;
  readonly mend: string;
}
