/**
 * Tar archives: ustar, pax and GNU names and sizes (source: POSIX pax, "ustar Interchange Format"; the manual of GNU
 * tar). Links and directories have no content.
 *
 * Not for: sparse files, whose stored parts are searched as they are.
 */

import { latin1Text, stringAt } from '../../base/words.ts';
import { DX0309, DX0310 } from '../messages.ts';
import type { FormatReader, Member, ReaderInput } from '../reader.ts';
import { partOfSource, readFrom } from '../source.ts';

/** Bytes of a header; data are padded to a multiple of it. */
export const TAR_BLOCK = 512;
const CHECKSUM_OFFSET = 148;
const CHECKSUM_LENGTH = 8;
const SPACE = 0x20;
/** Longest name and list of pax records that is read. */
const MAX_RECORDS = 2 ** 20;
/** Bytes that Number holds exactly of a size in binary. */
const BINARY_DIGITS = 7;

export const TAR: FormatReader = {
  name: 'tar',
  matches: (head) => isHeader(head),
  members: readTar,
  carveIf: 'no members',
};

async function* readTar({ source, diagnostics }: ReaderInput): AsyncGenerator<Member> {
  let longName: string | undefined;
  let longSize: number | undefined;
  for (let at = 0; at + TAR_BLOCK <= source.size; ) {
    const header = await readFrom(source, at, TAR_BLOCK);
    if (header.every((byte) => byte === 0)) return;
    if (!isHeader(header)) {
      diagnostics.report(DX0310, at, at + TAR_BLOCK, {
        format: 'tar',
        what: 'the checksum of a header is wrong; the members after it are not searched',
      });
      return;
    }
    const type = String.fromCharCode(header[156]!);
    const size = longSize ?? numberAt(header, 124, 12);
    const data = at + TAR_BLOCK;
    if (data + size > source.size)
      diagnostics.report(DX0309, at + 124, at + 136, {
        format: 'tar',
        what: 'the end of a member',
        offset: data + size,
        size: source.size,
      });
    at = data + TAR_BLOCK * Math.ceil(size / TAR_BLOCK);
    if (type === 'L' || type === 'x') {
      const records = await readFrom(source, data, Math.min(size, MAX_RECORDS));
      if (type === 'L') longName = stringAt(records, 0);
      else {
        const pax = readPax(records);
        longName = pax.get('path') ?? longName;
        longSize = pax.has('size') ? Number(pax.get('size')) || 0 : undefined;
      }
      continue;
    }
    if (type === '0' || type === '\0' || type === '7') {
      const name = longName ?? nameOf(header);
      yield { name, offset: data, source: partOfSource(source, data, size) };
    }
    longName = undefined;
    longSize = undefined;
  }
}

/** Whether the checksum of a header is right. */
function isHeader(block: Uint8Array): boolean {
  if (block.byteLength < TAR_BLOCK) return false;
  const stored = Number.parseInt(stringAt(block, CHECKSUM_OFFSET, CHECKSUM_OFFSET + CHECKSUM_LENGTH), 8);
  const sum = tarChecksum(block);
  return sum === stored && sum > CHECKSUM_LENGTH * SPACE;
}

/** The sum of the bytes of a header, its checksum taken as blanks. */
export function tarChecksum(block: Uint8Array): number {
  let sum = CHECKSUM_LENGTH * SPACE;
  for (let i = 0; i < TAR_BLOCK; i++)
    if (i < CHECKSUM_OFFSET || i >= CHECKSUM_OFFSET + CHECKSUM_LENGTH) sum += block[i]!;
  return sum;
}

/** A number in octal digits, or in binary where its first bit is set. */
function numberAt(header: Uint8Array, offset: number, length: number): number {
  if (header[offset]! < 0x80) return Number.parseInt(stringAt(header, offset, offset + length).trim(), 8) || 0;
  let value = 0;
  for (let i = length - BINARY_DIGITS; i < length; i++) value = 256 * value + header[offset + i]!;
  return Math.min(value, Number.MAX_SAFE_INTEGER);
}

function nameOf(header: Uint8Array): string {
  const name = stringAt(header, 0, 100);
  const prefix = stringAt(header, 257, 262) === 'ustar' && header[262] === 0 ? stringAt(header, 345, 500) : '';
  return prefix === '' ? name : `${prefix}/${name}`;
}

/** The records of a pax header: `LENGTH KEY=VALUE\n`. */
function readPax(bytes: Uint8Array): Map<string, string> {
  const records = new Map<string, string>();
  for (let at = 0; at < bytes.byteLength; ) {
    const space = bytes.indexOf(SPACE, at);
    const length = Number(latin1Text(bytes, at, Math.max(at, space)));
    if (space < 0 || !Number.isSafeInteger(length) || length < 1) break;
    const record = new TextDecoder().decode(bytes.subarray(space + 1, at + length - 1));
    const equals = record.indexOf('=');
    records.set(record.slice(0, equals), record.slice(equals + 1));
    at += length;
  }
  return records;
}
