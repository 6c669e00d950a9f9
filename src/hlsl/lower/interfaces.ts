/**
 * Interfaces whose class instance the application chooses when it binds the shader: calls of their methods are switches
 * over the function table of the instance, and the data of the instance is at `this`.
 *
 * Pointers and cases are numbered anew from what is left after the passes (bind/class-linkage.ts).
 */
import { newBinding } from '../../ir/declarations.ts';
import type { IrCase } from '../../ir/module.ts';
import { Op } from '../../ir/ops.ts';
import { Kind, U32 } from '../../ir/types.ts';
import { firstNumber, implementersOf, pointerLength } from '../bind/class-linkage.ts';
import { fileOfType } from '../bind/registers.ts';
import { visitResources } from '../bind/struct-resources.ts';
import type { CallExpression, TypedExpression, Variable } from '../check/typed-tree.ts';
import type { ObjectRef } from '../intrinsics/index.ts';
import { DX6203, X3512, X3544, X3545 } from '../messages.ts';
import type { ObjectType, StructType } from '../types/types.ts';
import { resourceBinding } from './bindings.ts';
import { noteInstance } from './inside-resources.ts';
import { CONSTANTS, type Location } from './locations.ts';
import type { Lowering, Pointer } from './lowering.ts';

/** The pointer that an expression is; undefined for objects that are known. */
export function pointerOf(l: Lowering, expression: TypedExpression): Pointer | undefined {
  if (expression.type.kind !== 'interface') return undefined;
  let variable = expression;
  let index: number | undefined;
  if (expression.kind === 'element') {
    variable = expression.object;
    index = l.e.as(Kind.u32, l.value(expression.index)[0]!);
  }
  if (variable.kind !== 'variable') return undefined;
  const state = l.stateOf(variable.variable);
  if (state.kind === 'pointer') return state.pointer;
  if (state.kind !== 'interface') return undefined;
  const { version, profile } = l.options;
  if (version[0] < 5) l.reporter.report(X3544, expression, { profile });
  l.hasPointers = true;
  const first = l.b.unsigned(firstNumber(l.source.interfaces.indexOf(state.variable)));
  const known = index === undefined ? undefined : l.b.knownWord(index);
  if (known !== undefined && known >= pointerLength(state.variable)) l.reporter.report(X3512, expression);
  return { type: expression.type, number: index === undefined ? first : l.e.add(index, first) };
}

/**
 * Calls a method of the object that the application binds.
 *
 * @param run lowers the method of a class, with its object
 */
export function callPointer(
  l: Lowering,
  expression: CallExpression,
  { type, number }: Pointer,
  run: (owner: StructType, self: Location) => void,
): void {
  const classes = implementersOf(l.source, type);
  if (classes.length === 0) l.reporter.report(X3545, expression, { name: type.name });
  const call = (owner: StructType) => run(owner, instanceLocation(number, owner));
  if (classes.length < 2) {
    for (const owner of classes) call(owner);
    return;
  }
  const selector = l.b.op(Op['instance.table'], U32, number);
  const cases = classes.map((_, i): IrCase => ({ values: [i], isDefault: i === classes.length - 1 }));
  l.flow.switch(selector, cases, (_, i) => call(classes[i]!));
}

function instanceLocation(pointer: number, type: StructType): Location {
  return { base: { kind: 'instance', pointer, layout: CONSTANTS }, type, start: 0 };
}

/** Gives the resources of an instance to the object of its method. */
export function shareInstance(l: Lowering, self: Variable, pointer: number, at: TypedExpression): void {
  const counts = { t: 0, s: 0 };
  noteInstance(l, self, (note) =>
    visitResources(self.type, '', (type, path) => {
      const file = fileOfType(type);
      if (file !== 't' && file !== 's') l.reporter.report(DX6203, at, { what: type.name });
      else note(path, instanceResource(l, pointer, type, counts[file]++));
    }),
  );
}

/** The resource of an instance: a register that is known when the shader is bound. */
function instanceResource(l: Lowering, pointer: number, type: ObjectType, number: number): ObjectRef {
  const code = fileOfType(type) === 's' ? Op['instance.sampler'] : Op['instance.texture'];
  const first = l.b.op(code, U32, pointer);
  const index = number === 0 ? first : l.e.add(first, l.e.unsigned(number));
  const declaration = { name: '', type, lengths: [], registers: [], isGloballyCoherent: false };
  const binding = { ...resourceBinding(declaration, undefined), count: ALL_REGISTERS };
  const key = JSON.stringify(binding);
  const known = l.bindingSources.findIndex(
    ({ kind }, i) => kind === 'registers' && JSON.stringify(l.module.bindings[i]) === key,
  );
  if (known >= 0) return { type, binding: known, index };
  l.bindingSources.push({ kind: 'registers', number: -1, element: undefined });
  return { type, binding: l.module.bindings.push({ ...newBinding(binding.kind, 0), ...binding }) - 1, index };
}

/** Registers of the binding of an operand that may be any of a file. */
const ALL_REGISTERS = 128;
