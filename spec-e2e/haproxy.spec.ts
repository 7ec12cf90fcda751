import { expect, it } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cleanupAfterEach } from './support/cleanup.js';
import { fingerprint } from './support/configuration.js';
import { eventually } from './support/eventually.js';
import { occupiedPort } from './support/ports.js';
import { eachHAProxy } from './support/eachHAProxy.js';
import { check, startHAProxy } from './support/startHAProxy.js';

/** What the plan and the proof of a reload rest on, as HAProxy itself does it. */
eachHAProxy('HAProxy', (program) => {
  const cleanup = cleanupAfterEach();

  it('D8 replaces its worker in a reload', async () => {
    const haproxy = await startHAProxy(program, cleanup);
    const before = await haproxy.workerPid();

    const reload = await haproxy.reload(haproxy.configuration({ servers: [18082] }));

    expect(reload.ok).toBe(true);
    expect(await haproxy.workerPid()).not.toBe(before);
    expect(await haproxy.runtime('show servers state be')).toContain(' 18082 ');
  });

  it('D8 replaces its worker once more in a second reload, sent when its master is ready again', async () => {
    const haproxy = await startHAProxy(program, cleanup);
    const pids = new Set([await haproxy.workerPid()]);

    for (const port of [18082, 18083]) {
      expect(await haproxy.reload(haproxy.configuration({ servers: [port] }))).toMatchObject({ ok: true });
      pids.add(await haproxy.workerPid());
    }

    expect(pids.size).toBe(3);
    expect(await haproxy.runtime('show servers state be')).toContain(' 18083 ');
  });

  it('D8a keeps its worker when the new configuration binds a port that another process has, though it passed the check', async () => {
    const haproxy = await startHAProxy(program, cleanup);
    const before = await haproxy.workerPid();
    const taken = await occupiedPort(cleanup);

    const reload = await haproxy.reload(haproxy.configuration({ ports: [haproxy.port, taken.port], servers: [18082] }));

    expect(await check(program.path, haproxy.process.configFile)).toMatchObject({ code: 0 });
    expect(reload.ok).toBe(false);
    expect(reload.output).toContain(`cannot bind socket (Address already in use) for [127.0.0.1:${taken.port}]`);
    expect(await haproxy.workerPid()).toBe(before);
    expect(await haproxy.runtime('show servers state be')).toContain(' 18081 ');
  });

  it('D5b refuses an unknown keyword with file and line', async () => {
    const haproxy = await startHAProxy(program, cleanup);
    const candidate = join(haproxy.process.folder, 'candidate.cfg');
    const text = haproxy.configuration({ backend: ['nonsense here'] });
    await writeFile(candidate, text);

    const { code, output } = await check(program.path, candidate);

    const line = text.split('\n').indexOf('  nonsense here') + 1;
    expect(code).toBe(1);
    expect(output).toContain(`parsing [${candidate}:${line}] : unknown keyword 'nonsense' in 'backend' section`);
  });

  it('7 refuses a server whose name does not resolve, at the check already', async () => {
    const haproxy = await startHAProxy(program, cleanup);
    const candidate = join(haproxy.process.folder, 'candidate.cfg');
    await writeFile(candidate, haproxy.configuration({ backend: ['server named nosuch.invalid:80'] }));

    const { code, output } = await check(program.path, candidate);

    expect(code).toBe(1);
    expect(output).toContain("'server be/named' : could not resolve address 'nosuch.invalid'");
  });

  it('D5a takes the fingerprint line on top as a comment', async () => {
    const haproxy = await startHAProxy(program, cleanup);
    const candidate = join(haproxy.process.folder, 'candidate.cfg');
    await writeFile(candidate, haproxy.configuration({ top: ['# _md5hash=0', '# _version=1', fingerprint('a')] }));

    expect(await check(program.path, candidate)).toMatchObject({ code: 0 });
  });

  it.each([
    ['set server be/s1 addr 127.0.0.2 port 9002', "IP changed from '127.0.0.1' to '127.0.0.2', port changed from '18081' to '9002'"],
    ['set server be/s1 weight 300', 'Absolute weight can only be between 0 and 256 inclusive.'],
    ['set server be/nope weight 1', 'No such server.'],
    ['set server be/s1 state nope', "expects 'ready', 'drain' and 'maint'"],
    ['set server be/s1 addr nosuch.invalid', "Invalid addr 'nosuch.invalid'"],
    ['set maxconn frontend nope 5', 'No such frontend.'],
  ])('D5 answers %j with words of its own', async (command, answer) => {
    const haproxy = await startHAProxy(program, cleanup);

    expect(await haproxy.runtime(command)).toContain(answer);
  });

  it('D5 takes a weight in percent as a share of the weight in the file', async () => {
    const haproxy = await startHAProxy(program, cleanup);

    expect((await haproxy.runtime('set server be/s1 weight 50%')).trim()).toBe('');

    expect((await haproxy.runtime('get weight be/s1')).trim()).toBe('5 (initial 10)');
  });

  it('D5 loses run-time values in a reload', async () => {
    const haproxy = await startHAProxy(program, cleanup);
    await haproxy.runtime('set server be/s1 addr 127.0.0.2 port 9002');

    await haproxy.reload(haproxy.configuration());

    expect(await haproxy.runtime('show servers state be')).toMatch(/ s1 127\.0\.0\.1 .* 18081 /);
  });

  it('R5 shows maintenance by command as another state than `disabled` in the file', async () => {
    const haproxy = await startHAProxy(program, cleanup);
    const adminState = async (): Promise<string | undefined> => (await haproxy.runtime('show servers state be')).split('\n').find((line) => line.includes(' s1 '))?.split(' ')[6];

    expect(await adminState()).toBe('0');
    await haproxy.runtime('set server be/s1 state maint');
    expect(await adminState()).toBe('1');

    await haproxy.reload(haproxy.configuration().replace('weight 10', 'weight 10 disabled'));

    expect(await adminState()).toBe('5');
  });

  it('D8 ends every process it started when its master is told to stop', async () => {
    const haproxy = await startHAProxy(program, cleanup);
    const worker = await haproxy.workerPid();

    await haproxy.process.stop();

    await eventually('the worker to end', () => {
      try {
        process.kill(worker, 0);
        return Promise.resolve(undefined);
      } catch {
        return Promise.resolve(true);
      }
    });
  });
});
