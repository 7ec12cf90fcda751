import { describe, expect, it } from '@jest/globals';
import { readRefusal } from '../../lib/dataplane/readRefusal.js';

const id = '7f5f8bd0-9a9a-4b8a-9d43-24cf1c4d2d6a';

describe('readRefusal (facts 2)', () => {
  it('gives the lines of HAProxy without its summaries, and the transaction', () => {
    const words = `validation error: exit status 1: err transactionId=${id} \nmsg="line "one" here"\nmsg="line two"\nmsg="Fatal errors found in configuration."`;

    expect(readRefusal(words)).toEqual({ lines: ['line "one" here', 'line two'], transactionId: id });
  });

  it('keeps the summaries where there is nothing else', () => {
    expect(readRefusal('validation error: exit status 1: \nmsg="Fatal errors found in configuration."')).toEqual({
      lines: ['Fatal errors found in configuration.'],
    });
  });

  it('gives the words as they are where they hold no lines', () => {
    expect(readRefusal('exit status 1')).toEqual({ lines: ['exit status 1'] });
  });
});
