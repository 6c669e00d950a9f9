/**
 * Intrinsic functions and methods: which one a call means, and its operations.
 *
 * ```ts
 * const call = resolveIntrinsic('lerp', args.map(({ type }) => type));
 * if (!isResolved(call)) return report(call.reason, call.candidates);
 * // Convert each argument to call.parameters[i].type; `out` arguments are not given.
 * const [result, ...outs] = lowerIntrinsic(call, converted, context);
 * // Convert each of `outs` to its variable and store it.
 *
 * const method = resolveMethod(texture.type, 'Sample', types);
 * const [texel] = lowerMethod(method, texture, [sampler, coordinates], context);
 * ```
 */
import { getOrInsert } from '../../base/collections.ts';
import { Op } from '../../ir/ops.ts';
import { type HlslType, type NumericType, type ObjectType, scalarType, typeName, vectorType } from '../types/types.ts';
import {
  type Argument,
  type Availability,
  Emitter,
  isValue,
  type LoweringContext,
  type ObjectRef,
  type Value,
} from './emitter.ts';
import { bufferSize } from './memory.ts';
import { METHODS, type MethodRow, methodRows, signatureOf } from './methods.ts';
import { chooseSignature, parseSignatures, type ResolvedCall, type Signature, signatureText } from './signature.ts';
import { codeInDirect3D9, methodCodeInDirect3D9 } from './sm1-availability.ts';
import { INTRINSICS, type IntrinsicRow } from './table.ts';
import { dimensions, textureShape } from './textures.ts';

export {
  type Argument,
  Emitter,
  irTypeOf,
  type LoweringContext,
  type MemoryRef,
  type ObjectRef,
  type SampledDimension,
  type Value,
} from './emitter.ts';
export {
  type ElementRef,
  indexTypeOf,
  memoryRefOf,
  readElement,
  writeElement,
} from './indexing.ts';
export { type Address, type LoadedValue, loadElement, memoryLayout, storeElement } from './memory.ts';
export type { Parameter } from './signature.ts';
export { INTRINSICS, type IntrinsicRow } from './table.ts';

/** A call that has a function, with the types of its parameters; arguments are converted to them. */
export interface ResolvedIntrinsic extends ResolvedCall {
  readonly name: string;
  readonly row: IntrinsicRow;
}

/** The reason why there is no function: X3004, X3013, X3067. The candidates are for the message. */
export interface UnresolvedCall {
  readonly reason: 'unknown' | 'none' | 'ambiguous';
  readonly candidates: readonly string[];
}

/** Names of all methods, for hints. */
export const METHOD_NAMES: ReadonlySet<string> = /* @__PURE__ */ new Set(METHODS.map(({ name }) => name));

export function isResolved<Call extends ResolvedCall>(call: Call | UnresolvedCall): call is Call {
  return 'parameters' in call;
}

const NAMES: ReadonlySet<string> = new Set(Object.keys(INTRINSICS));

export function isIntrinsic(name: string): boolean {
  return NAMES.has(name);
}

/** The intrinsic function that a call means. */
export function resolveIntrinsic(name: string, args: readonly HlslType[]): ResolvedIntrinsic | UnresolvedCall {
  if (!isIntrinsic(name)) return { reason: 'unknown', candidates: [] };
  const row = INTRINSICS[name]!;
  const signatures = row.signatures.flatMap(parseSignatures);
  const choice = chooseSignature(signatures, args);
  if (typeof choice === 'string') return unresolved(choice, name, signatures);
  return { name, row, ...choice.call };
}

function unresolved(reason: 'none' | 'ambiguous', name: string, signatures: readonly Signature[]): UnresolvedCall {
  return { reason, candidates: signatures.map((signature) => signatureText(name, signature)) };
}

/**
 * Appends the operations of a call. The arguments have the types of the parameters; those of `out` parameters are left
 * out. Returns the result, then the value of each `out` parameter.
 */
export function lowerIntrinsic(call: ResolvedIntrinsic, args: readonly Argument[], context: LoweringContext): Value[] {
  const e = new Emitter(context);
  const first = e.b.ops.count;
  const refs = args.map((arg) => (isValue(arg) ? arg.refs : []));
  const outs = outTypes(call);
  const lists = call.row.lower({ e, args, refs, result: call.result as NumericType, outs });
  if (call.row.isLegacy && !context.isCompatible && context.version[0] >= 4)
    context.refuse([], 'X3523', { name: call.name });
  if (context.version[0] < 4) refuseElsewhere([], call.name, first, context, codeInDirect3D9(call.name, context, args));
  else refuseElsewhere(call.row.available, call.name, first, context);
  return resultsOf(call, lists);
}

/** A call of a method, with the types of its parameters. */
export interface ResolvedMethod extends ResolvedCall {
  readonly row: MethodRow;
  readonly hasStatus: boolean;
  /** Whether there is a parameter for the smallest level. */
  readonly hasClamp: boolean;
}

/** An overload of a method of an object. */
interface MethodOverload {
  readonly row: MethodRow;
  readonly signature: Signature;
  readonly hasStatus: boolean;
  readonly hasClamp: boolean;
}

interface MethodOverloads {
  readonly overloads: readonly MethodOverload[];
  readonly signatures: readonly Signature[];
}

const overloadsOfObjects = new WeakMap<ObjectType, Map<string, MethodOverloads>>();

function overloadsOf(object: ObjectType, name: string): MethodOverloads {
  const byName = overloadsOfObjects.get(object) ?? new Map<string, MethodOverloads>();
  overloadsOfObjects.set(object, byName);
  return getOrInsert(byName, name, () => {
    const overloads = methodRows(object, name).flatMap((row) => overloadsOfRow(row, signatureOf(row, object)));
    return { overloads, signatures: overloads.map(({ signature }) => signature) };
  });
}

function overloadsOfRow(row: MethodRow, text: string): MethodOverload[] {
  const clamp = text.split('|').findIndex((group) => group.trim() === 'float[1]');
  return parseSignatures(text).map((signature, variant) => ({
    row,
    signature,
    hasStatus: signature.result.scalar !== 'void' && signature.parameters.at(-1)?.scalar === STATUS_SCALARS,
    hasClamp: clamp >= 0 && variant >= clamp,
  }));
}

/** The method of an object that a call means. */
export function resolveMethod(
  object: ObjectType,
  name: string,
  args: readonly HlslType[],
): ResolvedMethod | UnresolvedCall {
  const { overloads, signatures } = overloadsOf(object, name);
  if (overloads.length === 0) return { reason: 'unknown', candidates: [] };
  const choice = chooseSignature(signatures, args, object.element);
  if (typeof choice === 'string') return unresolved(choice, `${typeName(object)}.${name}`, signatures);
  const { row, hasStatus, hasClamp } = overloads[choice.index]!;
  return { row, hasStatus, hasClamp, ...choice.call };
}

/** The size of a texture or buffer as a member: `texture.Length.xy`, which cubes do not have (source: oracle). */
export function lengthOf(object: ObjectType): ResolvedMethod | undefined {
  const { name } = object;
  const isBuffer = /^(RW|RasterizerOrdered)?Buffer$/.test(name);
  const count = isBuffer ? 1 : name.includes('Cube') ? 0 : (textureShape(name)?.sizes ?? 0);
  if (count === 0) return undefined;
  const size: MethodRow = {
    name: 'Length',
    objects: [name],
    access: 'both',
    signature: '',
    lower: (call) => [
      isBuffer ? bufferSize(call.e, call.object).slice(0, 1) : dimensions(call.e, call.object).slice(0, count),
    ],
    available: [],
    isPure: true,
    doc: 'The size.',
  };
  const result = count === 1 ? scalarType('uint') : vectorType('uint', count);
  return { row: size, hasStatus: false, hasClamp: false, parameters: [], result };
}

/** The scalars of a status in signatures. Methods that return sizes have them, too, and no result. */
const STATUS_SCALARS = 'S';

/** Appends the operations of a call of a method; as {@link lowerIntrinsic}. */
export function lowerMethod(
  call: ResolvedMethod,
  object: ObjectRef,
  args: readonly Argument[],
  context: LoweringContext,
): Value[] {
  const e = new Emitter(context);
  const first = e.b.ops.count;
  const { row, hasStatus } = call;
  const refs = args.map((arg) => (isValue(arg) ? arg.refs : []));
  const outs = outTypes(call);
  const lists = row.lower({ e, args, refs, result: call.result as NumericType, object, hasStatus, outs });
  if (context.version[0] < 5 && (hasStatus || call.hasClamp))
    context.refuse([], clampCode(row.name), { name: row.name });
  const values = args.filter(isValue).length;
  if (context.version[0] < 4)
    refuseElsewhere([], row.name, first, context, methodCodeInDirect3D9(row.name, object.type.name, values, context));
  else refuseElsewhere(row.available, row.name, first, context);
  return resultsOf(call, lists);
}

/** The error of a smallest level or a status before 5.0; some are found by the validator only. */
function clampCode(name: string): string {
  return name.startsWith('Load') || name === 'SampleGrad' ? 'X8000' : 'X3535';
}

function outTypes({ parameters }: ResolvedCall): HlslType[] {
  return parameters.filter(({ isOut }) => isOut).map(({ type }) => type);
}

function resultsOf(call: ResolvedCall, lists: readonly (readonly number[])[]): Value[] {
  return [call.result, ...outTypes(call)].map((type, i) => ({ type, refs: lists[i] ?? [] }));
}

/** Reports that a function does not exist in the profile, unless all of its operations disappear. */
function refuseElsewhere(
  available: readonly Availability[],
  name: string,
  first: number,
  context: LoweringContext,
  code = elsewhereCode(available, context),
): void {
  if (code === undefined) return;
  const { b } = context;
  const ops: number[] = [];
  for (let op = first; op < b.ops.count; op++) if (b.ops.code[op] !== Op.const) ops.push(op);
  // In models 1 to 3, what is computed at once is in no program; nor is a pixel that is never discarded.
  if (ops.length === 0 && (context.version[0] < 4 || name === 'clip')) return;
  // Casts are none there.
  context.refuse(code === 'X3543' ? [] : ops, code, { name });
}

function elsewhereCode(available: readonly Availability[], { stage, version }: LoweringContext): string | undefined {
  const model = 10 * version[0] + version[1];
  const isHere = ({ model: smallest, stages }: Availability) =>
    model >= smallest && (stages === '' || stages.split(' ').includes(stage));
  return available.find((one) => !isHere(one))?.code;
}
