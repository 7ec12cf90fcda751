/** `1 change`, `2 changes`. */
export function count(amount: number, what: string): string {
  return `${amount} ${what}${amount === 1 ? '' : 's'}`;
}
