import type { CommandModule } from 'yargs';
import { wireSchema } from '../../lib/events/wireSchema.js';

/** `schema`: prints the JSON Schema of the wire events (design 8). */
export const schemaCommand: CommandModule = {
  command: 'schema',
  describe: 'Print the JSON Schema of the events that are read and written',
  handler: () => {
    process.stdout.write(`${JSON.stringify(wireSchema(), undefined, 2)}\n`);
  },
};
