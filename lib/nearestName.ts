/** The known name that `given` most likely means: at most a third of it has to be changed; `undefined` where there is none. */
export function nearestName(given: string, known: readonly string[]): string | undefined {
  const [best] = known
    .map((name) => ({ name, edits: editsBetween(given.toLowerCase().replaceAll('_', '-'), name.toLowerCase()) }))
    .filter(({ name, edits }) => edits <= name.length / 3)
    .sort((a, b) => a.edits - b.edits);
  return best?.name;
}

/** Letters to put in, take out or replace to get from one to the other. */
function editsBetween(from: string, to: string): number {
  const wantedLetters = Array.from(to);
  let above = Array.from({ length: wantedLetters.length + 1 }, (_, index) => index);
  for (const [row, letter] of Array.from(from).entries()) {
    const line = [row + 1];
    for (const [column, wanted] of wantedLetters.entries()) {
      const replaced = (above[column] ?? 0) + (letter === wanted ? 0 : 1);
      line.push(Math.min(replaced, (above[column + 1] ?? 0) + 1, (line[column] ?? 0) + 1));
    }
    above = line;
  }
  return above.at(-1) ?? 0;
}
