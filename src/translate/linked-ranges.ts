/**
 * Outputs that a shader writes at an index as rows of a variable, which the ends of the program give to the outputs.
 * Then each output can move to where the next stage reads it, which a range of neighboring registers cannot.
 *
 * Not for: where outputs move (link.ts).
 */
import { type IrModule, type IrRange, Kind, NONE, Op, typeOf } from '../ir/index.ts';
import { builderBefore, walkModule, walkRegion } from '../ir/passes/walk.ts';

const COMPONENTS = 4;

/**
 * Replaces the writes of ranges by stores to variables, and writes the outputs before each end of the program; in
 * geometry shaders before each vertex.
 */
export function rangesToVariables(module: IrModule): void {
  const { outputRanges, variables } = module;
  if (outputRanges.length === 0) return;
  const ranges = outputRanges.splice(0);
  const first = variables.length;
  for (const { register, count } of ranges)
    variables.push({ rows: count, components: COMPONENTS, name: `outputs_${register}` });
  replaceWrites(module, first);
  const copy = (end: number) => {
    for (const [i, range] of ranges.entries()) copyRows(module, end, range, first + i);
  };
  beforeOutputsAreTaken(module, copy);
}

/**
 * Calls `write` with each operation that gives the outputs to the next stage: ends of the program, or vertices of a
 * geometry shader.
 */
export function beforeOutputsAreTaken(module: IrModule, write: (end: number) => void): void {
  if (module.stage === 'gs')
    walkModule(module, (op) => {
      if (module.ops.code[op] === Op.emit) write(op);
    });
  else
    for (const { kind, region } of module.functions)
      if (kind === 'main')
        walkRegion(module, region, (op) => {
          if (module.ops.code[op] === Op.return) write(op);
        });
}

function replaceWrites(module: IrModule, firstVariable: number): void {
  const { ops } = module;
  walkModule(module, (op) => {
    if (ops.code[op] !== Op['out.at']) return;
    const extra = ops.extra[op]!;
    const slot = ((firstVariable + (extra >> 2)) << 2) | (extra & 3);
    builderBefore(module, op).opWith(slot, Op['var.store'], NONE, ops.operand(op, 0), ops.operand(op, 1));
    module.remove(op);
  });
}

/** Writes the outputs of a range before an operation. */
function copyRows(module: IrModule, end: number, { kind, register, count }: IrRange, variable: number): void {
  const b = builderBefore(module, end);
  for (const [element, one] of module.outputs.entries()) {
    if (one.kind !== kind || one.register < register || one.register >= register + count) continue;
    for (let first = 0; first < COMPONENTS; first++) {
      let last = first;
      while (one.mask & (1 << last)) last++;
      if (last === first) continue;
      const type = typeOf(Kind.b32, last - first);
      const row = b.opWith((variable << 2) | first, Op['var.load'], type, b.unsigned(one.register - register));
      b.opWith((element << 2) | first, Op.out, NONE, row);
      first = last;
    }
  }
}
