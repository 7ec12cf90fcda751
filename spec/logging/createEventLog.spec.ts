import { PassThrough } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import type { InputEvent, PipelineEvent } from '../../lib/events/types.js';
import { createEventLog } from '../../lib/logging/createEventLog.js';
import { createLogger } from '../../lib/logging/createLogger.js';
import { describeEvent } from '../../lib/logging/describeEvent.js';

/** What is logged of an event at the default level. */
async function logged(event: PipelineEvent): Promise<string> {
  const output = new PassThrough();
  createEventLog(await createLogger({ output, format: 'json' }))(event);
  return String(output.read() ?? '');
}

const quiet: readonly InputEvent[] = [
  { type: 'TemplateRenderedEvent', haproxyConfig: 'global\n' },
  { type: 'ValidationCompletedEvent' },
  { type: 'HAProxyPodsDiscoveredEvent', endpoints: [] },
  { type: 'DriftPreventionTriggeredEvent' },
];

describe('createEventLog', () => {
  it.each([
    [{ type: 'TemplateRenderedEvent', haproxyConfig: 'global' }, 'without a final newline'],
    [{ type: 'TemplateRenderedEvent', haproxyConfig: '\uFEFFglobal\n' }, 'with a byte order mark'],
    [{ type: 'ValidationFailedEvent', errors: ['no such file'] }, 'no such file'],
    [{ type: 'PauseRequestedEvent' }, 'paused'],
  ] as const)('logs what somebody may have to look at: %j', async (event, words) => {
    expect(await logged(event)).toContain(words);
  });

  it.each(quiet)('keeps quiet about $type, of which there are many', async (event) => {
    expect(describeEvent(event)?.level).toBe('debug');
    expect(await logged(event)).toBe('');
  });
});
