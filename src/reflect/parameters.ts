/**
 * Inputs and outputs of a shader of models 4 to 5.1: the elements of a signature as `D3D12_SIGNATURE_PARAMETER_DESC`.
 *
 * Not for: reading the chunk (container/signature.ts).
 */
import { systemValueOf } from '../base/d3d/system-values.ts';
import type { Diagnostics } from '../base/diagnostics.ts';
import type { Chunk, Container } from '../container/dxbc.ts';
import { readSignature, type SignatureElement } from '../container/signature.ts';
import { D3D_COMPONENT_TYPES, D3D_MIN_PRECISIONS, D3D_NAMES, type Named } from './enums.ts';

/**
 * `D3D11_SIGNATURE_PARAMETER_DESC`, `D3D12_SIGNATURE_PARAMETER_DESC`: an input or output register of a stage, or a part of one.
 */
export interface ParameterDesc {
  readonly semanticName: string;
  readonly semanticIndex: number;
  /** 0xffffffff for a value that has a register of its own, such as `oDepth`. */
  readonly register: number;
  /** `D3D_NAME`: `position`, `target`, `finalQuadEdgeTessFactor`, ...; `undefined` where it is none. */
  readonly systemValueType: Named;
  /** `D3D_REGISTER_COMPONENT_TYPE`: `uint32`, `sint32`, `float32`. */
  readonly componentType: Named;
  /** Components of the register, x to w from bit 0. */
  readonly mask: number;
  /** Inputs: components that the shader may read. Outputs: components that it never writes. */
  readonly readWriteMask: number;
  /** Geometry shader stream. */
  readonly stream: number;
  /** `D3D_MIN_PRECISION`: `default`, `float16`, ... */
  readonly minPrecision: Named;
}

/**
 * The descriptions of a signature; none without a chunk.
 *
 * @param pixelOutput whether it has the outputs of a pixel shader
 */
export function parametersOf(
  container: Container,
  chunk: Chunk | undefined,
  pixelOutput: boolean,
  diagnostics: Diagnostics,
): ParameterDesc[] {
  const signature = chunk === undefined ? undefined : readSignature(container, chunk, diagnostics);
  if (signature === undefined) return [];
  const { elements } = signature;
  const parameters: ParameterDesc[] = new Array(elements.length);
  for (let i = 0; i < elements.length; i++) parameters[i] = parameterOf(elements[i]!, pixelOutput);
  return parameters;
}

function parameterOf(element: SignatureElement, pixelOutput: boolean): ParameterDesc {
  const systemValue = systemValueOf(element, pixelOutput);
  return {
    semanticName: element.semanticName,
    semanticIndex: element.semanticIndex,
    register: element.register,
    systemValueType: D3D_NAMES[systemValue] ?? systemValue,
    componentType: D3D_COMPONENT_TYPES[element.componentType] ?? element.componentType,
    mask: element.mask,
    readWriteMask: element.readWriteMask,
    stream: element.stream,
    minPrecision: D3D_MIN_PRECISIONS[element.minPrecision] ?? element.minPrecision,
  };
}
