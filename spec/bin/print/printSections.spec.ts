import { describe, expect, it } from '@jest/globals';
import { plain } from '../../../bin/print/paint.js';
import { cut, uncut } from '../../../bin/print/extent.js';
import type { Extent } from '../../../bin/print/extent.js';
import { printSections } from '../../../bin/print/printSections.js';
import { describePlan } from '../../../lib/haproxy/describePlan.js';

const show = (from: string, to: string, extent: Extent): string => printSections(describePlan(from, to).sections, extent, plain).join('\n');
const servers = (amount: number): string => `backend a\n${Array.from({ length: amount }, (_, index) => `  server s${index} 127.0.0.1:${index + 1}\n`).join('')}`;

describe('printSections', () => {
  it('cuts a section that has many operations, and says how many are left out', () => {
    const lines = show('backend a\n', servers(25), cut).split('\n');

    expect(lines).toHaveLength(22);
    expect([lines[0], lines[1], lines.at(-1)]).toEqual(['backend a', '  + server s0 127.0.0.1:1  (line 2)', '  and 5 more; --full shows all']);
    expect(show('backend a\n', servers(25), uncut).split('\n')).toHaveLength(26);
  });

  it('shows one more rather than count it', () => {
    expect(show('backend a\n', servers(21), cut).split('\n')).toHaveLength(22);
  });

  it('cuts the lines of a section that is new as a whole', () => {
    expect(show('', servers(25), { ...cut, maxOperations: 2 })).toBe('+ backend a  (line 1)\n+   server s0 127.0.0.1:1\n+   server s1 127.0.0.1:2\nand 23 more; --full shows all');
  });

  it('cuts the list of sections', () => {
    const many = Array.from({ length: 5 }, (_, index) => `backend b${index}\n`).join('');

    expect(show('', many, { ...cut, maxSections: 3 })).toBe('+ backend b0  (line 1)\n+ backend b1  (line 2)\n+ backend b2  (line 3)\nand 2 more sections with 2 changes; --full shows all');
  });

  it('shows the old line above the new one, and which line stands in another order', () => {
    const before = 'frontend f\n  http-request deny\n  http-request allow\n  maxconn 1\n';
    const after = 'frontend f\n  http-request allow\n  http-request deny\n  maxconn 2\n';

    expect(show(before, after, cut)).toBe(`frontend f
  ~ http-request deny  (line 3, in another order among such lines)
  ~ maxconn 1
  → maxconn 2  (line 4, at run time)`);
  });

  it('tells by which defaults a section differs that says none', () => {
    expect(show('defaults a\ndefaults b\nfrontend w # ours\n', 'defaults b\ndefaults a\nfrontend w # ours\n', cut)).toBe(`frontend w
  ~ frontend w from b
  → frontend w from a  (line 3)`);
    expect(show('frontend w\n', 'defaults\nfrontend w\n', cut)).toContain('  ~ frontend w\n  → frontend w from unnamed_defaults_1  (line 2)');
  });

  it('lets no control character of a configuration through to the terminal', () => {
    expect(show('', 'backend a\n  # \u001b[2J\n  description \u001b[2Jx\n', cut)).toBe('+ backend a  (line 1)\n+   description \\u001b[2Jx');
  });
});
