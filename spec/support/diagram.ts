import type { PipelineEvent } from '../../lib/events/types.js';
import { tellDeployment } from './runDeployer.js';
import { tellText } from './simulate.js';
import type { Entry } from './simulate.js';
import { host, tell } from './tell.js';

/** So many moments are shown of the beginning and of the end; what lies between is cut. */
const [firstMoments, lastMoments] = [40, 10];
/** Characters of a line. */
const maxWidth = 120;
const inputLetters = Array.from('abcdefghijklmnopqrstuvwxyzαβγδεζηθικλμνξοπρστυφχψω');
const outputLetters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZΓΔΘΛΞΠΣΦΨΩ');
const requestLetters = new Map([
  ['version', 'v'],
  ['readRaw', 'r'],
  ['writeRaw', 'w'],
  ['reloads', 'l'],
  ['reload', 'i'],
  ['worker', 'k'],
  ['servers', 's'],
  ['stats', 's'],
  ['deleteTransaction', 't'],
]);

interface Legend {
  readonly letterOf: (text: string) => string;
  readonly lines: () => readonly string[];
}

/**
 * What came to pass as a marble diagram: a line for what came in, one for what the pipeline said, and
 * one for each endpoint. Time reads to the right; a column is a moment at which something happened,
 * and the line above tells when, in milliseconds.
 */
export function diagram(log: readonly Entry[]): string {
  const moments = [...new Set(log.map(({ at }) => at))];
  const cut = moments.length - firstMoments - lastMoments;
  const shown = cut > 0 ? [...moments.slice(0, firstMoments), ...moments.slice(-lastMoments)] : moments;
  const seen = log.filter(({ at }) => shown.includes(at));
  const [inputs, outputs] = [legend(inputLetters), legend(outputLetters)];
  const hosts = [...new Set(seen.flatMap(({ request, takes, runs }) => request?.host ?? takes?.host ?? runs?.host ?? []))].sort();
  const lanes: readonly (readonly [string, (entry: Entry) => string])[] = [
    ['input', ({ happening }) => (happening === undefined ? '' : inputs.letterOf(happening))],
    ['output', ({ event, happening }) => (event === undefined || happening !== undefined ? '' : outputs.letterOf(describe(event)))],
    ...hosts.map((name) => [name, (entry: Entry) => mark(entry, name)] as const),
  ];
  const columns = shown.map((moment) => ({
    time: String(moment),
    cells: lanes.map(([, letter]) => group(seen.filter(({ at }) => at === moment).map(letter).join(''))),
  }));
  const label = Math.max(...lanes.map(([name]) => name.length)) + 2;
  const blocks: string[] = [];
  let block = ['time', ...lanes.map(([name]) => name)].map((name) => name.padEnd(label));
  for (const [index, { time, cells }] of columns.entries()) {
    const gap = cut > 0 && index === firstMoments ? `… ${cut} moments …` : '';
    const width = Math.max(time.length, gap.length, ...cells.map((cell) => cell.length)) + 1;
    if ((block[0]?.length ?? 0) + width > maxWidth) {
      blocks.push(block.join('\n'));
      block = ['', ...lanes].map(() => ' '.repeat(label));
    }
    if (gap !== '') block = block.map((line, row) => line + gap.padEnd(gap.length + 1, row === 0 ? ' ' : '-'));
    block = block.map((line, row) => line + (row === 0 ? time.padEnd(width) : (cells[row - 1] ?? '').padEnd(width, '-')));
  }
  blocks.push(block.join('\n'));
  const requests = 'v version, r read, w write, l reloads, i one reload, k worker, s servers or statistics, t transaction, ! takes the write, * runs another text';
  return [...blocks, [...inputs.lines(), ...outputs.lines(), `endpoints: ${requests}`].join('\n')].join('\n\n');
}

function legend(letters: readonly string[]): Legend {
  const known = new Map<string, string>();
  return {
    letterOf: (text) => {
      const letter = known.get(text) ?? letters[known.size] ?? '?';
      known.set(text, letter);
      return letter;
    },
    lines: () => [...known].map(([text, letter]) => `  ${letter} ${text}`),
  };
}

const group = (letters: string): string => (letters.length > 1 ? `(${letters})` : letters);

function mark({ request, takes, runs }: Entry, name: string): string {
  if (request?.host === name) return requestLetters.get(request.label.split(' ')[0] ?? '') ?? '?';
  if (takes?.host === name) return '!';
  return runs?.host === name ? '*' : '';
}

function describe(event: PipelineEvent): string {
  if (event.type === 'DeploymentScheduledEvent') {
    const targets = event.targets.map(({ endpoint, contentChecksum }) => `${host(endpoint.url)}=${tellText(event.contents[contentChecksum]?.haproxyConfig ?? '?')}`);
    return `deploy ${event.reasons.join('+')}: ${targets.join(' ')}${event.force ? ' (full)' : ''}`;
  }
  const said = tellDeployment(event);
  return said === event.type ? tell(event) : said;
}
