import { expect, it } from '@jest/globals';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { realProcess } from '../lib/sandbox/process/realProcess.js';
import { realClock } from '../lib/sandbox/realClock.js';
import { startSandbox } from '../lib/sandbox/startSandbox.js';
import { push } from './support/call.js';
import { cleanupAfterEach } from './support/cleanup.js';
import { startCli } from './support/cli.js';
import { eachHAProxy } from './support/eachHAProxy.js';
import { eventually } from './support/eventually.js';
import { startHAProxySandbox } from './support/haproxySandbox.js';
import { ask, startOrigin } from './support/origin.js';
import { occupiedPort } from './support/ports.js';
import { startHAProxy } from './support/startHAProxy.js';

/** A process that is not there any more. */
const isGone = (pid: number): true | undefined => {
  try {
    process.kill(pid, 0);
    return undefined;
  } catch {
    return true;
  }
};

eachHAProxy('the sandbox that runs HAProxy', (program) => {
  const cleanup = cleanupAfterEach();
  const temporary = async (): Promise<string> => {
    const folder = await mkdtemp(join(tmpdir(), 'hd-e2e-'));
    cleanup.defer(() => rm(folder, { recursive: true, force: true }));
    return folder;
  };

  it('serves what is pushed', async () => {
    const instance = await startHAProxySandbox('3.2', program, cleanup);
    const origin = await startOrigin('pushed', cleanup);

    const { status } = await push(instance, instance.configuration({ servers: [origin] }), { force_reload: true });

    expect(status).toBe(201);
    expect(await ask(instance.port)).toBe('pushed');
  });

  it('starts without any frontend, and without a stats socket in the configuration', async () => {
    const sandbox = await startSandbox({ users: [{ name: 'a', password: 'b' }], haproxy: { program: program.path }, initialConfig: 'global\n  maxconn 100\n' });
    cleanup.defer(() => sandbox.close());

    expect((await sandbox.running()).frontends).toEqual([]);
  });

  it('opens neither the stats socket nor the pid file that a configuration names', async () => {
    const folder = await temporary();
    const haproxy = await startHAProxy(program, cleanup);
    const text = haproxy.configuration().replace('  maxconn 2000\n', `  maxconn 2000\n  stats socket ${folder}/a.sock\n  pidfile ${folder}/a.pid\n`);

    expect(await haproxy.reload(text)).toMatchObject({ ok: true });

    expect(readdirSync(folder)).toEqual([]);
  });

  it('removes a file of the storage from its folder when it was removed from the storage', async () => {
    const directories = ['/etc/haproxy/general'];
    const process = await realProcess({ program: program.path, initialText: 'global\n', files: { directories, contents: new Map([['/etc/haproxy/general/a.txt', 'a']]) }, clock: realClock });
    cleanup.defer(() => process.stop());
    const path = join(process.folder, 'etc/haproxy/general/a.txt');
    expect(existsSync(path)).toBe(true);

    await process.reload('global\n', { directories, contents: new Map() });

    expect(existsSync(path)).toBe(false);
  });

  it('rejects with the words of HAProxy when it does not start', async () => {
    const folder = await temporary();
    const { port } = await occupiedPort(cleanup);
    const initialConfig = `defaults\n  mode http\n  timeout client 1s\nfrontend fe\n  bind 127.0.0.1:${port}\n`;

    const starting = startSandbox({ users: [{ name: 'a', password: 'b' }], haproxy: { program: program.path, folder }, initialConfig });

    await expect(starting).rejects.toThrow(`Binding [/etc/haproxy/haproxy.cfg:5] for frontend fe: cannot bind socket (Address already in use) for [127.0.0.1:${port}]`);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('calls a reload failed when HAProxy has ended', async () => {
    const instance = await startHAProxy(program, cleanup);
    process.kill(instance.process.masterPid, 'SIGKILL');
    await eventually('the master to end', () => Promise.resolve(isGone(instance.process.masterPid)));

    expect(await instance.reload(instance.configuration())).toMatchObject({ ok: false, output: expect.stringContaining('HAProxy has ended with SIGKILL') });
  });

  it('ends its processes and removes its folder at the end', async () => {
    const folder = await temporary();
    const instance = await startHAProxySandbox('3.2', program, cleanup, { folder });
    const pid = await instance.pid();

    await instance.sandbox.close();

    expect(readdirSync(folder)).toEqual([]);
    await eventually('the worker to end', () => Promise.resolve(isGone(pid)));
  });

  it('is ended and cleaned up even when the process of the sandbox is killed', async () => {
    const folder = await temporary();
    const cli = startCli(['sandbox', '--haproxy', program.path, '--run-haproxy'], '', cleanup, { TMPDIR: folder });
    await cli.line('HAProxyPodsDiscoveredEvent');
    const running = readdirSync(folder).find((name) => existsSync(join(folder, name, 'master.sock')));
    expect(running).toBeDefined();

    cli.child.kill('SIGKILL');

    await eventually('the folder to go', () => Promise.resolve(existsSync(join(folder, running ?? '')) ? undefined : true));
  });
});
