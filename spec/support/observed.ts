import type { Service } from './runInProcess.js';
import { seriesOf } from './seriesOf.js';

/** What a run with `--listen` answers. */
export interface Observed {
  readonly url: string;
  readonly metrics: () => Promise<Readonly<Record<string, number>>>;
  readonly status: () => Promise<Readonly<Record<string, unknown>>>;
  /** Status code and text of a path. */
  readonly get: (path: string) => Promise<readonly [number, string]>;
}

/** Waits until a run has logged where it listens. */
export async function observed({ log }: Pick<Service, 'log'>): Promise<Observed> {
  const line = await log.until((each) => each.includes('listening on '));
  const [url = ''] = /http:\/\/[^"\s]+/.exec(line) ?? [];
  const get = async (path: string): Promise<readonly [number, string]> => {
    const answer = await fetch(`${url}${path}`);
    return [answer.status, await answer.text()];
  };
  return {
    url,
    get,
    metrics: async () => seriesOf((await get('/metrics'))[1]),
    status: async () => JSON.parse((await get('/status'))[1]) as Readonly<Record<string, unknown>>,
  };
}
