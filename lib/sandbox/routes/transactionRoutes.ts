import type { ApiContext } from '../ApiContext.js';
import { withoutHead } from '../config/head.js';
import { ApiError } from '../http/ApiError.js';
import { invalid } from '../http/Query.js';
import { services, type Reply, type Route } from '../http/Route.js';
import { checkVersion, commitConfig, foreignCommit } from '../state/commitConfig.js';
import { maxOpenTransactions, type Transaction } from '../state/Transactions.js';

/** `transactions` (facts 5). */
export function transactionRoutes(context: ApiContext): readonly Route[] {
  const { store, transactions, profile, newId } = context;
  const one = `${services}/transactions/{id}`;
  return [
    {
      method: 'POST',
      path: `${services}/transactions`,
      handle: ({ query }) => {
        query.required('version');
        const version = query.whole('version');
        checkVersion(context, version);
        if (transactions.open.length >= maxOpenTransactions) {
          throw new ApiError(429, `cannot start a new transaction, reached the maximum amount of ${maxOpenTransactions} active transactions available`);
        }
        const transaction: Transaction = { id: newId(), version, status: 'in_progress', text: withoutHead(store.memoryText) };
        transactions.put(transaction);
        return { status: 201, body: shown(transaction) };
      },
    },
    {
      method: 'GET',
      path: `${services}/transactions`,
      handle: ({ query }) => {
        const status = query.text('status');
        if (status !== undefined && status !== 'in_progress' && status !== 'failed') throw invalid(profile.router, 606, 'status in query should be one of [failed in_progress]');
        return { status: 200, body: transactions.all.filter((transaction) => status === undefined || transaction.status === status).map(shown) };
      },
    },
    { method: 'GET', path: one, handle: ({ params: { id = '' } }) => ({ status: 200, body: shown(known(context, id)) }) },
    { method: 'PUT', path: one, handle: ({ params: { id = '' }, query }) => commit(context, id, query.flag('force_reload')) },
    {
      method: 'DELETE',
      path: one,
      handle: ({ params: { id = '' } }) => {
        transactions.remove(known(context, id).id);
        return { status: 204 };
      },
    },
  ];
}

async function commit(context: ApiContext, id: string, force: boolean): Promise<Reply> {
  const { transactions, reloads, commits } = context;
  const { version } = await commits.run(async () => {
    const transaction = known(context, id);
    if (transaction.status !== 'in_progress') throw new ApiError(406, `transaction ${id} is ${transaction.status}`);
    if (context.faults.take('conflicts')) foreignCommit(context);
    try {
      checkVersion(context, transaction.version);
    } catch (error) {
      transactions.put({ ...transaction, status: 'outdated' });
      throw error;
    }
    await commitConfig(context, { text: transaction.text, version: transaction.version + 1, transactionId: id, baseVersion: transaction.version });
    transactions.remove(id);
    transactions.outdate(transaction.version);
    return transaction;
  });
  const body = { _version: version, id, status: 'success' };
  if (!force) return { status: 202, headers: { 'Reload-Id': await reloads.schedule() }, body };
  const result = await reloads.force();
  if (!result.ok) throw new ApiError(400, `Reload failed: exit status 1, ${result.output}`);
  return { status: 200, body };
}

function known({ transactions }: ApiContext, id: string): Transaction {
  const transaction = transactions.find(id);
  if (transaction === undefined) throw new ApiError(404, `transaction ${id} does not exist`);
  return transaction;
}

function shown({ id, version, status }: Transaction): { _version: number; id: string; status: string } {
  return { _version: version, id, status };
}
