import type { CommandModule } from 'yargs';

/** `schema`: prints the JSON Schema of the wire events (design 8). */
export const schemaCommand: CommandModule = {
  command: 'schema',
  describe: 'Print the JSON Schema of the events that are read and written',
  handler: async () => {
    const { wireSchema } = await import('../../lib/events/wireSchema.js');
    process.stdout.write(`${JSON.stringify(wireSchema(), undefined, 2)}\n`);
  },
};
