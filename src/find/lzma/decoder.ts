/**
 * The LZMA decoder: a range decoder, its probabilities and the window of bytes that matches may repeat (source: "LZMA
 * specification" of the LZMA SDK, public domain). It stops where its input or its piece of output ends and goes on
 * later, so that it needs memory for the window only. The packages that exist unpack everything at once, or one stream
 * at a time in the entire program.
 *
 * Not for: containers of the symbols: streams (streams.ts), the .xz format (xz.ts).
 */

const STATES = 12;
const MAX_POSITION_BITS = 4;
const POSITIONS = 1 << MAX_POSITION_BITS;
const LOW_SYMBOLS = 8;
const HIGH_SYMBOLS = 256;
const SLOTS = 64;
const LENGTH_STATES = 4;
const ALIGN = 16;
/** Slots below have no extra bits, slots below the second one have bits in a tree. */
const FIRST_SLOT_WITH_BITS = 4;
const FIRST_DIRECT_SLOT = 14;
const MIN_MATCH = 2;
/** The states that follow a literal are below. */
const LITERAL_STATES = 7;
const HALF = 1024;
const PROBABILITY_BITS = 11;
const SHIFT = 5;

/** Offsets of the tables in the probabilities. */
const IS_MATCH = 0;
const IS_REP = IS_MATCH + STATES * POSITIONS;
const IS_REP_0 = IS_REP + STATES;
const IS_REP_1 = IS_REP_0 + STATES;
const IS_REP_2 = IS_REP_1 + STATES;
const IS_LONG_REP_0 = IS_REP_2 + STATES;
const SLOT = IS_LONG_REP_0 + STATES * POSITIONS;
const DISTANCE = SLOT + LENGTH_STATES * SLOTS;
const ALIGNED = DISTANCE + 128;
const LENGTH = ALIGNED + ALIGN;
/** Two choices, then the trees of low, middle and high lengths. */
const LENGTH_TABLE = 2 + 2 * POSITIONS * LOW_SYMBOLS + HIGH_SYMBOLS;
const REP_LENGTH = LENGTH + LENGTH_TABLE;
const LITERAL = REP_LENGTH + LENGTH_TABLE;
const LITERAL_TABLE = 0x300;

/**
 * Literal context, literal position and position bits together: more make tables of hundreds of megabytes, and no
 * program writes them.
 */
const MAX_LITERAL_BITS = 4;
/** The window grows to its size as bytes come. */
const FIRST_WINDOW = 2 ** 16;
/** The smallest window, which holds a piece of output. */
const MIN_WINDOW = 2 ** 19;
/** The largest window that is accepted: it is in memory completely. */
export const MAX_WINDOW = 2 ** 28;
/** Bytes that may be decoded before they are taken. */
export const MAX_PIECE = 2 ** 18;
/** Bytes that one symbol may take at most. */
export const MAX_SYMBOL_INPUT = 32;

/** Why a call of {@link LzmaDecoder.run} ended. */
export type LzmaStop = 'input' | 'output' | 'end';

export class LzmaDecoder {
  /** Input from {@link at} to {@link end}; the caller replaces it. */
  input: Uint8Array = new Uint8Array(0);
  at = 0;
  end = 0;
  /** Bytes that were unpacked so far. */
  total = 0;
  #probabilities = new Uint16Array(LITERAL + LITERAL_TABLE);
  #literalContext = 0;
  #literalMask = 0;
  #positionMask = 0;
  /** 32 bits each, as signed numbers, which engines store without an object. */
  #range = 0;
  #code = 0;
  #state = 0;
  #rep0 = 0;
  #rep1 = 0;
  #rep2 = 0;
  #rep3 = 0;
  /** Bytes of a match that did not fit. */
  #left = 0;
  #window: Uint8Array;
  readonly #windowSize: number;
  /** Where the next byte goes in the window, and from where on bytes were not given yet. */
  #position = 0;
  #given = 0;
  /** Bytes since the window was empty, as many as it holds, and all of them. */
  #filled = 0;
  #processed = 0;

  /** @param windowSize bytes that a match may go back @throws Error for a window that is too large */
  constructor(windowSize: number) {
    if (windowSize > MAX_WINDOW)
      throw new Error(`it needs a window of ${windowSize} bytes; at most ${MAX_WINDOW} are kept`);
    this.#windowSize = Math.max(windowSize, MIN_WINDOW);
    this.#window = new Uint8Array(FIRST_WINDOW);
  }

  /**
   * Sets the byte of the properties, and all probabilities to one half. @throws Error where no program writes such
   * properties
   */
  setProperties(byte: number): void {
    const literalContext = byte % 9;
    const rest = Math.floor(byte / 9);
    const literalPosition = rest % 5;
    const positionBits = Math.floor(rest / 5);
    if (positionBits > MAX_POSITION_BITS || literalContext + literalPosition > MAX_LITERAL_BITS)
      throw new Error(`the properties of LZMA are ${byte}, which no program writes`);
    this.#literalContext = literalContext;
    this.#literalMask = (1 << literalPosition) - 1;
    this.#positionMask = (1 << positionBits) - 1;
    const size = LITERAL + (LITERAL_TABLE << (literalContext + literalPosition));
    if (this.#probabilities.length !== size) this.#probabilities = new Uint16Array(size);
    this.resetState();
  }

  resetState(): void {
    this.#probabilities.fill(HALF);
    this.#state = 0;
    this.#rep0 = 0;
    this.#rep1 = 0;
    this.#rep2 = 0;
    this.#rep3 = 0;
    this.#left = 0;
  }

  /** Forgets the bytes that matches may repeat. */
  resetWindow(): void {
    this.#filled = 0;
    this.#processed = 0;
  }

  /**
   * Reads the five bytes with which the range decoder starts; they must be there. @throws Error if the first is wrong
   */
  startRange(): void {
    if (this.input[this.at++] !== 0) throw new Error('the LZMA data does not begin with 0');
    this.#range = -1;
    this.#code = 0;
    for (let i = 0; i < 4; i++) this.#code = (this.#code << 8) | (this.input[this.at++] ?? 0);
  }

  /** Adds bytes that are stored as they are. */
  store(bytes: Uint8Array): void {
    for (const byte of bytes) this.#put(byte);
  }

  /** The bytes since the last call. They must be at most {@link MAX_PIECE}. */
  take(): Uint8Array {
    const { length } = this.#window;
    const from = this.#given;
    this.#given = this.#position;
    if (from <= this.#position) return this.#window.slice(from, this.#position);
    const piece = new Uint8Array(length - from + this.#position);
    piece.set(this.#window.subarray(from));
    piece.set(this.#window.subarray(0, this.#position), length - from);
    return piece;
  }

  /**
   * Decodes until there are `target` bytes in all, or the input has fewer bytes than a symbol may take.
   *
   * @param isLast whether the input ends there: then it is used up, and reading beyond it is an error
   * @returns `end` where the data has a mark of its end
   * @throws Error where the data is damaged
   */
  run(target: number, isLast: boolean): LzmaStop {
    const probabilities = this.#probabilities;
    while (this.total < target) {
      if (this.#left > 0) {
        this.#repeat(target);
        continue;
      }
      if (this.end - this.at < MAX_SYMBOL_INPUT) {
        if (!isLast) return 'input';
        if (this.at > this.end) throw new Error('the LZMA data ends in the middle');
      }
      const position = this.#processed & this.#positionMask;
      const state = this.#state;
      if (this.#bit(probabilities, IS_MATCH + state * POSITIONS + position) === 0) {
        this.#literal(probabilities);
        continue;
      }
      let length: number;
      if (this.#bit(probabilities, IS_REP + state) === 0) {
        this.#rep3 = this.#rep2;
        this.#rep2 = this.#rep1;
        this.#rep1 = this.#rep0;
        length = this.#length(probabilities, LENGTH, position);
        this.#state = state < LITERAL_STATES ? 7 : 10;
        this.#rep0 = this.#distance(probabilities, length);
        if (this.#rep0 === 0xffff_ffff) return 'end';
      } else {
        if (this.#filled === 0) throw new Error('a match begins before the data');
        if (this.#bit(probabilities, IS_REP_0 + state) === 0) {
          if (this.#bit(probabilities, IS_LONG_REP_0 + state * POSITIONS + position) === 0) {
            this.#state = state < LITERAL_STATES ? 9 : 11;
            this.#copy(1);
            continue;
          }
        } else this.#reorder(probabilities, state);
        length = this.#length(probabilities, REP_LENGTH, position);
        this.#state = state < LITERAL_STATES ? 8 : 11;
      }
      this.#left = length + MIN_MATCH;
    }
    return 'output';
  }

  /** Makes the second, third or fourth last distance the last one. */
  #reorder(probabilities: Uint16Array, state: number): void {
    let distance = this.#rep1;
    if (this.#bit(probabilities, IS_REP_1 + state) !== 0) {
      if (this.#bit(probabilities, IS_REP_2 + state) === 0) distance = this.#rep2;
      else {
        distance = this.#rep3;
        this.#rep3 = this.#rep2;
      }
      this.#rep2 = this.#rep1;
    }
    this.#rep1 = this.#rep0;
    this.#rep0 = distance;
  }

  #repeat(target: number): void {
    const count = Math.min(this.#left, target - this.total);
    this.#left -= count;
    this.#copy(count);
  }

  /** Repeats `count` bytes from the last distance on. */
  #copy(count: number): void {
    const distance = this.#rep0 + 1;
    if (distance > this.#filled || distance > this.#windowSize) throw new Error('a match begins before the data');
    for (let left = count; left > 0; left--) {
      const window = this.#window;
      let from = this.#position - distance;
      if (from < 0) from += window.length;
      this.#put(window[from]!);
    }
  }

  #put(byte: number): void {
    if (this.#position === this.#window.length) this.#turn();
    this.#window[this.#position++] = byte;
    this.total++;
    this.#processed++;
    if (this.#filled < this.#windowSize) this.#filled++;
  }

  /** Makes the window larger; from its full size on, goes on at its beginning. */
  #turn(): void {
    const { length } = this.#window;
    // Until now nothing was overwritten, so the bytes are in order.
    if (length < this.#windowSize) {
      const larger = new Uint8Array(Math.min(this.#windowSize, 2 * length));
      larger.set(this.#window);
      this.#window = larger;
    } else {
      if (this.#given === length) this.#given = 0;
      this.#position = 0;
    }
  }

  #literal(probabilities: Uint16Array): void {
    const window = this.#window;
    const { length } = window;
    const before = this.#filled === 0 ? 0 : window[(this.#position === 0 ? length : this.#position) - 1]!;
    const context =
      ((this.#processed & this.#literalMask) << this.#literalContext) + (before >> (8 - this.#literalContext));
    const table = LITERAL + LITERAL_TABLE * context;
    let symbol = 1;
    if (this.#state >= LITERAL_STATES) {
      const distance = this.#rep0 + 1;
      if (distance > this.#filled) throw new Error('a match begins before the data');
      let from = this.#position - distance;
      if (from < 0) from += length;
      // The byte at the last distance predicts this one until a bit differs.
      let matched = window[from]!;
      while (symbol < 0x100) {
        matched <<= 1;
        const expected = (matched >> 8) & 1;
        const bit = this.#bit(probabilities, table + ((1 + expected) << 8) + symbol);
        symbol = (symbol << 1) | bit;
        if (bit !== expected) break;
      }
    }
    while (symbol < 0x100) symbol = (symbol << 1) | this.#bit(probabilities, table + symbol);
    this.#put(symbol & 0xff);
    const state = this.#state;
    this.#state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
  }

  #length(probabilities: Uint16Array, table: number, position: number): number {
    const low = table + 2;
    if (this.#bit(probabilities, table) === 0) return this.#tree(probabilities, low + position * LOW_SYMBOLS, 3);
    const middle = low + POSITIONS * LOW_SYMBOLS;
    if (this.#bit(probabilities, table + 1) === 0)
      return LOW_SYMBOLS + this.#tree(probabilities, middle + position * LOW_SYMBOLS, 3);
    return 2 * LOW_SYMBOLS + this.#tree(probabilities, middle + POSITIONS * LOW_SYMBOLS, 8);
  }

  #distance(probabilities: Uint16Array, length: number): number {
    const slot = this.#tree(probabilities, SLOT + SLOTS * Math.min(length, LENGTH_STATES - 1), 6);
    if (slot < FIRST_SLOT_WITH_BITS) return slot;
    const bits = (slot >> 1) - 1;
    const first = ((2 | (slot & 1)) << bits) >>> 0;
    if (slot < FIRST_DIRECT_SLOT) return first + this.#reverseTree(probabilities, DISTANCE + first - slot, bits);
    const direct = this.#direct(bits - 4) * ALIGN;
    return first + direct + this.#reverseTree(probabilities, ALIGNED, 4);
  }

  #tree(probabilities: Uint16Array, table: number, bits: number): number {
    let symbol = 1;
    for (let i = 0; i < bits; i++) symbol = (symbol << 1) | this.#bit(probabilities, table + symbol);
    return symbol - (1 << bits);
  }

  #reverseTree(probabilities: Uint16Array, table: number, bits: number): number {
    let symbol = 1;
    let value = 0;
    for (let i = 0; i < bits; i++) {
      const bit = this.#bit(probabilities, table + symbol);
      symbol = (symbol << 1) | bit;
      value |= bit << i;
    }
    return value;
  }

  /** Bits that are as likely 0 as 1. */
  #direct(count: number): number {
    let value = 0;
    for (let i = 0; i < count; i++) {
      this.#range = (this.#range >>> 1) | 0;
      const isSet = this.#code >>> 0 >= this.#range;
      if (isSet) this.#code = (this.#code - this.#range) | 0;
      value = value * 2 + (isSet ? 1 : 0);
      if (this.#range >>> 24 === 0) this.#shiftIn();
    }
    return value;
  }

  #bit(probabilities: Uint16Array, index: number): number {
    const probability = probabilities[index]!;
    const bound = Math.imul(this.#range >>> PROBABILITY_BITS, probability);
    let bit = 0;
    if (this.#code >>> 0 < bound >>> 0) {
      this.#range = bound;
      probabilities[index] = probability + ((2 * HALF - probability) >> SHIFT);
    } else {
      this.#range = (this.#range - bound) | 0;
      this.#code = (this.#code - bound) | 0;
      probabilities[index] = probability - (probability >> SHIFT);
      bit = 1;
    }
    if (this.#range >>> 24 === 0) this.#shiftIn();
    return bit;
  }

  #shiftIn(): void {
    const { at } = this;
    this.#range <<= 8;
    this.#code = (this.#code << 8) | (at < this.end ? this.input[at]! : 0);
    this.at = at + 1;
  }
}
