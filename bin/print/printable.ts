/**
 * Text fit for a terminal: control characters, those that turn the direction of writing included, show as
 * `\u001b` and the like, for what an API or a file says must not steer the terminal that shows it. Line
 * ends and tabs stay.
 */
export function printable(text: string): string {
  // eslint-disable-next-line no-control-regex
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
