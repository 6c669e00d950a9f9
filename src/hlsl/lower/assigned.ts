/**
 * Which variables a part of a program may assign: what a loop carries from one iteration to the next.
 */
import type { CheckedFunction, TypedExpression, TypedStatement, Variable } from '../check/typed-tree.ts';
import { addressesOf } from './locations.ts';
import type { Lowering } from './lowering.ts';

/** Static variables that a function assigns, and whether it assigns its object; computed once for each. */
const assignedBy = new WeakMap<CheckedFunction, ReadonlySet<Variable>>();

/** Collects the variables that statements and expressions assign. */
export class AssignedVariables {
  readonly variables = new Set<Variable>();

  statement(statement: TypedStatement | undefined): void {
    switch (statement?.kind) {
      case 'block':
        for (const one of statement.body) this.statement(one);
        return;
      case 'expression':
        this.expression(statement.expression);
        return;
      case 'declare':
        this.expression(statement.value);
        return;
      case 'if':
        this.expression(statement.condition);
        this.statement(statement.whenTrue);
        this.statement(statement.whenFalse);
        return;
      case 'loop':
        this.statement(statement.start);
        this.expression(statement.condition);
        this.expression(statement.next);
        this.statement(statement.body);
        return;
      case 'switch':
        this.expression(statement.value);
        for (const { body } of statement.cases) for (const one of body) this.statement(one);
        return;
      case 'return':
        this.expression(statement.value);
    }
  }

  expression(expression: TypedExpression | undefined): void {
    switch (expression?.kind) {
      case 'member':
      case 'swizzle':
        this.expression(expression.object);
        return;
      case 'element':
      case 'resourceElement':
        this.expression(expression.object);
        this.expression(expression.index);
        return;
      case 'convert':
      case 'unary':
        this.expression(expression.operand);
        return;
      case 'build':
      case 'sequence':
        for (const item of expression.items) this.expression(item);
        return;
      case 'binary':
        this.expression(expression.left);
        this.expression(expression.right);
        return;
      case 'conditional':
        this.expression(expression.condition);
        this.expression(expression.whenTrue);
        this.expression(expression.whenFalse);
        return;
      case 'assign':
      case 'update':
        this.#target(expression.target);
        this.expression(expression.value);
        return;
      case 'intrinsic':
      case 'method':
        if (expression.kind === 'method') this.expression(expression.object);
        for (const [i, argument] of expression.arguments.entries()) {
          if (expression.call.parameters[i]!.isOut) this.#target(argument);
          else this.expression(argument);
        }
        return;
      case 'call':
        this.#call(expression);
    }
  }

  #call(expression: Extract<TypedExpression, { kind: 'call' }>): void {
    const { function: called, object } = expression;
    for (const [i, argument] of expression.arguments.entries()) {
      const { direction, variable } = called.parameters[i]!;
      if (direction === 'in' && variable.type.kind !== 'interface') this.expression(argument);
      else this.#target(argument);
    }
    const inside = assignedIn(called);
    if (object !== undefined) {
      // The class of an interface is not known here.
      if (called.overrides.length > 0 || (called.self !== undefined && inside.has(called.self))) this.#target(object);
      else this.expression(object);
    }
    for (const variable of inside) if (variable.storage === 'static') this.variables.add(variable);
  }

  #target(target: TypedExpression): void {
    this.expression(target);
    let at = target;
    while (at.kind === 'member' || at.kind === 'element' || at.kind === 'swizzle' || at.kind === 'convert')
      at = at.kind === 'convert' ? at.operand : at.object;
    if (at.kind === 'build') for (const item of at.items) this.#target(item);
    if (at.kind === 'variable') this.variables.add(at.variable.changed ?? at.variable);
  }
}

/** The variables that a function and what it calls assign. */
export function assignedIn(called: CheckedFunction): ReadonlySet<Variable> {
  const known = assignedBy.get(called);
  if (known !== undefined) return known;
  // A function that calls itself is refused later.
  assignedBy.set(called, new Set());
  const assigned = new AssignedVariables();
  assigned.statement(called.body);
  for (const one of called.overrides) for (const variable of assignedIn(one)) assigned.variables.add(variable);
  assignedBy.set(called, assigned.variables);
  return assigned.variables;
}

/** The slots that are there before a part of a program and that it may change. */
export function carriedSlots(l: Lowering, part: TypedStatement): number[] {
  const assigned = new AssignedVariables();
  if (part.kind === 'loop') {
    assigned.expression(part.condition);
    assigned.expression(part.next);
    assigned.statement(part.body);
  } else assigned.statement(part);
  const slots = new Set<number>();
  // The result of a function that returns from inside of the loop is assigned there.
  for (const { result } of l.activations)
    if (result?.base.kind === 'slots') for (const slot of addressesOf(result)) slots.add(slot);
  for (const variable of assigned.variables) {
    const state = l.states.get(variable);
    if (state?.kind !== 'location' || state.location.base.kind !== 'slots') continue;
    for (const slot of addressesOf(state.location)) slots.add(slot);
  }
  return [...slots];
}
