/** One command for the running process, by the names of `X-Runtime-Actions` (facts 3). */
export interface RuntimeAction {
  /** Its name in the header. */
  readonly action:
    | 'SetFrontendMaxConn'
    | 'SetServerWeight'
    | 'SetServerCheckPort'
    | 'SetServerAddr'
    | 'SetServerState'
    | 'SetServerAgentAddr'
    | 'SetServerAgentSend';
  /** In the order that the API expects, e.g. backend, server, weight. */
  readonly args: readonly string[];
}

/** What one header may hold: the API dials the runtime socket once for each action, and limits its headers to 1 MiB (design D5). */
const runtimeLimits = { maxActions: 5_000, maxBytes: 512 * 1024 } as const;

/** Whether a name or value can stand in the header: visible ASCII without the separator; there is no quoting. */
export function fitsRuntimeAction(value: string): boolean {
  return /^[\x21-\x3a\x3c-\x7e]+$/.test(value);
}

/**
 * Renders actions as the value of `X-Runtime-Actions`: no blank after `;`, since the API would skip
 * that action without a word (facts 3).
 *
 * @returns `undefined` when they do not fit the limits or a value cannot be written.
 */
export function renderRuntimeActions(
  actions: readonly RuntimeAction[],
  { maxActions, maxBytes }: { readonly maxActions: number; readonly maxBytes: number } = runtimeLimits,
): string | undefined {
  if (actions.length > maxActions || !actions.every(({ args }) => args.every(fitsRuntimeAction))) return undefined;
  const header = actions.map(({ action, args }) => [action, ...args].join(' ')).join(';');
  return header.length > maxBytes ? undefined : header;
}
