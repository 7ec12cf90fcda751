import { lintConfig } from '../../lib/haproxy/lintConfig.js';
import type { Finding } from '../../lib/haproxy/lintFinding.js';

/** One finding with the versions of the API that it is true of. */
export interface VersionedFinding extends Finding {
  readonly versions: readonly string[];
}

/** What `lint --json` writes. */
export interface LintReport {
  /** Versions that were asked about, as `3.2`. */
  readonly versions: readonly string[];
  /** In the order of the lines. */
  readonly findings: readonly VersionedFinding[];
  /** Versions of which at least one loses something. */
  readonly losing: readonly string[];
}

/**
 * Finds what each of some versions of the API would lose or change of a configuration (design D5b);
 * what several do alike is one finding.
 *
 * @param versions As `3.2`, without repetition.
 */
export function lintVersions(config: string, versions: readonly string[]): LintReport {
  const found = new Map<string, { readonly finding: Finding; readonly versions: string[] }>();
  for (const version of versions) {
    const [major = 0, minor] = version.split('.').map(Number);
    for (const finding of lintConfig(config, { major, minor })) {
      const key = JSON.stringify(finding);
      const known = found.get(key);
      // One version may find the same twice in a line.
      if (known === undefined) found.set(key, { finding, versions: [version] });
      else if (!known.versions.includes(version)) known.versions.push(version);
    }
  }
  const findings = [...found.values()].map(({ finding, versions: of }) => ({ ...finding, versions: of })).sort((a, b) => a.line - b.line);
  const losing = versions.filter((version) => findings.some((finding) => finding.severity === 'loss' && finding.versions.includes(version)));
  return { versions, findings, losing };
}
