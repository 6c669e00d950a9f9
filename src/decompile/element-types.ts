/**
 * The types of the elements of structured memory: from reflection, or guessed from the words that a program reads and
 * writes together.
 */
import type { NameScope } from '../emit/common/names.ts';
import { forEachOp } from '../emit/common/resource-uses.ts';
import { type SplitIndex, splitIndex } from '../emit/hlsl/indices.ts';
import { type MemoryType, type MemoryVariable, slotOf } from '../emit/hlsl/layouts.ts';
import { type IrModule, Kind, kindOf, OP_ROWS, Op, widthOf } from '../ir/index.ts';
import type { ShaderInterface } from '../reflect/shader-interface.ts';
import { boundAs } from '../translate/reflected.ts';
import { Layouts } from './layouts.ts';

const WORD = 4;
/** Bytes of the largest element that Direct3D allows. */
const MAX_STRIDE = 2048;

/** Words of an element that an operation reads or writes. */
interface ElementAccess {
  readonly binding: number;
  /** The byte offset. */
  readonly offset: SplitIndex;
  readonly width: number;
  readonly kind: number;
  readonly isAtomic: boolean;
}

/** The types of the elements of structured memory, by binding. One without is an array of words. */
export function elementTypes(
  module: IrModule,
  reflection: ShaderInterface | undefined,
  names: NameScope,
): Map<number, MemoryType> {
  const types = new Map<number, MemoryType>();
  const accesses = accessesOf(module);
  const layouts = new Layouts(names, 'tight');
  for (const [number, binding] of module.bindings.entries()) {
    if (binding.dimension !== 'structuredBuffer') continue;
    const ofBinding = accesses.filter((one) => one.binding === number);
    const row = binding.kind === 'group' ? undefined : boundAs(binding, reflection);
    const buffer = reflection?.constantBuffers.find(
      ({ name, type }) => name === row?.name && type === 'resourceBindInfo',
    );
    const described = buffer && layouts.element(buffer);
    const isDescribed =
      described !== undefined && described.size === binding.stride && ofBinding.every((one) => isFound(described, one));
    const type = isDescribed ? described : guessed(binding.stride ?? WORD, ofBinding, layouts, names);
    if (type !== undefined && ofBinding.every((one) => isFound(type, one))) types.set(number, type);
  }
  return types;
}

function accessesOf(module: IrModule): ElementAccess[] {
  const { ops, accesses } = module;
  const found: ElementAccess[] = [];
  forEachOp(module, (op) => {
    const code = ops.code[op]!;
    if (OP_ROWS[code]!.attribute !== 'access') return;
    const { binding } = accesses[ops.extra[op]!]!;
    if (module.bindings[binding]?.dimension !== 'structuredBuffer') return;
    if (code === Op['buf.load'] || code === Op['buf.store']) {
      const value = code === Op['buf.load'] ? op : ops.operand(op, 2);
      const type = ops.type[value]!;
      const offset = splitIndex(module, ops.operand(op, 1));
      found.push({ binding, offset, width: widthOf(type), kind: kindOf(type), isAtomic: false });
    } else if (code !== Op['buf.size'] && code !== Op['counter.next'] && code !== Op['counter.last']) {
      const address = ops.operand(op, 0);
      const isSigned = code === Op['atomic.imin'] || code === Op['atomic.imax'];
      const hasOffset = widthOf(ops.type[address]!) > 1;
      const offset = hasOffset ? splitIndex(module, address, 1) : NOWHERE;
      found.push({ binding, offset, width: 1, kind: isSigned ? Kind.i32 : Kind.u32, isAtomic: true });
    }
  });
  return found;
}

const NOWHERE: SplitIndex = { constant: 0, variable: undefined, factor: 1, product: undefined };

/** Whether an access is to words of a type; atomic operations need integers of the right kind. */
function isFound(type: MemoryType, { offset, width, kind, isAtomic }: ElementAccess): boolean {
  const { constant, variable, factor } = offset;
  const index = variable && { scale: factor, text: () => '' };
  for (let i = 0; i < width; i++) {
    const slot = slotOf(type, '', constant + WORD * i, index);
    if (slot === undefined || (isAtomic && (slot.kind === Kind.f32 || slot.kind === Kind.f64))) return false;
    // Both words of a double are read and written together.
    if (slot.kind === Kind.f64 && (slot.word === 0 ? i + 1 === width : i === 0)) return false;
    if (isAtomic && kind === Kind.i32 && slot.kind !== Kind.i32) return false;
  }
  return true;
}

/** A type with a member for the words that are always read and written together; undefined with other offsets. */
function guessed(
  stride: number,
  accesses: readonly ElementAccess[],
  layouts: Layouts,
  names: NameScope,
): MemoryType | undefined {
  if (stride % WORD !== 0 || stride > MAX_STRIDE) return undefined;
  if (accesses.some(({ offset }) => offset.variable !== undefined || offset.constant % WORD !== 0)) return undefined;
  const words = stride / WORD;
  const begins = new Set([0, words]);
  const kinds = new Array<number | undefined>(words).fill(undefined);
  for (const { offset, width, kind } of accesses) {
    const first = offset.constant / WORD;
    begins.add(first);
    begins.add(Math.min(first + width, words));
    for (let i = first; i < Math.min(first + width, words); i++)
      kinds[i] = kinds[i] === undefined || kinds[i] === kind ? kind : Kind.u32;
  }
  const cuts: number[] = [];
  for (let i = 0; i <= words; i++) {
    const isCut = begins.has(i) || (i > 0 && kinds[i] !== kinds[i - 1]) || (cuts.length > 0 && i - cuts.at(-1)! === 4);
    if (isCut) cuts.push(i);
  }
  const members = cuts.slice(0, -1).map((first, i): MemoryVariable => {
    const kind = kinds[first] ?? Kind.u32;
    const known = kind === Kind.f32 || kind === Kind.i32 ? kind : Kind.u32;
    return { name: `at${WORD * first}`, offset: WORD * first, type: layouts.vector(known, cuts[i + 1]! - first) };
  });
  return members.length === 1 ? members[0]!.type : layouts.guessedStruct(names.unique('Element'), members, stride);
}
