import { describe, expect, it, jest } from '@jest/globals';
import { EMPTY, from, map, NEVER, throwError } from 'rxjs';
import { executeDeployments } from '../../lib/deployer/executeDeployments.js';
import type { PipelineEvent } from '../../lib/events/types.js';
import { cancelRequested, content, endpoint, scheduled } from '../support/events.js';
import { FakeApi } from '../support/fakeApi.js';
import { fakeClient } from '../support/fakeClient.js';
import { marbles } from '../support/marbles.js';
import { calm, connectTo, fleet, runDeployer, runDeployments, scheduledFor, tellDeployment } from '../support/runDeployer.js';

const words = {
  s: 'start h1',
  t: 'start h1 h2',
  u: 'start h1 h2 h3',
  a: 'h1 raw',
  b: 'h2 raw',
  c: 'h3 raw',
  n: 'h1 noop',
  D: 'done 1+0+0+0',
  E: 'done 2+0+0+0',
  T: 'done 3+0+0+0',
};

describe('executeDeployments', () => {
  it('D1 tells that it starts, how each endpoint ended as soon as it ends, and that all have', marbles((helpers) => {
    const { scheduler } = helpers;
    const slow = new FakeApi({ host: 'h1', scheduler, latencyMs: 2 });
    const quick = new FakeApi({ host: 'h2', scheduler });
    const input = '   -S------------';
    const expected = '-t---b---(aE)-';

    const told = runDeployer(helpers, { input, apis: [slow, quick] });

    helpers.expectObservable(told).toBe(expected, words);
  }));

  it('D12 completes a deployment without endpoints at once', marbles((helpers) => {
    const input = '   -S-------';
    const expected = '-(sD)----';

    const told = runDeployer(helpers, { input, apis: [] });

    helpers.expectObservable(told).toBe(expected, { s: 'start', D: 'done 0+0+0+0' });
  }));

  it('D1 ends an endpoint whose content the event does not bring', marbles((helpers) => {
    const apis = fleet(2, { scheduler: helpers.scheduler });
    const targets = [{ endpoint: { url: 'http://h1:5555' }, contentChecksum: 'nowhere' }, ...scheduledFor(apis.slice(1)).targets];
    const input = '   -S---------';
    const expected = '-(tx)(bD)--';

    const told = runDeployer(helpers, { input, apis, events: { S: scheduledFor(apis, { targets }) } });

    helpers.expectObservable(told).toBe(expected, { ...words, x: 'h1 unexpected untouched', D: 'done 1+1+0+0' });
  }));

  it('D1 begins endpoints in the order of the event, as many at a time as allowed', marbles((helpers) => {
    const { scheduler } = helpers;
    const apis = fleet(3, { scheduler });
    // Its proof is late, which holds no slot.
    apis[1]?.fault('worker', { late: 0 }, { late: 1 });
    const requests: string[] = [];
    const input = '   -S-----------';
    //                 1111|
    //                 22222|
    //                    3333|
    const expected = '-u---ab-(cT)-';

    const connect: ReturnType<typeof connectTo> = (target, needs) => {
      requests.push(`${scheduler.now()} ${target.url}`);
      return connectTo(apis)(target, needs);
    };
    const told = runDeployer(helpers, { input, apis, options: { maxParallel: 2, connect } });

    helpers.expectObservable(told).toBe(expected, words);
    helpers.flush();
    // The two slots are free when the write is answered; the proof takes one request more.
    expect(requests).toEqual(['1 http://h1:5555', '1 http://h2:5555', '4 http://h3:5555']);
  }));

  it('D1 knows no limit with maxParallel 0', marbles((helpers) => {
    const apis = fleet(3, { scheduler: helpers.scheduler });
    const input = '   -S---------';
    const expected = '-u---(abcT)';

    const told = runDeployer(helpers, { input, apis, options: { maxParallel: 0 } });

    helpers.expectObservable(told).toBe(expected, words);
  }));

  it('D1 holds no slot while a scheduled reload is waited for', marbles((helpers) => {
    const { scheduler } = helpers;
    const apis = [new FakeApi({ host: 'h1', scheduler, reloadDelayMs: 40 }), new FakeApi({ host: 'h2', scheduler, text: 'new\n' })];
    const input = '   -S 60ms            ';
    // h2 gets its slot at 4 and looks with three requests.
    const expected = '-t-----b 38ms (aE) ';

    const told = runDeployer(helpers, { input, apis, options: { maxParallel: 1, reload: 'scheduled' } });

    helpers.expectObservable(told).toBe(expected, { ...words, a: 'h1 raw r1', b: 'h2 noop' });
  }));

  it('D1 counts every endpoint once: total is what succeeded, failed and was cancelled', marbles((helpers) => {
    const { scheduler } = helpers;
    const apis = fleet(3, { scheduler });
    apis[1]?.fault('readRaw', 'refused');
    apis[2]?.fault('readRaw', 'hang');
    const input = '-S------X--';
    const totals: unknown[] = [];

    const run = runDeployments(helpers, { input, apis });

    run.subscribe((event) => {
      if (event.type !== 'DeploymentCompletedEvent') return;
      const { total, succeeded, failed, cancelled, notAttempted, failedByCode } = event;
      totals.push({ total, succeeded, failed, cancelled, notAttempted, failedByCode });
    });
    helpers.flush();
    expect(totals).toEqual([{ total: 3, succeeded: 1, failed: 1, cancelled: 1, notAttempted: 0, failedByCode: { unreachable: 1 } }]);
  }));

  it('runs deployments one after another, whoever schedules them', marbles((helpers) => {
    const apis = fleet(1, { scheduler: helpers.scheduler });
    apis[0]?.fault('version', { late: 4 });
    const input = '   -ST-----------';
    // The second finds the endpoint known: one request.
    const expected = '-s---(aDs)(nD)';
    const second = scheduledFor(apis, { deploymentId: 'd2' });

    const told = runDeployer(helpers, { input, apis, events: { T: second } });

    helpers.expectObservable(told).toBe(expected, words);
  }));

  it('completes when its source does, at once, and aborts what runs', marbles((helpers) => {
    const { scheduler } = helpers;
    const api = new FakeApi({ scheduler });
    api.fault('readRaw', 'hang');
    const input = '   -S--|';
    const expected = '-s--|';

    const told = runDeployer(helpers, { input, apis: [api] });

    helpers.expectObservable(told).toBe(expected, words);
    helpers.flush();
    expect(api.aborted).toEqual(['readRaw']);
  }));

  it('completes on an empty source and stays silent on a never-ending one', marbles((helpers) => {
    helpers.expectObservable(runDeployer(helpers, { input: '--|', apis: [] })).toBe('--|');
    helpers.expectObservable(runDeployer(helpers, { input: '---', apis: [] })).toBe('---');
  }));

  it('errors with the error of its source', marbles((helpers) => {
    helpers.expectObservable(runDeployer(helpers, { input: '-#', apis: [] })).toBe('-#');
  }));

  it('D9 aborts every request when unsubscribed, and sends nothing more', marbles((helpers) => {
    const { scheduler } = helpers;
    const apis = fleet(2, { scheduler });
    for (const api of apis) api.fault('writeRaw', 'hang');
    const unsub = '    -----!';
    const expected = ' -t----';

    const told = runDeployer(helpers, { input: '-S-----', apis });

    helpers.expectObservable(told, unsub).toBe(expected, words);
    helpers.flush();
    expect(apis.map(({ aborted }) => aborted)).toEqual([['writeRaw 1 forced'], ['writeRaw 1 forced']]);
    expect(apis.map(({ requests }) => requests.at(-1))).toEqual(['writeRaw 1 forced', 'writeRaw 1 forced']);
  }));

  it('D3 takes all that it needs from the event: each endpoint gets its own content', marbles((helpers) => {
    const apis = fleet(2, { scheduler: helpers.scheduler });
    const [one, other] = [content('one\n'), content('other\n')];
    const event = scheduledFor(apis, {
      targets: [
        { endpoint: endpoint('h1'), contentChecksum: one.checksum },
        { endpoint: endpoint('h2'), contentChecksum: other.checksum },
      ],
      contents: { [one.checksum]: one, [other.checksum]: other },
    });

    runDeployer(helpers, { input: '-S-------', apis, events: { S: event } }).subscribe();

    helpers.flush();
    expect(apis.map(({ written }) => written)).toEqual([['one\n'], ['other\n']]);
  }));

  it('passes deploymentId and correlationId on in every event', marbles((helpers) => {
    const apis = fleet(2, { scheduler: helpers.scheduler });
    apis[1]?.fault('readRaw', 'refused');
    const events: PipelineEvent[] = [];

    runDeployments(helpers, { input: '-S-------', apis, events: { S: scheduledFor(apis, { correlationId: 'c1' }) } }).subscribe((event) => events.push(event));

    helpers.flush();
    expect(events).toHaveLength(4);
    expect(events.every((event) => event.correlationId === 'c1' && 'deploymentId' in event && event.deploymentId === 'd1')).toBe(true);
  }));

  it('R2 says that everything was compared when every text was read or written, else that caches were used', marbles((helpers) => {
    const apis = fleet(1, { scheduler: helpers.scheduler });
    const compared: string[] = [];

    runDeployments(helpers, { input: '-S---------S-------', apis, events: {} }).subscribe((event) => {
      if (event.type === 'DeploymentCompletedEvent') compared.push(`${event.compared} of ${event.endpoints}`);
    });

    helpers.flush();
    expect(compared).toEqual(['full of all', 'cached of all']);
  }));

  it.each(['maxParallel', 'instanceTimeoutMs', 'reloadTimeoutMs', 'pollMs'])('throws at once when %s is out of range', (option) => {
    expect(() => executeDeployments({ connect: () => fakeClient(), ...calm, [option]: -1 })).toThrow(RangeError);
    expect(() => executeDeployments({ connect: () => fakeClient(), ...calm, [option]: -1 })).toThrow(option);
  });

  it('D5a throws at once when the name does not fit the fingerprint', () => {
    expect(() => executeDeployments({ connect: () => fakeClient(), ...calm, name: 'two words' })).toThrow(RangeError);
  });
});

describe('executeDeployments: isolation', () => {
  const ended = 'done 1+1+0+0';

  it('D2 lets a hung endpoint fail alone, when its own limit runs out', marbles((helpers) => {
    const apis = fleet(2, { scheduler: helpers.scheduler });
    apis[0]?.fault('readRaw', 'hang');
    const input = '   -S-------------------';
    const expected = '-t---b---------(fD)--';

    const told = runDeployer(helpers, { input, apis, options: { instanceTimeoutMs: 14 } });

    helpers.expectObservable(told).toBe(expected, { ...words, f: 'h1 timeout untouched', D: ended });
  }));

  it.each([
    ['garbage', 'h1 api_error untouched'],
    ['throw', 'h1 unexpected untouched'],
    ['empty', 'h1 unexpected untouched'],
  ] as const)('D2 lets an endpoint that answers with %s fail alone', (fault, failure) => marbles((helpers) => {
    const apis = fleet(2, { scheduler: helpers.scheduler });
    apis[0]?.fault('readRaw', fault);
    const told: string[] = [];

    runDeployer(helpers, { input: '-S-----------', apis }).subscribe((word) => told.push(word));

    helpers.flush();
    expect(told).toHaveLength(4);
    expect(told.slice(1).sort()).toEqual([ended, failure, 'h2 raw']);
  })());

  it('D2 lets an endpoint fail alone whose client cannot be made', marbles((helpers) => {
    const apis = fleet(2, { scheduler: helpers.scheduler });
    const unexpected = jest.fn();
    const fault = new Error('no such scheme');
    const input = '   -S----------';
    const expected = '-(tf)(bD)---';

    const connect: ReturnType<typeof connectTo> = (target, needs) => {
      if (target.url === apis[0]?.url) throw fault;
      return connectTo(apis)(target, needs);
    };
    const told = runDeployer(helpers, { input, apis, options: { connect, onUnexpectedError: unexpected } });

    helpers.expectObservable(told).toBe(expected, { ...words, f: 'h1 unexpected untouched', D: ended });
    helpers.flush();
    expect(unexpected.mock.calls).toEqual([[fault]]);
  }));

  it('D2 quotes no secret of the configuration in an unexpected error', marbles((helpers) => {
    const secret = 'a-very-secret-word';
    const wanted = content(`userlist u\n  user admin insecure-password ${secret}\n`);
    const api = new FakeApi({ scheduler: helpers.scheduler });
    const messages: string[] = [];

    runDeployments(helpers, {
      input: '-S---',
      apis: [api],
      events: { S: scheduledFor([api], {}, wanted) },
      options: { connect: () => fakeClient({ readRaw: () => throwError(() => new Error(`cannot read ${secret}`)) }) },
    }).subscribe((event) => {
      if (event.type === 'InstanceDeploymentFailedEvent') messages.push(event.error.message);
    });

    helpers.flush();
    expect(messages).toEqual(['cannot read ***']);
  }));

  it('D2 limits answers to four times the wanted size, and to no less than 16 MiB', marbles((helpers) => {
    const limits: number[] = [];
    const big = content('x'.repeat(6 * 1024 * 1024));
    const contents = { [big.checksum]: big, ...scheduled().contents };
    const targets = [scheduled().contentChecksum, big.checksum].map((contentChecksum, index) => ({ endpoint: endpoint(`h${index}`), contentChecksum }));

    runDeployer(helpers, {
      input: '-S---',
      apis: [],
      events: { S: scheduled({ targets, contents }) },
      options: {
        connect: (_endpoint, { maxAnswerBytes }) => {
          limits.push(maxAnswerBytes);
          return fakeClient({ readRaw: () => NEVER });
        },
      },
    }).subscribe();

    helpers.flush();
    expect(limits).toEqual([16 * 1024 * 1024, 24 * 1024 * 1024]);
  }));

  it('D2 holds thousands of endpoints that fail or are cancelled while they are begun', () => {
    const targets = Array.from({ length: 5_000 }, (_, index) => ({ endpoint: endpoint(`h${index}`), contentChecksum: scheduled().contentChecksum }));
    const told: string[] = [];
    const deploy = executeDeployments({
      ...calm,
      connect: () => fakeClient({ readRaw: () => throwError(() => new Error('broken')) }),
    });

    from([scheduled({ targets })]).pipe(deploy, map(tellDeployment)).subscribe((word) => told.push(word));

    expect(told.at(-1)).toBe('done 0+5000+0+0');
  });

  it('D10 holds thousands of endpoints that wait for their turn when the cancel comes', () => {
    const targets = Array.from({ length: 5_000 }, (_, index) => ({ endpoint: endpoint(`h${index}`), contentChecksum: scheduled().contentChecksum }));
    const told: string[] = [];
    const deploy = executeDeployments({ ...calm, connect: () => fakeClient({ readRaw: () => NEVER }) });

    from([scheduled({ targets }), cancelRequested()]).pipe(deploy, map(tellDeployment)).subscribe((word) => told.push(word));

    expect(told.at(-1)).toBe('done 0+0+5000+0');
  });

  it('ends an endpoint whose client gives nothing at all', marbles((helpers) => {
    const [api] = fleet(1, { scheduler: helpers.scheduler });
    const input = '   -S----';
    const expected = '-(sfD)';

    const told = runDeployer(helpers, { input, apis: api ? [api] : [], options: { connect: () => fakeClient({ readRaw: () => EMPTY }) } });

    helpers.expectObservable(told).toBe(expected, { s: 'start h1', f: 'h1 unexpected untouched', D: 'done 0+1+0+0' });
  }));
});
