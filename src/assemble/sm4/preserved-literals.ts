/**
 * The literals of changed lines in a text that replaces the program of an original. A default listing has six decimals,
 * so that an unchanged literal may have bits that its text does not show: these bits are preserved from the original.
 *
 * Not for: lines that are not changed, which keep all words of the original (into.ts).
 */

import { alignLines } from '../../base/alignment.ts';
import { firstWhere } from '../../base/collections.ts';
import { FIRST_PIXEL_OUTPUT, SYSTEM_VALUE_REGISTERS } from '../../base/d3d/system-values.ts';
import { Diagnostics } from '../../base/diagnostics.ts';
import { readRdef } from '../../chunks/rdef.ts';
import { NO_REGISTER, readSignature } from '../../chunks/signature.ts';
import type { Container } from '../../container/dxbc.ts';
import type { ShaderChunks } from '../../container/shader-chunks.ts';
import { Sm4Cursor } from '../../isa/sm4/cursor.ts';
import { readSm4Declarations, type Sm4Declarations, type Sm4DeclaredRegister } from '../../isa/sm4/declarations.ts';
import { Sm4CustomDataClass } from '../../isa/sm4/names.ts';
import { SM4_OPCODES } from '../../isa/sm4/opcodes.ts';
import { SM4_OPERAND_TYPES, SM4_RESOURCE_PREFIXES } from '../../isa/sm4/operands.ts';
import { type Sm4Program, sm4CustomDataClass, sm4UsesRangeIds } from '../../isa/sm4/program.ts';
import { formatDouble, formatF, hex32 } from '../../text/numbers.ts';
import { listingStyle } from '../../text/options.ts';
import { literalFormats, untypedFormat } from '../../text/sm4/literals.ts';
import { DX3114, DX3222, DX3223 } from '../messages.ts';
import { isOfPatch } from './derived.ts';
import { boundRegisters } from './headers/bindings.ts';
import { countLines, type Line, type LineReports, withoutPrefix } from './headers/lines.ts';
import type { LiteralWords, WrittenLiteral } from './literals.ts';

/** The instructions of a text, assembled. */
export interface AssembledText {
  readonly program: Sm4Program;
  /** The word index of each instruction, and of the end. */
  readonly starts: readonly number[];
  /** The offset of the line of each instruction, in characters of the source, and its number. */
  readonly at: readonly number[];
  readonly lines: readonly number[];
  /** Each instruction as listings spell it, to compare. */
  readonly statements: readonly string[];
}

/** The line that begins at `start`. */
export function lineAt(source: string, start: number, number: number): Line {
  const end = source.indexOf('\n', start);
  return { text: source.slice(start, end < 0 ? source.length : end).trimEnd(), start, number };
}

const {
  input: INPUT,
  output: OUTPUT,
  inputControlPoint: CONTROL_POINT,
  inputPatchConstant: PATCH_CONSTANT,
} = SM4_OPERAND_TYPES;
/** Semantics of outputs with a register of their own, in small letters. */
const SPECIAL_OUTPUTS: ReadonlyMap<number, string> = new Map(
  SYSTEM_VALUE_REGISTERS.filter(({ code }) => code >= FIRST_PIXEL_OUTPUT).map(({ operand, semantic }) => [
    SM4_OPERAND_TYPES[operand].code,
    semantic.toLowerCase(),
  ]),
);

/** The components of a signature: by register, or by semantic for those with a register of their own. */
interface SignatureComponents {
  readonly masks: ReadonlyMap<number, number>;
  readonly semantics: ReadonlySet<string>;
}

/** Warns of declarations in changed lines that the chunks of the original do not have. */
export class OriginalWarnings {
  private readonly declarations: Sm4Declarations;

  constructor(
    private readonly container: Container,
    private readonly chunks: ShaderChunks,
    private readonly text: AssembledText,
    private readonly aligned: Int32Array,
    private readonly reports: LineReports,
  ) {
    this.declarations = readSm4Declarations(text.program);
  }

  report(): void {
    const { chunks, declarations } = this;
    const { stage } = this.text.program;
    const input = this.elements(chunks.input);
    const output = this.elements(chunks.output);
    const patch = this.elements(chunks.patchConstants);
    for (const register of declarations.inputs) {
      if (register.type === INPUT.code || register.type === CONTROL_POINT.code) this.register(register, input, 'input');
      else if (register.type === PATCH_CONSTANT.code) this.register(register, patch, 'patch constant');
    }
    for (const register of declarations.outputs) {
      const isPatch = stage === 'hs' && isOfPatch(register);
      if (register.type === OUTPUT.code)
        this.register(register, isPatch ? patch : output, isPatch ? 'patch constant' : 'output');
      else if (SPECIAL_OUTPUTS.has(register.type)) this.register(register, output, 'output');
    }
    this.resources();
  }

  private elements(chunk: ShaderChunks['input']): SignatureComponents | undefined {
    const signature = chunk && readSignature(this.container, chunk, new Diagnostics());
    if (signature === undefined) return undefined;
    const masks = new Map<number, number>();
    const semantics = new Set<string>();
    for (const { register, mask, semanticName } of signature.elements) {
      if (register === NO_REGISTER) semantics.add(semanticName.toLowerCase());
      else masks.set(register, (masks.get(register) ?? 0) | mask);
    }
    return { masks, semantics };
  }

  private isChanged(position: number): boolean {
    return (this.aligned[position] ?? -1) < 0;
  }

  private line(position: number): Line {
    const { at, lines } = this.text;
    return lineAt(this.reports.source, at[position] ?? 0, lines[position] ?? 1);
  }

  private register(
    register: Sm4DeclaredRegister,
    components: SignatureComponents | undefined,
    signature: string,
  ): void {
    if (components === undefined || !this.isChanged(register.position)) return;
    const semantic = SPECIAL_OUTPUTS.get(register.type);
    const mask = components.masks.get(register.register);
    const found =
      semantic === undefined ? mask !== undefined && (register.mask & ~mask) === 0 : components.semantics.has(semantic);
    if (found) return;
    const line = this.line(register.position);
    this.reports.report(DX3222, line, { register: declaredText(line), signature });
  }

  private resources(): void {
    const { container, chunks, declarations, reports } = this;
    const resources = chunks.resources && readRdef(container, chunks.resources, new Diagnostics());
    if (resources === undefined) return;
    const rangeIds = sm4UsesRangeIds(this.text.program);
    const bound = boundRegisters(resources.bindings, rangeIds);
    for (const { type, id, position } of declarations.resources) {
      if (!this.isChanged(position) || bound.has(SM4_RESOURCE_PREFIXES[type] + id)) continue;
      const line = this.line(position);
      reports.report(DX3223, line, { register: declaredText(line) });
    }
  }
}

function declaredText({ text }: Line): string {
  return withoutPrefix(text).trim().slice(0, 80);
}

const STYLE = listingStyle();
const FORMATS = literalFormats(STYLE);
const IMMEDIATE32 = SM4_OPERAND_TYPES.immediate32.code;
const IMMEDIATE64 = SM4_OPERAND_TYPES.immediate64.code;
/** DWORDs of a data block before its data. */
const BLOCK_HEADER = 2;

/** A literal as the default listing prints it. */
interface ListedLiteral extends LiteralWords {
  readonly text: string;
}

export interface OriginalLines {
  readonly program: Sm4Program;
  /** The position of each in the program. */
  readonly positions: readonly number[];
  /** Their lines without what may differ. */
  readonly statements: readonly string[];
}

/** Finds the bits of the literals in changed lines. */
export class LiteralKeeper {
  readonly #cursor: Sm4Cursor;
  /** The words to write instead of those of the text, by the index of the literal. */
  readonly #preserved = new Map<number, LiteralWords>();
  /** The literals of the original that have a text: one of them, and whether they all have the same bits. */
  #byText: Map<string, { readonly words: LiteralWords; same: boolean }> | undefined;
  #byLine: Map<string, number> | undefined;

  /**
   * @param literals those of the text in its order
   * @param aligned for each instruction of the text the index of the line of the original, or -1
   */
  constructor(
    private readonly original: OriginalLines,
    private readonly text: AssembledText,
    private readonly literals: readonly WrittenLiteral[],
    private readonly aligned: Int32Array,
    private readonly reports: LineReports,
  ) {
    this.#cursor = new Sm4Cursor(original.program);
  }

  /**
   * The literals that keep the bits of the original. Literals for which the original has several are reported, once a
   * line.
   */
  find(): ReadonlyMap<number, LiteralWords> {
    const { aligned } = this;
    let before = 0;
    for (let first = 0; first < aligned.length; first++) {
      if (aligned[first]! >= 0) {
        before = aligned[first]! + 1;
        continue;
      }
      let end = first + 1;
      while (end < aligned.length && aligned[end]! < 0) end++;
      this.#changed(first, end, before, aligned[end] ?? this.original.positions.length);
      first = end - 1;
    }
    return this.#preserved;
  }

  /**
   * Instructions `first` to `end` of the text are between the same neighbors as lines `before` to `beforeEnd` of the
   * original.
   */
  #changed(first: number, end: number, before: number, beforeEnd: number): void {
    const found = new Set<number>();
    if (end - first === beforeEnd - before) {
      for (let i = 0; i < end - first; i++) this.#match(this.#indicesOf(first + i), this.#listed(before + i), found);
    } else {
      const lines = Array.from({ length: beforeEnd - before }, (_, i) => this.#listed(before + i));
      const indices = Array.from({ length: end - first }, (_, i) => this.#indicesOf(first + i));
      this.#match(indices.flat(), lines.flat(), found);
    }
    for (let i = first; i < end; i++) this.#elsewhere(i, found);
  }

  /** Preserves the bits of the literals with the same spelling, at the same positions or in the same order. */
  #match(indices: readonly number[], listed: readonly ListedLiteral[], found: Set<number>): void {
    const statements = indices.map((index) => this.#textOf(index));
    const neighbours =
      statements.length === listed.length
        ? statements.map((text, i) => (text === listed[i]!.text ? i : -1))
        : alignLines(
            listed.map(({ text }) => text),
            statements,
          );
    indices.forEach((index, i) => {
      if (found.has(index) || neighbours[i]! < 0) return;
      found.add(index);
      this.#keep(index, listed[neighbours[i]!]!);
    });
  }

  /**
   * Keeps the bits of literals of instruction `i` that are elsewhere in the original: the line was copied or moved, or
   * its parts.
   */
  #elsewhere(i: number, found: Set<number>): void {
    const left = this.#indicesOf(i).filter((index) => this.literals[index]!.isSeveral && !found.has(index));
    if (left.length === 0) return;
    const { statements } = this.original;
    this.#byLine ??= new Map(statements.map((text, index) => [text, index]));
    const line = this.#byLine.get(this.text.statements[i]!);
    if (line !== undefined) this.#match(this.#indicesOf(i), this.#listed(line), found);
    this.#byText ??= this.#everyText();
    let reported = -1;
    for (const index of left) {
      const known = found.has(index) ? undefined : this.#byText.get(this.#textOf(index));
      // A number that the original does not have was typed, and means itself.
      if (known === undefined) continue;
      if (known.same) this.#keep(index, known.words);
      else reported = this.#report(i, index, reported);
    }
  }

  #keep(index: number, { low, high }: LiteralWords): void {
    const written = this.literals[index]!;
    if (low !== written.low || high !== written.high) this.#preserved.set(index, { low, high });
  }

  /**
   * Reports a literal whose bits are not known, unless its line is number `reported`. Returns the number of the line.
   */
  #report(i: number, index: number, reported: number): number {
    const { source } = this.reports;
    const { start, end, low, high } = this.literals[index]!;
    const number = this.text.lines[i]! + countLines(source, this.text.at[i]!, start);
    if (number === reported) return number;
    const line = lineAt(source, source.lastIndexOf('\n', start - 1) + 1, number);
    const isDouble = this.#textOf(index).toLowerCase().endsWith('l');
    const bits = isDouble ? `${hex32(low)}, ${hex32(high)}` : hex32(low);
    this.reports.report(DX3114, line, { text: this.#textOf(index), bits }, start - line.start, end - line.start);
    return number;
  }

  #textOf(index: number): string {
    const { start, end } = this.literals[index]!;
    return this.reports.source.slice(start, end);
  }

  /** The indices of the literals of instruction `i` of the text. */
  #indicesOf(i: number): number[] {
    const { at } = this.text;
    const from = this.#firstFrom(at[i]!);
    const to = i + 1 < at.length ? this.#firstFrom(at[i + 1]!) : this.literals.length;
    return Array.from({ length: to - from }, (_, k) => from + k);
  }

  /** The index of the first literal that begins at `offset` or after it. */
  #firstFrom(offset: number): number {
    return firstWhere(this.literals.length, (i) => this.literals[i]!.start >= offset);
  }

  #everyText(): Map<string, { readonly words: LiteralWords; same: boolean }> {
    const byText = new Map<string, { readonly words: LiteralWords; same: boolean }>();
    for (let line = 0; line < this.original.positions.length; line++) {
      for (const { text, low, high } of this.#listed(line)) {
        const known = byText.get(text);
        if (known === undefined) byText.set(text, { words: { low, high }, same: true });
        else if (known.words.low !== low || known.words.high !== high) known.same = false;
      }
    }
    return byText;
  }

  #listed(line: number): ListedLiteral[] {
    const cursor = this.#cursor;
    cursor.goto(this.original.positions[line]!);
    const { code, operandCount, operands, row, start, end } = cursor;
    const single = (at: number, text: (word: number) => string): ListedLiteral => {
      const low = cursor.word(at) >>> 0;
      return { text: text(low), low, high: 0 };
    };
    if (row?.kind === 'custom') {
      if (sm4CustomDataClass(cursor.token) !== Sm4CustomDataClass.immediateConstantBuffer) return [];
      const first = start + BLOCK_HEADER;
      const count = Math.max(0, end - first) & ~3;
      return Array.from({ length: count }, (_, i) => single(first + i, untypedFormat(STYLE).text));
    }
    if (code === SM4_OPCODES.dcl_hs_max_tessfactor.code) return [single(cursor.payload, formatF)];
    const listed: ListedLiteral[] = [];
    for (let i = 0; i < operandCount; i++) {
      const { type, literal, literalCount } = operands[i]!;
      if (type === IMMEDIATE64 && literalCount > 1) {
        for (let at = literal; at < literal + literalCount; at += 2) {
          const [low, high] = [cursor.word(at) >>> 0, cursor.word(at + 1) >>> 0];
          listed.push({ text: `${formatDouble(low, high)}l`, low, high });
        }
      } else if (type === IMMEDIATE32 || type === IMMEDIATE64) {
        const text = type === IMMEDIATE64 ? formatF : FORMATS[code]!.text;
        for (let at = literal; at < literal + literalCount; at++) listed.push(single(at, text));
      }
    }
    return listed;
  }
}
