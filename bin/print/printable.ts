/**
 * Text fit for a terminal: control characters show as `\u001b` and the like, for what an API or a
 * file says must not steer the terminal that shows it. Line ends and tabs stay.
 */
export function printable(text: string): string {
  // eslint-disable-next-line no-control-regex
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
