import type { ApiContext } from '../ApiContext.js';
import { ApiError } from '../http/ApiError.js';
import { runtimeActions, type RuntimeAction } from '../process/runtimeActions.js';

/** Seen in messages only. */
const socket = '/var/run/haproxy-master.sock';
/** Severities up to this one are failures (facts 3). */
const worstWarning = 3;

/** Runs the actions one after another; the first that fails ends it with 500, and nothing is taken back (facts 3). */
export async function runRuntimeActions({ process, faults }: ApiContext, header: string): Promise<void> {
  for (const action of runtimeActions(header)) {
    const failure = faults.take('failRuntimeActions') ? `${socket} [3] Action refused. [${wordsOf(action)}]` : await run(action);
    if (failure !== undefined) throw new ApiError(500, `cannot execute ${action.name}: ${failure}`);
  }

  async function run(action: RuntimeAction): Promise<string | undefined> {
    if ('fault' in action) return action.fault;
    const { severity, text } = await process.execute(action.command);
    return severity <= worstWarning ? `${socket} [${severity}] ${text} [${action.command}]` : undefined;
  }
}

function wordsOf(action: RuntimeAction): string {
  return 'command' in action ? action.command : action.name;
}
