import * as z from 'zod';
import type { InputEvent } from './types.js';

type Check = (value: unknown) => boolean;
/** A check for each field that is looked at here, by its name. */
type Fields = ReadonlyMap<string, Check>;

const isText: Check = (value) => typeof value === 'string';
const isFilled: Check = (value) => typeof value === 'string' && value !== '';
const dateTime = z.core.regexes.datetime({ offset: true, local: true });

const meta: readonly (readonly [string, Check])[] = [
  ['type', isText],
  ['correlationId', (value) => typeof value === 'string' && value.length <= 1_024],
  ['timestamp', (value) => typeof value === 'string' && dateTime.test(value)],
];

const endpoint: Fields = new Map([
  ['url', isText],
  ['username', (value) => typeof value === 'string' && !value.includes(':')],
  ['password', isText],
  ['passwordFile', isFilled],
  ['passwordEnv', isFilled],
  ['podName', isText],
  ['podNamespace', isText],
]);

/** Longer lists are not worth a short cut, and some are to be refused unread. */
const maxEntries = 10_000;
const isFleet: Check = (value) => Array.isArray(value) && value.length <= maxEntries && value.every((entry) => holds(entry, endpoint, 'url'));

const bare = new Map(meta);
const plainTypes: ReadonlyMap<string, readonly [fields: Fields, required: string]> = new Map([
  ['TemplateRenderedEvent', [new Map([...meta, ['haproxyConfig', isText]]), 'haproxyConfig']],
  ['HAProxyPodsDiscoveredEvent', [new Map([...meta, ['endpoints', isFleet]]), 'endpoints']],
  ['ValidationCompletedEvent', [bare, 'type']],
  ['DriftPreventionTriggeredEvent', [bare, 'type']],
  ['ReconcileRequestedEvent', [bare, 'type']],
  ['PauseRequestedEvent', [bare, 'type']],
  ['ResumeRequestedEvent', [bare, 'type']],
  ['BecameLeaderEvent', [bare, 'type']],
  ['LostLeadershipEvent', [bare, 'type']],
]);

/**
 * Whether an object made of JSON is an event of this type as it stands: one that comes in masses,
 * with nothing but the fields that such events usually have. `false` leaves it to its schema to judge.
 *
 * Only a short cut, for the schema comes to the same result; it takes as much time as `JSON.parse`
 * does, and this a tenth of it.
 */
export function isPlainEvent(type: string, value: object): value is InputEvent {
  const plain = plainTypes.get(type);
  return plain !== undefined && holds(value, ...plain);
}

/** Whether an object has this field, and no other than these with values that they take. */
function holds(value: unknown, fields: Fields, required: string): boolean {
  if (!isObject(value)) return false;
  let isThere = false;
  for (const field in value) {
    if (fields.get(field)?.(value[field]) !== true) return false;
    if (field === required) isThere = true;
  }
  return isThere;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;
