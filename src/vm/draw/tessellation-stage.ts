/**
 * The stages of tessellation: hull shader, tessellator, domain shader, patch by patch.
 *
 * All primitives of a patch have its id.
 *
 * Source: Direct3D 11.3 functional specification, 10 to 12.
 */
import { TessellatorDomain } from '../../base/d3d/enumerations.ts';
import type { DeclaredSystemValue } from '../../base/d3d/system-values.ts';
import { readSm4StageDeclarations, type Sm4StageDeclarations } from '../../isa/sm4/declarations.ts';
import { SM4_SYSTEM_NAMES } from '../../isa/sm4/names.ts';
import { SM4_OPERAND_TYPES } from '../../isa/sm4/operands.ts';
import { bitsOfFloat, floatOfBits } from '../../numerics/conversion.ts';
import { LANES } from '../lanes.ts';
import { runHull } from '../sm4/hull.ts';
import { StageQuad } from '../sm4/interpreter.ts';
import { type Registers, registersOf, setLanes, setRegisters } from '../sm4/quad.ts';
import type { DrawContext } from './context.ts';
import type { Sm4DrawCall, Sm4DrawShader } from './draw-call.ts';
import { applyLink, componentsOf, type Link, linkSignatures } from './links.ts';
import type { PrimitiveSink } from './primitives.ts';
import { ONE, type Tessellation, tessellate } from './tessellator.ts';

const COMPONENTS = 4;
const OUTPUT = SM4_OPERAND_TYPES.output.code;
const POINT = SM4_OPERAND_TYPES.inputControlPoint.code;
const PATCH_CONSTANT = SM4_OPERAND_TYPES.inputPatchConstant.code;
const DOMAIN_POINT = SM4_OPERAND_TYPES.inputDomainPoint.code;
const PRIMITIVE_ID = SM4_OPERAND_TYPES.inputPrimitiveId.code;

/** The system values of the factors of each domain, in the order of the tessellator. */
const FACTORS: Readonly<
  Record<number, { readonly edges: readonly DeclaredSystemValue[]; readonly inside: readonly DeclaredSystemValue[] }>
> = {
  [TessellatorDomain.isoline]: { edges: ['finalLineDensityTessFactor', 'finalLineDetailTessFactor'], inside: [] },
  [TessellatorDomain.tri]: {
    edges: ['finalTriUeq0EdgeTessFactor', 'finalTriVeq0EdgeTessFactor', 'finalTriWeq0EdgeTessFactor'],
    inside: ['finalTriInsideTessFactor'],
  },
  [TessellatorDomain.quad]: {
    edges: [
      'finalQuadUeq0EdgeTessFactor',
      'finalQuadVeq0EdgeTessFactor',
      'finalQuadUeq1EdgeTessFactor',
      'finalQuadVeq1EdgeTessFactor',
    ],
    inside: ['finalQuadUInsideTessFactor', 'finalQuadVInsideTessFactor'],
  },
};

export class TessellationStage {
  readonly #context: DrawContext;
  readonly #hull: Sm4DrawShader;
  readonly #domain: StageQuad;
  readonly #sink: PrimitiveSink;
  readonly #declared: Sm4StageDeclarations;
  readonly #edges: readonly number[];
  readonly #inside: readonly number[];
  readonly #toHull: Link;
  readonly #pointsToDomain: Link;
  readonly #patchToDomain: Link;

  constructor(context: DrawContext, { stages }: Sm4DrawCall, sink: PrimitiveSink) {
    const { vertex, hull, domain } = stages;
    this.#context = context;
    this.#hull = hull!;
    this.#domain = new StageQuad(context, domain!);
    this.#sink = sink;
    this.#declared = readSm4StageDeclarations(hull!.executable.program);
    const names = FACTORS[this.#declared.domain];
    this.#edges = (names?.edges ?? []).map((name) => factorIndex(hull!, name));
    this.#inside = (names?.inside ?? []).map((name) => factorIndex(hull!, name));
    this.#toHull = linkSignatures(vertex.outputs, hull!.inputs);
    this.#pointsToDomain = linkSignatures(hull!.outputs, domain!.inputs);
    this.#patchToDomain = linkSignatures(hull!.patchConstants, domain!.patchConstants);
  }

  /** Tessellates a patch. */
  accept(vertices: readonly Registers[], primitiveId: number): void {
    const context = this.#context;
    const { executable, bindings } = this.#hull;
    const inputs = vertices.map((registers) => applyLink(this.#toHull, registers));
    context.counts.hullInvocations++;
    const { points, patchConstants, isLimited, executed } = runHull(executable, bindings, inputs, {
      primitiveId,
      maxInstructions: context.instructionsLeft,
      isStopped: context.isLate,
    });
    if (!context.spendInstructions(executed, !isLimited)) return;
    const factors = (indices: readonly number[]) => indices.map((at) => floatOfBits(patchConstants[at] ?? 0));
    const { domain, partitioning, tessellatorOutput, maxTessFactor } = this.#declared;
    const tessellation = tessellate({
      domain,
      partitioning,
      output: tessellatorOutput,
      maxTessFactor,
      edges: factors(this.#edges),
      inside: factors(this.#inside),
    });
    if (!context.spendVertices(tessellation.points.length / 2)) return;
    const made = this.#domainPoints(
      tessellation,
      points.map((registers) => applyLink(this.#pointsToDomain, registers)),
      applyLink(this.#patchToDomain, patchConstants),
      primitiveId,
    );
    const { primitives, size } = tessellation;
    for (let i = 0; i < primitives.length && !context.isStopped; i += size)
      this.#sink(
        primitives.slice(i, i + size).map((point) => made[point]!),
        primitiveId,
        0,
      );
  }

  /** The output registers of the domain shader at each point. */
  #domainPoints(
    { points }: Tessellation,
    controlPoints: readonly Registers[],
    patch: Registers,
    primitiveId: number,
  ): Registers[] {
    const quad = this.#domain;
    const isTriangle = this.#declared.domain === TessellatorDomain.tri;
    const count = points.length / 2;
    const made: Registers[] = [];
    for (let first = 0; first < count; first += LANES) {
      const lanes = Math.min(LANES, count - first);
      quad.clear();
      for (const [i, registers] of controlPoints.entries()) setRegisters(quad.files[POINT], i, registers);
      setRegisters(quad.files[PATCH_CONSTANT], 0, patch);
      setLanes(quad, PRIMITIVE_ID, () => primitiveId);
      const location = quad.files[DOMAIN_POINT];
      for (let lane = 0; lane < lanes && location !== undefined; lane++) {
        const [u, v] = [points[2 * (first + lane)]!, points[2 * (first + lane) + 1]!];
        for (const [i, value] of [u, v, isTriangle ? ONE - u - v : 0].entries())
          location.words[i * LANES + lane] = bitsOfFloat(value / ONE);
      }
      this.#context.counts.domainInvocations += lanes;
      if (!quad.runMain(2 ** lanes - 1)) return made;
      for (let lane = 0; lane < lanes; lane++) made.push(registersOf(quad.files[OUTPUT], lane));
    }
    return made;
  }
}

/** The component of the patch constants that has a factor; -1 where the shader declares none. */
function factorIndex({ executable }: Sm4DrawShader, name: DeclaredSystemValue): number {
  const found = executable.declarations.outputs.find(({ systemValue }) => SM4_SYSTEM_NAMES[systemValue] === name);
  return found === undefined ? -1 : COMPONENTS * found.register + (componentsOf(found.mask)[0] ?? 0);
}
