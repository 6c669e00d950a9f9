/**
 * Trials of compiled geometry shaders. A vertex shader passes on what they read. Strips become points, and each emitted
 * vertex is a pixel of its own: its column is the number of the vertex, its row that of the primitive and of the
 * instance. Instructions before each emission count the vertices in a temporary register of their own and write the
 * position; all else of the program stays.
 */

import { Random } from '../../smith/random.ts';
import { Primitive } from '../../src/base/d3d/enumerations.ts';
import type { SignatureElement } from '../../src/chunks/signature.ts';
import { maskText } from '../../src/isa/components.ts';
import { bitsOfFloat } from '../../src/numerics/conversion.ts';
import { NoTrial } from '../gpu/from-request.ts';
import type { DrawDescription } from './draw.ts';
import { drawTrial } from './draw-trial.ts';
import {
  edited,
  freeRegister,
  linesOf,
  positionElement,
  renamed,
  renamedLine,
  vectorElement,
  withTemp,
} from './edit.ts';
import { outputResult, registerBatches, targetShader } from './outputs.ts';
import { passedValues, passVertex } from './pass.ts';
import { type CompiledProgram, elementType } from './program.ts';
import type { CompiledTrial } from './trial.ts';
import { randomWords } from './words.ts';

const PRIMITIVES = 4;
/** The input that has the row of the primitive. */
const POSITION_NAME = 'PLACE';

/** Vertices of an input primitive, and the topology that gives it. */
const INPUTS: ReadonlyMap<number, readonly [vertices: number, topology: DrawDescription['topology']]> = new Map([
  [Primitive.point!, [1, 'point-list']],
  [Primitive.line!, [2, 'line-list']],
  [Primitive.triangle!, [3, 'triangle-list']],
  [Primitive.lineadj!, [4, 'line-list-adj']],
  [Primitive.triangleadj!, [6, 'triangle-list-adj']],
]);

interface Edited {
  readonly program: CompiledProgram;
  /** Of the stream that is drawn. */
  readonly outputs: readonly SignatureElement[];
  readonly vertices: number;
  readonly topology: DrawDescription['topology'];
  readonly instances: number;
  readonly width: number;
  readonly height: number;
}

/** The trials of a geometry shader: of each stream, with as many outputs as there are targets. */
export function geometryTrials(program: CompiledProgram, seed: number): CompiledTrial[] {
  const streams = [...new Set(program.outputs.map(({ stream }) => stream))];
  return streams.flatMap((stream) => {
    const streamOutputs = program.outputs.filter((element) => element.stream === stream);
    const drawn = withPositions(program, stream);
    return registerBatches(streamOutputs).map((batch, i) =>
      trialOf(drawn, batch, seed, `${program.name}, stream ${stream}, outputs ${i}`),
    );
  });
}

function trialOf(of: Edited, registers: readonly number[], seed: number, name: string): CompiledTrial {
  const { program, outputs, topology, vertices, instances, width, height } = of;
  const random = new Random(seed);
  const count = PRIMITIVES * vertices;
  const description: DrawDescription = {
    topology,
    vertices: count,
    values: passedValues(program.inputs, (element) => {
      if (element.semanticName === POSITION_NAME) return rows(count, vertices, instances, height);
      return randomWords(random, elementType(element), 4 * count);
    }),
    width,
    height,
    targets: registers.map(() => 'uint'),
  };
  return drawTrial({
    name,
    program,
    seed,
    others: { vs: passVertex(program.inputs), ps: targetShader(outputs, registers) },
    description,
    targets: registers.map((register) => outputResult(outputs, register)),
  });
}

/** For each vertex the y of the row that the first instance has of its primitive. */
function rows(count: number, vertices: number, instances: number, height: number): Uint32Array {
  return Uint32Array.from({ length: 4 * count }, (_, word) => {
    const row = instances * Math.floor(word / (4 * vertices));
    return bitsOfFloat(1 - (2 * row + 1) / height);
  });
}

/** Returns a copy of the program that emits points with positions to a stream, which is drawn. */
function withPositions(program: CompiledProgram, stream: number): Edited {
  const { maxVertices, instances, inputPrimitive } = program.stageDeclarations;
  const [vertices, topology] = INPUTS.get(inputPrimitive) ?? [];
  if (vertices === undefined || topology === undefined) throw new NoTrial('the primitives of the program are patches');
  const input = freeRegister(program.inputs, 'input');
  const streamOutputs = program.outputs.filter((element) => element.stream === stream);
  const output = freeRegister(streamOutputs, 'output');
  const scalars = streamOutputs.reduce((sum, { mask }) => sum + maskText(mask).length, 4);
  if (scalars * maxVertices > MAX_SCALARS) throw new NoTrial('the program has no room for a position');
  const { declarations, code } = swapped(linesOf(program), stream);
  const { lines, temp } = withTemp(declarations.map(renamedLine));
  const at = lines.findIndex((line) => line.startsWith('dcl_stream m0')) + 1;
  const topologyLine = lines.findIndex((line, i) => i >= at && line.startsWith('dcl_outputtopology'));
  const first = lines.findIndex((line) => line.startsWith('dcl_inputprimitive'));
  const end = lines.findIndex((line, i) => i > topologyLine && !/^dcl_output(_s[ig]v)? /.test(line));
  const [width, height] = [nextPower(maxVertices), nextPower(PRIMITIVES * instances)];
  const text = [
    ...lines.slice(0, first),
    `dcl_input v[${vertices}][${input}].x`,
    ...(instances > 1 && !lines.includes(INSTANCE) ? [INSTANCE] : []),
    ...lines.slice(first, topologyLine),
    'dcl_outputtopology pointlist',
    ...lines.slice(topologyLine + 1, end),
    `dcl_output_siv o${output}.xyzw, position`,
    ...lines.slice(end),
    `mov ${temp}.x, l(${1 / width - 1})`,
    `mov ${temp}.y, v[0][${input}].x`,
    ...(instances > 1
      ? [`utof ${temp}.z, vGSInstanceID.x`, `mad ${temp}.y, ${temp}.z, l(${-2 / height}), ${temp}.y`]
      : []),
    ...code.flatMap((line) =>
      EMISSION.test(line)
        ? [
            `mov o${output}.xy, ${temp}.xyxx`,
            `mov o${output}.zw, l(0, 0, 0.5, 1.0)`,
            `add ${temp}.x, ${temp}.x, l(${2 / width})`,
            line,
          ]
        : [line],
    ),
  ];
  const outputs = [...streamOutputs.map(renamed), positionElement(output)].map((one) => ({ ...one, stream: 0 }));
  const others = program.outputs
    .filter((element) => element.stream !== stream)
    .map((element) => ({ ...renamed(element), stream: element.stream === 0 ? stream : element.stream }));
  const signatures = {
    inputs: [...program.inputs, { ...vectorElement(POSITION_NAME, input), readWriteMask: 1 }],
    outputs: [...outputs, ...others].toSorted((a, b) => a.stream - b.stream),
  };
  return { program: edited(program, text, signatures), outputs, vertices, topology, instances, width, height };
}

/** The most output scalars of a model 5 program, by the validator. */
const MAX_SCALARS = 1024;
const INSTANCE = 'dcl_input vGSInstanceID';
/** An emission to the stream that is drawn. */
const EMISSION = /^\s*emit\S*(\s+m0)?\s*$/;

/** The first stream and another one, exchanged: only the first one is drawn. */
function swapped(of: ReturnType<typeof linesOf>, stream: number): ReturnType<typeof linesOf> {
  const swap = (line: string) =>
    line.replace(/\bm(\d)\b/, (name, number) => {
      if (Number(number) === stream) return 'm0';
      return number === '0' ? `m${stream}` : name;
    });
  return { declarations: of.declarations.map(swap), code: of.code.map(swap) };
}

/** So that positions are exact; their literals have fractions. */
function nextPower(count: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(4, count)));
}
