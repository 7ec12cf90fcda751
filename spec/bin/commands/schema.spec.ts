import { describe, expect, it, jest } from '@jest/globals';
import yargs from 'yargs';
import { schemaCommand } from '../../../bin/commands/schema.js';
import { wireSchema } from '../../../lib/events/wireSchema.js';

describe('schema', () => {
  it('design 8: prints the JSON Schema of the wire events', async () => {
    const write = jest.spyOn(process.stdout, 'write').mockImplementation((...given) => {
      const [written] = given.filter((each) => typeof each === 'function');
      written?.();
      return true;
    });

    await yargs(['schema']).command(schemaCommand).parseAsync();

    const written = write.mock.calls.map(([chunk]) => String(chunk)).join('');
    write.mockRestore();
    expect(JSON.parse(written)).toEqual(JSON.parse(JSON.stringify(wireSchema())));
  });
});
