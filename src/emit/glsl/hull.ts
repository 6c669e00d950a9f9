/** The functions of a hull shader: its phases, and an entry point that calls them. */
import type { LineWriter } from '../common/lines.ts';
import { phaseCalls, readsWrittenPoints } from '../common/stage-elements.ts';
import type { GlslContext } from './context.ts';
import { openEntry } from './interface.ts';
import { PHASE_INSTANCE } from './stage-inputs.ts';

const phaseName = (number: number) => `phase${number}`;

/** Writes the functions of a hull shader: each invocation has a control point; the first one then runs the phases of the patch. */
export function writeHull(w: GlslContext, lines: LineWriter): void {
  const { points, patch } = phaseCalls(w.module);
  for (const number of points) writePhase(w, number, '', lines);
  for (const number of new Set(patch.map((one) => one.number))) writePhase(w, number, `uint ${PHASE_INSTANCE}`, lines);
  openEntry(w, lines);
  for (const number of points) lines.line(`${phaseName(number)}();`);
  if (patch.length > 0) {
    if (readsWrittenPoints(w.module)) lines.line('barrier();');
    lines.line('if (gl_InvocationID == 0) {');
    lines.indent();
    for (const { number, instance } of patch) lines.line(`${phaseName(number)}(${instance}u);`);
    lines.outdent();
    lines.line('}');
  }
  lines.outdent();
  lines.line('}');
}

function writePhase(w: GlslContext, number: number, parameter: string, lines: LineWriter): void {
  lines.line(`void ${phaseName(number)}(${parameter}) {`);
  lines.indent();
  w.emitter.region(w.module.functions[number]!.region);
  lines.outdent();
  lines.line('}');
  lines.line('');
}
