import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { HaproxyProcess, MapEntry, RunningBackend, RunningFrontend, RunningServer } from '../../lib/sandbox/process/HaproxyProcess.js';
import type { FileSet } from '../../lib/sandbox/state/FileStore.js';
import type { RunningHAProxy } from './startHAProxy.js';

/**
 * A real HAProxy in the place of the sandbox's one in memory.
 *
 * Folders of the storage lie under the instance's own folder, and the stats socket too: their paths
 * are bent on the way in and straightened on the way out, so that the API sees its own.
 */
export function realProcess(haproxy: RunningHAProxy, initialText: string): HaproxyProcess {
  let running = initialText;
  let directories: readonly string[] = [];
  const bend = (text: string): string => directories.reduce((bent, directory) => bent.replaceAll(`${directory}/`, `${haproxy.folder}${directory}/`), text);
  const straighten = (text: string): string => directories.reduce((bent, directory) => bent.replaceAll(`${haproxy.folder}${directory}/`, `${directory}/`), text);
  const ownSocket = (text: string): string => text.replace(/^(\s*stats socket )\S+.*$/m, `$1${haproxy.folder}/stats.sock mode 600 level admin expose-fd listeners`);

  return {
    get running() {
      return running;
    },
    reload: async (text, files) => {
      directories = files.directories;
      await layOut(files, haproxy.folder);
      const { ok, output } = await haproxy.reload(ownSocket(bend(text)));
      if (ok) running = text;
      return { ok, output: straighten(output) };
    },
    info: async () => {
      const info = await haproxy.runtime('show info');
      const number = (name: string): number => Number(new RegExp(`^${name}: (\\d+)$`, 'm').exec(info)?.[1]);
      return { pid: number('Pid'), uptimeSeconds: number('Uptime_sec') };
    },
    execute: async (command) => {
      const answer = straighten(await haproxy.runtime(`set severity-output number; ${bend(command)}`)).trim();
      const [, severity, text] = /^\[(\d)\]: (.*)/s.exec(answer) ?? [];
      return severity === undefined || text === undefined ? { severity: 6, text: answer } : { severity: Number(severity), text: text.trim() };
    },
    state: async () => ({ frontends: await frontends(haproxy), backends: await backends(haproxy), maps: await maps(haproxy, straighten) }),
  };
}

async function layOut({ directories, contents }: FileSet, folder: string): Promise<void> {
  for (const directory of directories) await mkdir(join(folder, directory), { recursive: true });
  for (const [path, content] of contents) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content, 'latin1');
  }
}

/** Rows of a table whose first line, after `# `, names the columns. */
function rows(table: string, separator: string): readonly ReadonlyMap<string, string>[] {
  const lines = table.split('\n');
  const head = lines.findIndex((line) => line.startsWith('# '));
  const names = lines[head]?.slice(2).split(separator) ?? [];
  return lines
    .slice(head + 1)
    .filter((line) => line.trim() !== '')
    .map((line) => new Map(line.split(separator).map((value, index) => [names[index] ?? '', value])));
}

async function frontends(haproxy: RunningHAProxy): Promise<readonly RunningFrontend[]> {
  return rows(await haproxy.runtime('show stat'), ',')
    .filter((row) => row.get('svname') === 'FRONTEND')
    .map((row) => ({ name: row.get('pxname') ?? '', maxconn: Number(row.get('slim')) }));
}

async function backends(haproxy: RunningHAProxy): Promise<readonly RunningBackend[]> {
  const servers = rows(await haproxy.runtime('show servers state'), ' ');
  const names = new Set(servers.map((row) => row.get('be_name') ?? ''));
  return [...names].map((name) => ({
    name,
    // HAProxy does not tell its balancing here; what it refuses it refuses by itself.
    dynamicWeights: true,
    servers: servers.filter((row) => row.get('be_name') === name).map(toServer),
  }));
}

function toServer(row: ReadonlyMap<string, string>): RunningServer {
  const number = (column: string): number => Number(row.get(column));
  const text = (column: string): string => (row.get(column) === '-' ? '' : (row.get(column) ?? ''));
  const admin = number('srv_admin_state');
  return {
    id: number('srv_id'),
    name: text('srv_name'),
    address: text('srv_addr'),
    port: number('srv_port'),
    weight: number('srv_uweight'),
    initialWeight: number('srv_iweight'),
    adminState: (admin & 0x23) !== 0 ? 'maint' : (admin & 0x18) !== 0 ? 'drain' : 'ready',
    checked: (number('srv_check_state') & 0x04) !== 0,
    checkPort: number('srv_check_port'),
    agentEnabled: (number('srv_agent_state') & 0x04) !== 0,
    agentAddress: text('srv_agent_addr'),
    agentSend: '',
  };
}

async function maps(haproxy: RunningHAProxy, straighten: (text: string) => string): Promise<ReadonlyMap<string, readonly MapEntry[]>> {
  const listed = [...(await haproxy.runtime('show map')).matchAll(/^(\d+) \((\S+)\)/gm)];
  const found = new Map<string, readonly MapEntry[]>();
  for (const [, id = '', path = ''] of listed) {
    const entries = [...(await haproxy.runtime(`show map #${id}`)).matchAll(/^(0x[0-9a-f]+) (\S+) ?(.*)$/gm)];
    found.set(straighten(path), entries.map(([, entry = '', key = '', value = '']) => ({ id: entry, key, value })));
  }
  return found;
}
