/**
 * Reads what a binary effect assigns to states, and its shaders.
 *
 * Not for: the names of states and values (states.ts).
 */
import { FX4_SHADER_STREAMS, Fx4AssignmentKind } from './enums.ts';
import type { Fx4AssignedValue, Fx4Assignment, Fx4Code, Fx4Instance, Fx4Shader } from './model.ts';
import { FX4_SHADER_STATES, FX4_STATES } from './states.ts';
import type { Fx4View } from './view.ts';

/** Bytes of records. */
const ASSIGNMENT_SIZE = 16;
const CONSTANT_SIZE = 8;
const INDEX_SIZE = 8;
const INSTANCE_SIZE = 8;
const SHADER_SIZE = 8;
export const SHADER5_SIZE = 36;
/** Streams after those that there are, which only damaged effects have. */
const MAX_MORE_STREAMS = 64;

/** Reads `count` assignments, the next records. */
export function readFx4Assignments(view: Fx4View, count: number): Fx4Assignment[] {
  const assignments: Fx4Assignment[] = [];
  for (let i = 0; i < count; i++) {
    const at = view.record(ASSIGNMENT_SIZE, 'an assignment');
    if (at === undefined) break;
    const state = view.u32(at);
    const row = FX4_STATES[state];
    if (row === undefined) view.reportValue(at, 'the number of a state');
    else if (view.u32(at + 4) >= (row.elements ?? 1)) view.reportValue(at + 4, `an index of ${row.name}`);
    const kind = view.u32(at + 8);
    const value = assignedValue(view, kind, at);
    if (kind === Fx4AssignmentKind.inlineShader && row !== undefined && value?.kind === 'shader')
      checkShaderState(view, at, value.shader);
    assignments.push({ offset: at, state, index: view.u32(at + 4), kind, value });
  }
  return assignments;
}

/** Reports the state of a shader of fx_4_x where none is set; Microsoft's reader takes any for one of fx_5_0 (source: oracle). */
function checkShaderState(view: Fx4View, at: number, { code, streamOut }: Fx4Shader): void {
  if (code === undefined) return;
  const state = view.u32(at);
  if (streamOut[0] === undefined) {
    if (!FX4_SHADER_STATES.has(state)) view.reportValue(at, 'the state of a shader');
  } else if (FX4_STATES[state]?.name !== 'GeometryShader')
    view.reportValue(at, 'the state of a geometry shader, whose outputs are streamed');
}

function assignedValue(view: Fx4View, kind: number, at: number): Fx4AssignedValue | undefined {
  const field = at + 12;
  const offset = view.u32(field);
  switch (kind) {
    case Fx4AssignmentKind.constants:
      return constants(view, offset, field);
    case Fx4AssignmentKind.variable:
      return { kind: 'variable', name: view.textAt(offset, field, 'the name of a variable') };
    case Fx4AssignmentKind.constantIndex: {
      const pair = view.locate(offset, INDEX_SIZE, field, 'an indexed variable');
      return pair === undefined
        ? undefined
        : { kind: 'constantIndex', name: view.text(pair, 'the name of a variable'), index: view.u32(pair + 4) };
    }
    case Fx4AssignmentKind.variableIndex: {
      const pair = view.locate(offset, INDEX_SIZE, field, 'an indexed variable');
      if (pair === undefined) return undefined;
      const name = view.text(pair, 'the name of a variable');
      return { kind: 'variableIndex', name, indexName: view.text(pair + 4, 'the name of a variable') };
    }
    case Fx4AssignmentKind.expressionIndex: {
      const pair = view.locate(offset, INDEX_SIZE, field, 'an indexed variable');
      const code = pair === undefined ? undefined : readCode(view, view.u32(pair + 4), pair + 4);
      if (pair === undefined || code === undefined) return undefined;
      return { kind: 'expressionIndex', name: view.text(pair, 'the name of a variable'), code };
    }
    case Fx4AssignmentKind.expression: {
      const code = readCode(view, offset, field);
      return code === undefined ? undefined : { kind: 'expression', code };
    }
    case Fx4AssignmentKind.inlineShader: {
      const start = view.locate(offset, SHADER_SIZE, field, 'a shader');
      return start === undefined ? undefined : { kind: 'shader', shader: readFx4ShaderSO(view, start) };
    }
    case Fx4AssignmentKind.inlineShader5: {
      const start = view.locate(offset, SHADER5_SIZE, field, 'a shader');
      return start === undefined ? undefined : { kind: 'shader', shader: readFx4Shader5(view, start) };
    }
    default:
      view.optional = true;
      view.reportValue(at + 8, 'the number of a kind of assignments');
      view.optional = false;
      return undefined;
  }
}

function constants(view: Fx4View, offset: number, field: number): Fx4AssignedValue | undefined {
  const at = view.locate(offset, 4, field, 'a constant');
  if (at === undefined) return undefined;
  const count = view.u32(at);
  const begin = view.list(offset + 4, count, CONSTANT_SIZE, at, 'constants');
  if (begin === undefined) return undefined;
  const list = Array.from({ length: count }, (_, i) => {
    const constant = begin + CONSTANT_SIZE * i;
    return { scalar: view.u32(constant), bits: view.u32(constant + 4) };
  });
  return { kind: 'constants', constants: list };
}

function readCode(view: Fx4View, offset: number, field: number): Fx4Code | undefined {
  return view.block(offset, field, 'the code of an expression');
}

/** Reads the shader whose offset in the data is in the DWORD at `at`. */
export function readFx4Shader(view: Fx4View, at: number): Fx4Shader {
  return { ...shaderCode(view, at), streamOut: [], extra: undefined };
}

/** Reads the same, and after it the offset of a declaration of streamed outputs. */
export function readFx4ShaderSO(view: Fx4View, at: number): Fx4Shader {
  const streamOut = [view.text(at + 4, 'a declaration of streamed outputs')];
  return { ...shaderCode(view, at), streamOut, extra: undefined };
}

/** Reads a shader of fx_5_0 from the record at `at`. */
export function readFx4Shader5(view: Fx4View, at: number): Fx4Shader {
  const code = shaderCode(view, at);
  const streams = view.u32(at + 20);
  // Microsoft's reader takes what follows the declarations for more of them, where the number of streams is larger (source: oracle).
  const more = code.code === undefined || streams <= FX4_SHADER_STREAMS ? 0 : streams - FX4_SHADER_STREAMS;
  const last = at + 4 + 4 * (FX4_SHADER_STREAMS + Math.min(more, MAX_MORE_STREAMS));
  const isRead = more <= MAX_MORE_STREAMS && last <= view.size;
  if (!isRead) view.reportValue(at + 20, 'a number of streams');
  const streamOut = Array.from({ length: FX4_SHADER_STREAMS + (isRead ? more : 0) }, (_, i) => {
    const { optional } = view;
    view.optional ||= i >= streams;
    const declaration = view.text(at + 4 + 4 * i, 'a declaration of streamed outputs');
    view.optional = optional;
    return declaration;
  });
  const count = view.u32(at + 28);
  const begin = count === 0 ? undefined : view.list(view.u32(at + 32), count, INSTANCE_SIZE, at + 28, 'interfaces');
  const extra = {
    streamOutCount: streams,
    rasterizedStream: view.u32(at + 24),
    bindings: begin === undefined ? [] : readFx4Instances(view, begin, count),
  };
  return { ...code, streamOut, extra };
}

/** Reads the instances in a list of the data. */
export function readFx4Instances(view: Fx4View, begin: number, count: number): Fx4Instance[] {
  return Array.from({ length: count }, (_, i) => {
    const at = begin + INSTANCE_SIZE * i;
    return { name: view.name(at, 'the name of an instance'), index: view.u32(at + 4) };
  });
}

function shaderCode(view: Fx4View, at: number): Pick<Fx4Shader, 'offset' | 'code'> {
  const offset = view.u32(at);
  const block = offset === 0 ? undefined : view.block(offset, at, 'a shader');
  return { offset: block?.offset ?? 0, code: block?.bytes };
}
