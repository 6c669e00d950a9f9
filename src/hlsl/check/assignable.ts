/** Targets of assignments: variables, parts of them, elements of views, lists of those, casts that keep the scalars. */
import { X3025, X4555_CAST } from '../messages.ts';
import type { Tokens } from '../syntax/tree.ts';
import { type HlslType, scalarsOf, typeName } from '../types/types.ts';
import type { Reporter } from './scope.ts';
import type { TypedExpression, Variable } from './typed-tree.ts';

/** The checker of the expression with the assignment. */
interface AssignmentContext {
  readonly reporter: Reporter;
  makeChangeable(constant: Variable): void;
}

/** Whether something can be assigned; reports it where it cannot. */
export function isAssignable(checker: AssignmentContext, target: TypedExpression, where: Tokens): boolean {
  let at = target;
  for (;;) {
    switch (at.kind) {
      case 'member':
      case 'element':
        at = at.object;
        continue;
      case 'swizzle':
        if (new Set(at.components).size < at.components.length) {
          checker.reporter.report(X3025, where, { reason: 'a component is named twice' });
          return false;
        }
        at = at.object;
        continue;
      case 'resourceElement':
        if (at.object.type.kind === 'object' && /^(RW|Rasterizer)/.test(at.object.type.name)) return true;
        if (at.object.type.kind === 'object' && at.object.type.name === 'OutputPatch') return false;
        checker.reporter.report(X3025, where, { reason: `a ${typeName(at.object.type)} is only read` });
        return false;
      case 'variable':
        if (!at.variable.isConst) {
          if (at.variable.storage === 'constant') checker.makeChangeable(at.variable);
          return true;
        }
        checker.reporter.report(X3025, where, { reason: `${at.variable.name} is constant` });
        return false;
      case 'faulty':
        return false;
      case 'assign':
      case 'update':
        if (at.kind === 'assign' || !at.givesOld) {
          at = at.target;
          continue;
        }
        checker.reporter.report(X3025, where, { reason: 'it is the value from before' });
        return false;
      case 'convert':
        if (!isAssignable(checker, at.operand, where)) return false;
        if (hasSameScalars(at.type, at.operand.type)) return true;
        checker.reporter.report(X4555_CAST, where);
        return false;
      case 'build': {
        const { type, items } = at;
        // Microsoft's compiler takes floats in an int2, too, if they are no parts of vectors.
        const isTaken = (item: TypedExpression) => hasSameScalars(type, item.type) || isFloatInInts(type, item);
        if (!items.every((item) => isAssignable(checker, item, where))) return false;
        if (items.every(isTaken)) return true;
        checker.reporter.report(X4555_CAST, where);
        return false;
      }
      default:
        checker.reporter.report(X3025, where, { reason: 'it is a value, not a variable' });
        return false;
    }
  }
}

/** Whether a cast changes only how many scalars there are. */
function hasSameScalars(a: HlslType, b: HlslType): boolean {
  const others = scalarsOf(b);
  return scalarsOf(a).every((scalar, i) => i >= others.length || scalar === others[i]);
}

function isFloatInInts(type: HlslType, item: TypedExpression): boolean {
  const isFloat = item.type.kind === 'numeric' && item.type.shape === 'scalar' && item.type.scalar === 'float';
  return isFloat && item.kind !== 'swizzle' && scalarsOf(type)[0] === 'int';
}
