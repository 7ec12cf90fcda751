import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { push } from './call.js';
import { cleanupAfterAll } from './cleanup.js';
import type { Instance, Target } from './Instance.js';
import { howToInstall, installedApis } from './programs.js';
import { targets } from './targets.js';

/**
 * Declares the same specs for the sandbox and for every real pair that is installed. One instance
 * serves all specs of a target; each starts with the instance's own configuration, loaded.
 */
export function conformance(topic: string, specs: (instance: () => Instance, target: Target) => void): void {
  if (installedApis().length === 0) it.skip(howToInstall.dataplaneapi, () => undefined);

  describe.each(targets())(`${topic} of $name`, (target) => {
    const cleanup = cleanupAfterAll();
    let instance: Instance | undefined;
    const current = (): Instance => {
      if (instance === undefined) throw new Error('the instance did not start');
      return instance;
    };

    beforeAll(async () => {
      instance = await target.start(cleanup);
    });

    beforeEach(async () => {
      const { status, text } = await push(current(), current().configuration(), { force_reload: true });
      expect({ status, text: status === 201 ? '' : text }).toEqual({ status: 201, text: '' });
    });

    specs(current, target);
  });
}
