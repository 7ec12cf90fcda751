import { PassThrough } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { createLogger } from '../../lib/logging/createLogger.js';

const outputOf = (isTTY: boolean): { readonly output: PassThrough & { readonly isTTY: boolean }; readonly text: () => string } => {
  const output = Object.assign(new PassThrough(), { isTTY });
  return { output, text: () => String(output.read() ?? '') };
};

describe('createLogger', () => {
  it('design 8: writes JSON where the output is no terminal', async () => {
    const { output, text } = outputOf(false);

    (await createLogger({ output })).info({ endpoint: 'http://a:80' }, 'deployed');

    expect(JSON.parse(text())).toMatchObject({ level: 30, endpoint: 'http://a:80', msg: 'deployed' });
  });

  it('design 8: writes for people where it is one, in the same turn', async () => {
    const { output, text } = outputOf(true);

    (await createLogger({ output })).warn({ endpoint: 'http://a:80' }, 'deployed');

    const line = text();
    expect(line).toContain('WARN');
    expect(line).toContain('deployed');
    expect(line).toContain('\u001b[');
  });

  it('follows the format and level that are asked for', async () => {
    const json = outputOf(true);
    const pretty = outputOf(false);

    (await createLogger({ output: json.output, format: 'json', level: 'error' })).warn('hidden');
    (await createLogger({ output: pretty.output, format: 'pretty', level: 'debug' })).debug('shown');

    expect(json.text()).toBe('');
    expect(pretty.text()).toMatch(/DEBUG.*: shown\n$/);
  });

  it('design 6: masks credentials and contents in objects that should not have been logged', async () => {
    const { output, text } = outputOf(false);
    const endpoint = { url: 'http://a:80', password: 'hunter42' };

    (await createLogger({ output })).info({ ...endpoint, endpoint, targets: { first: endpoint }, headers: { authorization: 'hunter42' } }, 'x');

    expect(text()).not.toContain('hunter42');
  });

  it('drops lines once its output is closed', async () => {
    const { output } = outputOf(false);
    const logger = await createLogger({ output });

    expect(output.emit('error', new Error('write EPIPE'))).toBe(true);
    output.destroy();
    expect(() => logger.info('late')).not.toThrow();
  });
});
