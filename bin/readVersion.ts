import { readFileSync } from 'node:fs';

/** The version of this package: from its package.json, which lies some folders above, however the code was built. */
export function readVersion(): string {
  for (let up = '../'; up.length <= 12; up += '../') {
    const version = versionIn(new URL(`${up}package.json`, import.meta.url));
    if (version !== undefined) return version;
  }
  return 'unknown';
}

function versionIn(path: URL): string | undefined {
  try {
    const found: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return typeof found === 'object' && found !== null && 'version' in found ? String(found.version) : undefined;
  } catch {
    return undefined;
  }
}
