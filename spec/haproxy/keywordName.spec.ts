import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { gradeStored } from '../../lib/haproxy/gradeStored.js';
import { keywordName } from '../../lib/haproxy/keywordName.js';
import { lintConfig } from '../../lib/haproxy/lintConfig.js';
import { describePlan } from '../../lib/haproxy/describePlan.js';
import { planDeployment } from '../../lib/haproxy/planDeployment.js';

const current = 'global\n  maxconn 100\n  stats socket /run/haproxy.sock\n\nbackend app\n  server one 192.0.2.1:80\n';
const keyLine = fc.string({ unit: fc.constantFrom(...Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/')), minLength: 4, maxLength: 64 }).filter((line) => /[A-Z]/.test(line) && /\d/.test(line));
const block = fc.tuple(fc.constantFrom('PRIVATE KEY', 'RSA PRIVATE KEY', 'CERTIFICATE'), fc.array(keyLine, { minLength: 1, maxLength: 6 }));

describe('keywordName', () => {
  it.each(['server', 'http-request', 'use_backend', 'tune.ssl.default-dh-param', 'ocsp-update.mode', 'reqadd', 'stats'])('is the keyword itself: %s', (keyword) => {
    expect(keywordName(keyword)).toBe(keyword);
  });

  it.each(['MIIEvQIBADAN', 'hunter', 'tune.', 'tune.Secret', '', '-----BEGIN'])('is line for what is none: %s', (word) => {
    expect(keywordName(word)).toBe('line');
  });
});

describe('a text that is no configuration (design 6, "Secrets")', () => {
  it('shows no line of a key or certificate in plans, counts, grades and findings', () => {
    fc.assert(
      fc.property(fc.array(block, { minLength: 1, maxLength: 3 }), fc.constantFrom('', 'global\n', 'backend app\n'), fc.nat(160), fc.boolean(), (blocks, before, indent, isCut) => {
        const pem = blocks.map(([kind, lines]) => `-----BEGIN ${kind}-----\n${lines.join('\n')}\n-----END ${kind}-----\n`).join('');
        const wanted = `${'x'.repeat(indent)}\n${before}${isCut ? pem.slice(0, pem.lastIndexOf('-----END')) : pem}`;
        const shown = JSON.stringify([
          planDeployment(current, wanted),
          planDeployment(wanted, current),
          describePlan(current, wanted),
          describePlan(wanted, current),
          gradeStored(wanted, current),
          gradeStored(current, wanted),
          lintConfig(wanted, { major: 2, minor: 9 }),
        ]);
        for (const [, lines] of blocks) for (const line of lines) expect(shown).not.toContain(JSON.stringify(line).slice(1, -1));
      }),
    );
  });

  it('masks a name that is a secret elsewhere, in plans and findings', () => {
    const secret = 'Hunter42word';
    const text = `userlist people\n  user ann insecure-password ${secret}\nbackend ${secret}\n  server ${secret} 192.0.2.1:80 ${secret}\nbackend ${secret}\n`;
    const found = lintConfig(text, { major: 2, minor: 9 });

    expect(found.map(({ rule }) => rule)).toEqual(expect.arrayContaining(['dropped-option', 'duplicate-section']));
    expect(JSON.stringify([found, describePlan('', text), describePlan(text, text.replaceAll('192.0.2.1', '192.0.2.2')).operations])).not.toContain(secret);
  });

  it('names no word of a server line that HAProxy has no option of', () => {
    const text = (word: string): string => `backend app\n  server one 192.0.2.1:80 ${word}\n`;

    const { operations } = planDeployment(text('Hunter42word'), text('Other42word'));
    expect(operations.map(({ reason }) => reason)).toEqual(['an option of a server cannot be changed at run time']);
    expect(planDeployment(text('backup'), text('')).reason).toBe('backup of a server cannot be changed at run time');
  });
});
