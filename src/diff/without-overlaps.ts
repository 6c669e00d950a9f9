/** Parts of a damaged file may share bytes, so that together they are many times as long as the file. */

/**
 * The first of `items` that together are no longer than the file: those after them share bytes with others.
 *
 * @param sizeOf returns the bytes of an item
 * @param limit the bytes of the file
 */
export function withoutOverlaps<Item>(items: readonly Item[], sizeOf: (item: Item) => number, limit: number): Item[] {
  let left = limit;
  const end = items.findIndex((item) => {
    left -= sizeOf(item);
    return left < 0;
  });
  return items.slice(0, end < 0 ? items.length : end);
}
