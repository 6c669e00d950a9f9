/**
 * Instruction slots of vs_1_1 and of all models from 2_0 on, and how deep texture loads of ps_2_0 depend on each other.
 * 3_0 and software versions have no limit that is checked (source: oracle). Slots that validators count differ from
 * those of a listing for some opcodes; the opcode table has both.
 *
 * A model calls {@link countSlots} for each instruction whose operand count is right, and {@link checkSlots} at the
 * end.
 *
 * A texture load whose coordinates come from another load is one order above it, and so is one that writes a register
 * again. The order of a register never decreases, even when it is written again (source: oracle).
 *
 * Not for: the phases of ps_1_x.
 */
import { SM1_MAX_TEXTURE_ORDER, SM1_SLOTS, sm1SlotLimits } from '../../../isa/sm1/limits.ts';
import { SM1_OPCODES } from '../../../isa/sm1/opcodes.ts';
import { SM1_REGISTERS } from '../../../isa/sm1/registers.ts';
import type { Sm1RuleRow } from '../../rule.ts';
import type { Sm1ValidationContext } from '../context.ts';

export const VERTEX_RULE: Sm1RuleRow = {
  codes: { vs11: 'X5349', vs20: 'X5755' },
  severity: 'shader',
  text: '{count} instruction slots are used; {most} are allowed.',
  hint: 'Shorten the shader, or use a later version.',
};
export const VERTEX_COMPILED_RULE: Sm1RuleRow = {
  codes: { vs11: 'X5612', vs20: 'X5615' },
  severity: 'shader',
  text: 'The compiled program uses {count} instruction slots; {most} are allowed.',
  hint: 'Simplify the shader, or compile for a later version.',
};
export const TEXTURE_RULE: Sm1RuleRow = {
  codes: { ps20: 'X5607' },
  severity: 'shader',
  text: '{count} texture slots are used; {most} are allowed.',
  hint: 'Sample fewer textures, or use a later version.',
};
export const TEXTURE_COMPILED_RULE: Sm1RuleRow = {
  codes: { ps20: 'X5233' },
  severity: 'shader',
  text: 'The compiled program uses {count} texture slots; {most} are allowed.',
  hint: 'Sample fewer textures, or compile for a later version.',
};
export const ARITHMETIC_RULE: Sm1RuleRow = {
  codes: { ps20: 'X5234' },
  severity: 'shader',
  text: '{count} arithmetic slots are used; {most} are allowed.',
  hint: 'Shorten the shader, or use a later version.',
};
export const ARITHMETIC_COMPILED_RULE: Sm1RuleRow = {
  codes: { ps20: 'X5608' },
  severity: 'shader',
  text: 'The compiled program uses {count} arithmetic slots; {most} are allowed.',
  hint: 'Simplify the shader, or compile for a later version.',
};
export const TOTAL_RULE: Sm1RuleRow = {
  codes: { ps20: 'X5617' },
  severity: 'shader',
  text: '{count} slots are used, texture and arithmetic together; {most} are allowed.',
  hint: 'Shorten the shader, or use a later version.',
};
export const TOTAL_COMPILED_RULE: Sm1RuleRow = {
  codes: { ps20: 'X5609' },
  severity: 'shader',
  text: 'The compiled program uses {count} slots, texture and arithmetic together; {most} are allowed.',
  hint: 'Simplify the shader, or compile for a later version.',
};

/** The low half of the version token of 2_0. */
const V2_0 = 0x200;

const { arithmetic: ARITHMETIC, arithmeticVs11: ARITHMETIC_VS11, texture: TEXTURE } = SM1_SLOTS;

/** Adds the slots of the instruction. */
export function countSlots(ctx: Sm1ValidationContext): void {
  if (ctx.version >= V2_0) countOpcodeSlots(ctx, ctx.opcode);
  else ctx.arithmeticSlots += ARITHMETIC_VS11[ctx.opcode]!;
}

/** Adds the slots of an opcode from 2_0 on. */
export function countOpcodeSlots(ctx: Sm1ValidationContext, opcode: number): void {
  ctx.arithmeticSlots += ARITHMETIC[opcode]!;
  ctx.textureSlots += TEXTURE[opcode]!;
}

/** Checks at the end of the shader whether there are too many slots. */
export function checkSlots(ctx: Sm1ValidationContext): void {
  const isPixel = ctx.model === 'ps20';
  const limits = sm1SlotLimits(isPixel, ctx.version);
  if (limits === undefined) return;
  const { arithmeticSlots: arithmetic, textureSlots: texture } = ctx;
  if (!isPixel) {
    checkLimit(ctx, arithmetic, limits.arithmetic, VERTEX_RULE, VERTEX_COMPILED_RULE);
    return;
  }
  checkLimit(ctx, texture, limits.texture, TEXTURE_RULE, TEXTURE_COMPILED_RULE);
  checkLimit(ctx, arithmetic, limits.arithmetic, ARITHMETIC_RULE, ARITHMETIC_COMPILED_RULE);
  checkLimit(ctx, texture + arithmetic, limits.total, TOTAL_RULE, TOTAL_COMPILED_RULE);
}

function checkLimit(
  ctx: Sm1ValidationContext,
  count: number,
  most: number,
  rule: Sm1RuleRow,
  compiled: Sm1RuleRow,
): void {
  if (count > most) ctx.reportStream((ctx.flags & 1) !== 0 ? compiled : rule, -1, { count, most });
}

export const TOO_DEEP_RULE: Sm1RuleRow = {
  codes: { ps20: 'X5775' },
  text: 'Dependent texture loads are chained to the order {order}; the highest order is {most}.',
  hint: 'Load into other registers, or compute coordinates without loads.',
};
export const TOO_DEEP_COMPILED_RULE: Sm1RuleRow = {
  codes: { ps20: 'X5426' },
  text: 'The compiled program chains dependent texture loads to the order {order}; the highest order is {most}.',
  hint: 'Use fewer dependent loads, or compile for a later version.',
};

const TEMP = SM1_REGISTERS.temp.code;
const TEXLD = SM1_OPCODES.texld.code;
const TEXKILL = SM1_OPCODES.texkill.code;
const MAX_ORDER = SM1_MAX_TEXTURE_ORDER;
/** Both parts of the register type, which is 0 of temporaries. */
const TYPE_BITS = 0x7000_1800;
/** More than ps_2_0 has. */
const TEMPS = 16;
const NO_ORDERS: readonly number[] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];

/** The orders of the temporaries of one stream. */
export class Sm1TextureDependency {
  /** Order plus one; 0: not written yet. */
  readonly #orders: number[] = NO_ORDERS.slice();
  /** A register has an order above 0. */
  #deep = false;

  /**
   * Records that valid arithmetic writes temporary `number`: its order is the highest of the register that it
   * overwrites and of its sources, in `words` from `from` up to `to`.
   */
  keepArithmetic(words: Uint32Array, from: number, to: number, number: number): void {
    const orders = this.#orders;
    let order = orders[number]! || 1;
    if (this.#deep) {
      for (let at = from; at < to; at++) {
        const source = words[at]!;
        if ((source & TYPE_BITS) === 0 && orders[source & 0x7ff]! > order) order = orders[source & 0x7ff]!;
      }
    }
    orders[number] = order;
  }

  /** Records that a valid load writes temporary `number`; false, and nothing recorded, where the order is too high. */
  keepLoad(coordinates: number, number: number): boolean {
    const orders = this.#orders;
    const read = (coordinates & TYPE_BITS) === 0 ? orders[coordinates & 0x7ff]! : 0;
    const order = 1 + Math.max(orders[number]!, read);
    if (order - 1 > MAX_ORDER) return false;
    orders[number] = order;
    if (order > 1) this.#deep = true;
    return true;
  }

  /** Checks an instruction with a valid destination, and records what it writes. */
  check(ctx: Sm1ValidationContext): void {
    const orders = this.#orders;
    const { opcode, destinationNumber } = ctx;
    const loads = opcode === TEXLD || opcode === TEXKILL;
    // Writes to other registers depend on nothing, loads included (source: oracle).
    if (ctx.destinationType !== TEMP || destinationNumber >= TEMPS) return;
    const before = orders[destinationNumber]!;
    // A load is one order above what it reads and overwrites, other instructions as high as that.
    let order = before === 0 ? 1 : before + (loads ? 1 : 0);
    for (let n = 0; n < ctx.sourceCount; n++) {
      const number = ctx.sourceNumber[n]!;
      if (ctx.sourceType[n] !== TEMP || number >= TEMPS || ((ctx.sourceFaults >> n) & 1) !== 0) continue;
      // A register that was never written has no order.
      if (orders[number] !== 0) order = Math.max(order, orders[number]! + (loads ? 1 : 0));
    }
    orders[destinationNumber] = order;
    if (order > 1) this.#deep = true;
    if (!loads || order - 1 <= MAX_ORDER) return;
    const compiled = (ctx.flags & 1) !== 0;
    ctx.report(compiled ? TOO_DEEP_COMPILED_RULE : TOO_DEEP_RULE, ctx.start, {
      order: order - 1,
      most: MAX_ORDER,
    });
  }
}
