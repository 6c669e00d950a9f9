/** Modules of the IR for the calls of fixtures/intrinsics.ts: as the front end lowers a shader with that call. */
import { type CallArgument, type IntrinsicCase, isUnordered, UNORDERED_REGISTER } from '../../fixtures/intrinsics.ts';
import {
  type Argument,
  irTypeOf,
  isResolved,
  type LoweringContext,
  lowerIntrinsic,
  lowerMethod,
  memoryLayout,
  resolveIntrinsic,
  resolveMethod,
  type Value,
} from '../../src/hlsl/intrinsics/index.ts';
import {
  allMembers,
  componentCount,
  type HlslType,
  type ObjectType,
  type ScalarName,
} from '../../src/hlsl/types/types.ts';
import { type IrBinding, newBinding, newElement } from '../../src/ir/declarations.ts';
import { IrBuilder, IrModule, Kind, kindOf, NONE, Op, U32 } from '../../src/ir/index.ts';

export interface RefusedCall {
  readonly code: string;
}

/** The module of a case, and the errors of what it uses. */
export function intrinsicModule(one: IntrinsicCase): { module: IrModule; refused: RefusedCall[] } {
  const version = [Number(one.profile[3]), Number(one.profile[5])] as const;
  const module = new IrModule(one.profile.slice(0, 2) as 'ps', { version, profile: one.profile });
  const b = new IrBuilder(module);
  b.beginFunction('main', 'main');
  const refused: RefusedCall[] = [];
  const context: LoweringContext = {
    b,
    stage: one.profile.slice(0, 2) as 'ps',
    version,
    isCompatible: false,
    appendVertex: () => {},
    refuse: (_ops, code) => refused.push({ code }),
    unrollForConstants: () => false,
  };
  const objects = new Map([
    ['SamplerState', module.bindings.push(newBinding('sampler', 0)) - 1],
    ['SamplerComparisonState', module.bindings.push({ ...newBinding('sampler', 1), isComparison: true }) - 1],
  ]);
  const inputs = new Words(b);
  const args: Argument[] = [];
  for (const arg of one.args) {
    if (arg.isOut) continue;
    if (arg.type.kind === 'object') args.push({ type: arg.type, binding: objects.get(arg.type.name)! });
    else args.push({ type: arg.type, refs: inputs.read(arg) });
  }
  writeResults(b, call(one, args, context));
  b.return();
  return { module, refused };
}

function call(one: IntrinsicCase, args: readonly Argument[], context: LoweringContext): Value[] {
  const types = one.args.map(({ type }) => type);
  if (one.object === undefined) {
    const resolved = resolveIntrinsic(one.name, types);
    if (!isResolved(resolved)) throw new Error(`${one.id}: ${resolved.reason}`);
    return lowerIntrinsic(resolved, args, context);
  }
  const resolved = resolveMethod(one.object, one.name, types);
  if (!isResolved(resolved)) throw new Error(`${one.id}: ${resolved.reason}`);
  const binding = context.b.module.bindings.push(bindingOf(one.object)) - 1;
  return lowerMethod(resolved, { type: one.object, binding }, args, context);
}

const DIMENSIONS: Readonly<Record<string, IrBinding['dimension']>> = {
  Buffer: 'buffer',
  StructuredBuffer: 'structuredBuffer',
  AppendStructuredBuffer: 'structuredBuffer',
  ConsumeStructuredBuffer: 'structuredBuffer',
  ByteAddressBuffer: 'rawBuffer',
};

function bindingOf(object: ObjectType): IrBinding {
  const isWritten = isUnordered(object.name);
  const base = object.name.replace(/^RW/, '');
  const dimension = DIMENSIONS[base] ?? (`${base[0]!.toLowerCase()}${base.slice(1)}` as IrBinding['dimension']);
  const isTyped = dimension !== 'structuredBuffer' && dimension !== 'rawBuffer';
  return {
    ...newBinding(isWritten ? 'uav' : 'view', isWritten ? Number(UNORDERED_REGISTER.slice(1)) : 0),
    dimension,
    returnTypes: isTyped ? ['float', 'float', 'float', 'float'] : undefined,
    stride: dimension === 'structuredBuffer' ? memoryLayout(object.element!).size : undefined,
  };
}

/** Scalars of the arguments: words of the inputs, one after the other. */
class Words {
  #word = 0;

  constructor(readonly b: IrBuilder) {}

  read({ type, constants }: CallArgument): number[] {
    if (constants !== undefined) return constants.map((value) => this.b.constant(Kind.i32, value));
    return scalarsOf(type).map((scalar) => this.#scalar(scalar));
  }

  #scalar(scalar: ScalarName): number {
    const { b } = this;
    const type = irTypeOf(scalar);
    if (kindOf(type) === Kind.f64) {
      const low = this.#next();
      return b.op(Op['d.pack'], type, low, this.#next());
    }
    const word = this.#next();
    if (kindOf(type) === Kind.bool) return b.op(Op['i.ne'], type, word, b.unsigned(0));
    return b.as(kindOf(type), word);
  }

  #next(): number {
    const { b } = this;
    const register = this.#word >> 2;
    if (b.module.inputs[register] === undefined) b.module.inputs.push(newElement('vertex', register, 15));
    return b.opWith(this.#word++, Op.in, U32);
  }
}

function scalarsOf(type: HlslType): ScalarName[] {
  if (type.kind === 'struct') return allMembers(type).flatMap((member) => scalarsOf(member.type));
  return type.kind === 'numeric' ? Array<ScalarName>(componentCount(type)).fill(type.scalar) : [];
}

/** Writes words of the results to the outputs. */
function writeResults(b: IrBuilder, values: readonly Value[]): void {
  const words = values.flatMap(({ refs }) => refs).flatMap((ref) => wordsOf(b, ref));
  while (words.length % 4 !== 0 || words.length === 0) words.push(b.unsigned(0));
  for (const [i, word] of words.entries()) {
    if (i % 4 === 0) b.module.outputs.push(newElement('vertex', i / 4, 15));
    b.opWith(i, Op.out, NONE, word);
  }
}

function wordsOf(b: IrBuilder, ref: number): number[] {
  const kind = kindOf(b.ops.type[ref]!);
  if (kind === Kind.f64) return [b.op(Op['d.low'], U32, ref), b.op(Op['d.high'], U32, ref)];
  if (kind === Kind.bool) return [b.op(Op.select, U32, ref, b.unsigned(1), b.unsigned(7))];
  return [b.as(Kind.u32, ref)];
}
