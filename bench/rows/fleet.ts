import { alternate, compared } from '../support/alternate.js';
import { makeConfigOf } from '../support/makeConfig.js';
import { authorization, fleetSize, maxParallel, openFleet, validated } from '../support/openFleet.js';
import { createGotReplay, createReplay } from '../support/replay.js';
import type { Replay } from '../support/replay.js';
import type { Row } from '../support/Row.js';
import { startCannedApi } from '../support/startCannedApi.js';
import { stopwatch } from '../support/stopwatch.js';

/** A large configuration to a whole fleet that has another one, every time from nothing known; against the same requests sent barely. */
export const fleet: Row = {
  name: 'fleet',
  about: `one deployment to ${fleetSize} endpoints`,
  run: async ({ quick, clock }) => {
    const bytes = quick ? 100_000 : 1_000_000;
    const before = makeConfigOf(bytes, { maxconn: 9_000 });
    const wanted = makeConfigOf(bytes, { moved: 10 });
    const api = await startCannedApi();
    try {
      const deploy = async (): Promise<number> => {
        await api.reset(before);
        const fleet = openFleet(api.port);
        const taken = stopwatch(clock);
        await fleet.deploy(...validated(wanted));
        const ms = taken();
        fleet.close();
        return ms;
      };
      await deploy();
      const asked = await api.asked();
      const replayBy = (create: () => Replay) => async (): Promise<number> => {
        await api.reset(before);
        const replay = create();
        const taken = stopwatch(clock);
        await replay.run(asked);
        const ms = taken();
        replay.close();
        return ms;
      };
      const bare = replayBy(() => createReplay(maxParallel, authorization));
      const got = replayBy(() => createGotReplay(maxParallel, authorization));
      const limited = replayBy(() => createGotReplay(maxParallel, authorization, 10_000));
      await bare();
      await got();
      await limited();
      const pairs = quick ? 3 : 5;
      const requests = Object.values(asked).flat().length;
      return [
        { what: `${Math.round(bytes / 1_000)} kB, ${requests / fleetSize} requests each`, ...compared(await alternate(pairs, deploy, bare), (ms) => ms), unit: 'ms', limit: { of: 'ratio', atMost: 1.25 } },
        { what: 'the same requests by got alone', ...compared(await alternate(pairs, got, bare), (ms) => ms), unit: 'ms' },
        { what: 'the same by got with the limits of design D2', ...compared(await alternate(pairs, limited, bare), (ms) => ms), unit: 'ms' },
        { what: 'ours against got with those limits', ...compared(await alternate(pairs, deploy, limited), (ms) => ms), unit: 'ms' },
      ];
    } finally {
      api.stop();
    }
  },
};
