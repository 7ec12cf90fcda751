/** The known name that `given` most likely means: at most a third of it has to be changed; `undefined` where there is none. */
export function nearestName(given: string, known: readonly string[]): string | undefined {
  const [best] = known
    .map((name) => ({ name, edits: editsBetween(given.toLowerCase().replaceAll('_', '-'), name.toLowerCase()) }))
    .filter(({ name, edits }) => edits <= name.length / 3)
    .sort((a, b) => a.edits - b.edits);
  return best?.name;
}

/** Letters to put in, take out, replace or swap with the next one to get from one to the other. */
function editsBetween(from: string, to: string): number {
  const [given, wanted] = [Array.from(from), Array.from(to)];
  let before: readonly number[] = [];
  let above = Array.from({ length: wanted.length + 1 }, (_, index) => index);
  for (const [row, letter] of given.entries()) {
    const line = [row + 1];
    for (const [column, other] of wanted.entries()) {
      const isSwapped = letter === wanted[column - 1] && given[row - 1] === other;
      const replaced = (above[column] ?? 0) + (letter === other ? 0 : 1);
      const swapped = isSwapped ? (before[column - 1] ?? Infinity) + 1 : Infinity;
      line.push(Math.min(replaced, swapped, (above[column + 1] ?? 0) + 1, (line[column] ?? 0) + 1));
    }
    before = above;
    above = line;
  }
  return above.at(-1) ?? 0;
}
