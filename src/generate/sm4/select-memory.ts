/** Selects reads of textures and buffers, stores, atomic operations, barriers and streams. */
import type { IrBinding } from '../../ir/declarations.ts';
import { OP_ROWS, Op, OpFlag } from '../../ir/ops.ts';
import { widthOf } from '../../ir/types.ts';
import { type Named, type Operand, Order, Shape } from '../nodes.ts';
import { NO_SCALAR, type Scalar } from '../operand-table.ts';
import { ATOMIC_ROWS, READ_ROWS, type ReadRow } from './instruction-table.ts';
import type { Selection } from './selection.ts';

const MEMORY_OPS: ReadonlySet<number> = new Set([
  ...OP_ROWS.flatMap((_, code) => (READ_ROWS[code] !== undefined || ATOMIC_ROWS[code] !== undefined ? [code] : [])),
  ...[Op['tex.samples'], Op['tex.samplepos'], Op['buf.put'], Op['buf.store'], Op['buf.store.raw'], Op['img.store']],
  ...[Op['counter.next'], Op['counter.last'], Op.barrier, Op.message, Op.emit, Op.cut],
]);

export function isMemoryOp(code: number): boolean {
  return MEMORY_OPS.has(code);
}

const VIEW_FILES = { view: 'resource', uav: 'unorderedAccessView', group: 'groupSharedMemory' } as const;

export function selectMemory(s: Selection, op: number): void {
  const { ops } = s.module;
  const code = ops.code[op]!;
  const row = READ_ROWS[code];
  if (row !== undefined) {
    selectRead(s, op, row);
    return;
  }
  if (ATOMIC_ROWS[code] !== undefined) {
    selectAtomic(s, op);
    return;
  }
  switch (code) {
    case Op['tex.samples']:
    case Op['tex.samplepos']:
      selectSamples(s, op);
      return;
    case Op['counter.next']:
    case Op['counter.last']: {
      const { named } = reach(s, op, 0);
      const mnemonic = code === Op['counter.next'] ? 'imm_atomic_alloc' : 'imm_atomic_consume';
      s.push({ mnemonic, results: [op << 2], operands: [], named, before: [0], order: Order.writes });
      return;
    }
    case Op.barrier:
      s.push({
        mnemonic: 'sync',
        results: [],
        operands: [],
        barrier: ops.extra[op]!,
        order: Order.writes | Order.reads,
      });
      return;
    case Op.message:
      s.push({
        mnemonic: 'nop',
        results: [],
        operands: ops.operands(op).map((operand) => s.bits(Shape.one, operand)),
        message: ops.extra[op]!,
        order: Order.writes,
      });
      return;
    case Op.emit:
    case Op.cut:
      selectStream(s, op);
      return;
    default:
      selectStore(s, op);
  }
}

/** The views and samplers of an operation, whose trailing operands start at `trailing`. */
function reach(
  s: Selection,
  op: number,
  trailing: number,
): { readonly named: Named[]; readonly binding: IrBinding; readonly clamp: number; readonly number: number } {
  const { ops, accesses, bindings } = s.module;
  const access = accesses[ops.extra[op]!]!;
  let at = trailing;
  const clamp = access.hasClamp ? ops.operand(op, at++) : -1;
  const index = access.isIndexed ? s.values.index(ops.operand(op, at++)) : undefined;
  const samplerIndex = access.isSamplerIndexed ? s.values.index(ops.operand(op, at)) : undefined;
  const binding = bindings[access.binding]!;
  const nonUniform = (ops.flags[op]! & OpFlag.nonuniform) !== 0;
  const file = VIEW_FILES[binding.kind as keyof typeof VIEW_FILES];
  if (file === undefined) s.refuse(`a view of kind ${binding.kind}`);
  const named: Named[] = [
    {
      file,
      indices: s.values.bindings.indices(access.binding, index),
      nonUniform: nonUniform && index !== undefined && index.value !== NO_SCALAR,
      channel: -1,
      binding: access.binding,
    },
  ];
  if (access.sampler >= 0)
    named.push({
      file: 'sampler',
      indices: s.values.bindings.indices(access.sampler, samplerIndex),
      nonUniform: nonUniform && samplerIndex !== undefined && samplerIndex.value !== NO_SCALAR,
      channel: GATHERS.has(ops.code[op]!) ? access.channel : -1,
      binding: -1,
    });
  return { named, binding, clamp, number: access.binding };
}

const COMPARISONS: ReadonlySet<number> = new Set([Op['tex.sample.cmp'], Op['tex.sample.cmp.zero']]);

const GATHERS: ReadonlySet<number> = new Set([
  ...[Op['tex.gather'], Op['tex.gather.cmp'], Op['tex.gather.offset'], Op['tex.gather.offset.cmp']],
]);

/** The lanes of a value that are needed, and the component of each. */
function neededLanes(s: Selection, op: number): { results: Scalar[]; picks: number[] } {
  const results: Scalar[] = [];
  const picks: number[] = [];
  for (let c = 0; c < widthOf(s.module.ops.type[op]!); c++) {
    if (!s.isNeeded((op << 2) | c)) continue;
    results.push((op << 2) | c);
    picks.push(c);
  }
  return { results, picks };
}

function selectRead(s: Selection, op: number, row: ReadRow): void {
  const { ops, accesses } = s.module;
  const code = ops.code[op]!;
  const status = s.statuses.get(op);
  const { results, picks } = neededLanes(s, op);
  if (results.length === 0 && status === undefined) return;
  // All components are the result of the comparison.
  if (COMPARISONS.has(code)) picks.fill(0);
  if (COMPARISONS.has(code) && picks.length === 0) picks.push(0);
  const count = code === Op['tex.fetch'] ? 2 : row.before.length + row.after.length;
  const { named, binding, clamp } = reach(s, op, count);
  const access = accesses[ops.extra[op]!]!;
  const operands: Operand[] = [];
  if (code === Op['tex.fetch']) operands.push(texelAndLevel(s, op));
  else for (const [i, shape] of [...row.before].entries()) operands.push(operandOf(s, op, i, shape));
  const before = operands.length;
  for (const [i, shape] of [...row.after].entries()) operands.push(operandOf(s, op, row.before.length + i, shape));
  let mnemonic = row.mnemonic;
  const isTyped = binding.kind === 'uav' && (code === Op['buf.fetch'] || code === Op['img.load']);
  if (isTyped) mnemonic = 'ld_uav_typed';
  const isSparse = status !== undefined || clamp >= 0;
  if (isSparse) {
    const sparse = isTyped ? 'ld_uav_typed_s' : clamp >= 0 ? row.clamped : row.sparse;
    if (sparse === undefined) s.refuse(`an access status of ${row.mnemonic}`);
    mnemonic = sparse;
    if (mnemonic.includes('_cl_s'))
      operands.push(clamp >= 0 ? s.bits(Shape.one, clamp) : s.operand(Shape.one, [s.values.table.literal(0)]));
  }
  const isQuad = OP_ROWS[code]!.effect === 'quad';
  const isChanging = binding.kind !== 'view';
  s.push({
    mnemonic,
    results,
    picks,
    operands,
    named,
    before: named.map(() => before),
    order: (isQuad ? Order.quad : 0) | (isChanging ? Order.reads : 0),
    ...(isSparse && { second: status === undefined ? [] : [status], discardsFirst: results.length === 0 }),
    ...(access.offsets.some((offset) => offset !== 0) && { offsets: access.offsets }),
    ...(code === Op['tex.size'] && { returnType: 'uint' }),
  });
}

/** An operand of a read, which takes no modifiers. */
function operandOf(s: Selection, op: number, i: number, shape: string): Operand {
  return s.bits(shape === 'v' ? Shape.vector : Shape.one, s.module.ops.operand(op, i));
}

/** Coordinates with the level in w. */
function texelAndLevel(s: Selection, op: number): Operand {
  const { ops } = s.module;
  const scalars = s.scalars(ops.operand(op, 0));
  const level = s.values.scalar(ops.operand(op, 1) << 2);
  while (scalars.length < 3) scalars.push(scalars[0]!);
  return s.operand(Shape.vector, [...scalars, level]);
}

function selectSamples(s: Selection, op: number): void {
  const { ops } = s.module;
  const isPosition = ops.code[op] === Op['tex.samplepos'];
  const { results, picks } = neededLanes(s, op);
  if (results.length === 0) return;
  const binding = ops.extra[op]!;
  const leading = isPosition ? 1 : 0;
  const index = ops.arity[op]! > leading ? s.values.index(ops.operand(op, leading)) : undefined;
  const named: Named[] = [
    binding < 0
      ? { file: 'rasterizer', indices: [], nonUniform: false, channel: -1, binding: -1 }
      : {
          file: 'resource',
          indices: s.values.bindings.indices(binding, index),
          nonUniform: false,
          channel: -1,
          binding,
        },
  ];
  const operands = isPosition ? [s.bits(Shape.one, ops.operand(op, 0))] : [];
  const mnemonic = isPosition ? 'samplepos' : 'sampleinfo';
  s.push({ mnemonic, results, picks, operands, named, before: [0], ...(!isPosition && { returnType: 'uint' }) });
}

function selectAtomic(s: Selection, op: number): void {
  const { ops } = s.module;
  const [without, withValue] = ATOMIC_ROWS[ops.code[op]!]!;
  const values = ops.code[op] === Op['atomic.compare'] ? 2 : 1;
  const { named } = reach(s, op, 1 + values);
  const isNeeded = s.isNeeded(op << 2) || without === undefined;
  const operands = [s.bits(Shape.vector, ops.operand(op, 0))];
  for (let i = 0; i < values; i++) operands.push(s.bits(Shape.one, ops.operand(op, 1 + i)));
  s.push({
    mnemonic: isNeeded ? withValue : without,
    results: isNeeded ? [op << 2] : [],
    operands,
    named,
    before: [0],
    order: Order.writes,
  });
}

/** Stores have the memory first, then its address and the words. */
function selectStore(s: Selection, op: number): void {
  const { ops } = s.module;
  const code = ops.code[op]!;
  const isStructured = code === Op['buf.store'];
  const isTyped = code === Op['buf.put'] || code === Op['img.store'];
  const count = isStructured ? 3 : 2;
  const { named } = reach(s, op, count);
  const operands: Operand[] = [];
  const words = s.scalars(ops.operand(op, count - 1));
  if (isTyped) operands.push(s.bits(Shape.vector, ops.operand(op, 0)));
  else for (let i = 0; i < count - 1; i++) operands.push(s.bits(Shape.one, ops.operand(op, i)));
  operands.push(s.operand(Shape.vector, words));
  const mnemonic = isTyped ? 'store_uav_typed' : isStructured ? 'store_structured' : 'store_raw';
  s.push({
    mnemonic,
    results: [],
    // The mask of the memory.
    picks: words.map((_, i) => i),
    operands,
    named,
    before: [0],
    order: Order.writes,
  });
}

function selectStream(s: Selection, op: number): void {
  const { ops } = s.module;
  const isEmit = ops.code[op] === Op.emit;
  const hasStreams = s.options.version >= 50;
  const stream = ops.extra[op]!;
  if (!hasStreams && stream !== 0) s.refuse('several streams');
  const named: Named[] = [
    { file: 'stream', indices: [{ base: stream, value: NO_SCALAR }], nonUniform: false, channel: -1, binding: -1 },
  ];
  s.push({
    mnemonic: hasStreams ? (isEmit ? 'emit_stream' : 'cut_stream') : isEmit ? 'emit' : 'cut',
    results: [],
    operands: [],
    ...(hasStreams && { named, before: [0] }),
    order: Order.outputs | Order.writes,
  });
}
