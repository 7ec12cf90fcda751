/** One action of the header as a command of the stats socket, or what is wrong with its arguments. */
export type RuntimeAction =
  | { readonly name: string; readonly command: string }
  | { readonly name: string; readonly fault: string };

const actions: Readonly<Record<string, { readonly args: number; readonly build: (args: readonly string[]) => { command: string } | { fault: string } }>> = {
  SetFrontendMaxConn: { args: 2, build: ([frontend, maxconn = '']) => (isWhole(maxconn) ? { command: `set maxconn frontend ${frontend ?? ''} ${maxconn}` } : notInteger(maxconn)) },
  SetServerWeight: { args: 3, build: ([backend, server, weight = '']) => (isWeight(weight) ? set(backend, server, `weight ${weight}`) : { fault: 'bad request' }) },
  SetServerCheckPort: { args: 3, build: ([backend, server, port = '']) => (isPort(port) ? set(backend, server, `check-port ${port}`) : isWhole(port) ? { fault: 'bad request' } : notInteger(port)) },
  SetServerAddr: { args: 4, build: ([backend, server, address = '', port = '']) => (isWhole(port) ? set(backend, server, `addr ${address}${Number(port) > 0 ? ` port ${port}` : ''}`) : notInteger(port)) },
  SetServerState: { args: 3, build: ([backend, server, state = '']) => (['ready', 'drain', 'maint'].includes(state) ? set(backend, server, `state ${state}`) : { fault: 'bad request' }) },
  EnableAgentCheck: { args: 2, build: ([backend, server]) => ({ command: `enable agent ${backend ?? ''}/${server ?? ''}` }) },
  DisableAgentCheck: { args: 2, build: ([backend, server]) => ({ command: `disable agent ${backend ?? ''}/${server ?? ''}` }) },
  SetServerAgentAddr: { args: 3, build: ([backend, server, address = '']) => set(backend, server, `agent-addr ${address}`) },
  SetServerAgentSend: { args: 3, build: ([backend, server, text = '']) => set(backend, server, `agent-send ${text}`) },
};

/**
 * Reads `X-Runtime-Actions` as the API does (facts 3): `;` between actions, single blanks between words,
 * nothing trimmed; an unknown name is passed over without a word, and so is one behind a blank.
 */
export function runtimeActions(header: string): readonly RuntimeAction[] {
  return header.split(';').flatMap((part) => {
    const [name = '', ...args] = part.split(' ');
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
    if (action === undefined) return [];
    return [{ name, ...(args.length < action.args ? { fault: 'not enough parameters' } : action.build(args)) }];
  });
}

function set(backend: string | undefined, server: string | undefined, change: string): { command: string } {
  return { command: `set server ${backend ?? ''}/${server ?? ''} ${change}` };
}

function notInteger(value: string): { fault: string } {
  return { fault: `strconv.Atoi: parsing "${value}": invalid syntax` };
}

function isWhole(value: string): boolean {
  return /^-?\d+$/.test(value);
}

function isPort(value: string): boolean {
  return isWhole(value) && Number(value) >= 1 && Number(value) <= 65_535;
}

function isWeight(value: string): boolean {
  const [, digits, percent] = /^(\d+)(%?)$/.exec(value) ?? [];
  return digits !== undefined && Number(digits) <= (percent === '%' ? 100 : 256);
}
