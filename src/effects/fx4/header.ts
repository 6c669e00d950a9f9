/**
 * The header of a binary effect: how many records there are of each kind, and how many objects the runtime allocates.
 *
 * Not for: the records (read.ts).
 */
import type { Fx4Counts } from './model.ts';
import type { Fx4View } from './view.ts';

/** Bytes of the header in fx_4_x and in fx_5_0. */
export const FX4_HEADER_SIZE = 76;
export const FX5_HEADER_SIZE = 96;

/** The DWORDs of the header after the version; effects of fx_4_x have none after `inlineShaders`. */
export const FX4_HEADER_FIELDS = [
  'buffers',
  'numericVariables',
  'objects',
  'sharedBuffers',
  'sharedNumericVariables',
  'sharedObjects',
  'techniques',
  'dataSize',
  'strings',
  'shaderResources',
  'depthStencilStates',
  'blendStates',
  'rasterizerStates',
  'samplers',
  'renderTargetViews',
  'depthStencilViews',
  'shaders',
  'inlineShaders',
  'groups',
  'unorderedAccessViews',
  'interfaces',
  'interfaceElements',
  'classInstanceElements',
] as const;

export type Fx4HeaderField = (typeof FX4_HEADER_FIELDS)[number];

export class Fx4Header {
  constructor(
    private readonly view: Fx4View,
    private readonly is5: boolean,
  ) {}

  offsetOf(field: Fx4HeaderField): number {
    return 4 + 4 * FX4_HEADER_FIELDS.indexOf(field);
  }

  /** A DWORD; 0 where effects of fx_4_x have none. */
  get(field: Fx4HeaderField): number {
    const at = this.offsetOf(field);
    return at < FX4_HEADER_SIZE || this.is5 ? this.view.u32(at) : 0;
  }

  /** The counts that no record depends on. */
  counts(): Fx4Counts {
    return {
      numericVariables: this.get('numericVariables'),
      sharedNumericVariables: this.get('sharedNumericVariables'),
      strings: this.get('strings'),
      shaderResources: this.get('shaderResources'),
      depthStencilStates: this.get('depthStencilStates'),
      blendStates: this.get('blendStates'),
      rasterizerStates: this.get('rasterizerStates'),
      samplers: this.get('samplers'),
      renderTargetViews: this.get('renderTargetViews'),
      depthStencilViews: this.get('depthStencilViews'),
      shaders: this.get('shaders'),
      inlineShaders: this.get('inlineShaders'),
      techniques: this.get('techniques'),
      unorderedAccessViews: this.get('unorderedAccessViews'),
      interfaceElements: this.get('interfaceElements'),
      classInstanceElements: this.get('classInstanceElements'),
    };
  }
}
