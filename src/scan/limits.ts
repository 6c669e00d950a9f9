/**
 * Limits of a record: lists and strings that damaged shaders can make long without having the bytes for it, because
 * many entries may share one name.
 *
 * Not for: limits of readers (base/limits.ts).
 */

/** Entries of a list; shaders of compilers have less than a hundred. */
export const MAX_LIST = 1024;
/** Characters of a text or of an entry of a list. */
export const MAX_TEXT = 1024;

const CUT = '...';

/** `text`, cut to {@link MAX_TEXT} characters. */
export function limitedText(text: string): string {
  return text.length <= MAX_TEXT ? text : text.slice(0, MAX_TEXT - CUT.length) + CUT;
}

/** The first {@link MAX_LIST} of `items` as strings. */
export function limitedList<Item>(items: readonly Item[], textOf: (item: Item) => string): string[] {
  return (items.length <= MAX_LIST ? items : items.slice(0, MAX_LIST)).map((item) => limitedText(textOf(item)));
}
