/** Numbers and sizes as the page shows them. */

/** `0x000001dc`. */
export function hexText(value: number, digits = 8): string {
  return `0x${value.toString(16).padStart(digits, '0')}`;
}

/** `1,204`. Not by `toLocaleString`, which takes a moment when it is called for the first time. */
export function numberText(value: number): string {
  return String(value).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** `1,204 bytes`. */
export function sizeText(bytes: number): string {
  return `${numberText(bytes)} ${bytes === 1 ? 'byte' : 'bytes'}`;
}

/** `3 files`, `1 file`. */
export function countText(count: number, one: string, many = `${one}s`): string {
  return `${numberText(count)} ${count === 1 ? one : many}`;
}

/** Text of a file with control characters made visible, at most `limit` characters. */
export function visibleText(text: string, limit = 200): string {
  const cut = text.length > limit ? `${text.slice(0, limit)}…` : text;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to replace.
  return cut.replace(/[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '\u00b7');
}
