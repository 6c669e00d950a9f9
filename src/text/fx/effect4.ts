/**
 * The listing of a binary effect (fx_4_0, fx_4_1, fx_5_0) as `D3DDisassemble` prints it: buffers with their variables,
 * objects, interfaces, what the pool of a child effect has, groups and techniques. Spellings: oracle.
 *
 * Not for: the listings of containers and expressions in it, or effects of fx_2_0.
 */
import type { Diagnostics } from '../../base/diagnostics.ts';
import { u32At } from '../../base/words.ts';
import { type Container, readContainer } from '../../container/dxbc.ts';
import {
  FX4_EXPLICIT_OFFSET,
  FX4_NO_REGISTER,
  FX4_OBJECT_NAMES,
  Fx4BufferFlag,
  Fx4TypeKind,
} from '../../effects/fx4/enums.ts';
import type {
  Effect4,
  Fx4Annotation,
  Fx4Assignment,
  Fx4Buffer,
  Fx4Constant,
  Fx4Group,
  Fx4Interface,
  Fx4Object,
  Fx4Pass,
  Fx4Shader,
  Fx4Technique,
  Fx4Type,
  Fx4Variable,
} from '../../effects/fx4/model.ts';
import { FX4_STATES, type Fx4State, fx4ValueName } from '../../effects/fx4/states.ts';
import { COMPONENTS } from '../../isa/components.ts';
import type { DebugPrinters } from '../debug-notes.ts';
import { printContainer } from '../dxbc/container.ts';
import { DX0127 } from '../messages.ts';
import { hex32 } from '../numbers.ts';
import type { ListingStyle } from '../options.ts';
import { printExpression } from '../preshader/expression.ts';
import { type TextWriter, written } from '../writer.ts';
import { byteText, type EffectText, instanceText, isInteger, scalarText } from './effect-text.ts';

/** The position of a variable. Compilers write offsets of numeric variables only; that of an object is a register. */
export function offsetText(type: Fx4Type, position: number): string {
  if (type.kind === Fx4TypeKind.object) return registerText(position, registerLetter(type));
  return ` : packoffset(c${Math.floor(position / 16)}.${COMPONENTS[(position >>> 2) & 3]})`;
}

/** The letter of the registers of textures, buffers and samplers; other objects have `x`. */
export function registerLetter({ object }: Fx4Type): string {
  const name = (object !== undefined && FX4_OBJECT_NAMES[object]) || '';
  if (name === 'buffer' || name.startsWith('texture')) return 't';
  return name === 'sampler' ? 's' : 'x';
}

/** The binding to a register; empty for none. */
export function registerText(register: number, letter: string): string {
  return register === FX4_NO_REGISTER ? '' : ` : register(${letter}${register})`;
}

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

/** The column of the comment of a variable. */
const COMMENT_COLUMN = 40;
/** The columns of a type in a declaration. */
const TYPE_WIDTH = 8;

export class Effect4Printer {
  constructor(
    private readonly text: EffectText,
    private readonly values: Effect4Values,
    private readonly effect: Effect4,
  ) {}

  print(): void {
    const { text, effect } = this;
    const { buffers, objects, interfaces, sharedBuffers, sharedObjects, groups, profile } = effect;
    text.code(`//\n// FX Version: ${profile ?? '(null)'}\n`);
    const is5 = profile === 'fx_5_0';
    if (!is5) {
      const child = sharedBuffers.length > 0 || sharedObjects.length > 0 || effect.counts.sharedNumericVariables > 0;
      text.code(`// Child effect (requires effect pool): ${child}\n`);
    }
    this.buffers(buffers, 'local');
    this.objects(objects, 'local');
    if (this.section(interfaces.length, 'local interface(s)', 0)) {
      for (const one of interfaces) this.interface(one);
      text.code('\n');
    }
    this.buffers(sharedBuffers, 'shared');
    this.objects(sharedObjects, 'shared');
    if (!is5) this.techniques(groups[0]?.techniques ?? [], 'technique10', 0);
    else if (this.section(groups.length, 'groups(s)', 0)) for (const group of groups) this.group(group);
  }

  /** The comment before a list; false, and nothing, when it is empty. */
  private section(count: number, what: string, margin: number): boolean {
    const indent = ' '.repeat(margin);
    if (count > 0) this.text.code(`${indent}//\n${indent}// ${count} ${what}\n${indent}//\n`);
    return count > 0;
  }

  private buffers(buffers: readonly Fx4Buffer[], where: string): void {
    if (this.section(buffers.length, `${where} buffer(s)`, 0)) for (const buffer of buffers) this.buffer(buffer);
  }

  private objects(objects: readonly Fx4Object[], where: 'local' | 'shared'): void {
    if (!this.section(objects.length, `${where} object(s)`, 0)) return;
    for (const object of objects) this.object(object, where === 'shared');
    this.text.code('\n');
  }

  private buffer(buffer: Fx4Buffer): void {
    const { text } = this;
    const tbuffer = (buffer.flags & Fx4BufferFlag.tbuffer) !== 0;
    const single = (buffer.flags & Fx4BufferFlag.single) !== 0 ? 'single ' : '';
    text.keyword((tbuffer ? 'tbuffer ' : 'cbuffer ') + single);
    text.code(buffer.name + registerText(buffer.register, tbuffer ? 't' : 'b'));
    text.code('\n');
    this.annotationBlock(buffer.annotations, 0);
    text.code('{\n');
    for (const variable of buffer.variables) this.variable(variable);
    text.code('}\n\n');
  }

  private variable({ type, name, semantic, flags, position, value, annotations }: Fx4Variable): void {
    const { text } = this;
    text.begin(INDENT);
    this.declaration(type, name, semantic, TYPE_WIDTH);
    if ((flags & FX4_EXPLICIT_OFFSET) !== 0 && position !== FX4_NO_REGISTER) text.code(offsetText(type, position));
    this.annotationsBefore(annotations, INDENT);
    if (value !== undefined) this.value(type, value);
    text.code(';');
    text.pad(COMMENT_COLUMN);
    text.comment(`// Offset: ${padded(position)}, size: ${padded(type.totalSize)}\n`);
  }

  /** Type, name, elements and semantic. */
  private declaration(type: Fx4Type, name: string, semantic: string | undefined, width: number): void {
    const { text } = this;
    const begin = text.column;
    text.keyword(`${type.name} `);
    text.pad(begin + width);
    text.code(
      `${name}${type.elements > 1 ? `[${type.elements}]` : ''}${semantic === undefined ? '' : ` : ${semantic}`}`,
    );
  }

  /** Annotations in the middle of a declaration, up to the character before what follows it. */
  private annotationsBefore(annotations: readonly Fx4Annotation[], margin: number): void {
    if (annotations.length === 0) return;
    this.text.code('\n');
    this.annotations(annotations, margin);
  }

  /** Annotations on lines of their own. */
  private annotationBlock(annotations: readonly Fx4Annotation[], margin: number): void {
    if (annotations.length === 0) return;
    this.annotations(annotations, margin);
    this.text.code('\n');
  }

  private annotations(annotations: readonly Fx4Annotation[], margin: number): void {
    const { text } = this;
    text.begin(margin);
    text.code('<\n');
    for (const { type, name, strings, value } of annotations) {
      text.begin(margin + INDENT);
      this.declaration(type, name, undefined, INDENT);
      if (strings !== undefined) this.strings(type, strings);
      else if (value !== undefined) this.value(type, value);
      text.code(';\n');
    }
    text.begin(margin);
    text.code('>');
  }

  private strings({ elements }: Fx4Type, strings: readonly (string | undefined)[]): void {
    const list = strings.map((string) => `"${string ?? ''}"`).join(', ');
    this.text.code(elements > 1 ? ` = { ${list} }` : ` = ${list}`);
  }

  private value(type: Fx4Type, value: Uint8Array): void {
    const { text } = this;
    const count = value.byteLength >>> 2;
    const bits = Array.from({ length: count }, (_, i) => u32At(value, 4 * i));
    const shown = bits.every((word) => word === bits[0]) ? bits.slice(0, 1) : bits;
    text.code(count > 1 ? ' = { ' : ' = ');
    for (const [i, word] of shown.entries()) {
      if (i > 0) text.code(', ');
      const scalar = type.kind === Fx4TypeKind.numeric ? type.numeric?.scalar : undefined;
      text.literal(scalar === undefined ? hex32(word) : scalarText(scalar, word));
    }
    if (count > 1) text.code(' }');
  }

  private object(object: Fx4Object, shared: boolean): void {
    const { text, values } = this;
    const { type, name, semantic, register, annotations, states, strings, shaders } = object;
    text.begin(0);
    this.declaration(type, name, semantic, TYPE_WIDTH);
    text.code(registerText(register, registerLetter(type)));
    this.annotationsBefore(annotations, 0);
    if (shared) {
      text.code(';\n');
      return;
    }
    if (strings.length > 0) this.strings(type, strings);
    if (states.length > 0) {
      text.code('\n{\n');
      if (type.elements > 1) {
        this.list(states, (assignments) => {
          text.code('    {\n');
          values.assignments(assignments, 2 * INDENT);
          text.code('    }');
        });
      } else {
        for (const assignments of states) values.assignments(assignments, INDENT);
      }
      text.code('}');
    }
    if (shaders.length > 0) {
      text.code(' = \n');
      if (type.elements > 1) text.code('{\n');
      this.list(
        shaders,
        (shader) => {
          text.begin(INDENT);
          values.shader(shader, INDENT);
        },
        type.elements > 1,
      );
      if (type.elements > 1) text.code('}');
    }
    text.code(';\n');
  }

  /** Writes items with commas and line feeds between them. */
  private list<Item>(items: readonly Item[], write: (item: Item) => void, lastLine = true): void {
    for (const [i, item] of items.entries()) {
      write(item);
      if (i + 1 < items.length) this.text.code(',\n');
      else if (lastLine) this.text.code('\n');
    }
  }

  private interface({ type, name, instances, annotations }: Fx4Interface): void {
    const { text } = this;
    text.begin(0);
    this.declaration(type, name, undefined, TYPE_WIDTH);
    this.annotationsBefore(annotations, 0);
    if (instances !== undefined) {
      const list = instances.map(instanceText).join(', ');
      text.code(type.elements > 0 ? ` = { ${list} }` : ` = ${list}`);
    }
    text.code(';\n');
  }

  private group({ name, annotations, techniques }: Fx4Group): void {
    const { text } = this;
    text.keyword('fxgroup');
    text.code(name === undefined ? '\n' : ` ${name}\n`);
    this.annotationBlock(annotations, 0);
    text.code('{\n');
    this.techniques(techniques, 'technique11', INDENT);
    text.code('}\n\n');
  }

  private techniques(techniques: readonly Fx4Technique[], keyword: string, margin: number): void {
    if (!this.section(techniques.length, 'technique(s)', margin)) return;
    const { text } = this;
    const indent = ' '.repeat(margin);
    for (const { name, annotations, passes } of techniques) {
      text.keyword(indent + keyword);
      text.code(name === undefined ? '\n' : ` ${name}\n`);
      this.annotationBlock(annotations, margin);
      text.code(`${indent}{\n`);
      for (const pass of passes) this.pass(pass, margin + INDENT);
      text.code(`${indent}}\n\n`);
    }
  }

  private pass({ name, annotations, assignments }: Fx4Pass, margin: number): void {
    const { text } = this;
    const indent = ' '.repeat(margin);
    text.begin(margin);
    text.keyword('pass');
    text.code(name === undefined ? '\n' : ` ${name}\n`);
    this.annotationBlock(annotations, margin);
    text.code(`${indent}{\n`);
    this.values.assignments(assignments, margin + INDENT);
    text.code(`${indent}}\n\n`);
  }
}

function padded(value: number): string {
  return String(value).padStart(4);
}
