/**
 * Preparations of geometry and hull shaders before their passes for behavior that other interfaces leave open: the end
 * of an invocation that has emitted all its vertices, and control points that a hull shader passes through without
 * code. Also the names of stages in messages.
 */
import {
  BOOL,
  IrBuilder,
  type IrElement,
  type IrModule,
  type IrStage,
  Kind,
  NO_OP,
  NONE,
  Op,
  typeOf,
  U32,
} from '../ir/index.ts';
import { isInLoop } from '../ir/module.ts';
import { builderBefore, walkModule } from '../ir/passes/walk.ts';
import { runFrom, WIDTH_OF_MASK } from '../lower/lowering.ts';
import type { ParameterDesc } from '../reflect/parameters.ts';
import type { ShaderInterface } from '../reflect/shader-interface.ts';
import type { CoreOptions } from './options.ts';

export const STAGE_NAMES: Readonly<Record<IrStage, string>> = {
  vs: 'vertex',
  ps: 'pixel',
  gs: 'geometry',
  hs: 'hull',
  ds: 'domain',
  cs: 'compute',
};

/** Changes a module that was just lowered. */
export function prepareStage(
  module: IrModule,
  reflection: ShaderInterface | undefined,
  { robustness = 'd3d' }: Pick<CoreOptions, 'robustness'>,
): void {
  if (module.stage === 'hs') handOnPoints(module, reflection);
  if (module.stage === 'gs' && robustness === 'd3d') endAfterVertices(module);
}

// --- control points -------------------------------------------------------------------------------------------------

/** Adds the control point phase that a hull shader leaves out where points stay as they are. */
function handOnPoints(module: IrModule, reflection: ShaderInterface | undefined): void {
  if (module.functions.some(({ kind }) => kind === 'controlPoint')) return;
  const b = new IrBuilder(module);
  b.beginFunction('controlPoint', `controlPoint${module.functions.length}`);
  const id = module.inputs.push({ kind: 'special', register: 0, mask: 1, special: 'outputPointId' }) - 1;
  const point = b.opWith(id << 2, Op.in, U32);
  for (const parameter of reflection?.outputParameters ?? []) {
    const { register, mask } = parameter;
    if (register < 0 || register >= MAX_REGISTERS || mask === 0) continue;
    const output = module.outputs.push(elementOf(parameter, 'outputPoint')) - 1;
    const input = inputOf(module, parameter);
    for (let first = 0; first < 4; first++) {
      if ((mask & (1 << first)) === 0) continue;
      const width = WIDTH_OF_MASK[runFrom(mask, first)]!;
      const value = b.opWith((input << 2) | first, Op.in, typeOf(Kind.b32, width), point);
      b.opWith((output << 2) | first, Op.out, NONE, value);
      first += width;
    }
  }
  b.return();
}

const MAX_REGISTERS = 32;

function elementOf(parameter: ParameterDesc, kind: IrElement['kind']): IrElement {
  const { register, mask, semanticName, semanticIndex } = parameter;
  return { kind, register, mask, semantic: semanticName, semanticIndex };
}

/** The input with the components of an output: one that a phase declares, or a new one. */
function inputOf(module: IrModule, parameter: ParameterDesc): number {
  const { register, mask } = parameter;
  const known = module.inputs.findIndex(
    (one) => one.kind === 'inputPoint' && one.register === register && (one.mask & mask) === mask,
  );
  if (known >= 0) return known;
  return module.inputs.push(elementOf(parameter, 'inputPoint')) - 1;
}

// --- vertices -------------------------------------------------------------------------------------------------------

/**
 * Ends an invocation of a geometry shader with its last vertex. Where it cannot give more than it declares, nothing is
 * changed.
 *
 * Source: reference of `dcl_maxOutputVertexCount` of shader model 4.
 */
function endAfterVertices(module: IrModule): void {
  const { ops, facts } = module;
  const { maxVertices = 0 } = facts;
  const emits: number[] = [];
  let isRepeated = false;
  walkModule(module, (op) => {
    if (ops.code[op] === Op.emit) {
      emits.push(op);
      isRepeated ||= isInLoop(module, op);
    }
    isRepeated ||= ops.code[op] === Op.call;
  });
  if (!isRepeated && emits.length <= maxVertices) return;
  const counter = module.variables.push({ rows: 1, components: 1, name: 'vertices' }) - 1;
  for (const emit of emits) {
    const b = builderBefore(module, ops.next[emit]!);
    b.at = ops.at[emit]!;
    const row = b.unsigned(0);
    const count = b.op(Op['i.add'], U32, b.opWith(counter << 2, Op['var.load'], U32, row), b.unsigned(1));
    b.opWith(counter << 2, Op['var.store'], NONE, row, count);
    const last = b.beginIf(b.op(Op['u.ge'], BOOL, count, b.unsigned(maxVertices)));
    b.before = NO_OP;
    b.op(Op.abort, NONE);
    b.nextRegion(last);
    b.exit(last);
  }
}
