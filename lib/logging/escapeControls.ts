/**
 * A log line in JSON, changed so that control characters in its texts show as `\u001b` and the like
 * once it is formatted for people: what an API said must not steer the terminal that shows it.
 *
 * Line ends and tabs stay.
 */
export function escapeControls(line: string): string {
  return line
    .replace(/\\(?:u00(?:[01][0-9a-f]|7f)|.)/gi, (escape) => (/^\\(?:u00|b|f)/i.test(escape) ? `\\${escape}` : escape))
    .replace(/[\u007f-\u009f]/g, (control) => `\\\\u00${control.charCodeAt(0).toString(16)}`);
}
