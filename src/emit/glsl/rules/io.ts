/** Inputs of vertices besides those that every textual language has. */
import { Kind, widthOf } from '../../../ir/index.ts';
import { IO_RULES, readText, writeOutput } from '../../common/rules/io.ts';
import { AXES } from '../../common/vectors.ts';
import type { GlslContext } from '../context.ts';
import { readOfVertex, rowOfVertex } from '../stage-inputs.ts';
import type { GlslRule } from './rule.ts';

/** Phases write registers of one range in turn, so each writes the one that the index names and no other. */
function outputOfPhase(w: GlslContext, op: number): string {
  const { ops, outputRanges, outputs } = w.module;
  const { emitter } = w;
  const range = outputRanges[ops.extra[op]! >> 2]!;
  const value = ops.operand(op, 1);
  const first = ops.extra[op]! & 3;
  const width = widthOf(ops.type[value]!);
  emitter.named(value);
  const word = emitter.wordOf(ops.operand(op, 0));
  const index = word === undefined ? emitter.names.unique('row') : '';
  if (word === undefined) emitter.line(emitter.language.constant(index, Kind.u32, w.operandAs(op, 0, Kind.u32)));
  for (const [number, { kind, register, mask }] of outputs.entries()) {
    const at = register - range.register;
    const written = ((1 << width) - 1) << first;
    if (kind !== range.kind || at < 0 || at >= range.count || (written & mask) === 0) continue;
    if (word !== undefined && word >>> 0 !== at) continue;
    if (word === undefined) emitter.line(`if (${index} == ${at}u) {`);
    if (word === undefined) emitter.lines.indent();
    writeMasked(w, number, value, first, written & mask);
    if (word === undefined) emitter.lines.outdent();
    if (word === undefined) emitter.line('}');
  }
  return '';
}

/** Writes the components of a value that are in a mask of its register. */
function writeMasked(w: GlslContext, output: number, value: number, first: number, mask: number): void {
  const width = widthOf(w.module.ops.type[value]!);
  const planned = w.plan.outputs[output]!;
  const { slot } = planned;
  if (mask === ((1 << width) - 1) << first) writeOutput(w, output, value, first);
  else if (slot.kind === 'location')
    for (let i = 0; i < width; i++)
      if (mask & (1 << (first + i)))
        w.emitter.line(`${w.outputText(planned)}.${AXES[first + i]} = ${w.componentAs(value, i, Kind[slot.type])};`);
}

export const GLSL_IO_RULES = {
  ...IO_RULES,
  in: (w, op) => {
    const known = readOfVertex(w, op);
    return known === undefined ? IO_RULES.in(w, op) : readText(w, op, known);
  },
  'in.at': (w, op) => {
    const known = rowOfVertex(w, op);
    return known === undefined ? IO_RULES['in.at'](w, op) : readText(w, op, known);
  },
  'out.at': (w, op) => (w.module.stage === 'hs' ? outputOfPhase(w, op) : IO_RULES['out.at'](w, op)),
} as const satisfies Record<string, GlslRule>;
