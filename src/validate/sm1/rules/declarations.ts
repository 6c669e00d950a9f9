/**
 * Rules of `dcl`, in all models from 2.0 on and vs_1_1, and what a stream has declared.
 *
 * The declaration rules of the format documents (DCL1-DCL9) are enforced here, as far as Microsoft enforces them.
 */
import { SM1_REGISTERS, SM1_TEXTURE_COORDINATES, SM1_USAGES } from '../../../isa/sm1/registers.ts';
import { sm1RegisterType } from '../../../isa/sm1/tokens.ts';
import type { Sm1RuleRow } from '../../rule.ts';
import type { Sm1ValidationContext } from '../context.ts';

export const LATE_RULE: Sm1RuleRow = {
  codes: { vs11: 'X6020', vs20: 'X6020', vs30: 'X5623', ps20: 'X5215', ps30: 'X5297' },
  text: 'A register is declared after the first executable instruction.',
  hint: 'Move the declarations to the beginning of the shader.',
};
export const TYPE_RULE: Sm1RuleRow = {
  codes: { vs11: 'X5626', vs20: 'X5626', vs30: 'X5627', ps20: 'X5217', ps30: 'X5299' },
  text: 'Registers of this type cannot be declared in this version.',
  hint: 'Declare only inputs, samplers and, from vs_3_0 on, outputs.',
};
export const NUMBER_RULE: Sm1RuleRow = {
  codes: { vs11: 'X5628', vs20: 'X5628', vs30: 'X5629', ps20: 'X5218', ps30: 'X5300' },
  text: 'Register {register} of this type does not exist; the last one is {limit}.',
  hint: 'Use a lower register number.',
};
export const FULL_MASK_RULE: Sm1RuleRow = {
  codes: { vs11: 'X5800', vs20: 'X5800' },
  text: 'An input is declared with a mask, which needs vs_3_0.',
  hint: 'Remove the mask.',
  specRules: ['DCL3'],
};
export const EMPTY_MASK_RULE: Sm1RuleRow = {
  codes: { vs30: 'X5801', ps20: 'X5403', ps30: 'X5473' },
  text: 'The declaration has an empty mask.',
  hint: 'Name the components that are declared.',
};
export const TWICE_RULE: Sm1RuleRow = {
  codes: { vs11: 'X5632', vs20: 'X5632', ps20: 'X5219' },
  text: 'Register {register} is declared twice.',
  hint: 'Declare each register once.',
};
export const OVERLAP_RULE: Sm1RuleRow = {
  codes: { vs30: 'X5633', ps30: 'X5301' },
  text: 'Components of register {register} are declared twice.',
  hint: 'Give the declarations of one register masks that share no component.',
  specRules: ['DCL8'],
};
export const SAMPLER_TWICE_RULE: Sm1RuleRow = {
  codes: { vs30: 'X5771', ps30: 'X5769' },
  text: 'Sampler {register} is declared twice.',
  hint: 'Declare each sampler once.',
};
export const SAMPLER_TYPE_RULE: Sm1RuleRow = {
  codes: { vs30: 'X5586', ps20: 'X5221', ps30: 'X5585' },
  text: 'A sampler is declared with an unknown texture type.',
  hint: 'Use dcl_2d, dcl_cube or dcl_volume.',
  specRules: ['DCL1'],
};
export const SAMPLER_MASK_RULE: Sm1RuleRow = {
  codes: { vs30: 'X5772', ps20: 'X5424', ps30: 'X5770' },
  text: 'A sampler is declared with a mask.',
  hint: 'Remove the mask.',
  specRules: ['DCL1'],
};
export const SAMPLER_MODIFIERS_RULE: Sm1RuleRow = {
  codes: { ps20: 'X5968' },
  text: 'A sampler is declared with a modifier.',
  hint: 'Remove the modifier.',
  specRules: ['DCL1'],
};
export const INPUT_MODIFIERS_RULE: Sm1RuleRow = {
  codes: { ps20: 'X5280' },
  text: 'A color is declared with a modifier.',
  hint: 'Remove the modifier.',
};
export const TEXTURE_MODIFIERS_RULE: Sm1RuleRow = {
  codes: { ps20: 'X5536' },
  text: 'The declaration of a texture coordinate takes _pp and _centroid, no other modifier.',
  hint: 'Remove the modifier.',
};
export const TEXTURE_MASK_RULE: Sm1RuleRow = {
  codes: { ps20: 'X5220' },
  text: 'The mask of a declared texture coordinate is not .x, .xy, .xyz or .xyzw.',
  hint: 'Declare the components from x on, without a gap.',
  specRules: ['DCL2'],
};
export const USAGE_MODIFIERS_RULE: Sm1RuleRow = {
  codes: { ps30: 'X5970' },
  text: 'The declaration of an input takes _pp and _centroid, no other modifier.',
  hint: 'Remove the modifier.',
};
export const NO_MODIFIERS_RULE: Sm1RuleRow = {
  codes: { ps30: 'X5969' },
  text: 'Samplers, vPos and vFace are declared without modifiers.',
  hint: 'Remove the modifier.',
  specRules: ['DCL1', 'DCL5', 'DCL6'],
};
export const MISC_TWICE_RULE: Sm1RuleRow = {
  codes: { ps30: 'X5630' },
  text: 'vPos or vFace is declared twice.',
  hint: 'Declare it once, with all components that are read.',
};
export const POSITION_COMPONENTS_RULE: Sm1RuleRow = {
  codes: { ps30: 'X5631' },
  text: 'vPos has only the components x and y.',
  hint: 'Declare vPos.xy, vPos.x or vPos.y.',
  specRules: ['DCL6'],
};
export const USAGE_RULE: Sm1RuleRow = {
  codes: { vs11: 'X5634', vs20: 'X5634', vs30: 'X5635', ps30: 'X5302' },
  text: 'Usage {usage} does not exist.',
  hint: 'Use one of the usages from position, 0, to sample, 13.',
  specRules: ['DCL3', 'DCL7'],
};
export const USAGE_INDEX_RULE: Sm1RuleRow = {
  codes: { vs11: 'X5636', vs20: 'X5636', vs30: 'X6021', ps30: 'X5303' },
  text: 'Usage index {index} is greater than 15.',
  hint: 'Use an index from 0 to 15.',
  specRules: ['DCL3', 'DCL4', 'DCL7'],
};
export const USAGE_TWICE_RULE: Sm1RuleRow = {
  codes: { vs11: 'X5637', vs20: 'X5637', vs30: 'X5638', ps30: 'X5304' },
  text: 'An input with the usage {usage} is already declared.',
  hint: 'Give each input its own usage and index.',
};
export const TESSELLATION_RULE: Sm1RuleRow = {
  codes: { vs11: 'X5975', vs20: 'X5975', vs30: 'X5977', ps30: 'X5973' },
  text: 'An input cannot have the usage tessfactor.',
  hint: 'Use another usage.',
};
export const TRANSFORMED_RULE: Sm1RuleRow = {
  codes: { vs11: 'X5976', vs20: 'X5976', vs30: 'X5978', ps30: 'X5972' },
  text: 'An input cannot be positiont0: transformed vertices bypass the vertex shader.',
  hint: 'Use position, or another index.',
};
export const POSITION_RULE: Sm1RuleRow = {
  codes: { ps30: 'X5971' },
  text: 'An input of a pixel shader cannot have the usage position0.',
  hint: 'Declare the usage of the output that feeds the input, or read vPos.',
  specRules: ['DCL4'],
};
export const POINT_SIZE_RULE: Sm1RuleRow = {
  codes: { ps30: 'X5537' },
  text: 'An input of a pixel shader cannot be psize0.',
  hint: 'Use another usage or index.',
};
export const SAMPLE_RULE: Sm1RuleRow = {
  codes: { ps30: 'X5974' },
  text: 'An input of a pixel shader cannot have the usage sample.',
  hint: 'Use another usage.',
};
export const PRECISION_RULE: Sm1RuleRow = {
  codes: { ps20: 'X6098' },
  text: 'The declared register has an unknown minimum precision.',
  hint: 'Use 1 (min16f), 2 (min2_8f) or none.',
};
export const SAMPLER_PRECISION_RULE: Sm1RuleRow = {
  codes: { ps20: 'X6099' },
  text: 'A sampler has no minimum precision.',
  hint: 'Remove the minimum precision.',
};
export const CENTROID_MISSING_RULE: Sm1RuleRow = {
  codes: { ps30: 'X6067' },
  text: 'Another usage of this input is a color or is declared with _centroid; this one is declared without.',
  hint: 'Put _centroid on all usages of a register or on none.',
};
export const CENTROID_COLOR_RULE: Sm1RuleRow = {
  codes: { ps30: 'X6072' },
  text: 'A color, which always counts as _centroid, shares an input with a usage that is declared without _centroid.',
  hint: 'Put _centroid on the other usages of the register.',
};
export const CENTROID_ADDED_RULE: Sm1RuleRow = {
  codes: { ps30: 'X6073' },
  text: 'Another usage of this input is declared without _centroid; this one is declared with it.',
  hint: 'Put _centroid on all usages of a register or on none.',
};
export const OUTPUT_USAGE_TWICE_RULE: Sm1RuleRow = {
  codes: { vs30: 'X5639' },
  text: 'An output with the usage {usage} is already declared.',
  hint: 'Give each output its own usage and index.',
  specRules: ['DCL7'],
};
export const OUTPUT_TRANSFORMED_RULE: Sm1RuleRow = {
  codes: { vs30: 'X5979' },
  text: 'An output cannot be positiont0.',
  hint: 'Use position.',
  specRules: ['DCL7'],
};
export const OUTPUT_TESSELLATION_RULE: Sm1RuleRow = {
  codes: { vs30: 'X5980' },
  text: 'An output with the usage tessfactor must have index 0 and the mask .x.',
  hint: 'Write dcl_tessfactor o#.x.',
  specRules: ['DCL7'],
};
export const OUTPUT_POINT_SIZE_RULE: Sm1RuleRow = {
  codes: { vs30: 'X5981' },
  text: 'psize0 must have an output register to itself, without a mask.',
  hint: 'Declare it without a mask, in a register of its own.',
  specRules: ['DCL7'],
};
export const OUTPUT_SAMPLE_RULE: Sm1RuleRow = {
  codes: { vs30: 'X5982' },
  text: 'An output cannot have the usage sample.',
  hint: 'Use another usage.',
  specRules: ['DCL7'],
};

const { input, addressOrTexture, outputOrTexCoordOut, sampler, misc } = SM1_REGISTERS;
const usageNumber = (name: (typeof SM1_USAGES)[number]): number => SM1_USAGES.indexOf(name);
const POSITION = usageNumber('position');
const POINT_SIZE = usageNumber('psize');
const TESSELLATION = usageNumber('tessfactor');
const TRANSFORMED = usageNumber('positiont');
const COLOR = usageNumber('color');
const SAMPLE = usageNumber('sample');

const [FULL, INDEX_HIGHEST] = [15, 15] as const;
const [PARTIAL_PRECISION, CENTROID] = [2, 4] as const;
/** Whether the first usage of an input has _centroid; 0: there is none yet. */
const [WITHOUT_CENTROID, WITH_CENTROID] = [1, 2] as const;
/** vPos and vFace; the numbers after them are declared like inputs that have no usage (source: oracle). */
const MISC_COUNT = 2;

/** Last register of each type that can be declared. */
const LAST_VERTEX_INPUT = 15;
const [LAST_COLOR, LAST_TEXTURE] = [1, 7] as const;
const [LAST_PIXEL_SAMPLER, LAST_VERTEX_SAMPLER] = [15, 3] as const;
const [LAST_OUTPUT, LAST_SOFTWARE_OUTPUT] = [11, 15] as const;
const [LAST_PIXEL_INPUT, LAST_SOFTWARE_PIXEL_INPUT] = [9, 13] as const;

/** Bits of a destination that are clear, except for bit 31, on the fast path: shift, precision, relative. */
const FAST_DESTINATION_BITS = 0x8f00_e000 | 0;
const MARK = 0x8000_0000 | 0;
/** Bits of the attributes that are clear but for bit 31: all but the type of a texture, or a usage and its index. */
const SAMPLER_ATTRIBUTE_BITS = 0x87ff_ffff | 0;
const USAGE_ATTRIBUTE_BITS = 0xfff0_fff0 | 0;
/** Attributes without content. */
const UNUSED = 0x8000_0000;
/** Usages that have a rule of their own, in inputs of vertex and pixel shaders and in outputs. */
const RESTRICTED_VERTEX_USAGE = SM1_USAGES.map((_, usage) => usage === TESSELLATION || usage === TRANSFORMED);
const RESTRICTED_OUTPUTS = [TESSELLATION, TRANSFORMED, POINT_SIZE, SAMPLE];
const RESTRICTED_OUTPUT_USAGE = SM1_USAGES.map((_, usage) => RESTRICTED_OUTPUTS.includes(usage));
const RESTRICTED_PIXEL_USAGE = SM1_USAGES.map((_, usage) => usage === POSITION || RESTRICTED_OUTPUT_USAGE[usage]!);

/** The initial tables of registers and usages; none has more than 16. Arrays are allocated faster than typed arrays. */
const NONE_OF_16: readonly number[] = new Array(16).fill(0);

/** The declarations of one stream. Registers out of range are never declared. */
export class Sm1Declarations {
  /** An instruction that runs was checked: no declaration may follow. Set by the model's rules. */
  bodyBegan = false;
  /** Declared components of v#. */
  readonly inputs: number[] = NONE_OF_16.slice();
  /** Declared components of o#. */
  readonly outputs: number[] = NONE_OF_16.slice();
  /** Declared components of t#. */
  readonly textures: number[] = NONE_OF_16.slice();
  /** Texture types of s#; 0: not declared. */
  readonly samplers: number[] = NONE_OF_16.slice();
  /** Declared components of vPos and vFace. */
  readonly misc: number[] = [0, 0];
  /** The output that is psize0; -1: none. */
  pointSizeOutput = -1;
  /** position0 was declared elsewhere than in o0, or psize0 elsewhere than in o1. */
  misplaced = false;

  readonly #inputUsages: number[] = NONE_OF_16.slice();
  readonly #outputUsages: number[] = NONE_OF_16.slice();
  readonly #centroid: number[] = NONE_OF_16.slice();

  /** Checks the `dcl` that `ctx` holds; an invalid one declares nothing. */
  check(ctx: Sm1ValidationContext): void {
    if (this.bodyBegan) ctx.report(LATE_RULE);
    const { model, destinationType: type } = ctx;
    if (model === 'vs11' || model === 'vs20') {
      if (type === input.code) this.#checkFullInput(ctx);
      else reportType(ctx);
    } else if (model === 'vs30') {
      if (type === input.code) this.#checkVertexInput(ctx);
      else if (type === outputOrTexCoordOut.code) this.#checkOutput(ctx);
      else if (type === sampler.code) this.#checkSampler(ctx, LAST_VERTEX_SAMPLER);
      else reportType(ctx);
    } else if (model === 'ps20') {
      if (type === input.code) this.#checkColor(ctx);
      else if (type === addressOrTexture.code) this.#checkTexture(ctx);
      else if (type === sampler.code) this.#checkPixelSampler(ctx);
      else reportType(ctx);
    } else if (type === input.code) this.#checkPixelInput(ctx);
    else if (type === sampler.code) this.#checkSampler(ctx, LAST_PIXEL_SAMPLER);
    else if (type === misc.code) this.#checkMisc(ctx);
    else reportType(ctx);
  }

  /**
   * Enters a `dcl` that is as nearly all are, by its two operand tokens; false, and nothing entered, where rules must
   * check it. Call only before the first instruction that runs.
   */
  accepts(ctx: Sm1ValidationContext, attributes: number, destination: number): boolean {
    if ((destination & FAST_DESTINATION_BITS) !== MARK) return false;
    const { model } = ctx;
    const type = sm1RegisterType(destination);
    const number = destination & 0x7ff;
    const mask = (destination >>> 16) & FULL;
    const modifiers = (destination >>> 20) & 15;
    if (type === sampler.code) {
      const last = model === 'vs20' ? -1 : model === 'vs30' ? LAST_VERTEX_SAMPLER : LAST_PIXEL_SAMPLER;
      if (number > last || mask !== FULL || modifiers !== 0 || this.samplers[number] !== 0) return false;
      const texture = (attributes >>> 27) & 15;
      if ((attributes & SAMPLER_ATTRIBUTE_BITS) !== MARK || texture < 2 || texture > 4) return false;
      this.samplers[number] = texture;
      return true;
    }
    if (model === 'ps20') return attributes === UNUSED && this.#acceptsColorOrTexture(type, number, mask, modifiers);
    if ((attributes & USAGE_ATTRIBUTE_BITS) !== MARK || mask === 0) return false;
    const usage = attributes & 15;
    const index = (attributes >>> 16) & 15;
    if (usage >= SM1_USAGES.length) return false;
    if (type === input.code) {
      const last = model !== 'ps30' ? LAST_VERTEX_INPUT : LAST_PIXEL_INPUT;
      if (number > last || (this.inputs[number]! & mask) !== 0 || (this.#inputUsages[usage]! >> index) & 1)
        return false;
      if (model === 'ps30') {
        if (RESTRICTED_PIXEL_USAGE[usage] || isModifierOdd(modifiers)) return false;
        const centroid = usage === COLOR || (modifiers & CENTROID) !== 0 ? WITH_CENTROID : WITHOUT_CENTROID;
        if ((this.#centroid[number] || centroid) !== centroid) return false;
        this.#centroid[number] = centroid;
      } else if (RESTRICTED_VERTEX_USAGE[usage] || modifiers !== 0) return false;
      // The last input of vs_2_x has no recorded usage.
      else if (model === 'vs20' && (mask !== FULL || number === LAST_VERTEX_INPUT)) return false;
      this.inputs[number]! |= mask;
      this.#inputUsages[usage]! |= 1 << index;
      return true;
    }
    if (type !== outputOrTexCoordOut.code || model !== 'vs30' || modifiers !== 0 || number > LAST_OUTPUT) return false;
    if (RESTRICTED_OUTPUT_USAGE[usage] || (usage === POSITION && index === 0 && number !== 0)) return false;
    if ((this.outputs[number]! & mask) !== 0 || (this.#outputUsages[usage]! >> index) & 1) return false;
    this.outputs[number]! |= mask;
    this.#outputUsages[usage]! |= 1 << index;
    return true;
  }

  /** v# and t# of ps_2_x. */
  #acceptsColorOrTexture(type: number, number: number, mask: number, modifiers: number): boolean {
    if (mask === 0) return false;
    if (type === input.code) {
      if (number > LAST_COLOR || modifiers !== 0 || this.inputs[number] !== 0) return false;
      this.inputs[number] = mask;
      return true;
    }
    if (type !== addressOrTexture.code || number > LAST_TEXTURE || this.textures[number] !== 0) return false;
    if ((mask & (mask + 1)) !== 0 || isModifierOdd(modifiers)) return false;
    this.textures[number] = mask;
    return true;
  }

  /** v# before vs_3_0. */
  #checkFullInput(ctx: Sm1ValidationContext): void {
    const number = ctx.destinationNumber;
    if (isNumberHigh(ctx, LAST_VERTEX_INPUT)) return;
    if (ctx.destinationMask !== FULL) ctx.report(FULL_MASK_RULE, ctx.destinationAt);
    else if (this.inputs[number] !== 0) reportRegister(ctx, TWICE_RULE, 'v');
    else if (isUsageUnknown(ctx) || isVertexInputUsageBarred(ctx)) return;
    else if (take(ctx, this.#inputUsages, USAGE_TWICE_RULE, number < LAST_VERTEX_INPUT)) {
      this.inputs[number] = FULL;
    }
  }

  /** v# from vs_3_0 on. */
  #checkVertexInput(ctx: Sm1ValidationContext): void {
    const number = ctx.destinationNumber;
    if (isNumberHigh(ctx, LAST_VERTEX_INPUT) || isMaskEmpty(ctx) || isOverlap(ctx, this.inputs, 'v')) return;
    if (isUsageUnknown(ctx) || isVertexInputUsageBarred(ctx)) return;
    if (take(ctx, this.#inputUsages, USAGE_TWICE_RULE)) this.inputs[number]! |= ctx.destinationMask;
  }

  /** o# of vs_3_0. */
  #checkOutput(ctx: Sm1ValidationContext): void {
    const number = ctx.destinationNumber;
    const last = ctx.version === 0x300 ? LAST_OUTPUT : LAST_SOFTWARE_OUTPUT;
    if (isNumberHigh(ctx, last) || isMaskEmpty(ctx) || isOverlap(ctx, this.outputs, 'o')) return;
    if (isUsageUnknown(ctx) || isOutputUsageBarred(ctx)) return;
    const isFirst = indexOf(ctx) === 0;
    const isPointSize = usageOf(ctx) === POINT_SIZE && isFirst;
    const isPosition = usageOf(ctx) === POSITION && isFirst;
    if ((isPosition && number !== 0) || (isPointSize && number !== 1)) this.misplaced = true;
    if (!take(ctx, this.#outputUsages, OUTPUT_USAGE_TWICE_RULE)) return;
    this.outputs[number]! |= ctx.destinationMask;
    if (isPointSize) this.pointSizeOutput = number;
  }

  /** s# from 3_0 on. */
  #checkSampler(ctx: Sm1ValidationContext, last: number): void {
    const number = ctx.destinationNumber;
    if (isNumberHigh(ctx, last) || isMaskEmpty(ctx)) return;
    if (ctx.model === 'ps30' && ctx.destinationModifiers !== 0) ctx.report(NO_MODIFIERS_RULE, ctx.destinationAt);
    // A second declaration is found by the components that the first one is sampled with (source: oracle).
    else if (SM1_TEXTURE_COORDINATES[this.samplers[number]!]! & ctx.destinationMask)
      reportRegister(ctx, SAMPLER_TWICE_RULE, 's');
    else if (isSamplerTypeUnknown(ctx)) return;
    else if (ctx.destinationMask !== FULL) ctx.report(SAMPLER_MASK_RULE, ctx.destinationAt);
    else this.samplers[number] = textureType(ctx);
  }

  /** v# of ps_2_x. */
  #checkColor(ctx: Sm1ValidationContext): void {
    const number = ctx.destinationNumber;
    if (isNumberHigh(ctx, LAST_COLOR)) return;
    if (precisionOf(ctx) === 3) ctx.report(PRECISION_RULE, ctx.destinationAt);
    if (this.inputs[number] !== 0) reportRegister(ctx, TWICE_RULE, 'v');
    else if (ctx.destinationModifiers !== 0) ctx.report(INPUT_MODIFIERS_RULE, ctx.destinationAt);
    else if (!isMaskEmpty(ctx)) this.inputs[number] = ctx.destinationMask;
  }

  /** t# of ps_2_x. */
  #checkTexture(ctx: Sm1ValidationContext): void {
    const { destinationNumber: number, destinationMask: mask, destinationAt: at } = ctx;
    if (isNumberHigh(ctx, LAST_TEXTURE)) return;
    if (precisionOf(ctx) === 3) ctx.report(PRECISION_RULE, at);
    if (this.textures[number] !== 0) reportRegister(ctx, TWICE_RULE, 't');
    else if (mask === 0 || (mask & (mask + 1)) !== 0) ctx.report(TEXTURE_MASK_RULE, at);
    else if (isModifierOdd(ctx.destinationModifiers)) ctx.report(TEXTURE_MODIFIERS_RULE, at);
    else this.textures[number] = mask;
  }

  /** s# of ps_2_x. */
  #checkPixelSampler(ctx: Sm1ValidationContext): void {
    const number = ctx.destinationNumber;
    if (isNumberHigh(ctx, LAST_PIXEL_SAMPLER)) return;
    if (precisionOf(ctx) !== 0) ctx.report(SAMPLER_PRECISION_RULE, ctx.destinationAt);
    if (this.samplers[number] !== 0) reportRegister(ctx, TWICE_RULE, 's');
    else if (isSamplerTypeUnknown(ctx)) return;
    else if (ctx.destinationMask !== FULL) ctx.report(SAMPLER_MASK_RULE, ctx.destinationAt);
    else if (ctx.destinationModifiers !== 0) ctx.report(SAMPLER_MODIFIERS_RULE, ctx.destinationAt);
    else this.samplers[number] = textureType(ctx);
  }

  /** v# of ps_3_0. */
  #checkPixelInput(ctx: Sm1ValidationContext): void {
    const number = ctx.destinationNumber;
    const last = ctx.version === 0x300 ? LAST_PIXEL_INPUT : LAST_SOFTWARE_PIXEL_INPUT;
    if (isNumberHigh(ctx, last) || isMaskEmpty(ctx) || isUsageModifierOdd(ctx) || isOverlap(ctx, this.inputs, 'v'))
      return;
    if (isUsageUnknown(ctx)) return;
    this.#checkCentroid(ctx);
    if (isPixelInputUsageBarred(ctx)) return;
    if (take(ctx, this.#inputUsages, USAGE_TWICE_RULE)) this.inputs[number]! |= ctx.destinationMask;
  }

  /** Checks whether all usages of an input agree on _centroid; the first usage of a register decides. */
  #checkCentroid(ctx: Sm1ValidationContext): void {
    const number = ctx.destinationNumber;
    const isColor = usageOf(ctx) === COLOR;
    const centroid = isColor || (ctx.destinationModifiers & CENTROID) !== 0;
    // A declaration that is refused for its usage counts as the first one too (source: oracle).
    if (this.#centroid[number] === 0) this.#centroid[number] = centroid ? WITH_CENTROID : WITHOUT_CENTROID;
    else if (this.#centroid[number] === WITHOUT_CENTROID) {
      const rule = isColor ? CENTROID_COLOR_RULE : CENTROID_ADDED_RULE;
      if (centroid) ctx.report(rule, ctx.destinationAt);
    } else if (!centroid) ctx.report(CENTROID_MISSING_RULE, ctx.destinationAt);
  }

  /** vPos and vFace. */
  #checkMisc(ctx: Sm1ValidationContext): void {
    const number = ctx.destinationNumber;
    const at = ctx.destinationAt;
    if (isMaskEmpty(ctx)) return;
    if (number >= MISC_COUNT) isUsageModifierOdd(ctx);
    else if (ctx.destinationModifiers !== 0) ctx.report(NO_MODIFIERS_RULE, at);
    else if (this.misc[number] !== 0) ctx.report(MISC_TWICE_RULE, at);
    else if (number === 0 && (ctx.destinationMask & 12) !== 0) ctx.report(POSITION_COMPONENTS_RULE, at);
    else this.misc[number] = ctx.destinationMask;
  }
}

/** The usage; sixteen bits of it count where reserved bits are not checked (source: oracle). */
function usageOf(ctx: Sm1ValidationContext): number {
  return ctx.words[ctx.attributesAt]! & 0xffff;
}

/** The usage index, fifteen bits of it (source: oracle). */
function indexOf(ctx: Sm1ValidationContext): number {
  return (ctx.words[ctx.attributesAt]! >>> 16) & 0x7fff;
}

/** The minimum precision; its bits are reserved where the assembler's flags check (tokens.ts). */
function precisionOf(ctx: Sm1ValidationContext): number {
  return (ctx.words[ctx.destinationAt]! >>> 14) & 3;
}

function textureType(ctx: Sm1ValidationContext): number {
  return (ctx.words[ctx.attributesAt]! >>> 27) & 15;
}

/** `texcoord3` */
function usageName(ctx: Sm1ValidationContext): string {
  return `${SM1_USAGES[usageOf(ctx)] ?? usageOf(ctx)}${indexOf(ctx)}`;
}

function reportType(ctx: Sm1ValidationContext): void {
  ctx.report(TYPE_RULE, ctx.destinationAt);
}

function reportRegister(ctx: Sm1ValidationContext, rule: Sm1RuleRow, prefix: string): void {
  ctx.report(rule, ctx.destinationAt, { register: `${prefix}${ctx.destinationNumber}` });
}

/** Checks the register number; whether it is above `limit`. */
function isNumberHigh(ctx: Sm1ValidationContext, limit: number): boolean {
  if (ctx.destinationNumber <= limit) return false;
  ctx.report(NUMBER_RULE, ctx.destinationAt, { register: ctx.destinationNumber, limit });
  return true;
}

function isMaskEmpty(ctx: Sm1ValidationContext): boolean {
  if (ctx.destinationMask !== 0) return false;
  ctx.report(EMPTY_MASK_RULE, ctx.destinationAt);
  return true;
}

/** Checks whether components of the register are in `declared` already. */
function isOverlap(ctx: Sm1ValidationContext, declared: readonly number[], prefix: string): boolean {
  if ((declared[ctx.destinationNumber]! & ctx.destinationMask) === 0) return false;
  reportRegister(ctx, OVERLAP_RULE, prefix);
  return true;
}

function isModifierOdd(modifiers: number): boolean {
  return (modifiers & ~(PARTIAL_PRECISION | CENTROID)) !== 0;
}

function isUsageModifierOdd(ctx: Sm1ValidationContext): boolean {
  if (!isModifierOdd(ctx.destinationModifiers)) return false;
  ctx.report(USAGE_MODIFIERS_RULE, ctx.destinationAt);
  return true;
}

function isSamplerTypeUnknown(ctx: Sm1ValidationContext): boolean {
  const type = textureType(ctx);
  if (type >= 2 && type <= 4) return false;
  ctx.report(SAMPLER_TYPE_RULE, ctx.attributesAt);
  return true;
}

function isUsageUnknown(ctx: Sm1ValidationContext): boolean {
  const usage = usageOf(ctx);
  const index = indexOf(ctx);
  if (usage >= SM1_USAGES.length) ctx.report(USAGE_RULE, ctx.attributesAt, { usage });
  else if (index > INDEX_HIGHEST) ctx.report(USAGE_INDEX_RULE, ctx.attributesAt, { index });
  else return false;
  return true;
}

function isVertexInputUsageBarred(ctx: Sm1ValidationContext): boolean {
  const usage = usageOf(ctx);
  if (usage === TESSELLATION) ctx.report(TESSELLATION_RULE, ctx.attributesAt);
  else if (usage === TRANSFORMED && indexOf(ctx) === 0) ctx.report(TRANSFORMED_RULE, ctx.attributesAt);
  else return false;
  return true;
}

function isPixelInputUsageBarred(ctx: Sm1ValidationContext): boolean {
  const usage = usageOf(ctx);
  const first = indexOf(ctx) === 0;
  if (usage === POSITION && first) ctx.report(POSITION_RULE, ctx.attributesAt);
  else if (usage === TRANSFORMED && first) ctx.report(TRANSFORMED_RULE, ctx.attributesAt);
  else if (usage === POINT_SIZE && first) ctx.report(POINT_SIZE_RULE, ctx.attributesAt);
  else if (usage === TESSELLATION) ctx.report(TESSELLATION_RULE, ctx.attributesAt);
  else if (usage === SAMPLE) ctx.report(SAMPLE_RULE, ctx.attributesAt);
  else return false;
  return true;
}

function isOutputUsageBarred(ctx: Sm1ValidationContext): boolean {
  const mask = ctx.destinationMask;
  const usage = usageOf(ctx);
  const index = indexOf(ctx);
  if (usage === TRANSFORMED && index === 0) ctx.report(OUTPUT_TRANSFORMED_RULE, ctx.attributesAt);
  else if (usage === TESSELLATION && (index !== 0 || mask !== 1)) {
    ctx.report(OUTPUT_TESSELLATION_RULE, ctx.attributesAt);
  } else if (usage === POINT_SIZE && index === 0 && mask !== FULL) {
    ctx.report(OUTPUT_POINT_SIZE_RULE, ctx.destinationAt);
  } else if (usage === SAMPLE) ctx.report(OUTPUT_SAMPLE_RULE, ctx.attributesAt);
  else return false;
  return true;
}

/**
 * Enters usage and index into `usages`, a set of indices for each usage; reports `rule` where they are in it already.
 * Before vs_3_0 the usage of the last input is not recorded (source: oracle).
 */
function take(ctx: Sm1ValidationContext, usages: number[], rule: Sm1RuleRow, keep = true): boolean {
  const usage = usageOf(ctx);
  const bit = 1 << indexOf(ctx);
  if (usages[usage]! & bit) {
    ctx.report(rule, ctx.attributesAt, { usage: usageName(ctx) });
    return false;
  }
  if (keep) usages[usage]! |= bit;
  return true;
}
