/**
 * The register files of constants of Direct3D 9 as one buffer: c0 at its beginning, then i0, then b0, each at the same
 * offset for all shaders of a profile, so that one buffer serves every shader of a stage. Its members have the names of
 * the constant table. Translated code has no preshader: a map describes the variables that it reads and the constants
 * that it writes, and the application computes them.
 *
 * Not for: states (states.ts), evaluating preshaders (src/vm/preshader).
 */

import { identifierFrom } from '../../emit/common/names.ts';
import type { ConstantMember } from '../../emit/common/plan.ts';
import { newBinding } from '../../ir/declarations.ts';
import { type IrModule, Kind, kindOf, Op } from '../../ir/index.ts';
import { builderBefore, walkModule } from '../../ir/passes/walk.ts';
import { maskText } from '../../isa/components.ts';
import { PreshaderCursor } from '../../isa/preshader/code.ts';
import { PRESHADER_REGISTER_BY_CODE } from '../../isa/preshader/opcodes.ts';
import { findSm1Comment, Sm1CommentTag } from '../../isa/sm1/comments.ts';
import { readPreshaderCode } from '../../isa/sm1/preshader.ts';
import { constantsOf, type Sm1ConstantDesc, type Sm1TypeDesc, tableOf } from '../../reflect/sm1-constants.ts';
import type { TranslationMap } from '../map-shape.ts';
import { rowsOfType, type Sm1Names } from '../reflected.ts';

const ROW = 16;
const WORD = 4;
const WORDS = 4;

/** Registers of the files; those of software vertex processing have more. */
const HARDWARE = { float: 256, int: 16, bool: 16 } as const;
const SOFTWARE = { float: 8192, int: 2048, bool: 2048 } as const;

/** The name of a buffer with float constants only, so that `c[4]` is spelled as in listings. */
const FLOAT_NAME = 'c';
const ARRAY_NAME = 'constants';

export interface ConstantBuffer {
  /** Number of the binding in the module. */
  readonly binding: number;
  /** Rows up to the last one that is read. */
  readonly size: number;
  /** Bytes from the beginning of the buffer to the first register of each file. */
  readonly offsets: { readonly float: number; readonly int: number; readonly bool: number };
  /** The files as members, where all reads are of registers that are known and of the type of their file. */
  readonly members: readonly ConstantMember[];
}

type File = 'float' | 'int' | 'bool';

const FILES: readonly File[] = ['float', 'int', 'bool'];

/** Makes one binding of those of the register files; undefined where the program reads no constant. */
export function mergeConstants(module: IrModule): ConstantBuffer | undefined {
  const { bindings } = module;
  const fileOf = (file: File) => bindings.findIndex((one) => one.file === file);
  const used = FILES.filter((file) => fileOf(file) >= 0);
  const first = used[0];
  if (first === undefined) return undefined;
  const rows = { float: 0, int: 0, bool: 0 };
  for (const file of used) rows[file] = bindings[fileOf(file)]!.size ?? 0;
  const isSoftware = module.facts.profile.endsWith('_sw') || used.some((file) => rows[file] > HARDWARE[file]);
  const limits = isSoftware ? SOFTWARE : HARDWARE;
  const offsets = { float: 0, int: ROW * limits.float, bool: ROW * (limits.float + limits.int) };
  const binding = fileOf(first);
  const isIndexed = bindings[fileOf('float')]?.isIndexed ?? false;
  const floatRows = isIndexed ? limits.float : rows.float;
  const size = used.includes('bool')
    ? offsets.bool / ROW + Math.ceil(rows.bool / WORDS)
    : used.includes('int')
      ? offsets.int / ROW + rows.int
      : floatRows;
  const isArray = used.length > 1 || first !== 'float';
  // Float constants alone stay where they are.
  if (isArray) {
    const files = new Map(used.map((file) => [fileOf(file), file]));
    moveReads(module, binding, files, offsets, isIndexed ? limits.float : undefined);
  }
  const buffer = newBinding('constants', 0);
  buffer.size = size;
  buffer.name = isArray ? ARRAY_NAME : FLOAT_NAME;
  bindings[binding] = buffer;
  const members: ConstantMember[] = [];
  const addFile = (name: string, file: File, type: ConstantMember['type'], elements: number) => {
    if (elements > 0) members.push({ name, type, offset: offsets[file], width: WORDS, rows: 1, elements });
  };
  if (isArray) {
    addFile('c', 'float', 'f32', rows.float);
    addFile('i', 'int', 'i32', rows.int);
    addFile('b', 'bool', 'u32', Math.ceil(rows.bool / WORDS));
  }
  return { binding, size, offsets, members };
}

/** @param checked rows of the float file, if an index could leave it and reach the next one */
function moveReads(
  module: IrModule,
  binding: number,
  files: ReadonlyMap<number, File>,
  offsets: ConstantBuffer['offsets'],
  checked: number | undefined,
): void {
  const { ops } = module;
  walkModule(module, (op) => {
    if (ops.code[op] !== Op['cb.load']) return;
    const file = files.get(ops.extra[op]! >> 2);
    if (file === undefined) return;
    let component = ops.extra[op]! & 3;
    const row = ops.operand(op, 0);
    const b = builderBefore(module, op);
    if (ops.code[row] === Op.const) {
      let number = ops.operand(row, 0);
      if (file === 'bool') {
        component = number % WORDS;
        number = Math.floor(number / WORDS);
      }
      if (file !== 'float') ops.setOperands(op, [b.unsigned(offsets[file] / ROW + number)]);
    } else if (checked !== undefined) {
      const isInside = b.op(Op['u.lt'], Kind.bool, b.as(Kind.u32, row), b.unsigned(checked));
      const type = ops.type[row]!;
      const outside = kindOf(type) === Kind.u32 ? b.unsigned(-1) : b.constant(type, -1);
      ops.setOperands(op, [b.op(Op.select, type, isInside, row, outside)]);
    }
    ops.extra[op] = (binding << 2) | component;
  });
}

/** Bytes of the registers of a file before its register `number`. */
export function constantOffset({ offsets }: ConstantBuffer, file: File, number: number): number {
  return offsets[file] + (file === 'bool' ? WORD : ROW) * number;
}

/** How many registers of a file the buffer has: none after the last one that is read. */
export function registerCountOf({ offsets, size }: ConstantBuffer, file: File): number {
  if (file === 'bool') return Math.max(0, size * ROW - offsets.bool) / WORD;
  const end = file === 'float' ? offsets.int : offsets.bool;
  return Math.max(0, Math.min(end, size * ROW) - offsets[file]) / ROW;
}

/** Types in the buffer: the register file decides them, not the type in HLSL. */
const TABLE_FILES = {
  float4: { file: 'float', type: 'f32' },
  int4: { file: 'int', type: 'i32' },
  bool: { file: 'bool', type: 'u32' },
} as const;

export function samplerName(reflection: Sm1Names | undefined, register: number): string | undefined {
  const name = reflection?.samplers.get(register);
  return name === undefined ? undefined : identifierFrom(name);
}

/** The constants of the table as members of the buffer, in the order of their offsets; undefined without a table. */
export function namedMembers(buffer: ConstantBuffer, reflection: Sm1Names | undefined): ConstantMember[] | undefined {
  if (reflection === undefined || reflection.constants.length === 0) return undefined;
  const members: ConstantMember[] = [];
  for (const constant of reflection.constants) addConstant(buffer, constant, members);
  return members.length === 0 ? undefined : members.sort((a, b) => a.offset - b.offset);
}

function addConstant(buffer: ConstantBuffer, constant: Sm1ConstantDesc, members: ConstantMember[]): void {
  const { name, registerSet, registerIndex } = constant;
  const found = TABLE_FILES[registerSet as keyof typeof TABLE_FILES];
  if (found === undefined) return;
  const { file, type } = found;
  // A table may have registers that the shader does not read, and a damaged one those that Direct3D does not have.
  const registerCount = Math.min(constant.registerCount, registerCountOf(buffer, file) - registerIndex);
  if (registerCount <= 0) return;
  const offset = constantOffset(buffer, file, registerIndex);
  const identifier = identifierFrom(name);
  if (file === 'float') {
    addFloats(identifier, constant, offset, offset + ROW * registerCount, members);
    return;
  }
  // Loops read several components of an integer, and booleans are one word each.
  const width = file === 'int' ? 4 : 1;
  for (let i = 0; i < registerCount; i++)
    members.push({
      name: registerCount > 1 ? `${identifier}_${i}` : identifier,
      type,
      offset: constantOffset(buffer, file, registerIndex + i),
      width,
      rows: 1,
      elements: 0,
    });
}

/**
 * Adds what is before `end`, because the table counts only registers that the shader reads; returns where the next
 * member would be.
 */
function addFloats(name: string, type: Sm1TypeDesc, offset: number, end: number, members: ConstantMember[]): number {
  const count = Math.max(type.elements, 1);
  if (type.structMembers.length > 0) {
    let at = offset;
    for (let i = 0; i < count; i++)
      for (const member of type.structMembers)
        at = addFloats(
          identifierFrom(count > 1 ? `${name}_${i}_${member.name}` : `${name}_${member.name}`),
          member,
          at,
          end,
          members,
        );
    return at;
  }
  const shape = rowsOfType(type);
  const { rows, width } = shape;
  const size = ROW * rows * count;
  const available = Math.floor((Math.min(offset + size, end) - offset) / ROW);
  if (available > 0 && width >= 1 && width <= 4) {
    const elements = count > 1 ? Math.floor(available / rows) : 0;
    if (count === 1)
      members.push({ name, type: 'f32', offset, ...shape, rows: Math.min(rows, available), elements: 0 });
    else if (elements > 0) members.push({ name, type: 'f32', offset, ...shape, elements });
  }
  return offset + size;
}

type PreshaderRow = NonNullable<TranslationMap['preshader']>;

const PRESHADER_FILES = {
  floatOutput: { file: 'float', letter: 'c' },
  intOutput: { file: 'int', letter: 'i' },
  boolOutput: { file: 'bool', letter: 'b' },
} as const;

/** Registers that rows name; Direct3D has no more. */
const MAX_REGISTERS = 8192;

/**
 * Describes the preshader of a program; undefined where it has none.
 *
 * @param buffer the buffer of constants of the translated code; undefined where it reads none
 */
export function preshaderRow(words: Uint32Array, buffer: ConstantBuffer | undefined): PreshaderRow | undefined {
  const span = findSm1Comment(words, Sm1CommentTag.preshader);
  const code = span && readPreshaderCode(words, span.start, span.end);
  if (code === undefined) return undefined;
  const inputs = constantsOf(tableOf(words, span!.start, span!.end, undefined)).map(
    ({ name, typeName, elements, register, registerCount }) => ({
      name,
      type: typeName,
      elements: elements > 1 ? elements : 0,
      register,
      registerCount,
    }),
  );
  const masks = { floatOutput: new Map<number, number>(), intOutput: new Map(), boolOutput: new Map() };
  const cursor = new PreshaderCursor(code);
  for (let i = 0; i < code.count && cursor.next(); i++) {
    const at = cursor.output + 1 + 2 * code.words[cursor.output]!;
    const type = PRESHADER_REGISTER_BY_CODE[code.words[at]!];
    if (type === undefined || !(type in PRESHADER_FILES)) continue;
    const written = masks[type as keyof typeof PRESHADER_FILES] as Map<number, number>;
    const first = code.words[at + 1]!;
    for (let k = first; k < first + Math.min(cursor.components, 4) && k < 4 * MAX_REGISTERS; k++)
      written.set(k >> 2, (written.get(k >> 2) ?? 0) | (1 << (k & 3)));
  }
  const outputs = (Object.keys(PRESHADER_FILES) as (keyof typeof PRESHADER_FILES)[]).flatMap((type) =>
    [...(masks[type] as Map<number, number>)]
      .sort(([a], [b]) => a - b)
      .map(([register, mask]) => {
        const { file, letter } = PRESHADER_FILES[type];
        const isRead = buffer !== undefined && register < registerCountOf(buffer, file);
        return {
          register: `${letter}${register}`,
          components: maskText(mask),
          ...(isRead && { offset: constantOffset(buffer, file, register) }),
        };
      }),
  );
  return { inputs, outputs };
}
