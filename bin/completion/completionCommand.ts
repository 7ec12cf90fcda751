import process from 'node:process';
import type { CommandModule } from 'yargs';
import type { NamedCommand } from '../describeUnknown.js';
import { exitCodes } from '../exitCodes.js';

/** `haproxy-deployer completion`: prints what makes a shell complete the other commands. */
export const completionCommand = (commands: readonly NamedCommand[]): CommandModule => ({
  command: 'completion',
  describe: 'Print a script that makes bash or zsh complete commands, options and their values',
  builder: (yargs) => yargs.example('source <($0 completion)', 'In ~/.bashrc or ~/.zshrc'),
  handler: async () => {
    const [{ completionScript }, { writeText }] = await Promise.all([import('./completionScript.js'), import('../writeText.js')]);
    process.exitCode = await writeText(process.stdout, completionScript([...commands, { command: 'completion' }]), exitCodes.done);
  },
});
