import { lastValueFrom, toArray, type Observable } from 'rxjs';

/** Resolves with the one value of a stream, or rejects with its error; none or several are an error too. */
export async function oneValue<T>(source: Observable<T>): Promise<T> {
  const values = await lastValueFrom(source.pipe(toArray()), { defaultValue: [] });
  if (values.length !== 1) {
    throw new Error(`expected one value, got ${values.length}`);
  }
  return values[0]!;
}
