/**
 * Inputs and outputs of a shader of models 4 to 5.1: the elements of a signature as `D3D12_SIGNATURE_PARAMETER_DESC`.
 *
 * Not for: reading the chunk (chunks/signature.ts).
 */
import { systemValueOf } from '../base/d3d/system-values.ts';
import type { Diagnostics } from '../base/diagnostics.ts';
import { readSignature, type SignatureElement } from '../chunks/signature.ts';
import type { Chunk, Container } from '../container/dxbc.ts';
import { maskText } from '../isa/components.ts';
import { D3D_COMPONENT_TYPES, D3D_MIN_PRECISIONS, D3D_NAMES, type Named } from './enums.ts';

/**
 * `D3D11_SIGNATURE_PARAMETER_DESC`, `D3D12_SIGNATURE_PARAMETER_DESC`: an input or output register of a stage, or a part
 * of one.
 */
export interface ParameterDesc {
  readonly semanticName: string;
  readonly semanticIndex: number;
  /** 0xffffffff for a value with a dedicated register, such as `oDepth`. */
  readonly register: number;
  /** The register as listings write it: `v1`, `o0`; null for one that has no number. */
  readonly registerName: string | null;
  /** `D3D_NAME`: `position`, `target`, `finalQuadEdgeTessFactor`, ...; `undefined` where it is none. */
  readonly systemValueType: Named;
  /** `D3D_REGISTER_COMPONENT_TYPE`: `uint32`, `sint32`, `float32`. */
  readonly componentType: Named;
  /** Components of the register, x to w from bit 0. */
  readonly mask: number;
  /** `mask` as listings write it: `xyz`. */
  readonly components: string;
  /** Inputs: components that the shader may read. Outputs: components that it never writes. */
  readonly readWriteMask: number;
  /** Geometry shader stream. */
  readonly stream: number;
  /** `D3D_MIN_PRECISION`: `default`, `float16`, ... */
  readonly minPrecision: Named;
}

/** Of the registers of a signature in listings. */
export type ParameterPrefix = 'v' | 'o' | 'vpc';

/**
 * The descriptions of a signature; none without a chunk.
 *
 * @param prefix of its registers in listings
 * @param pixelOutput whether it has the outputs of a pixel shader
 */
export function parametersOf(
  container: Container,
  chunk: Chunk | undefined,
  prefix: ParameterPrefix,
  pixelOutput: boolean,
  diagnostics: Diagnostics,
): ParameterDesc[] {
  const signature = chunk === undefined ? undefined : readSignature(container, chunk, diagnostics);
  if (signature === undefined) return [];
  const { elements } = signature;
  const parameters: ParameterDesc[] = new Array(elements.length);
  for (let i = 0; i < elements.length; i++)
    parameters[i] = parameterDesc(elements[i]!, prefix, systemValueOf(elements[i]!, pixelOutput));
  return parameters;
}

const NO_REGISTER = 0xffff_ffff;

/** @param systemValue the `D3D_NAME` of the element */
export function parameterDesc(element: SignatureElement, prefix: ParameterPrefix, systemValue: number): ParameterDesc {
  return {
    semanticName: element.semanticName,
    semanticIndex: element.semanticIndex,
    register: element.register,
    registerName: element.register === NO_REGISTER ? null : `${prefix}${element.register}`,
    systemValueType: D3D_NAMES[systemValue] ?? systemValue,
    componentType: D3D_COMPONENT_TYPES[element.componentType] ?? element.componentType,
    mask: element.mask,
    components: maskText(element.mask),
    readWriteMask: element.readWriteMask,
    stream: element.stream,
    minPrecision: D3D_MIN_PRECISIONS[element.minPrecision] ?? element.minPrecision,
  };
}
