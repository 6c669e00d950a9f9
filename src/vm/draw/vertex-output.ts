/**
 * The registers of the last stage before the rasterizer: which of them hold position, distances, layer and viewport.
 */

import type { DeclaredSystemValue } from '../../base/d3d/system-values.ts';
import type { Sm4DeclaredRegister } from '../../isa/sm4/declarations.ts';
import { SM4_SYSTEM_NAMES } from '../../isa/sm4/names.ts';
import { SM4_OPERAND_TYPES } from '../../isa/sm4/operands.ts';
import { floatOfBits } from '../../numerics/conversion.ts';
import type { Registers } from '../sm4/stage-registers.ts';
import { componentsOf } from './links.ts';
import type { PrimitiveInput, RasterVertex } from './primitive-setup.ts';

const COMPONENTS = 4;
const OUTPUT = SM4_OPERAND_TYPES.output.code;

export class VertexOutput {
  readonly #position: readonly number[];
  readonly #clip: readonly number[];
  readonly #cull: readonly number[];
  readonly #layer: number;
  readonly #viewport: number;
  /** Whether ids of primitives are written. */
  readonly hasPrimitiveId: boolean;

  /** @param stream of a geometry shader */
  constructor(outputs: readonly Sm4DeclaredRegister[], stream = 0) {
    const wordsOf = (name: DeclaredSystemValue) =>
      outputs
        .filter(
          (output) =>
            output.type === OUTPUT && output.stream === stream && SM4_SYSTEM_NAMES[output.systemValue] === name,
        )
        .sort((a, b) => a.register - b.register)
        .flatMap(({ register, mask }) => componentsOf(mask).map((component) => COMPONENTS * register + component));
    this.#position = wordsOf('position');
    this.#clip = wordsOf('clip_distance');
    this.#cull = wordsOf('cull_distance');
    this.#layer = wordsOf('rendertarget_array_index')[0] ?? -1;
    this.#viewport = wordsOf('viewport_array_index')[0] ?? -1;
    this.hasPrimitiveId = wordsOf('primitive_id').length > 0;
  }

  /** Whether there is a position; without one nothing can be rasterized. */
  get hasPosition(): boolean {
    return this.#position.length === COMPONENTS;
  }

  /** A primitive of vertices with these registers. */
  primitive(vertices: readonly Registers[], primitiveId: number): PrimitiveInput {
    const [leading] = vertices;
    return {
      vertices: vertices.map((registers) => this.#vertex(registers)),
      primitiveId,
      layer: this.#layer < 0 ? 0 : leading![this.#layer]!,
      viewport: this.#viewport < 0 ? 0 : leading![this.#viewport]!,
    };
  }

  #vertex(registers: Registers): RasterVertex {
    const floatsAt = (words: readonly number[]) => words.map((at) => floatOfBits(registers[at] ?? 0));
    return {
      position: floatsAt(this.#position) as unknown as RasterVertex['position'],
      clipDistances: floatsAt(this.#clip),
      cullDistances: floatsAt(this.#cull),
      registers,
    };
  }
}
