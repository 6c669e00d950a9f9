/**
 * Notes on rules of the format documents that Microsoft's validator does not enforce. Which rules those are was tried
 * bit by bit (source: oracle): the attribute DWORD and the destination of `dcl`, the controls of comparisons and
 * texture loads, and the marks of predicate tokens. Notes never make a shader invalid.
 *
 * Not for: anything that has an X code.
 */

import { type Diagnostics, hex } from '../../base/diagnostics.ts';
import { isInvalidField } from '../../base/explained.ts';
import type { Message } from '../../base/messages.ts';
import { positionAt } from '../../isa/model.ts';
import { Sm1Cursor } from '../../isa/sm1/cursor.ts';
import { type Sm1Word, walkSm1Fields } from '../../isa/sm1/fields.ts';
import { SM1_OPCODES, sm1OpcodeRow } from '../../isa/sm1/opcodes.ts';
import { readSm1Words, type Sm1Program } from '../../isa/sm1/program.ts';
import { SM1_REGISTERS, SM1_USAGES } from '../../isa/sm1/registers.ts';
import { Sm1DestinationToken, Sm1InstructionToken, Sm1UsageToken, sm1RegisterType } from '../../isa/sm1/tokens.ts';
import { DX2101, DX2102, DX2103, DX2104, DX2105 } from '../messages.ts';
import { sm1Model } from '../rule.ts';
import type { Sm1Diagnostic } from './context.ts';

/** Usage indices that DCL4 allows to inputs of pixel shaders. */
const MAX_TEXCOORD = 7;
const FULL_MASK = 15;

/**
 * Reports to `diagnostics` which rules of the documents the stream breaks; spans are bytes from its first word.
 * Instructions that already have a diagnostic are skipped.
 */
export function pedanticNotes(
  words: Uint32Array,
  reported: readonly Sm1Diagnostic[],
  level9: boolean,
  diagnostics: Diagnostics,
): void {
  // The documents do not cover versions without a validator.
  if (sm1Model(words[0] ?? 0) === undefined) return;
  new Pedant(readSm1Words(words), reported, diagnostics).run(level9);
}

class Pedant {
  readonly #cursor: Sm1Cursor;
  /** Instructions that diagnostics are about, by their index. */
  readonly #wrong = new Set<number>();

  constructor(
    private readonly program: Sm1Program,
    reported: readonly Sm1Diagnostic[],
    private readonly diagnostics: Diagnostics,
  ) {
    this.#cursor = new Sm1Cursor(program.words);
    for (const { at } of reported) this.#wrong.add(positionAt(program, at));
  }

  run(level9: boolean): void {
    for (const word of walkSm1Fields(this.program, { level9 })) this.#word(word);
  }

  #word(word: Sm1Word): void {
    const { at, kind, value, instruction, fields } = word;
    if (instruction < 0 || this.#wrong.has(instruction)) return;
    this.#cursor.moveTo(this.program.starts[instruction]!);
    // Words after a declaration with a relative address belong to the next instruction, as Microsoft cuts it.
    if (kind === 'relative' && this.#cursor.opcode === SM1_OPCODES.dcl.code) return;
    for (const one of fields) {
      if (!isInvalidField(one)) continue;
      if (one.field === Sm1InstructionToken.controls) {
        this.#controls(at, Sm1InstructionToken.opcode.get(word.value), one.value);
        continue;
      }
      // The mark of a missing destination: the instruction before it is at fault.
      if (kind === 'instruction' && one.rule === 'DP8') continue;
      const { field, value, expected = 0, rule = 'format' } = one;
      this.#note(DX2101, at, {
        rule,
        field: field.name,
        value: hex(value),
        expected: hex(expected),
      });
    }
    if (kind === 'dclPixelInput') this.#usage(at, value);
    else if (kind === 'destination' && this.#cursor.opcode === SM1_OPCODES.dcl.code) this.#declared(at, value);
  }

  /** IT2: controls without a meaning for their opcode. Microsoft reports those of opcodes without controls (X5001). */
  #controls(at: number, opcode: number, controls: number): void {
    const row = sm1OpcodeRow(opcode);
    if (row?.controls !== undefined) this.#note(DX2102, at, { value: controls, mnemonic: row.mnemonic });
  }

  /** DCL4: what an input of a pixel shader can be. */
  #usage(at: number, token: number): void {
    const usage = SM1_USAGES[Sm1UsageToken.usage.get(token)];
    const index = Sm1UsageToken.index.get(token);
    if ((usage === 'texcoord' && index <= MAX_TEXCOORD) || (usage === 'color' && index === 0)) return;
    this.#note(DX2103, at, {
      usage: usage ?? `usage ${Sm1UsageToken.usage.get(token)}`,
      index,
    });
  }

  /** Fields of the destination of a `dcl` besides register and mask. */
  #declared(at: number, token: number): void {
    const { stage, major } = this.program;
    const mask = Sm1DestinationToken.mask.get(token);
    const isFace = sm1RegisterType(token) === SM1_REGISTERS.misc.code && Sm1DestinationToken.number.get(token) === 1;
    if (isFace && mask !== FULL_MASK) this.#note(DX2104, at, { mask: hex(mask) });
    const modifiers = Sm1DestinationToken.modifiers.get(token);
    if (stage === 'vs' && modifiers !== 0) this.#note(DX2105, at, { rule: 'DP6', what: 'result modifiers' });
    // In earlier versions the field alone is reported.
    const relative = Sm1DestinationToken.relative.test(token) && stage === 'vs' && major >= 3;
    if (relative) this.#note(DX2105, at, { rule: 'DP3', what: 'a relative address' });
  }

  #note(message: Message, at: number, values: Record<string, string | number>): void {
    this.diagnostics.report(message, 4 * at, 4 * at + 4, values);
  }
}
