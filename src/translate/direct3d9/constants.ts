/**
 * The register files of constants of Direct3D 9 as one buffer: c0 at its beginning, then i0, then b0, each at the same
 * offset for all shaders of a profile, so that one buffer serves every shader of a stage.
 *
 * Not for: names of constants (names.ts), states (state-rows.ts).
 */
import type { ConstantMember } from '../../emit/common/plan.ts';
import { newBinding } from '../../ir/declarations.ts';
import { type IrModule, Kind, kindOf, Op } from '../../ir/index.ts';
import { builderBefore, walkModule } from '../../ir/passes/walk.ts';

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
  const files = new Map(used.map((file) => [fileOf(file), file]));
  moveReads(module, binding, files, offsets, isIndexed && isArray ? limits.float : undefined);
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
