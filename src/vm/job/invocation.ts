/**
 * Inputs and outputs of single runs of a stage, by semantic or register.
 *
 * Not for: running stages (commands/invoke.ts).
 */
import { SYSTEM_VALUES } from '../../base/d3d/system-values.ts';
import type { JobNumber } from '../../base/shapes.ts';
import { NO_REGISTER, type SignatureElement } from '../../chunks/signature.ts';
import { sm1FixedInputUsage, sm1FixedOutputUsage } from '../../isa/sm1/declarations.ts';
import { SM1_REGISTERS, SM1_USAGES } from '../../isa/sm1/registers.ts';
import { SM4_OPERAND_TYPES, type Sm4OperandTypeName } from '../../isa/sm4/operands.ts';
import type { Sm1Executable } from '../sm1/executable.ts';
import type { Sm4Executable } from '../sm4/executable.ts';

/** Numbers by semantic. */
export type ValuesBySemantic = Readonly<Record<string, readonly JobNumber[]>>;

/** The outputs of a stage for its inputs. */
export interface InvocationResult {
  readonly kind: 'invocation';
  /** `vs`, `ps` ... */
  readonly stage: string;
  /** Of each vertex, pixel, control point or domain location. */
  readonly outputs: readonly ValuesBySemantic[];
  /** Pixels that were discarded, by number. */
  readonly discarded?: readonly number[];
  /** Of a hull shader. */
  readonly patchConstants?: ValuesBySemantic;
  /** Of a geometry shader: the strips of each stream. */
  readonly streams?: readonly (readonly (readonly ValuesBySemantic[])[])[];
}

/** A register, or some components of one, that has a name. */
export interface NamedRegister {
  /** Semantic and index: `TEXCOORD0`; without an index for system values that have one register. */
  readonly name: string;
  /** The register: `v1`. */
  readonly registerName: string;
  /** Type of the register in the instruction set. */
  readonly type: number;
  readonly number: number;
  readonly mask: number;
  readonly valueType: 'f32' | 'i32' | 'u32';
  /** Whether the output is clamped to 0 to 1. */
  readonly isClamped?: true;
}

const VALUE_TYPES = ['f32', 'u32', 'i32', 'f32'] as const;
const FULL = 15;

/** Names of a type of registers. */
function nameOfType(type: number): string {
  const row = Object.values(SM4_OPERAND_TYPES).find(({ code }) => code === type);
  return row?.prefix ?? '?';
}

/** The registers of a signature of models 4.0 to 5.1. */
export function sm4Registers(
  { declarations }: Sm4Executable,
  elements: readonly SignatureElement[],
  file: 'input' | 'output' | 'inputControlPoint' | 'outputControlPoint' | 'inputPatchConstant',
  stream = 0,
): readonly NamedRegister[] {
  const type = SM4_OPERAND_TYPES[file].code;
  const named: NamedRegister[] = [];
  for (const element of elements) {
    const { semanticName, semanticIndex, register, mask, componentType } = element;
    if (element.stream !== stream) continue;
    const valueType = VALUE_TYPES[componentType] ?? 'f32';
    const name = nameOfElement(semanticName, semanticIndex);
    if (register !== NO_REGISTER) {
      named.push({ name, registerName: `${nameOfType(type)}${register}`, type, number: register, mask, valueType });
      continue;
    }
    const dedicated = dedicatedRegister(semanticName);
    if (dedicated !== undefined)
      named.push({ name, registerName: nameOfType(dedicated), type: dedicated, number: 0, mask: 1, valueType });
  }
  // Inputs without a semantic in the signature, such as vPrim and vCoverage.
  const isInput = file === 'input';
  for (const { type: other, register } of isInput ? declarations.inputs : [])
    if (other !== type && nameOfType(other).startsWith('v') && !named.some((one) => one.type === other))
      named.push({
        name: nameOfType(other),
        registerName: nameOfType(other),
        type: other,
        number: register,
        mask: FULL,
        valueType: 'u32',
      });
  return named;
}

function nameOfElement(name: string, index: number): string {
  return index === 0 && /^SV_(?!Target|ClipDistance|CullDistance)/i.test(name) ? name : `${name}${index}`;
}

/** The dedicated register of a system value of a pixel shader. */
function dedicatedRegister(semantic: string): number | undefined {
  const lower = semantic.toLowerCase();
  const row = SYSTEM_VALUES.find((one) => one.semantic.toLowerCase() === lower && 'operand' in one);
  const operand = row && 'operand' in row ? row.operand : undefined;
  return operand === undefined ? undefined : SM4_OPERAND_TYPES[operand as Sm4OperandTypeName].code;
}

/** The inputs of a shader of models 1 to 3. */
export function sm1Inputs({ program, declarations }: Sm1Executable): readonly NamedRegister[] {
  const list: NamedRegister[] = [];
  for (const { type, number, mask, usage, usageIndex } of declarations.registers) {
    const fixed = program.stage === 'ps' && usage < 0 ? sm1FixedInputUsage(type, number) : undefined;
    const name = type === MISC ? MISC_NAMES[number] : usageName(fixed?.usage ?? usage, fixed?.index ?? usageIndex);
    if (name === undefined || (type !== INPUT && type !== TEXTURE && type !== MISC)) continue;
    list.push({ name, registerName: registerName(type, number, true), type, number, mask, valueType: 'f32' });
  }
  // Before 2.0, pixel shaders declare nothing.
  if (program.stage === 'ps' && program.major < 2)
    for (const [type, count] of [
      [INPUT, 2],
      [TEXTURE, 6],
    ] as const)
      for (let number = 0; number < count; number++) {
        const { usage, index } = sm1FixedInputUsage(type, number)!;
        const name = usageName(usage, index)!;
        list.push({ name, registerName: registerName(type, number, true), type, number, mask: FULL, valueType: 'f32' });
      }
  return list;
}

/** The outputs that a shader of models 1 to 3 writes. */
export function sm1Outputs({ program, declarations, steps }: Sm1Executable): readonly NamedRegister[] {
  const list = new Map<string, NamedRegister>();
  const add = (type: number, number: number, name: string | undefined) => {
    const text = registerName(type, number, false);
    if (name !== undefined) list.set(text, { name, registerName: text, type, number, mask: FULL, valueType: 'f32' });
  };
  if (program.stage === 'ps' && program.major < 2) {
    const type = SM1_REGISTERS.temp.code;
    const color = { name: 'COLOR0', registerName: 'r0', type, number: 0, mask: FULL } as const;
    list.set('r0', { ...color, valueType: 'f32', isClamped: true });
  }
  for (const step of steps)
    for (const { destination } of [step, ...(step.partner ? [step.partner] : [])]) {
      if (destination === undefined) continue;
      const { type, number } = destination;
      const declared = declarations.registers.find(
        (one) => one.type === type && one.number === number && one.usage >= 0,
      );
      const isOutput = type !== TEXTURE && type !== INPUT;
      const fixed = isOutput ? sm1FixedOutputUsage(type, number) : undefined;
      if (declared !== undefined && type === OUTPUT) add(type, number, usageName(declared.usage, declared.usageIndex));
      else if (fixed !== undefined && fixed.usage >= 0) add(type, number, usageName(fixed.usage, fixed.index));
    }
  return [...list.values()];
}

const INPUT = SM1_REGISTERS.input.code;
const TEXTURE = SM1_REGISTERS.addressOrTexture.code;
const MISC = SM1_REGISTERS.misc.code;
const OUTPUT = SM1_REGISTERS.outputOrTexCoordOut.code;
const MISC_NAMES = ['vPos', 'vFace'];

function usageName(usage: number, index: number): string | undefined {
  const name = SM1_USAGES[usage];
  return name && `${name.toUpperCase()}${index}`;
}

/** A register of models 1 to 3 as listings spell it. */
export function registerName(type: number, number: number, isPixel: boolean): string {
  const row = Object.values(SM1_REGISTERS).find(({ code }) => code === type) as
    | { name: string; pixelName?: string; named?: readonly string[] }
    | undefined;
  if (row === undefined) return `?${number}`;
  if (type === MISC) return MISC_NAMES[number] ?? `vMisc${number}`;
  return row.named?.[number] ?? `${(isPixel ? row.pixelName : undefined) ?? row.name}${number}`;
}

/** The register that a name means; case does not matter, and index 0 may be left out. */
export function findRegister(registers: readonly NamedRegister[], name: string): NamedRegister | undefined {
  const lower = name.toLowerCase();
  return (
    registers.find((one) => one.name.toLowerCase() === lower) ??
    registers.find((one) => one.name.toLowerCase() === `${lower}0`) ??
    registers.find((one) => `${one.name.toLowerCase()}0` === lower) ??
    registers.find((one) => one.registerName.toLowerCase() === lower)
  );
}
