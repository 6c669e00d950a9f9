/** How the operations of a module use its bindings: what decides which variables a target needs for them. */
import {
  type IrBinding,
  type IrModule,
  type IrOpName,
  isConstruct,
  Kind,
  kindOf,
  NO_OP,
  OP_NAMES,
  OP_ROWS,
  Op,
} from '../../ir/index.ts';
import type { ResourceUses, Variable } from './plan.ts';

/** Uses of a binding, a bit each. */
export const Use = {
  /** Sampled with filters that need no comparison. */
  sample: 1,
  compare: 2,
  gather: 4,
  fetch: 8,
  /** Size, levels, samples. */
  query: 16,
  load: 32,
  store: 64,
  atomic: 128,
  /** Signed minimum or maximum. */
  signedAtomic: 256,
  counter: 512,
  /** Read as floats only (constants). */
  float: 1024,
  /** Read as integers somewhere. Of samplers: texels of integers are gathered with it. */
  integer: 2048,
  /** The row, element or register is a value, not a constant. */
  dynamic: 4096,
} as const;

const USE_OF = {
  'tex.sample': Use.sample,
  'tex.sample.bias': Use.sample,
  'tex.sample.level': Use.sample,
  'tex.sample.grad': Use.sample,
  'tex.sample.cmp': Use.compare,
  'tex.sample.cmp.zero': Use.compare,
  'tex.gather': Use.gather,
  'tex.gather.cmp': Use.compare,
  'tex.gather.offset': Use.gather,
  'tex.gather.offset.cmp': Use.compare,
  'tex.fetch': Use.fetch,
  'tex.fetch.sample': Use.fetch,
  'tex.lod': Use.query,
  'tex.size': Use.query,
  'tex.samples': Use.query,
  'tex.samplepos': Use.query,
  'buf.fetch': Use.load,
  'buf.put': Use.store,
  'buf.load.raw': Use.load,
  'buf.load': Use.load,
  'buf.store.raw': Use.store,
  'buf.store': Use.store,
  'buf.size': Use.query,
  'img.load': Use.load,
  'img.store': Use.store,
  'atomic.add': Use.atomic,
  'atomic.and': Use.atomic,
  'atomic.or': Use.atomic,
  'atomic.xor': Use.atomic,
  'atomic.imin': Use.atomic | Use.signedAtomic,
  'atomic.imax': Use.atomic | Use.signedAtomic,
  'atomic.umin': Use.atomic,
  'atomic.umax': Use.atomic,
  'atomic.exchange': Use.atomic,
  'atomic.compare': Use.atomic,
  'counter.next': Use.counter,
  'counter.last': Use.counter,
} as const satisfies Partial<Record<IrOpName, number>>;

/** Calls `visit` for each operation of the module, in order. */
export function forEachOp(module: IrModule, visit: (op: number) => void): void {
  for (const { region } of module.functions) visitRegion(module, region, visit);
}

function visitRegion(module: IrModule, region: number, visit: (op: number) => void): void {
  const { next, code, extra } = module.ops;
  for (let op = module.first[region]!; op !== NO_OP; op = next[op]!) {
    visit(op);
    if (!isConstruct(code[op]!)) continue;
    const first = extra[op]!;
    const count = module.regionCount(op);
    for (let i = first; i < first + count; i++) visitRegion(module, i, visit);
  }
}

/** By operation: its bits of {@link Use}. */
const USES = /* @__PURE__ */ OP_NAMES.map((name): number => USE_OF[name as keyof typeof USE_OF] ?? 0);

/** By operation: most have none, which is all that has to be known of them. */
const HAS_ATTRIBUTE = /* @__PURE__ */ OP_ROWS.map(({ attribute }) => attribute !== 'none');

/** Finds how a module uses its bindings and its inputs, in one walk. */
export function resourceUses(module: IrModule): ResourceUses {
  const { ops, accesses } = module;
  const count = module.bindings.length;
  // Few numbers in each: typed arrays take longer to make (measured).
  const zeros = () => new Array<number>(count).fill(0);
  const [bindings, counts, samplers, at] = [zeros(), zeros(), zeros(), zeros()];
  const floatVariables = module.variables.map(() => true);
  let floatConstants = true;
  let barriers = 0;
  const isUsed = new Array<boolean>(OP_NAMES.length).fill(false);
  const inputs = module.inputs.map(() => false);
  const inputRanges: number[] = [];
  const mark = (binding: number, use: number, op: number): void => {
    if (binding < 0) return;
    if (bindings[binding] === 0) at[binding] = ops.at[op]!;
    bindings[binding]! |= use;
    counts[binding]!++;
  };
  forEachOp(module, (op) => {
    const code = ops.code[op]!;
    isUsed[code] = true;
    if (!HAS_ATTRIBUTE[code]!) return;
    const { attribute } = OP_ROWS[code]!;
    const extra = ops.extra[op]!;
    if (attribute === 'access' || attribute === 'binding') {
      let use = USES[code]!;
      const access = attribute === 'access' ? accesses[extra]! : undefined;
      const binding = access?.binding ?? extra;
      if (access?.isIndexed || (access === undefined && ops.arity[op]! > (code === Op['tex.samplepos'] ? 1 : 0)))
        use |= Use.dynamic;
      mark(binding, use, op);
      if (access !== undefined && access.sampler >= 0) {
        if (samplers[access.sampler] === 0) at[access.sampler] = ops.at[op]!;
        const isInteger = (use & Use.gather) !== 0 && viewKind(module.bindings[binding]!) !== 'f32';
        samplers[access.sampler]! |= (use & Use.compare) !== 0 ? Use.compare : isInteger ? Use.integer : Use.sample;
        if (access.isSamplerIndexed) samplers[access.sampler]! |= Use.dynamic;
      }
    } else if (attribute === 'input') inputs[extra >> 2] = true;
    else if (attribute === 'inputRange') {
      if (!inputRanges.includes(extra >> 2)) inputRanges.push(extra >> 2);
    } else if (attribute === 'barrier') barriers |= extra;
    else if (attribute === 'constants') {
      const isFloat = kindOf(ops.type[op]!) === Kind.f32;
      let use: number = Use.load | (isFloat ? Use.float : Use.integer);
      if (ops.code[ops.operand(op, 0)] !== Op.const || ops.arity[op]! > 1) use |= Use.dynamic;
      mark(extra >> 2, use, op);
    } else if (attribute === 'variable') {
      const value = code === Op['var.store'] ? ops.operand(op, 1) : op;
      if (kindOf(ops.type[value]!) !== Kind.f32) floatVariables[extra >> 2] = false;
    } else if (code === Op['icb.load'] && kindOf(ops.type[op]!) !== Kind.f32) floatConstants = false;
  });
  return {
    bindings,
    counts,
    samplers,
    at,
    floatVariables,
    floatConstants,
    isUsed,
    inputs,
    inputRanges,
    barriers,
  };
}

/** Names of kinds in formats and sample types. */
export const SAMPLE_TYPES = { f32: 'float', i32: 'sint', u32: 'uint' } as const;

/** The kind of the components that reads of a view give. */
export function viewKind({ returnTypes }: IrBinding): 'f32' | 'i32' | 'u32' {
  const first = returnTypes?.[0];
  return first === 'sint' ? 'i32' : first === 'uint' ? 'u32' : 'f32';
}

/** The format of a typed view without a chosen one. */
export function defaultFormat(binding: IrBinding, isReadAndWritten: boolean): string {
  return `${isReadAndWritten ? 'r' : 'rgba'}32${SAMPLE_TYPES[viewKind(binding)]}`;
}

/** A name of a register for messages. */
export function registerName({ kind, register, space }: IrBinding): string {
  const letter = { constants: 'cb', view: 't', uav: 'u', sampler: 's', stage: 's', group: 'g' }[kind];
  return `${letter}${register}${space === 0 ? '' : ` of space ${space}`}`;
}

/** Rows of a uniform buffer: 64 KB are what WebGPU guarantees and what Vulkan devices have. */
const MAX_UNIFORM_ROWS = 4096;

/** The variable of a buffer of constants that is read, where larger buffers are those for storage. */
export function constantsVariable({ size = 0 }: IrBinding): Variable {
  const rows = Math.max(size, 1);
  const kind = rows > MAX_UNIFORM_ROWS ? 'readOnlyStorageBuffer' : 'uniformBuffer';
  return { role: 'main', kind, minSize: 16 * rows };
}

/** The variables of a buffer: itself, and the counter that it hides. Either may be all that is used. */
export function bufferVariables(main: Variable, use: number): Variable[] {
  if ((use & Use.counter) === 0) return [main];
  const counter: Variable = { role: 'counter', kind: 'storageBuffer', minSize: 4 };
  return (use & ~(Use.counter | Use.dynamic)) === 0 ? [counter] : [main, counter];
}

/** Whether a module has an operation. */
export function hasOperation({ isUsed }: ResourceUses, name: IrOpName): boolean {
  return isUsed[Op[name]] === true;
}

/** Whether a module reads an input; with reads by an index, it reads all. */
export function readsInput({ inputs, inputRanges }: ResourceUses, element: number): boolean {
  return inputRanges.length > 0 || inputs[element] === true;
}
