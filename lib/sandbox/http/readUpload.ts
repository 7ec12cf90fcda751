import { ApiError } from './ApiError.js';
import type { ApiRequest } from './Route.js';

export interface Upload {
  /** As it was sent; the storage sanitises it. */
  readonly name: string;
  /** Bytes as `latin1` text. */
  readonly content: string;
}

const disposition = /^content-disposition: *form-data;(.*)$/im;

/** The part `file_upload` of a multipart body; throws 400 when there is none or the body is no such form (facts 6). */
export function readUpload({ body, header }: ApiRequest): Upload {
  const [, quoted, bare] = /;\s*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(header('content-type') ?? '') ?? [];
  const boundary = quoted ?? bare;
  if (boundary === undefined) throw new ApiError(400, 'no multipart boundary param in Content-Type');
  const parts = `\r\n${body.toString('latin1')}`.split(`\r\n--${boundary}`);
  // Before the first boundary stands nothing of use; behind the last one `--`, and at most a line end.
  const last = parts.pop();
  if (last === undefined || !/^--\s*$/.test(last)) throw new ApiError(400, 'multipart: NextPart: EOF');
  for (const part of parts.slice(1)) {
    const end = part.indexOf('\r\n\r\n');
    const parameters = disposition.exec(part.slice(0, end))?.[1] ?? '';
    const name = parameter(parameters, 'filename');
    if (end >= 0 && parameter(parameters, 'name') === 'file_upload' && name !== undefined) return { name, content: part.slice(end + 4) };
  }
  throw new ApiError(400, 'no file part file_upload');
}

function parameter(parameters: string, name: string): string | undefined {
  const [, quoted, bare] = new RegExp(`(?:^|;) *${name}=(?:"([^"]*)"|([^;\\s]*))`, 'i').exec(parameters) ?? [];
  return quoted ?? bare;
}
