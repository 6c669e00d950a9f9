/**
 * Explains the DWORDs of the chunk IFCE, class linkage: class types, instances, and the classes of each interface slot.
 *
 * Not for: reading it (chunks/ifce.ts).
 */
import { NO_SLOT } from '../chunks/ifce.ts';
import type { Payload } from './payload.ts';
import { decimal, dword, except, halves, hexadecimal, type Meaning, name, type RecordRow } from './records.ts';

const LINKAGE: RecordRow = [
  dword('instances', decimal),
  dword('types', decimal),
  dword('records of interface slots', decimal),
  dword('interface slots', decimal),
  dword('offset of the instances', hexadecimal),
  dword('offset of the types', hexadecimal),
  dword('offset of the records of interface slots', hexadecimal),
  dword('unknown', hexadecimal),
  dword('unknown', hexadecimal),
];
const CLASS_TYPE: RecordRow = [
  dword('offset of the name', name),
  halves('reserved', 'stride of constants', decimal, decimal),
  halves('stride of textures', 'stride of samplers', decimal, decimal),
];
/** Where the header of class linkage has the offset of the types, and the size of a type. */
const TYPES_OFFSET = 20;
const CLASS_TYPE_SIZE = 4 * CLASS_TYPE.length;
/** The name of a class by the number of its type. */
const className: Meaning = (value, payload) =>
  `${value} ${payload.nameAt(payload.u32(payload.u32(TYPES_OFFSET) + CLASS_TYPE_SIZE * value))}`.trimEnd();
const slot = except(NO_SLOT, 'none', decimal);
const INSTANCE: RecordRow = [
  dword('offset of the name', name),
  halves('type', 'elements', className, decimal),
  halves('constant buffer', 'offset in the constant buffer', slot, slot),
  halves('texture', 'sampler', slot, slot),
];
const SLOTS: RecordRow = [
  dword('slots', decimal),
  dword('types', decimal),
  dword('offset of the type ids', hexadecimal),
  dword('offset of the table ids', hexadecimal),
];
const TYPE_IDS = halves('type id', 'type id', className, className);
const TABLE_ID = dword('table id', decimal);

/** Marks the records in `payload`. */
export function explainIfce(payload: Payload): void {
  if (!payload.record(0, LINKAGE, 'header')) return;
  const named = (at: number, record: string) => payload.text(payload.u32(at), `name of ${record}`);
  payload.table(payload.u32(TYPES_OFFSET), payload.u32(4), CLASS_TYPE, 'type', named);
  payload.table(payload.u32(16), payload.u32(0), INSTANCE, 'instance', named);
  payload.table(payload.u32(24), payload.u32(8), SLOTS, 'interface slots', (at, record) => {
    const count = payload.u32(at + 4);
    // An odd one shares its DWORD with padding.
    payload.dwords(payload.u32(at + 8), Math.ceil(count / 2), TYPE_IDS, `type ids of ${record}`);
    payload.dwords(payload.u32(at + 12), count, TABLE_ID, `table ids of ${record}`);
  });
}
