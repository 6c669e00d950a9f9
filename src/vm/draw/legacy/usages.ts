/** Usages that link the registers of vertex and pixel shaders in Direct3D 9: declared, or fixed by the version. */
import { sm1FixedInputUsage, sm1FixedOutputUsage, sm1UsageCode } from '../../../isa/sm1/declarations.ts';
import { SM1_REGISTERS } from '../../../isa/sm1/registers.ts';
import type { Sm1Executable } from '../../sm1/step.ts';

export const USAGE = {
  position: sm1UsageCode('position'),
  pointSize: sm1UsageCode('psize'),
  fog: sm1UsageCode('fog'),
  color: sm1UsageCode('color'),
  texcoord: sm1UsageCode('texcoord'),
};

/** A register with its usage. */
export interface UsedRegister {
  /** D3DSPR_* */
  readonly type: number;
  readonly number: number;
  readonly usage: number;
  readonly usageIndex: number;
  readonly isCentroid: boolean;
}

/** `D3DSPDM_MSAMPCENTROID` in a register token. */
const CENTROID = 4 << 20;

/** Registers of outputs that vertex shaders before 3_0 have. */
const FIXED_OUTPUTS = [
  { type: SM1_REGISTERS.rasterizerOut.code, count: 3 },
  { type: SM1_REGISTERS.attributeOut.code, count: 2 },
  { type: SM1_REGISTERS.outputOrTexCoordOut.code, count: 8 },
] as const;
const OUTPUT = SM1_REGISTERS.outputOrTexCoordOut.code;
const INPUT = SM1_REGISTERS.input.code;
const TEXTURE = SM1_REGISTERS.addressOrTexture.code;
/** Inputs of pixel shaders before 3_0: colors and texture coordinates. */
const FIXED_INPUTS = [
  { type: INPUT, count: 2 },
  { type: TEXTURE, count: 8 },
] as const;

function declared({ declarations, program }: Sm1Executable, registerType: number): UsedRegister[] {
  return declarations.registers
    .filter(({ type, usage }) => type === registerType && usage >= 0)
    .map(({ at, type, number, usage, usageIndex }) => {
      const isCentroid = ((program.words[at] ?? 0) & CENTROID) !== 0;
      return { type, number, usage, usageIndex, isCentroid };
    });
}

/** The outputs of a vertex shader. */
export function vertexOutputs(executable: Sm1Executable): UsedRegister[] {
  if (executable.program.major >= 3) return declared(executable, OUTPUT);
  return FIXED_OUTPUTS.flatMap(({ type, count }) =>
    Array.from({ length: count }, (_, number) => {
      const { usage, index } = sm1FixedOutputUsage(type, number)!;
      return { type, number, usage, usageIndex: index, isCentroid: false };
    }),
  );
}

/** The inputs of a vertex shader. */
export function vertexInputs(executable: Sm1Executable): UsedRegister[] {
  return declared(executable, INPUT);
}

/** The inputs of a pixel shader, without the position and the face. */
export function pixelUsages(executable: Sm1Executable): UsedRegister[] {
  if (executable.program.major >= 3) return declared(executable, INPUT);
  const centroids = new Set(
    executable.declarations.registers
      .filter(({ at }) => (executable.program.words[at] ?? 0) & CENTROID)
      .map(({ type, number }) => `${type} ${number}`),
  );
  return FIXED_INPUTS.flatMap(({ type, count }) =>
    Array.from({ length: count }, (_, number) => {
      const { usage, index } = sm1FixedInputUsage(type, number)!;
      return { type, number, usage, usageIndex: index, isCentroid: centroids.has(`${type} ${number}`) };
    }),
  );
}
