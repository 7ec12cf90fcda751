/**
 * The name under which the storage keeps a file, on create and on lookup (facts 6): the path is cut;
 * in what is before and behind the last dot each run of other characters than `A–Z a–z 0–9 _ - \` is one `_`.
 */
export function sanitiseName(name: string): string {
  const base = name.slice(name.lastIndexOf('/') + 1);
  const dot = base.lastIndexOf('.');
  const clean = (part: string): string => part.replace(/[^A-Za-z0-9_\-\\]+/g, '_');
  if (dot < 0) return clean(base);
  return dot === 0 ? `_${clean(base.slice(1))}` : `${clean(base.slice(0, dot))}.${clean(base.slice(dot + 1))}`;
}
