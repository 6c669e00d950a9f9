/**
 * Tests and writes depth and stencil, sample by sample. Depths are compared as they are stored, so that what was
 * written compares as equal.
 *
 * Source: Direct3D 11.3 functional specification, 15.6 (clamp to the viewport) and 17.8 to 17.13.
 */

import { u32At } from '../../base/words.ts';
import type { Format, FormatComponent } from '../../formats/formats.ts';
import { maxUnsigned } from '../../formats/number-types.ts';
import { bitsOfFloat, floatOfBits } from '../../numerics/conversion.ts';
import { maximum, minimum } from '../../numerics/float.ts';
import { compares } from '../texture/sampler.ts';
import type { TextureView } from '../texture/texture-view.ts';
import type { Viewport } from './clip.ts';
import type { DepthStencilState, StencilOperation } from './states.ts';

export interface TargetSample {
  readonly x: number;
  readonly y: number;
  readonly layer: number;
  readonly sample: number;
}

export class DepthStencil {
  readonly #depth: FormatComponent | undefined;
  readonly #stencil: FormatComponent | undefined;

  constructor(
    private readonly view: TextureView | undefined,
    private readonly state: DepthStencilState,
  ) {
    this.#depth = state.isDepthTested ? componentOf(view?.format, 'd') : undefined;
    this.#stencil = state.isStencilTested ? componentOf(view?.format, 's') : undefined;
  }

  /** Whether anything is tested or written. */
  get isActive(): boolean {
    return this.#depth !== undefined || this.#stencil !== undefined;
  }

  /** Tests a sample and writes what it changes. Returns whether it passes. @param reference of the stencil test */
  test(
    target: TargetSample,
    z: number,
    { minDepth, maxDepth }: Viewport,
    isFront: boolean,
    reference = this.state.stencilReference,
  ): boolean {
    const view = this.view;
    if (view === undefined || !this.isActive) return true;
    const offset = targetOffset(view, target);
    if (offset < 0) return true;
    const { bytes } = view.texture;
    const { depthComparison, isDepthWritten, stencilReadMask } = this.state;
    const face = isFront ? this.state.front : this.state.back;
    let stencilHolds = true;
    if (this.#stencil !== undefined) {
      const stored = rawAt(bytes, offset, this.#stencil);
      stencilHolds = compares(face.comparison, reference & stencilReadMask, stored & stencilReadMask);
    }
    let depthHolds = true;
    if (this.#depth !== undefined) {
      const raw = storedDepth(this.#depth, minimum(maxDepth, maximum(minDepth, z)));
      const old = rawAt(bytes, offset, this.#depth);
      const isFloat = this.#depth.type === 'float';
      depthHolds = compares(depthComparison, isFloat ? floatOfBits(raw) : raw, isFloat ? floatOfBits(old) : old);
      if (stencilHolds && depthHolds && isDepthWritten) setRawAt(bytes, offset, this.#depth, raw);
    }
    this.#update(bytes, offset, !stencilHolds ? face.fail : depthHolds ? face.pass : face.depthFail, reference);
    return stencilHolds && depthHolds;
  }

  #update(bytes: Uint8Array, offset: number, operation: StencilOperation, reference: number): void {
    const component = this.#stencil;
    if (component === undefined || operation === 'keep') return;
    const max = maxUnsigned(component.bits);
    const old = rawAt(bytes, offset, component);
    const mask = this.state.stencilWriteMask & max;
    const value = changed(operation, old, reference & max, max);
    setRawAt(bytes, offset, component, (value & mask) | (old & ~mask & max));
  }
}

function changed(operation: StencilOperation, old: number, reference: number, max: number): number {
  switch (operation) {
    case 'keep':
      return old;
    case 'zero':
      return 0;
    case 'replace':
      return reference;
    case 'increment-clamp':
      return Math.min(old + 1, max);
    case 'decrement-clamp':
      return Math.max(old - 1, 0);
    case 'invert':
      return ~old & max;
    case 'increment-wrap':
      return (old + 1) & max;
    case 'decrement-wrap':
      return (old - 1) & max;
  }
}

/** Offset of a sample in the bytes of a target's texture; -1 outside. Slices of a 3D texture are its layers. */
export function targetOffset(view: TextureView, { x, y, layer, sample }: TargetSample): number {
  const isVolume = view.axes === 3;
  return view.offsetOf(0, isVolume ? 0 : layer, x, y, isVolume ? layer : 0, sample);
}

function componentOf(format: Format | undefined, letter: 'd' | 's'): FormatComponent | undefined {
  return format?.components.find((component) => component.letter === letter);
}

/** The bits of a depth in a format: to the nearest, NaN as 0. */
function storedDepth({ type, bits }: FormatComponent, z: number): number {
  if (type === 'float') return bitsOfFloat(z);
  return Number.isNaN(z) ? 0 : Math.floor(Math.min(Math.max(z, 0), 1) * maxUnsigned(bits) + 0.5);
}

function rawAt(bytes: Uint8Array, offset: number, { bits, word, shift }: FormatComponent): number {
  return ((u32At(bytes, offset + 4 * word) >>> shift) & maxUnsigned(bits)) >>> 0;
}

/** Writes the bits of a component; other bits of its bytes stay. */
function setRawAt(bytes: Uint8Array, offset: number, { bits, word, shift }: FormatComponent, raw: number): void {
  const mask = maxUnsigned(bits) << shift;
  const value = raw << shift;
  const last = (shift + bits - 1) >> 3;
  for (let i = shift >> 3; i <= last; i++) {
    const at = offset + 4 * word + i;
    bytes[at] = (bytes[at]! & ~(mask >>> (8 * i))) | ((value & mask) >>> (8 * i));
  }
}
