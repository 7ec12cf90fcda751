import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { inputSchemas } from '../../lib/events/inputSchemas.js';
import { isPlainEvent } from '../../lib/events/plainEvent.js';
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

const timestamp = fc.oneof(
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc.constantFrom('2026-02-29T00:00:00Z', '2026-08-14', '2026-08-14T12:00:00', '2026-08-14T12:00:00+02:00', '2026-08-14T12:00Z', '', 'x'),
);
const text = fc.oneof(fc.string(), fc.constantFrom('', 'a:b', 'c'.repeat(1_024), 'c'.repeat(1_025)));
const some = fc.oneof({ weight: 4, arbitrary: text }, fc.jsonValue(), fc.constantFrom(null, true, 1));
const entry = fc.record(
  { url: some, username: some, password: some, passwordFile: some, passwordEnv: some, podName: some, podNamespace: some, tls: fc.constantFrom({}, null, { caFile: 'x' }), x: some },
  { requiredKeys: [] },
);
const fields = fc.record(
  {
    timestamp: fc.oneof({ weight: 3, arbitrary: timestamp }, some),
    correlationId: some,
    coalescible: fc.boolean(),
    haproxyConfig: some,
    endpoints: fc.oneof({ weight: 4, arbitrary: fc.array(fc.oneof({ weight: 6, arbitrary: entry }, some), { maxLength: 3 }) }, some),
    force: fc.boolean(),
    constructor: some,
  },
  { requiredKeys: [] },
);

describe('isPlainEvent', () => {
  it.each<InputEvent>([
    { type: 'PauseRequestedEvent', correlationId: 'c', timestamp: '2026-08-14T12:00:00.000Z' },
    { type: 'TemplateRenderedEvent', haproxyConfig: '' },
    { type: 'HAProxyPodsDiscoveredEvent', endpoints: [] },
    { type: 'HAProxyPodsDiscoveredEvent', endpoints: [{ url: 'http://a:1', username: 'admin', passwordFile: '/f', podName: 'a' }] },
  ])('takes %j as it stands', (event) => {
    expect(isPlainEvent(event.type, event)).toBe(true);
    expect(inputSchemas[event.type].parse(event)).toEqual(event);
  });

  it.each<readonly [InputEvent['type'], string]>([
    ['PauseRequestedEvent', '{"type":"PauseRequestedEvent","timestamp":"x"}'],
    ['PauseRequestedEvent', '{"type":"PauseRequestedEvent","__proto__":{}}'],
    ['PauseRequestedEvent', '{"type":"PauseRequestedEvent","constructor":1}'],
    ['PauseRequestedEvent', '{"type":"PauseRequestedEvent","correlationId":1}'],
    ['TemplateRenderedEvent', '{"type":"TemplateRenderedEvent"}'],
    ['TemplateRenderedEvent', '{"type":"TemplateRenderedEvent","haproxyConfig":"","auxiliaryFiles":{}}'],
    ['HAProxyPodsDiscoveredEvent', '{"type":"HAProxyPodsDiscoveredEvent","endpoints":[{}]}'],
    ['HAProxyPodsDiscoveredEvent', '{"type":"HAProxyPodsDiscoveredEvent","endpoints":[{"url":"http://a","tls":{}}]}'],
    ['HAProxyPodsDiscoveredEvent', '{"type":"HAProxyPodsDiscoveredEvent","endpoints":[null]}'],
    ['ValidationFailedEvent', '{"type":"ValidationFailedEvent","errors":[]}'],
  ])('leaves %s as in %s to the schema', (type, json) => {
    const value: object = JSON.parse(json);

    expect(isPlainEvent(type, value)).toBe(false);
  });

  it('comes to no other result than the schema', () => {
    fc.assert(
      fc.property(fc.constantFrom(...types), fields, (type, rest) => {
        const value: object = JSON.parse(JSON.stringify({ ...rest, type }));

        if (isPlainEvent(type, value)) expect(inputSchemas[type].parse(value)).toEqual(value);
      }),
      { numRuns: 3_000 },
    );
  });
});
