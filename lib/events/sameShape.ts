/** Compile-time checks that a schema and a hand-written type say the same. They leave nothing at run time. */

type Primitive = string | number | boolean | bigint | symbol | null | undefined;

/** The same shape with every field readonly and present, and marked where it was optional, so that comparing both ways sees it. */
type Spelled<T> = T extends Primitive
  ? T
  : T extends readonly (infer E)[]
    ? readonly Spelled<E>[]
    : {
        readonly [K in keyof T]-?: Partial<Pick<T, K>> extends Pick<T, K>
          ? readonly ['optional', Spelled<Exclude<T[K], undefined>>]
          : Spelled<T[K]>;
      };

/** `true` where the two types are identical but for `readonly`. */
export type SameShape<A, B> = [Spelled<A>, Spelled<B>] extends [Spelled<B>, Spelled<A>] ? true : false;

/** Does not compile unless `T` is `true`. */
export type Assert<T extends true> = T;
