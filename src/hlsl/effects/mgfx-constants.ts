/**
 * The register files of constants of a program of models 1 to 3 as rows of one array of floats.
 *
 * Not for: which row a variable has (mgfx-opengl.ts).
 */
import { CTAB_REGISTER_SETS, type CtabConstant } from '../../chunks/ctab.ts';
import { newBinding } from '../../ir/declarations.ts';
import { type IrBuilder, type IrModule, Kind, Op } from '../../ir/index.ts';
import { builderBefore, Replacements, walkModule } from '../../ir/passes/walk.ts';

/** Bytes of a row. */
export const ROW_BYTES = 16;

/** The rows of a variable. */
export interface ConstantRows {
  readonly name: string;
  /** An index of `CTAB_REGISTER_SETS`. */
  readonly set: number;
  readonly register: number;
  /** Registers that the program reads. */
  readonly registerCount: number;
  readonly row: number;
  readonly count: number;
  /** Undefined where another set of registers has the variable, too. */
  readonly constant: CtabConstant | undefined;
}

const SETS = { float: 'c', int: 'i', bool: 'b' } as const;

/** Reads the rows of one array in a module that was just lowered. */
export function joinConstants(module: IrModule, rows: readonly ConstantRows[], size: number): void {
  const { ops, bindings } = module;
  const files = bindings.map(({ file }) => file);
  if (files.every((file) => file === undefined)) return;
  const array = files.indexOf('float') >= 0 ? files.indexOf('float') : bindings.push(newBinding('constants', 0)) - 1;
  bindings[array] = { ...newBinding('constants', 0), file: 'float', size };
  const fileOf = (op: number) => (ops.code[op] === Op['cb.load'] ? files[ops.extra[op]! >> 2] : undefined);
  const rowOf = (b: IrBuilder, load: number, file: keyof typeof SETS): number => {
    const { index, base } = partsOf(module, ops.operand(load, 0));
    const first = b.constant(Kind.i32, base + changeOf(rows, CTAB_REGISTER_SETS.indexOf(SETS[file]), base));
    return index === undefined ? first : b.op(Op['i.add'], Kind.i32, index, first);
  };
  const replacements = new Replacements(ops);
  walkModule(module, (op) => {
    replacements.resolve(module, op);
    const b = builderBefore(module, op);
    const replace = (value: number) => {
      replacements.replace(op, value);
      module.remove(op);
    };
    const numberOf = (load: number, file: keyof typeof SETS) =>
      b.opWith(array << 2, Op['cb.load'], Kind.f32, rowOf(b, load, file));
    const file = fileOf(op);
    if (file === 'float') ops.setOperands(op, [rowOf(b, op, file)]);
    else if (file === 'int') {
      const component = ops.extra[op]! & 3;
      // A loop begins at 0 and adds 1.
      replace(
        component === 0 ? b.op(Op['cvt.f2i'], Kind.i32, numberOf(op, file)) : b.constant(Kind.i32, component >> 1),
      );
    } else if (ops.code[op] === Op['u.min']) {
      // The limit of iterations, for which the language has no operation.
      replace(ops.operand(op, 0));
    } else if (ops.code[op] === Op['i.ne'] && fileOf(ops.operand(op, 0)) === 'bool') {
      // Booleans are read as conditions only.
      replace(b.op(Op['f.ne'], Kind.bool, numberOf(ops.operand(op, 0), 'bool'), b.constant(Kind.f32, 0)));
    }
  });
  replacements.release();
}

/** The index of a register, if it has one, and its number without it. */
function partsOf({ ops }: IrModule, row: number): { readonly index: number | undefined; readonly base: number } {
  if (ops.code[row] === Op.const) return { index: undefined, base: ops.operand(row, 0) };
  const constant = ops.code[row] === Op['i.add'] ? ops.operand(row, 1) : row;
  if (ops.code[constant] !== Op.const) return { index: row, base: 0 };
  return { index: ops.operand(row, 0), base: ops.operand(constant, 0) };
}

/** The distance from a register to its row. An index may begin before the first register of its array. */
function changeOf(rows: readonly ConstantRows[], set: number, register: number): number {
  const ofSet = rows.filter((one) => one.set === set);
  const found =
    ofSet.find((one) => register >= one.register && register < one.register + one.registerCount) ??
    ofSet.find((one) => register < one.register) ??
    ofSet.at(-1);
  return found === undefined ? 0 : found.row - found.register;
}
