import { describe, expect, it } from '@jest/globals';
import { defaults } from '../../lib/defaults.js';
import type { PipelineEvent } from '../../lib/events/types.js';
import { addRender, findRender } from '../../lib/scheduler/renders.js';
import type { Renders } from '../../lib/scheduler/renders.js';
import { rendered, validated, validationFailed } from '../support/events.js';
import { marbles } from '../support/marbles.js';
import { runScheduler } from '../support/runScheduler.js';

/** `a`, `b`: rendered under that id; `v`, `w`: validated; `x`, `y` without an id, `z` validates without one. */
const events: Record<string, PipelineEvent> = {
  a: rendered({ haproxyConfig: 'a', correlationId: 'a' }),
  b: rendered({ haproxyConfig: 'b', correlationId: 'b' }),
  r: rendered({ haproxyConfig: 'again', correlationId: 'a' }),
  v: validated({ correlationId: 'a' }),
  w: validated({ correlationId: 'b' }),
  x: rendered({ haproxyConfig: 'x' }),
  y: rendered({ haproxyConfig: 'y' }),
  z: validated(),
  f: validationFailed({ correlationId: 'a' }),
  g: validationFailed(),
};
const words = {
  v: 'wait no_validated_configuration',
  a: 'deploy pod_discovery+config_validation: h1=a',
  b: 'deploy pod_discovery+config_validation: h1=b',
  r: 'deploy pod_discovery+config_validation: h1=again',
  x: 'deploy pod_discovery+config_validation: h1=x',
  y: 'deploy pod_discovery+config_validation: h1=y',
  j: 'reject correlationId',
  k: 'skip validation_fallback: nothing_validated',
};

describe('scheduleDeployments: renders and validations', () => {
  it.each([
    ['S1 deploys nothing that is not validated', /*          */ '1-a-b--', 'v------'],
    ['S1 promotes the render with the id of the validation', /**/ '1-a-b-v', 'v-----a'],
    ['S1 promotes the last render when no ids are given', /*  */ '1-x-y-z', 'v-----y'],
    ['S1 promotes the last render for a validation without id', '1-a-b-z', 'v-----b'],
    ['S1 lets a re-render replace its predecessor', /*       */ '1-a-r-v', 'v-----r'],
    ['S1 makes a re-render the newest', /*                   */ '1-abr-z', 'v-----r'],
    ['S1 rejects a validation of an unknown id', /*          */ '1-a---w', 'v-----j'],
    ['S1 rejects a validation when nothing was rendered', /* */ '1-----z', 'v-----j'],
    ['S1 rejects a second validation of one render', /*      */ '1-a-v-v', 'v---a-j'],
    ['S1 rejects an older render validated after a newer one', '1-abw-v', 'v---b-j'],
    ['S1 keeps a newer render when an older one is promoted', '1-abz-w', 'v---b-j'],
    ['S8 forgets a render whose validation failed', /*       */ '1-a-f-v', 'v---k-j'],
    ['S8 keeps the other renders when one fails', /*         */ '1-abf-w', 'v---k-b'],
    ['S8 takes a failure without id for the last render', /* */ '1-abg-v', 'v---k-a'],
  ])('%s', (_title, input, expected) => marbles((helpers) => {
    const told = runScheduler(helpers, { input, events });

    helpers.expectObservable(told).toBe(expected, words);
  })());

  it('S1 promotes a newer render after an older one', marbles((helpers) => {
    const input = '   1-ab-v--w--';
    const deployer = [' -o'];
    const expected = 'v----a--n--';

    const told = runScheduler(helpers, { input, events, deployer });

    helpers.expectObservable(told).toBe(expected, { ...words, n: 'deploy config_validation: h1=b' });
  }));
});

describe('addRender', () => {
  const many = (count: number, size: number): Renders =>
    Array.from({ length: count }, (_, number) => rendered({ correlationId: `c${number}`, haproxyConfig: 'x'.repeat(size) })).reduce<Renders>(
      addRender,
      [],
    );
  const ids = (renders: Renders): (string | undefined)[] => renders.map(({ render }) => render.correlationId);

  it('S1 keeps the newest 16 renders', () => {
    const renders = many(20, 1);

    expect(ids(renders)).toEqual(Array.from({ length: 16 }, (_, number) => `c${number + 4}`));
    expect(findRender(renders, 'c3')).toBeUndefined();
  });

  it('S1 keeps no more than 256 MiB of them', () => {
    const quarter = defaults.maxWaitingRenderBytes / 4;

    expect(ids(many(6, quarter))).toEqual(['c2', 'c3', 'c4', 'c5']);
    expect(ids(many(6, quarter + 1))).toEqual(['c3', 'c4', 'c5']);
  });

  it('S1 counts the files too', () => {
    const half = 'x'.repeat(defaults.maxWaitingRenderBytes / 2);
    const [first, second] = ['c0', 'c1'].map((correlationId) =>
      rendered({ correlationId, auxiliaryFiles: { maps: [{ path: 'a.map', content: half }] } }),
    );

    expect(ids(addRender(addRender([], first!), second!))).toEqual(['c1']);
  });

  it('S1 keeps the newest however large it is', () => {
    expect(ids(many(2, defaults.maxWaitingRenderBytes + 1))).toEqual(['c1']);
  });

  it('S1 counts bytes, not characters', () => {
    const [waiting] = addRender([], rendered({ haproxyConfig: 'ä€' }));

    expect(waiting?.bytes).toBe(5);
  });
});
