import { describe, expect, it } from '@jest/globals';
import { calledCommand, describeUnknown } from '../../bin/describeUnknown.js';
import { lintOptions } from '../../bin/options/lintOptions.js';
import { pushOptions } from '../../bin/options/pushOptions.js';
import { runOptions } from '../../bin/options/runOptions.js';

const commands = [
  { command: ['run', '$0'], options: runOptions },
  { command: 'push <file>', options: pushOptions },
  { command: 'lint <file>', options: lintOptions },
  { command: 'schema' },
  { command: 'completion' },
];

describe('describeUnknown', () => {
  it.each([
    [['psuh', 'haproxy.cfg'], ['psuh', 'haproxy.cfg'], 'psuh is no command; did you mean push?'],
    [['haproxy.cfg'], ['haproxy.cfg'], 'haproxy.cfg is no command; did you mean "push haproxy.cfg"?'],
    [['nonsense'], ['nonsense'], 'nonsense is no command'],
    [['http://u:p@h'], ['http://u:p@h'], 'a URL is no command; name endpoints with --endpoint'],
    [['push', 'a.cfg', 'http://u:p@h'], ['http://u:p@h'], 'a URL is nothing that push takes; name endpoints with --endpoint'],
    [['push', 'a.cfg', 'b.cfg'], ['b.cfg'], 'push takes one FILE, got b.cfg as well; files that belong to it are named with options such as --map, or lie in a folder with it'],
    [['run', 'a.cfg'], ['a.cfg'], 'run takes no FILE, got a.cfg; events come on standard input, and "push a.cfg" deploys a file'],
    [['completion', 'bash'], ['bash'], 'completion takes nothing but options, got bash'],
    [['lint', 'a.cfg', '--endpoints', 'f'], ['endpoints'], '--endpoints is no option of lint'],
    [['schema', '--json'], ['json'], '--json is no option of schema'],
    [['--json=true'], ['json'], '--json is no option of run'],
    [['--max-paralel', '3'], ['max-paralel'], '--max-paralel is no option; did you mean --max-parallel?'],
    [['lint', '--max-paralel', '3'], ['max-paralel'], '--max-paralel is no option; did you mean --max-parallel, which is of other commands?'],
    [['-x'], ['x'], '-x is no option'],
    [['push', 'a.cfg', '--nonsense', 'b.cfg'], ['nonsense', 'b.cfg'], expect.stringMatching(/^--nonsense is no option; push takes one FILE, got b\.cfg as well/)],
  ])('design 8: of %j it says what can be meant', (words, names, line) => {
    expect(describeUnknown(names, words, commands)).toEqual(line);
  });

  it('knows the command that was called, and none where the default one was', () => {
    expect(calledCommand(['push', 'lint'], commands)?.name).toBe('push');
    expect(calledCommand(['--strict'], commands)).toBeUndefined();
  });
});
