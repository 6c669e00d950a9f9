/**
 * How instructions of shader models 1 to 3 begin: mnemonic, controls and result modifiers (`mad_x2_sat`), or what a `dcl`
 * declares. Every spelling: oracle.
 */
import {
  SM1_OPCODE_LIMIT,
  SM1_OPCODES,
  SM1_UNKNOWN_MNEMONIC,
  type Sm1Opcode,
  type Sm1OpcodeRow,
  Sm1Version,
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
  Sm1PlainDclToken,
  Sm1SamplerToken,
  Sm1UsageToken,
} from '../../isa/sm1/tokens.ts';
import type { Mark, Markup } from '../markup.ts';
import { PackedTexts } from '../packed-texts.ts';
import type { TextWriter } from '../writer.ts';
import { type Sm1OperandTexts, sm1OperandTexts } from './operands.ts';

/** Texts of result modifiers and shift by their eight bits, which are adjacent in the destination token. */
const RESULT_BITS_LOW = Sm1DestinationToken.modifiers.low;

const RESULTS = Array.from({ length: 256 }, (_, bits) => {
  let text = SM1_RESULT_SHIFTS[bits >> 4]!;
  for (const { bit, suffix } of SM1_RESULT_MODIFIERS) if (bits & bit) text += suffix;
  return text;
});
const NO_MARK: Mark = { open: '', close: '' };

const MNEMONIC_CACHE_BITS = 10;
const DECLARATION_CACHE_BITS = 9;
const LONGEST = 32;
const KEY_MARK = 1 << 30;

/** The key of a mnemonic with suffixes, never 0: opcode, controls and, with a destination, result modifiers. */
function mnemonicKey(token: number, destination: number): number {
  const result = destination < 0 ? 0x100 | ((destination >>> RESULT_BITS_LOW) & 0xff) : 0;
  return KEY_MARK | ((token & 0xffff) << 17) | ((token >>> 7) & 0x1fe00) | result;
}

/** The texts of one version in one markup. */
export class Sm1MnemonicTexts {
  readonly operands: Sm1OperandTexts;
  readonly #pixel: boolean;
  readonly #from14: boolean;
  readonly #mark: Mark;
  readonly #mnemonics: ReadonlyMap<number, string>;
  readonly #controls: ReadonlyMap<number, readonly string[]>;
  readonly #texts: PackedTexts;
  readonly #declarations: PackedTexts;

  constructor(pixel: boolean, version: number, markup: Markup) {
    this.operands = sm1OperandTexts({ pixel, major: version >> 8 }, markup);
    this.#pixel = pixel;
    this.#from14 = version >= Sm1Version.v1_4;
    // Microsoft's HTML colors the whole body, not each mnemonic.
    this.#mark = markup.html ? NO_MARK : markup.keyword;
    const rows = (Object.keys(SM1_OPCODES) as Sm1Opcode[]).map((name): Sm1OpcodeRow => SM1_OPCODES[name]);
    this.#mnemonics = new Map(
      rows.map((row) => [row.code, this.#from14 ? row.mnemonic : (row.oldMnemonic ?? row.mnemonic)]),
    );
    const texld = this.#from14 ? SM1_TEXLD_CONTROLS : [];
    this.#controls = new Map(
      rows
        .filter((row) => row.controls !== undefined)
        .map((row) => [row.code, row.controls === 'texld' ? texld : SM1_COMPARISONS]),
    );
    const longest = LONGEST + this.#mark.open.length + this.#mark.close.length;
    this.#texts = new PackedTexts(MNEMONIC_CACHE_BITS, longest);
    this.#declarations = new PackedTexts(DECLARATION_CACHE_BITS, longest);
  }

  /**
   * Writes the mnemonic with its suffixes, and a space when a destination follows.
   *
   * @param token the instruction token as a signed number, not of a `dcl`
   * @param destination the destination token as a signed number; 0 when there is none
   */
  write(out: TextWriter, token: number, destination: number): void {
    const texts = this.#texts;
    const hasRow = (token & 0xffff) < SM1_OPCODE_LIMIT;
    const key = mnemonicKey(token, destination);
    const slot = hasRow ? texts.find(key) : -1;
    if (slot >= 0) {
      out.cached(texts, slot);
      return;
    }
    const text = this.#mnemonic(token, destination, this.#controlsOf(token));
    out.text(text);
    if (hasRow) texts.keep(text, key);
  }

  /** The same for a `dcl` with this attribute DWORD, as a signed number too. */
  declaration(out: TextWriter, attributes: number, destination: number): void {
    const texts = this.#declarations;
    const isCacheable = ((destination >>> RESULT_BITS_LOW) & 0xff) === 0 && destination !== 0 && attributes !== 0;
    const slot = isCacheable ? texts.find(attributes) : -1;
    if (slot >= 0) {
      out.cached(texts, slot);
      return;
    }
    const text = this.#mnemonic(SM1_OPCODES.dcl.code, destination, this.#declared(attributes));
    out.text(text);
    if (isCacheable) texts.keep(text, attributes);
  }

  /** @param controls the text between the mnemonic and the result modifiers of `destination` */
  #mnemonic(token: number, destination: number, controls: string): string {
    const { open, close } = this.#mark;
    const name = this.#mnemonics.get(Sm1InstructionToken.opcode.get(token)) ?? SM1_UNKNOWN_MNEMONIC;
    const result = RESULTS[(destination >>> RESULT_BITS_LOW) & 0xff]!;
    return open + name + controls + result + close + (destination === 0 ? '' : ' ');
  }

  /** The text for the controls of an instruction token. */
  #controlsOf(token: number): string {
    const texts = this.#controls.get(Sm1InstructionToken.opcode.get(token));
    return texts?.[Sm1InstructionToken.controls.get(token)] ?? '';
  }

  /** The text for the attribute DWORD of a `dcl`: `_2d`, `_texcoord3`, or nothing. */
  #declared(attributes: number): string {
    // Pixel shaders declare colors, vPos and vFace with an empty DWORD (DCL2, DCL5, DCL6).
    if (this.#pixel && !Sm1PlainDclToken.reserved.test(attributes)) return '';
    const texture = Sm1SamplerToken.textureType.get(attributes);
    if (texture !== 0) return `_${SM1_TEXTURE_TYPES[texture] ?? SM1_UNKNOWN_DCL}`;
    // Only the low four bits of the usage count (source: oracle).
    const usage = Sm1UsageToken.usage.get(attributes) & 0xf;
    const index = Sm1UsageToken.index.get(attributes);
    return `_${SM1_USAGES[usage] ?? SM1_UNKNOWN_DCL}${index === 0 ? '' : index}`;
  }
}

const mnemonicsByMarkup = new WeakMap<Markup, Map<number, Sm1MnemonicTexts>>();

/**
 * The texts for a stage and version in a markup, which are made once.
 *
 * @param version the low half of a version token
 */
export function sm1MnemonicTexts(pixel: boolean, version: number, markup: Markup): Sm1MnemonicTexts {
  let byVersion = mnemonicsByMarkup.get(markup);
  if (byVersion === undefined) {
    byVersion = new Map();
    mnemonicsByMarkup.set(markup, byVersion);
  }
  // Versions that spell alike share their texts: before 1_4, 1_4, 2, from 3 on.
  const group = version < Sm1Version.v1_4 ? 0 : version < Sm1Version.v2_0 ? 1 : version < Sm1Version.v3_0 ? 2 : 3;
  const key = 2 * group + (pixel ? 1 : 0);
  let texts = byVersion.get(key);
  if (texts === undefined) {
    texts = new Sm1MnemonicTexts(pixel, version, markup);
    byVersion.set(key, texts);
  }
  return texts;
}
