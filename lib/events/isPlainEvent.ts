import * as z from 'zod';
import type { InputEvent } from './types.js';
import { maxCorrelationId } from './wireFields.js';

type JsonObject = Readonly<Record<string, unknown>>;
/** Whether an object may have a field with this name and value. */
type Admits = (field: string, value: unknown) => boolean;

const dateTime = z.core.regexes.datetime({ offset: true, local: true });

const ofAny: Admits = (field, value) => {
  if (typeof value !== 'string') return false;
  switch (field) {
    case 'type':
      return true;
    case 'correlationId':
      return value.length <= maxCorrelationId;
    case 'timestamp':
      return dateTime.test(value);
    default:
      return false;
  }
};

const ofRender: Admits = (field, value) => (field === 'haproxyConfig' ? typeof value === 'string' : ofAny(field, value));
const ofDiscovery: Admits = (field, value) => (field === 'endpoints' ? isFleet(value) : ofAny(field, value));

const ofEndpoint: Admits = (field, value) => {
  if (typeof value !== 'string') return false;
  switch (field) {
    case 'url':
    case 'password':
    case 'podName':
    case 'podNamespace':
      return true;
    case 'username':
      return !value.includes(':');
    case 'passwordFile':
    case 'passwordEnv':
      return value !== '';
    default:
      return false;
  }
};

/** Longer lists are not worth a short cut, and some are to be refused unread. */
const maxPlainEntries = 10_000;
const isFleet = (value: unknown): boolean =>
  Array.isArray(value) && value.length <= maxPlainEntries && value.every((entry) => isObject(entry) && 'url' in entry && hasOnly(entry, ofEndpoint));

/**
 * Whether what `JSON.parse` gave is an event as it stands: one of a type that comes in masses, with
 * nothing but the fields that such events usually have. `false` leaves it to `parseEvent`.
 *
 * Only a short cut, for its schema comes to the same result; that takes as much time as `JSON.parse`
 * does, and this a tenth of it. What `finishEvent` does is still to be done.
 */
export function isPlainEvent(value: unknown): value is InputEvent {
  if (!isObject(value)) return false;
  switch (value.type) {
    case 'TemplateRenderedEvent':
      return 'haproxyConfig' in value && hasOnly(value, ofRender);
    case 'HAProxyPodsDiscoveredEvent':
      return 'endpoints' in value && hasOnly(value, ofDiscovery);
    case 'ValidationCompletedEvent':
    case 'DriftPreventionTriggeredEvent':
    case 'ReconcileRequestedEvent':
    case 'PauseRequestedEvent':
    case 'ResumeRequestedEvent':
    case 'BecameLeaderEvent':
    case 'LostLeadershipEvent':
      return hasOnly(value, ofAny);
    default:
      return false;
  }
}

function hasOnly(value: JsonObject, admits: Admits): boolean {
  for (const field in value) if (!admits(field, value[field])) return false;
  return true;
}

const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null;
