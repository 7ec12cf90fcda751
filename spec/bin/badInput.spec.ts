import { afterEach, describe, expect, it } from '@jest/globals';
import { runInProcess, runOn } from '../support/runInProcess.js';
import { configOf, discovery, sandboxes, validated } from '../support/sandboxes.js';

const fleet = sandboxes();
afterEach(fleet.closeAll);

const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
const rendered = (haproxyConfig: string): object => ({ type: 'TemplateRenderedEvent', haproxyConfig });
const pause = '{"type":"PauseRequestedEvent"}';
const resume = '{"type":"ResumeRequestedEvent"}';

describe('bad input through run', () => {
  it.each<[string, string | Buffer, object]>([
    ['garbage', '\u0000\u0001}{', { reason: expect.stringContaining('is no JSON') }],
    ['a string that is not closed', '{"type":"PauseReq', { reason: expect.stringMatching(/is cut off|is no JSON/) }],
    ['an array', '[]', { reason: expect.stringContaining('no JSON object') }],
    ['no type', '{}', { field: 'type' }],
    ['an unknown type', '{"type":"NoSuchEvent"}', { field: 'type', reason: expect.stringContaining('NoSuchEvent') }],
    ['the name of an inherited member for a type', '{"type":"__proto__"}', { field: 'type' }],
    ['an event of ours', '{"type":"DeploymentScheduledEvent"}', { field: 'type', reason: expect.stringContaining('written, not read') }],
    ['a field of a wrong type', '{"type":"TemplateRenderedEvent","haproxyConfig":7}', { field: 'haproxyConfig', reason: 'takes a string, got a number' }],
    ['a missing field', '{"type":"TemplateRenderedEvent"}', { field: 'haproxyConfig' }],
    ['a field that is only inherited', '{"type":"TemplateRenderedEvent","__proto__":{"haproxyConfig":"x"}}', { field: 'haproxyConfig' }],
    ['null for the list of endpoints', '{"type":"HAProxyPodsDiscoveredEvent","endpoints":null}', { field: 'endpoints', reason: 'takes an array, got null; write [] for none' }],
    ['an endpoint with credentials in its URL', '{"type":"HAProxyPodsDiscoveredEvent","endpoints":[{"url":"http://u:hunter42@a"}]}', { field: 'endpoints[0].url' }],
    ['a NUL byte in the configuration', JSON.stringify(rendered('global\n\0')), { field: 'haproxyConfig', reason: expect.stringContaining('NUL byte in line 2') }],
    ['half a surrogate pair', '{"type":"TemplateRenderedEvent","haproxyConfig":"\\ud800"}', { field: 'haproxyConfig' }],
    ['100,000 levels', deep, { reason: expect.stringContaining('no JSON object') }],
    ['100,000 levels in a field', `{"type":"HAProxyPodsDiscoveredEvent","endpoints":${deep}}`, { field: 'endpoints[0]' }],
    ['100,000 levels that do not close', '['.repeat(100_000), { reason: expect.stringMatching(/is cut off|is no JSON/) }],
    ['two events', `${pause}${resume}`, { reason: expect.stringContaining('write one event a line') }],
    ['bytes that are no UTF-8', Buffer.from([0x22, 0xff, 0xfe, 0x22]), { reason: 'is not UTF-8' }],
    ['a byte order mark that is not at the start', `\ufeff${pause}`, { reason: expect.stringContaining('is no JSON') }],
  ])('design 6: rejects %s with its line, and deploys what comes after it', async (_, line, rejection) => {
    const [api] = await fleet.start(1);
    const { stdin, out, code } = runInProcess(['--events', 'results']);

    stdin.write(`${JSON.stringify(discovery([api]))}\r\n\r\n`);
    stdin.write(line);
    stdin.end(`\r\n${validated('one').map((event) => JSON.stringify(event)).join('\r\n')}`);

    expect(await code).toBe(0);
    expect(out.items[0]).toMatchObject({ type: 'EventRejectedEvent', line: 3, ...rejection });
    expect(out.items.filter(({ type }) => type === 'EventRejectedEvent')).toHaveLength(1);
    expect(out.text()).not.toContain('hunter42');
    expect(api.state.runningText).toContain('X-Mark one');
  });

  it.each<[string, string]>([
    ['unknown fields, however deep', `{"type":"PauseRequestedEvent","x":${deep}}`],
    ['fields named like members of every object', '{"type":"PauseRequestedEvent","__proto__":{"type":"x"},"constructor":1,"hasOwnProperty":2}'],
    ['null for absent', '{"type":"PauseRequestedEvent","correlationId":null,"timestamp":null,"coalescible":null}'],
    ['a byte order mark at the start', `\ufeff${pause}`],
    ['blanks around an event', `  \t${pause} \t\r`],
    ['a type that is written twice, the last one', `{"type":"NoSuchEvent","type":"PauseRequestedEvent"}`],
  ])('design 6: takes %s on purpose', async (_, line) => {
    const { out, log, code } = await runOn([line, resume], '--log-level', 'info', '--log-format', 'json');

    expect(code).toBe(0);
    expect(out.items).toEqual([]);
    expect(log.items[0]).toContain('"paused"');
  });

  it('design 6: takes a configuration with carriage returns, a byte order mark or no end of line', async () => {
    const [api] = await fleet.start(1);
    const odd = `\ufeff${configOf('odd').replaceAll('\n', '\r\n').trimEnd()}`;

    const { code } = await runOn([discovery([api]), rendered(odd), { type: 'ValidationCompletedEvent' }]);

    expect(code).toBe(0);
    expect(api.state.runningText).toContain('X-Mark odd');
  });
});
