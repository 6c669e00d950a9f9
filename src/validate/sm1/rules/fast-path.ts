/**
 * The fast path of 2_0 and later: arithmetic on temporaries, float constants and declared inputs, loads, and the
 * declarations and constants before them, which is most of every shader. A few tables show that such an instruction
 * breaks no rule, so that neither decoding nor rules run; validation becomes several times as fast (measured).
 *
 * The fast path only accepts what the rules would pass without a diagnostic; the rules check everything else. So this
 * file never decides what is an error, and can always accept less.
 *
 * Not for: predicates, flow control, macros, minimum precisions, anything that needs a rule of its own.
 */
import { getOrInsert } from '../../../base/collections.ts';
import { Sm1Version } from '../../../base/profile.ts';
import { componentsRead, IDENTITY_SWIZZLE, isReplicateSwizzle } from '../../../isa/components.ts';
import {
  isSm1Source,
  SM1_OPCODE_LIMIT,
  SM1_OPCODES,
  type Sm1Opcode,
  type Sm1OpcodeRow,
  type Sm1OperandRow,
  sm1HasOpcode,
  sm1Operands,
} from '../../../isa/sm1/opcodes.ts';
import { SM1_REGISTERS, SM1_TEXTURE_COORDINATES } from '../../../isa/sm1/registers.ts';
import { Sm1InstructionToken, sm1RegisterType } from '../../../isa/sm1/tokens.ts';
import type { Sm1FastPathCheck, Sm1ValidationContext } from '../context.ts';
import type { Sm1Constants } from './constants.ts';
import type { Sm1Declarations } from './declarations.ts';
import { wantsReplicate } from './macros.ts';
import { pixelDestinationLimits } from './ps-destination.ts';
import type { Sm1PixelState } from './ps-registers.ts';
import { pixelSourceLimits } from './ps-sources.ts';
import { countOpcodeSlots, type Sm1TextureDependency } from './slots.ts';
import { vsDestinationLimits } from './vs-destinations.ts';
import { vsSourceLimits } from './vs-sources.ts';

const { temp, input, addressOrTexture, rasterizerOut, attributeOut, outputOrTexCoordOut, colorOut, sampler } =
  SM1_REGISTERS;
const { const: constant, const2, const3, const4 } = SM1_REGISTERS;
const R_CONSTANTS = [constant.code, const2.code, const3.code, const4.code];

/** Bits of a shape: the number of sources and constraints on them. 0: left to the rules. */
const SOURCES = 3;
/** Each source is one component, or the last one is. */
const REPLICATE = 4;
const LAST_REPLICATE = 8;
/** No source is the destination. */
const DISTINCT = 16;
const LOAD = 32;

/**
 * Arithmetic that is left to the rules: `sub` is for assemblers only (IT9), the others have many rules of their own.
 */
const LEFT_TO_RULES: readonly Sm1Opcode[] = ['sub', 'sgn', 'crs', 'sincos'];
/** Masks that an opcode can have, as bits; most take all but none. */
const ANY_MASK = 0xfffe;
const SINCOS_MASKS = 0x000e;
const NRM_MASKS = (1 << 7) | (1 << 15);

const MOV = SM1_OPCODES.mov.code;
const TEXLD = SM1_OPCODES.texld.code;
const TEXLDL = SM1_OPCODES.texldl.code;
/** The tokens of `dcl` and `def` from 2_0 on. */
const DCL_TOKEN = 0x0200_0000 | SM1_OPCODES.dcl.code;
const DEF_TOKEN = 0x0500_0000 | SM1_OPCODES.def.code;
/** Controls of `texld`. */
const [PROJECT, BIAS] = [1, 2] as const;

/** How a source may be read. */
const [NEVER, TEMP, INPUT, CONSTANT, TEXTURE] = [0, 1, 2, 3, 4] as const;

/** Bits of a destination that must be clear but for bit 31: shift, precision, relative. */
const DESTINATION_BITS = 0x8f00_e000 | 0;
/** Bits of a source that must be clear but for bit 31: precision, relative. */
const SOURCE_BITS = 0x8000_e000 | 0;
/** The value of {@link SOURCE_BITS} in a relative source. */
const RELATIVE = 0x8000_2000 | 0;
/** The token of a0, its swizzle aside. */
const ADDRESS = 0x8000_0000 | (addressOrTexture.code << 28) | 0;
const { low: LENGTH_LOW, ones: LENGTH_ONES } = Sm1InstructionToken.length;
/** Both parts of the register type. */
const TYPE_BITS = 0x7000_1800;
const MARK = 0x8000_0000 | 0;
const [SATURATE, PARTIAL] = [1, 2] as const;
const FULL = 15;
const W = 8;
/** Source modifiers as bits: none and negate; also both of the absolute value. */
const SIGNS = 0b11;
const SIGNS_AND_ABS = 0b1_1000_0000_0011;
/** Numbers of source modifiers from here on take the absolute value. */
const FIRST_ABS = 11;

/** Components that a swizzle reads for a write mask, at `swizzle << 4 | mask`. */
const READ = Uint8Array.from({ length: 0x1000 }, (_, at) => componentsRead(at >> 4, at & FULL));
/** The swizzles that ps_2_0 has for all instructions. */
const SWIZZLES_20 = Uint8Array.from({ length: 0x100 }, (_, swizzle) =>
  [IDENTITY_SWIZZLE, 0xc9, 0xd2, 0x1b].includes(swizzle) || isReplicateSwizzle(swizzle) ? 1 : 0,
);
/** Coordinates that a load reads by D3DSAMPLER_TEXTURE_TYPE; 0: not declared. */
const COORDINATES = Uint8Array.from(SM1_TEXTURE_COORDINATES);

/** The instructions and operands that the fast path accepts in one version. */
interface Tables {
  readonly shapes: Uint8Array;
  /** Components that an opcode reads before the swizzle; 0: those that it writes. */
  readonly positions: Uint8Array;
  /** Masks that an opcode may have, as bits. */
  readonly masks: Uint16Array;
  /** Result modifiers that an opcode may have. */
  readonly modifiers: Uint8Array;
  readonly sources: Int16Array;
  readonly destinations: Int16Array;
  readonly classes: Uint8Array;
  /** Source modifiers, as bits. */
  readonly signs: number;
}

const TABLES = new Map<number, Tables>();

function tablesOf(pixel: boolean, version: number): Tables {
  const key = version | (pixel ? 0x1_0000 : 0);
  return getOrInsert(TABLES, key, () => makeTables(pixel, version));
}

function makeTables(pixel: boolean, version: number): Tables {
  const shapes = new Uint8Array(SM1_OPCODE_LIMIT);
  const positions = new Uint8Array(SM1_OPCODE_LIMIT);
  const modifiers = new Uint8Array(SM1_OPCODE_LIMIT);
  const masks = new Uint16Array(SM1_OPCODE_LIMIT).fill(ANY_MASK);
  const stage = pixel ? 'ps' : 'vs';
  const add = (name: Sm1Opcode) => {
    const row: Sm1OpcodeRow = SM1_OPCODES[name];
    if (!sm1HasOpcode(row, stage, version)) return;
    const sources = sm1Operands(row, version).filter(isSm1Source);
    shapes[row.code] = sources.length | (wantsReplicate(row.code, version) ? REPLICATE : 0);
    positions[row.code] = commonPositions(sources);
    const saturates = row.saturates !== false;
    if (pixel) modifiers[row.code] = saturates ? SATURATE | PARTIAL : PARTIAL;
    else if (version >= Sm1Version.v3_0 && saturates) modifiers[row.code] = SATURATE;
  };
  for (const name of Object.keys(SM1_OPCODES) as Sm1Opcode[]) {
    if (SM1_OPCODES[name].category === 'arithmetic' && !LEFT_TO_RULES.includes(name)) add(name);
  }
  const addSpecial = (name: Sm1Opcode, special: number, mask = ANY_MASK) => {
    const { code } = SM1_OPCODES[name];
    add(name);
    if (shapes[code] !== 0) shapes[code]! |= special;
    masks[code] = mask;
  };
  addSpecial('lrp', DISTINCT);
  addSpecial('pow', DISTINCT);
  addSpecial('nrm', DISTINCT, NRM_MASKS);
  addSpecial('dp2add', LAST_REPLICATE);
  addSpecial('texld', LOAD);
  if (pixel) addSpecial('texldl', LOAD);
  if (version >= Sm1Version.v3_0) addSpecial('sincos', DISTINCT | REPLICATE, SINCOS_MASKS);
  const classes = new Uint8Array(32);
  classes[temp.code] = TEMP;
  classes[input.code] = INPUT;
  for (const code of R_CONSTANTS) classes[code] = CONSTANT;
  if (pixel && version < Sm1Version.v3_0) classes[addressOrTexture.code] = TEXTURE;
  const sources = (pixel ? pixelSourceLimits(version) : vsSourceLimits(version)).slice();
  for (let type = 0; type < 32; type++) if (classes[type] === NEVER) sources[type] = -1;
  return {
    shapes,
    positions,
    masks,
    modifiers,
    sources,
    destinations: destinations(pixel, version),
    classes,
    signs: version < Sm1Version.v3_0 ? SIGNS : SIGNS_AND_ABS,
  };
}

/**
 * The components that all sources read before their swizzle, where they read the same ones, 0: those that are written;
 * else all.
 */
function commonPositions(sources: readonly Sm1OperandRow[]): number {
  const [first] = sources;
  const same = sources.every(({ components }) => components === first?.components);
  if (!same || first === undefined) return FULL;
  return first.components === 'mask' ? 0 : typeof first.components === 'number' ? first.components : FULL;
}

/** The last register of each type that the fast path accepts as a destination. */
function destinations(pixel: boolean, version: number): Int16Array {
  const limits = pixel ? pixelDestinationLimits(version, false) : vsDestinationLimits(version);
  const lasts = new Int16Array(32).fill(-1);
  const new30 = version >= Sm1Version.v3_0;
  const types: number[] = [temp.code];
  if (!pixel) types.push(outputOrTexCoordOut.code);
  if (!pixel && !new30) types.push(attributeOut.code);
  if (pixel) types.push(colorOut.code);
  for (const type of types) lasts[type] = limits[type]!;
  // Of the others, fog and point size are scalars.
  if (!pixel && !new30) lasts[rasterizerOut.code] = 0;
  return lasts;
}

/** Whether a color is written as 2_x requires: all components, unmodified, from an unmodified source. */
function isFullColor(destination: number, source: number): boolean {
  return (destination & 0x00ff_0000) === 0x000f_0000 && (source & 0x0fff_0000) === IDENTITY_SWIZZLE << 16;
}

/** Whether `token` is one component of a0, which a source can be relative to. */
function isAddress(token: number): boolean {
  return (token & ~0x00ff_0000) === ADDRESS && isReplicateSwizzle((token >>> 16) & 0xff);
}

/** The fast path of one stream of 2_0 or later. */
export class Sm1FastPath implements Sm1FastPathCheck {
  readonly #tables: Tables;
  /** ps_2_0 only: what was written so far. */
  readonly #pixel: Sm1PixelState | undefined;
  readonly #dependency: Sm1TextureDependency | undefined;
  /** Read ports are checked: not in software versions. */
  readonly #ports: boolean;
  /** Constants can be relative: in vertex shaders. */
  readonly #relative: boolean;
  readonly #outputs: boolean;
  /** Colors are written in full, by `mov`. */
  readonly #colors: boolean;

  constructor(
    ctx: Sm1ValidationContext,
    private readonly declared: Sm1Declarations,
    private readonly constants: Sm1Constants,
    pixel?: Sm1PixelState,
    dependency?: Sm1TextureDependency,
  ) {
    this.#tables = tablesOf(pixel !== undefined, ctx.version);
    const first = ctx.version === Sm1Version.v2_0;
    this.#pixel = first ? pixel : undefined;
    this.#dependency = first ? dependency : undefined;
    this.#ports = (ctx.version & 0xff) !== 0xff;
    this.#relative = pixel === undefined;
    this.#outputs = ctx.model === 'vs30';
    this.#colors = ctx.model === 'ps20';
  }

  /**
   * Whether the instruction, `count` DWORDs of `words` from `start` on, takes the fast path. If so, its slots are
   * counted and its writes are recorded.
   */
  accepts(ctx: Sm1ValidationContext, words: Uint32Array, start: number, count: number): boolean {
    const tables = this.#tables;
    const token = words[start]!;
    const opcode = token & 0xffff;
    if (opcode >= SM1_OPCODE_LIMIT || count < 3) return false;
    const shape = tables.shapes[opcode]!;
    const sources = shape & SOURCES;
    if (shape === 0) return this.#acceptsPreamble(ctx, words, start, count);
    // No controls but those of texld, no flags, and the length is right: as many tokens as operands, or one that is
    // relative.
    const controls = (token >>> 16) - ((count - 1) << 8);
    if (controls !== 0 && (opcode !== TEXLD || (controls !== PROJECT && controls !== BIAS))) return false;
    if (sources + 2 !== count && (sources + 3 !== count || !this.#relative)) return false;
    if (ctx.flow.afterRet) return false;
    const destination = words[start + 1]! | 0;
    if ((destination & DESTINATION_BITS) !== MARK) return false;
    const type = sm1RegisterType(destination);
    const number = destination & 0x7ff;
    const mask = (destination >>> 16) & FULL;
    const modifiers = (destination >>> 20) & FULL;
    if (
      number > tables.destinations[type]! ||
      ((tables.masks[opcode]! >>> mask) & 1) === 0 ||
      (modifiers & ~tables.modifiers[opcode]!) !== 0
    )
      return false;
    if (type !== temp.code) {
      if ((shape & DISTINCT) !== 0) return false;
      if (this.#outputs && !this.#isDeclaredOutput(number, mask)) return false;
      if (this.#colors && (opcode !== MOV || !isFullColor(destination, words[start + 2]!))) return false;
    }
    const sound =
      (shape & LOAD) !== 0
        ? this.#acceptsLoad(ctx, words, start, mask, controls)
        : this.#acceptsSources(words, start, count, opcode, mask, number);
    if (!sound) return false;
    if (this.#pixel !== undefined) {
      if (type !== temp.code) {
        if (!this.#keepColor(number)) return false;
      } else if ((shape & LOAD) !== 0) {
        if (!this.#dependency!.keepLoad(words[start + 2]!, number)) return false;
        this.#keep(number, mask);
      } else {
        this.#dependency!.keepArithmetic(words, start + 2, start + count, number);
        this.#keep(number, mask);
      }
    }
    this.declared.bodyBegan = true;
    countOpcodeSlots(ctx, opcode);
    return true;
  }

  /** Checks `dcl` and `def` before the first instruction that runs. */
  #acceptsPreamble(ctx: Sm1ValidationContext, words: Uint32Array, start: number, count: number): boolean {
    const declared = this.declared;
    if (declared.bodyBegan || ctx.flow.afterRet) return false;
    const token = words[start]!;
    if (token === DCL_TOKEN) return count === 3 && declared.accepts(ctx, words[start + 1]!, words[start + 2]!);
    if (token !== DEF_TOKEN || count !== 6 || !this.constants.accepts(ctx, words[start + 1]!)) return false;
    ctx.lastLiteralsAt = start + 2;
    return true;
  }

  run(ctx: Sm1ValidationContext, words: Uint32Array, start: number): number {
    let at = start;
    for (;;) {
      const count = 1 + ((words[at]! >>> LENGTH_LOW) & LENGTH_ONES);
      if (at + count > words.length || !this.accepts(ctx, words, at, count)) return at;
      ctx.index++;
      at += count;
    }
  }

  #isDeclaredOutput(number: number, mask: number): boolean {
    const { outputs, pointSizeOutput } = this.declared;
    return (mask & ~outputs[number]!) === 0 && number !== pointSizeOutput;
  }

  #acceptsSources(
    words: Uint32Array,
    start: number,
    count: number,
    opcode: number,
    mask: number,
    written: number,
  ): boolean {
    const { shapes, positions, sources: limits, classes, signs } = this.#tables;
    const { inputs, textures } = this.declared;
    const pixel = this.#pixel;
    const shape = shapes[opcode]!;
    const read = positions[opcode]! || mask;
    const end = start + count;
    let relatives = count - 2 - (shape & SOURCES);
    const ports = this.#ports;
    const lastTemp = limits[temp.code]!;
    // One input and one constant can be read; the same constant twice where neither is absolute.
    let inputRead = -1;
    let constantRead = -1;
    let constantReads = 0;
    let absolute = false;
    for (let at = start + 2; at < end; at++) {
      const source = words[at]! | 0;
      const isRelative = (source & SOURCE_BITS) === RELATIVE;
      if (!isRelative && (source & SOURCE_BITS) !== MARK) return false;
      const number = source & 0x7ff;
      const modifier = (source >>> 24) & FULL;
      if (((signs >> modifier) & 1) === 0) return false;
      const swizzle = (source >>> 16) & 0xff;
      if ((shape & (REPLICATE | LAST_REPLICATE)) !== 0 && !isReplicateSwizzle(swizzle)) {
        if ((shape & REPLICATE) !== 0 || at === end - 1) return false;
      }
      if (pixel !== undefined && SWIZZLES_20[swizzle] === 0) return false;
      if (isRelative) {
        // A constant that is relative to a component of a0, the only constant that is read.
        if (--relatives < 0 || ++at === end || !isAddress(words[at]!)) return false;
        if (classes[sm1RegisterType(source)] !== CONSTANT || (++constantReads > 1 && ports)) return false;
        absolute ||= modifier >= FIRST_ABS;
        continue;
      }
      if ((source & TYPE_BITS) === 0) {
        // Most are temporaries, whose type is 0.
        if (number > lastTemp) return false;
        if ((shape & DISTINCT) !== 0 && number === written) return false;
        if (pixel !== undefined && (READ[(swizzle << 4) | read]! & ~pixel.temps[number]!) !== 0) return false;
        continue;
      }
      const type = sm1RegisterType(source);
      if (number > limits[type]!) return false;
      const kind = classes[type]!;
      if (kind === CONSTANT) {
        const register = (type << 11) | number;
        absolute ||= modifier >= FIRST_ABS;
        if (++constantReads > 1 && ports && (register !== constantRead || constantReads > 2 || absolute)) return false;
        constantRead = register;
      } else {
        const register = kind === INPUT ? number : number | 0x800;
        const declared = kind === INPUT ? inputs[number]! : textures[number]!;
        if ((READ[(swizzle << 4) | read]! & ~declared) !== 0) return false;
        if (inputRead >= 0 && inputRead !== register && ports) return false;
        inputRead = register;
      }
    }
    return relatives === 0;
  }

  /** Checks coordinates and sampler of a load. */
  #acceptsLoad(ctx: Sm1ValidationContext, words: Uint32Array, start: number, mask: number, controls: number): boolean {
    const { sources: limits, classes } = this.#tables;
    const { samplers, inputs, textures } = this.declared;
    const new30 = ctx.version >= Sm1Version.v3_0;
    const coordinates = words[start + 2]! | 0;
    const texture = words[start + 3]! | 0;
    // Without modifiers; before 3_0 without masks and swizzles, too.
    if ((coordinates & (SOURCE_BITS | 0x0f00_0000)) !== MARK || (texture & (SOURCE_BITS | 0x0f00_0000)) !== MARK)
      return false;
    const swizzle = (coordinates >>> 16) & 0xff;
    if (((texture >>> 16) & 0xff) !== IDENTITY_SWIZZLE) return false;
    if (!new30 && (mask !== FULL || swizzle !== IDENTITY_SWIZZLE)) return false;
    const number = texture & 0x7ff;
    if (sm1RegisterType(texture) !== sampler.code || number > 15) return false;
    const explicit = (words[start]! & 0xffff) === TEXLDL;
    let read = COORDINATES[samplers[number]!]!;
    if (read === 0) return false;
    if (controls !== 0 || explicit) read |= W;
    const type = sm1RegisterType(coordinates);
    const register = coordinates & 0x7ff;
    if (register > limits[type]!) return false;
    const kind = classes[type]!;
    if (kind === CONSTANT || (kind === INPUT && !new30)) return false;
    // A gradient is taken: not in a loop, and of a computed value not in dynamic flow.
    const { flow } = ctx;
    if (flow.subroutineLoops > 0 && !explicit) return false;
    if (kind === TEMP) {
      const pixel = this.#pixel;
      if (pixel !== undefined && (READ[(swizzle << 4) | read]! & ~pixel.temps[register]!) !== 0) return false;
      return explicit || (flow.dynamicIfs === 0 && !flow.callersBreak);
    }
    const declared = kind === INPUT ? inputs[register]! : textures[register]!;
    return (READ[(swizzle << 4) | read]! & ~declared) === 0;
  }

  /** Keeps that ps_2_0 writes a color; false for the second time, which has a rule. */
  #keepColor(number: number): boolean {
    const pixel = this.#pixel!;
    const bit = 1 << number;
    if ((pixel.colors & bit) !== 0) return false;
    pixel.colors |= bit;
    return true;
  }

  /** Keeps which components of a temporary an instruction of ps_2_0 writes. */
  #keep(number: number, mask: number): void {
    const pixel = this.#pixel!;
    pixel.temps[number]! |= mask;
    pixel.lost[number]! &= ~mask;
  }
}
