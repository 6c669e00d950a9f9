/**
 * Unpacks LZX as XNB files store it: frames of 32 KB, a window of 64 KB (source: "[MS-PATCH]: LZX DELTA Compression and
 * Decompression", sections 2.1 to 2.7; the frames: `LzxDecoderStream` of MonoGame). No maintained package does this.
 *
 * Not for: cabinets, whose window may be larger, and translated x86 code.
 */

const WINDOW = 2 ** 16;
const MASK = WINDOW - 1;
const FRAME = 2 ** 15;

const SLOTS = 32;
const CHARACTERS = 256;
const MAIN_ELEMENTS = CHARACTERS + 8 * SLOTS;
const LENGTH_ELEMENTS = 249;
const ALIGNED_ELEMENTS = 8;
const PRETREE_ELEMENTS = 20;
const MIN_MATCH = 2;
const MAX_CODE = 16;

const VERBATIM = 1;
const ALIGNED = 2;
const UNCOMPRESSED = 3;

/** Bits of an offset beyond its slot, and the first offset of each slot. */
const EXTRA_BITS = Uint8Array.from({ length: SLOTS }, (_, slot) => (slot < 4 ? 0 : (slot >> 1) - 1));
const BASES = new Uint32Array(SLOTS);
for (let slot = 1; slot < SLOTS; slot++) BASES[slot] = BASES[slot - 1]! + 2 ** EXTRA_BITS[slot - 1]!;

/** A prefix code: the number of codes of each length, and the symbols in the order of their codes. */
class PrefixCode {
  readonly #counts = new Uint16Array(MAX_CODE + 1);
  readonly #symbols: Uint16Array;

  constructor(lengths: Uint8Array) {
    const counts = this.#counts;
    for (const length of lengths) counts[length]!++;
    counts[0] = 0;
    const next = new Uint16Array(MAX_CODE + 2);
    for (let length = 1; length <= MAX_CODE; length++) next[length + 1] = next[length]! + counts[length]!;
    this.#symbols = new Uint16Array(lengths.length);
    lengths.forEach((length, symbol) => {
      if (length > 0) this.#symbols[next[length]!++] = symbol;
    });
  }

  read(bits: Bits): number {
    let code = 0;
    let first = 0;
    let index = 0;
    for (let length = 1; length <= MAX_CODE; length++) {
      code |= bits.read(1);
      const count = this.#counts[length]!;
      if (code - first < count) return this.#symbols[index + code - first]!;
      index += count;
      first = (first + count) << 1;
      code <<= 1;
    }
    throw new Error('a code that no symbol has');
  }
}

/** The bits of a frame: words of 16 bits, the highest bit first. */
class Bits {
  at = 0;
  #word = 0;
  #left = 0;

  constructor(readonly bytes: Uint8Array) {}

  read(count: number): number {
    let value = 0;
    for (let wanted = count; wanted > 0; ) {
      if (this.#left === 0) {
        if (this.at >= this.bytes.byteLength) throw new Error('the compressed bytes end early');
        this.#word = this.bytes[this.at]! | ((this.bytes[this.at + 1] ?? 0) << 8);
        this.at += 2;
        this.#left = 16;
      }
      const taken = Math.min(wanted, this.#left);
      this.#left -= taken;
      value = value * 2 ** taken + ((this.#word >>> this.#left) & (2 ** taken - 1));
      wanted -= taken;
    }
    return value;
  }

  /** Drops the bits up to the next word; all 16 where the last word is used up. */
  align(): void {
    if (this.#left === 0) this.at += 2;
    this.#left = 0;
  }
}

class Decoder {
  readonly #window = new Uint8Array(WINDOW);
  #position = 0;
  readonly #recent = [1, 1, 1];
  #hasHeader = false;
  #type = 0;
  #blockLength = 0;
  #left = 0;
  readonly #mainLengths = new Uint8Array(MAIN_ELEMENTS);
  readonly #lengthLengths = new Uint8Array(LENGTH_ELEMENTS);
  #main = new PrefixCode(this.#mainLengths);
  #lengths = new PrefixCode(this.#lengthLengths);
  #aligned = new PrefixCode(new Uint8Array(ALIGNED_ELEMENTS));

  /** The `size` bytes of the next frame. */
  frame(packed: Uint8Array, size: number): Uint8Array {
    const bits = new Bits(packed);
    if (!this.#hasHeader) {
      if (bits.read(1) === 1) throw new Error('translated code is not supported');
      this.#hasHeader = true;
    }
    const start = this.#position;
    for (let left = size; left > 0; ) {
      if (this.#left === 0) this.#readBlock(bits);
      const run = Math.min(left, this.#left);
      const done = this.#type === UNCOMPRESSED ? this.#copy(bits, run) : this.#decode(bits, run);
      // The last match of a run may be longer than it.
      this.#left -= done;
      left -= done;
      if (this.#left < 0 || left < 0) throw new Error('a match ends after its frame');
    }
    const out = new Uint8Array(size);
    for (let i = 0; i < size; i++) out[i] = this.#window[(start + i) & MASK]!;
    return out;
  }

  #readBlock(bits: Bits): void {
    // A byte fills up an uncompressed block of odd length.
    if (this.#type === UNCOMPRESSED && (this.#blockLength & 1) === 1) bits.at++;
    this.#type = bits.read(3);
    this.#blockLength = bits.read(24);
    this.#left = this.#blockLength;
    if (this.#left === 0) throw new Error('a block of no bytes');
    if (this.#type === ALIGNED) {
      this.#aligned = new PrefixCode(Uint8Array.from({ length: ALIGNED_ELEMENTS }, () => bits.read(3)));
    }
    if (this.#type === ALIGNED || this.#type === VERBATIM) {
      readLengths(bits, this.#mainLengths, 0, CHARACTERS);
      readLengths(bits, this.#mainLengths, CHARACTERS, MAIN_ELEMENTS);
      this.#main = new PrefixCode(this.#mainLengths);
      readLengths(bits, this.#lengthLengths, 0, LENGTH_ELEMENTS);
      this.#lengths = new PrefixCode(this.#lengthLengths);
    } else if (this.#type === UNCOMPRESSED) {
      bits.align();
      for (let i = 0; i < 3; i++) {
        const { bytes, at } = bits;
        this.#recent[i] =
          (bytes[at] ?? 0) +
          2 ** 8 * (bytes[at + 1] ?? 0) +
          2 ** 16 * (bytes[at + 2] ?? 0) +
          2 ** 24 * (bytes[at + 3] ?? 0);
        bits.at += 4;
      }
    } else throw new Error(`there is no block of type ${this.#type}`);
  }

  #copy(bits: Bits, count: number): number {
    if (bits.at + count > bits.bytes.byteLength) throw new Error('the compressed bytes end early');
    for (let i = 0; i < count; i++) this.#put(bits.bytes[bits.at++]!);
    return count;
  }

  #put(byte: number): void {
    this.#window[this.#position] = byte;
    this.#position = (this.#position + 1) & MASK;
  }

  #decode(bits: Bits, count: number): number {
    let done = 0;
    while (done < count) {
      const element = this.#main.read(bits);
      if (element < CHARACTERS) {
        this.#put(element);
        done++;
        continue;
      }
      const header = (element - CHARACTERS) & 7;
      const length = MIN_MATCH + (header === 7 ? 7 + this.#lengths.read(bits) : header);
      const offset = this.#offset(bits, (element - CHARACTERS) >>> 3);
      for (let i = 0; i < length; i++) this.#put(this.#window[(this.#position - offset) & MASK]!);
      done += length;
    }
    return done;
  }

  /** The distance of a match in `slot`; the first three slots are the last distances. */
  #offset(bits: Bits, slot: number): number {
    const recent = this.#recent;
    if (slot < 3) {
      const offset = recent[slot]!;
      recent[slot] = recent[0]!;
      recent[0] = offset;
      return offset;
    }
    const extra = EXTRA_BITS[slot]!;
    const isAligned = this.#type === ALIGNED && extra >= 3;
    const high = isAligned ? 8 * bits.read(extra - 3) + this.#aligned.read(bits) : bits.read(extra);
    const offset = BASES[slot]! + high - 2;
    recent[2] = recent[1]!;
    recent[1] = recent[0]!;
    recent[0] = offset;
    return offset;
  }
}

/** Reads code lengths from `start` to `end`: differences from those before, in a separate prefix code. */
function readLengths(bits: Bits, lengths: Uint8Array, start: number, end: number): void {
  const pretree = new PrefixCode(Uint8Array.from({ length: PRETREE_ELEMENTS }, () => bits.read(4)));
  const changed = (at: number, symbol: number) => (lengths[at]! - symbol + 17) % 17;
  for (let at = start; at < end; ) {
    const symbol = pretree.read(bits);
    if (symbol <= MAX_CODE) {
      lengths[at] = changed(at, symbol);
      at++;
      continue;
    }
    const run = symbol === 17 ? 4 + bits.read(4) : symbol === 18 ? 20 + bits.read(5) : 4 + bits.read(1);
    const value = symbol < 19 ? 0 : changed(at, pretree.read(bits));
    lengths.fill(value, at, Math.min(at + run, end));
    at += run;
  }
}

/** The first byte of a frame with an explicit size. */
const HAS_SIZE = 0xff;

/**
 * Gives the frames of the LZX data of an XNB file. Each begins with the size of its compressed bytes, and before that,
 * after a byte 0xff, its unpacked size.
 *
 * @param size bytes that the file declares for the result; frames beyond are not read
 * @throws Error where the data are damaged
 */
export function* unpackXnbLzx(packed: Uint8Array, size: number): Generator<Uint8Array> {
  const decoder = new Decoder();
  let done = 0;
  for (let at = 0; done < size; ) {
    if (at + 2 > packed.byteLength) throw new Error('the compressed bytes end early');
    let frame = Math.min(FRAME, size - done);
    if (packed[at] === HAS_SIZE) {
      frame = 256 * (packed[at + 1] ?? 0) + (packed[at + 2] ?? 0);
      at += 3;
    }
    const length = 256 * (packed[at] ?? 0) + (packed[at + 1] ?? 0);
    at += 2;
    if (length === 0 || frame === 0) return;
    if (frame > FRAME) throw new Error(`a frame of ${frame} bytes; at most ${FRAME} are possible`);
    yield decoder.frame(packed.subarray(at, at + length), frame);
    at += length;
    done += frame;
  }
}
