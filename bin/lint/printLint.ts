import type { Paint } from '../print/paint.js';
import { printFinding } from '../print/printFinding.js';
import { count } from '../print/count.js';
import { printable } from '../print/printable.js';
import type { LintReport, VersionedFinding } from './lintVersions.js';

/** The findings for reading, each with its place and the versions, and a summary. */
export function printLint({ versions, findings, losing }: LintReport, file: string, paint: Paint): string {
  const parts = findings.map((finding) => {
    const [head = '', mend = ''] = printFinding(finding, paint, printable(`${file}:${finding.line}`));
    return [head, `  ${paint('bold', nameVersions(finding, versions))}: ${mend.trim()}`];
  });
  const safe = versions.filter((version) => !losing.includes(version));
  const losses = findings.filter(({ severity }) => severity === 'loss').length;
  const harmless = findings.length - losses;
  const lost = losses === 0 ? `nothing is known to be lost by API ${versions.join(', ')}` : `${losses === 1 ? '1 loss' : `${losses} losses`}, by API ${losing.join(', ')}`;
  const spared = losses === 0 || safe.length === 0 ? [] : [`none by ${safe.join(', ')}`];
  const summary = [lost, ...spared, ...(harmless === 0 ? [] : [count(harmless, 'harmless change')])].join('; ');
  return [...parts.map((part) => `${part.join('\n')}\n`), `${paint('bold', summary)}\n`].join('');
}

function nameVersions({ versions }: VersionedFinding, asked: readonly string[]): string {
  return versions.length === asked.length && asked.length > 1 ? 'all these versions' : `API ${versions.join(', ')}`;
}
