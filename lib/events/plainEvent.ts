import * as z from 'zod';
import type { InputEvent } from './types.js';

/** Whether an object may have a field with this name and value. */
type Admits = (field: string, value: unknown) => boolean;

const dateTime = z.core.regexes.datetime({ offset: true, local: true });

const ofAny: Admits = (field, value) => {
  if (typeof value !== 'string') return false;
  switch (field) {
    case 'type':
      return true;
    case 'correlationId':
      return value.length <= 1_024;
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
const maxEntries = 10_000;
const isFleet = (value: unknown): boolean => Array.isArray(value) && value.length <= maxEntries && value.every((entry) => isObject(entry) && 'url' in entry && hasOnly(entry, ofEndpoint));

/**
 * Whether an object made of JSON is an event of this type as it stands: one that comes in masses,
 * with nothing but the fields that such events usually have. `false` leaves it to its schema to judge.
 *
 * Only a short cut, for the schema comes to the same result; it takes as much time as `JSON.parse`
 * does, and this a tenth of it.
 */
export function isPlainEvent(type: string, value: object): value is InputEvent {
  switch (type) {
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

function hasOnly(value: object, admits: Admits): boolean {
  if (!isObject(value)) return false;
  for (const field in value) if (!admits(field, value[field])) return false;
  return true;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;
