import type { MapEntry, RunningBackend, RunningFrontend, RunningServer, RunningState } from './HaproxyProcess.js';

/** Reads one row of a table by the name of a column. */
type Row = (column: string) => string;

/** Reads the state of a worker over its stats socket. An agent's words are not shown there. */
export async function readRunning(ask: (command: string) => Promise<string>): Promise<RunningState> {
  const frontends = rowsOf(await ask('show stat -1 1 -1'), ',').map((row): RunningFrontend => ({ name: row('pxname'), maxconn: Number(row('slim')) }));
  return { frontends, backends: toBackends(rowsOf(await ask('show servers state'), ' ')), maps: await readMaps(ask) };
}

/** Rows of a table whose first line, after `# `, names the columns. */
function rowsOf(table: string, separator: string): readonly Row[] {
  const lines = table.split('\n');
  const head = lines.findIndex((line) => line.startsWith('# '));
  const columns = new Map(lines[head]?.slice(2).split(separator).map((name, index) => [name, index]));
  return lines
    .slice(head + 1)
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const values = line.split(separator);
      return (column) => values[columns.get(column) ?? -1] ?? '';
    });
}

function toBackends(rows: readonly Row[]): readonly RunningBackend[] {
  const servers = new Map<string, RunningServer[]>();
  for (const row of rows) {
    const known = servers.get(row('be_name'));
    if (known === undefined) servers.set(row('be_name'), [toServer(row)]);
    else known.push(toServer(row));
  }
  // HAProxy does not tell its balancing here; what it refuses it refuses by itself.
  return [...servers].map(([name, own]) => ({ name, dynamicWeights: true, servers: own }));
}

/** Bits of the admin state: maintenance by command, by another server, from the file; drain by command, by another server (facts, at run time). */
const bits = { maint: 0x23, drain: 0x18, enabled: 0x04 };

function toServer(row: Row): RunningServer {
  const text = (column: string): string => (row(column) === '-' ? '' : row(column));
  const has = (column: string, bit: number): boolean => (Number(row(column)) & bit) !== 0;
  return {
    id: Number(row('srv_id')),
    name: text('srv_name'),
    address: text('srv_addr'),
    port: Number(row('srv_port')),
    weight: Number(row('srv_uweight')),
    initialWeight: Number(row('srv_iweight')),
    adminState: has('srv_admin_state', bits.maint) ? 'maint' : has('srv_admin_state', bits.drain) ? 'drain' : 'ready',
    checked: has('srv_check_state', bits.enabled),
    checkPort: Number(row('srv_check_port')),
    agentEnabled: has('srv_agent_state', bits.enabled),
    agentAddress: text('srv_agent_addr'),
    agentSend: '',
  };
}

async function readMaps(ask: (command: string) => Promise<string>): Promise<ReadonlyMap<string, readonly MapEntry[]>> {
  const maps = new Map<string, readonly MapEntry[]>();
  for (const [, id = '', path = ''] of (await ask('show map')).matchAll(/^(\d+) \((\S+)\)/gm)) {
    const entries = [...(await ask(`show map #${id}`)).matchAll(/^(0x[0-9a-f]+) (\S+) ?(.*)$/gm)];
    maps.set(path, entries.map(([, entry = '', key = '', value = '']) => ({ id: entry, key, value })));
  }
  return maps;
}
