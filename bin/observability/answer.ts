import type { Metrics } from '../../lib/metrics/createMetrics.js';

/** How far a run has come. */
export type Phase = 'starting' | 'running' | 'shutting_down';

/** What is answered from. */
export interface Sources {
  readonly metrics: Pick<Metrics, 'registry' | 'status' | 'problems'>;
  readonly phase: () => Phase;
  readonly version: string;
}

/** What is asked for. */
export interface Asked {
  readonly method: string;
  /** With its query, if any. */
  readonly url: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Answers one request: what there is at each path, and nothing that changes anything. */
export async function answer({ method, url }: Asked, sources: Sources): Promise<Answer> {
  const page = pages.get(url.replace(/\?.*/s, ''));
  if (!page) return text(404, `not found; there are ${[...pages.keys()].join(', ')}`);
  if (method !== 'GET' && method !== 'HEAD') return text(405, 'only GET and HEAD are allowed', { allow: 'GET, HEAD' });
  return page(sources);
}

type Page = (sources: Sources) => Answer | Promise<Answer>;

const pages: ReadonlyMap<string, Page> = new Map<string, Page>([
  ['/metrics', async ({ metrics: { registry } }) => ({ status: 200, headers: { 'content-type': registry.contentType }, body: await registry.metrics() })],
  [
    '/healthz',
    ({ metrics }) => {
      const problems = metrics.problems();
      return problems.length === 0 ? text(200, 'ok') : text(503, problems.join('\n'));
    },
  ],
  ['/readyz', ({ phase }) => (phase() === 'running' ? text(200, 'ok') : text(503, phase().replace('_', ' ')))],
  [
    '/status',
    ({ metrics, phase, version }) => {
      const body = { version, phase: phase(), problems: metrics.problems(), ...metrics.status() };
      return { status: 200, headers: { 'content-type': 'application/json' }, body: `${JSON.stringify(body)}\n` };
    },
  ],
]);

function text(status: number, line: string, more: Readonly<Record<string, string>> = {}): Answer {
  return { status, headers: { 'content-type': 'text/plain; charset=utf-8', ...more }, body: `${line}\n` };
}
