import { expect } from '@jest/globals';
import { TestScheduler, type RunHelpers } from 'rxjs/testing';

interface Recorded {
  readonly frame: number;
  readonly notification: { readonly kind: 'N' | 'E' | 'C'; readonly error?: unknown };
}

/** `toEqual` on two errors compares messages alone: compare name, code and message instead. */
const comparable = (recorded: readonly Recorded[]): unknown =>
  Array.isArray(recorded)
    ? recorded.map(({ frame, notification }) =>
        notification?.error instanceof Error
          ? {
              frame,
              notification: {
                kind: 'E',
                error: {
                  name: notification.error.name,
                  message: notification.error.message,
                  code: 'code' in notification.error ? notification.error.code : undefined,
                },
              },
            }
          : { frame, notification },
      )
    : recorded;

/** Runs a spec in virtual time. */
export const marbles = (body: (helpers: RunHelpers & { readonly scheduler: TestScheduler }) => void) => (): void => {
  const scheduler = new TestScheduler((actual: Recorded[], expected: Recorded[]) =>
    expect(comparable(actual)).toEqual(comparable(expected)),
  );
  scheduler.run((helpers) => body({ ...helpers, scheduler }));
};
