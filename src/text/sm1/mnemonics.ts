/**
 * How instructions of shader models 1 to 3 begin: mnemonic, controls and result modifiers (`mad_x2_sat`), or what a
 * `dcl` declares. Every spelling: oracle.
 */
import {
  SM1_OPCODES,
  SM1_UNKNOWN_MNEMONIC,
  type Sm1OpcodeRow,
  Sm1Version,
  sm1OpcodeRow,
} from '../../isa/sm1/opcodes.ts';
import {
  SM1_COMPARISONS,
  SM1_RESULT_MODIFIERS,
  SM1_RESULT_SHIFTS,
  SM1_TEXLD_CONTROLS,
  SM1_TEXTURE_TYPES,
  SM1_UNKNOWN_DCL,
  SM1_USAGES,
} from '../../isa/sm1/registers.ts';
import {
  Sm1DestinationToken,
  Sm1InstructionToken,
  Sm1OtherDclToken,
  Sm1SamplerToken,
  Sm1UsageToken,
} from '../../isa/sm1/tokens.ts';
import type { Mark, Markup } from '../markup.ts';

/** Spellings of result modifiers and shift by their eight bits, which are adjacent in the destination token. */
const RESULT_BITS_LOW = Sm1DestinationToken.modifiers.low;

const RESULTS = Array.from({ length: 256 }, (_, bits) => {
  let text = SM1_RESULT_SHIFTS[bits >> 4]!;
  for (const { bit, suffix } of SM1_RESULT_MODIFIERS) if (bits & bit) text += suffix;
  return text;
});
const NO_MARK: Mark = { open: '', close: '' };

/** The spellings of one version in one markup. */
export class Sm1MnemonicSpellings {
  readonly #pixel: boolean;
  readonly #from14: boolean;
  readonly #mark: Mark;

  /** @param version the low half of a version token */
  constructor(pixel: boolean, version: number, markup: Markup) {
    this.#pixel = pixel;
    this.#from14 = version >= Sm1Version.v1_4;
    // Microsoft's HTML colors the entire body, not each mnemonic.
    this.#mark = markup.html ? NO_MARK : markup.keyword;
  }

  /**
   * The mnemonic with its suffixes, and a space when a destination follows.
   *
   * @param token the instruction token, not of a `dcl`
   * @param destination the destination token; 0 when there is none
   */
  mnemonic(token: number, destination: number): string {
    const row = sm1OpcodeRow(Sm1InstructionToken.opcode.get(token));
    if (row === undefined) return this.#suffixed(SM1_UNKNOWN_MNEMONIC, destination);
    const mnemonic = this.#from14 ? row.mnemonic : (row.oldMnemonic ?? row.mnemonic);
    return this.#suffixed(mnemonic + this.#controls(row, Sm1InstructionToken.controls.get(token)), destination);
  }

  /** The mnemonic of a `dcl` with this attribute DWORD, with its suffixes, and a space when a destination follows. */
  declaration(attributes: number, destination: number): string {
    return this.#suffixed(SM1_OPCODES.dcl.mnemonic + this.#declared(attributes), destination);
  }

  #suffixed(mnemonic: string, destination: number): string {
    const { open, close } = this.#mark;
    const result = RESULTS[(destination >>> RESULT_BITS_LOW) & 0xff]!;
    return open + mnemonic + result + close + (destination === 0 ? '' : ' ');
  }

  #controls(row: Sm1OpcodeRow, controls: number): string {
    if (row.controls === undefined || (row.controls === 'texld' && !this.#from14)) return '';
    return (row.controls === 'texld' ? SM1_TEXLD_CONTROLS : SM1_COMPARISONS)[controls] ?? '';
  }

  /** The text for the attribute DWORD of a `dcl`: `_2d`, `_texcoord3`, or nothing. */
  #declared(attributes: number): string {
    // Pixel shaders declare colors, vPos and vFace with an empty DWORD (DCL2, DCL5, DCL6).
    if (this.#pixel && !Sm1OtherDclToken.reserved.test(attributes)) return '';
    const texture = Sm1SamplerToken.textureType.get(attributes);
    if (texture !== 0) return `_${SM1_TEXTURE_TYPES[texture] ?? SM1_UNKNOWN_DCL}`;
    // Only the low four bits of the usage count (source: oracle).
    const usage = Sm1UsageToken.usage.get(attributes) & 0xf;
    const index = Sm1UsageToken.index.get(attributes);
    return `_${SM1_USAGES[usage] ?? SM1_UNKNOWN_DCL}${index === 0 ? '' : index}`;
  }
}
