import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { bareEvent } from '../../lib/events/bareEvent.js';
import { inputSchemas } from '../../lib/events/inputSchemas.js';
import type { InputEvent } from '../../lib/events/types.js';

const types: readonly InputEvent['type'][] = [
  'TemplateRenderedEvent',
  'ValidationCompletedEvent',
  'ValidationFailedEvent',
  'HAProxyPodsDiscoveredEvent',
  'HAProxyPodTerminatedEvent',
  'DriftPreventionTriggeredEvent',
  'DeploymentCancelRequestEvent',
  'ReconcileRequestedEvent',
  'PauseRequestedEvent',
  'ResumeRequestedEvent',
  'BecameLeaderEvent',
  'LostLeadershipEvent',
];

describe('bareEvent', () => {
  it('takes an event of nothing but type and correlation id', () => {
    expect(bareEvent('PauseRequestedEvent', { type: 'PauseRequestedEvent', correlationId: 'c' })).toEqual({ type: 'PauseRequestedEvent', correlationId: 'c' });
  });

  it('leaves everything else to the schema', () => {
    expect(bareEvent('PauseRequestedEvent', { type: 'PauseRequestedEvent', timestamp: 'x' })).toBeUndefined();
    const poisoned: object = JSON.parse('{"type":"PauseRequestedEvent","__proto__":{}}');
    expect(bareEvent('PauseRequestedEvent', poisoned)).toBeUndefined();
    expect(bareEvent('PauseRequestedEvent', { type: 'PauseRequestedEvent', correlationId: 1 })).toBeUndefined();
    expect(bareEvent('TemplateRenderedEvent', { type: 'TemplateRenderedEvent' })).toBeUndefined();
  });

  it('comes to no other result than the schema', () => {
    const rest = fc.dictionary(fc.constantFrom('correlationId', 'timestamp', 'force', 'x'), fc.jsonValue());
    fc.assert(
      fc.property(fc.constantFrom(...types), rest, (type, fields) => {
        const value = { ...fields, type };
        const taken = bareEvent(type, value);

        if (taken !== undefined) expect(taken).toEqual(inputSchemas[type].parse(value));
      }),
    );
  });
});
