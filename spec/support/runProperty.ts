import process from 'node:process';
import fc from 'fast-check';

/** What a property is given and how its failure is shown. */
export interface Property<T> {
  readonly name: string;
  readonly given: fc.Arbitrary<T>;
  /** What is wrong, said in a line each; empty: nothing. What it throws is wrong, too. */
  readonly check: (given: T) => readonly string[];
  /** A diagram of what came to pass with what is left after shrinking. */
  readonly show: (given: T) => string;
  readonly runs: number;
}

/**
 * Runs a property with random scenarios and prints how many a second; `FUZZ_RUNS` makes them more or
 * fewer. A failing one is shrunk, unless `FUZZ_SHRINK` is 0, and shown with its seed: `FUZZ_SEED` and
 * `FUZZ_PATH` bring it back.
 */
export function runProperty<T>({ name, given, check, show, runs }: Property<T>): void {
  const { FUZZ_RUNS, FUZZ_SEED, FUZZ_PATH, FUZZ_SHRINK } = process.env;
  const numRuns = Number(FUZZ_RUNS ?? runs);
  const startedMs = performance.now();
  const outcome = fc.check(
    fc.property(given, (scenario) => {
      const found = check(scenario);
      if (found.length > 0) throw new Error(found.join('\n'));
    }),
    { numRuns, endOnFailure: FUZZ_SHRINK === '0', ...(FUZZ_SEED === undefined ? {} : { seed: Number(FUZZ_SEED) }), ...(FUZZ_PATH === undefined ? {} : { path: FUZZ_PATH }) },
  );
  const seconds = (performance.now() - startedMs) / 1_000;
  if (!outcome.failed) {
    process.stdout.write(`${name}: ${outcome.numRuns} runs in ${seconds.toFixed(1)} s, ${(outcome.numRuns / seconds).toFixed(0)} a second, seed ${outcome.seed}\n`);
    return;
  }
  const [left] = outcome.counterexample ?? [];
  const why = outcome.errorInstance instanceof Error ? outcome.errorInstance.message : String(outcome.errorInstance);
  throw new Error(
    [
      why,
      left === undefined ? '' : show(left),
      left === undefined ? '' : `given: ${JSON.stringify(left)}`,
      `run ${outcome.numRuns}, shrunk ${outcome.numShrinks} times; again with FUZZ_SEED=${outcome.seed} FUZZ_PATH=${outcome.counterexamplePath ?? ''}`,
    ].join('\n\n'),
  );
}
