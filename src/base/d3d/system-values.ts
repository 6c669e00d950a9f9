/**
 * System values, one row each: their numbers in signatures (`D3D_NAME`) and declarations (`D3D10_SB_NAME`), and how
 * semantics, reflection and declarations spell them. A second table says which stages have them.
 *
 * Not for: how header sections of listings print them (text/dxbc/signatures.ts), what the validator accepts besides
 * (`validate`).
 */
import { ComponentType } from './enumerations.ts';

/** A stage that has system values; compute shaders have registers instead. */
type SystemValueStage = 'vs' | 'hs' | 'ds' | 'gs' | 'ps';

export interface SystemValueRow {
  /** `D3D_NAME`: the number in signatures. */
  readonly code: number;
  /** The name of the enumerator in camelCase, as reflection has it. */
  readonly name: string;
  /** The semantic in HLSL; empty for none. */
  readonly semantic: string;
  /** `D3D_REGISTER_COMPONENT_TYPE` of its components; 0 for any. */
  readonly type: number;
  /**
   * Its names in declarations, one for each semantic index from {@link firstIndex} on; empty where declarations do not
   * name it. Their numbers (`D3D10_SB_NAME`) count through all rows.
   */
  readonly declared: readonly string[];
  /** The semantic index of the first of them; absent: 0. */
  readonly firstIndex?: number;
  /** The operand type of the register of its own, by the name of isa/sm4. */
  readonly operand?: string;
  /** The hardware makes it; other system values come from the stage before. */
  readonly generated: boolean;
  /**
   * The stages that read and write it (source: the public Direct3D 11.3 functional specification; a test compares the
   * signatures that the compiler wrote).
   */
  readonly inputs: readonly SystemValueStage[];
  readonly outputs: readonly SystemValueStage[];
}

const { unknown: ANY, uint32: UINT, float32: FLOAT } = ComponentType;

/** Those of a vertex on its way to the rasterizer. */
const OF_VERTEX = { generated: false, inputs: ['hs', 'ds', 'gs', 'ps'], outputs: ['vs', 'hs', 'ds', 'gs'] } as const;
const TESS_FACTOR = { generated: false, inputs: ['ds'], outputs: ['hs'] } as const;
const PIXEL_OUTPUT = { generated: false, inputs: [], outputs: ['ps'] } as const;

/**
 * All system values. Signatures of pixel shader outputs have 0 instead of the numbers from 64 on: their semantic
 * decides.
 */
// biome-ignore format: one row, one line
export const SYSTEM_VALUES = [
  { code: 0, name: 'undefined', semantic: '', type: ANY, declared: ['undefined'], generated: false, inputs: [], outputs: [] },
  { code: 1, name: 'position', semantic: 'SV_Position', type: FLOAT, declared: ['position'], ...OF_VERTEX },
  { code: 2, name: 'clipDistance', semantic: 'SV_ClipDistance', type: FLOAT, declared: ['clip_distance'], ...OF_VERTEX },
  { code: 3, name: 'cullDistance', semantic: 'SV_CullDistance', type: FLOAT, declared: ['cull_distance'], ...OF_VERTEX },
  { code: 4, name: 'renderTargetArrayIndex', semantic: 'SV_RenderTargetArrayIndex', type: UINT, declared: ['rendertarget_array_index'], ...OF_VERTEX },
  { code: 5, name: 'viewportArrayIndex', semantic: 'SV_ViewportArrayIndex', type: UINT, declared: ['viewport_array_index'], ...OF_VERTEX },
  { code: 6, name: 'vertexId', semantic: 'SV_VertexID', type: UINT, declared: ['vertex_id'], generated: true, inputs: ['vs'], outputs: [] },
  { code: 7, name: 'primitiveId', semantic: 'SV_PrimitiveID', type: UINT, declared: ['primitive_id'], operand: 'inputPrimitiveId', generated: true, inputs: ['hs', 'ds', 'gs', 'ps'], outputs: ['gs'] },
  { code: 8, name: 'instanceId', semantic: 'SV_InstanceID', type: UINT, declared: ['instance_id'], generated: true, inputs: ['vs'], outputs: [] },
  { code: 9, name: 'isFrontFace', semantic: 'SV_IsFrontFace', type: UINT, declared: ['is_front_face'], generated: true, inputs: ['ps'], outputs: ['gs'] },
  { code: 10, name: 'sampleIndex', semantic: 'SV_SampleIndex', type: UINT, declared: ['sampleIndex'], generated: true, inputs: ['ps'], outputs: [] },
  { code: 11, name: 'finalQuadEdgeTessFactor', semantic: 'SV_TessFactor', type: FLOAT, declared: ['finalQuadUeq0EdgeTessFactor', 'finalQuadVeq0EdgeTessFactor', 'finalQuadUeq1EdgeTessFactor', 'finalQuadVeq1EdgeTessFactor'], ...TESS_FACTOR },
  { code: 12, name: 'finalQuadInsideTessFactor', semantic: 'SV_InsideTessFactor', type: FLOAT, declared: ['finalQuadUInsideTessFactor', 'finalQuadVInsideTessFactor'], ...TESS_FACTOR },
  { code: 13, name: 'finalTriEdgeTessFactor', semantic: 'SV_TessFactor', type: FLOAT, declared: ['finalTriUeq0EdgeTessFactor', 'finalTriVeq0EdgeTessFactor', 'finalTriWeq0EdgeTessFactor'], ...TESS_FACTOR },
  { code: 14, name: 'finalTriInsideTessFactor', semantic: 'SV_InsideTessFactor', type: FLOAT, declared: ['finalTriInsideTessFactor'], ...TESS_FACTOR },
  { code: 15, name: 'finalLineDetailTessFactor', semantic: 'SV_TessFactor', type: FLOAT, declared: ['finalLineDetailTessFactor'], firstIndex: 1, ...TESS_FACTOR },
  { code: 16, name: 'finalLineDensityTessFactor', semantic: 'SV_TessFactor', type: FLOAT, declared: ['finalLineDensityTessFactor'], ...TESS_FACTOR },
  { code: 64, name: 'target', semantic: 'SV_Target', type: ANY, declared: [], ...PIXEL_OUTPUT },
  { code: 65, name: 'depth', semantic: 'SV_Depth', type: FLOAT, declared: [], operand: 'outputDepth', ...PIXEL_OUTPUT },
  { code: 66, name: 'coverage', semantic: 'SV_Coverage', type: UINT, declared: [], operand: 'outputCoverageMask', generated: true, inputs: ['ps'], outputs: ['ps'] },
  { code: 67, name: 'depthGreaterEqual', semantic: 'SV_DepthGreaterEqual', type: FLOAT, declared: [], operand: 'outputDepthGreaterEqual', ...PIXEL_OUTPUT },
  { code: 68, name: 'depthLessEqual', semantic: 'SV_DepthLessEqual', type: FLOAT, declared: [], operand: 'outputDepthLessEqual', ...PIXEL_OUTPUT },
  { code: 69, name: 'stencilRef', semantic: 'SV_StencilRef', type: UINT, declared: [], operand: 'outputStencilRef', ...PIXEL_OUTPUT },
  { code: 70, name: 'innerCoverage', semantic: 'SV_InnerCoverage', type: UINT, declared: [], generated: true, inputs: ['ps'], outputs: [] },
] as const satisfies readonly SystemValueRow[];

type Row = (typeof SYSTEM_VALUES)[number];

/** A system value as reflection names it. */
export type SystemValueName = Row['name'];

/** A system value as declarations name it. */
export type DeclaredSystemValue = Row['declared'][number];

/** A system value that has a register of its own. */
export type SystemValueRegister = Extract<Row, { readonly operand: string }>;

/** The system values that have a register of their own. */
export const SYSTEM_VALUE_REGISTERS: readonly SystemValueRegister[] = /* @__PURE__ */ SYSTEM_VALUES.filter(
  (row) => 'operand' in row,
);

/** The numbers of system values from here on are those of pixel shader outputs. */
export const FIRST_PIXEL_OUTPUT = 64;

/** `D3D_NAME` by name. */
export const SystemValue = /* @__PURE__ */ Object.fromEntries(
  /* @__PURE__ */ SYSTEM_VALUES.map(({ name, code }) => [name, code]),
) as Readonly<Record<SystemValueName, number>>;

/** The system value that a declaration names: the row, and the index of its semantic. */
export interface NamedSystemValue {
  readonly row: (typeof SYSTEM_VALUES)[number];
  readonly semanticIndex: number;
}

/** The system values that declarations name, by `D3D10_SB_NAME`. */
export const DECLARED_SYSTEM_VALUES: readonly (NamedSystemValue & { readonly declared: DeclaredSystemValue })[] =
  /* @__PURE__ */ SYSTEM_VALUES.flatMap((row) =>
    row.declared.map((declared, i) => ({
      row,
      declared,
      semanticIndex: i + ('firstIndex' in row ? row.firstIndex : 0),
    })),
  );

/** Rows of pixel shader outputs by semantic, in the spelling of HLSL, in capitals and in small letters. */
const PIXEL_OUTPUTS: ReadonlyMap<string, number> = new Map(
  SYSTEM_VALUES.filter(({ code }) => code >= FIRST_PIXEL_OUTPUT).flatMap(({ semantic, code }) =>
    [semantic, semantic.toUpperCase(), semantic.toLowerCase()].map((spelling) => [spelling, code] as const),
  ),
);

/**
 * The `D3D_NAME` of a signature element; 0 for none.
 *
 * @param pixelShaderOutput whether the semantic decides where the element has none
 */
export function systemValueOf(
  { systemValue, semanticName }: { readonly systemValue: number; readonly semanticName: string },
  pixelShaderOutput: boolean,
): number {
  if (systemValue !== 0 || !pixelShaderOutput) return systemValue;
  return PIXEL_OUTPUTS.get(semanticName) ?? PIXEL_OUTPUTS.get(semanticName.toLowerCase()) ?? 0;
}
