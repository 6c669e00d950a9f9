/**
 * Rules of each source of an instruction of ps_1_x: register, number, modifier, swizzle.
 *
 * Each texture coordinate of ps_1_4 is read with the same swizzle everywhere. The table of Microsoft's validator for it
 * has six entries, but it also indexes the table with numbers of registers that do not exist: its writes for t6 and
 * above change the fields after the table. Streams with such numbers are invalid in any case, but which diagnostics
 * follow depends on it (source: oracle).
 *
 * Not for: what the registers hold (ps1-reads.ts), and instructions with rules of their own (ps1-instructions.ts).
 */
import { IDENTITY_SWIZZLE } from '../../../isa/components.ts';
import { SM1_OPCODES, sm1OpcodeTable } from '../../../isa/sm1/opcodes.ts';
import { SM1_SOURCE_MODIFIERS } from '../../../isa/sm1/registers.ts';
import type { Sm1RuleRow } from '../../rule.ts';
import type { Sm1ValidationContext } from '../context.ts';
import type { Ps14Phases } from './ps1-phases.ts';
import { CONST, INPUT, type Ps1State, ps1Read, TEMP, TEXTURE } from './ps1-state.ts';

export const SELECTOR_RULE: Sm1RuleRow = {
  codes: { ps14: 'X5111' },
  text: 't{register} is read with both .xyz and .xyw.',
  hint: 'Read each texture coordinate with the same swizzle everywhere.',
};

const ENTRIES = 6;
/** The first three components of a swizzle; the fourth one does not count. */
const COMPARED = 0x3f;
/** The number of bytes after the swizzles that are modelled, and the known fields there (source: oracle). */
const BYTES_AFTER = 256;
const DIVISIONS = 8;
const DIVISIONS_REPORTED = 12;
const PHASE_SEEN = 13;
const STAGES = 16;
const ARITHMETIC_SEEN = 20;
const DEPTH_SEEN = 22;
const DEPTH_BEFORE = 23;
const KILL_BEFORE = 24;
const TEXTURE_SLOTS = 28;
const ARITHMETIC_SLOTS = 32;
const TEXTURE_LIMIT = 40;
const ARITHMETIC_LIMIT = 44;

/** The swizzle with which each texture coordinate was read. */
export class Ps14Selectors {
  readonly #swizzles = [
    IDENTITY_SWIZZLE,
    IDENTITY_SWIZZLE,
    IDENTITY_SWIZZLE,
    IDENTITY_SWIZZLE,
    IDENTITY_SWIZZLE,
    IDENTITY_SWIZZLE,
  ];
  readonly #read = [0, 0, 0, 0, 0, 0];
  /** Allocated for the first number beyond the table. */
  #memory: DataView | undefined;

  /** Checks and records that source 0 reads texture coordinate `number`. */
  check(ctx: Sm1ValidationContext, s: Ps1State, phases: Ps14Phases, number: number): void {
    const swizzle = ctx.sourceSwizzle[0]!;
    let other: boolean;
    if (number < ENTRIES) {
      other = this.#read[number] !== 0 && ((this.#swizzles[number]! ^ swizzle) & COMPARED) !== 0;
      this.#swizzles[number] = swizzle;
      this.#read[number] = 1;
    } else other = number < BYTES_AFTER && this.#checkBeyond(s, phases, number, swizzle);
    if (!other) return;
    ctx.sourceFaults |= 1;
    ctx.report(SELECTOR_RULE, ctx.sourceAt[0]!, { register: number });
  }

  /** {@link check} for a number beyond the table. */
  #checkBeyond(s: Ps1State, phases: Ps14Phases, number: number, swizzle: number): boolean {
    this.#memory ??= new DataView(new ArrayBuffer(BYTES_AFTER));
    const memory = this.#memory;
    for (let i = 0; i < ENTRIES; i++) memory.setUint8(i, this.#read[i]!);
    this.#store(memory, s, phases);
    const at = 4 * (number - ENTRIES);
    const inside = at <= BYTES_AFTER - 4;
    const before = inside ? memory.getUint32(at, true) >>> 16 : 0;
    const other = memory.getUint8(number) !== 0 && ((before ^ swizzle) & COMPARED) !== 0;
    memory.setUint8(number, 1);
    if (inside) memory.setUint32(at, swizzle << 16, true);
    for (let i = 0; i < ENTRIES; i++) this.#read[i] = memory.getUint8(i);
    this.#load(memory, s, phases);
    return other;
  }

  /** Copies the fields after the table into `memory`; other bytes there stay. */
  #store(memory: DataView, s: Ps1State, phases: Ps14Phases): void {
    memory.setInt32(DIVISIONS, phases.divisions, true);
    memory.setInt32(STAGES, phases.stages, true);
    memory.setInt32(TEXTURE_SLOTS, s.textureSlots, true);
    memory.setInt32(ARITHMETIC_SLOTS, s.arithmeticSlots, true);
    memory.setInt32(TEXTURE_LIMIT, s.textureLimit, true);
    memory.setInt32(ARITHMETIC_LIMIT, s.arithmeticLimit, true);
    storeFlag(memory, DIVISIONS_REPORTED, phases.divisionsReported);
    storeFlag(memory, PHASE_SEEN, phases.seen);
    storeFlag(memory, ARITHMETIC_SEEN, phases.arithmeticSeen);
    storeFlag(memory, DEPTH_SEEN, phases.depthSeen);
    storeFlag(memory, DEPTH_BEFORE, phases.depthBefore);
    storeFlag(memory, KILL_BEFORE, phases.killBefore);
  }

  /** Reads the fields after the table from `memory`. */
  #load(memory: DataView, s: Ps1State, phases: Ps14Phases): void {
    phases.divisions = memory.getInt32(DIVISIONS, true);
    phases.stages = memory.getInt32(STAGES, true);
    s.textureSlots = memory.getInt32(TEXTURE_SLOTS, true);
    s.arithmeticSlots = memory.getInt32(ARITHMETIC_SLOTS, true);
    s.textureLimit = memory.getInt32(TEXTURE_LIMIT, true);
    s.arithmeticLimit = memory.getInt32(ARITHMETIC_LIMIT, true);
    phases.divisionsReported = memory.getUint8(DIVISIONS_REPORTED) !== 0;
    phases.seen = memory.getUint8(PHASE_SEEN) !== 0;
    phases.arithmeticSeen = memory.getUint8(ARITHMETIC_SEEN) !== 0;
    phases.depthSeen = memory.getUint8(DEPTH_SEEN) !== 0;
    phases.depthBefore = memory.getUint8(DEPTH_BEFORE) !== 0;
    phases.killBefore = memory.getUint8(KILL_BEFORE) !== 0;
  }
}

/** Stores a flag; a byte that means the same already keeps its value. */
function storeFlag(memory: DataView, at: number, value: boolean): void {
  if ((memory.getUint8(at) !== 0) !== value) memory.setUint8(at, Number(value));
}

export const CONSTANT_MODIFIER_RULE: Sm1RuleRow = {
  codes: { ps11: 'X5539', ps14: 'X5097' },
  text: 'Source {operand} is a constant with a modifier.',
  hint: 'Copy the constant into a temporary, or set another constant to the changed value.',
};
export const TEXTURE_REGISTER_RULE: Sm1RuleRow = {
  codes: { ps11: 'X5014' },
  text: 'Texture instructions can only read texture registers, t#.',
  hint: 'Use a texture register that was loaded before.',
};
export const TEXTURE_KIND_RULE: Sm1RuleRow = {
  codes: { ps11: 'X5015' },
  text: 'Source {operand} is a register that texture instructions cannot read.',
  hint: 'Use a texture register that was loaded before.',
};
export const EYE_RAY_RULE: Sm1RuleRow = {
  codes: { ps11: 'X5013' },
  text: 'The second source of texm3x3spec is not a constant, c#, without swizzle.',
  hint: 'Put the eye ray into a constant.',
};
export const TEXTURE_NUMBER_RULE: Sm1RuleRow = {
  codes: { ps11: 'X5016', ps14: 'X5100' },
  text: 'Source {operand} has the register number {register}; {limit} is the last one of its type in this version.',
  hint: 'Use a lower register number.',
};
export const SIGN_MATRIX_ONLY_RULE: Sm1RuleRow = {
  codes: { ps11: 'X5017' },
  text: '`_bx2` is only possible in texm* instructions in ps_1_1.',
  hint: 'Remove the modifier, or use ps_1_2.',
};
export const SIGN_REG2_RULE: Sm1RuleRow = {
  codes: { ps11: 'X5018' },
  text: 'The source of texreg2ar and texreg2gb takes no `_bx2`.',
  hint: 'Remove the modifier.',
};
export const SIGN_BEM_RULE: Sm1RuleRow = {
  codes: { ps11: 'X5019' },
  text: 'The source of texbem and texbeml takes no `_bx2`.',
  hint: 'Remove the modifier.',
};
export const TEXTURE_MODIFIER_RULE: Sm1RuleRow = {
  codes: { ps11: 'X5020', ps14: 'X5106' },
  text: 'Source {operand} has a modifier that texture instructions do not take.',
  hint: 'Remove the modifier.',
};
export const TEXTURE_SWIZZLE_RULE: Sm1RuleRow = {
  codes: { ps11: 'X5021' },
  text: 'The sources of texture instructions take no swizzle.',
  hint: 'Remove the swizzle.',
};
export const KIND_RULE: Sm1RuleRow = {
  codes: { ps11: 'X5022', ps14: 'X5113' },
  text: 'Source {operand} is a register that cannot be read here.',
  hint: 'Read a temporary, a color, a constant or, before ps_1_4, a texture register.',
};
export const NUMBER_RULE: Sm1RuleRow = { ...TEXTURE_NUMBER_RULE, codes: { ps11: 'X5023', ps14: 'X5114' } };
export const SAME_AS_DESTINATION_RULE: Sm1RuleRow = {
  codes: { ps11: 'X5024' },
  text: 'Source {operand} of `cmp` or `dp4` is also the destination, which ps_1_2 and ps_1_3 do not allow.',
  hint: 'Write to another register.',
};
export const MODIFIER_RULE: Sm1RuleRow = {
  codes: { ps11: 'X5025', ps14: 'X5115' },
  text: 'Source {operand} has a modifier that this version does not have.',
  hint: 'Use one of -, _bias, _bx2, 1- or, in ps_1_4, _x2.',
};
export const BLUE_SWIZZLE_RULE: Sm1RuleRow = {
  codes: { ps11: 'X5026' },
  text: 'Source {operand} selects blue, which is only possible where alpha alone is written.',
  hint: 'Write alpha alone, or select alpha or no component.',
};
export const SWIZZLE_RULE: Sm1RuleRow = {
  codes: { ps11: 'X5027', ps14: 'X5116' },
  text: 'Source {operand} has a swizzle that this version does not have.',
  hint: 'Select a single component: alpha, blue where alpha alone is written, in ps_1_4 any.',
};
export const COORDINATES_RULE: Sm1RuleRow = {
  codes: { ps14: 'X5098' },
  text: 'texcrd can only read texture coordinates, t#.',
  hint: 'Use a texture coordinate.',
};
export const ADDRESS_RULE: Sm1RuleRow = {
  codes: { ps14: 'X5099' },
  text: 'The coordinates of texld are not in a temporary or a texture coordinate.',
  hint: 'Use r# or t#.',
};
export const DZ_REGISTER_RULE: Sm1RuleRow = {
  codes: { ps14: 'X5101' },
  text: '`_dz` is only possible with temporaries.',
  hint: 'Use `_dw` with a texture coordinate, or read a temporary.',
};
export const DZ_SWIZZLE_RULE: Sm1RuleRow = {
  codes: { ps14: 'X5102' },
  text: '`_dz` is used with a swizzle other than .xyz.',
  hint: 'Write .xyz.',
};
export const DZ_COORDINATES_RULE: Sm1RuleRow = {
  codes: { ps14: 'X5103' },
  text: 'texcrd takes no `_dz`.',
  hint: 'Use `_dw`, or load with texld.',
};
export const DW_REGISTER_RULE: Sm1RuleRow = {
  codes: { ps14: 'X5104' },
  text: '`_dw` is only possible with texture coordinates.',
  hint: 'Use `_dz` with a temporary.',
};
export const DW_SWIZZLE_RULE: Sm1RuleRow = {
  codes: { ps14: 'X5105' },
  text: '`_dw` is used without the swizzle .xyw.',
  hint: 'Write .xyw.',
};
export const COORDINATES_SWIZZLE_RULE: Sm1RuleRow = {
  codes: { ps14: 'X5107' },
  text: 'The source of texcrd has neither .xyz nor .xyw.',
  hint: 'Write .xyz or .xyw.',
};
export const ADDRESS_COORDINATES_SWIZZLE_RULE: Sm1RuleRow = {
  codes: { ps14: 'X5108' },
  text: 'The texture coordinate that texld reads has neither .xyz nor .xyw.',
  hint: 'Write .xyz or .xyw.',
};
export const ADDRESS_TEMP_SWIZZLE_RULE: Sm1RuleRow = {
  codes: { ps14: 'X5109' },
  text: 'The temporary that texld reads has a swizzle other than .xyz.',
  hint: 'Write .xyz.',
};
export const ARITHMETIC_COORDINATES_RULE: Sm1RuleRow = {
  codes: { ps14: 'X5112' },
  text: 'Source {operand} is a texture coordinate, which arithmetic cannot read in ps_1_4.',
  hint: 'Copy it into a temporary with texcrd.',
};

const SIGN = SM1_SOURCE_MODIFIERS.sign.code;
const DZ = SM1_SOURCE_MODIFIERS.dz.code;
const DW = SM1_SOURCE_MODIFIERS.dw.code;
const XYZZ = 0xa4;
const XYWW = 0xf4;
const BLUE = 0xaa;
const ALPHA = 0xff;

const { texbem, texbeml, texreg2ar, texreg2gb, texm3x3spec, texcoord, dp3, dp4, cmp } = SM1_OPCODES;
/** texm*: what `_bx2` is for in ps_1_1. */
const MATRIX = sm1OpcodeTable(({ matrix }) => (matrix === undefined ? 0 : 1));
/**
 * The components that arithmetic computes regardless of its mask; 0: those of the mask. All its sources read the same.
 */
const COMPUTED = sm1OpcodeTable(({ category, operands }) => {
  const read = category === 'arithmetic' ? operands[1]?.components : 0;
  return typeof read === 'number' ? read : 0;
});

/** Texture registers that can be read as `t#` in ps_1_1 to ps_1_3, and colors. */
const LAST_INPUT = 1;
const LAST_CONST = 7;
/** Temporaries and texture coordinates of ps_1_4. */
const LAST_14 = 5;

/** Reports `rule` for source `i` and marks the source as faulty. */
function fault(ctx: Sm1ValidationContext, i: number, rule: Sm1RuleRow): void {
  ctx.sourceFaults |= 1 << i;
  ctx.report(rule, ctx.sourceAt[i]!, { operand: i + 1 });
}

function numberFault(ctx: Sm1ValidationContext, s: Ps1State, i: number, limit: number, texture: boolean): void {
  ctx.sourceFaults |= 1 << i;
  const values = { operand: i + 1, register: s.numbers[i]!, limit };
  ctx.report(texture ? TEXTURE_NUMBER_RULE : NUMBER_RULE, ctx.sourceAt[i]!, values);
}

/** Returns whether source `i` is a constant with a modifier, and reports it; nothing else about it is checked then. */
function constantModifier(ctx: Sm1ValidationContext, s: Ps1State, i: number): boolean {
  if (s.types[i] !== CONST || ctx.sourceModifier[i] === 0) return false;
  fault(ctx, i, CONSTANT_MODIFIER_RULE);
  return true;
}

export function checkPs11TextureSources(ctx: Sm1ValidationContext, s: Ps1State): void {
  for (let i = 0; i < s.sourceCount; i++) {
    if (constantModifier(ctx, s, i)) continue;
    const type = s.types[i]!;
    const eyeRay = ctx.opcode === texm3x3spec.code && i === 1;
    if (!eyeRay && type !== TEXTURE) fault(ctx, i, TEXTURE_REGISTER_RULE);
    // A constant with a swizzle is none to the eye ray (source: oracle).
    const swizzled = ctx.sourceSwizzle[i] !== IDENTITY_SWIZZLE;
    if ((type !== TEXTURE && type !== CONST) || (eyeRay && type === CONST && swizzled)) {
      fault(ctx, i, eyeRay ? EYE_RAY_RULE : TEXTURE_KIND_RULE);
      continue;
    }
    const last = type === CONST ? LAST_CONST : 3;
    if (s.numbers[i]! > last) numberFault(ctx, s, i, last, true);
    textureModifier(ctx, i);
    if (swizzled) fault(ctx, i, TEXTURE_SWIZZLE_RULE);
    if (type !== TEXTURE) continue;
    // Microsoft's validator ignores the components that they really read, which the opcode table has (source: oracle).
    const read = ctx.opcode === texbem.code || ctx.opcode === texbeml.code ? 7 : ctx.destinationMask;
    if ((ctx.sourceFaults & (1 << i)) === 0) s.reads[i] = read << (8 + 4 * s.numbers[i]!);
  }
}

function textureModifier(ctx: Sm1ValidationContext, i: number): void {
  const modifier = ctx.sourceModifier[i]!;
  if (modifier === 0) return;
  const { opcode } = ctx;
  if (modifier !== SIGN) fault(ctx, i, TEXTURE_MODIFIER_RULE);
  else if (ctx.version === 0x101) {
    if (MATRIX[opcode] === 0) ctx.report(SIGN_MATRIX_ONLY_RULE, ctx.sourceAt[i]!);
  } else if (opcode === texreg2ar.code || opcode === texreg2gb.code) ctx.report(SIGN_REG2_RULE, ctx.sourceAt[i]!);
  else if (opcode === texbem.code || opcode === texbeml.code) ctx.report(SIGN_BEM_RULE, ctx.sourceAt[i]!);
}

/** The components that the arithmetic under validation computes. */
function computed(ctx: Sm1ValidationContext): number {
  return COMPUTED[ctx.opcode]! || ctx.destinationMask;
}

export function checkPs11Sources(ctx: Sm1ValidationContext, s: Ps1State): void {
  const { opcode } = ctx;
  const mask = computed(ctx);
  const apart = ctx.version !== 0x101 && (opcode === cmp.code || opcode === dp4.code);
  const alphaOnly = (ctx.destinationMask & 7) === 0 && opcode !== dp3.code && opcode !== dp4.code;
  for (let i = 0; i < s.sourceCount; i++) {
    if (constantModifier(ctx, s, i)) continue;
    const type = s.types[i]!;
    const number = s.numbers[i]!;
    if (type > TEXTURE) fault(ctx, i, KIND_RULE);
    else {
      const last = type === CONST ? LAST_CONST : type === TEXTURE ? 3 : 1;
      if (number > last) numberFault(ctx, s, i, last, false);
      else if (apart && type === s.destinationType && number === s.destinationNumber)
        fault(ctx, i, SAME_AS_DESTINATION_RULE);
    }
    if (ctx.sourceModifier[i]! > 6) fault(ctx, i, MODIFIER_RULE);
    const swizzle = ctx.sourceSwizzle[i]!;
    if (swizzle !== IDENTITY_SWIZZLE && swizzle !== ALPHA) {
      if (swizzle !== BLUE) fault(ctx, i, SWIZZLE_RULE);
      else if (!alphaOnly) fault(ctx, i, BLUE_SWIZZLE_RULE);
    }
    if ((ctx.sourceFaults & (1 << i)) !== 0) continue;
    if (type === TEMP) s.reads[i] = ps1Read(swizzle, mask) << (4 * number);
    else if (type === TEXTURE) s.reads[i] = ps1Read(swizzle, mask) << (8 + 4 * number);
  }
}

export function checkPs14Sources(ctx: Sm1ValidationContext, s: Ps1State): void {
  const mask = computed(ctx);
  for (let i = 0; i < s.sourceCount; i++) {
    if (constantModifier(ctx, s, i)) continue;
    const type = s.types[i]!;
    const number = s.numbers[i]!;
    if (type === TEXTURE) fault(ctx, i, ARITHMETIC_COORDINATES_RULE);
    else if (type > TEXTURE) fault(ctx, i, KIND_RULE);
    else {
      const last = type === CONST ? LAST_CONST : type === INPUT ? LAST_INPUT : LAST_14;
      if (number > last) numberFault(ctx, s, i, last, false);
    }
    if (ctx.sourceModifier[i]! > 8) fault(ctx, i, MODIFIER_RULE);
    const swizzle = ctx.sourceSwizzle[i]!;
    if (swizzle !== IDENTITY_SWIZZLE && swizzle !== (swizzle & 3) * 0x55) fault(ctx, i, SWIZZLE_RULE);
    if (type === TEMP && (ctx.sourceFaults & (1 << i)) === 0) s.reads[i] = ps1Read(swizzle, mask) << (4 * number);
  }
}

/** Checks the source of texld or texcrd in ps_1_4; returns whether texld divides by z. */
export function checkPs14TextureSource(
  ctx: Sm1ValidationContext,
  s: Ps1State,
  selectors: Ps14Selectors,
  phases: Ps14Phases,
): boolean {
  if (s.sourceCount === 0 || constantModifier(ctx, s, 0)) return false;
  const type = s.types[0]!;
  const number = s.numbers[0]!;
  const swizzle = ctx.sourceSwizzle[0]!;
  const coordinates = ctx.opcode === texcoord.code;
  if (coordinates) {
    if (type !== TEXTURE) fault(ctx, 0, COORDINATES_RULE);
  } else if (type !== TEXTURE && type !== TEMP) {
    fault(ctx, 0, ADDRESS_RULE);
    return false;
  }
  if (number > LAST_14) numberFault(ctx, s, 0, LAST_14, true);
  checkDivision(ctx, type, swizzle, coordinates);
  const xyz = swizzle === IDENTITY_SWIZZLE || swizzle === XYZZ;
  if (coordinates) {
    if (!xyz && swizzle !== XYWW) fault(ctx, 0, COORDINATES_SWIZZLE_RULE);
  } else if (type === TEXTURE) {
    if (!xyz && swizzle !== XYWW) fault(ctx, 0, ADDRESS_COORDINATES_SWIZZLE_RULE);
  } else if (!xyz) fault(ctx, 0, ADDRESS_TEMP_SWIZZLE_RULE);
  if (type === TEXTURE) selectors.check(ctx, s, phases, number);
  else if (!coordinates && ctx.sourceFaults === 0) s.reads[0] = 7 << (4 * number);
  return !coordinates && ctx.sourceModifier[0] === DZ;
}

function checkDivision(ctx: Sm1ValidationContext, type: number, swizzle: number, coordinates: boolean): void {
  const modifier = ctx.sourceModifier[0]!;
  if (modifier === 0) return;
  if (modifier === DZ) {
    if (coordinates) fault(ctx, 0, DZ_COORDINATES_RULE);
    else {
      if (type !== TEMP) fault(ctx, 0, DZ_REGISTER_RULE);
      if (swizzle !== IDENTITY_SWIZZLE && swizzle !== XYZZ) fault(ctx, 0, DZ_SWIZZLE_RULE);
    }
  } else if (modifier === DW) {
    if (!coordinates && type !== TEXTURE) fault(ctx, 0, DW_REGISTER_RULE);
    if (swizzle !== XYWW) fault(ctx, 0, DW_SWIZZLE_RULE);
  } else fault(ctx, 0, TEXTURE_MODIFIER_RULE);
}
