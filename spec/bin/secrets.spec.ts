import { once } from 'node:events';
import { createServer } from 'node:http';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import type { ApiVersion } from '../../lib/sandbox/ApiProfile.js';
import type { SandboxFaults } from '../../lib/sandbox/faults/SandboxFaults.js';
import { runOn } from '../support/runInProcess.js';
import { configOf, sandboxes, user } from '../support/sandboxes.js';

const fleet = sandboxes();
const folder = mkdtempSync(join(tmpdir(), 'secrets-spec-'));
afterEach(fleet.closeAll);
afterAll(() => rmSync(folder, { recursive: true }));

const site = readFileSync('spec/fixtures/sandbox.example.pem', 'utf8');
const pem = (kind: string, body: string): string => `-----BEGIN ${kind}-----\n${body}\n-----END ${kind}-----`;

/** Everything that must not be seen, each told from the others. */
const secret = {
  password: user.password,
  wrong: 'WRONGPASSWORDMARK',
  fromFile: 'FROMFILEPASSWORDMARK',
  userlist: 'USERLISTPASSWORDMARK',
  hashed: '$6$hashedmark$HASHEDPASSWORDMARK',
  stats: 'STATSPASSWORDMARK',
  header: 'QmVhcmVyQVVUSE1BUks6eA==',
  bearer: 'BEARERTOKENMARK',
  setenv: 'SETENVVALUEMARK',
  tcpCheck: 'TCPCHECKAUTHMARK',
  key: 'MIIEKEYBODYMARKMARKMARK',
};

const secretLines = [
  `  setenv API_TOKEN ${secret.setenv}`,
  `  user ops insecure-password ${secret.userlist}`,
  `  user dev password ${secret.hashed}`,
  `  stats auth ops:${secret.stats}`,
  `  http-request set-header Authorization "Basic ${secret.header}"`,
  `  http-request set-header Authorization "Bearer ${secret.bearer}"`,
  `  tcp-check send AUTH\\ ${secret.tcpCheck}\\r\\n`,
];

const config = (mark: string): string =>
  configOf(mark)
    .replace('global\n', `global\n${secretLines[0] ?? ''}\n`)
    .replace('frontend web from base\n', `userlist people\n${secretLines.slice(1, 3).join('\n')}\n\nfrontend web from base\n  stats enable\n  stats uri /stats\n${secretLines.slice(3, 6).join('\n')}\n`)
    .concat(`  option tcp-check\n${secretLines[6] ?? ''}\n`);

/** What HAProxy says when it quotes the lines that it does not like. */
const quoting = [...secretLines, ...pem('PRIVATE KEY', secret.key).split('\n'), ...site.trimEnd().split('\n')].map((line, index) => `[ALERT] (1) : config : parsing [/etc/haproxy/haproxy.cfg:${index + 1}] : unknown keyword in '${line.trim()}'`).join('\n');

const events = (mark: string): readonly object[] => [
  {
    type: 'TemplateRenderedEvent',
    correlationId: mark,
    haproxyConfig: config(mark),
    auxiliaryFiles: {
      maps: [{ path: 'hosts.map', content: `a ${secret.userlist}\n` }],
      sslCertificates: [{ path: 'site.pem', content: site }],
      generalFiles: [{ path: 'error.http', content: `HTTP/1.0 500 x\r\n\r\n${secret.bearer}\n` }],
    },
  },
  { type: 'ValidationFailedEvent', correlationId: 'other', errors: [quoting] },
  { type: 'ValidationCompletedEvent', correlationId: mark, warnings: [quoting] },
];

const named = (url: string, given: object = { password: secret.password }): object => ({ url, username: user.name, ...given });
const discovered = (...endpoints: readonly object[]): object => ({ type: 'HAProxyPodsDiscoveredEvent', endpoints });

/** Runs with everything logged, and gives all that was written by any way. */
async function allThatIsSaid(lines: readonly (string | object)[]): Promise<string> {
  const words = ['--log-level', 'trace', '--log-format', 'json', '--drain-timeout', '0', '--min-deployment-interval', '0'];
  const { out, log } = await runOn(lines, ...words, '--request-timeout', '300ms', '--reload-timeout', '300ms', '--instance-timeout', '1s');
  expect(out.items.length).toBeGreaterThan(0);
  return `${out.text()}\n${log.text()}`;
}

function expectNoSecret(said: string): void {
  const spellings = Object.values(secret).flatMap((value) => [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value), Buffer.from(`${user.name}:${value}`).toString('base64'), Buffer.from(value).toString('base64')]);
  const body = site.split('\n').filter((line) => line !== '' && !line.startsWith('-----'));
  for (const spelling of [...spellings, ...body]) expect(said).not.toContain(spelling);
}

describe('secrets', () => {
  it('design 6: a deployment that succeeds, drifts and changes shows none', async () => {
    const [api] = await fleet.start(1);

    const said = await allThatIsSaid([discovered(named(api.url)), ...events('one'), ...events('two'), { type: 'DriftPreventionTriggeredEvent' }]);

    expect(api.state.runningText).toContain(secret.userlist);
    expectNoSecret(said);
  });

  it.each<[string, SandboxFaults, RegExp]>([
    ['a refusal that quotes the configuration', { refuseConfig: quoting }, /"code":"rejected".*unknown keyword/],
    ['a reload that fails and quotes it', { failReloads: 9, reloadOutput: quoting }, /"code":"reload_failed".*unknown keyword/],
    ['an answer that quotes it', { rules: [{ effect: { kind: 'status', status: 500, message: quoting } }] }, /"code":"api_error".*unknown keyword/],
    ['an answer that quotes it for a missing route', { rules: [{ effect: { kind: 'status', status: 404, message: quoting } }] }, /incompatible/],
    ['an answer that quotes it and forbids', { rules: [{ effect: { kind: 'status', status: 403, message: quoting } }] }, /unauthorized/],
    ['an answer that is not readable', { rules: [{ effect: { kind: 'garbage' } }] }, /api_error/],
    ['a connection that is cut', { rules: [{ effect: { kind: 'drop', when: 'before' } }] }, /unreachable/],
    ['a write that is cut', { rules: [{ method: 'POST', effect: { kind: 'drop', when: 'after' } }] }, /InstanceDeploy/],
    ['silence', { rules: [{ effect: { kind: 'hang' } }] }, /timeout/],
  ])('design 6: %s shows none', async (_, faults, code) => {
    const [api] = await fleet.start(1);
    api.faults = faults;

    const said = await allThatIsSaid([discovered(named(api.url)), ...events('one')]);

    expect(said).toMatch(code);
    expectNoSecret(said);
  });

  it.each<ApiVersion>(['2.9', '3.0', '3.2'])('design 6: a wrong password shows none, though API %s may quote it', async (apiVersion) => {
    const [api] = await fleet.start(1, { apiVersion });
    const path = join(folder, 'password');
    writeFileSync(path, `${secret.fromFile}\n`);

    const said = await allThatIsSaid([discovered(named(api.url, { password: secret.wrong })), ...events('one'), discovered(named(api.url, { passwordFile: path }))]);

    expect(said).toContain('unauthorized');
    expectNoSecret(said);
  });

  it('design 6: an answer that echoes the authorization header shows none', async () => {
    const server = createServer((request, response) => {
      response.writeHead(500, { 'content-type': 'application/json' }).end(JSON.stringify({ code: 500, message: `request had ${request.headers.authorization ?? ''} and ${Buffer.from(request.headers.authorization?.slice(6) ?? '', 'base64').toString()}` }));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;

    const said = await allThatIsSaid([discovered(named(url)), ...events('one')]);
    server.close();
    server.closeAllConnections();

    expect(said).toContain('api_error');
    expectNoSecret(said);
  });

  it('design 6: events that are rejected show none', async () => {
    const password = secret.password;
    const said = await allThatIsSaid([
      `{"password":"${password}"`,
      `"${password}"`,
      password,
      discovered(named('http://127.0.0.1:1', { password: [password] })),
      discovered({ url: `http://ops:${secret.wrong}@127.0.0.1:1` }),
      { type: `${secret.wrong} ${secret.stats}` },
      { type: 'TemplateRenderedEvent', haproxyConfig: [config('x')] },
      { type: 'TemplateRenderedEvent', haproxyConfig: `${config('x')}\0` },
      { type: 'TemplateRenderedEvent', haproxyConfig: '', auxiliaryFiles: { sslCertificates: [{ path: secret.key, content: 7 }] } },
      { type: 'DeploymentCancelRequestEvent', reason: quoting },
    ]);

    expectNoSecret(said);
  });

  it('design 6: the session of the demo, its passwords marked, shows none', async () => {
    const [api] = await fleet.start(1);
    const session = readFileSync('examples/session.ndjson', 'utf8').trimEnd().split('\n');

    expectNoSecret(await allThatIsSaid([discovered(named(api.url)), ...session]));
  });
});
