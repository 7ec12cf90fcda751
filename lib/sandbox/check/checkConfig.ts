import { isProxyKeyword } from '../config/keywords.js';
import { splitLine, unquote } from '../config/splitLine.js';
import type { FileSet } from '../state/FileStore.js';
import { checkReferences, type NamedSection } from './checkReferences.js';
import type { Alert } from './Validator.js';

const sectionTypes = [
  'global', 'defaults', 'userlist', 'peers', 'mailers', 'resolvers', 'cache', 'ring', 'traces', 'log-forward', 'log-profile', 'http-errors', 'healthcheck', 'acme', 'crt-store',
  'fcgi-app', 'frontend', 'backend', 'listen', 'program',
];
const unnamed = ['global', 'traces', 'crt-store', 'defaults'];
const proxies = ['defaults', 'frontend', 'backend', 'listen'];
const maxWords = 64;

/**
 * A small stand-in for `haproxy -c`, worded alike. It finds broken lines and quotes, unknown sections
 * and proxy keywords, names used twice, and names, defaults and storage files that are not there;
 * it does not look into arguments.
 */
export function checkConfig(text: string, files: FileSet): readonly Alert[] {
  const alerts: Alert[] = [];
  const sections: NamedSection[] = [];
  const lines = text.split('\n');
  let current: NamedSection | undefined;
  if (lines.pop() !== '') {
    alerts.push({ line: lines.length + 1, text: `: Missing LF on last line, file might have been truncated at position ${text.length - text.lastIndexOf('\n')}.` });
  }
  lines.forEach((content, index) => {
    const line = index + 1;
    const { words, unbalanced } = splitLine(content);
    const [keyword = '', name = ''] = words;
    if (unbalanced) alerts.push({ line, text: `: unmatched quote at position ${content.search(/["']/) + 1}:` });
    else if (words.length > maxWords) alerts.push({ line, text: ': too many words, truncating after word 64.' });
    if (keyword === '') return;
    if (sectionTypes.includes(keyword)) {
      current = { type: keyword, name: unquote(name), line, words: words.map(unquote), lines: [] };
      sections.push(current);
      alerts.push(...checkName(current));
    } else if (current === undefined) {
      if (!keyword.startsWith('.')) alerts.push({ line, text: `: unknown keyword '${keyword}' out of section.` });
    } else if (proxies.includes(current.type) && !isProxyKeyword(keyword)) {
      alerts.push({ line, text: `: unknown keyword '${keyword}' in '${current.type}' section` });
    } else {
      current.lines.push({ line, words: words.map(unquote) });
    }
  });
  return [...alerts, ...checkReferences(sections, files)];
}

function checkName({ type, name, line }: NamedSection): readonly Alert[] {
  if (unnamed.includes(type)) return [];
  if (name === '') return [{ line, text: `: '${type}' expects an <id> argument` }];
  const bad = /[^A-Za-z0-9_.:-]/.exec(name)?.[0];
  return bad === undefined ? [] : [{ line, text: `: character '${bad}' is not permitted in '${type}' name '${name}'.` }];
}
