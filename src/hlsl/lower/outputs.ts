/**
 * Outputs of a stage: written at the end of the entry point, for each vertex of a geometry shader.
 */

import { refOf } from '../../ir/builder.ts';
import { Op } from '../../ir/ops.ts';
import { Kind, NONE } from '../../ir/types.ts';
import { type PackedElement, toIrElement, toSm1Element } from '../bind/index.ts';
import { scalarsOf } from '../check/constant-value.ts';
import { arrayType } from '../types/types.ts';
import type { Lowering } from './lowering.ts';
import type { EntryVariable, OutputElement } from './stage-interface.ts';

export function addOutputs(
  l: Lowering,
  elements: readonly PackedElement[],
  variables: readonly EntryVariable[],
  direction: 'out' | 'patch',
): OutputElement[] {
  return elements.map((packed) => {
    const toElement = l.isDirect3D9 ? toSm1Element : toIrElement;
    const element = l.module.outputs.push(toElement(packed, l.stage, direction)) - 1;
    return { element, packed, variable: variables[packed.variable]! };
  });
}

/** Writes the elements whose variables have values: `valuesOf` gives all scalars of a parameter or of the result. */
export function writeOutputs(
  l: Lowering,
  outputs: readonly OutputElement[],
  valuesOf: (variable: EntryVariable) => readonly number[],
): void {
  const { b, e } = l;
  for (const { element, packed, variable } of outputs) {
    const values = valuesOf(variable);
    const scalars = scalarsOf(
      variable.length === undefined ? variable.type : arrayType(variable.type, variable.length),
    );
    const words = packed.scalars.map((scalar) => {
      const value = values[variable.first + scalar]!;
      if (l.isDirect3D9) return e.convert(value, 'float');
      return scalars[scalar] === 'bool' ? b.op(Op.mask, Kind.u32, value) : value;
    });
    const first = words.map((word) => e.as(e.kindOf(words[0]!), word));
    b.opWith((element << 2) | packed.component, Op.out, NONE, b.pick(first.map((word) => refOf(word))));
  }
}

/** Appends a vertex to a stream. */
export function appendVertex(l: Lowering, stream: number, values: readonly number[]): void {
  writeOutputs(
    l,
    l.outputs.filter(({ variable }) => variable.stream === stream),
    () => values,
  );
  l.b.opWith(stream, Op.emit, NONE);
}
