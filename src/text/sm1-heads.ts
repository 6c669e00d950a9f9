/**
 * How lines of shader models 1 to 3 begin: margin, mnemonic, controls and result modifiers (`mad_x2_sat`). Every spelling:
 * oracle.
 */
import { sm1TakesDestination } from '../isa/sm1/cursor.ts';
import {
  SM1_OPCODES,
  SM1_UNKNOWN_MNEMONIC,
  type Sm1Opcode,
  type Sm1OpcodeRow,
  Sm1Version,
} from '../isa/sm1/opcodes.ts';
import {
  SM1_COMPARISONS,
  SM1_RESULT_MODIFIERS,
  SM1_RESULT_SHIFTS,
  SM1_TEXTURE_TYPES,
  SM1_UNKNOWN_DCL,
  SM1_USAGES,
} from '../isa/sm1/registers.ts';
import {
  Sm1DestinationToken,
  Sm1InstructionToken,
  Sm1PlainDclToken,
  Sm1SamplerToken,
  Sm1UsageToken,
} from '../isa/sm1/tokens.ts';
import type { Mark, Markup } from './markup.ts';
import { type Sm1OperandTexts, sm1OperandTexts } from './sm1-operands.ts';

/** What stands in front of the mnemonic in every line. */
export const SM1_MARGIN = '    ';

/** Result modifiers and shift stand together in the destination token; their texts by those eight bits. */
const RESULT_BITS_LOW = Sm1DestinationToken.modifiers.low;
const RESULTS = Array.from({ length: 256 }, (_, bits) => {
  let text = SM1_RESULT_SHIFTS[bits >> 4]!;
  for (const { bit, suffix } of SM1_RESULT_MODIFIERS) if (bits & bit) text += suffix;
  return text;
});
/** What the controls of `texld` put behind it from 1_4 on. */
const TEXLD_CONTROLS: readonly string[] = ['', 'p', 'b'];
const NO_MARK: Mark = { open: '', close: '' };

/** Opcode numbers below this have their texts in a table; above it there is only `phase`. */
const TABLE_SIZE = 128;

/** The texts of one version in one markup. */
export class Sm1Heads {
  readonly operands: Sm1OperandTexts;
  readonly #pixel: boolean;
  readonly #from14: boolean;
  readonly #mark: Mark;
  readonly #mnemonics: ReadonlyMap<number, string>;
  readonly #controls: ReadonlyMap<number, readonly string[]>;
  /** By opcode number: margin and mnemonic without controls and result modifiers, and a space where operands follow it. */
  readonly plain: readonly string[];

  constructor(pixel: boolean, version: number, markup: Markup) {
    this.operands = sm1OperandTexts({ pixel, major: version >> 8 }, markup);
    this.#pixel = pixel;
    this.#from14 = version >= Sm1Version.v1_4;
    // Microsoft's HTML colours the whole body, not each mnemonic.
    this.#mark = markup.html ? NO_MARK : markup.keyword;
    const rows = (Object.keys(SM1_OPCODES) as Sm1Opcode[]).map((name): Sm1OpcodeRow => SM1_OPCODES[name]);
    this.#mnemonics = new Map(
      rows.map((row) => [row.code, this.#from14 ? row.mnemonic : (row.oldMnemonic ?? row.mnemonic)]),
    );
    const texld = this.#from14 ? TEXLD_CONTROLS : [];
    this.#controls = new Map(
      rows
        .filter((row) => row.controls !== undefined)
        .map((row) => [row.code, row.controls === 'texld' ? texld : SM1_COMPARISONS]),
    );
    this.plain = Array.from({ length: TABLE_SIZE }, (_, code) => {
      const space = sm1TakesDestination(code) ? ' ' : '';
      return SM1_MARGIN + this.mnemonic(code, 0, '') + space;
    });
  }

  /** @param controls what stands between the mnemonic and the result modifiers of `destination` */
  mnemonic(token: number, destination: number, controls: string): string {
    const { open, close } = this.#mark;
    const name = this.#mnemonics.get(Sm1InstructionToken.opcode.get(token)) ?? SM1_UNKNOWN_MNEMONIC;
    return open + name + controls + RESULTS[(destination >>> RESULT_BITS_LOW) & 0xff]! + close;
  }

  /** What the controls of an instruction token stand for. */
  controls(token: number): string {
    const texts = this.#controls.get(Sm1InstructionToken.opcode.get(token));
    return texts?.[Sm1InstructionToken.controls.get(token)] ?? '';
  }

  /** What a `dcl` declares, by its attribute DWORD: `_2d`, `_texcoord3`, or nothing. */
  declaration(attributes: number): string {
    // Pixel shaders declare colours, vPos and vFace with an empty DWORD (DCL2, DCL5, DCL6).
    if (this.#pixel && !Sm1PlainDclToken.reserved.test(attributes)) return '';
    const texture = Sm1SamplerToken.textureType.get(attributes);
    if (texture !== 0) return `_${SM1_TEXTURE_TYPES[texture] ?? SM1_UNKNOWN_DCL}`;
    // Only the low four bits of the usage are looked at (source: oracle).
    const usage = Sm1UsageToken.usage.get(attributes) & 0xf;
    const index = Sm1UsageToken.index.get(attributes);
    return `_${SM1_USAGES[usage] ?? SM1_UNKNOWN_DCL}${index === 0 ? '' : index}`;
  }
}

const headsByMarkup = new WeakMap<Markup, Map<number, Sm1Heads>>();

/**
 * The texts for a stage and version in a markup; made once and kept.
 *
 * @param version the low half of a version token
 */
export function sm1Heads(pixel: boolean, version: number, markup: Markup): Sm1Heads {
  let byVersion = headsByMarkup.get(markup);
  if (byVersion === undefined) {
    byVersion = new Map();
    headsByMarkup.set(markup, byVersion);
  }
  // Versions that spell alike share their texts: before 1_4, 1_4, 2, from 3 on.
  const group = version < Sm1Version.v1_4 ? 0 : version < Sm1Version.v2_0 ? 1 : version < Sm1Version.v3_0 ? 2 : 3;
  const key = 2 * group + (pixel ? 1 : 0);
  let heads = byVersion.get(key);
  if (heads === undefined) {
    heads = new Sm1Heads(pixel, version, markup);
    byVersion.set(key, heads);
  }
  return heads;
}
