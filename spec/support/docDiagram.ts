import { readFileSync } from 'node:fs';

const root = new URL('../../', import.meta.url);

/**
 * The marble diagram in the comment of what a file exports, by the label of each line, in the marbles
 * of rxjs: notes behind a line are cut off, blanks before it are time that passes.
 */
export function docDiagram(path: string): (label: string) => string {
  const text = readFileSync(new URL(path, root), 'utf8');
  const [, diagram = ''] = /^ \* ```text\n(.*?)^ \* ```$/ms.exec(text) ?? [];
  const lines = diagram.split('\n').map((line) => /^ \* (\w+):( +)(\S+)/.exec(line) ?? []);
  const columnOf = ([, name = '', blanks = '']: readonly string[]): number => name.length + blanks.length;
  const column = columnOf(lines.find(([, name]) => name === 'source') ?? []);
  return (label) => {
    const line = lines.find(([, name]) => name === label);
    if (line === undefined) throw new Error(`${path} draws no ${label}`);
    return ' '.repeat(columnOf(line) - column) + (line[3] ?? '').replaceAll('·', '-');
  };
}
