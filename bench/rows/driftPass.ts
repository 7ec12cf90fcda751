import { alternate, compared } from '../support/alternate.js';
import { makeConfigOf } from '../support/makeConfig.js';
import { authorization, fleetSize, maxParallel, openFleet, validated } from '../support/openFleet.js';
import { createReplay } from '../support/replay.js';
import type { Row } from '../support/Row.js';
import { startCannedApi } from '../support/startCannedApi.js';
import { stopwatch } from '../support/stopwatch.js';

/** A drift check of a whole fleet in which nothing has changed, against the same requests sent barely; connections are kept. */
export const driftPass: Row = {
  name: 'drift',
  about: `one drift check of ${fleetSize} unchanged endpoints`,
  run: async ({ quick, clock }) => {
    const api = await startCannedApi();
    const bare = createReplay(maxParallel, authorization);
    try {
      await api.reset(makeConfigOf(100_000, { maxconn: 9_000 }));
      const fleet = openFleet(api.port);
      await fleet.deploy(...validated(makeConfigOf(100_000)));
      const before = await api.asked();
      const check = async (): Promise<number> => {
        const taken = stopwatch(clock);
        await fleet.deploy({ type: 'DriftPreventionTriggeredEvent' });
        return taken();
      };
      await check();
      const asked = Object.fromEntries(Object.entries(await api.asked()).map(([host, requests]) => [host, requests.slice(before[host]?.length)]));
      const replay = async (): Promise<number> => {
        const taken = stopwatch(clock);
        await bare.run(asked);
        return taken();
      };
      await replay();
      const times = compared(await alternate(quick ? 3 : 5, check, replay), (ms) => ms);
      fleet.close();
      return [
        { what: '100 kB, requests per endpoint', ours: Object.values(asked).flat().length / fleetSize, unit: '', limit: { of: 'ours', atMost: 2 } },
        { what: '100 kB, one pass', ...times, unit: 'ms', limit: { of: 'ratio', atMost: 1.3 } },
      ];
    } finally {
      bare.close();
      api.stop();
    }
  },
};
