/**
 * Set-up of every test file: `toEqual` compares typed arrays at once where they have the same bytes, instead of each
 * element by its name, which takes a hundred times as long.
 */
import { expect } from 'vitest';

const INSTALLED = Symbol.for('dxlens equality of bytes');

/** True for typed arrays of one type with the same bytes; undefined leaves the decision to Vitest. */
function haveSameBytes(a: unknown, b: unknown): true | undefined {
  if (!isTypedArray(a) || !isTypedArray(b) || Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return undefined;
  return bufferOf(a).equals(bufferOf(b)) || undefined;
}

function isTypedArray(value: unknown): value is Uint8Array {
  return ArrayBuffer.isView(value) && !(value instanceof DataView);
}

function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

// Files share the globals of their thread.
const globals = globalThis as { [INSTALLED]?: true };
if (!globals[INSTALLED]) {
  expect.addEqualityTesters([haveSameBytes]);
  globals[INSTALLED] = true;
}
