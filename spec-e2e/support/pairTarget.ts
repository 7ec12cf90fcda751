import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RealProcess } from '../../lib/sandbox/process/realProcess.js';
import { call } from './call.js';
import { eventually } from './eventually.js';
import type { Instance, Target } from './Instance.js';
import { freePort, occupiedPort } from './ports.js';
import type { Program } from './programs.js';
import { spawned, type Spawned } from './spawned.js';
import { startHAProxy } from './startHAProxy.js';

const user = { name: 'admin', password: 'adminpwd' };

/** How the API brings about a reload. */
export type Reloading =
  /** By the master's socket, which tells the outcome; HAProxy 2.7 and later. */
  | 'master'
  /** By a command that only signals: failures go unnoticed (facts 4). */
  | 'signal'
  /** Like `signal`, but the command takes 3 seconds. */
  | 'slow';

/** One real dataplaneapi with one real HAProxy, laid out as facts 9 tells. */
export function pairTarget(api: Program, haproxyProgram: Program, reloading: Reloading = haproxyProgram.version === '2.6' ? 'signal' : 'master'): Target {
  return {
    name: `dataplaneapi ${api.version} with HAProxy ${haproxyProgram.version}, reloading by ${reloading}`,
    noticesFailedReloads: reloading === 'master',
    start: async (cleanup) => {
      const haproxy = await startHAProxy(haproxyProgram, cleanup);
      const apiPort = await freePort();
      const file = join(haproxy.process.folder, 'dataplaneapi.yml');
      const [major = '3', minor = '0'] = api.version.split(/[.-]/);
      await layOut(haproxy.process, reloading);
      let running: Spawned | undefined;
      cleanup.defer(() => running?.stop());
      const instance: Instance = {
        url: `http://127.0.0.1:${apiPort}`,
        base: major === '2' ? '/v2' : '/v3',
        minor: Number(minor),
        username: user.name,
        password: user.password,
        configuration: haproxy.configuration,
        takenPort: async (scope) => (await occupiedPort(scope)).port,
        port: haproxy.port,
        restartApi: async () => {
          running?.kill('SIGKILL');
          await running?.stop();
          // The API rewrites its own file at each start.
          await writeFile(file, settings(haproxy.process, haproxyProgram.path, apiPort, major, reloading));
          running = await spawned(api.path, ['-f', file]);
          await eventually(`dataplaneapi ${api.version}`, async () => ((await call(instance, 'GET', '/info')).status === 200 ? true : undefined));
        },
      };
      await instance.restartApi();
      return instance;
    },
  };
}

async function layOut({ folder, masterPid }: RealProcess, reloading: Reloading): Promise<void> {
  for (const name of ['tx', 'bak', 'maps', 'ssl', 'general', 'spoe', 'spoe-tx', 'dpa']) await mkdir(join(folder, name));
  const command = ['#!/bin/sh', ...(reloading === 'slow' ? ['sleep 3'] : []), `exec kill -USR2 ${masterPid}`, ''].join('\n');
  await writeFile(join(folder, 'reload.sh'), command, { mode: 0o755 });
}

function settings({ folder, configFile, masterSocket }: RealProcess, program: string, port: number, major: string, reloading: Reloading): string {
  const at = (name: string): string => join(folder, name);
  return [
    'config_version: 2',
    'name: e2e',
    'dataplaneapi:',
    '  host: 127.0.0.1',
    `  port: ${port}`,
    '  scheme: [http]',
    `  user: [{name: ${user.name}, password: ${user.password}, insecure: true}]`,
    `  transaction: {transaction_dir: ${at('tx')}, backups_dir: ${at('bak')}, backups_number: 5, max_open_transactions: 20}`,
    '  resources:',
    `    maps_dir: ${at('maps')}`,
    `    ssl_certs_dir: ${at('ssl')}`,
    `    general_storage_dir: ${at('general')}`,
    `    spoe_dir: ${at('spoe')}`,
    `    spoe_transaction_dir: ${at('spoe-tx')}`,
    ...(major === '2' ? [] : [`    dataplane_storage_dir: ${at('dpa')}`]),
    'haproxy:',
    `  config_file: ${configFile}`,
    `  haproxy_bin: ${program}`,
    '  master_worker_mode: true',
    ...(reloading === 'master' ? [`  master_runtime: ${masterSocket}`] : []),
    `  reload: {reload_delay: 1, reload_strategy: custom, reload_cmd: ${at('reload.sh')}, restart_cmd: ${at('reload.sh')}}`,
    'log_targets: [{log_to: stdout, log_level: info, log_types: [access, app]}]',
    '',
  ].join('\n');
}
