import process from 'node:process';
import type { CommandModule } from 'yargs';
import { exitCodes } from '../exitCodes.js';

/** `schema`: prints the JSON Schema of the wire events (design 8). */
export const schemaCommand: CommandModule = {
  command: 'schema',
  describe: 'Print the JSON Schema of the events that are read and written',
  handler: async () => {
    const [{ wireSchema }, { writeText }] = await Promise.all([import('../../lib/events/wireSchema.js'), import('../writeText.js')]);
    process.exitCode = await writeText(process.stdout, `${JSON.stringify(wireSchema(), undefined, 2)}\n`, exitCodes.done);
  },
};
