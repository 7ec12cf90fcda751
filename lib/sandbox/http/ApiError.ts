/** Ends a request with a status and the API's error body `{code, message}`. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** Of the body; differs from the status for what go-swagger refuses (facts 0). */
  readonly code: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, { code = status, headers = {} }: { readonly code?: number; readonly headers?: Readonly<Record<string, string>> } = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}
