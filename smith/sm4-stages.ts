/** The programs of all stages but the hull shader: declarations first, then the body, and the signatures. */
import { SM4_INPUT_PRIMITIVES, SM4_OUTPUT_TOPOLOGIES } from '../src/isa/sm4/names.ts';
import { Sm4DeclarationControls } from '../src/isa/sm4/tokens.ts';
import { Body } from './sm4-body.ts';
import { writeCode } from './sm4-code.ts';
import { writeEmit } from './sm4-effects.ts';
import {
  computeInputs,
  type InterfaceRegisters,
  inputElements,
  joinRegisters,
  NO_PORTS,
  OUTPUTS,
  outputElements,
  pixelInputs,
  pixelOutputs,
  registersOf,
  vertexInputs,
} from './sm4-ports.ts';
import type { Shader } from './sm4-shader.ts';
import type { Element } from './sm4-signatures.ts';
import { specialInputs } from './sm4-specials.ts';
import { reaches } from './sm4-target.ts';
import {
  controlPoints,
  DOMAINS,
  declareControlPoints,
  declareDomain,
  MAX_CONTROL_POINTS,
  patchConstantElements,
  randomDomain,
} from './sm4-tessellation.ts';
import { SIZES } from './sm4-weights.ts';
import { instructionWords, operandWords } from './sm4-words.ts';

export interface Program {
  readonly words: readonly number[];
  readonly inputs: readonly Element[];
  readonly outputs: readonly Element[];
  readonly patchConstants?: readonly Element[];
}

export function pixelProgram(shader: Shader): Program {
  const outputs = pixelOutputs(shader);
  return simpleProgram(shader, pixelInputs(shader, outputs), outputs);
}

export function vertexProgram(shader: Shader): Program {
  return simpleProgram(shader, vertexInputs(shader), registersOf(shader, outputElements(shader), OUTPUTS));
}

export function computeProgram(shader: Shader): Program {
  return simpleProgram(
    shader,
    computeInputs(shader),
    NO_PORTS,
    instructionWords('dcl_thread_group', [...shader.threads]),
  );
}

/** Inputs, outputs, one body. */
function simpleProgram(
  shader: Shader,
  inputs: InterfaceRegisters,
  outputs: InterfaceRegisters,
  more: readonly number[] = [],
): Program {
  const { declarations, words, subroutines } = writeCode(
    new Body(shader, { inputs: inputs.registers, outputs: outputs.registers, linkage: shader.linkage }),
    SIZES.statements,
  );
  return {
    words: [
      ...shader.declarations(),
      ...inputs.declarations,
      ...outputs.declarations,
      ...declarations,
      ...more,
      ...words,
      ...subroutines,
    ],
    inputs: inputs.elements,
    outputs: outputs.elements,
  };
}

/** Vertices of the primitives that may enter, by D3D10_SB_PRIMITIVE. */
const PRIMITIVE_VERTICES: Readonly<Record<number, number>> = { 1: 1, 2: 2, 3: 3, 6: 4, 7: 6 };
/** The first patch; its number of control points is 1. */
const FIRST_PATCH = 8;
const POINT_LIST = 1;
const MAX_STREAMS = 4;
const MAX_INSTANCES = 32;
/** Components of all vertices that a geometry shader may put out, and vertices. */
const MAX_COMPONENTS_OUT = 1024;

export function geometryProgram(shader: Shader): Program {
  const { random } = shader;
  const primitive = randomPrimitive(shader);
  const vertices = PRIMITIVE_VERTICES[primitive] ?? primitive - FIRST_PATCH + 1;
  const points = registersOf(shader, inputElements(shader), { type: 'input', direction: 'input', vertices });
  const inputs = joinRegisters(points, specialInputs(shader, 'gs'));
  const streams = randomStreams(shader);
  const layers = streams.length > 1 ? streams : [0];
  const outputs = layers.map((stream) => geometryOutputs(shader, stream, layers.length > 1));
  const body = new Body(shader, {
    inputs: inputs.registers,
    outputs: joinRegisters(...outputs).registers,
    streams,
    linkage: shader.linkage,
  });
  const code = writeCode(body, SIZES.statements, writeEmit);
  const topologies = streams.length > 1 ? [POINT_LIST] : Object.keys(SM4_OUTPUT_TOPOLOGIES).map(Number).filter(Boolean);
  const topology = Sm4DeclarationControls.outputTopology.set(0, random.pick(topologies));
  const declareLayer = ({ declarations }: InterfaceRegisters, i: number) => [
    ...(streams.length > 0 ? instructionWords('dcl_stream', operandWords('stream', { indices: [streams[i]!] })) : []),
    ...instructionWords('dcl_outputtopology', [], topology),
    ...declarations,
  ];
  return {
    words: [
      ...shader.declarations(),
      ...inputs.declarations,
      ...code.declarations,
      ...instances(shader),
      ...instructionWords('dcl_inputprimitive', [], Sm4DeclarationControls.inputPrimitive.set(0, primitive)),
      ...outputs.flatMap(declareLayer),
      ...instructionWords('dcl_maxout', [random.between(1, maxVertices(outputs))]),
      ...code.words,
      ...code.subroutines,
    ],
    inputs: inputs.elements,
    outputs: outputs.flatMap(({ elements }) => elements),
  };
}

/** The outputs of `stream`; only the first of several has system values, and indices span one stream only. */
function geometryOutputs(shader: Shader, stream: number, several: boolean): InterfaceRegisters {
  const elements = outputElements(shader, { stream, atLeastOne: true, fastPath: stream > 0 });
  return registersOf(shader, elements, OUTPUTS, !several);
}

function randomPrimitive({ random, target }: Shader): number {
  const primitives = Object.keys(SM4_INPUT_PRIMITIVES).map(Number).filter(Boolean);
  const patches = primitives.filter((primitive) => primitive >= FIRST_PATCH);
  if (reaches(target, '5.0') && random.oneIn(4)) return random.pick(patches);
  return random.pick(primitives.filter((primitive) => primitive < FIRST_PATCH));
}

/** Streams from 5.0 on, none where vertices go to the only one without naming it. */
function randomStreams({ random, target }: Shader): number[] {
  if (!reaches(target, '5.0') || random.oneIn(4)) return [];
  return Array.from({ length: random.oneIn(2) ? 1 : random.between(2, MAX_STREAMS) }, (_, stream) => stream);
}

function instances({ random, target }: Shader): number[] {
  if (!reaches(target, '5.0') || !random.oneIn(3)) return [];
  return instructionWords('dcl_gsinstances', [random.between(1, MAX_INSTANCES)]);
}

/** How many vertices may leave, given what each of them has. */
function maxVertices(outputs: readonly InterfaceRegisters[]): number {
  const masks = outputs.flatMap(({ elements }) => elements.map(({ mask }) => mask));
  const components = masks.reduce((sum, mask) => sum + [1, 2, 4, 8].filter((bit) => mask & bit).length, 0);
  return Math.floor(MAX_COMPONENTS_OUT / Math.max(1, components));
}

export function domainProgram(shader: Shader): Program {
  const { random, target, features } = shader;
  const domain = randomDomain(random);
  const points = random.between(1, MAX_CONTROL_POINTS);
  const constants = patchConstantElements(random, domain, { target, features, direction: 'input' });
  const declared = constants.map((element) => ({ ...element, declared: element.declared && random.oneIn(2) }));
  const patch = inputElements(shader);
  const inputs = joinRegisters(
    registersOf(shader, declared, { type: 'inputPatchConstant', direction: 'input' }),
    registersOf(shader, patch, controlPoints('inputControlPoint', points)),
    specialInputs(shader, 'ds', DOMAINS[domain].location),
  );
  const outputs = registersOf(shader, outputElements(shader), OUTPUTS);
  const { words, declarations, subroutines } = writeCode(
    new Body(shader, { inputs: inputs.registers, outputs: outputs.registers, linkage: shader.linkage }),
    SIZES.statements,
  );
  return {
    words: [
      ...declareControlPoints('input', points),
      ...declareDomain(domain),
      ...shader.declarations(),
      ...inputs.declarations,
      ...outputs.declarations,
      ...declarations,
      ...words,
      ...subroutines,
    ],
    inputs: patch,
    outputs: outputs.elements,
    patchConstants: declared,
  };
}
