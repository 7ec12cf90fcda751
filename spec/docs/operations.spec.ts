import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { withReference } from '../../lib/deployer/withReference.js';
import { outputSchemas } from '../../lib/events/outputSchemas.js';

const handbook = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');
const headings = [...handbook.matchAll(/^### `(\w+)`$/gm)].map(([, code]) => code);

describe('the handbook', () => {
  it('has a paragraph for every error code, in the order of the README, and for no other', () => {
    expect(headings).toEqual([...outputSchemas.RetryScheduledEvent.shape.code.options]);
  });

  it('is what the hints of an error name', () => {
    const { hints } = withReference({ code: 'reload_failed', message: 'm', stage: 'reload', hints: ['See the log.'] });

    expect(hints).toEqual(['See the log.', 'More in docs/operations.md#reload_failed.']);
    expect(withReference({ code: 'cancelled', message: 'm', stage: 'plan', hints: [] }).hints).toEqual([]);
  });

  it.each([
    ['DeploymentDelayedEvent', ['min_deployment_interval', 'deployment_in_progress', 'no_endpoints', 'no_validated_configuration', 'paused']],
    ['DeploymentSkippedEvent', ['already_deployed', 'left_to_retry', 'nothing_validated', 'no_eligible_endpoint']],
  ] as const)('explains every cause that a %s can give', (type, causes) => {
    expect([...outputSchemas[type].shape.because.options].sort()).toEqual([...causes].sort());
    expect(causes.filter((cause) => !handbook.includes(`\`${cause}\``))).toEqual([]);
  });
});
