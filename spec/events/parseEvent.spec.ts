import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { InputError } from '../../lib/events/InputError.js';
import { inputSchemas } from '../../lib/events/inputSchemas.js';
import { parseEvent } from '../../lib/events/parseEvent.js';

const rendered = { type: 'TemplateRenderedEvent', haproxyConfig: 'global\n' };
const discovered = (...endpoints: unknown[]): unknown => ({ type: 'HAProxyPodsDiscoveredEvent', endpoints });

const refused = (value: unknown): { readonly field: string | undefined; readonly message: string } => {
  const result = parseEvent(value);
  if (!(result instanceof InputError)) throw new Error(`taken: ${JSON.stringify(result)}`);
  return { field: result.field, message: result.message };
};

describe('parseEvent', () => {
  it.each([
    { ...rendered, timestamp: '2030-01-31T12:00:00.123456789+01:00', correlationId: 'c', coalescible: true },
    {
      ...rendered,
      auxiliaryFiles: {
        maps: [{ path: '/maps/a.map', content: 'a b\n' }],
        sslCertificates: [{ path: 'a.pem', content: '' }],
        sslCaFiles: [],
        crtListFiles: [],
        generalFiles: [{ path: './500.http', content: 'x' }],
      },
      contentChecksum: 'abc',
      triggerReason: 'x',
    },
    { type: 'ValidationCompletedEvent', warnings: ['w'], durationMs: 1.5, triggerReason: 'x' },
    { type: 'ValidationFailedEvent', errors: ['e'], triggerReason: 'x' },
    { type: 'HAProxyPodsDiscoveredEvent', endpoints: [] },
    { type: 'HAProxyPodTerminatedEvent', podName: 'p', podNamespace: '' },
    { type: 'DriftPreventionTriggeredEvent', timeSinceLastDeploymentMs: 0 },
    { type: 'DeploymentCancelRequestEvent', reason: 'r', deploymentId: 'd', endpoints: ['http://a:80'] },
    { type: 'ReconcileRequestedEvent', endpoints: ['http://a:80'], force: true },
    { type: 'PauseRequestedEvent' },
    { type: 'ResumeRequestedEvent' },
    { type: 'BecameLeaderEvent' },
    { type: 'LostLeadershipEvent' },
  ])('design 6: takes $type as it is', (event) => {
    expect(parseEvent(event)).toEqual(event);
  });

  it('design 3: turns URLs into identities, everything else is data of the entry', () => {
    const tls = { caFile: 'ca.pem', certFile: 'c.pem', keyFile: 'k.pem', serverName: 's', insecureSkipVerify: false };
    const entry = { username: 'admin', password: 'p:w', passwordFile: '/f', passwordEnv: 'E', podName: 'p', podNamespace: 'n', tls };

    expect(parseEvent(discovered({ url: 'HTTPS://A/v3', ...entry }, { url: 'http://b:1' }))).toEqual({
      type: 'HAProxyPodsDiscoveredEvent',
      endpoints: [{ url: 'https://a:443', basePath: 'v3', ...entry }, { url: 'http://b:1' }],
    });
    expect(parseEvent({ type: 'ReconcileRequestedEvent', endpoints: ['http://A/v2'] })).toHaveProperty('endpoints', ['http://a:80']);
  });

  it('design 6: drops unknown fields, also those with names of Object.prototype', () => {
    const event: unknown = JSON.parse(
      '{"type":"PauseRequestedEvent","x":{"y":1},"__proto__":{"correlationId":"evil"},"constructor":1,"toString":null}',
    );

    const taken = parseEvent(event);

    expect(Object.entries(taken)).toEqual([['type', 'PauseRequestedEvent']]);
    expect(taken).not.toHaveProperty('correlationId');
  });

  it('design 6: takes null in an optional field for an absent one, as Go writes nil', () => {
    const files = { maps: null, generalFiles: [{ path: 'a', content: 'b' }] };

    expect(parseEvent({ ...rendered, correlationId: null, contentChecksum: null, auxiliaryFiles: files })).toEqual({
      ...rendered,
      auxiliaryFiles: { generalFiles: files.generalFiles },
    });
    expect(parseEvent({ ...rendered, auxiliaryFiles: null })).toEqual(rendered);
    expect(parseEvent({ type: 'ValidationCompletedEvent', warnings: null, correlationId: null })).toEqual({ type: 'ValidationCompletedEvent' });
    expect(parseEvent(discovered({ url: 'http://a:1', password: null, tls: { caFile: null } }, { url: 'http://b:1', tls: null }))).toEqual(
      discovered({ url: 'http://a:1', tls: {} }, { url: 'http://b:1' }),
    );
  });

  it('takes no inherited field for one of the event', () => {
    expect(refused(JSON.parse('{"type":"ValidationFailedEvent","__proto__":{"errors":[]}}'))).toMatchObject({ field: 'errors' });
  });

  it.each([
    [null, undefined, /JSON object/],
    [[rendered], undefined, /JSON object/],
    ['TemplateRenderedEvent', undefined, /JSON object/],
    [{}, 'type', /missing/],
    [{ type: 1 }, 'type', /no string/],
    [{ type: 'NoSuchEvent' }, 'type', /NoSuchEvent/],
    [{ type: '__proto__' }, 'type', /no known event/],
    [{ type: 'constructor' }, 'type', /no known event/],
    [{ type: 'InstanceDeployedEvent' }, 'type', /written, not read/],
    [{ type: 'InputEndedEvent' }, 'type', /no known event/],
    [{ type: 'TemplateRenderedEvent' }, 'haproxyConfig', 'is missing; it takes a string'],
    [{ ...rendered, haproxyConfig: null }, 'haproxyConfig', 'takes a string, got null'],
    [{ ...rendered, haproxyConfig: ['x'] }, 'haproxyConfig', 'takes a string, got an array'],
    [{ type: 'HAProxyPodsDiscoveredEvent', endpoints: null }, 'endpoints', 'takes an array, got null; write [] for none'],
    [{ type: 'HAProxyPodsDiscoveredEvent', endpoints: [null] }, 'endpoints[0]', 'takes an object, got null'],
    [{ ...rendered, timestamp: 'yesterday' }, 'timestamp', /ISO 8601/],
    [{ ...rendered, correlationId: 7 }, 'correlationId', 'takes a string, got a number'],
    [{ ...rendered, coalescible: 'true' }, 'coalescible', 'takes a boolean, got a string'],
    [{ ...rendered, auxiliaryFiles: [] }, 'auxiliaryFiles', /object/],
    [{ ...rendered, auxiliaryFiles: { maps: [{ path: 'a' }] } }, 'auxiliaryFiles.maps[0].content', /missing/],
    [{ type: 'ValidationFailedEvent', errors: ['a', 1] }, 'errors[1]', 'takes a string, got a number'],
    [{ type: 'ValidationCompletedEvent', durationMs: Number.NaN }, 'durationMs', /a number/],
    [{ type: 'ValidationCompletedEvent', durationMs: JSON.parse('1e999') }, 'durationMs', /out of range/],
    [{ type: 'ValidationCompletedEvent', durationMs: 1e300 }, 'durationMs', /at most/],
    [{ type: 'ValidationCompletedEvent', durationMs: -1 }, 'durationMs', /at least 0/],
    [{ type: 'HAProxyPodTerminatedEvent', podName: '', podNamespace: 'n' }, 'podName', /empty/],
    [{ type: 'DeploymentCancelRequestEvent', reason: 'r', endpoints: ['http://a', 'b'] }, 'endpoints[1]', /http/],
    [discovered({ url: 'http://a' }, { url: 'ftp://b' }), 'endpoints[1].url', /http/],
    [discovered({ url: 'http://a' }, 'http://b'), 'endpoints[1]', /an object, got a string/],
    [discovered({ url: 'http://a', tls: { caFile: 1 } }), 'endpoints[0].tls.caFile', /string/],
    [discovered({ url: 'http://a', username: 'a:b' }), 'endpoints[0].username', /colon/],
  ])('design 6: refuses %j as a whole, naming %s', (value, field, reason) => {
    const { field: named, message } = refused(value);

    expect(named).toBe(field);
    expect(message).toMatch(reason);
  });

  it('design 3: refuses a list with two entries of one identity', () => {
    const list = discovered({ url: 'http://b' }, { url: 'http://A:80/v2' }, { url: 'http://c' }, { url: 'http://a/v3' });

    expect(refused(list)).toEqual({ field: 'endpoints[3].url', message: expect.stringContaining('endpoints[1].url') });
  });

  it('refuses a configuration with a NUL byte, naming its line', () => {
    expect(refused({ ...rendered, haproxyConfig: 'a\nb\nc\0\n' })).toEqual({ field: 'haproxyConfig', message: expect.stringContaining('line 3') });
  });

  it('refuses text that cannot be stored as UTF-8', () => {
    expect(refused({ ...rendered, haproxyConfig: '# \ud800\n' })).toMatchObject({ field: 'haproxyConfig' });
  });

  it.each(['', '/', 'maps/', '.', '..', 'a/..', 'a\0b', '\0/a'])('refuses a file whose path is %j', (path) => {
    const generalFiles = [{ path: 'good', content: '' }, { path, content: '' }];

    expect(refused({ ...rendered, auxiliaryFiles: { generalFiles } })).toMatchObject({ field: 'auxiliaryFiles.generalFiles[1].path' });
  });

  it('refuses lists without end before it looks at their entries', () => {
    const endless = Array.from({ length: 100_001 }, () => 1);

    expect(refused({ type: 'ValidationFailedEvent', errors: endless })).toMatchObject({ field: 'errors' });
    expect(refused({ ...rendered, auxiliaryFiles: { maps: endless } })).toMatchObject({ field: 'auxiliaryFiles.maps' });
  });

  it('never quotes a secret', () => {
    const secret = 'hunter42';
    const bad: readonly unknown[] = [
      discovered({ url: `http://admin:${secret}@a` }),
      discovered({ url: 'http://a', password: [secret] }),
      discovered({ url: 'http://a', username: `${secret}:${secret}` }),
      discovered({ url: 1, password: secret }),
      { ...rendered, haproxyConfig: `${secret}\0` },
      { ...rendered, auxiliaryFiles: { maps: [{ path: `${secret}/`, content: secret }] } },
      { type: `${secret}://x` },
      { type: 'ReconcileRequestedEvent', endpoints: [`http://u:${secret}@a`] },
    ];

    for (const value of bad) expect(JSON.stringify(refused(value))).not.toContain(secret);
  });

  it('gives an event or an InputError for any JSON value', () => {
    const type = fc.constantFrom(...Object.keys(inputSchemas));
    const fields = fc.dictionary(
      fc.constantFrom('haproxyConfig', 'auxiliaryFiles', 'errors', 'endpoints', 'reason', 'podName', 'timestamp', '__proto__', 'durationMs'),
      fc.oneof(fc.jsonValue(), fc.array(fc.record({ url: fc.oneof(fc.string(), fc.webUrl()), path: fc.string() }, { requiredKeys: [] }))),
    );
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), fc.tuple(type, fields).map(([name, rest]) => ({ ...rest, type: name }))), (value) => {
        const result = parseEvent(value);
        if (result instanceof InputError) expect(result.message).not.toBe('');
        else expect(Object.keys(inputSchemas)).toContain(result.type);
      }),
    );
  });

  it('takes deep nesting for what it is', () => {
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;

    expect(parseEvent(JSON.parse(`{"type":"PauseRequestedEvent","x":${deep}}`))).toEqual({ type: 'PauseRequestedEvent' });
    expect(refused(JSON.parse(`{"type":"ValidationFailedEvent","errors":${deep}}`))).toMatchObject({ field: 'errors[0]' });
  });
});
