/**
 * Modifiers that variables, members and functions cannot have, and annotations that only constants have.
 *
 * Not for: modifiers that are a syntax error (MODIFIERS_OF in syntax/type-names.ts).
 */
import type { Message } from '../../base/messages.ts';
import {
  X3006,
  X3007,
  X3008,
  X3010,
  X3010_RESOURCES,
  X3035,
  X3043,
  X3047,
  X3048,
  X3054,
  X3055,
  X3091,
  X3102,
  X3202,
  X3679,
} from '../messages.ts';
import type { FunctionNode, Tokens, VariableNode } from '../syntax/tree.ts';
import type { HlslType } from '../types/types.ts';
import type { Reporter } from './scope.ts';

type Refusals = Readonly<Record<string, Message>>;

const OF_MEMBERS: Refusals = {
  extern: X3006,
  volatile: X3008,
  groupshared: X3010,
  uniform: X3047,
  shared: X3054,
  inline: X3055,
};
const OF_LOCALS: Refusals = { extern: X3006, uniform: X3047, groupshared: X3010, shared: X3054, inline: X3055 };
const OF_FUNCTIONS: Refusals = { extern: X3006, uniform: X3047 };

const INTERPOLATIONS: ReadonlySet<string> = new Set([
  'linear',
  'centroid',
  'nointerpolation',
  'noperspective',
  'sample',
]);

/** Modifiers of interpolation that exclude each other: `nointerpolation` goes with no other. */
export function hasMixedInterpolation(modifiers: readonly string[]): boolean {
  return modifiers.includes('nointerpolation') && modifiers.filter((one) => INTERPOLATIONS.has(one)).length > 1;
}

/** The colon before an annotation whose argument is a token. */
export function beforePackOffset(token: number): Tokens {
  return { first: token - 3, last: token - 3 };
}

/** Reports a modifier or an annotation that no member of a structure has; returns whether there is one. */
export function reportMemberModifiers(reporter: Reporter, node: VariableNode): boolean {
  const { name, modifiers, registers, packOffset, packOffsetToken } = node;
  const [register] = registers;
  if (packOffset !== undefined) reporter.report(X3091, beforePackOffset(packOffsetToken));
  else if (register !== undefined)
    reporter.report(X3202, { first: register.registerToken, last: register.registerToken });
  else if (modifiers.includes('const') && !modifiers.includes('static')) reporter.report(X3035, node, { name });
  else return reportFirst(reporter, node, OF_MEMBERS);
  return true;
}

/** Reports a modifier or an annotation that no variable of a function has; returns whether there is one. */
export function reportLocalModifiers(reporter: Reporter, node: VariableNode): boolean {
  const { name } = node;
  if (name.includes('::')) reporter.report(X3102, node, { name });
  else if (node.packOffset !== undefined) reporter.report(X3091, beforePackOffset(node.packOffsetToken));
  else if (node.semantic !== undefined || node.registers.length > 0) reporter.report(X3043, node, { name });
  else return reportFirst(reporter, node, OF_LOCALS);
  return true;
}

/** Reports a modifier that no function has. */
export function reportFunctionModifiers(reporter: Reporter, { name, modifiers, nameToken }: FunctionNode): void {
  for (const one of modifiers) {
    const message = OF_FUNCTIONS[one];
    if (message !== undefined) reporter.reportFunction(message, nameToken, { name });
  }
}

/** Reports modifiers that a variable at file scope cannot have; returns whether there are some. */
export function reportGlobalModifiers(reporter: Reporter, node: VariableNode, element: HlslType): boolean {
  const { name, modifiers } = node;
  const has = (modifier: string) => modifiers.includes(modifier);
  const report = (message: Message) => reporter.report(message, node, { name });
  if (has('inline')) report(X3055);
  else if (has('static') && (has('uniform') || has('extern'))) report(X3007);
  else if (has('groupshared') && (has('uniform') || has('extern'))) report(X3010);
  else if (has('groupshared') && element.kind === 'object') report(X3010_RESOURCES);
  else if (has('volatile')) report(X3008);
  else if (has('globallycoherent') && !has('static') && !isCoherent(element)) report(X3679);
  else if (hasMixedInterpolation(modifiers)) reporter.report(X3048, node.type);
  else return false;
  return true;
}

/** Whether a resource can be globally coherent. */
function isCoherent(type: HlslType): boolean {
  return type.kind === 'object' && /^(RW|Rasterizer)/.test(type.name);
}

function reportFirst(reporter: Reporter, node: VariableNode, refusals: Refusals): boolean {
  const { name, modifiers } = node;
  for (const one of modifiers) {
    const message = refusals[one];
    if (message === undefined) continue;
    reporter.report(message, node, { name });
    return true;
  }
  if (!hasMixedInterpolation(modifiers)) return false;
  reporter.report(X3048, node.type);
  return true;
}
