import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';

const lines = readFileSync('docs/security.md', 'utf8').split('\n');
const citations = lines.flatMap((line) => {
  const { file, title } = /^ +- proved: `(?<file>[^`]+)`: (?<title>.+)$/.exec(line)?.groups ?? {};
  return file === undefined || title === undefined ? [] : [{ file, title }];
});

describe('docs/security.md', () => {
  it('cites a spec in every line that says so', () => {
    expect(lines.filter((line) => line.trimStart().startsWith('- proved:'))).toHaveLength(citations.length);
    expect(citations.length).toBeGreaterThan(0);
  });

  it.each(citations)('is right that $file says: $title', ({ file, title }) => {
    expect(readFileSync(file, 'utf8')).toContain(title);
  });
});
