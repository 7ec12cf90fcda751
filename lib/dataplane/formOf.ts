import { createHash } from 'node:crypto';

/**
 * One file as the form in which storages take it: `multipart/form-data`, part `file_upload` (facts 1).
 *
 * The boundary is made of the content's own hash, so that no chance is needed and no content holds it.
 */
export function formOf(name: string, content: string): { readonly headers: Readonly<Record<string, string>>; readonly body: Buffer } {
  const boundary = `file-${createHash('sha256').update(content).digest('hex').slice(0, 40)}`;
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file_upload"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  return { headers: { 'content-type': `multipart/form-data; boundary=${boundary}` }, body: Buffer.from(`${head}${content}\r\n--${boundary}--\r\n`) };
}
