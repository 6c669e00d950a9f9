/**
 * Explains the DWORDs of chunks of shader model 6: headers of programs, the hash, the version of the compiler. The
 * program itself is LLVM bitcode, and stays data.
 *
 * Not for: reading them (chunks/dxil.ts).
 */
import { field } from '../base/field.ts';
import { DxilVersionToken } from '../chunks/dxil.ts';
import { DXIL_FEATURES, DXIL_SHADER_KINDS } from '../chunks/dxil-names.ts';
import { CHUNK_FEATURES } from '../chunks/sfi0.ts';
import type { Payload } from './payload.ts';
import {
  bitNames,
  byteCount,
  decimal,
  dword,
  type FieldRow,
  halves,
  hexadecimal,
  named,
  quarters,
  type RecordRow,
  tag,
} from './records.ts';

const { minor, major, kind } = DxilVersionToken;
const VERSION: readonly FieldRow[] = [
  { field: minor },
  { field: major },
  { field: field('reserved', 8, 8), fixed: 0 },
  { field: kind, meaning: named(DXIL_SHADER_KINDS) },
];

const PROGRAM: RecordRow = [
  VERSION,
  dword('size in DWORDs', decimal),
  dword('mark', tag),
  quarters(['minor version of DXIL', decimal], ['major version of DXIL', decimal], ['reserved'], ['reserved']),
  dword('offset of the bitcode from the mark', hexadecimal),
  dword('size of the bitcode', byteCount),
];
const HASH: RecordRow = [
  dword('flags', bitNames({ includesSource: 0 })),
  ...Array.from({ length: 4 }, () => dword('digest')),
];
const COMPILER: RecordRow = [
  halves('major', 'minor', decimal, decimal),
  dword('flags', bitNames({ debug: 0, internal: 1 })),
  dword('commits', decimal),
  dword('size of the texts', byteCount),
];

/** `DXIL`, `ILDB`, and `STAT` in a container of shader model 6. */
export function explainDxilProgram(payload: Payload): void {
  payload.record(0, PROGRAM, 'header');
}

/** `HASH`. */
export function explainHash(payload: Payload): void {
  payload.record(0, HASH, 'hash');
}

/** `VERS`. */
export function explainCompiler(payload: Payload): void {
  if (!payload.record(0, COMPILER, 'version')) return;
  const size = payload.u32(12);
  const at = 4 * COMPILER.length;
  if (size === 0) return;
  payload.text(at, 'commit');
  const custom = payload.textEnd(at, at + size) + 1;
  if (custom < at + size) payload.text(custom, 'name of the version');
}

/** The features that have a bit in the DWORD whose lowest bit has number `first`. */
export function featureBits(first: number): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Object.entries({ ...CHUNK_FEATURES, ...DXIL_FEATURES })
      .filter(([, bit]) => bit >= first && bit < first + 32)
      .map(([feature, bit]) => [feature, bit - first]),
  );
}
