/** Lookups in maps and sorted lists, and the concatenation of bytes, for all parts. */

/** Returns the value of `key`; the first time it is made and stored. */
export function getOrInsert<Key, Value>(
  map: { get(key: Key): Value | undefined; set(key: Key, value: Value): unknown },
  key: Key,
  make: () => Value,
): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

/** Appends `item` to the list of `key`, which begins with it. */
export function appendTo<Key, Item>(map: Map<Key, Item[]>, key: Key, item: Item): void {
  getOrInsert(map, key, () => []).push(item);
}

/** Returns the first index from 0 to `count` for which `holds`, and holds from then on; `count` when there is none. */
export function firstWhere(count: number, holds: (index: number) => boolean): number {
  let low = 0;
  for (let high = count; low < high; ) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Returns the bytes of all parts, one after the other. */
export function concatBytes(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.byteLength;
  }
  return bytes;
}
