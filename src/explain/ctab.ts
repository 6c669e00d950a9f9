/**
 * Explains the DWORDs of a constant table: header, constants, types, members, names, default values. Shader models 1 to
 * 3 have it in a comment, preshaders of later models in the chunk CTAB.
 *
 * Not for: reading it (chunks/ctab.ts, whose layouts these are).
 */
import { VariableClass } from '../base/d3d/enumerations.ts';
import { sm1Profile } from '../base/profile.ts';
import { CTAB_REGISTER_SETS, CTAB_TYPES, ctabRegisters } from '../chunks/ctab.ts';
import { type ExplainedBytes, Payload } from './payload.ts';
import {
  byteCount,
  compileFlags,
  decimal,
  dword,
  enumerated,
  halves,
  hexadecimal,
  literalMeaning,
  type Meaning,
  name,
  named,
  type RecordRow,
} from './records.ts';

const HEADER: RecordRow = [
  dword('size of the header', byteCount),
  dword('offset of the name of the compiler', name),
  dword('version', sm1Profile),
  dword('constants', decimal),
  dword('offset of the constants', hexadecimal),
  dword('flags', compileFlags),
  dword('offset of the profile', name),
];
/** By the letter of the registers. */
const SET_NAMES = { b: 'bool', i: 'int', c: 'float', s: 'sampler' } as const;
const registerSet: Meaning = (value) => {
  const letter = CTAB_REGISTER_SETS[value];
  return letter === undefined ? `${value}` : `${SET_NAMES[letter]}, ${letter}`;
};
const CONSTANT: RecordRow = [
  dword('offset of the name', name),
  halves('register set', 'first register', registerSet, decimal),
  halves('registers', 'binding', decimal, decimal),
  dword('offset of the type', hexadecimal),
  dword('offset of the default value', hexadecimal),
];
const TYPE: RecordRow = [
  halves('class', 'type', enumerated(VariableClass), named(CTAB_TYPES)),
  halves('rows', 'columns', decimal, decimal),
  halves('elements', 'members', decimal, decimal),
  dword('offset of the members', hexadecimal),
];
const MEMBER: RecordRow = [dword('offset of the name', name), dword('offset of the type', hexadecimal)];

/** Where a record has each field, in bytes. */
const CREATOR = 4;
const COUNT = 12;
const CONSTANTS = 16;
const TARGET = 24;
const OF_CONSTANT = { set: 4, registers: 8, type: 12, value: 16 } as const;
const OF_TYPE = { members: 10, offset: 12 } as const;

/** Marks the records in `payload`, which begins with the header. */
export function explainConstantTable(payload: Payload): void {
  if (!payload.record(0, HEADER, 'header')) return;
  payload.text(payload.u32(CREATOR), 'name of the compiler');
  payload.text(payload.u32(TARGET), 'profile');
  const types = new Set<number>();
  const pending: number[] = [];
  const need = (type: number) => {
    if (types.has(type)) return;
    types.add(type);
    pending.push(type);
  };
  payload.table(payload.u32(CONSTANTS), payload.u32(COUNT), CONSTANT, 'constant', (at, record) => {
    payload.text(payload.u32(at), `name of ${record}`);
    need(payload.u32(at + OF_CONSTANT.type));
    defaultValue(payload, at, record);
  });
  for (let type = pending.pop(); type !== undefined; type = pending.pop()) {
    const record = `type at 0x${type.toString(16)}`;
    if (!payload.record(type, TYPE, record)) continue;
    const members = payload.u32(type + OF_TYPE.offset);
    payload.table(members, payload.u16(type + OF_TYPE.members), MEMBER, `${record}, member`, (at, member) => {
      payload.text(payload.u32(at), `name of ${member}`);
      need(payload.u32(at + 4));
    });
  }
}

/**
 * A DWORD for each boolean register, four for each other one: of all registers that the type would take, used or not.
 */
function defaultValue(payload: Payload, constant: number, record: string): void {
  const offset = payload.u32(constant + OF_CONSTANT.value);
  if (offset === 0) return;
  const set = payload.u16(constant + OF_CONSTANT.set);
  const letter = CTAB_REGISTER_SETS[set];
  const registers = registersOf(payload, payload.u32(constant + OF_CONSTANT.type), set);
  const words = Math.max(registers, payload.u16(constant + OF_CONSTANT.registers)) * (letter === 'b' ? 1 : 4);
  const type = letter === undefined ? undefined : SET_NAMES[letter];
  payload.dwords(offset, words, dword('default value', literalMeaning(type)), `default of ${record}`);
}

/** Registers of a variable whose type is at `at`; 0 for a structure, whose constant says how many it has. */
function registersOf(payload: Payload, at: number, set: number): number {
  const [kind, , rows, columns, elements] = [0, 2, 4, 6, 8].map((field) => payload.u16(at + field)) as [
    ...[number, number, number, number, number],
  ];
  return ctabRegisters({ class: kind, type: 0, rows, columns, elements, members: [], membersLost: false }, set);
}

/**
 * Explains the constant table in a comment of a token stream. Every byte is in one item, in order.
 *
 * @param bytes of the table, which begins after the tag of the comment
 * @param offset where they begin, in bytes from the start of the file
 */
export function explainedConstantTable(bytes: Uint8Array, offset: number): Iterable<ExplainedBytes> {
  const payload = new Payload(bytes, offset);
  explainConstantTable(payload);
  return payload.explained();
}
