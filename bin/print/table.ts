/** One column of a table. */
export interface Column<T> {
  readonly title: string;
  readonly text: (row: T) => string;
  /** Left out, the last ones first, where the table would be too wide. */
  readonly optional?: boolean;
  /** Colours a cell that is padded already. */
  readonly paint?: (row: T, cell: string) => string;
}

const gap = '  ';

/**
 * Rows of text in columns, titles first, no blanks at the ends of lines.
 *
 * @param width Most characters of a line, as far as leaving out optional columns can keep to it.
 */
export function table<T>(rows: readonly T[], columns: readonly Column<T>[], width = Infinity): readonly string[] {
  const sized = columns.map((column) => {
    const cells = rows.map((row) => column.text(row));
    return { column, cells, size: Math.max(column.title.length, ...cells.map((cell) => cell.length)) };
  });
  const fitting = fit(sized, width);
  const lines = rows.map((row, at) =>
    fitting.map(({ cells, column: { paint = (_: T, cell: string) => cell }, size }, index) => paint(row, padded(cells[at] ?? '', size, index === fitting.length - 1))).join(gap).trimEnd(),
  );
  return [fitting.map(({ column, size }) => column.title.padEnd(size)).join(gap).trimEnd(), ...lines];
}

function padded(cell: string, size: number, isLast: boolean): string {
  return isLast ? cell : cell.padEnd(size);
}

function fit<S extends { readonly size: number; readonly column: { readonly optional?: boolean } }>(sized: readonly S[], width: number): readonly S[] {
  const total = sized.reduce((sum, { size }) => sum + size, gap.length * (sized.length - 1));
  const last = sized.findLast(({ column }) => column.optional);
  return total <= width || !last ? sized : fit(sized.filter((each) => each !== last), width);
}
