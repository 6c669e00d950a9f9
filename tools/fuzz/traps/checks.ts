/**
 * Checks that a worst case is what its name says. A builder that is wrong makes an input that every reader refuses at
 * once, which is fast and proves nothing.
 *
 * Not for: what the targets do with it (../traps.ts).
 */
import { Diagnostics } from '../../../src/base/diagnostics.ts';
import { readConstantTable } from '../../../src/chunks/ctab.ts';
import { CODECS } from '../../../src/cli/codecs.ts';
import { verifyChecksum } from '../../../src/container/digest.ts';
import { readContainer } from '../../../src/container/dxbc.ts';
import { type DebugFormat, readDebugInformation } from '../../../src/debug/index.ts';
import { detectFormat } from '../../../src/file/detect-format.ts';
import { openShaderFile } from '../../../src/file/shader-file.ts';
import { BUILTIN_CODECS } from '../../../src/find/lzma/xz.ts';
import { HEAD_SIZE } from '../../../src/find/reader.ts';
import { READERS } from '../../../src/find/readers/index.ts';
import { sourceOfBytes } from '../../../src/find/source.ts';

/** Throws where an input is not what it must be. */
export type TrapCheck = (bytes: Uint8Array) => void | Promise<void>;

function expect(condition: boolean, what: string): void {
  if (!condition) throw new Error(`the builder is wrong: ${what}`);
}

/** Text in ASCII. */
export const isText: TrapCheck = (bytes) =>
  expect(
    bytes.every((byte) => byte < 0x80),
    'it is no text',
  );

/** An effect of any version. */
export const isEffect: TrapCheck = (bytes) => {
  const { format } = detectFormat(bytes);
  expect(format === 'fx2' || format === 'fx4' || format === 'fx5', `the format is ${format}`);
};

/** A shader with at least one program that is found. */
export const hasProgram: TrapCheck = (bytes) => {
  const { format } = detectFormat(bytes);
  expect(format === 'sm1' || format === 'dxbc', `the format is ${format}`);
  expect(openShaderFile(bytes).programs.length > 0, 'it has no program that is found');
};

/** A container with the right checksum and at least `count` chunks `name`. */
export function hasChunks(name: string, count = 1): TrapCheck {
  return (bytes) => {
    const chunks = readContainer(bytes, new Diagnostics())?.chunks ?? [];
    expect(verifyChecksum(bytes).kind !== undefined, 'the checksum is wrong');
    const found = chunks.filter((chunk) => chunk.name === name).length;
    expect(found >= count, `${found} of ${count} chunks ${name}`);
  };
}

/** A constant table with at least `count` constants. */
export function hasConstants(count: number): TrapCheck {
  return (bytes) => {
    const found = readConstantTable(bytes, undefined, new Diagnostics()).constants.length;
    expect(found >= count, `${found} of ${count} constants`);
  };
}

/** A shader with debug information of this format. */
export function hasDebugInformation(format: DebugFormat): TrapCheck {
  return (bytes) => {
    const found = readDebugInformation(bytes).programs.map((one) => one.format);
    expect(found.includes(format), `debug information: ${found.join(', ') || 'none'}`);
  };
}

/** A file of the format of a reader, which gives at least `count` members. */
export function hasMembers(reader: string, count: number): TrapCheck {
  return async (bytes) => {
    const source = sourceOfBytes(bytes);
    const head = bytes.subarray(0, HEAD_SIZE);
    const found = READERS.find(({ matches }) => matches(head, bytes.byteLength));
    expect(found?.name === reader, `the reader is ${found?.name ?? 'none'}`);
    const codecs = { ...CODECS, ...BUILTIN_CODECS };
    const input = { source, head, codecs, limit: 2 ** 28, siblings: undefined, diagnostics: new Diagnostics() };
    let members = 0;
    if (count > 0) for await (const _ of found!.members(input)) if (++members >= count) break;
    expect(members >= count, `${members} of ${count} members`);
  };
}

/** Bytes of no format, which are carved. */
export const isCarved: TrapCheck = (bytes) => {
  const found = READERS.find(({ matches }) => matches(bytes.subarray(0, HEAD_SIZE), bytes.byteLength));
  expect(found === undefined, `the reader is ${found?.name}`);
  expect(detectFormat(bytes).format === 'unknown', 'the format is known');
};
