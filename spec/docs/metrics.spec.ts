import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { addProcessMetrics } from '../../bin/observability/addProcessMetrics.js';
import { createMetrics } from '../../lib/metrics/createMetrics.js';
import { endpointMetrics } from '../../lib/metrics/endpointMetrics.js';
import { pipelineMetrics } from '../../lib/metrics/pipelineMetrics.js';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const prefix = 'haproxy_deployer_';

const { registry } = await createMetrics();
await addProcessMetrics(registry);
const labels = new Map([...pipelineMetrics, ...endpointMetrics].map((each) => [`${prefix}${each.name}`, each.labels]));
const exported = (await registry.getMetricsAsJSON()).map(({ name, type, help }) => ({ name, type: String(type), help, labels: labels.get(name) ?? [] }));

/** Names of metrics in a text; a histogram's series count as the histogram. */
function namesIn(text: string): readonly string[] {
  const names = [...text.matchAll(/\b(?:haproxy_deployer|process)_[a-z_]*[a-z]\b/g)].map(([name]) => name);
  const histograms = exported.filter(({ type }) => type === 'histogram').map(({ name }) => name);
  return [...new Set(names.map((name) => histograms.find((each) => name === each || name === `${each}_bucket`) ?? name))].toSorted();
}

interface Documented {
  readonly name: string;
  readonly type: string;
  readonly labels: readonly string[];
}

const documented: readonly Documented[] = [...read('docs/metrics.md').matchAll(/^\| `([a-z_]+)` \| (counter|gauge|histogram) \| ([^|]*)\|/gm)].map(([, name = '', type = '', labels = '']) => ({
  name: `${prefix}${name}`,
  type,
  labels: [...labels.matchAll(/`(\w+)`/g)].map(([, label = '']) => label),
}));

describe('the metrics', () => {
  it('stand in docs/metrics.md with type and labels, all of them and no other', () => {
    const ours = exported.filter(({ name }) => name.startsWith(prefix)).map(({ name, type, labels }) => ({ name, type, labels }));

    expect([...documented].toSorted(byName)).toEqual(ours.toSorted(byName));
    expect(exported.filter(({ name }) => !name.startsWith(prefix)).filter(({ name }) => !read('docs/metrics.md').includes(`\`${name}\``))).toEqual([]);
  });

  it("are named by Prometheus' rules: base units, and _total for counters alone", () => {
    for (const { name, type, help } of exported) {
      expect([name, name.endsWith('_total')]).toEqual([name, type === 'counter']);
      expect(name).not.toMatch(/_(ms|milliseconds|minutes|kilobytes|percent)(_|$)/);
      expect(help).toMatch(/^[A-Z].*\.$/);
    }
  });
});

describe.each(['deploy/prometheus/alerts.yaml', 'deploy/prometheus/alerts_test.yaml', 'deploy/grafana/haproxy-deployer.json'])('%s', (path) => {
  it('names only metrics that there are', () => {
    const named = namesIn(read(path));

    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !exported.some((each) => each.name === name))).toEqual([]);
  });
});

describe('the alert rules', () => {
  const alerts = (path: string, key: string): readonly string[] => [...new Set([...read(path).matchAll(new RegExp(`${key}: (\\w+)`, 'g'))].map(([, name = '']) => name))].toSorted();

  it('are documented and tested, each of them', () => {
    const rules = alerts('deploy/prometheus/alerts.yaml', '- alert');
    const rows = [...read('docs/metrics.md').matchAll(/^\| `(HaproxyDeployer\w+)`/gm)].map(([, name = '']) => name);

    expect(rules.length).toBeGreaterThan(5);
    expect(rows.toSorted()).toEqual(rules);
    expect(alerts('deploy/prometheus/alerts_test.yaml', '- alertname')).toEqual(rules);
  });
});

describe('the dashboard', () => {
  it('shows every metric', () => {
    expect(namesIn(read('deploy/grafana/haproxy-deployer.json'))).toEqual(expect.arrayContaining(exported.map(({ name }) => name).filter((name) => name !== 'process_start_time_seconds' && name !== `${prefix}endpoints`)));
  });

  it('has panels that do not lie over each other, with an id each', () => {
    const { panels } = JSON.parse(read('deploy/grafana/haproxy-deployer.json')) as { readonly panels: readonly { readonly id: number; readonly gridPos: Readonly<Record<'x' | 'y' | 'w' | 'h', number>> }[] };
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) => Array.from({ length: w * h }, (_, index) => `${x + (index % w)} ${y + Math.floor(index / w)}`));

    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    expect(new Set(cells).size).toBe(cells.length);
    expect(panels.every(({ gridPos: { x, w } }) => x + w <= 24)).toBe(true);
  });
});

function byName(a: Documented, b: Documented): number {
  return a.name < b.name ? -1 : 1;
}
