import type * as z from 'zod';
import { describeIssue } from './describeIssue.js';
import { dropNulls } from './dropNulls.js';
import { finishEvent } from './finishEvent.js';
import { InputError } from './InputError.js';
import { inputSchemas } from './inputSchemas.js';
import { outputSchemas } from './outputSchemas.js';
import type { InputEvent } from './types.js';

/** Lists beyond this are refused unread: every wrong entry of one would become an object of its own. */
const maxEntries = 100_000;

type Parse = (value: object) => InputEvent | InputError;

/**
 * Turns a JSON value into the event that it is, as a whole, or says why it is none (design 6).
 *
 * Unknown fields are dropped, and an optional one that is `null` counts as absent. URLs of endpoints become identities, their base paths `basePath`.
 * Never throws, and never quotes a value in the error but the name of an unknown type.
 *
 * @example Events of somebody else, the bad ones left out
 * ```ts
 * import { InputError, parseEvent } from 'haproxy-deployer';
 *
 * const lines = ['{"type":"PauseRequestedEvent","since":1}', '{"type":"PleaseDeploy"}'];
 * for (const line of lines) {
 *   const event = parseEvent(JSON.parse(line));
 *   console.log(event instanceof InputError ? event.message : event);
 * }
 * // → { type: 'PauseRequestedEvent' }
 * // → names no known event: PleaseDeploy
 * ```
 */
export function parseEvent(value: unknown): InputEvent | InputError {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return new InputError('is no JSON object with a type');
  }
  const type = 'type' in value ? value.type : undefined;
  if (typeof type !== 'string') return new InputError('is missing or no string; it names the event', { field: 'type' });
  const parse = parsers.get(type);
  return parse === undefined ? new InputError(unknownType(type), { field: 'type' }) : parse(value);
}

function unknownType(type: string): string {
  if (Object.hasOwn(outputSchemas, type)) return `${type} is written, not read`;
  return /^\w{1,64}$/.test(type) ? `names no known event: ${type}` : 'names no known event';
}

/** Reads by a schema, then as `finishEvent` does. */
function parser<T extends InputEvent>(schema: z.ZodType<T>, lists: readonly string[] = []): Parse {
  return (value) => {
    const long = lists.length === 0 ? undefined : tooLong(value, lists, '');
    if (long !== undefined) return new InputError(`takes at most ${maxEntries} entries`, { field: long });
    const { success, data, error } = schema.safeParse(dropNulls(value));
    return success ? finishEvent(data) : describeIssue(error, value);
  };
}

function tooLong(value: object, lists: readonly string[], prefix: string): string | undefined {
  for (const name of lists) {
    if (!(name in value)) continue;
    const list: unknown = Object.getOwnPropertyDescriptor(value, name)?.value;
    if (Array.isArray(list) && list.length > maxEntries) return prefix + name;
    if (name === 'auxiliaryFiles' && typeof list === 'object' && list !== null) {
      const inner = tooLong(list, Object.keys(inputSchemas.TemplateRenderedEvent.shape.auxiliaryFiles.unwrap().shape), 'auxiliaryFiles.');
      if (inner !== undefined) return inner;
    }
  }
  return undefined;
}

const parsers: ReadonlyMap<string, Parse> = new Map<InputEvent['type'], Parse>([
  ['TemplateRenderedEvent', parser(inputSchemas.TemplateRenderedEvent, ['auxiliaryFiles'])],
  ['ValidationCompletedEvent', parser(inputSchemas.ValidationCompletedEvent, ['warnings'])],
  ['ValidationFailedEvent', parser(inputSchemas.ValidationFailedEvent, ['errors'])],
  ['HAProxyPodsDiscoveredEvent', parser(inputSchemas.HAProxyPodsDiscoveredEvent, ['endpoints'])],
  ['HAProxyPodTerminatedEvent', parser(inputSchemas.HAProxyPodTerminatedEvent)],
  ['DriftPreventionTriggeredEvent', parser(inputSchemas.DriftPreventionTriggeredEvent)],
  ['DeploymentCancelRequestEvent', parser(inputSchemas.DeploymentCancelRequestEvent, ['endpoints'])],
  ['ReconcileRequestedEvent', parser(inputSchemas.ReconcileRequestedEvent, ['endpoints'])],
  ['PauseRequestedEvent', parser(inputSchemas.PauseRequestedEvent)],
  ['ResumeRequestedEvent', parser(inputSchemas.ResumeRequestedEvent)],
  ['BecameLeaderEvent', parser(inputSchemas.BecameLeaderEvent)],
  ['LostLeadershipEvent', parser(inputSchemas.LostLeadershipEvent)],
]);
