/**
 * Counts what code does, so that tests can say how work grows without a clock: elements that methods of arrays walk,
 * elements of typed arrays that are filled or copied, and calls of chosen methods.
 *
 * Not for: loops over elements by index; give those a count of their own ({@link countReads}).
 */

/** Methods that walk over all of an array, at worst. */
const WALKS = [
  ...[
    'filter',
    'map',
    'flatMap',
    'forEach',
    'reduce',
    'some',
    'every',
    'sort',
    'slice',
    'concat',
    'splice',
    'shift',
    'unshift',
  ],
  ...[
    'find',
    'findIndex',
    'findLast',
    'findLastIndex',
    'includes',
    'indexOf',
    'lastIndexOf',
    'fill',
    'entries',
    'keys',
    'values',
  ],
] as const;
/**
 * Columns that grow to twice their size copy what they have with `set`: in steps, which would need larger programs to
 * be compared.
 */
const COPIES = ['fill', 'copyWithin', 'slice'] as const;

type Method = (this: { readonly length: number }, ...parameters: unknown[]) => unknown;
type Patched = Record<string, Method>;

/** The work so far. */
export interface WorkCount {
  readonly total: number;
  /** Ends the count. */
  stop(): void;
}

/** Counts from now on, until it is stopped; each call of one of the given methods is one. */
export function countWork(methods: readonly (readonly [prototype: object, name: string])[] = []): WorkCount {
  let total = 0;
  const restores: (() => void)[] = [];
  const patch = (
    prototype: object,
    name: string,
    cost: (target: { readonly length: number }, samples: unknown[]) => number,
  ) => {
    const table = prototype as Patched;
    const original = table[name]!;
    table[name] = function (...parameters) {
      total += cost(this, parameters);
      return original.apply(this, parameters);
    };
    restores.unshift(() => {
      table[name] = original;
    });
  };
  for (const name of WALKS) patch(Array.prototype, name, ({ length }) => length);
  for (const name of COPIES) patch(Object.getPrototypeOf(Int32Array.prototype), name, copied);
  for (const [prototype, name] of methods) patch(prototype, name, () => 1);
  return {
    get total() {
      return total;
    },
    stop() {
      for (const restore of restores) restore();
    },
  };
}

/** Elements that a method of a typed array writes. */
function copied({ length }: { readonly length: number }, [first, start, end]: unknown[]): number {
  if (typeof first === 'object') return (first as { readonly length: number }).length;
  return (typeof end === 'number' ? end : length) - (typeof start === 'number' ? start : 0);
}

/** Returns a proxy of the array; `seen` is called for each element that is read or written by its index. */
export function countReads<Numbers extends Int32Array | Uint16Array | number[]>(
  array: Numbers,
  seen: () => void,
): Numbers {
  return new Proxy(array, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value === 'function') return value.bind(target);
      if (key !== 'length') seen();
      return value;
    },
    set(target, key, value) {
      seen();
      return Reflect.set(target, key, value, target);
    },
  });
}
