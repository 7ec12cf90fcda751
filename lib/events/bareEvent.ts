import type { InputEvent } from './types.js';

/** Types that require nothing but their name. */
const bareTypes = [
  'ValidationCompletedEvent',
  'DriftPreventionTriggeredEvent',
  'ReconcileRequestedEvent',
  'PauseRequestedEvent',
  'ResumeRequestedEvent',
  'BecameLeaderEvent',
  'LostLeadershipEvent',
] as const satisfies readonly InputEvent['type'][];

type BareType = (typeof bareTypes)[number];

const isBareType = (type: string): type is BareType => bareTypes.some((bare) => bare === type);

/**
 * Takes an event that has nothing but a type and perhaps a correlation id; `undefined` for any
 * other, which is for its schema to judge.
 *
 * Only a short cut: the schema comes to the same result, in as much time as `JSON.parse` takes for
 * so short a line, and these are the events that come in masses.
 */
export function bareEvent(type: string, value: object): InputEvent | undefined {
  if (!isBareType(type)) return undefined;
  for (const key in value) {
    if (key !== 'type' && key !== 'correlationId') return undefined;
  }
  if (!('correlationId' in value)) return { type };
  const { correlationId } = value;
  return typeof correlationId === 'string' ? { type, correlationId } : undefined;
}
