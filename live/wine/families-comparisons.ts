/**
 * Random programs that compare what they read of textures with a reference: `sample_c`, `sample_c_lz`, `gather4_c` and
 * `gather4_po_c`.
 *
 * Texels are multiples of 1/16 from 0 to 1; references lie between them or, of floats, are equal to them often. The
 * textures can be depth targets, because OpenGL, which Wine draws with, compares only those.
 */

import { fill } from '../../smith/checks/textures.ts';
import type { Random } from '../../smith/random.ts';
import { Sm4Code } from '../../smith/runnable/sm4-code.ts';
import type { Sampler } from '../../src/vm/texture/sampler.ts';
import { COMPARISONS } from '../../src/vm/texture/sampler.ts';
import type { TextureView } from '../../src/vm/texture/texture-view.ts';
import { type ComputeParts, computeTrial } from './compute.ts';
import { axesOf, DIMENSIONS, pickFormat, randomSampler, randomTexture, viewComments } from './random-textures.ts';
import { pixelTrial } from './stages.ts';
import type { Family, Rule, Trial } from './trial.ts';

const RESULTS = ['r2', 'r3'];
/** Dimensions that Direct3D compares and Wine, too (untrusted.ts). */
const COMPARED = ['texture1darray', 'texture2d', 'texture2d', 'texture2darray', 'texturecube'];
const TRUSTED_COMPARISONS = COMPARISONS.filter((comparison) => comparison !== 'never');
const FORMATS = ['R32_FLOAT', 'R16_UNORM'] as const;
/** Weights of 8 bits. */
const FILTERED: Rule = { absolute: 2 ** -12 };
/** The projection on a face leaves fractions with more bits: two weights, each wrong by 1/256. */
const FILTERED_CUBE: Rule = { absolute: 2 ** -6 };
const FLOAT_RETURN = '(float,float,float,float)';

class ComparisonCode {
  readonly code: Sm4Code;

  constructor(
    private readonly random: Random,
    private readonly name: string,
    private readonly view: TextureView,
    private readonly isPixel: boolean,
  ) {
    this.code = new Sm4Code(random, { isModel5: true });
  }

  write(): readonly string[] {
    for (const to of RESULTS) {
      const kinds = [() => this.#levelZero(to)];
      if (this.name.startsWith('texture2d')) kinds.push(() => this.#gather(to));
      if (this.isPixel && !this.view.isCube) kinds.push(() => this.#implicit(to));
      this.random.pick(kinds)();
    }
    return this.code.lines;
  }

  get #declared(): string {
    return `_indexable(${this.name})${FLOAT_RETURN}`;
  }

  /** The reference into r9.x: sixteenths, between them where texels are rounded. */
  #reference(): void {
    const { code, random } = this;
    const isBetween = this.view.format.name !== 'R32_FLOAT' || random.oneIn(2);
    code.line(`and r9.x, r4.${code.component()}, l(15)\nutof r9.x, r9.x`);
    code.line(`mad r9.x, r9.x, l(0.062500), l(${isBetween ? '0.031250' : '0.000000'})`);
  }

  #layer(component: string): void {
    const { code } = this;
    code.line(`and r10.x, r4.${code.component()}, l(1)\nutof r8.${component}, r10.x`);
  }

  /** Coordinates into r8: odd multiples of 1/64 or 1/128, and a layer after them. */
  #coordinates(): void {
    const { code, random } = this;
    const { count, isArray } = axesOf(this.view);
    const [scale, add] = this.view.isCube ? ['0.015625', '0.0078125'] : ['0.031250', '0.015625'];
    code.line(`round_ne r8.xyzw, r0.${code.swizzle()}`);
    code.line(`mad r8.xyzw, r8.xyzw, l(${Array(4).fill(scale)}), l(${Array(4).fill(add)})`);
    // Filters of faces of one texel would reach edges and corners. At a corner three results are averaged, or, as
    // Vulkan recommends, three texels are and the average is compared; SwiftShader does that, and at edges it reads 0
    // where the first coordinate is in the middle.
    if (this.view.isCube && this.view.subresource(0, 0).width === 1) code.line('mov r8.xyzw, l(0, 0, 0, 0)');
    if (this.view.isCube) code.line(`mov r8.${random.pick(['x', 'y', 'z'])}, l(${random.pick(['2.0', '-2.0'])})`);
    if (isArray) this.#layer('xyzw'[count]!);
  }

  #levelZero(to: string): void {
    this.#coordinates();
    this.#reference();
    this.code.line(`sample_c_lz${this.#declared} ${to}.xyzw, r8.xyzw, t1.xxxx, s0, r9.x`);
  }

  /** Coordinates that differ along the axes of the screen by a power of two. */
  #implicit(to: string): void {
    const { code, random } = this;
    const scale = random.pick([0.015625, 0.0625, 0.25]);
    const add = (0.015625 - scale / 2).toFixed(9);
    code.line(`mad r8.xyzw, v0.xyxy, l(${[scale, scale, 0, 0].map((x) => x.toFixed(6))}), l(${add}, ${add}, 0.0, 0.0)`);
    const { count, isArray } = axesOf(this.view);
    if (isArray) code.line(`mov r8.${'xyzw'[count]}, l(1.0)`);
    this.#reference();
    code.line(`sample_c${this.#declared} ${to}.xyzw, r8.xyzw, t1.xxxx, s0, r9.x`);
  }

  #gather(to: string): void {
    const { code, random } = this;
    this.#coordinates();
    this.#reference();
    if (random.oneIn(3)) {
      code.line(`and r10.xyzw, r4.${code.swizzle()}, l(7, 7, 7, 7)`);
      code.line(`gather4_po_c${this.#declared} ${to}.xyzw, r8.xyzw, r10.xyxx, t1.xyzw, s0.x, r9.x`);
    } else code.line(`gather4_c${this.#declared} ${to}.xyzw, r8.xyzw, t1.xyzw, s0.x, r9.x`);
  }
}

function comparisonTrial(random: Random, isPixel: boolean): Trial {
  const name = random.pick(COMPARED);
  const view = randomTexture(random, DIMENSIONS[name]!, pickFormat(random, FORMATS));
  fill(view.texture, () => random.between(0, 16) / 16);
  const sampler: Sampler = {
    ...randomSampler(random, random.oneIn(2)),
    comparison: random.pick(TRUSTED_COMPARISONS),
    border: [0.5, 0.5, 0.5, 0.5],
  };
  const isPoint = sampler.minFilter === 'point' && sampler.mipFilter === 'point';
  const rule: Rule = isPoint ? 'float' : view.isCube ? FILTERED_CUBE : FILTERED;
  const stage = isPixel ? 'ps' : 'cs';
  const parts: ComputeParts = {
    samplers: ['dcl_sampler s0, mode_comparison'],
    declarations: [`dcl_resource_${name} ${FLOAT_RETURN} t1`],
    code: new ComparisonCode(random, name, view, isPixel).write(),
    outputs: RESULTS.map((register) => ({ register, rule })),
    bind: (request, bindings) => {
      request.texture(2, view, 'depth').view(stage, 1, 2).sampler(stage, 0, sampler);
      bindings.resources.set(1, view);
      bindings.samplers.set(0, sampler);
    },
  };
  const trial = isPixel ? pixelTrial(random, parts) : computeTrial(random, parts);
  return { ...trial, about: viewComments([view], sampler) };
}

export const COMPARISON_FAMILIES: readonly Family[] = [
  { name: 'comparisons in compute shaders', api: 'd3d11', share: 2, make: (random) => comparisonTrial(random, false) },
  { name: 'comparisons in pixel shaders', api: 'd3d11', share: 2, make: (random) => comparisonTrial(random, true) },
];
