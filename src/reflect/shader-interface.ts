/**
 * What a shader of models 4 to 5.1 has in common with what is around it: buffers, bindings, inputs and outputs, and nothing else of its reflection.
 * For callers that have to be small.
 */
import { Diagnostics } from '../base/diagnostics.ts';
import type { Container } from '../container/dxbc.ts';
import { readRdef, readRdefBindings } from '../container/rdef.ts';
import { pickChunks } from '../container/shader-chunks.ts';
import { bindingOf } from './bindings.ts';
import { parametersOf } from './parameters.ts';
import type { Sm4Reflection } from './sm4.ts';
import { type BufferDesc, buffersOf } from './types.ts';

/** As in a reflection, but no constant has its default value. */
export type ShaderInterface = Pick<
  Sm4Reflection,
  'constantBuffers' | 'boundResources' | 'inputParameters' | 'outputParameters' | 'patchConstantParameters'
>;

/** Reads the interface of a shader; what is wrong with its chunks is left to those who reflect it. */
export function readShaderInterface(container: Container, isPixelShader: boolean): ShaderInterface {
  const diagnostics = new Diagnostics();
  const { resources, input, output, patchConstants } = pickChunks(container, diagnostics);
  let buffers: readonly BufferDesc[] | undefined;
  return {
    // Buffers and their types are most of the work, and most callers ask for none.
    get constantBuffers() {
      const rdef = buffers === undefined && resources && readRdef(container, resources, diagnostics);
      buffers ??= resources && rdef ? buffersOf(rdef, resources, diagnostics) : [];
      return buffers;
    },
    boundResources: resources === undefined ? [] : readRdefBindings(container, resources, diagnostics).map(bindingOf),
    inputParameters: parametersOf(container, input, false, diagnostics),
    outputParameters: parametersOf(container, output, isPixelShader, diagnostics),
    patchConstantParameters: parametersOf(container, patchConstants, false, diagnostics),
  };
}
