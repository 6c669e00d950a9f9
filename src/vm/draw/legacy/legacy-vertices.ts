/**
 * The vertex stage of Direct3D 9: fetches elements by usage, runs four vertices at a time, and gives what the
 * rasterizer and the pixel shader read.
 *
 * An input that the declaration does not have is 0, 0, 0, 1. Before 3_0 colors and fog are clamped to 0 to 1;
 * components that the shader does not write are 1 of the first color, and 0 of the second one and of texture
 * coordinates.
 *
 * Sources: the Direct3D 9 shader reference (registers of vertex shaders), D3DVERTEXELEMENT9.
 */
import { sm1FixedInputUsage, sm1FixedOutputUsage, sm1UsageCode } from '../../../isa/sm1/declarations.ts';
import { SM1_REGISTERS } from '../../../isa/sm1/registers.ts';
import { floatOfBits } from '../../../numerics/conversion.ts';
import { saturate } from '../../../numerics/float.ts';
import type { LegacyRunner } from '../../engine.ts';
import { COMPONENTS, LANES } from '../../lanes.ts';
import type { Sm1Executable } from '../../sm1/executable.ts';
import { legacyRunner } from '../../sm1/interpreter.ts';
import type { DrawContext } from '../context.ts';
import { type AttributeSource, fetchAttribute, type InputVertex, VertexCache } from '../input-assembler.ts';
import type { Sm1DrawCall } from '../legacy-call.ts';

// Usages that link the registers of vertex and pixel shaders in Direct3D 9: declared, or fixed by the version.

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

export function vertexOutputs(executable: Sm1Executable): UsedRegister[] {
  if (executable.program.major >= 3) return declared(executable, OUTPUT);
  return FIXED_OUTPUTS.flatMap(({ type, count }) =>
    Array.from({ length: count }, (_, number) => {
      const { usage, index } = sm1FixedOutputUsage(type, number)!;
      return { type, number, usage, usageIndex: index, isCentroid: false };
    }),
  );
}

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

const ONE = 0x3f80_0000;

interface Input {
  readonly register: UsedRegister;
  readonly source: AttributeSource | undefined;
}

/** Where a usage is in the words of a vertex: four words from `COMPONENTS * slot` on. */
export function usageKey(usage: number, index: number): number {
  return 16 * usage + index;
}

export class LegacyVertices {
  /** The slot of each usage, by {@link usageKey}. */
  readonly slots: ReadonlyMap<number, number>;
  readonly #quad: LegacyRunner;
  readonly #inputs: readonly Input[];
  readonly #outputs: readonly UsedRegister[];
  readonly #written: ReadonlySet<string>;
  readonly #firstInstance: number;
  readonly #words = new Uint32Array(COMPONENTS);
  readonly #cache = new VertexCache<Uint32Array>();

  constructor(
    private readonly context: DrawContext,
    call: Sm1DrawCall,
  ) {
    const { executable } = call.vertex!;
    this.#quad = legacyRunner(context, call.vertex!);
    this.#firstInstance = call.arguments.firstInstance;
    this.#outputs = vertexOutputs(executable);
    this.slots = new Map(this.#outputs.map(({ usage, usageIndex }, i) => [usageKey(usage, usageIndex), i]));
    this.#written = new Set(
      executable.steps
        .flatMap((step) => [step.destination, step.partner?.destination])
        .filter((destination) => destination !== undefined)
        .map(({ type, number }) => `${type} ${number}`),
    );
    const sources = new Map(
      call.declaration.map(({ stream, offset, format, usage, usageIndex }) => {
        const buffer = call.streams[stream];
        return [usageKey(usage, usageIndex), { buffer, offset, format, stepRate: buffer?.instanceStepRate }];
      }),
    );
    this.#inputs = vertexInputs(executable).map((register) => ({
      register,
      source: sources.get(usageKey(register.usage, register.usageIndex)),
    }));
  }

  writes(usage: number, index = 0): boolean {
    const output = this.#outputs[this.slots.get(usageKey(usage, index)) ?? -1];
    return output !== undefined && this.#written.has(`${output.type} ${output.number}`);
  }

  beginInstance(): void {
    this.#cache.clear();
  }

  /** The outputs of vertices; none where the draw has to stop. */
  run(vertices: readonly InputVertex[], instance: number): Uint32Array[] {
    return this.#cache.run(vertices, (missing) => this.#runLanes(missing, instance));
  }

  #runLanes(vertices: readonly InputVertex[], instance: number): boolean {
    const quad = this.#quad;
    const context = this.context;
    quad.clearRegisters();
    for (const [lane, { vertex }] of vertices.entries()) this.#fill(vertex, lane, instance);
    context.counts.vertexInvocations += vertices.length;
    if (!quad.runMain(2 ** vertices.length - 1)) return false;
    for (const [lane, { id }] of vertices.entries()) this.#cache.set(id, this.#take(lane));
    return true;
  }

  #fill(vertex: number, lane: number, instance: number): void {
    for (const { register, source } of this.#inputs) {
      if (source === undefined) this.#words.set([0, 0, 0, ONE]);
      else fetchAttribute(source, vertex, instance, this.#firstInstance, this.#words);
      const file = this.#quad.files[register.type];
      const base = file?.baseOf(register.number) ?? -1;
      if (base < 0) continue;
      for (let i = 0; i < COMPONENTS; i++) file!.words[base + i * LANES + lane] = this.#words[i]!;
    }
  }

  #take(lane: number): Uint32Array {
    const words = new Uint32Array(COMPONENTS * this.#outputs.length);
    const floats = new Float32Array(words.buffer);
    const isClamped = this.#quad.executable.program.major < 3;
    for (const [slot, { type, number, usage }] of this.#outputs.entries()) {
      const at = COMPONENTS * slot;
      const file = this.#quad.files[type];
      const base = file?.baseOf(number) ?? -1;
      if (base < 0) continue;
      for (let i = 0; i < COMPONENTS; i++) words[at + i] = file!.words[base + i * LANES + lane]!;
      if (isClamped && (usage === USAGE.color || usage === USAGE.fog))
        for (let i = 0; i < COMPONENTS; i++) floats[at + i] = saturate(floatOfBits(words[at + i]!));
    }
    return words;
  }
}
