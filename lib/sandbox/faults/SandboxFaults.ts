import * as z from 'zod';

const count = z.int().min(0);
const ms = z.number().min(0).max(2_147_483_647);

const effect = z.discriminatedUnion('kind', [
  /** Waits before the request is looked at. */
  z.strictObject({ kind: z.literal('delay'), ms }),
  /** Takes the request and never answers. */
  z.strictObject({ kind: z.literal('hang') }),
  /** Cuts the connection instead of an answer: before anything was done, or after it was. */
  z.strictObject({ kind: z.literal('drop'), when: z.enum(['before', 'after']) }),
  /** Answers so, without doing anything. */
  z.strictObject({ kind: z.literal('status'), status: z.int().min(400).max(599), message: z.string().optional() }),
  /** Answers 200 with bytes that are no JSON and no configuration. */
  z.strictObject({ kind: z.literal('garbage') }),
  /** Answers 200 with text that does not end. */
  z.strictObject({ kind: z.literal('endless') }),
]);

const rule = z.strictObject({
  /** Absent: any. */
  method: z.string().optional(),
  /** Path with the base and without the query; `*` stands for any characters. Absent: any. */
  path: z.string().optional(),
  /** Requests that the rule still holds for; absent: all. */
  times: count.optional(),
  effect,
});

/** Everything that a sandbox can be told to do wrong. What is absent goes right. */
export const sandboxFaultsSchema = z.strictObject({
  /** Every matching rule that waits is heeded, and the first one of the others. */
  rules: z.array(rule).optional(),
  /** What HAProxy says against every configuration: pushes and `only_validate` end in 400. */
  refuseConfig: z.string().optional(),
  /** Pushes that this still holds for; absent: all. */
  refuseTimes: count.optional(),
  /** A foreign commit lands just before each of the next so many pushes: 409. */
  conflicts: count.optional(),
  /** The next so many reloads fail. */
  failReloads: count.optional(),
  /** What HAProxy says on a reload that fails. */
  reloadOutput: z.string().optional(),
  /** The next so many reloads change nothing and are reported as a success, as behind a `reload_cmd` that only signals (facts 4). */
  silentReloadFailures: count.optional(),
  /** The API is killed and started again instead of each of the next so many scheduled reloads (facts 4). */
  killBeforeReload: count.optional(),
  /** How long every reload takes, in milliseconds. */
  reloadMs: ms.optional(),
  /** The next so many runtime actions fail. */
  failRuntimeActions: count.optional(),
});

/** What a sandbox is to do wrong. */
export type SandboxFaults = z.infer<typeof sandboxFaultsSchema>;
/** Which requests go wrong, how often, and how. */
export type FaultRule = z.infer<typeof rule>;
/** How a request goes wrong. */
export type FaultEffect = z.infer<typeof effect>;
