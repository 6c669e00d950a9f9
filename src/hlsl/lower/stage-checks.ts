/**
 * Checks of a stage's interface that need its signatures: what a geometry shader emits, the factors of a patch, the
 * type of a position.
 *
 * Not for: attributes and parameters (check/entry-attributes.ts), packing (bind/signatures.ts).
 */
import type { Message } from '../../base/messages.ts';
import { Op } from '../../ir/ops.ts';
import { walkModule } from '../../ir/passes/walk.ts';
import type { PackedSignature } from '../bind/index.ts';
import type { CheckedFunction } from '../check/typed-tree.ts';
import { X3502_FACTORS, X4576, X4577, X4592, X8000_VERTICES } from '../messages.ts';
import type { Lowering } from './lowering.ts';
import type { EntryVariable } from './stage-interface.ts';

/** Components of all vertices that one run of a geometry shader may emit. */
const MAX_EMITTED = 1024;

/** Checks what a geometry shader emits. Its streams share registers. */
export function checkVertices(
  { module, reporter }: Lowering,
  entry: CheckedFunction,
  { elements }: PackedSignature,
): void {
  const { outputTopologies = [] } = module.facts;
  const emitted = new Set<number>();
  if (outputTopologies.some((one) => one !== 'pointlist'))
    walkModule(module, (op) => {
      if (module.ops.code[op] === Op.emit) emitted.add(module.ops.extra[op]!);
    });
  if (emitted.size > 1) reporter.reportFunction(X4592, entry.nameToken);
  const masks = new Map<number, number>();
  for (const { register, mask } of elements) masks.set(register, (masks.get(register) ?? 0) | mask);
  let components = 0;
  for (const mask of masks.values()) for (let bits = mask; bits > 0; bits >>= 1) components += bits & 1;
  const { maxVertices: vertices = 0 } = module.facts;
  if (vertices * components > MAX_EMITTED)
    reporter.reportFunction(X8000_VERTICES, entry.nameToken, { limit: MAX_EMITTED, vertices, components });
}

/** Edges of the patches of each domain. */
const EDGES: Readonly<Record<string, number>> = { isoline: 2, tri: 3, quad: 4 };
/** Factors inside of a patch; lines have none. */
const INSIDE: Readonly<Record<string, number>> = { isoline: 0, tri: 1, quad: 2 };

/** Reports that the constants of a patch do not have all factors of its domain. */
export function checkFactors(
  { module, reporter }: Lowering,
  { elements }: PackedSignature,
  entry: CheckedFunction,
): void {
  const domain = module.facts.domain ?? '';
  const count = (name: string) => elements.filter(({ semanticName }) => semanticName.toLowerCase() === name).length;
  const hasAll =
    count('sv_tessfactor') >= (EDGES[domain] ?? 0) && count('sv_insidetessfactor') >= (INSIDE[domain] ?? 0);
  if (!hasAll) reporter.reportFunction(X3502_FACTORS, entry.nameToken, { domain });
}

/** A position has four floats. */
export function checkPosition(l: Lowering, { semantic, type, parameter }: EntryVariable, entry: CheckedFunction): void {
  if (l.stage === 'hs' || l.stage === 'ps' || !/^sv_position0?$/i.test(semantic)) return;
  const { columns, scalar } = type;
  const report = (message: Message) => {
    if (parameter === undefined) l.reporter.reportFunction(message, entry.nameToken);
    else l.reporter.report(message, parameter.variable.tokens);
  };
  if (columns < 4) report(X4577);
  if (columns < 4 || !/float|half/.test(scalar)) report(X4576);
}
