/** Remembers the values of the `max` keys used last, and computes what it does not remember. */
export function recent<V>(max: number): (key: string, compute: () => V) => V {
  const values = new Map<string, V>();
  return (key, compute) => {
    const value = values.get(key) ?? compute();
    values.delete(key);
    values.set(key, value);
    if (values.size > max) {
      const [oldest] = values.keys();
      if (oldest !== undefined) values.delete(oldest);
    }
    return value;
  };
}
