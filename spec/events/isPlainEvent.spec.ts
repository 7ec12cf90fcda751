import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { inputSchemas } from '../../lib/events/inputSchemas.js';
import { isPlainEvent } from '../../lib/events/isPlainEvent.js';
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
  { weight: 3, arbitrary: fc.date({ noInvalidDate: true }).map((date) => date.toISOString()) },
  { weight: 1, arbitrary: fc.constantFrom('2026-02-29T00:00:00Z', '2026-08-14', '2026-08-14T12:00:00', '2026-08-14T12:00:00+02:00', '2026-08-14T12:00Z', '', 'x') },
);
const text = fc.oneof(fc.string({ minLength: 1 }), fc.constantFrom('', 'a:b', 'c'.repeat(1_024), 'c'.repeat(1_025)));
/** Mostly a text, so that many objects are events as they stand. */
const some = fc.oneof({ weight: 30, arbitrary: text }, { weight: 1, arbitrary: fc.jsonValue() }, { weight: 1, arbitrary: fc.constantFrom(null, true, 1) });
const rarely = { weight: 1, arbitrary: some };
const entry = fc
  .tuple(
    fc.record({ url: some }),
    fc.record({ username: some, password: some, passwordFile: some, passwordEnv: some, podName: some, podNamespace: some }, { requiredKeys: [] }),
    fc.oneof({ weight: 10, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: fc.oneof(fc.record({ tls: fc.constantFrom({}, null, { caFile: 'x' }) }), fc.record({ x: some })) }),
  )
  .map((parts) => Object.assign({}, ...parts));
const endpoints = fc.oneof({ weight: 10, arbitrary: fc.array(entry, { maxLength: 3 }) }, rarely, { weight: 1, arbitrary: fc.array(some, { maxLength: 2 }) });
const meta = fc.record({ timestamp: fc.oneof({ weight: 6, arbitrary: timestamp }, rarely), correlationId: some }, { requiredKeys: [] });
const others = fc.oneof(
  { weight: 10, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: fc.dictionary(fc.constantFrom('coalescible', 'force', 'constructor', 'x', 'haproxyConfig', 'endpoints'), fc.oneof(some, fc.boolean(), endpoints), { minKeys: 1, maxKeys: 1 }) },
);
const event = fc.oneof(
  fc.record({ type: fc.constant('TemplateRenderedEvent' as const), haproxyConfig: some }),
  fc.record({ type: fc.constant('HAProxyPodsDiscoveredEvent' as const), endpoints }),
  fc.record({ type: fc.constantFrom(...types) }),
);

describe('isPlainEvent', () => {
  it.each<InputEvent>([
    { type: 'PauseRequestedEvent', correlationId: 'c', timestamp: '2026-08-14T12:00:00.000Z' },
    { type: 'TemplateRenderedEvent', haproxyConfig: '' },
    { type: 'HAProxyPodsDiscoveredEvent', endpoints: [] },
    { type: 'HAProxyPodsDiscoveredEvent', endpoints: [{ url: 'http://a:1', username: 'admin', passwordFile: '/f', podName: 'a' }] },
  ])('takes %j as it stands', (event) => {
    expect(isPlainEvent(event)).toBe(true);
    expect(inputSchemas[event.type].parse(event)).toEqual(event);
  });

  it.each<readonly [InputEvent['type'], string]>([
    ['PauseRequestedEvent', '{"type":"PauseRequestedEvent","timestamp":"x"}'],
    ['PauseRequestedEvent', '{"type":"PauseRequestedEvent","__proto__":{}}'],
    ['PauseRequestedEvent', '{"type":"PauseRequestedEvent","constructor":1}'],
    ['PauseRequestedEvent', '{"type":"PauseRequestedEvent","since":"x"}'],
    ['HAProxyPodsDiscoveredEvent', '{"type":"HAProxyPodsDiscoveredEvent","endpoints":[{"url":"http://a","zone":"x"}]}'],
    ['PauseRequestedEvent', '{"type":"PauseRequestedEvent","correlationId":1}'],
    ['TemplateRenderedEvent', '{"type":"TemplateRenderedEvent"}'],
    ['TemplateRenderedEvent', '{"type":"TemplateRenderedEvent","haproxyConfig":"","auxiliaryFiles":{}}'],
    ['HAProxyPodsDiscoveredEvent', '{"type":"HAProxyPodsDiscoveredEvent","endpoints":[{}]}'],
    ['HAProxyPodsDiscoveredEvent', '{"type":"HAProxyPodsDiscoveredEvent","endpoints":[{"url":"http://a","tls":{}}]}'],
    ['HAProxyPodsDiscoveredEvent', '{"type":"HAProxyPodsDiscoveredEvent","endpoints":[null]}'],
    ['HAProxyPodsDiscoveredEvent', '{"type":"HAProxyPodsDiscoveredEvent","endpoints":[{"url":"http://a","passwordFile":""}]}'],
    ['HAProxyPodsDiscoveredEvent', '{"type":"HAProxyPodsDiscoveredEvent","endpoints":[{"url":"http://a","passwordEnv":""}]}'],
    ['PauseRequestedEvent', `{"type":"PauseRequestedEvent","correlationId":"${'c'.repeat(1_025)}"}`],
    ['ValidationFailedEvent', '{"type":"ValidationFailedEvent","errors":[]}'],
  ])('leaves %s as in %s to the schema', (_, json) => {
    const value: unknown = JSON.parse(json);

    expect(isPlainEvent(value)).toBe(false);
  });

  it('takes endless lists no more than the schema does', () => {
    const listed = (length: number): object => ({ type: 'HAProxyPodsDiscoveredEvent', endpoints: Array.from({ length }, () => ({ url: 'http://a:1' })) });

    expect(isPlainEvent(listed(10_000))).toBe(true);
    expect(isPlainEvent(listed(10_001))).toBe(false);
  });

  it('comes to no other result than the schema', () => {
    let taken = 0;
    fc.assert(
      fc.property(event, meta, others, (kind, common, rest) => {
        const value: unknown = JSON.parse(JSON.stringify({ ...rest, ...common, ...kind }));
        if (!isPlainEvent(value)) return;
        taken += 1;

        expect(inputSchemas[kind.type].parse(value)).toEqual(value);
      }),
      { numRuns: 3_000 },
    );
    expect(taken).toBeGreaterThan(200);
  });
});
