/** Intrinsic functions: which one a call means, and its operations. */
import { Op } from '../../ir/ops.ts';
import type { HlslType, NumericType } from '../types/types.ts';
import { type Argument, Emitter, isValue, type LoweringContext, type Value } from './emitter.ts';
import { chooseSignature, parseSignatures, type ResolvedCall, type Signature, signatureText } from './signature.ts';
import { type Availability, INTRINSICS, type IntrinsicRow } from './table.ts';

export {
  type Argument,
  irTypeOf,
  type LoweringContext,
  type MemoryRef,
  type ObjectRef,
  type Value,
} from './emitter.ts';
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

export function isResolved<Call extends ResolvedCall>(call: Call | UnresolvedCall): call is Call {
  return 'parameters' in call;
}

export function isIntrinsic(name: string): boolean {
  return Object.hasOwn(INTRINSICS, name);
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
  const lists = call.row.lower({ e, args, refs, result: call.result as NumericType });
  refuseElsewhere(call.row.available, call.name, first, context);
  return resultsOf(call, lists);
}

function resultsOf(call: ResolvedCall, lists: readonly (readonly number[])[]): Value[] {
  const types = [call.result, ...call.parameters.filter(({ isOut }) => isOut).map(({ type }) => type)];
  return types.map((type, i) => ({ type, refs: lists[i] ?? [] }));
}

/** Reports that a function does not exist in the profile, unless all of its operations disappear. */
function refuseElsewhere(
  available: readonly Availability[],
  name: string,
  first: number,
  context: LoweringContext,
): void {
  const { b, stage, version } = context;
  const model = 10 * version[0] + version[1];
  for (const { model: smallest, stages, code } of available) {
    if (model >= smallest && (stages === '' || stages.split(' ').includes(stage))) continue;
    const ops: number[] = [];
    for (let op = first; op < b.ops.count; op++) if (b.ops.code[op] !== Op.const) ops.push(op);
    context.refuse(ops, code, { name });
    return;
  }
}
