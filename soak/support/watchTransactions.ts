import { defer, tap } from 'rxjs';
import type { DataPlaneClient } from '../../lib/dataplane/DataPlaneClient.js';
import { DataPlaneError } from '../../lib/dataplane/errors.js';

/** Which failed transactions the deployer was told of, and what it did about them (design D9). */
export interface TransactionLedger {
  /** Told of, and not asked to be deleted: must be none once an attempt has ended. */
  readonly open: ReadonlySet<string>;
  /** Deleted by an API's word: must not be there. */
  readonly deleted: ReadonlySet<string>;
  watch(url: string, client: DataPlaneClient): DataPlaneClient;
}

export const transactionKey = (url: string, id: string): string => `${url} ${id}`;

export function createLedger(): TransactionLedger {
  const open = new Set<string>();
  const deleted = new Set<string>();
  return {
    open,
    deleted,
    watch: (url, client) => ({
      ...client,
      writeRaw: (write) =>
        client.writeRaw(write).pipe(
          tap({
            error: (error: unknown) => {
              if (error instanceof DataPlaneError && error.transactionId !== undefined) open.add(transactionKey(url, error.transactionId));
            },
          }),
        ),
      deleteTransaction: (id) =>
        defer(() => {
          open.delete(transactionKey(url, id));
          return client.deleteTransaction(id).pipe(tap({ complete: () => deleted.add(transactionKey(url, id)) }));
        }),
    }),
  };
}
