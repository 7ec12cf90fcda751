/** Remembers the values of the `max` keys used last, and computes what it does not remember. */
export function recent<V>(max: number): (key: string, compute: () => V) => V {
  const values = new Map<string, V>();
  let newest: { readonly key: string; readonly value: V } | undefined;
  return (key, compute) => {
    // Keys are whole configurations: in the usual case they are compared once, not at each step below.
    if (newest?.key === key) return newest.value;
    const value = values.get(key) ?? compute();
    values.delete(key);
    values.set(key, value);
    newest = { key, value };
    if (values.size > max) {
      const [oldest] = values.keys();
      if (oldest !== undefined) values.delete(oldest);
    }
    return value;
  };
}
