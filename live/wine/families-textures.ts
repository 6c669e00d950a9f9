/**
 * Random programs that read textures: `ld`, `sample` and its variants, `gather4` and what is asked of views; and
 * `store_uav_typed`.
 */

import type { Random } from '../../smith/random.ts';
import { Sm4Code } from '../../smith/runnable/sm4-code.ts';
import type { AddressMode, Sampler } from '../../src/vm/texture/sampler.ts';
import type { TextureView } from '../../src/vm/texture/texture-view.ts';
import { type ComputeParts, computeTrial } from './compute.ts';
import {
  axesOf,
  DIMENSIONS,
  FLOAT_FORMATS,
  INTEGER_FORMATS,
  pickFormat,
  randomSampler,
  randomTexture,
  viewComments,
} from './random-textures.ts';
import { pixelTrial } from './stages.ts';
import type { Family, Rule, Trial } from './trial.ts';

/** Two textures, the second of integers, in t1 and t2. */
interface Views {
  readonly names: readonly [string, string];
  readonly views: readonly [TextureView, TextureView];
  readonly sampler: Sampler;
}

/** Registers for the results of texture reads. */
const FLOAT_RESULTS = ['r2', 'r3'];
const INTEGER_RESULTS = ['r6', 'r7'];
/** Filters compute with texels up to 4; conversions of normalized numbers differ in the last bits. */
const FILTERED: Rule = { absolute: 2 ** -12 };
/**
 * The projection on a face leaves fractions with more than the 8 bits of a weight: two weights, each wrong by 1/256 of
 * a difference of up to 8.
 */
const FILTERED_CUBE: Rule = { absolute: 2 ** -4 };
const CONVERTED: Rule = { absolute: 2 ** -20, relative: 2 ** -20 };

class TextureCode {
  readonly code: Sm4Code;
  readonly #views: Views;
  readonly #random: Random;
  readonly #isPixel: boolean;

  constructor(random: Random, views: Views, isPixel: boolean) {
    this.#random = random;
    this.#views = views;
    this.#isPixel = isPixel;
    this.code = new Sm4Code(random, { isModel5: true });
  }

  /** Results in all registers but r0 and r4, which have coordinates, and r1 and r5. */
  write(): readonly string[] {
    for (const to of FLOAT_RESULTS) this.#floats(to);
    for (const to of INTEGER_RESULTS) this.#integers(to);
    return this.code.lines;
  }

  /**
   * Coordinates of the middle of something into r8: multiples of 1/32 and a half of that, of r0; an array's layer after
   * them.
   */
  #coordinates(isGradient = false): void {
    const { code } = this;
    const view = this.#views.views[0];
    const { count, isArray } = axesOf(view);
    code.line(`round_ne r8.xyzw, r0.${this.code.swizzle()}`);
    if (view.isCube) {
      // Both small components are less than half of the third.
      code.line(
        'mad r8.xyzw, r8.xyzw, l(0.015625, 0.015625, 0.015625, 0.015625), l(0.0078125, 0.0078125, 0.0078125, 0.0078125)',
      );
      code.line(`mov r8.${this.#random.pick(['x', 'y', 'z'])}, l(${this.#random.pick(['2.0', '-2.0'])})`);
    } else if (!isGradient)
      code.line(
        'mad r8.xyzw, r8.xyzw, l(0.03125, 0.03125, 0.03125, 0.03125), l(0.015625, 0.015625, 0.015625, 0.015625)',
      );
    if (isArray) code.line(`and r10.x, r4.${code.component()}, l(3)\nutof r8.${'xyzw'[count]}, r10.x`);
  }

  #floats(to: string): void {
    const random = this.#random;
    const { isCube, dimension } = this.#views.views[0];
    const kinds = [() => this.#level(to), () => this.#level(to), () => this.#size(to, 't1')];
    if (!isCube)
      kinds.push(
        () => this.#load(to, 0),
        () => this.#gradient(to),
      );
    if (dimension.startsWith('2d'))
      kinds.push(
        () => this.#gather(to),
        () => this.#gather(to),
      );
    if (this.#isPixel)
      kinds.push(
        () => this.#implicit(to),
        () => this.#implicit(to),
      );
    random.pick(kinds)();
  }

  #integers(to: string): void {
    this.#random.pick([() => this.#load(to, 1), () => this.#load(to, 1), () => this.#size(to, 't2')])();
  }

  /** The suffix of the mnemonic that repeats what the declaration says, after that of offsets, if there may be any. */
  #indexable(number: 0 | 1, offsets = 0): string {
    const view = this.#views.views[number];
    const declared = `(${this.#views.names[number]})(${returnTypeOf(view)})`;
    if (offsets === 0 || view.isCube || !this.#random.oneIn(3)) return `_indexable${declared}`;
    const values = [0, 1, 2].map((i) => (i < offsets ? this.#random.between(-4, 4) : 0));
    return `_aoffimmi_indexable(${values.join(',')})${declared}`;
  }

  #level(to: string): void {
    const { code } = this;
    this.#coordinates();
    // Levels in quarters, away from the halves where a point filter changes.
    code.line(`and r10.x, r4.${code.component()}, l(15)`);
    code.line('utof r10.x, r10.x');
    code.line('mad r10.x, r10.x, l(0.25), l(0.125)');
    code.line(
      `sample_l${this.#indexable(0, this.#views.views[0].axes)} ${to}.xyzw, r8.xyzw, t1.${code.swizzle()}, s0, r10.x`,
    );
  }

  /** Derivatives along one axis each, powers of two: the level is an integer. */
  #gradient(to: string): void {
    const { code } = this;
    this.#coordinates();
    const size = this.#random.pick(['0.015625', '0.0625', '0.25', '1.0']);
    code.line(
      `sample_d${this.#indexable(0)} ${to}.xyzw, r8.xyzw, t1.${code.swizzle()}, s0, l(${size}, 0.0, 0.0, 0.0), l(0.0, ${size}, 0.0, 0.0)`,
    );
  }

  #gather(to: string): void {
    const { code } = this;
    this.#coordinates();
    const channel = this.#random.pick(['x', 'y', 'z', 'w']);
    if (this.#random.oneIn(3)) {
      code.line(`and r10.xyzw, r4.${code.swizzle()}, l(7, 7, 7, 7)`);
      code.line(`gather4_po${this.#indexable(0)} ${to}.xyzw, r8.xyzw, r10.xyxx, t1.${code.swizzle()}, s0.${channel}`);
    } else code.line(`gather4${this.#indexable(0, 2)} ${to}.xyzw, r8.xyzw, t1.${code.swizzle()}, s0.${channel}`);
  }

  /** Coordinates that differ along the axes of the screen by a power of two. */
  #implicit(to: string): void {
    const { code } = this;
    const view = this.#views.views[0];
    const scale = this.#random.pick([0.015625, 0.0625, 0.25]);
    const step = [scale, scale, 0, 0].map((value) => value.toFixed(6)).join(', ');
    // The position is a half more than an integer. Coordinates are odd multiples of 1/128: with those of 1/64,
    // every fourth one would be at the border of two of 16 texels where the scale is 1/64, and a mirrored address that
    // is an integer has another texel on drivers.
    const add = (0.0078125 - scale / 2).toFixed(9);
    if (view.isCube) {
      this.#level(to);
      return;
    }
    code.line(`mad r8.xyzw, v0.xyxy, l(${step}), l(${add}, ${add}, 0.0078125, 0.0)`);
    const { count, isArray } = axesOf(view);
    if (isArray) code.line(`mov r8.${'xyzw'[count]}, l(1.0)`);
    if (this.#random.oneIn(2))
      code.line(`sample${this.#indexable(0, view.axes)} ${to}.xyzw, r8.xyzw, t1.${code.swizzle()}, s0`);
    else {
      const bias = this.#random.pick(['1.0', '-1.0', '2.0']);
      code.line(`sample_b${this.#indexable(0)} ${to}.xyzw, r8.xyzw, t1.${code.swizzle()}, s0, l(${bias})`);
    }
  }

  /** A texel that exists, of a level that exists. */
  #load(to: string, number: 0 | 1): void {
    const { code } = this;
    const view = this.#views.views[number];
    const mip = this.#random.below(view.mips);
    const { width, height, depth } = view.subresource(mip, 0);
    const sizes = [width, height, depth].slice(0, view.axes);
    const limits = [0, 0, 0, 0].map((_, i) =>
      i < sizes.length ? sizes[i]! - 1 : i === sizes.length && view.isArray ? 1 : 0,
    );
    code.line(`and r8.xyzw, r4.${code.swizzle()}, l(${limits.join(', ')})`);
    code.line(`mov r8.w, l(${mip})`);
    code.line(`ld${this.#indexable(number)} ${to}.xyzw, r8.xyzw, t${number + 1}.${code.swizzle()}`);
  }

  #size(to: string, view: 't1' | 't2'): void {
    const { code } = this;
    const number = view === 't1' ? 0 : 1;
    const mip = this.#random.below(this.#views.views[number].mips);
    const form = to < 'r4' ? '' : '_uint';
    code.line(`resinfo${this.#indexable(number)}${form} ${to}.xyzw, l(${mip}), ${view}.xyzw`);
  }
}

function returnTypeOf({ format }: TextureView): string {
  if (!format.isInteger) return 'float,float,float,float';
  const type = format.types.includes('sint') ? 'sint' : 'uint';
  return Array(4).fill(type).join(',');
}

/** The formats and states of textures and samplers in trials; absent: everything that Direct3D has. */
export interface TextureChoices {
  readonly formats?: readonly string[];
  readonly addressing?: readonly AddressMode[];
}

/** The trial of a shader that reads two textures. */
export function textureTrial(random: Random, isPixel: boolean, choices: TextureChoices = {}): Trial {
  const { formats = FLOAT_FORMATS, addressing } = choices;
  const pick = () => random.pick(Object.keys(DIMENSIONS));
  const first = pick();
  let second = pick();
  while (second.startsWith('texturecube')) second = pick();
  const isFiltered = random.oneIn(2);
  const views: Views = {
    names: [first, second],
    views: [
      randomTexture(random, DIMENSIONS[first]!, pickFormat(random, formats)),
      randomTexture(random, DIMENSIONS[second]!, pickFormat(random, INTEGER_FORMATS)),
    ],
    sampler: randomSampler(random, isFiltered, addressing),
  };
  const isExact = /32_FLOAT|16_FLOAT|R11G11/.test(views.views[0].format.name);
  const { sampler } = views;
  const isPoint = sampler.minFilter === 'point' && sampler.mipFilter === 'point';
  const filtered = views.views[0].isCube ? FILTERED_CUBE : FILTERED;
  const rule = isPoint ? (isExact ? 'float' : CONVERTED) : filtered;
  const stage = isPixel ? 'ps' : 'cs';
  const parts: ComputeParts = {
    samplers: ['dcl_sampler s0, mode_default'],
    declarations: views.views.map((view, i) => `dcl_resource_${views.names[i]} (${returnTypeOf(view)}) t${i + 1}`),
    code: new TextureCode(random, views, isPixel).write(),
    outputs: [
      ...FLOAT_RESULTS.map((register) => ({ register, rule: rule as Rule })),
      ...INTEGER_RESULTS.map((register) => ({ register, rule: 'bits' as Rule })),
    ],
    bind: (request, bindings) => {
      for (const [i, view] of views.views.entries()) {
        request.texture(2 + i, view).view(stage, 1 + i, 2 + i);
        bindings.resources.set(1 + i, view);
      }
      request.sampler(stage, 0, sampler);
      bindings.samplers.set(0, sampler);
    },
  };
  const trial = isPixel ? pixelTrial(random, parts) : computeTrial(random, parts);
  return { ...trial, about: viewComments(views.views, sampler) };
}

export const TEXTURE_FAMILIES: readonly Family[] = [
  { name: 'textures in compute shaders', api: 'd3d11', share: 6, make: (random) => textureTrial(random, false) },
  { name: 'textures in pixel shaders', api: 'd3d11', share: 6, make: (random) => textureTrial(random, true) },
];
