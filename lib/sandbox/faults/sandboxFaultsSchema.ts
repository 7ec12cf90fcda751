import * as z from 'zod';
import type { FaultEffect, FaultRule, SandboxFaults } from './SandboxFaults.js';

const count = z.int().min(0);
const ms = z.number().min(0).max(2_147_483_647);

const effect: z.ZodType<FaultEffect> = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('delay'), ms }),
  z.strictObject({ kind: z.literal('hang') }),
  z.strictObject({ kind: z.literal('drop'), when: z.enum(['before', 'after']) }),
  z.strictObject({ kind: z.literal('status'), status: z.int().min(400).max(599), message: z.string().optional() }),
  z.strictObject({ kind: z.literal('garbage') }),
  z.strictObject({ kind: z.literal('endless') }),
]);

const rule: z.ZodType<FaultRule> = z.strictObject({
  method: z.string().optional(),
  path: z.string().optional(),
  times: count.optional(),
  effect,
});

/** What `PUT /sandbox/faults` takes. */
export const sandboxFaultsSchema: z.ZodType<SandboxFaults> = z.strictObject({
  rules: z.array(rule).optional(),
  refuseConfig: z.string().optional(),
  refuseTimes: count.optional(),
  conflicts: count.optional(),
  failReloads: count.optional(),
  reloadOutput: z.string().optional(),
  silentReloadFailures: count.optional(),
  killBeforeReload: count.optional(),
  reloadMs: ms.optional(),
  failRuntimeActions: count.optional(),
});
