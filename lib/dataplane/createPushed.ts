import { withFingerprint } from '../haproxy/fingerprint.js';
import type { Fingerprint } from '../haproxy/fingerprint.js';

/** The whole text that is pushed for a configuration under a fingerprint. */
export type Pushed = (haproxyConfig: string, fingerprint: Fingerprint) => string;

/** Texts that are remembered: one per second of the fleet's clocks. */
const maxTexts = 4;

/** Makes each text once, however many endpoints get it: building and encoding it takes longer than sending it. */
export function createPushed(): Pushed {
  let made: readonly { readonly from: string; readonly head: string; readonly text: string }[] = [];
  return (haproxyConfig, fingerprint) => {
    const head = withFingerprint('', fingerprint);
    const known = made.find((one) => one.head === head && one.from === haproxyConfig);
    const pushed = known ?? { from: haproxyConfig, head, text: `${head}${toPushed(haproxyConfig)}` };
    made = [pushed, ...made.filter((one) => one !== pushed)].slice(0, maxTexts);
    return pushed.text;
  };
}

/** HAProxy refuses a byte order mark and a missing final newline; nothing else is ever changed (design D5a). */
function toPushed(text: string): string {
  const unmarked = text.startsWith('\uFEFF') ? text.slice(1) : text;
  return unmarked.endsWith('\n') ? unmarked : `${unmarked}\n`;
}
