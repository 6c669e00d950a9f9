/**
 * Reads the operands of an instruction directly from the characters, for the common spelling on one line: `r0.xyz,
 * -c0.x, r1`. Nearly all operands are like that, and they take a fraction of the time of tokens.
 *
 * Not for: other spellings and wrong operands, which the parser reads by tokens.
 */
import { getOrInsert } from '../../base/collections.ts';
import { DirectMappedCache, fastPaths } from '../../base/direct-mapped-cache.ts';
import { IDENTITY_SWIZZLE } from '../../isa/components.ts';
import { SM1_SOURCE_MODIFIERS } from '../../isa/sm1/registers.ts';
import { Sm1DestinationToken, Sm1SourceToken } from '../../isa/sm1/tokens.ts';
import { isNamePart, nameHash } from './characters.ts';
import type { Dialect } from './dialect.ts';
import { SHAPE_DESTINATION, SHAPE_SOURCES, SHAPE_SOURCES_LOW } from './mnemonic-table.ts';
import type { TextPosition } from './token-source.ts';

const TAB = 0x09;
const SPACE = 0x20;
const COMMA = 0x2c;
const MINUS = 0x2d;
const POINT = 0x2e;

/** A swizzle that changes nothing, and a mask of all components. */
export const IDENTITY = IDENTITY_SWIZZLE << Sm1SourceToken.swizzle.low;
export const FULL_MASK = 15 << Sm1DestinationToken.mask.low;
export const MODIFIER_LOW = Sm1SourceToken.modifier.low;
const SWIZZLE_LOW = Sm1SourceToken.swizzle.low;
const MASK_LOW = Sm1DestinationToken.mask.low;

/** Components by character code: 0 to 3 for xyzw and rgba, 4 for any other. */
export const COMPONENT = new Uint8Array(128).fill(4);
[...'xyzw', ...'rgba'].forEach((letter, i) => {
  COMPONENT[letter.charCodeAt(0)] = i & 3;
});

const { none, negate, bias, biasNegate, sign, signNegate, x2, x2Negate, abs, absNegate } = SM1_SOURCE_MODIFIERS;
/** A modifier with its sign turned; -1 where that cannot be. */
export const NEGATED = new Int8Array(16).fill(-1);
for (const [one, other] of [
  [none, negate],
  [bias, biasNegate],
  [sign, signNegate],
  [x2, x2Negate],
  [abs, absNegate],
]) {
  NEGATED[one!.code] = other!.code;
  NEGATED[other!.code] = one!.code;
}

/** Slots of the cache of names, as a power of two. */
const NAME_BITS = 9;
/** A key has this many characters at most. */
const LONGEST_KEY = 8;
const SCALAR = 16;

/** The registers of a dialect by the characters of their names: one number of 64 bits, given as two halves. */
export class OperandNames extends DirectMappedCache {
  /** Type and number, with the mark. */
  readonly register = new Int32Array(1 << NAME_BITS);
  /** The modifier, and {@link SCALAR}. */
  readonly traits = new Uint8Array(1 << NAME_BITS);

  constructor(private readonly dialect: Dialect) {
    super(NAME_BITS);
  }

  /**
   * Looks up the name from `start` to `end` of `source` and keeps it. Returns its slot; -1 for a name that is not a
   * register.
   */
  read(low: number, high: number, source: string, start: number, end: number): number {
    const { dialect } = this;
    const name = dialect.find(source, start, end, nameHash(source.slice(start, end)));
    const register = dialect.token[name]!;
    // Registers have the mark, the highest bit; other names are -1 or an instruction.
    if (register >= -1) return -1;
    const slot = this.add(low, high);
    this.register[slot] = register;
    this.traits[slot] = dialect.bits[name]! | (dialect.registerList[dialect.shape[name]!]!.scalar ? SCALAR : 0);
    return slot;
  }
}

const known = new Map<Dialect, OperandNames>();

/** The names of a dialect; created once and cached, as dialects are. */
export function operandNamesOf(dialect: Dialect): OperandNames {
  return getOrInsert(known, dialect, () => new OperandNames(dialect));
}

/** Reads the operands of one instruction after another. */
export class OperandFastPath {
  /** The range of the last name that was read. */
  nameStart = 0;
  nameEnd = 0;
  /** The end of the components that were read. */
  #componentsEnd = 0;
  readonly #enabled = fastPaths.enabled;

  /**
   * @param operands what is read: the destination first, sources from the third operand on
   * @param flags of operands; those that are read here have no faults
   */
  constructor(
    private readonly operands: Int32Array,
    private readonly flags: Uint8Array,
  ) {}

  /**
   * Reads the operands that `shape` asks for from `position` on, and moves it to the next token; false, and nothing
   * moved, when they have another spelling.
   */
  read(position: TextPosition, shape: number, names: OperandNames): boolean {
    if (!this.#enabled) return false;
    const { codes } = position;
    const { operands, flags } = this;
    const last = 1 + ((shape >> SHAPE_SOURCES_LOW) & SHAPE_SOURCES);
    let operand = (shape & SHAPE_DESTINATION) !== 0 ? 0 : 2;
    let at = blankEnd(codes, position.at);
    for (;;) {
      let code = codes[at]!;
      const negative = code === MINUS;
      if (negative) {
        at = blankEnd(codes, at + 1);
        code = codes[at]!;
      }
      const start = at;
      let low = 0;
      let high = 0;
      while (isNamePart(code)) {
        high = (high << 8) | (low >>> 24);
        low = (low << 8) | code;
        code = codes[++at]!;
      }
      if (at === start) return false;
      if (at - start > LONGEST_KEY) return false;
      let name = names.find(low, high);
      if (name < 0) {
        name = names.read(low, high, position.text, start, at);
        if (name < 0) return false;
      }
      const traits = names.traits[name]!;
      let modifier = traits & ~SCALAR;
      if (negative) {
        modifier = NEGATED[modifier]!;
        if (modifier < 0 || operand === 0) return false;
      }
      let selected = operand === 0 ? FULL_MASK : IDENTITY;
      this.nameStart = start;
      this.nameEnd = at;
      if (code === POINT) {
        if ((traits & SCALAR) !== 0) return false;
        selected = operand === 0 ? this.#mask(codes, at + 1) : this.#swizzle(codes, at + 1);
        if (selected < 0) return false;
        this.nameStart = at + 1;
        at = this.nameEnd = this.#componentsEnd;
      }
      operands[operand] = names.register[name]! | selected | (modifier << MODIFIER_LOW);
      flags[operand] = 0;
      operand = operand === 0 ? 2 : operand + 1;
      if (operand > last) return position.moveToStatement(at);
      at = blankEnd(codes, at);
      if (codes[at] !== COMMA) return false;
      at = blankEnd(codes, at + 1);
    }
  }

  /** The bits of the mask at `start`; -1 for another text. */
  #mask(codes: Uint8Array, start: number): number {
    let mask = 0;
    let at = start;
    let code = codes[at]!;
    for (; isNamePart(code); code = codes[++at]!) {
      const bit = 1 << COMPONENT[code]!;
      // In order, each once.
      if (bit > 8 || bit <= mask) return -1;
      mask |= bit;
    }
    this.#componentsEnd = at;
    return mask === 0 ? -1 : mask << MASK_LOW;
  }

  /** The bits of the swizzle at `start`; -1 for another text. */
  #swizzle(codes: Uint8Array, start: number): number {
    let swizzle = 0;
    let component = 4;
    let shift = 0;
    let at = start;
    let code = codes[at]!;
    for (; isNamePart(code); code = codes[++at]!) {
      component = COMPONENT[code]!;
      if (component > 3 || shift > 6) return -1;
      swizzle |= component << shift;
      shift += 2;
    }
    if (shift === 0) return -1;
    // The last component is repeated.
    for (; shift < 8; shift += 2) swizzle |= component << shift;
    this.#componentsEnd = at;
    return swizzle << SWIZZLE_LOW;
  }
}

function blankEnd(codes: Uint8Array, at: number): number {
  let end = at;
  while (codes[end] === SPACE || codes[end] === TAB) end++;
  return end;
}
