import { describe, expect, it } from '@jest/globals';
import type { TestScheduler, RunHelpers } from 'rxjs/testing';
import type { DeployerOptions } from '../../lib/deployer/options.js';
import type { PipelineEvent } from '../../lib/events/types.js';
import { cancelRequested, content } from '../support/events.js';
import { FakeApi } from '../support/fakeApi.js';
import type { FakeApiOptions } from '../support/fakeApi.js';
import { marbles } from '../support/marbles.js';
import { fleet, older, runDeployer, runDeployments, scheduledFor, wanted } from '../support/runDeployer.js';

type Helpers = RunHelpers & { readonly scheduler: TestScheduler };

/** A text as some deployer wrote it. */
const fingerprinted = (text: string, { name = 'default', checksum = wanted.checksum, at = 1, by = 'reload' } = {}): string =>
  `# haproxy-deployer fp=1:${checksum} name=${name} at=${at} by=${by}\n\n${text}`;

/** Deploys to one endpoint and tells how it ended. */
function deploy(helpers: Helpers, api: FakeApi, input = '-S', more: { options?: Partial<DeployerOptions>; events?: Record<string, PipelineEvent> } = {}): string[] {
  const told: string[] = [];
  runDeployer(helpers, { input, apis: [api], ...more }).subscribe((word) => {
    if (!/^(start|done)/.test(word)) told.push(word);
  });
  helpers.flush();
  return told;
}

const one = (helpers: Helpers, options: Partial<FakeApiOptions> = {}): FakeApi => new FakeApi({ scheduler: helpers.scheduler, ...options });

describe('deployToEndpoint: looking', () => {
  it('D4 costs one small request at a known endpoint', marbles((helpers) => {
    const api = one(helpers);

    const told = deploy(helpers, api, '-S 20ms S');

    expect(told).toEqual(['h1 raw', 'h1 noop']);
    expect(api.requests).toEqual(['readRaw', 'worker', 'writeRaw 1 forced', 'worker', 'version']);
  }));

  it('D4 looks at the text, the reloads and the worker of an unknown endpoint, and writes nothing when it is proved', marbles((helpers) => {
    const api = one(helpers, { text: fingerprinted('new\n') });

    const told = deploy(helpers, api);

    // The worker started after the write that the fingerprint tells of.
    expect(told).toEqual(['h1 noop']);
    expect(api.requests).toEqual(['readRaw', 'reloads', 'worker']);
  }));

  it('D4 reads the text anew where the version is not that of the last proved write', marbles((helpers) => {
    const api = one(helpers);
    helpers.scheduler.schedule(() => api.foreignWrite('other\n'), 10);

    const told = deploy(helpers, api, '-S 20ms S');

    expect(told).toEqual(['h1 raw', 'h1 drifted', 'h1 raw']);
    expect(api.running).toContain('new\n');
  }));

  it('D4 writes nothing for the sake of a fingerprint: equal content without one is no difference', marbles((helpers) => {
    const api = one(helpers, { text: 'new\n' });

    const told = deploy(helpers, api, '-S 20ms S');

    expect(told).toEqual(['h1 noop', 'h1 noop']);
    expect(api.requests).toEqual(['readRaw', 'reloads', 'worker', 'version']);
  }));

  it('D3 compares everything when forced, also at a known endpoint', marbles((helpers) => {
    const api = one(helpers);

    const told = deploy(helpers, api, '-S 20ms F');

    expect(told).toEqual(['h1 raw', 'h1 noop']);
    expect(api.requests.slice(-1)).toEqual(['readRaw']);
  }));

  it('R5 reports a drift and puts it right', marbles((helpers) => {
    const api = one(helpers);
    helpers.scheduler.schedule(() => api.foreignWrite('other\n'), 10);

    const told = deploy(helpers, api, '-S 20ms F');

    expect(told).toEqual(['h1 raw', 'h1 drifted', 'h1 raw']);
    expect(api.disk).toContain('new\n');
  }));

  it('R5 reports a drift and changes nothing in mode warn', marbles((helpers) => {
    const api = one(helpers);
    helpers.scheduler.schedule(() => api.foreignWrite('other\n'), 10);

    const told = deploy(helpers, api, '-S 20ms F', { options: { driftMode: 'warn' } });

    expect(told).toEqual(['h1 raw', 'h1 drifted', 'h1 drifted untouched']);
    expect(api.disk).toBe('other\n');
  }));

  it('R5 deploys to an endpoint that is new or behind in mode warn, too', marbles((helpers) => {
    const api = one(helpers);

    const told = deploy(helpers, api, '-F', { options: { driftMode: 'warn' } });

    expect(told).toEqual(['h1 raw']);
  }));

  it("D13 refuses an endpoint that bears another fleet's name, and writes nothing", marbles((helpers) => {
    const api = one(helpers, { text: fingerprinted('old\n', { name: 'theirs' }) });

    const told = deploy(helpers, api);

    expect(told).toEqual(['h1 rejected untouched']);
    expect(api.written).toEqual([]);
  }));

  it('D13 takes it over when allowed to', marbles((helpers) => {
    const api = one(helpers, { text: fingerprinted('old\n', { name: 'theirs' }) });

    const told = deploy(helpers, api, '-S', { options: { takeOver: true } });

    expect(told).toEqual(['h1 drifted', 'h1 raw']);
    expect(api.disk).toContain('name=default');
  }));

  it('D8 follows a reload that somebody asked for before it takes the text for what runs', marbles((helpers) => {
    const api = one(helpers, { text: 'new\n', reloadDelayMs: 9 });
    api.foreignReload();

    const told = deploy(helpers, api);

    expect(told).toEqual(['h1 noop']);
    expect(api.requests.slice(-2)).toEqual(['reloads', 'worker']);
    expect(api.requests.filter((request) => request === 'readRaw').length).toBeGreaterThan(1);
  }));

  it('D8 follows a reload that never ends to the limit of the instance', marbles((helpers) => {
    const api = one(helpers, { text: 'new\n' });
    api.foreignReload({ never: true });

    const told = deploy(helpers, api, '-S', { options: { instanceTimeoutMs: 50 } });

    expect(told).toEqual(['h1 timeout untouched']);
  }));

  it('D8 pushes once where nothing proves that the fingerprinted text runs', marbles((helpers) => {
    const api = one(helpers, { text: fingerprinted('new\n', { at: 9_999_999_999 }) });

    const told = deploy(helpers, api);

    expect(told).toEqual(['h1 raw']);
    expect(api.written).toEqual(['new\n']);
  }));

  it('D8 knows the worker that was proved to run the content, also when the version has changed', marbles((helpers) => {
    const api = one(helpers);
    // As after a restart of the API: another version, the same text and worker.
    helpers.scheduler.schedule(() => (api.version = 1), 10);

    const told = deploy(helpers, api, '-S 20ms S');

    expect(told).toEqual(['h1 raw', 'h1 noop']);
  }));
});

describe('deployToEndpoint: writing', () => {
  it('D5a pushes the text as it is under a fingerprint and a blank line', marbles((helpers) => {
    const api = one(helpers);

    deploy(helpers, api);

    expect(api.disk).toBe(fingerprinted('new\n', { at: 1_700_000_000 }).replace('by=reload', 'by=reload version=2 before=100'));
  }));

  it.each([
    ['drops a byte order mark', '\uFEFFnew\n'],
    ['adds a missing final newline', 'new'],
  ])('D5a %s and changes nothing else', (_what, text) => marbles((helpers) => {
    const api = one(helpers);

    deploy(helpers, api, '-S', { events: { S: scheduledFor([api], {}, content(text)) } });

    expect(api.written).toEqual(['new\n']);
  })());

  it('D7 reads and compares anew after a version conflict, up to three times, after a moment of chance', marbles((helpers) => {
    const api = one(helpers);
    const conflict = { code: 'conflict' } as const;
    api.fault('writeRaw', conflict, conflict, conflict);
    const waits: number[] = [];

    const told = deploy(helpers, api, '-S', {
      options: {
        random: () => {
          waits.push(helpers.scheduler.now());
          return 0.5;
        },
      },
    });

    expect(told).toEqual(['h1 raw']);
    expect(api.requests.filter((request) => request === 'readRaw')).toHaveLength(4);
    expect(waits).toEqual([4, 282, 560]);
  }));

  it('D7 reports a conflict when the version moves a fourth time; the endpoint is untouched', marbles((helpers) => {
    const api = one(helpers);
    const conflict = { code: 'conflict' } as const;
    api.fault('writeRaw', conflict, conflict, conflict, conflict);

    const told = deploy(helpers, api);

    expect(told).toEqual(['h1 conflict untouched']);
    expect(api.written).toEqual([]);
  }));

  it('D7 counts the attempts after a conflict', marbles((helpers) => {
    const api = one(helpers);
    api.fault('writeRaw', { code: 'conflict' });
    const retries: number[] = [];

    runDeployments(helpers, { input: '-S', apis: [api] }).subscribe((event) => {
      if (event.type === 'InstanceDeployedEvent') retries.push(event.retries);
    });

    helpers.flush();
    expect(retries).toEqual([1]);
  }));

  it('D7 writes nothing after a conflict where somebody has written what is wanted', marbles((helpers) => {
    const api = one(helpers);
    helpers.scheduler.schedule(() => {
      api.foreignWrite('new\n');
      api.restartHaproxy();
    }, 3);

    const told = deploy(helpers, api);

    expect(told).toEqual(['h1 noop']);
    expect(api.written).toEqual([]);
  }));

  it('D9 deletes the failed transaction of a refused push', marbles((helpers) => {
    const api = one(helpers);
    api.rejects = () => true;

    const told = deploy(helpers, api);

    expect(told).toEqual(['h1 rejected untouched']);
    expect(api.failedTransactions.size).toBe(0);
  }));

  it.each(['refused', 'throw', 'empty', 'garbage'] as const)('D9 reports the refusal also when the deletion ends with %s', (fault) => marbles((helpers) => {
    const api = one(helpers);
    api.rejects = () => true;
    api.fault('deleteTransaction', fault);

    expect(deploy(helpers, api)).toEqual(['h1 rejected untouched']);
  })());

  it('D9 waits at most 2 s for the deletion', marbles((helpers) => {
    const api = one(helpers);
    api.rejects = () => true;
    api.fault('deleteTransaction', 'hang');
    const expected = '-s 2002ms (fd)';

    const told = runDeployer(helpers, { input: '-S', apis: [api], options: { instanceTimeoutMs: 5_000 } });

    helpers.expectObservable(told).toBe(expected, { s: 'start h1', f: 'h1 rejected untouched', d: 'done 0+1+0+0' });
  }));

  it('D9 reports the refusal when the time of the instance runs out during the deletion', marbles((helpers) => {
    const api = one(helpers);
    api.rejects = () => true;
    api.fault('deleteTransaction', 'hang');

    expect(deploy(helpers, api, '-S', { options: { instanceTimeoutMs: 50 } })).toEqual(['h1 rejected untouched']);
  }));

  it('calls an endpoint unknown to which a write was lost, and one untouched that refused the connection', marbles((helpers) => {
    const [lost, refused] = fleet(2, { scheduler: helpers.scheduler });
    const told: string[] = [];
    lost?.fault('writeRaw', 'garbage');
    refused?.fault('writeRaw', 'refused');

    runDeployer(helpers, { input: '-S', apis: [lost, refused].flatMap((api) => api ?? []) }).subscribe((word) => told.push(word));

    helpers.flush();
    expect(told.filter((word) => word.startsWith('h')).sort()).toEqual(['h1 api_error unknown', 'h2 unreachable untouched']);
  }));
});

describe('deployToEndpoint: the proof of a reload', () => {
  it('D8 takes a forced reload for proved when another worker runs', marbles((helpers) => {
    const api = one(helpers, { reloadMs: 7 });
    const expected = '-s 10ms (ad)';

    const told = runDeployer(helpers, { input: '-S', apis: [api] });

    helpers.expectObservable(told).toBe(expected, { s: 'start h1', a: 'h1 raw', d: 'done 1+0+0+0' });
  }));

  it('D8 waits for the worker behind a reload command that only signals', marbles((helpers) => {
    const api = one(helpers);
    api.signals = 9;

    expect(deploy(helpers, api)).toEqual(['h1 raw']);
    expect(api.running).toContain('new\n');
  }));

  it('D8 calls a reload failed whose worker never comes, whatever the API says, and writes back', marbles((helpers) => {
    const api = one(helpers);
    api.signals = 0;
    api.failsToReload = (text) => text.includes('new');

    expect(deploy(helpers, api)).toEqual(['h1 reload_failed reverted']);
    expect(api.disk).toBe('old\n');
  }));

  it('D8 calls no reload failed by a slow answer that tells of the past', marbles((helpers) => {
    const api = one(helpers);
    api.signals = 4;
    api.fault('worker', { late: 0 }, { late: 0 }, { late: 60 });

    expect(deploy(helpers, api)).toEqual(['h1 raw']);
  }));

  it('D8 takes the word of the API where runtime/info does not answer', marbles((helpers) => {
    const api = one(helpers);
    api.hasRuntimeInfo = false;

    expect(deploy(helpers, api)).toEqual(['h1 raw']);
  }));

  it('D8 takes the word of the API where runtime/info answers no more after the write', marbles((helpers) => {
    const api = one(helpers);
    api.onRun = () => (api.hasRuntimeInfo = false);

    expect(deploy(helpers, api)).toEqual(['h1 raw']);
  }));

  it('D8 asks again when an answer about the worker gets lost: a success stays a success', marbles((helpers) => {
    const api = one(helpers);
    api.fault('worker', { late: 0 }, 'lost', 'garbage');

    expect(deploy(helpers, api)).toEqual(['h1 raw']);
    expect(api.written).toEqual(['new\n']);
  }));

  it('D8 calls the outcome unknown when nothing more is heard after the write, and settles it with one look, without a write', marbles((helpers) => {
    const api = one(helpers);
    // As often as it is asked for within the reload timeout, and once after it.
    api.fault('worker', { late: 0 }, ...Array.from({ length: 8 }, () => 'lost' as const));

    const told = deploy(helpers, api, '-S 100ms S');

    expect(told).toEqual(['h1 unreachable unknown', 'h1 noop']);
    expect(api.written).toEqual(['new\n']);
  }));

  it('D8 follows a scheduled reload to its success and looks at the text and the worker afterwards', marbles((helpers) => {
    const api = one(helpers, { reloadDelayMs: 5 });

    const told = deploy(helpers, api, '-S', { options: { reload: 'scheduled' } });

    expect(told).toEqual(['h1 raw r1']);
    expect(api.requests).toEqual(['readRaw', 'worker', 'writeRaw 1 scheduled', 'reload r1', 'reload r1', 'reload r1', 'readRaw', 'worker']);
  }));

  it('D8 follows a reload that the API scheduled though a forced one was asked for', marbles((helpers) => {
    const api = one(helpers);
    const client = api.client();
    const connect: DeployerOptions['connect'] = () => ({ ...client, writeRaw: (write) => client.writeRaw({ ...write, reload: 'scheduled' }) });

    expect(deploy(helpers, api, '-S', { options: { connect } })).toEqual(['h1 raw r1']);
  }));

  it('D8 follows a scheduled reload past the reload timeout, to the limit of the instance', marbles((helpers) => {
    const api = one(helpers, { reloadDelayMs: 300 });
    const options = { reload: 'scheduled', reloadTimeoutMs: 20 } as const;

    expect(deploy(helpers, api, '-S', { options })).toEqual(['h1 raw r1']);
  }));

  it('D8 asks again when an answer about a scheduled reload gets lost', marbles((helpers) => {
    const api = one(helpers);
    api.fault('reload', 'lost', 'refused');

    expect(deploy(helpers, api, '-S', { options: { reload: 'scheduled' } })).toEqual(['h1 raw r1']);
  }));

  it('D8 settles an id that the API does not know by the text and the worker', marbles((helpers) => {
    const api = one(helpers, { reloadDelayMs: 2 });
    // The API starts anew after the reload and before we ask for it.
    helpers.scheduler.schedule(() => api.restart(), 7);
    api.fault('reload', 'refused', 'refused');

    expect(deploy(helpers, api, '-S', { options: { reload: 'scheduled' } })).toEqual(['h1 raw r1']);
  }));

  it('D8 pushes once more after a restart of the API that lost the pending reload; the content is not refused for it', marbles((helpers) => {
    const api = one(helpers, { reloadDelayMs: 5 });
    helpers.scheduler.schedule(() => api.restart(), 5);

    const told = deploy(helpers, api, '-S 100ms S', { options: { reload: 'scheduled' } });

    expect(told).toEqual(['h1 api_error unknown', 'h1 raw r2']);
    expect(api.running).toContain('new\n');
  }));

  it('D8 proves nothing by an unknown id where runtime/info does not answer', marbles((helpers) => {
    const api = one(helpers);
    api.hasRuntimeInfo = false;
    helpers.scheduler.schedule(() => api.restart(), 5);

    expect(deploy(helpers, api, '-S', { options: { reload: 'scheduled' } })).toEqual(['h1 api_error unknown']);
  }));

  it('D8 reports a conflict when another text is there after the reload', marbles((helpers) => {
    const api = one(helpers, { reloadDelayMs: 5 });
    helpers.scheduler.schedule(() => api.foreignWrite('other\n'), 6);

    expect(deploy(helpers, api, '-S', { options: { reload: 'scheduled' } })).toEqual(['h1 conflict unknown']);
  }));
});

describe('deployToEndpoint: a failed reload', () => {
  it.each(['forced', 'scheduled'] as const)('D8a writes the text from before back after a failed %s reload, at the version valid now, without a reload', (reload) => marbles((helpers) => {
    const api = one(helpers);
    api.failsToReload = (text) => text.includes('new');

    expect(deploy(helpers, api, '-S', { options: { reload } })).toEqual(['h1 reload_failed reverted']);
    expect(api.requests.at(-1)).toBe('writeRaw 2 none');
    expect([api.disk, api.version]).toEqual(['old\n', 3]);
  })());

  it('D8a leaves the endpoint known for the older content', marbles((helpers) => {
    const api = one(helpers);
    api.failsToReload = (text) => text.includes('new');
    const events = { O: scheduledFor([api], {}, older) };

    const told = deploy(helpers, api, '-O 20ms S 20ms O', { events });

    expect(told).toEqual(['h1 noop', 'h1 reload_failed reverted', 'h1 noop']);
    expect(api.requests.at(-1)).toBe('version');
  }));

  it.each(['refused', 'lost', 'throw', 'garbage'] as const)('D8a calls the outcome unknown when writing back ends with %s; the code stays', (fault) => marbles((helpers) => {
    const api = one(helpers);
    api.failsToReload = (text) => text.includes('new');
    api.fault('writeRaw', { late: 0 }, fault);

    expect(deploy(helpers, api)).toEqual(['h1 reload_failed unknown']);
  })());

  it('D9 deletes the failed transaction of a text that is refused when it is written back', marbles((helpers) => {
    const api = one(helpers);
    api.failsToReload = (text) => text.includes('new');
    api.rejects = (text) => !text.includes('new');

    expect(deploy(helpers, api)).toEqual(['h1 reload_failed unknown']);
    expect(api.failedTransactions.size).toBe(0);
    expect(api.requests.at(-1)).toMatch(/^deleteTransaction/);
  }));

  it('D8a reports the failed reload also when the time runs out while writing back', marbles((helpers) => {
    const api = one(helpers);
    api.failsToReload = (text) => text.includes('new');
    api.fault('writeRaw', { late: 0 }, 'hang');

    expect(deploy(helpers, api, '-S', { options: { instanceTimeoutMs: 50 } })).toEqual(['h1 reload_failed unknown']);
  }));

  it('quotes what HAProxy said of the reload', marbles((helpers) => {
    const api = one(helpers);
    api.failsToReload = () => true;
    const messages: string[] = [];

    runDeployments(helpers, { input: '-S', apis: [api], options: { reload: 'scheduled' } }).subscribe((event) => {
      if (event.type === 'InstanceDeploymentFailedEvent') messages.push(event.error.message);
    });

    helpers.flush();
    expect(messages).toEqual(['reload r1 of HAProxy failed at http://h1:5555: port in use']);
  }));
});

describe('deployToEndpoint: lost answers and limits', () => {
  it('D8 finds a write whose answer got lost by its fingerprint, and proves its reload', marbles((helpers) => {
    const api = one(helpers);
    api.fault('writeRaw', 'lost');

    expect(deploy(helpers, api)).toEqual(['h1 raw']);
    expect(api.requests.slice(3)).toEqual(['readRaw', 'reloads', 'worker']);
  }));

  it('D8 reports the lost answer when the text is another one', marbles((helpers) => {
    const api = one(helpers);
    api.fault('writeRaw', 'garbage');

    expect(deploy(helpers, api)).toEqual(['h1 api_error unknown']);
  }));

  it('D8 proves no lost write by its text alone', marbles((helpers) => {
    const api = one(helpers);
    api.hasRuntimeInfo = false;
    api.fault('writeRaw', 'lost');

    expect(deploy(helpers, api)).toEqual(['h1 unreachable unknown']);
  }));

  it('D8 follows the scheduled reload of a write whose answer got lost', marbles((helpers) => {
    const api = one(helpers, { reloadDelayMs: 9 });
    api.fault('writeRaw', 'lost');

    expect(deploy(helpers, api, '-S', { options: { reload: 'scheduled' } })).toEqual(['h1 raw']);
    expect(api.running).toContain('new\n');
  }));

  it.each([
    ['reading', 'readRaw', 'h1 timeout untouched'],
    ['reading which worker runs', 'worker', 'h1 timeout untouched'],
    ['writing', 'writeRaw', 'h1 timeout unknown'],
  ] as const)('D2 ends with a timeout while %s', (_what, call, failure) => marbles((helpers) => {
    const api = one(helpers);
    api.fault(call, 'hang');
    const expected = '-s 49ms (fd)';

    const told = runDeployer(helpers, { input: '-S', apis: [api], options: { instanceTimeoutMs: 50 } });

    helpers.expectObservable(told).toBe(expected, { s: 'start h1', f: failure, d: 'done 0+1+0+0' });
    helpers.flush();
    expect(api.aborted).toHaveLength(1);
  })());

  it('D2 ends with a timeout while waiting for a scheduled reload, the time since the slot was given counted', marbles((helpers) => {
    const api = one(helpers, { reloadDelayMs: 500 });
    const expected = '-s 49ms (fd)';

    const told = runDeployer(helpers, { input: '-S', apis: [api], options: { instanceTimeoutMs: 50, reload: 'scheduled' } });

    helpers.expectObservable(told).toBe(expected, { s: 'start h1', f: 'h1 timeout unknown', d: 'done 0+1+0+0' });
  }));

  it('D3 forgets what it knew of an endpoint whose attempt ended unclear', marbles((helpers) => {
    const api = one(helpers);
    const events = { O: scheduledFor([api], {}, older) };
    api.fault('writeRaw', 'hang');

    const told = deploy(helpers, api, '-O 20ms S 100ms O', { events, options: { instanceTimeoutMs: 50 } });

    expect(told).toEqual(['h1 noop', 'h1 timeout unknown', 'h1 noop']);
    expect(api.requests.slice(-3)).toEqual(['readRaw', 'reloads', 'worker']);
  }));
});

describe('deployToEndpoint: cancels', () => {
  const cancelled = { s: 'start h1', x: 'h1 cancelled untouched', y: 'h1 cancelled unknown', d: 'done 0+0+1+0' };

  it('D10 aborts while reading: untouched', marbles((helpers) => {
    const api = one(helpers);
    api.fault('readRaw', 'hang');
    const input = '   -S--X----';
    const expected = '-s--(xd)-';

    helpers.expectObservable(runDeployer(helpers, { input, apis: [api] })).toBe(expected, cancelled);
    helpers.flush();
    expect(api.aborted).toEqual(['readRaw']);
  }));

  it('D10 aborts while writing: unknown', marbles((helpers) => {
    const api = one(helpers);
    api.fault('writeRaw', 'hang');
    const input = '   -S----X----';
    const expected = '-s----(yd)--';

    helpers.expectObservable(runDeployer(helpers, { input, apis: [api] })).toBe(expected, cancelled);
  }));

  it('D10 aborts while a reload is waited for: unknown', marbles((helpers) => {
    const api = one(helpers, { reloadDelayMs: 100 });
    const input = '   -S--------X----';
    const expected = '-s--------(yd)-';

    helpers.expectObservable(runDeployer(helpers, { input, apis: [api], options: { reload: 'scheduled' } })).toBe(expected, cancelled);
  }));

  it('D10 aborts while the text from before is written back: unknown', marbles((helpers) => {
    const api = one(helpers);
    api.failsToReload = () => true;
    api.fault('writeRaw', { late: 0 }, 'hang');
    const input = '   -S------X----';
    const expected = '-s------(yd)-';

    helpers.expectObservable(runDeployer(helpers, { input, apis: [api] })).toBe(expected, cancelled);
  }));

  it('D10 ends an endpoint that waits for its turn, untouched and without a request', marbles((helpers) => {
    const apis = fleet(2, { scheduler: helpers.scheduler });
    apis[0]?.fault('readRaw', 'hang');
    const input = '   -S--X----';
    const expected = '-t--(xyd)';

    const told = runDeployer(helpers, { input, apis, options: { maxParallel: 1 } });

    helpers.expectObservable(told).toBe(expected, { t: 'start h1 h2', x: 'h1 cancelled untouched', y: 'h2 cancelled untouched', d: 'done 0+0+2+0' });
    helpers.flush();
    expect(apis[1]?.requests).toEqual([]);
  }));

  it('D10 aborts only the endpoints that the cancel names, those to come included', marbles((helpers) => {
    const apis = fleet(3, { scheduler: helpers.scheduler });
    for (const api of apis) api.fault('readRaw', { late: 4 });
    const events = { X: cancelRequested({ deploymentId: 'd1', endpoints: apis.slice(1).map(({ url }) => url) }) };
    const input = '   -S-X-------- ';
    const expected = '-t-(xy)--(ad)-';

    const told = runDeployer(helpers, { input, apis, events, options: { maxParallel: 2 } });

    helpers.expectObservable(told).toBe(expected, {
      t: 'start h1 h2 h3',
      x: 'h2 cancelled untouched',
      y: 'h3 cancelled untouched',
      a: 'h1 raw',
      d: 'done 1+0+2+0',
    });
  }));

  it('D10 takes a cancel without an id for the running deployment, and none for another one', marbles((helpers) => {
    const api = one(helpers);
    api.fault('readRaw', { late: 5 });
    const input = '   -S-O-X--';
    const expected = '-s---(xd)';
    const events = { O: cancelRequested({ deploymentId: 'd0' }) };

    helpers.expectObservable(runDeployer(helpers, { input, apis: [api], events })).toBe(expected, cancelled);
  }));

  it('D10 leaves a deployment alone that starts after the cancel', marbles((helpers) => {
    expect(deploy(helpers, one(helpers), '-X-S')).toEqual(['h1 raw']);
  }));

  it('D10 lets an end that has come stand', marbles((helpers) => {
    expect(deploy(helpers, one(helpers), '-S 20ms X')).toEqual(['h1 raw']);
  }));
});
