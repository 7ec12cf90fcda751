/** The series of a text in Prometheus' format by name and labels, as they stand. */
export function seriesOf(text: string): Readonly<Record<string, number>> {
  return Object.fromEntries(
    text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => {
        const at = line.lastIndexOf(' ');
        return [line.slice(0, at), Number(line.slice(at + 1))];
      }),
  );
}
