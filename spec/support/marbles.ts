import { expect } from '@jest/globals';
import { TestScheduler, type RunHelpers } from 'rxjs/testing';

interface Recorded {
  readonly frame: number;
  readonly notification?: { readonly kind: 'N' | 'E' | 'C'; readonly error?: unknown };
}

/** `toEqual` on two errors compares messages alone: compare name, code and message instead. */
const comparable = (recorded: unknown): unknown =>
  Array.isArray(recorded) ? recorded.map((entry: Recorded) => (entry.notification?.error instanceof Error ? describe(entry, entry.notification.error) : entry)) : recorded;

const describe = ({ frame }: Recorded, error: Error): unknown => ({
  frame,
  notification: { kind: 'E', name: error.name, message: error.message, code: 'code' in error ? error.code : undefined },
});

/** Runs a spec in virtual time. */
export const marbles = (body: (helpers: RunHelpers & { readonly scheduler: TestScheduler }) => void) => (): void => {
  const scheduler = new TestScheduler((actual: Recorded[], expected: Recorded[]) =>
    expect(comparable(actual)).toEqual(comparable(expected)),
  );
  scheduler.run((helpers) => body({ ...helpers, scheduler }));
};
