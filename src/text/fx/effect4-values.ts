/**
 * The right sides of `=` in the listing of a binary effect: numbers, variables, expressions and shaders, whose own
 * listings are indented.
 *
 * Not for: the effect around them (effect4.ts), or the listings of containers and expressions themselves.
 */

import type { Diagnostics } from '../../base/diagnostics.ts';
import { u32At } from '../../base/words.ts';
import { type Container, readContainer } from '../../container/dxbc.ts';
import type { Fx4Assignment, Fx4Constant, Fx4Shader } from '../../effects/fx4/model.ts';
import { FX4_STATES, type Fx4State, fx4ValueName } from '../../effects/fx4/states.ts';
import type { DebugPrinters } from '../debug-notes.ts';
import { printContainer } from '../dxbc/container.ts';
import { DX0127 } from '../messages.ts';
import type { ListingStyle } from '../options.ts';
import { printExpression } from '../preshader/expression.ts';
import { type TextWriter, written } from '../writer.ts';
import { byteText, type EffectText, instanceText, isInteger, scalarText } from './effect-text.ts';

/** The columns of the name of a state. */
const STATE_WIDTH = 8;
/** Additional indentation of the lines of an expression after the first, on top of the margin of its state. */
const EXPRESSION_INDENT = 16;
const INDENT = 4;

/** Writes values. One object writes those of one effect. */
export class Effect4Values {
  /** Whether every shader has a listing; without one, Microsoft's effects have none. */
  intact = true;

  constructor(
    private readonly out: TextWriter,
    private readonly text: EffectText,
    private styles: { readonly shaders: ListingStyle; readonly expressions: ListingStyle },
    private readonly debug: DebugPrinters,
    /** Spans count from the first DWORD of the effect. */
    private readonly diagnostics: Diagnostics,
  ) {}

  /** Writes each assignment on a line of its own. */
  assignments(assignments: readonly Fx4Assignment[], margin: number): void {
    for (const assignment of assignments) this.assignment(assignment, margin);
  }

  private assignment({ state, index, value }: Fx4Assignment, margin: number): void {
    const { text } = this;
    const row = FX4_STATES[state];
    if (row === undefined) return;
    text.begin(margin);
    text.keyword(row.name);
    if ((row.elements ?? 1) > 1) {
      text.code('[');
      text.literal(String(index));
      text.code(']');
    }
    text.pad(margin + STATE_WIDTH);
    text.code(' = ');
    switch (value?.kind) {
      case 'constants':
        this.constants(row, value.constants);
        break;
      case 'variable':
        text.code(value.name ?? '');
        break;
      case 'constantIndex':
        text.code(`${value.name ?? ''}[`);
        text.literal(String(value.index));
        text.code(']');
        break;
      case 'variableIndex':
        text.code(`${value.name ?? ''}[${value.indexName ?? ''}]`);
        break;
      case 'expressionIndex':
        text.code(`${value.name ?? ''}[`);
        this.expression(value.code.bytes, margin);
        text.code(']');
        break;
      case 'expression':
        this.expression(value.code.bytes, margin);
        break;
      case 'shader':
        this.shader(value.shader, margin);
        break;
    }
    text.code(';\n');
  }

  private constants(row: Fx4State, constants: readonly Fx4Constant[]): void {
    const { text } = this;
    if (row.type === 'object') {
      text.literal('NULL');
      return;
    }
    text.keyword(constants.length > 1 ? `${row.type}${constants.length}` : row.type);
    text.code('(');
    for (const [i, { scalar, bits }] of constants.entries()) {
      if (i > 0) text.code(', ');
      const value = row.type === 'byte' && isInteger(scalar) ? byteText(bits) : scalarText(scalar, bits);
      const name = fx4ValueName(row, bits);
      text.literal(name ?? value);
      if (name !== undefined) text.comment(` /* ${value} */`);
    }
    text.code(')');
  }

  private expression(bytes: Uint8Array, margin: number): void {
    if (this.text.full) return;
    this.text.code('eval(');
    printExpression(this.out, bytes, this.styles.expressions, ' '.repeat(margin + EXPRESSION_INDENT));
    this.text.code(')');
  }

  /** Writes a shader whose first line has begun with `margin` spaces. */
  shader({ code, offset, streamOut, extra }: Fx4Shader, margin: number): void {
    const { text, out } = this;
    if (text.full) return;
    const indent = ' '.repeat(margin);
    if (code === undefined || code.byteLength === 0) text.literal('NULL');
    else {
      const listing = this.listing(code, offset);
      out.text(`asm {\n${indent}    ${listing.replaceAll('\n', `\n${indent}    `)}${indent}\n${indent}}`);
    }
    for (const comment of this.comments(streamOut, extra)) text.code(`\n${indent.slice(INDENT)}/* ${comment} */`);
  }

  /** The comments after the listing of a shader. */
  private *comments(streamOut: Fx4Shader['streamOut'], extra: Fx4Shader['extra']): Generator<string> {
    if (extra === undefined) {
      if (streamOut[0] !== undefined) yield `Stream out decl: "${streamOut[0]}"`;
    } else if (extra.streamOutCount > 0) {
      for (const [stream, declaration] of streamOut.slice(0, extra.streamOutCount).entries())
        if (declaration !== undefined) yield `Stream ${stream} out decl: "${declaration}"`;
      yield `Stream ${extra.rasterizedStream} to rasterizer`;
    }
    for (const [i, instance] of (extra?.bindings ?? []).entries())
      yield `Interface parameter ${i} bound to: ${instanceText(instance)}`;
  }

  private listing(code: Uint8Array, offset: number): string {
    const { styles, debug } = this;
    // Microsoft's expressions have hexadecimal literals up to the first shader, which is listed without that flag.
    this.styles = { ...styles, expressions: styles.shaders };
    const inside = this.diagnostics.at(offset);
    const container = readContainer(code, inside);
    const isComplete =
      container?.digest !== undefined && container.bytes.byteLength === code.byteLength && isRegular(container);
    const listing = isComplete ? written((out) => printContainer(out, container, styles.shaders, inside, debug)) : '';
    if (listing === '') {
      this.intact = false;
      this.diagnostics.report(DX0127, offset, offset + code.byteLength);
    }
    const { frame } = styles.shaders.markup;
    return frame.open + listing + frame.close;
  }
}

/** DWORD of the version in the header of a container. */
const VERSION_WORD = 5;

/** Whether Microsoft's reader accepts the header and chunks of a container: version 1.0, chunk sizes in full DWORDs. */
function isRegular({ words, chunks, bytes }: Container): boolean {
  if (words[VERSION_WORD] !== 1) return false;
  return chunks.every(({ offset, data }) => {
    const size = u32At(bytes, offset + 4);
    // A chunk that runs over the end is cut off there.
    return size !== data.byteLength || size % 4 === 0;
  });
}
