/** Inputs of vertices besides those that every textual language has. */
import { IO_RULES, readText } from '../common/rules-io.ts';
import type { GlslRule } from './rule.ts';
import { readOfVertex, rowOfVertex } from './stage-inputs.ts';

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
} as const satisfies Record<string, GlslRule>;
