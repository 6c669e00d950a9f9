/**
 * The pixel stage of Direct3D 10 and 11: fills the inputs of a quad, runs the shader, and takes its outputs.
 *
 * Source: Direct3D 11.3 functional specification, 3.5.4, 3.5.5 and 16.
 *
 * Not for: what becomes of the outputs (rasterization.ts).
 */

import { InterpolationMode } from '../../base/d3d/enumerations.ts';
import { type SamplePosition, samplePositions } from '../../base/d3d/sample-positions.ts';
import type { SignatureElement } from '../../chunks/signature.ts';
import type { Sm4Declarations } from '../../isa/sm4/declarations.ts';
import { SM4_SYSTEM_NAMES } from '../../isa/sm4/names.ts';
import { SM4_OPERAND_TYPES } from '../../isa/sm4/operands.ts';
import { Sm4GlobalFlags } from '../../isa/sm4/tokens.ts';
import { bitsOfFloat, floatOfBits } from '../../numerics/conversion.ts';
import { flush } from '../../numerics/float.ts';
import type { StageRunner } from '../engine.ts';
import { ALL_LANES, COMPONENTS, LANES, REGISTER_WORDS, type RegisterFile } from '../lanes.ts';
import { stageRunner } from '../sm4/interpreter.ts';
import type { Interpolator } from '../sm4/quad.ts';
import type { DrawContext } from './context.ts';
import type { Sm4DrawShader } from './draw-call.ts';
import { componentsOf, type Link, linkSignatures } from './links.ts';
import {
  centroidOffset,
  MAX_TARGETS,
  PixelOutputs,
  type PixelQuad,
  type PixelStage,
  sampleOffset,
  setPixels,
} from './pixel-shading.ts';
import type { ScreenPrimitive } from './primitive-setup.ts';

// Source: Direct3D 11.3 functional specification, 16.3 and 16.4.

/** Where a value is taken in the pixel. */
export type Location = 'center' | 'centroid' | 'sample';

/** The content of a component of an input register. */
export type PixelInputKind = 'attribute' | 'position' | 'primitiveId' | 'frontFace' | 'sampleIndex';

interface PixelInput {
  readonly kind: PixelInputKind;
  readonly register: number;
  readonly component: number;
  /** Of an attribute: the component of the vertex's registers, -1 for none. */
  readonly source: number;
  readonly isConstant: boolean;
  readonly hasPerspective: boolean;
  readonly location: Location;
}

/** Constancy, perspective and location of each D3D10_SB_INTERPOLATION_MODE. */
const MODES: Readonly<Record<number, readonly [isConstant: boolean, hasPerspective: boolean, location: Location]>> = {
  [InterpolationMode.constant]: [true, false, 'center'],
  [InterpolationMode.linear]: [false, true, 'center'],
  [InterpolationMode.linearCentroid]: [false, true, 'centroid'],
  [InterpolationMode.linearNoperspective]: [false, false, 'center'],
  [InterpolationMode.linearNoperspectiveCentroid]: [false, false, 'centroid'],
  [InterpolationMode.linearSample]: [false, true, 'sample'],
  [InterpolationMode.linearNoperspectiveSample]: [false, false, 'sample'],
};

function kindOf(systemValue: number, isPrimitiveIdWritten: boolean): PixelInputKind {
  switch (SM4_SYSTEM_NAMES[systemValue]) {
    case 'position':
      return 'position';
    case 'is_front_face':
      return 'frontFace';
    case 'sampleIndex':
      return 'sampleIndex';
    case 'primitive_id':
      return isPrimitiveIdWritten ? 'attribute' : 'primitiveId';
    default:
      return 'attribute';
  }
}

/**
 * The components of all input registers.
 *
 * @param outputs signature of the stage before
 * @param isPrimitiveIdWritten whether a geometry shader writes the ids of primitives
 */
export function pixelInputs(
  { inputs }: Sm4Declarations,
  signature: readonly SignatureElement[] | undefined,
  outputs: readonly SignatureElement[] | undefined,
  stream: number,
  isPrimitiveIdWritten: boolean,
): PixelInput[] {
  const link: Link = linkSignatures(outputs, signature, stream);
  const list: PixelInput[] = [];
  for (const { type, register, mask, systemValue, interpolation } of inputs) {
    if (type !== INPUT) continue;
    const kind = kindOf(systemValue, isPrimitiveIdWritten);
    const [isConstant, hasPerspective, location] = MODES[interpolation] ?? MODES[InterpolationMode.constant]!;
    for (const component of componentsOf(mask)) {
      const at = COMPONENTS * register + component;
      const source = link === undefined ? at : (link[at] ?? -1);
      list.push({ kind, register, component, source, isConstant, hasPerspective, location });
    }
  }
  return list;
}

const INPUT = SM4_OPERAND_TYPES.input.code;
const OUTPUT = SM4_OPERAND_TYPES.output.code;
const INPUT_COVERAGE = SM4_OPERAND_TYPES.inputCoverageMask.code;
const OUTPUT_COVERAGE = SM4_OPERAND_TYPES.outputCoverageMask.code;
const OUTPUT_STENCIL = SM4_OPERAND_TYPES.outputStencilRef.code;
const INNER_COVERAGE = SM4_OPERAND_TYPES.innerCoverage.code;
const OUTPUT_DEPTHS = [
  SM4_OPERAND_TYPES.outputDepth.code,
  SM4_OPERAND_TYPES.outputDepthGreaterEqual.code,
  SM4_OPERAND_TYPES.outputDepthLessEqual.code,
];
/** The most vertices of a primitive. */
const VERTICES = 3;
const TRUE = 0xffff_ffff;
const CENTER: SamplePosition = [0, 0];

export class Sm4PixelStage implements PixelStage, Interpolator {
  readonly isPerSample: boolean;
  readonly isEarly: boolean;
  readonly outputs = new PixelOutputs();
  readonly #quad: StageRunner;
  readonly #byComponent = new Map<number, PixelInput>();
  readonly #samples: readonly SamplePosition[];
  readonly #sampleMask: number;
  readonly #values: number[] = [];
  /** Attributes that are interpolated at centers, which most are, and the other inputs. */
  readonly #centers: readonly PixelInput[];
  readonly #others: readonly PixelInput[];
  /** The values of the first ones at the vertices of the last primitive, three each. */
  readonly #atVertices: Float64Array;
  /** Their words in the file of the inputs; -1 for those that it does not have. */
  readonly #positions: Int32Array;
  readonly #isPerspective: Uint8Array;
  #primitive: ScreenPrimitive | undefined;
  /** The file of the inputs, and its registers as floats. */
  #file: RegisterFile | undefined;
  #floats: Float32Array = new Float32Array(0);
  /** The files whose outputs were looked up last, and their colors. */
  #files: StageRunner['files'] | undefined;
  #colors: Uint32Array | undefined;
  #current!: PixelQuad;

  constructor(
    context: DrawContext,
    shader: Sm4DrawShader,
    private readonly inputs: readonly PixelInput[],
    { sampleCount, sampleMask }: { readonly sampleCount: number; readonly sampleMask: number },
  ) {
    const { declarations } = shader.executable;
    this.#quad = stageRunner(context, shader);
    this.#quad.rasterizerSamples = sampleCount;
    this.#quad.interpolator = this;
    for (const input of inputs) this.#byComponent.set(COMPONENTS * input.register + input.component, input);
    const isCenter = ({ kind, location, isConstant }: PixelInput) =>
      kind === 'attribute' && location === 'center' && !isConstant;
    this.#centers = inputs.filter(isCenter);
    this.#others = inputs.filter((input) => !isCenter(input));
    this.#atVertices = new Float64Array(VERTICES * this.#centers.length);
    this.#positions = new Int32Array(this.#centers.length).fill(-1);
    this.#isPerspective = Uint8Array.from(this.#centers, ({ hasPerspective }) => (hasPerspective ? 1 : 0));
    this.#samples = samplePositions(sampleCount);
    this.#sampleMask = sampleMask;
    this.isPerSample = inputs.some(({ kind, location }) => kind === 'sampleIndex' || location === 'sample');
    this.isEarly = Sm4GlobalFlags.forceEarlyDepthStencil.test(declarations.globalFlags);
    for (const { type, register } of declarations.outputs)
      if (type === OUTPUT && register < MAX_TARGETS) this.outputs.written |= 1 << register;
  }

  shade(quad: PixelQuad): boolean {
    this.#current = quad;
    const program = this.#quad;
    program.clear();
    const hasWeights = quad.primitive.input.vertices.length > 1;
    if (hasWeights) this.#begin(quad.primitive);
    if (hasWeights) this.#fillCenters(quad);
    const others = hasWeights ? this.#others : this.inputs;
    // Lane by lane: weights are reused while the position is the same.
    if (others.length > 0) for (let lane = 0; lane < LANES; lane++) for (const input of others) this.#fill(input, lane);
    const coverage = program.files[INPUT_COVERAGE];
    const inner = program.files[INNER_COVERAGE];
    for (let lane = 0; lane < LANES; lane++) {
      if (coverage !== undefined) coverage.words[lane] = quad.coverage[lane]!;
      // A pixel whose samples are all covered may still not be covered wholly.
      if (inner !== undefined) inner.words[lane] = 0;
    }
    program.helpers = ALL_LANES & ~quad.lanes;
    setPixels(program, quad);
    if (!program.runMain()) return false;
    this.#takeOutputs();
    return true;
  }

  /** Reads the values at the vertices of a primitive. */
  #begin(primitive: ScreenPrimitive): void {
    const file = this.#quad.files[INPUT];
    if (file !== this.#file) {
      this.#file = file;
      this.#floats =
        file === undefined
          ? new Float32Array(0)
          : new Float32Array(file.words.buffer, file.words.byteOffset, file.words.length);
      for (const [i, { register, component }] of this.#centers.entries()) {
        const base = file?.baseOf(register) ?? -1;
        this.#positions[i] = base < 0 ? -1 : base + component * LANES;
      }
    }
    if (primitive === this.#primitive) return;
    this.#primitive = primitive;
    const { vertices } = primitive.input;
    for (const [i, { source }] of this.#centers.entries())
      for (const [vertex, { registers }] of vertices.entries())
        this.#atVertices[VERTICES * i + vertex] = source < 0 ? 0 : floatOfBits(registers[source] ?? 0);
  }

  /** Fills the attributes that are interpolated at centers: `Interpolation.value` without its lists. */
  #fillCenters({ primitive, x, y }: PixelQuad): void {
    const { interpolation, input } = primitive;
    const count = input.vertices.length;
    const centers = this.#centers;
    const words = this.#file?.words;
    if (centers.length === 0 || words === undefined) return;
    const { perspective, screen } = interpolation;
    for (let lane = 0; lane < LANES; lane++) {
      interpolation.moveTo(x + (lane & 1) + 0.5, y + (lane >> 1) + 0.5);
      for (let i = 0; i < centers.length; i++) {
        const position = this.#positions[i]!;
        if (position < 0) continue;
        const weights = this.#isPerspective[i] ? perspective : screen;
        const first = this.#atVertices[VERTICES * i]!;
        let sum = first;
        for (let vertex = 1; vertex < count; vertex++) {
          const value = this.#atVertices[VERTICES * i + vertex]!;
          if (value !== first) sum += weights[vertex]! * (value - first);
        }
        const result = flush(Math.fround(sum));
        if (Number.isNaN(result)) words[position + lane] = bitsOfFloat(result);
        else this.#floats[position + lane] = result;
      }
    }
  }

  #fill(input: PixelInput, lane: number): void {
    const file = this.#quad.files[INPUT];
    const base = file?.baseOf(input.register) ?? -1;
    if (base >= 0) file!.words[base + input.component * LANES + lane] = this.#word(input, lane);
  }

  #word(input: PixelInput, lane: number): number {
    const { primitive, sample } = this.#current;
    switch (input.kind) {
      case 'frontFace':
        return primitive.isFront ? TRUE : 0;
      case 'primitiveId':
        return primitive.input.primitiveId;
      case 'sampleIndex':
        return Math.max(sample, 0);
      default: {
        const [x, y] = this.#offset(input, lane);
        return this.#evaluate(input, lane, x, y);
      }
    }
  }

  /** The sample position of an input, as an offset from the pixel center. */
  #offset({ location }: PixelInput, lane: number): readonly [x: number, y: number] {
    if (location === 'center') return CENTER;
    return location === 'centroid' ? this.centroid(lane) : this.sample(this.#current.sample);
  }

  #evaluate(
    { kind, source, component, isConstant, hasPerspective }: PixelInput,
    lane: number,
    x: number,
    y: number,
  ): number {
    const { primitive, x: left, y: top } = this.#current;
    const { interpolation, input } = primitive;
    const { vertices } = input;
    if (kind === 'attribute' && (isConstant || vertices.length === 1))
      return source < 0 ? 0 : (vertices[0]!.registers[source] ?? 0);
    const px = left + (lane & 1) + 0.5 + x;
    const py = top + (lane >> 1) + 0.5 + y;
    if (kind === 'position' && component < 2) return bitsOfFloat(component === 0 ? px : py);
    interpolation.moveTo(px, py);
    if (kind === 'position')
      return bitsOfFloat(Math.fround(component === 2 ? interpolation.z : 1 / interpolation.inverseW));
    if (source < 0) return 0;
    this.#values.length = vertices.length;
    for (let i = 0; i < vertices.length; i++) this.#values[i] = floatOfBits(vertices[i]!.registers[source] ?? 0);
    const weights = hasPerspective ? interpolation.perspective : interpolation.screen;
    return bitsOfFloat(interpolation.value(weights, this.#values));
  }

  #takeOutputs(): void {
    const { outputs } = this;
    const { files, helpers } = this.#quad;
    outputs.alive = ALL_LANES & ~helpers;
    if (files !== this.#files) this.#findOutputs(files);
    if (this.#colors !== undefined) outputs.colors.set(this.#colors);
  }

  /** Looks up where the outputs are. */
  #findOutputs(files: StageRunner['files']): void {
    const { outputs } = this;
    this.#files = files;
    const colors = files[OUTPUT];
    this.#colors = colors?.words.subarray(0, Math.min(colors.registers, MAX_TARGETS) * REGISTER_WORDS);
    const depth = OUTPUT_DEPTHS.map((type) => files[type]).find((file) => file !== undefined);
    outputs.depth = depth && new Float32Array(depth.words.buffer, depth.words.byteOffset, LANES);
    outputs.stencil = files[OUTPUT_STENCIL]?.words;
    outputs.coverage = files[OUTPUT_COVERAGE]?.words;
  }

  // --- attributes at other positions
  // -------------------------------------------------------------------------------------

  word(register: number, component: number, lane: number, x: number, y: number): number {
    const input = this.#byComponent.get(COMPONENTS * register + component);
    return input === undefined ? 0 : this.#evaluate(input, lane, x, y);
  }

  sample(index: number): readonly [x: number, y: number] {
    return sampleOffset(index, this.#samples);
  }

  centroid(lane: number): readonly [x: number, y: number] {
    return centroidOffset(this.#current.coverage[lane]!, this.#samples, this.#sampleMask);
  }
}
