import { describe, expect, it } from '@jest/globals';
import { fromAbortable } from '../../lib/operators/fromAbortable.js';
import { oneValue } from '../support/oneValue.js';

describe('fromAbortable', () => {
  it('emits what the promise resolves with, and completes', async () => {
    const result = await oneValue(fromAbortable(() => Promise.resolve('value')));

    expect(result).toBe('value');
  });

  it('errors with what the promise rejects with', async () => {
    const error = new Error('rejected');

    const result = oneValue(fromAbortable(() => Promise.reject(error)));

    await expect(result).rejects.toBe(error);
  });

  it('errors with what start throws', async () => {
    const error = new Error('thrown');

    const result = oneValue(
      fromAbortable(() => {
        throw error;
      }),
    );

    await expect(result).rejects.toBe(error);
  });

  it('starts anew for each subscription, and not before', async () => {
    let starts = 0;
    const source = fromAbortable(() => Promise.resolve((starts += 1)));
    expect(starts).toBe(0);

    const results = [await oneValue(source), await oneValue(source)];

    expect(results).toEqual([1, 2]);
  });

  it('aborts the signal on unsubscription, and emits nothing after it', async () => {
    const { promise, resolve } = deferred<string>();
    const seen: unknown[] = [];
    let signal: AbortSignal | undefined;
    const subscription = fromAbortable((given) => {
      signal = given;
      return promise;
    }).subscribe({ next: (value) => seen.push(value), error: (error: unknown) => seen.push(error), complete: () => seen.push('complete') });
    expect(signal?.aborted).toBe(false);

    subscription.unsubscribe();
    resolve('late');
    await promise;

    expect(signal?.aborted).toBe(true);
    expect(seen).toEqual([]);
  });

  it('drops a rejection that the abort causes', async () => {
    const seen: unknown[] = [];
    const rejected = deferred<undefined>();
    const subscription = fromAbortable(
      (signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            reject(new Error('aborted'));
            rejected.resolve(undefined);
          });
        }),
    ).subscribe({ error: (error: unknown) => seen.push(error) });

    subscription.unsubscribe();
    await rejected.promise;
    await Promise.resolve();

    expect(seen).toEqual([]);
  });

  it('does not abort the signal after the promise has settled', async () => {
    const signals: AbortSignal[] = [];
    const resolved = fromAbortable((signal) => Promise.resolve(signals.push(signal)));
    const rejected = fromAbortable((signal) => Promise.reject(new Error(String(signals.push(signal)))));

    await oneValue(resolved);
    await oneValue(rejected).catch(() => undefined);

    expect(signals.map(({ aborted }) => aborted)).toEqual([false, false]);
  });
});

function deferred<T>() {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((given) => {
    resolve = given;
  });
  return { promise, resolve };
}
