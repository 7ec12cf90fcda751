import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { addProcessMetrics } from '../bin/observability/addProcessMetrics.js';
import { createMetrics } from '../lib/metrics/createMetrics.js';
import * as build from '../spec/support/events.js';
import { howToInstall, installedPromtool } from './support/programs.js';

const path = installedPromtool();

/** Exit code and all that it says. */
function promtool(words: readonly string[], input = ''): { readonly code: number | null; readonly text: string } {
  const { status, stdout, stderr } = spawnSync(path ?? 'promtool', words, { cwd: 'deploy/prometheus', input, encoding: 'utf8' });
  return { code: status, text: `${stdout}${stderr}` };
}

interface Dashboard {
  readonly panels: readonly { readonly targets?: readonly { readonly expr: string }[] }[];
}

(path === undefined ? describe.skip : describe)(`promtool${path === undefined ? `: ${howToInstall.promtool}` : ''}`, () => {
  it('finds the alert rules in order', () => {
    expect(promtool(['check', 'rules', 'alerts.yaml'])).toEqual({ code: 0, text: expect.stringContaining('SUCCESS') });
  });

  it('has the tests of the alert rules pass', () => {
    expect(promtool(['test', 'rules', 'alerts_test.yaml'])).toEqual({ code: 0, text: expect.stringContaining('SUCCESS') });
  });

  it('can read every expression of the dashboard', () => {
    const { panels } = JSON.parse(readFileSync('deploy/grafana/haproxy-deployer.json', 'utf8')) as Dashboard;
    const rules = panels.flatMap(({ targets = [] }) => targets).map(({ expr }, index) => ({ record: `r${index}`, expr: expr.replaceAll('$__rate_interval', '5m') }));
    const folder = mkdtempSync(join(tmpdir(), 'promtool-'));
    writeFileSync(join(folder, 'rules.yaml'), JSON.stringify({ groups: [{ name: 'dashboard', rules }] }));

    const checked = promtool(['check', 'rules', join(folder, 'rules.yaml')]);

    rmSync(folder, { recursive: true });
    expect(rules.length).toBeGreaterThan(20);
    expect(checked).toEqual({ code: 0, text: expect.stringContaining(`${rules.length} rules found`) });
  });

  it('finds nothing to say against the metrics, with every kind of series there', async () => {
    const { registry, observeInput, observe } = await createMetrics();
    await addProcessMetrics(registry);
    observeInput(build.discovered());
    observeInput(build.rendered());
    observeInput(build.validated());
    for (const event of [build.scheduled(), build.instanceFailed(), build.driftDetected(), build.instanceDeployed(), build.completed()]) observe(event);
    const text = await registry.metrics();

    expect(text).toContain('endpoint_drifts_total{endpoint="http://h1:5555",recurring="false"} 1');
    expect(promtool(['check', 'metrics'], text)).toEqual({ code: 0, text: '' });
  });
});
