import { bodyOf } from '../../lib/dataplane/bodyOf.js';
import type { Content } from '../../lib/events/types.js';
import type { Planner } from '../../lib/haproxy/createPlanner.js';
import type { OwnedFile } from '../../lib/haproxy/manifest.js';
import { namesFile } from '../../lib/haproxy/namesFile.js';
import { wantedFiles } from '../../lib/haproxy/wantedFiles.js';
import type { Seen } from './readStatus.js';

/** Endpoints that have the same content, in meaning. */
export interface Group {
  /** `A` is what most endpoints have. */
  readonly label: string;
  readonly members: readonly Seen[];
}

/** Contents that are told apart; whatever else there is comes under one label, for each one more is compared with all of these. */
const maxGroups = 25;
const others = 'other';

/**
 * Groups endpoints by what they have, the largest group first: configurations are compared by
 * meaning, for each version of the API stores them in its own way, files by the manifest.
 */
export function groupContents(seen: readonly Seen[], { plan }: Planner): readonly Group[] {
  const groups: { readonly first: Seen; readonly members: Seen[] }[] = [];
  const rest: Seen[] = [];
  // The planner remembers pairs of texts: what is equal as text is compared once.
  for (const each of seen) {
    const group = groups.find(({ first }) => filesKey(first.files) === filesKey(each.files) && plan(bodyOf(each.found), bodyOf(first.found)).strategy === 'noop');
    if (group) group.members.push(each);
    else if (groups.length < maxGroups) groups.push({ first: each, members: [each] });
    else rest.push(each);
  }
  const labelled = groups
    .toSorted((a, b) => b.members.length - a.members.length)
    .map(({ members }, index) => ({ label: String.fromCharCode('A'.charCodeAt(0) + index), members }));
  return rest.length === 0 ? labelled : [...labelled, { label: others, members: rest }];
}

/** What of a content an endpoint has otherwise; empty where it has just this. */
export function differsIn({ files, found }: Seen, content: Content, { plan }: Planner): readonly ('configuration' | 'files')[] {
  const sameText = plan(bodyOf(found), content.haproxyConfig).strategy === 'noop';
  const wanted = wantedFiles(content.auxiliaryFiles);
  const isWanted = ({ name, store }: OwnedFile): boolean => wanted.some((file) => file.store === store && file.name === name);
  // What the configuration still names is kept, though the content does not bring it along.
  const sameFiles = filesKey(files.filter((file) => isWanted(file) || !namesFile(content, file))) === filesKey(wanted);
  return [...(sameText ? [] : (['configuration'] as const)), ...(sameFiles ? [] : (['files'] as const))];
}

function filesKey(files: readonly Pick<OwnedFile, 'store' | 'name' | 'sha256'>[]): string {
  return files.map(({ store, name, sha256 = 'open' }) => `${store}/${name} ${sha256}`).sort().join('\n');
}
