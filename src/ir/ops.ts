/**
 * THE TABLE of operations of the IR: one row each, with its operands, the type of its value and its effect. Verifier,
 * printer, parser, evaluator, passes and documentation derive from it; how exact each is and one line of documentation
 * are in tools/docs/ir-operations.ts.
 *
 * Operations have the semantics of Direct3D: `f.` operations flush subnormal numbers of their operands and results,
 * `i.shl` uses the five lowest bits of its count, `u.div` by zero gives all ones. Signed and sign-agnostic integers are
 * `i.`, unsigned ones `u.`.
 *
 * Type rules are written as a kind and a width. Kinds: `f` f32, `i` i32, `u` u32, `b` bool, `d` f64, `n` i32 or u32,
 * `l` i32, u32 or bool, `w` any of 32 bits (f32, i32, u32, b32), `a` anything. Widths: `1` to `4`; none is the width of
 * the result; `*` is any. `=` is the type of the result, `0` that of the first operand. Operands after `?` are
 * optional. `...` repeats the last one.
 */

/** The effect of an operation in addition to its result. */
export type IrEffect =
  /** Nothing. */
  | 'pure'
  /** Reads memory that may change. */
  | 'reads'
  /** Writes memory, outputs or streams, or ends pixels; its order to others of the same sort and to `reads` counts. */
  | 'writes'
  /** Region structure and jumps. */
  | 'control'
  /** Uses values of the other pixels of a quad: it never moves into or out of control flow. */
  | 'quad';

/** The meaning of the number next to the operands (`extra`). */
export type IrAttribute =
  | 'none'
  /** An input and a component: `element << 2 | component`. */
  | 'input'
  /** An output and a component. */
  | 'output'
  /** A range of inputs or outputs that is indexed, and a component. */
  | 'inputRange'
  | 'outputRange'
  /** A binding and a component. */
  | 'constants'
  /** An array of the program and a component. */
  | 'variable'
  /** A component. */
  | 'component'
  /** An access: a view with its sampler, offsets and channel. */
  | 'access'
  /** A binding; -1 is the rasterizer. */
  | 'binding'
  /** A function. */
  | 'function'
  /** Its first region; the others have the numbers after it. */
  | 'regions'
  /** The operation that a jump leaves or repeats. */
  | 'target'
  /** The number of a result or a parameter. */
  | 'number'
  /** A stream of a geometry shader. */
  | 'stream'
  /** The bits of {@link BarrierBits}. */
  | 'barrier'
  /** A message for a debugger, by its number in the facts of the module. */
  | 'message';

export interface IrOpRow {
  /** The type of the value, as a kind and a width; '' without a value. */
  readonly result: string;
  /** The operands, each as a kind and a width, separated by spaces. */
  readonly operands: string;
  readonly effect: IrEffect;
  readonly attribute: IrAttribute;
}

export const BarrierBits = { threads: 1, groupMemory: 2, uavGroup: 4, uavGlobal: 8 } as const;

export const OpFlag = {
  /** The result has to be that of the operation as written: no fusing, no reordering. */
  precise: 1,
  /** A resource or sampler index may differ between lanes. */
  nonuniform: 2,
  /** Equal in all programs with the same operations (vertex positions). */
  invariant: 4,
  /** A branch that stays one, and one that becomes a choice: attributes of the source. */
  branch: 8,
  flatten: 16,
  /** Half the bits of a float are enough for the result (`_pp` of models 2 and 3). */
  half: 32,
} as const;

/** The flags of an operation that replaces two equal ones. */
export function sharedFlags(a: number, b: number): number {
  return ((a | b) & ~OpFlag.half) | (a & b & OpFlag.half);
}

const row = <const Result extends string, const Operands extends string>(
  result: Result,
  operands: Operands,
  attribute: IrAttribute = 'none',
) => ({ result, operands, effect: 'pure' as IrEffect, attribute });
const effect = (effect: IrEffect, result: string, operands: string, attribute: IrAttribute = 'none') => ({
  result,
  operands,
  effect,
  attribute,
});
const control = (result: string, operands: string, attribute: IrAttribute = 'none') =>
  effect('control', result, operands, attribute);

export const IR_OPS = {
  // Values
  const: row('a', 'bits'),
  undef: row('a', ''),
  pick: row('a', 'refs'),
  bitcast: row('w', 'w'),
  select: row('a', 'b1 = ='),
  mask: row('u1', 'b1'),

  // Floats
  'f.add': row('f', 'f f'),
  'f.mul': row('f', 'f f'),
  'f.mad': row('f', 'f f f'),
  'f.div': row('f', 'f f'),
  'f.rcp': row('f', 'f'),
  'f.rsq': row('f', 'f'),
  'f.sqrt': row('f', 'f'),
  'f.exp2': row('f', 'f'),
  'f.log2': row('f', 'f'),
  'f.sin': row('f', 'f'),
  'f.cos': row('f', 'f'),
  'f.min': row('f', 'f f'),
  'f.max': row('f', 'f f'),
  'f.sat': row('f', 'f'),
  'f.frc': row('f', 'f'),
  'f.floor': row('f', 'f'),
  'f.ceil': row('f', 'f'),
  'f.trunc': row('f', 'f'),
  'f.rne': row('f', 'f'),
  'f.flush': row('f', 'f'),
  'f.neg': row('f', 'f'),
  'f.abs': row('f', 'f'),
  'f.dot': row('f1', 'f* 0'),
  'f.eq': row('b1', 'f1 f1'),
  'f.ne': row('b1', 'f1 f1'),
  'f.lt': row('b1', 'f1 f1'),
  'f.ge': row('b1', 'f1 f1'),

  // Floats as Direct3D 9 has them; the legacy pass expands all of them but the product
  'f.mul9': row('f', 'f f'),
  'f.mad9': row('f', 'f f f'),
  'f.dot9': row('f1', 'f* 0'),
  'f.lrp9': row('f', 'f f f'),
  'f.rcp9': row('f', 'f'),
  'f.rsq9': row('f', 'f'),
  'f.log9': row('f', 'f'),
  'f.pow9': row('f', 'f f'),
  'f.nrm9': row('f1', 'f3'),
  'f.lit9': row('f1', 'f1 f1 f1'),

  // Integers
  'i.add': row('n1', '= ='),
  'i.sub': row('n1', '= ='),
  'i.mul': row('n1', '= ='),
  'i.neg': row('n1', '='),
  'i.mulhi': row('i1', '= ='),
  'u.mulhi': row('u1', '= ='),
  'u.div': row('u1', '= ='),
  'u.mod': row('u1', '= ='),
  'i.min': row('i1', '= ='),
  'i.max': row('i1', '= ='),
  'u.min': row('u1', '= ='),
  'u.max': row('u1', '= ='),
  'i.shl': row('n1', '= n1'),
  'i.shr': row('i1', '= n1'),
  'u.shr': row('u1', '= n1'),
  'i.bfe': row('i1', 'n1 n1 ='),
  'u.bfe': row('u1', 'n1 n1 ='),
  'i.bfi': row('n1', 'n1 n1 = ='),
  'i.bfrev': row('n1', '='),
  'i.bits': row('n1', '='),
  'i.first_lo': row('n1', '='),
  'u.first_hi': row('u1', '='),
  'i.first_hi': row('i1', '='),
  'u.addc': row('u1', '= ='),
  'u.subb': row('u1', '= ='),
  'u.msad': row('u1', '= = ='),
  'i.and': row('l1', '= ='),
  'i.or': row('l1', '= ='),
  'i.xor': row('l1', '= ='),
  'i.not': row('l1', '='),
  'i.eq': row('b1', 'n1 0'),
  'i.ne': row('b1', 'n1 0'),
  'i.lt': row('b1', 'i1 i1'),
  'i.ge': row('b1', 'i1 i1'),
  'u.lt': row('b1', 'u1 u1'),
  'u.ge': row('b1', 'u1 u1'),

  // Conversions
  'cvt.f2i': row('i1', 'f1'),
  'cvt.f2u': row('u1', 'f1'),
  'cvt.i2f': row('f1', 'i1'),
  'cvt.u2f': row('f1', 'u1'),
  'cvt.f2h': row('u1', 'f1'),
  'cvt.h2f': row('f1', 'u1'),

  // Doubles
  'd.pack': row('d1', 'w1 w1'),
  'd.low': row('u1', 'd1'),
  'd.high': row('u1', 'd1'),
  'd.add': row('d1', 'd1 d1'),
  'd.mul': row('d1', 'd1 d1'),
  'd.div': row('d1', 'd1 d1'),
  'd.rcp': row('d1', 'd1'),
  'd.fma': row('d1', 'd1 d1 d1'),
  'd.min': row('d1', 'd1 d1'),
  'd.max': row('d1', 'd1 d1'),
  'd.sat': row('d1', 'd1'),
  'd.neg': row('d1', 'd1'),
  'd.abs': row('d1', 'd1'),
  'd.eq': row('b1', 'd1 d1'),
  'd.ne': row('b1', 'd1 d1'),
  'd.lt': row('b1', 'd1 d1'),
  'd.ge': row('b1', 'd1 d1'),
  'd.to_f': row('f1', 'd1'),
  'd.to_i': row('i1', 'd1'),
  'd.to_u': row('u1', 'd1'),
  'd.from_f': row('d1', 'f1'),
  'd.from_i': row('d1', 'i1'),
  'd.from_u': row('d1', 'u1'),

  // Inputs, outputs and memory of the program
  in: row('w', '? n1', 'input'),
  'in.at': row('w', 'n1 ? n1', 'inputRange'),
  out: effect('writes', '', 'w*', 'output'),
  'out.at': effect('writes', '', 'n1 w*', 'outputRange'),
  'cb.load': row('w', 'n1 ? n1', 'constants'),
  'cb.dynamic': row('w', 'n1 n1', 'component'),
  'icb.load': row('w', 'n1', 'component'),
  'var.load': effect('reads', 'w', 'n1', 'variable'),
  'var.store': effect('writes', '', 'n1 w*', 'variable'),
  'instance.table': row('u1', 'n1'),
  'instance.constants': row('u1', 'n1'),
  'instance.offset': row('u1', 'n1'),
  'instance.texture': row('u1', 'n1'),
  'instance.sampler': row('u1', 'n1'),

  // Textures. The coordinates have the slice of an array last. Trailing operands that an access has: smallest level,
  // index of the view, index of the sampler
  'tex.sample': effect('quad', 'w4', 'f* ? w1...', 'access'),
  'tex.sample.bias': effect('quad', 'w4', 'f* f1 ? w1...', 'access'),
  'tex.sample.level': effect('reads', 'w4', 'f* f1 ? w1...', 'access'),
  'tex.sample.grad': effect('reads', 'w4', 'f* f* f* ? w1...', 'access'),
  'tex.sample.cmp': effect('quad', 'w4', 'f* f1 ? w1...', 'access'),
  'tex.sample.cmp.zero': effect('reads', 'w4', 'f* f1 ? w1...', 'access'),
  'tex.gather': effect('reads', 'w4', 'f* ? w1...', 'access'),
  'tex.gather.cmp': effect('reads', 'w4', 'f* f1 ? w1...', 'access'),
  'tex.gather.offset': effect('reads', 'w4', 'f* n2 ? w1...', 'access'),
  'tex.gather.offset.cmp': effect('reads', 'w4', 'f* n2 f1 ? w1...', 'access'),
  'tex.fetch': effect('reads', 'w4', 'n* n1 ? w1...', 'access'),
  'tex.fetch.sample': effect('reads', 'w4', 'n* n1 ? w1...', 'access'),
  'tex.lod': effect('quad', 'f2', 'f* ? w1...', 'access'),
  'tex.size': row('u4', 'n1 ? w1...', 'access'),
  'tex.samples': row('u1', '? w1...', 'binding'),
  'tex.samplepos': row('f2', 'n1 ? w1...', 'binding'),
  status: row('u1', 'w*'),
  'status.mapped': row('b1', 'n1'),

  // Buffers, views for unordered access, and group memory
  'buf.fetch': effect('reads', 'w4', 'n1 ? w1...', 'access'),
  'buf.put': effect('writes', '', 'n1 w4 ? w1...', 'access'),
  'buf.load.raw': effect('reads', 'w', 'n1 ? w1...', 'access'),
  'buf.load': effect('reads', 'w', 'n1 n1 ? w1...', 'access'),
  'buf.store.raw': effect('writes', '', 'n1 w* ? w1...', 'access'),
  'buf.store': effect('writes', '', 'n1 n1 w* ? w1...', 'access'),
  'buf.size': row('u1', '? w1...', 'access'),
  'img.load': effect('reads', 'w4', 'n* ? w1...', 'access'),
  'img.store': effect('writes', '', 'n* w4 ? w1...', 'access'),
  'atomic.add': effect('writes', 'n1', 'n* = ? w1...', 'access'),
  'atomic.and': effect('writes', 'n1', 'n* = ? w1...', 'access'),
  'atomic.or': effect('writes', 'n1', 'n* = ? w1...', 'access'),
  'atomic.xor': effect('writes', 'n1', 'n* = ? w1...', 'access'),
  'atomic.imin': effect('writes', 'i1', 'n* = ? w1...', 'access'),
  'atomic.imax': effect('writes', 'i1', 'n* = ? w1...', 'access'),
  'atomic.umin': effect('writes', 'u1', 'n* = ? w1...', 'access'),
  'atomic.umax': effect('writes', 'u1', 'n* = ? w1...', 'access'),
  'atomic.exchange': effect('writes', 'w1', 'n* = ? w1...', 'access'),
  'atomic.compare': effect('writes', 'n1', 'n* = = ? w1...', 'access'),
  'counter.next': effect('writes', 'u1', '? w1...', 'access'),
  'counter.last': effect('writes', 'u1', '? w1...', 'access'),

  // Pixels, groups, streams
  'deriv.x': effect('quad', 'f', 'f'),
  'deriv.y': effect('quad', 'f', 'f'),
  'deriv.x.coarse': effect('quad', 'f', 'f'),
  'deriv.y.coarse': effect('quad', 'f', 'f'),
  'deriv.x.fine': effect('quad', 'f', 'f'),
  'deriv.y.fine': effect('quad', 'f', 'f'),
  'eval.centroid': row('w', '', 'input'),
  'eval.sample': row('w', 'n1', 'input'),
  'eval.snapped': row('w', 'n2', 'input'),
  discard: effect('writes', '', 'b1'),
  barrier: effect('writes', '', '', 'barrier'),
  message: effect('writes', '', 'w1...', 'message'),
  emit: effect('writes', '', '', 'stream'),
  cut: effect('writes', '', '', 'stream'),

  // Structure
  if: control('', 'b1', 'regions'),
  switch: control('', 'n1', 'regions'),
  loop: control('', 'a*...', 'regions'),
  block: control('', '', 'regions'),
  param: control('a', '', 'number'),
  result: control('a', 'owner', 'number'),
  call: control('', 'a*...', 'function'),
  exit: control('', 'a*...', 'target'),
  continue: control('', 'a*...', 'target'),
  repeat: control('', 'a*...', 'target'),
  return: control('', 'a*...'),
  abort: control('', ''),
  unreachable: control('', ''),
} satisfies Readonly<Record<string, IrOpRow>>;

export type IrOpName = keyof typeof IR_OPS;

export const OP_NAMES = Object.keys(IR_OPS) as IrOpName[];

export const OP_ROWS: readonly IrOpRow[] = Object.values(IR_OPS);

/** Numbers of operations: `Op['f.add']`. */
export const Op: Readonly<Record<IrOpName, number>> = /* @__PURE__ */ withFastLookup(
  Object.fromEntries(OP_NAMES.map((name, code) => [name, code])) as Record<IrOpName, number>,
);

/** V8 keeps an object with so many properties as a hash table, until it is the prototype of another one. */
function withFastLookup<Table extends object>(table: Table): Table {
  Object.create(table);
  return table;
}

/** Whether the last operation of a region may be this. */
export function isTerminator(code: number): boolean {
  return code >= FIRST_TERMINATOR;
}

/** Whether an operation reads texels: samples, gathers and fetches, which follow each other in the table. */
export function isTextureRead(code: number): boolean {
  return code >= Op['tex.sample'] && code <= Op['tex.fetch.sample'];
}

/** Whether an operation reads one component of four texels. */
export function isTextureGather(code: number): boolean {
  return code >= Op['tex.gather'] && code <= Op['tex.gather.offset.cmp'];
}

export function isConstruct(code: number): boolean {
  return code >= FIRST_CONSTRUCT && code <= LAST_CONSTRUCT;
}

const FIRST_TERMINATOR = Op.exit;
const FIRST_CONSTRUCT = Op.if;
const LAST_CONSTRUCT = Op.block;
