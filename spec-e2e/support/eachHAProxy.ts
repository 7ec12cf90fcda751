import { describe, it } from '@jest/globals';
import { howToInstall, installedHAProxys, type Program } from './programs.js';

/** Declares the same specs for every HAProxy that is installed; without any, one skipped spec that says how to get them. */
export function eachHAProxy(title: string, specs: (program: Program) => void): void {
  const haproxys = installedHAProxys();
  if (haproxys.length === 0) {
    it.skip(howToInstall.haproxy, () => undefined);
    return;
  }
  describe.each(haproxys)(`${title} $version`, specs);
}
