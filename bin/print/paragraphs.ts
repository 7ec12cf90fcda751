/** Texts of some lines each, a blank line between them; empty ones are left out. */
export function paragraphs(parts: readonly (readonly string[])[]): string {
  return `${parts.filter(({ length }) => length > 0).map((lines) => lines.join('\n')).join('\n\n')}\n`;
}
