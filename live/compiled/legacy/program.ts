/** Shaders of models 1 to 3, opened for trials. */
import { openShaderFile } from '../../../src/file/shader-file.ts';
import { readSm1, type Sm1Program } from '../../../src/isa/sm1/program.ts';
import { SM1_REGISTERS, SM1_USAGES } from '../../../src/isa/sm1/registers.ts';
import { reflectSm1, type Sm1Reflection } from '../../../src/reflect/sm1.ts';
import {
  pixelUsages,
  type UsedRegister,
  vertexInputs,
  vertexOutputs,
} from '../../../src/vm/draw/legacy/legacy-vertices.ts';
import { type Sm1Executable, type Sm1Step, sm1Executable } from '../../../src/vm/sm1/executable.ts';

export interface LegacyProgram {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly stage: 'vs' | 'ps';
  readonly major: number;
  readonly minor: number;
  /** Whether it is for software vertex processing, which has more constants. */
  readonly isSoftware: boolean;
  readonly executable: Sm1Executable;
  readonly reflection: Sm1Reflection;
  readonly inputs: readonly UsedRegister[];
  /** Of vertex shaders. */
  readonly outputs: readonly UsedRegister[];
}

/** Opens a token stream; undefined for what is no vertex or pixel shader of these models. */
export function legacyProgramOf(name: string, bytes: Uint8Array): LegacyProgram | undefined {
  const [first] = openShaderFile(bytes).programs;
  if (first?.isa !== 'sm1') return undefined;
  const program = readSm1(first.words);
  const { stage, major, minor } = program;
  if (stage !== 'vs' && stage !== 'ps') return undefined;
  const executable = sm1Executable(program);
  const reflection = reflectSm1(program);
  return {
    name,
    bytes,
    stage,
    major,
    minor,
    isSoftware: reflection.profile.endsWith('_sw'),
    executable,
    reflection,
    inputs: stage === 'vs' ? vertexInputs(executable) : pixelUsages(executable).filter(isReadBy(program, executable)),
    outputs: stage === 'vs' ? vertexOutputs(executable) : [],
  };
}

/**
 * Before 3_0 inputs have a usage whether the program reads them or not; before 1_4 instructions read those of their
 * destination.
 */
function isReadBy({ major, minor }: Sm1Program, { steps }: Sm1Executable): (input: UsedRegister) => boolean {
  const named = steps
    .flatMap(withPartner)
    .flatMap(({ sources, destination }) => [
      ...sources,
      ...(major === 1 && minor < 4 && destination !== undefined ? [destination] : []),
    ]);
  return (input) => major >= 3 || named.some(({ type, number }) => type === input.type && number === input.number);
}

/** A step and the one that runs together with it. */
export function withPartner(step: Sm1Step): Sm1Step[] {
  return step.partner === undefined ? [step] : [step, step.partner];
}

/** The components of a register that instructions write, as a mask; those of relative destinations are all. */
export function writtenMask({ steps }: Sm1Executable, type: number, number: number): number {
  let mask = 0;
  for (const { destination } of steps.flatMap(withPartner))
    if (destination?.type === type && (destination.relative !== undefined || destination.number === number))
      mask |= destination.mask;
  return mask;
}

/** The name of a usage as listings declare it: `texcoord3`, `color`. */
export function usageName({ usage, usageIndex }: Pick<UsedRegister, 'usage' | 'usageIndex'>): string {
  return `${SM1_USAGES[usage]}${usageIndex === 0 ? '' : usageIndex}`;
}

/** The register that has the color of pixel shaders before 2_0. */
export const OLD_COLOR = SM1_REGISTERS.temp.code;
