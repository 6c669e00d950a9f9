/**
 * A link that has a shader and how it is shown: the fragment of the address, which browsers send to no server. Its text
 * is `s1.` and, in base64url, the compressed bytes of a frame: a checksum and the length of the view, 4 bytes each, the
 * view as JSON, the shader.
 *
 * Everything in a fragment may be wrong or made to do harm: it is limited in size before and while it is decompressed,
 * the checksum must be right, and each member of the view is tested.
 *
 * Not for: what opens and copies links (state/sharing.ts).
 */
import { deflateSync, Inflate } from 'fflate';
import type { TranslationChoice } from './translation.ts';
import { isTranslationChoice } from './translation-options.ts';

/** How a shader is shown. */
export interface SharedView {
  /** The name of the file or of the member in it. */
  readonly name: string;
  readonly tab: string;
  readonly pane: string;
  /** In bytes from the start of the shader. */
  readonly selection: SharedSelection | undefined;
  readonly showsBytes: boolean;
  /** Undefined where no translation is shown. */
  readonly translation: TranslationChoice | undefined;
}

interface SharedSelection {
  readonly start: number;
  readonly end: number;
  readonly bits?: { readonly low: number; readonly width: number };
}

/** A shader with its view. */
export interface SharedShader {
  readonly view: SharedView;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Bytes of a compressed frame: what chats and trackers take as an address. */
export const MAX_PACKED = 24 * 1024;
/** Bytes of a shader, so that a small link cannot become a large memory. */
export const MAX_SHARED = 1024 * 1024;
const MAX_FRAME = MAX_SHARED + 4096;
const MAX_NAME = 200;
/** Compressed bytes that are decompressed at a time; they become at most a thousand times as many. */
const PIECE = 256;

const VERSION = 's1.';
const FRAME_HEAD = 8;

/**
 * The fragment of a shader with its view, and the number of its compressed bytes; without text where they are too many.
 */
export function packLink({ view, bytes }: SharedShader): { readonly text: string | undefined; readonly size: number } {
  if (bytes.byteLength > MAX_SHARED) return { text: undefined, size: bytes.byteLength };
  const json = new TextEncoder().encode(JSON.stringify({ ...view, name: view.name.slice(-MAX_NAME) }));
  const frame = new Uint8Array(FRAME_HEAD + json.length + bytes.length);
  frame.set(json, FRAME_HEAD);
  frame.set(bytes, FRAME_HEAD + json.length);
  const head = new DataView(frame.buffer);
  head.setUint32(4, json.length, true);
  head.setUint32(0, checksum(frame.subarray(4)), true);
  const packed = deflateSync(frame, { level: 9 });
  return { text: packed.length > MAX_PACKED ? undefined : VERSION + base64Url(packed), size: packed.length };
}

/** Returns the shader of a fragment, or the reason why it cannot be opened. */
export function unpackLink(text: string): SharedShader | { readonly problem: string } {
  if (!text.startsWith(VERSION)) return { problem: 'It was made by another version of the explorer.' };
  const code = text.slice(VERSION.length);
  if (code.length > Math.ceil((MAX_PACKED * 4) / 3)) return { problem: 'It is longer than links can be.' };
  const packed = fromBase64Url(code);
  if (packed === undefined) return { problem: 'It has characters that links do not have.' };
  const frame = inflate(packed);
  if (frame === 'damaged') return { problem: 'A part of it is missing or was changed.' };
  if (frame === 'large') return { problem: 'What is in it is larger than links can have.' };
  if (frame.length < FRAME_HEAD) return { problem: 'A part of it is missing.' };
  const head = new DataView(frame.buffer);
  const start = FRAME_HEAD + head.getUint32(4, true);
  if (head.getUint32(0, true) !== checksum(frame.subarray(4)) || start > frame.length)
    return { problem: 'A part of it is missing or was changed.' };
  const view = viewOf(new TextDecoder().decode(frame.subarray(FRAME_HEAD, start)));
  const bytes = frame.slice(start);
  if (view === undefined || bytes.length === 0) return { problem: 'It has no shader.' };
  return { view, bytes };
}

/** The content of a stream of deflate that ends where the stream does. */
function inflate(packed: Uint8Array): Uint8Array<ArrayBuffer> | 'damaged' | 'large' {
  const parts: Uint8Array[] = [];
  let size = 0;
  let isComplete = false;
  const stream = new Inflate((part, isLast) => {
    parts.push(part);
    size += part.length;
    isComplete = isLast;
  });
  try {
    for (let at = 0; at < packed.length; at += PIECE) {
      stream.push(packed.subarray(at, at + PIECE), at + PIECE >= packed.length);
      if (size > MAX_FRAME) return 'large';
    }
  } catch {
    return 'damaged';
  }
  if (!isComplete) return 'damaged';
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** The view of a JSON text; undefined where the text or a member has another shape. */
function viewOf(json: string): SharedView | undefined {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return undefined;
  }
  if (!isObject(value)) return undefined;
  const { name, tab, pane, selection, showsBytes, translation } = value;
  if (typeof name !== 'string' || name.length > MAX_NAME || typeof tab !== 'string' || typeof pane !== 'string')
    return undefined;
  return {
    name,
    tab,
    pane,
    selection: selectionOf(selection),
    showsBytes: showsBytes === true,
    translation: isTranslationChoice(translation) ? translation : undefined,
  };
}

function selectionOf(value: unknown): SharedSelection | undefined {
  if (!isObject(value)) return undefined;
  const { start, end, bits } = value;
  if (!isCount(start) || !isCount(end) || end < start) return undefined;
  if (!isObject(bits)) return { start, end };
  const { low, width } = bits;
  return isCount(low) && isCount(width) && low + width <= 32 ? { start, end, bits: { low, width } } : { start, end };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= MAX_SHARED;
}

/** FNV-1a of 32 bits. */
function checksum(bytes: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}

function base64Url(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function fromBase64Url(text: string): Uint8Array | undefined {
  if (!/^[\w-]*$/.test(text)) return undefined;
  try {
    const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    return Uint8Array.from(bytes, (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
