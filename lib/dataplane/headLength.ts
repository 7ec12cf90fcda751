const maxHeadLines = 16;
const [lineFeed, hash] = [0x0a, 0x23];
const blanks: ReadonlySet<number | undefined> = new Set(Buffer.from(' \t\r\v\f'));

/** Bytes of the first lines that are comments or blank, where the fingerprint stands (design D5a). */
export function headLength(bytes: Buffer): number {
  let start = 0;
  for (let line = 0; line < maxHeadLines; line += 1) {
    let at = start;
    while (blanks.has(bytes[at])) at += 1;
    if (bytes[start] !== hash && bytes[at] !== lineFeed) break;
    const end = bytes.indexOf(lineFeed, at);
    if (end === -1) break;
    start = end + 1;
  }
  return start;
}
