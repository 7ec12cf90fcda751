import fc from 'fast-check';

/**
 * Random input and a random deployer, to be played in virtual time. Contents are
 * called `0` to `5`, endpoints `h1` to `h4`.
 */

type Trigger = 'content' | 'render' | 'validate' | 'fail' | 'fleet' | 'lose' | 'win' | 'pause' | 'resume' | 'drift' | 'cancel' | 'reconcile';

export interface Command {
  readonly afterMs: number;
  readonly trigger: Trigger;
  readonly number: number;
}

export interface EndPlan {
  readonly afterMs: number;
  readonly how: 'ok' | 'unreachable' | 'unknown' | 'unauthorized' | 'unexpected' | 'silent';
}

export interface DeployerPlan {
  readonly ends: readonly EndPlan[];
  readonly onCancel: { readonly afterMs: number; readonly how: 'reports' | 'completes' | 'nothing' };
}

export interface Scenario {
  readonly commands: readonly Command[];
  readonly plans: readonly DeployerPlan[];
  readonly intervalMs: number;
  readonly runtimeIntervalMs: number;
  readonly runtimeOnly: boolean;
  /** Content numbers that `h1` refuses. */
  readonly refused: readonly number[];
}

const wait = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 300 }));

/** Any scenario. */
export const scenario: fc.Arbitrary<Scenario> = fc.record({
  commands: fc.array(
    fc.record({
      afterMs: wait,
      trigger: fc.constantFrom<Trigger[]>(
        'content', 'content', 'content', 'render', 'validate', 'fail', 'fleet', 'fleet', 'lose', 'win', 'pause', 'resume', 'drift', 'cancel', 'reconcile',
      ),
      number: fc.nat({ max: 5 }),
    }),
    { maxLength: 40 },
  ),
  plans: fc.array(
    fc.record({
      ends: fc.array(
        fc.record({
          afterMs: wait,
          how: fc.constantFrom<EndPlan['how'][]>('ok', 'ok', 'ok', 'unreachable', 'unknown', 'unauthorized', 'unexpected', 'silent'),
        }),
        { minLength: 4, maxLength: 4 },
      ),
      onCancel: fc.record({ afterMs: wait, how: fc.constantFrom<DeployerPlan['onCancel']['how'][]>('reports', 'completes', 'nothing') }),
    }),
    { minLength: 1, maxLength: 6 },
  ),
  intervalMs: fc.constantFrom(0, 1, 20, 100),
  runtimeIntervalMs: fc.constantFrom(0, 5, 20),
  runtimeOnly: fc.boolean(),
  refused: fc.uniqueArray(fc.nat({ max: 5 }), { maxLength: 2 }),
});
