/**
 * Outputs of a stage: written at the end of the entry point, for each vertex of a geometry shader.
 */

import { refOf } from '../../ir/builder.ts';
import { Op } from '../../ir/ops.ts';
import { F32, Kind, NONE } from '../../ir/types.ts';
import type { PackedElement } from '../bind/index.ts';
import { isTessFactor } from '../bind/system-semantics.ts';
import { arrayType, scalarsOf } from '../types/types.ts';
import { distances, positionOf } from './clip-planes.ts';
import { elementOf, scalarsInOrder } from './inputs.ts';
import type { Lowering } from './lowering.ts';
import type { EntryVariable, OutputElement } from './stage-interface.ts';

export function addOutputs(
  l: Lowering,
  elements: readonly PackedElement[],
  variables: readonly EntryVariable[],
  direction: 'out' | 'patch',
): OutputElement[] {
  return elements.map((packed) => {
    const element = l.module.outputs.push(elementOf(l, packed, elements, direction)) - 1;
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
  const position = () => {
    const { variable } = outputs.find((one) => positionOf([one.variable]) !== undefined)!;
    return valuesOf(variable).slice(variable.first, variable.first + 4);
  };
  for (const { element, packed, variable } of outputs) {
    const values = variable.planes === undefined ? valuesOf(variable) : distances(l, variable.planes, position());
    const scalars = scalarsOf(
      variable.length === undefined ? variable.type : arrayType(variable.type, variable.length),
    );
    // Microsoft's compiler limits the factors itself.
    const limit = isTessFactor(packed.semanticName) ? l.module.facts.maxTessFactor : undefined;
    const words = scalarsInOrder(l, packed).map((scalar) => {
      const value = values[variable.first + scalar]!;
      if (limit !== undefined) return b.op(Op['f.min'], F32, e.convert(value, 'float'), b.float(limit));
      if (l.isDirect3D9) return e.convert(value, 'float');
      return scalars[scalar] === 'bool' ? b.op(Op.mask, Kind.u32, value) : value;
    });
    const isPosition = l.module.outputs[element]!.special === 'position';
    const kind = l.options.level9?.kind;
    if (kind === 'xnaPrepass' && !isPosition) continue;
    if (kind === 'level9' && isPosition && l.stage === 'vs') movePosition(l, words);
    const first = words.map((word) => e.as(e.kindOf(words[0]!), word));
    b.opWith((element << 2) | packed.component, Op.out, NONE, b.pick(first.map((word) => refOf(word))));
  }
}

/** Centers of pixels are half a pixel apart in Direct3D 9 and later: the runtime gives the difference. */
function movePosition(l: Lowering, words: number[]): void {
  const { b, e } = l;
  if (b.knownWord(words[3]!) === 0) return;
  const binding = l.bindingOf({ kind: 'offset', number: 0, element: undefined });
  for (let c = 0; c < 2; c++) {
    const offset = b.opWith((binding << 2) | c, Op['cb.load'], F32, e.signed(0));
    words[c] = e.add(words[c]!, e.mul(words[3]!, offset));
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
