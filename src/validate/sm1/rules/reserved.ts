/**
 * Which bits of a stream's tokens are reserved, and which opcodes there are: what decoding an instruction needs to know
 * about its version. Source: oracle, for every bit of every token in every version.
 *
 * Not for: the checks; those are in tokens.ts.
 */
import { SM1_OPCODE_LIMIT, SM1_OPCODES, type Sm1OpcodeRow } from '../../../isa/sm1/opcodes.ts';

/** Opcodes that vertex and pixel shaders of any version have; `sub` of vertex shaders is for assemblers only (IT9). */
const KNOWN_VS = new Uint8Array(SM1_OPCODE_LIMIT);
const KNOWN_PS = new Uint8Array(SM1_OPCODE_LIMIT);
for (const row of Object.values(SM1_OPCODES) as Sm1OpcodeRow[]) {
  if (row.code >= SM1_OPCODE_LIMIT) continue;
  if (row.vs !== undefined && row.code !== SM1_OPCODES.sub.code) KNOWN_VS[row.code] = 1;
  if (row.ps !== undefined) KNOWN_PS[row.code] = 1;
}

/**
 * Opcodes whose controls mean something: comparisons from 2_x on of vertex and 2_0 on of pixel shaders, and `texld`.
 */
const CONTROLS_VS = new Uint8Array(SM1_OPCODE_LIMIT);
const CONTROLS_PS = new Uint8Array(SM1_OPCODE_LIMIT);
for (const row of Object.values(SM1_OPCODES) as Sm1OpcodeRow[]) {
  if (row.controls !== undefined) CONTROLS_PS[row.code] = 1;
  if (row.controls === 'comparison') CONTROLS_VS[row.code] = 1;
}

const CONTROLS = 0x00ff_0000;
const LENGTH = 0x0f00_0000;
const PREDICATED = 0x1000_0000;
const COISSUE = 0x4000_0000;
const NOT_OPCODE = 0xffff_0000 | 0;
const RELATIVE = 0x2000;
const PRECISION = 0xc000;
/** The reader of ps_3_0 leaves bits 26:23 of attributes alone, and takes four bits of usage. */
const PS30_ATTRIBUTES_RESERVED = 0x7870_fff0;

/** More than there are versions. */
const MAX_CACHED = 64;
const MADE = new Map<number, Sm1ReservedBits>();

/**
 * The reserved bits of a stream, built once for each kind of stream; the parameters are those of {@link
 * Sm1ReservedBits}.
 */
export function sm1ReservedBits(pixel: boolean, version: number, flags: number): Sm1ReservedBits {
  // 16 bits of version; of the flags one matters.
  const key = version | ((flags & 2) << 16) | (pixel ? 0x1_0000 : 0);
  let made = MADE.get(key);
  if (made === undefined) {
    made = new Sm1ReservedBits(pixel, version, flags);
    // A version that does not exist is checked no further, so that its entry is not needed.
    if (MADE.size < MAX_CACHED) MADE.set(key, made);
  }
  return made;
}

/** The fields that are reserved in the tokens of a stream. */
export class Sm1ReservedBits {
  readonly instruction: number;
  readonly instructionWithControls: number;
  readonly controls: Uint8Array;
  readonly known: Uint8Array;
  readonly phase: boolean;
  readonly destination: number;
  readonly source: number;
  readonly attributes: number;
  /** Whether a relative operand is followed by the token of its register. */
  readonly destinationTokens: boolean;
  readonly sourceTokens: boolean;
  /** vs_1_1: the first token is read as a destination even of opcodes that have none. */
  readonly destinationFirst: boolean;

  /**
   * @param pixel of pixel shaders
   * @param version the low half of the version token
   * @param flags 2 lets minimum precisions pass to the rules of the model
   */
  constructor(pixel: boolean, version: number, flags: number) {
    const counted = version >= 0x200;
    const precision = (flags & 2) !== 0 ? 0 : PRECISION;
    this.instruction =
      NOT_OPCODE & ~(counted ? LENGTH : 0) & ~(version > 0x200 ? PREDICATED : 0) & ~(pixel ? COISSUE : 0);
    this.controls = pixel ? CONTROLS_PS : CONTROLS_VS;
    this.instructionWithControls = version >= (pixel ? 0x200 : 0x201) ? this.instruction & ~CONTROLS : this.instruction;
    this.known = pixel ? KNOWN_PS : KNOWN_VS;
    this.phase = pixel;
    if (pixel) {
      const high = counted ? 0 : 0x4000_0000;
      this.destination = high | RELATIVE | (counted ? precision : PRECISION);
      this.source = high | precision | (version < 0x300 ? RELATIVE : 0);
      this.attributes = version < 0x300 ? 0x7fff_ffff : PS30_ATTRIBUTES_RESERVED;
    } else {
      this.destination = precision | (version > 0x200 ? 0x0f00_0000 : 0x0ff0_2000);
      this.source = counted ? precision : 0;
      this.attributes = 0;
    }
    this.destinationTokens = !pixel && version > 0x200;
    this.destinationFirst = !pixel && !counted;
    this.sourceTokens = pixel ? version >= 0x300 : counted;
  }
}
