/**
 * The listing of a binary effect (fx_4_0, fx_4_1, fx_5_0) as `D3DDisassemble` prints it: buffers with their variables,
 * objects, interfaces, what the pool of a child effect has, groups and techniques. Spellings: oracle.
 *
 * Not for: assignments, shaders and expressions (effect4-values.ts), or effects of fx_2_0.
 */

import { u32At } from '../../base/words.ts';
import { FX4_EXPLICIT_OFFSET, FX4_NO_REGISTER, Fx4BufferFlag, Fx4TypeKind } from '../../effects/fx4/enums.ts';
import type {
  Effect4,
  Fx4Annotation,
  Fx4Buffer,
  Fx4Group,
  Fx4Interface,
  Fx4Object,
  Fx4Pass,
  Fx4Technique,
  Fx4Type,
  Fx4Variable,
} from '../../effects/fx4/model.ts';
import { hex32 } from '../numbers.ts';
import { type EffectText, instanceText, scalarText } from './effect-text.ts';
import { offsetText, registerLetter, registerText } from './effect4-registers.ts';
import type { Effect4Values } from './effect4-values.ts';

/** The column of the comment of a variable. */
const COMMENT_COLUMN = 40;
/** The columns of a type in a declaration. */
const TYPE_WIDTH = 8;
const INDENT = 4;

/** Writes one effect. */
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

  /** A default value: one number if all are the same. */
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
