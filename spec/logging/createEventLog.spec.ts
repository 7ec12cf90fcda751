import { PassThrough } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import type { PipelineEvent } from '../../lib/events/types.js';
import { createEventLog } from '../../lib/logging/createEventLog.js';
import { createLogger } from '../../lib/logging/createLogger.js';
import { describeEvent } from '../../lib/logging/describeEvent.js';

/** What is logged of an event. */
async function logged(event: PipelineEvent, level: 'info' | 'debug' = 'info'): Promise<string> {
  const output = new PassThrough();
  createEventLog(await createLogger({ output, format: 'json', level }))(event);
  return String(output.read() ?? '');
}

const quiet: readonly PipelineEvent[] = [
  { type: 'TemplateRenderedEvent', haproxyConfig: 'global\n' },
  { type: 'ValidationCompletedEvent' },
  { type: 'HAProxyPodsDiscoveredEvent', endpoints: [] },
  { type: 'DriftPreventionTriggeredEvent' },
  { type: 'DeploymentDelayedEvent', reason: 'config_validation', because: 'no_endpoints' },
  { type: 'DeploymentStartedEvent', deploymentId: 'd', endpoints: [] },
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
    expect(await logged(event, 'debug')).toContain(event.type);
  });
});
