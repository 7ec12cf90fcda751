import { describe, it } from '@jest/globals';
import { ofType } from '../../lib/events/ofType.js';
import type { PipelineEvent } from '../../lib/events/types.js';
import { marbles } from '../support/marbles.js';

const events = {
  p: { type: 'PauseRequestedEvent' },
  r: { type: 'ResumeRequestedEvent' },
  l: { type: 'LostLeadershipEvent' },
} as const satisfies Record<string, PipelineEvent>;

describe('ofType', () => {
  it('emits the events of the named types', marbles(({ hot, expectObservable, expectSubscriptions }) => {
    const source = hot<PipelineEvent>('-p-r-l-p-|', events);
    const sourceSubs = '               ^--------!';
    const expected = '                 -p---l-p-|';

    const result = source.pipe(ofType('PauseRequestedEvent', 'LostLeadershipEvent'));

    expectObservable(result).toBe(expected, events);
    expectSubscriptions(source.subscriptions).toBe(sourceSubs);
  }));

  it('completes with an empty source', marbles(({ cold, expectObservable }) => {
    expectObservable(cold<PipelineEvent>('--|').pipe(ofType('PauseRequestedEvent'))).toBe('--|');
  }));

  it('goes on as long as its source', marbles(({ cold, expectObservable }) => {
    expectObservable(cold<PipelineEvent>('---').pipe(ofType('PauseRequestedEvent'))).toBe('---');
  }));

  it('errors with its source', marbles(({ cold, expectObservable }) => {
    expectObservable(cold<PipelineEvent>('-p-#', events).pipe(ofType('PauseRequestedEvent'))).toBe('-p-#', events);
  }));

  it('leaves its source when unsubscribed', marbles(({ hot, expectObservable, expectSubscriptions }) => {
    const source = hot<PipelineEvent>('-p-r-p-', events);
    const unsub = '                    ---!   ';
    const expected = '                 -p--   ';

    expectObservable(source.pipe(ofType('PauseRequestedEvent')), unsub).toBe(expected, events);
    expectSubscriptions(source.subscriptions).toBe('^--!');
  }));
});
