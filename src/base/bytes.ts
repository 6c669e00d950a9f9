/**
 * The byte inputs of public functions: any kind of byte buffer, from any realm, as one plain `Uint8Array`.
 *
 * Not for: reading words or text out of bytes (words.ts).
 */

/**
 * The byte inputs that public functions accept: `Uint8Array`, `ArrayBuffer`, Node's `Buffer`, or any other view of a
 * buffer.
 */
export type ByteSource = Uint8Array | ArrayBuffer | ArrayBufferView;

/**
 * The bytes of `input` as a plain `Uint8Array` of this realm: a view of the same memory, never a copy. Subclasses are
 * wrapped, because theirs may answer differently: `slice` of Node's `Buffer` is a view.
 *
 * @param caller name of the public function, for the message
 * @param argument name of its argument
 * @throws TypeError when `input` holds no bytes
 */
export function toBytes(input: ByteSource, caller: string, argument = 'bytes'): Uint8Array {
  if (input instanceof Uint8Array && Object.getPrototypeOf(input) === Uint8Array.prototype) return input;
  if (ArrayBuffer.isView(input)) return new Uint8Array(input.buffer, input.byteOffset, input.byteLength);
  if (isArrayBuffer(input)) return new Uint8Array(input);
  throw new TypeError(
    `${caller}: ${argument} must be a Uint8Array, an ArrayBuffer or a view of one, not ${typeText(input)}`,
  );
}

/** Whether `value` is an `ArrayBuffer` of any realm. */
function isArrayBuffer(value: unknown): value is ArrayBuffer {
  return className(value) === 'ArrayBuffer';
}

/** The name of an object's class, also of another realm. */
function className(value: unknown): string {
  return Object.prototype.toString.call(value).slice('[object '.length, -1);
}

/** Describes `value` in the message of a `TypeError`: `null`, `a string`, `an array`, `a Promise (await it first)`. */
export function typeText(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (typeof value !== 'object') return withArticle(typeof value);
  if (Array.isArray(value)) return 'an array';
  if (value instanceof Promise) return 'a Promise (await it first)';
  const name = className(value);
  return withArticle(name === 'Object' ? 'object' : name);
}

function withArticle(noun: string): string {
  return `${/^[aeio]/i.test(noun) ? 'an' : 'a'} ${noun}`;
}

/** Whether two byte strings are equal. */
export function isSameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.byteLength === b.byteLength && a.every((byte, i) => byte === b[i]);
}
