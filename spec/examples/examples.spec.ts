import { jest, afterEach, describe, expect, it } from '@jest/globals';

/** Runs an example to its end, as node would, and gives what it prints. */
async function linesOf(name: string): Promise<readonly unknown[]> {
  const log = jest.spyOn(console, 'log').mockImplementation(() => undefined);
  await import(`../../examples/${name}.js`);
  return log.mock.calls.map(([line]: readonly unknown[]) => line);
}

afterEach(() => {
  jest.restoreAllMocks();
});

describe('the examples', () => {
  it('minimal deploys one configuration to a sandbox and says so', async () => {
    expect(await linesOf('minimal')).toEqual(['deployed: raw, version 2', '1 of 1 endpoints run it']);
  });

  it('customEndpoint deploys to endpoints without HTTP', async () => {
    expect(await linesOf('customEndpoint')).toEqual(['http://a.example:5555: raw, version 2', 'http://b.example:5555: raw, version 2']);
  });
});
