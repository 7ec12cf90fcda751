import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import type { FleetPlan } from '../../../bin/plan/describeFleetPlan.js';
import { UsageError } from '../../../bin/UsageError.js';
import { usageLine } from '../../../bin/usageLine.js';
import type { Sandbox } from '../../../lib/sandbox/Sandbox.js';
import { baseConfig as base } from '../../support/baseConfig.js';
import { closeFilesRunsAfterEach, openFilesRun, pems } from '../../support/deployFiles.js';
import { openFolder } from '../../support/openFolder.js';
import type { Ended } from '../../support/operate.js';
import { planInProcess } from '../../support/planInProcess.js';
import { sandboxes, user } from '../../support/sandboxes.js';

const folder = openFolder();
const { start, closeAll } = sandboxes();
closeFilesRunsAfterEach();
afterEach(closeAll);
afterAll(() => folder.remove());

const current = `${base}
frontend web from base
  bind 127.0.0.1:8080
  http-request deny if { path /old }
  default_backend app

backend app from base
  balance roundrobin
  server one 127.0.0.1:9001 weight 10

backend gone from base
  server g 127.0.0.1:9009
`;
const wanted = `${base}
userlist people
  user bob insecure-password hunter2-long

frontend web from base
  bind 127.0.0.1:8080
  http-request auth unless { http_auth(people) }
  http-request set-header X-Key hunter2-long
  default_backend app

backend app from base
  balance roundrobin
  server one 127.0.0.1:9001 weight 20
`;

/** A file of this text. */
const fileOf = (config: string): string => join(folder.write({ 'haproxy.cfg': config }), 'haproxy.cfg');

/** Plans for APIs with the user of the specs. */
function plan(config: string, apis: readonly Pick<Sandbox, 'url'>[], ...words: readonly string[]): Promise<Ended> {
  const endpoints = apis.flatMap(({ url }) => ['--endpoint', url]);
  return planInProcess(fileOf(config), [...endpoints, '--username', user.name, '--password-env', 'PLAN_PASSWORD', ...words], {});
}

process.env['PLAN_PASSWORD'] = user.password;
process.env['FILES_PASSWORD'] = 'correct horse';
process.env['WRONG_PASSWORD'] = 'wrong horse 43';

const jsonOf = ({ stdout }: Ended): FleetPlan => JSON.parse(stdout) as FleetPlan;
/** Ports differ from run to run. */
const told = ({ stdout }: Ended, apis: readonly Pick<Sandbox, 'url'>[]): string => apis.reduce((text, { url }, index) => text.replaceAll(url, `http://api-${index + 1}`), stdout);

describe('plan', () => {
  it('shows what differs by section, why it takes a reload, and masks secrets wherever they stand', async () => {
    const [api] = await start(1, { initialConfig: current });

    const ran = await plan(wanted, [api]);

    expect(told(ran, [api])).toBe(`reload: http://api-1 (API v3.2.15 6c3065d9)

  + userlist people  (line 10)
  +   user bob insecure-password ***
  frontend web
    + http-request set-header X-Key ***  (line 16)
    ~ http-request deny if { path /old }
    → http-request auth unless { http_auth(people) }  (line 15)
  backend app
    ~ server one 127.0.0.1:9001 weight 10
    → server one 127.0.0.1:9001 weight 20  (line 21, at run time)
  - backend gone from base
  -   server g 127.0.0.1:9009

  why a reload
    sections are created, changed and deleted by a reload only: 2 changes, first in userlist people, line 10
    no run-time command changes this line: 2 changes, first in frontend web, line 16

1 endpoint: 1 reload
`);
    expect(ran.code).toBe(0);
  });

  it.each(['2.9', '3.0', '3.4'] as const)('sends nothing but GETs, whatever it finds, to API %s', async (apiVersion) => {
    const [api] = await start(1, { initialConfig: current, apiVersion });
    const site = folder.write({ 'haproxy.cfg': wanted, 'maps/hosts.map': 'a b\n', 'certs/site.pem': pems[0], 'general/503.http': 'HTTP/1.0 503\n' });
    const before = api.state;

    const ran = await planInProcess(site, ['--endpoint', api.url, '--username', user.name, '--password-env', 'PLAN_PASSWORD', '--exit-code']);

    expect(ran.code).toBe(3);
    expect(new Set(api.requests.map(({ method }) => method))).toEqual(new Set(['GET']));
    expect(api.state).toEqual(before);
  });

  it('D4 finds nothing to do after a push, and says so with code 0', async () => {
    const run = await openFilesRun('3.2');
    await run.deploy(wanted, { maps: [{ path: 'hosts.map', content: 'a b\n' }] });
    const site = folder.write({ 'haproxy.cfg': wanted, 'maps/hosts.map': 'a b\n' });
    run.writes();

    const ran = await planInProcess(site, ['--endpoint', run.sandbox.url, '--username', user.name, '--password-env', 'FILES_PASSWORD', '--exit-code']);

    expect([told(ran, [run.sandbox]), ran.code]).toEqual(['noop: http://api-1 (API v3.2.15 6c3065d9)\n  nothing differs\n\n1 endpoint: 1 noop\n', 0]);
    expect(run.writes()).toEqual([]);
  });

  it('D5 shows how many entries of a map change at run time, and which file is kept, never their content', async () => {
    const run = await openFilesRun('3.2');
    const text = `${base}  http-request set-header X-A %[path,map(/etc/haproxy/maps/a.map)]\n  http-request set-header X-B %[path,map(/etc/haproxy/maps/b.map)]\n`;
    await run.deploy(text, { maps: [{ path: 'a.map', content: 'a 1\nb 1\nc 1\n' }, { path: 'b.map', content: 'b 1\n' }] });
    const site = folder.write({ 'haproxy.cfg': text, 'maps/a.map': 'a 1\nb secret\nd 1\ne 1\n' });
    run.writes();

    const ran = await planInProcess(site, ['--endpoint', run.sandbox.url, '--username', user.name, '--password-env', 'FILES_PASSWORD']);

    expect(told(ran, [run.sandbox])).toBe(`runtime: http://api-1 (API v3.2.15 6c3065d9)

  files
    ~ maps/a.map  (entries: 2 new, 1 changed, 1 gone, at run time)
    = maps/b.map, kept: the configuration names it

1 endpoint: 1 runtime
`);
    expect(run.writes()).toEqual([]);
  });

  it('D6 shows files that are new, changed and not wanted any more, never their content', async () => {
    const run = await openFilesRun('3.2');
    await run.deploy(base, { maps: [{ path: 'a.map', content: 'a 1\n' }, { path: 'b.map', content: 'b\n' }], sslCertificates: [{ path: 'site.pem', content: pems[0] }] });
    const site = folder.write({ 'haproxy.cfg': base, 'maps/a.map': 'a 2-secret\n', 'certs/site.pem': pems[0], 'general/503.http': 'HTTP/1.0 503\n' });

    const ran = await planInProcess(site, ['--endpoint', run.sandbox.url, '--username', user.name, '--password-env', 'FILES_PASSWORD']);

    expect(told(ran, [run.sandbox])).toBe(`reload: http://api-1 (API v3.2.15 6c3065d9)

  files
    + general/503.http
    ~ maps/a.map
    - maps/b.map

  why a reload
    HAProxy loads changed files by a reload only: 2 files

1 endpoint: 1 reload
`);
  });

  it('counts a file that is only to be removed as a difference that needs no reload', async () => {
    const run = await openFilesRun('3.2');
    await run.deploy(base, { maps: [{ path: 'a.map', content: 'a\n' }] });

    const ran = await planInProcess(fileOf(base), ['--endpoint', run.sandbox.url, '--username', user.name, '--password-env', 'FILES_PASSWORD', '--exit-code']);

    expect([told(ran, [run.sandbox]), ran.code]).toEqual(['noop: http://api-1 (API v3.2.15 6c3065d9)\n\n  files\n    - maps/a.map\n\n1 endpoint: 1 noop\n', 3]);
  });

  it.each([
    ['makes without a reload, as push does', () => undefined, 'runtime', 'runtime', []],
    ['reloads for where somebody else has written since, as push does', (sandbox: Sandbox) => sandbox.foreignCommit(), 'reload', 'raw', [expect.stringContaining('every change can be made at run time')]],
  ] as const)('D5 tells of run-time changes that a new process %s', async (_title, meanwhile, strategy, strategyOfPush, causes) => {
    const run = await openFilesRun('3.2');
    await run.deploy(current);
    meanwhile(run.sandbox);

    const ran = await planInProcess(fileOf(current.replace('weight 10', 'weight 20')), ['--endpoint', run.sandbox.url, '--username', user.name, '--password-env', 'FILES_PASSWORD', '--json']);
    run.restart();
    const { end } = await run.deploy(current.replace('weight 10', 'weight 20'));

    const { plans } = jsonOf(ran);
    expect(plans.map((plan) => [plan.strategy, plan.runtimeOnly])).toEqual([[strategy, true]]);
    expect(plans[0]?.causes.map(({ reason }) => reason)).toEqual(causes);
    expect(end).toMatchObject({ type: 'InstanceDeployedEvent', strategy: strategyOfPush });
  });

  it('D5b shows what this version of the API would lose, with the mend, and refuses it unless allowed', async () => {
    const [old] = await start(1, { initialConfig: base, apiVersion: '2.9' });
    const [young] = await start(1, { initialConfig: base, apiVersion: '3.4' });
    const lossy = `${base}\nbackend app from base\n  server one 127.0.0.1:9001 guid abc\n`;

    const ran = await plan(lossy, [old, young]);
    const allowed = await plan(lossy, [old], '--allow-lossy', '--json');

    expect(ran.code).toBe(1);
    expect(told(ran, [old, young])).toContain(`refused: http://api-1 (API v2.9.27 9818b7d1)

  refused: nothing would be sent
    Data Plane API v2.9.27 9818b7d1 would not keep the meaning of one line
      mend what is listed below, or send it all the same with --allow-lossy
`);
    expect(ran.stdout).toContain('line 11 (backend app): loss: this API does not know the server option guid and drops it\n      leave the option out');
    expect(ran.stdout).toContain('2 endpoints: 1 reload, 1 refused\n');
    expect([allowed.code, jsonOf(allowed).plans.map(({ findings, refusals }) => [findings.length, refusals.length])]).toEqual([0, [[1, 0]]]);
  });

  it('D13 refuses what takes away the socket and what bears the name of another fleet, and tells both at once', async () => {
    const run = await openFilesRun('3.2');
    await run.deploy(current);
    const bare = current.replace(/ {2}stats socket.*\n/, '  maxconn 10\n');
    const words = ['--endpoint', run.sandbox.url, '--username', user.name, '--password-env', 'FILES_PASSWORD', '--json', '--name', 'other'];

    const refused = await planInProcess(fileOf(bare), words);
    const allowed = await planInProcess(fileOf(bare), [...words, '--take-over', '--allow-lockout']);

    expect([refused.code, jsonOf(refused).plans[0]?.refusals]).toEqual([1, [
      { reason: 'other_fleet', message: 'it belongs to the fleet "default", this one is "other"', mend: 'remove it from one of the two fleets, or take it over with --take-over' },
      { reason: 'lockout', message: expect.stringContaining('stats socket'), mend: 'or send it all the same with --allow-lockout' },
    ]]);
    expect(jsonOf(refused).plans[0]?.counts).toEqual({ stats_delete: 1, maxconn_create: 1 });
    expect([allowed.code, jsonOf(allowed).summary]).toEqual([0, expect.objectContaining({ reload: 1, refused: 0 })]);
  });

  it('D6 refuses names that the storage would change and folders that are not its own', async () => {
    const [api] = await start(1, { initialConfig: base });
    const site = folder.write({ 'haproxy.cfg': base, 'maps/a b.map': 'x\n' });
    const words = ['--endpoint', api.url, '--username', user.name, '--password-env', 'PLAN_PASSWORD', '--json'];
    api.writeFile('/etc/haproxy/maps/c.map', 'x\n');
    const elsewhere = folder.write({ 'haproxy.cfg': `${base}\nfrontend f from base\n  bind :80\n  use_backend %[path,map(/tmp/c.map,x)]\n`, 'maps/c.map': 'x\n' });

    const renamed = await planInProcess(site, words);
    const moved = await planInProcess(elsewhere, words);

    expect([renamed.code, jsonOf(renamed).plans[0]?.refusals]).toEqual([1, [{ reason: 'files', message: 'the storage maps would keep "a b.map" as "a_b.map"', mend: 'name it "a_b.map", here and in the configuration' }]]);
    expect([moved.code, jsonOf(moved).plans[0]?.refusals]).toEqual([1, [{ reason: 'files', message: 'line 12 names /tmp/c.map, but the file is kept as /etc/haproxy/maps/c.map', mend: 'write /etc/haproxy/maps/c.map' }]]);
    expect(jsonOf(moved).plans[0]?.counts).toEqual({ frontend_create: 1 });
  });

  it('shows endpoints with the same plan once, others apart, and D2 one that does not answer with hints and code 1', async () => {
    const apis = await start(3, { initialConfig: base });
    apis[2]?.foreignCommit(current);

    const ran = await plan(current, [...apis, { url: 'http://127.0.0.1:1' }], '--exit-code');

    expect(told(ran, apis)).toMatch(/^reload: http:\/\/api-1 \(API \S+ \S+\)\n {8}http:\/\/api-2 \(API \S+ \S+\)\n\n {2}\+ frontend web/);
    expect(ran.stdout).toContain('unreachable: http://127.0.0.1:1\n  finding out the version of the Data Plane API at http://127.0.0.1:1: no connection');
    expect(ran.stdout).toMatch(/\n4 endpoints: .*2 reload, 1 failed\n$/);
    expect(ran.code).toBe(1);
  });

  it('D2 ends an endpoint that hangs within its time, and no other', async () => {
    const [api, hung] = await start(2, { initialConfig: current });
    if (hung === undefined) throw new Error('two are needed');
    hung.faults = { rules: [{ path: '*/configuration/raw', effect: { kind: 'hang' } }] };

    const { code, stdout } = await plan(current, [api, hung], '--request-timeout', '2s', '--json');

    const { failures, summary } = JSON.parse(stdout) as FleetPlan;
    expect([code, failures.map(({ endpoint, error }) => [endpoint.url, error.code])]).toEqual([1, [[hung.url, 'timeout']]]);
    expect(summary).toMatchObject({ total: 2, noop: 1, failed: 1 });
  });

  it('asks anew, once, where a connection is lost on the way', async () => {
    const [once, always] = await start(2, { initialConfig: current });
    if (always === undefined) throw new Error('two are needed');
    once.faults = { rules: [{ path: '*/configuration/raw', times: 1, effect: { kind: 'drop', when: 'before' } }] };
    always.faults = { rules: [{ path: '*/configuration/raw', effect: { kind: 'drop', when: 'before' } }] };

    const { failures, summary } = jsonOf(await plan(current, [once, always], '--json'));

    expect([failures.map(({ endpoint, error }) => [endpoint.url, error.code]), summary.noop]).toEqual([[[always.url, 'unreachable']], 1]);
    expect(always.requests.filter(({ path }) => path.endsWith('/configuration/raw'))).toHaveLength(2);
  });

  it('tells of wrong credentials without showing them', async () => {
    const [api] = await start(1);
    const ran = await planInProcess(fileOf(current), ['--endpoint', api.url, '--username', user.name, '--password-env', 'WRONG_PASSWORD']);

    expect([ran.code, ran.stdout.split(':')[0]]).toEqual([1, 'unauthorized']);
    expect(ran.stdout + ran.stderr).not.toContain('wrong horse 43');
  });

  it('writes JSON of a shape that adds up, with secrets masked', async () => {
    const apis = await start(2, { initialConfig: current });

    const ran = await plan(wanted, apis, '--json');

    const fleet = jsonOf(ran);
    expect(Object.keys(fleet)).toEqual(['contentChecksum', 'plans', 'failures', 'summary']);
    expect(fleet.summary).toEqual({ total: 2, noop: 0, runtime: 0, reload: 2, refused: 0, failed: 0, differing: 2 });
    expect(fleet.plans).toHaveLength(1);
    expect(fleet.plans[0]).toMatchObject({
      endpoints: apis.map(({ url }) => ({ url, apiVersion: 'v3.2.15 6c3065d9' })),
      strategy: 'reload', differs: true, runtimeOnly: false,
      counts: { userlist_create: 1, http_request_create: 1, http_request_update: 1, server_update: 1, backend_delete: 1 },
    });
    expect(ran.stdout).not.toContain('hunter2');
  });

  it('colours where FORCE_COLOR asks for it, and not against NO_COLOR', async () => {
    const [api] = await start(1, { initialConfig: current });
    const words = ['--endpoint', api.url, '--username', user.name, '--password-env', 'PLAN_PASSWORD'];

    const [plain, forced, both] = [
      await planInProcess(fileOf(wanted), words),
      await planInProcess(fileOf(wanted), words, { env: { FORCE_COLOR: '1' } }),
      await planInProcess(fileOf(wanted), words, { env: { FORCE_COLOR: '1', NO_COLOR: '1' } }),
    ];

    expect([plain.stdout.includes('\u001b'), forced.stdout.includes('\u001b[32m+ userlist people'), both.stdout.includes('\u001b')]).toEqual([false, true, false]);
  });

  it('takes the configuration from standard input', async () => {
    const [api] = await start(1, { initialConfig: current });

    const ran = await planInProcess('-', ['--endpoint', api.url, '--username', user.name, '--password-env', 'PLAN_PASSWORD'], { stdin: current });

    expect(ran.stdout).toContain('nothing differs');
  });

  it('is wrong usage without an endpoint, without a file, and with one that is not there', async () => {
    await expect(planInProcess(fileOf(current), [])).rejects.toThrow(UsageError);
    expect(usageLine('Not enough non-option arguments: got 0, need at least 1', ['plan'], {})).toBe('no FILE was named; give a configuration, a folder with one, or "-" for standard input');
    await expect(planInProcess('/nowhere/haproxy.cfg', ['--endpoint', 'http://127.0.0.1:1'])).rejects.toThrow('/nowhere/haproxy.cfg is not there');
  });
});
