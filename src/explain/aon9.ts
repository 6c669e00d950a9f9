/**
 * Explains the DWORDs of the chunks Aon9, XNAS and XNAP before their programs of feature level 9: a header, and tables
 * that map constants and samplers.
 *
 * Not for: reading them (chunks/aon9.ts).
 */
import { sm1Profile } from '../base/profile.ts';
import { CLIP_PLANES } from '../chunks/aon9.ts';
import type { Payload } from './payload.ts';
import { byteCount, decimal, dword, halves, hexadecimal, named, quarters, type RecordRow, right } from './records.ts';

/** Byte offset of the program's offset in a chunk of feature level 9. */
export const LEVEL9_PROGRAM_OFFSET = 12;

const table = (what: string) => halves(what, `offset of the ${what}`, decimal, hexadecimal);
const LEVEL_9: RecordRow = [
  dword('size', byteCount),
  dword('version of the program', sm1Profile),
  dword('size of the program', byteCount),
  dword('offset of the program', hexadecimal),
  table('constant mappings'),
  table('integer mappings'),
  table('bool mappings'),
  table('sampler mappings'),
  table('runtime mappings'),
];
/** The types of buffer values before they are converted to floats. */
const CONVERSION = named(['float', 'bool', 'int', 'uint']);
const CONSTANT_MAPPING: RecordRow = [
  halves('buffer', 'source register', decimal, decimal),
  halves('registers', 'target register', decimal, (value) =>
    value < CLIP_PLANES ? `c${value}` : `clip plane ${value - CLIP_PLANES}`,
  ),
  quarters(['type of x', CONVERSION], ['type of y', CONVERSION], ['type of z', CONVERSION], ['type of w', CONVERSION]),
];
const SCALAR_MAPPING: RecordRow = [
  halves('buffer', 'source register', decimal, decimal),
  halves('component', 'target register', named([...'xyzw']), decimal),
];
const SAMPLER_MAPPING: RecordRow = [
  right(
    quarters(['source resource', decimal], ['source sampler', decimal], ['target sampler', decimal], ['unused']),
    ...[undefined, undefined, undefined, 0],
  ),
];
const RUNTIME_MAPPING: RecordRow = [
  halves('what', 'target register', named(['offset of vertex positions', 'instance']), decimal),
];
const MAPPINGS: readonly (readonly [RecordRow, string])[] = [
  [CONSTANT_MAPPING, 'constant mapping'],
  [SCALAR_MAPPING, 'integer mapping'],
  [SCALAR_MAPPING, 'bool mapping'],
  [SAMPLER_MAPPING, 'sampler mapping'],
  [RUNTIME_MAPPING, 'runtime mapping'],
];
/** Where the table of tables begins in the header, in bytes. */
const TABLES = 16;

/** Marks the records in `payload`. */
export function explainAon9(payload: Payload): void {
  if (!payload.record(0, LEVEL_9, 'header')) return;
  for (const [i, [rows, what]] of MAPPINGS.entries()) {
    const at = TABLES + 4 * i;
    payload.table(payload.u16(at + 2), payload.u16(at), rows, what);
  }
}
