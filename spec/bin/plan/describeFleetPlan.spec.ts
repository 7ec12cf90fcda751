import { describe, expect, it } from '@jest/globals';
import type { Looked } from '../../../bin/looking/lookAtFleet.js';
import { plain } from '../../../bin/print/paint.js';
import { describeFleetPlan } from '../../../bin/plan/describeFleetPlan.js';
import type { EndpointPlan } from '../../../bin/plan/EndpointPlan.js';
import type { Planned } from '../../../bin/plan/lookForPlan.js';
import { printPlan } from '../../../bin/plan/printPlan.js';

const noop: EndpointPlan = { strategy: 'noop', differs: false, runtimeOnly: false, causes: [], counts: {}, sections: [], files: [], findings: [], refusals: [] };
const runtime: EndpointPlan = { ...noop, strategy: 'runtime', differs: true, runtimeOnly: true };
const refused: EndpointPlan = { ...runtime, refusals: [{ reason: 'lockout', message: 'no socket', mend: 'allow it' }] };

const looked = (name: string, plan: EndpointPlan, apiVersion = 'v3.2.1'): Looked<Planned> => ({ endpoint: { url: `http://${name}:1`, podName: `pod-${name}`, podNamespace: 'web', password: 'not shown' }, result: { seen: { apiVersion, plan } } });
const failed: Looked<Planned> = { endpoint: { url: 'http://z:1' }, result: { error: { code: 'unreachable', message: 'no way', stage: 'connect', hints: ['start it'] } } };

describe('describeFleetPlan', () => {
  it('gives endpoints with equal plans one, whatever their versions, in the order in which they came', () => {
    const { plans } = describeFleetPlan('sum', [looked('a', noop), looked('b', runtime), looked('c', { ...noop }, 'v2.9.0'), looked('d', { ...runtime, sections: [...runtime.sections] })]);

    expect(plans.map(({ strategy, endpoints }) => [strategy, endpoints.map(({ url, apiVersion }) => `${url} ${apiVersion}`)])).toEqual([
      ['noop', ['http://a:1 v3.2.1', 'http://c:1 v2.9.0']],
      ['runtime', ['http://b:1 v3.2.1', 'http://d:1 v3.2.1']],
    ]);
  });

  it('counts every endpoint once, those refused apart from what they would come to', () => {
    const { summary } = describeFleetPlan('sum', [looked('a', noop), looked('b', runtime), looked('c', refused), failed]);

    expect(summary).toEqual({ total: 4, noop: 1, runtime: 1, reload: 0, refused: 1, failed: 1, differing: 2 });
  });

  it('shows an endpoint by URL and pod, never with a credential', () => {
    const text = printPlan(describeFleetPlan('sum', [looked('a', runtime), failed]), { paint: plain, full: false });

    expect(text).toBe('runtime: http://a:1 web/pod-a (API v3.2.1)\n\nunreachable: http://z:1\n  no way\n  start it\n\n2 endpoints: 1 runtime, 1 failed\n');
  });

  it('cuts a long list of endpoints unless all are asked for', () => {
    const fleet = describeFleetPlan('sum', Array.from({ length: 9 }, (_, index) => looked(`h${index}`, noop)));

    const [short, full] = [false, true].map((each) => printPlan(fleet, { paint: plain, full: each }));

    expect(short).toContain('      and 4 more\n');
    expect([short?.includes('http://h8:1'), full?.includes('http://h8:1')]).toEqual([false, true]);
  });
});
