import type { Content, TemplateRenderedEvent } from '../events/types.js';
import { contentChecksum } from '../haproxy/contentChecksum.js';

/** The two contents that can be wanted (design S14). */
export interface Contents {
  /** The newest validated one. */
  readonly candidate: Content | undefined;
  /** The newest one that some endpoint proved. */
  readonly good: Content | undefined;
}

export const noContents: Contents = { candidate: undefined, good: undefined };

/** Makes the content of a render; the checksum is computed here, once per promotion (design D5a). */
export function toContent({ haproxyConfig, auxiliaryFiles = {}, contentChecksum: given }: TemplateRenderedEvent): Content {
  return {
    haproxyConfig,
    auxiliaryFiles,
    checksum: contentChecksum(haproxyConfig, auxiliaryFiles),
    configBytes: Buffer.byteLength(haproxyConfig),
    ...(given === undefined ? {} : { givenChecksum: given }),
  };
}

/** Makes a content the candidate; one of the same checksum stays the object that it was. */
export function promote(contents: Contents, content: Content): Contents {
  const same = [contents.candidate, contents.good].find((known) => known?.checksum === content.checksum);
  return { ...contents, candidate: same ?? content };
}

/** What an endpoint is to have that refused the contents with these checksums: the newest one that it did not. */
export function wanted({ candidate, good }: Contents, refused: readonly string[]): Content | undefined {
  return [candidate, good].find((content) => content && !refused.includes(content.checksum));
}
