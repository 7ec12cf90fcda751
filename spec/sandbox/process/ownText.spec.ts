import { describe, expect, it } from '@jest/globals';
import { ownText } from '../../../lib/sandbox/process/ownText.js';

describe('ownText', () => {
  it('turns what takes a place on the machine into comments, in the same lines', () => {
    const text = 'global\n  stats socket /run/a.sock mode 600\n\tpidfile /run/a.pid\n  stats  socket ipv4@127.0.0.1:1\n';

    expect(ownText(text)).toBe('global\n  # stats socket /run/a.sock mode 600\n\t# pidfile /run/a.pid\n  # stats  socket ipv4@127.0.0.1:1\n');
  });

  it.each(['  stats timeout 30s\n', '  stats uri /stats\n', '# stats socket /run/a.sock\n', '  bind /run/a.sock\n', '  description stats socket x\n'])('leaves %j alone', (line) => {
    expect(ownText(line)).toBe(line);
  });
});
