import type { Figure } from './Row.js';
import { verdict } from './verdict.js';

const heads = ['row', 'what', 'ours', 'floor', 'unit', 'ratio', 'limit', ''];

/** The figures of all rows as a table of text. */
export function formatTable(figures: readonly (Figure & { readonly row: string })[]): string {
  const lines = [heads, ...figures.map((figure) => [figure.row, ...cells(figure)])];
  const widths = heads.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines.map((line) => line.map((cell, column) => pad(cell, widths[column] ?? 0, column)).join('  ').trimEnd()).join('\n');
}

function cells(figure: Figure): readonly string[] {
  const { what, ours, floor, unit, ratio, limit } = figure;
  const bound = limit === undefined ? '' : `${limit.atMost === undefined ? '≥' : '≤'} ${limit.atMost ?? limit.atLeast ?? ''}`;
  const of = { ratio: ' × floor', difference: ` ${unit} over`, ours: '' }[limit?.of ?? 'ours'];
  return [what, short(ours), floor === undefined ? '' : short(floor), unit, ratio === undefined ? '' : ratio.toFixed(2), bound + of, verdict(figure) ?? ''];
}

const short = (value: number): string => (Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(value >= 10 ? 1 : 2));

/** Names to the left, numbers to the right. */
const pad = (cell: string, width: number, column: number): string => ([2, 3, 5].includes(column) ? cell.padStart(width) : cell.padEnd(width));
