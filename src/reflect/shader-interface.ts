/**
 * The interface of a shader of models 4 to 5.1: buffers, bindings, inputs and outputs, without the rest of its
 * reflection. For callers that have to be small.
 */
import { Diagnostics } from '../base/diagnostics.ts';
import { readRdef, readRdefBindings } from '../chunks/rdef.ts';
import type { Chunk, Container } from '../container/dxbc.ts';
import { pickChunks } from '../container/shader-chunks.ts';
import { bindingOf } from './bindings.ts';
import type { defaultValueOf } from './default-value.ts';
import { parametersOf } from './parameters.ts';
import type { Sm4Reflection } from './sm4.ts';
import { type BufferDesc, buffersOf } from './types.ts';

/** As in a reflection, but no constant has its default value unless the caller asks for them. */
export type ShaderInterface = Pick<
  Sm4Reflection,
  'constantBuffers' | 'boundResources' | 'inputParameters' | 'outputParameters' | 'patchConstantParameters'
>;

/**
 * Reads the interface of a shader; what is wrong with its chunks is left to those who reflect it.
 *
 * @param describe describes default values ({@link defaultValueOf}); without it, there are none
 */
export function readShaderInterface(
  container: Container,
  stage: string | undefined,
  describe?: typeof defaultValueOf,
): ShaderInterface {
  return new InterfaceReader(container, stage, describe);
}

class InterfaceReader implements ShaderInterface {
  readonly boundResources: ShaderInterface['boundResources'];
  readonly inputParameters: ShaderInterface['inputParameters'];
  readonly outputParameters: ShaderInterface['outputParameters'];
  readonly patchConstantParameters: ShaderInterface['patchConstantParameters'];
  readonly #diagnostics = new Diagnostics();
  readonly #resources: Chunk | undefined;
  #buffers: readonly BufferDesc[] | undefined;

  constructor(
    private readonly container: Container,
    stage: string | undefined,
    private readonly describe: typeof defaultValueOf | undefined,
  ) {
    const diagnostics = this.#diagnostics;
    const { resources, input, output, patchConstants } = pickChunks(container, diagnostics);
    this.#resources = resources;
    this.boundResources =
      resources === undefined ? [] : readRdefBindings(container, resources, diagnostics).map(bindingOf);
    this.inputParameters = parametersOf(container, input, 'v', false, diagnostics);
    this.outputParameters = parametersOf(container, output, 'o', stage === 'ps', diagnostics);
    this.patchConstantParameters = parametersOf(
      container,
      patchConstants,
      stage === 'hs' ? 'o' : 'vpc',
      false,
      diagnostics,
    );
  }

  /** Buffers and their types are most of the work, and most callers ask for none. */
  get constantBuffers(): readonly BufferDesc[] {
    this.#buffers ??= this.#readBuffers();
    return this.#buffers;
  }

  #readBuffers(): readonly BufferDesc[] {
    const rdef = this.#resources && readRdef(this.container, this.#resources, this.#diagnostics);
    return this.#resources && rdef ? buffersOf(rdef, this.#resources, this.#diagnostics, this.describe) : [];
  }
}
