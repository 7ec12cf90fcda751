import { describe, expect, it } from '@jest/globals';
import { PassThrough } from 'node:stream';
import { createLogger } from '../../lib/logging/createLogger.js';

describe('a log for people', () => {
  it.each([
    ['a title of the window', '\u001b]0;owned\u0007'],
    ['a cleared screen', '\u001b[2J\u001b[H'],
    ['a control sequence of one byte', '\u009b2J'],
    ['a line that overwrites itself', 'refused\rdeployed'],
    ['letters taken back', 'no\b\b\u007f'],
  ])('lets no terminal be steered by what an API said: %s', async (_, words) => {
    const output = new PassThrough();
    const logger = await createLogger({ output, format: 'pretty' });

    logger.error({ error: words }, `the API said ${words}`);

    const said = String(output.read());
    expect(said).toContain('the API said');
    // eslint-disable-next-line no-control-regex
    expect(said).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
  });

  it('shows the words themselves, a backslash before them included', async () => {
    const output = new PassThrough();
    const logger = await createLogger({ output, format: 'pretty' });

    logger.error('C:\\u001b é 漢 \u001b[31m');

    expect(String(output.read())).toContain('C:\\u001b é 漢 \\u001b[31m');
  });
});
