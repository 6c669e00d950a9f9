/** Inputs and outputs of a body: elements of the signatures, the registers that it can access, their declarations. */
import type { Sm4OperandTypeName } from '../src/isa/sm4/operands.ts';
import { type Layout, randomElements } from './sm4-elements.ts';
import type { Shader } from './sm4-shader.ts';
import {
  type ComponentType,
  declareElements,
  declareIndexRange,
  type Element,
  registersOf as elementRegisters,
  type RegisterFile,
  randomIndexRange,
} from './sm4-signatures.ts';
import { specialInputs, specialOutputs } from './sm4-specials.ts';
import { SIZES } from './sm4-weights.ts';
import type { Register } from './sm4-words.ts';

export interface InterfaceRegisters {
  readonly elements: readonly Element[];
  readonly registers: readonly Register[];
  readonly declarations: readonly number[];
}

/** `elements` in `file`, perhaps with an index range. */
export function registersOf(
  shader: Shader,
  elements: readonly Element[],
  file: RegisterFile,
  ranges = true,
): InterfaceRegisters {
  const registers = elementRegisters(elements, file);
  const range = ranges ? randomIndexRange(shader.random, elements, registers) : undefined;
  return {
    elements,
    registers: range ? [...registers, range] : registers,
    declarations: [...declareElements(elements, file), ...(range ? declareIndexRange(range) : [])],
  };
}

export function joinRegisters(...parts: readonly InterfaceRegisters[]): InterfaceRegisters {
  return {
    elements: parts.flatMap(({ elements }) => elements),
    registers: parts.flatMap(({ registers }) => registers),
    declarations: parts.flatMap(({ declarations }) => declarations),
  };
}

export const NO_PORTS: InterfaceRegisters = joinRegisters();
export const OUTPUTS: RegisterFile = { type: 'output', direction: 'output' };

/** Random elements of the signature that leaves `shader`. */
export function outputElements(shader: Shader, more: Partial<Layout> = {}): Element[] {
  const { random, target, features } = shader;
  return randomElements(random, { target, features, direction: 'output', most: SIZES.outputs, ...more });
}

/** Random elements of the signature that enters `shader`. */
export function inputElements(shader: Shader, more: Partial<Layout> = {}): Element[] {
  const { random, target, features } = shader;
  return randomElements(random, { target, features, direction: 'input', most: SIZES.inputs, ...more });
}

export function vertexInputs(shader: Shader): InterfaceRegisters {
  return registersOf(shader, inputElements(shader), { type: 'input', direction: 'input' });
}

export function computeInputs(shader: Shader): InterfaceRegisters {
  return specialInputs(shader, 'cs');
}

export function pixelOutputs(shader: Shader): InterfaceRegisters {
  const { random } = shader;
  const elements = Array.from({ length: random.between(1, SIZES.outputs) }, (_, i): Element => {
    const type = random.pick(TARGET_TYPES);
    const mask = random.pick(TARGET_MASKS);
    return { ...TARGET, semanticIndex: i, register: i, type, mask };
  });
  return joinRegisters(registersOf(shader, elements, OUTPUTS), specialOutputs(shader, 'ps'));
}

const TARGET_TYPES: readonly ComponentType[] = ['float', 'int', 'uint'];
const TARGET_MASKS = [15, 15, 15, 7, 3, 1] as const;
const TARGET = { semantic: 'SV_Target', systemValue: 0, stream: 0, interpolation: 0, declared: true } as const;

/** The inputs of a pixel shader with `outputs`. */
export function pixelInputs(shader: Shader, outputs: InterfaceRegisters): InterfaceRegisters {
  const bounded = outputs.registers.some(({ type }) => CONSERVATIVE_DEPTH.includes(type));
  const elements = inputElements(shader).map((element) =>
    // The position has centroid interpolation if the output depth is conservative.
    bounded && element.system?.name === 'position' ? { ...element, interpolation: NO_PERSPECTIVE_CENTROID } : element,
  );
  const file: RegisterFile = { type: 'input', direction: 'input', interpolated: true };
  return joinRegisters(registersOf(shader, elements, file), specialInputs(shader, 'ps'));
}

const CONSERVATIVE_DEPTH: readonly Sm4OperandTypeName[] = ['outputDepthGreaterEqual', 'outputDepthLessEqual'];
const NO_PERSPECTIVE_CENTROID = 5;
