import { describe, expect, it } from '@jest/globals';
import { createTextPool } from '../../lib/dataplane/textPool.js';

const body = `global\n${'  description a long one\n'.repeat(2_000)}`;
const headed = (version: number, text = body): Buffer => Buffer.from(`# _md5hash=${version}\n# _version=${version}\n\n${text}`);

describe('createTextPool', () => {
  it('gives a text with its body, which is the same for equal ones under other heads', () => {
    const pool = createTextPool();

    const [one, other] = [pool.take(headed(1)), pool.take(headed(2))];

    expect(one.text).toBe(headed(1).toString());
    expect(other.text).toBe(headed(2).toString());
    expect([one.body, other.body]).toEqual([body, body]);
  });

  it('tells bodies apart that differ in one byte', () => {
    const pool = createTextPool();
    const changed = `${body.slice(0, -2)}!\n`;

    pool.take(headed(1));

    expect(pool.take(headed(1, changed)).body).toBe(changed);
  });

  it('reads what is no UTF-8 byte by byte, so that it can be written back as it was (D8a)', () => {
    const bytes = Buffer.concat([Buffer.from('# caf'), Buffer.from([0xe9]), Buffer.from('\nglobal\n')]);

    const { text, encoding } = createTextPool().take(bytes);

    expect(encoding).toBe('latin1');
    expect(Buffer.from(text, encoding)).toEqual(bytes);
  });
});
