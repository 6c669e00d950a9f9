/**
 * The listing of declarations, values and states of an effect of Direct3D 9, and of the programs inside.
 *
 * Not for: parameters, techniques and passes (fx2.ts), or how pieces are written (fx2-text.ts).
 */
import { VariableClass } from '../../base/d3d/enumerations.ts';
import { hex } from '../../base/diagnostics.ts';
import { u16At, u32At } from '../../base/words.ts';
import { type Effect2Links, FX2_EXPRESSION, type Fx2Owner, fx2ElementCode, nameIn } from '../../effects/fx2/links.ts';
import {
  type Fx2Declaration,
  type Fx2Resource,
  type Fx2Sampler,
  type Fx2State,
  Fx2Usage,
  type Fx2Value,
} from '../../effects/fx2/model.ts';
import { FX2_STATES, fx2IsIndexed, fx2ValueNames } from '../../effects/fx2/states.ts';
import type { ListingStyle } from '../options.ts';
import type { Fx2Source } from './fx2-source.ts';
import type { Fx2Text } from './fx2-text.ts';

/** By `D3DXPARAMETER_TYPE`. */
export const FX2_TYPE_NAMES = [
  'void',
  'bool',
  'int',
  'float',
  'string',
  'texture',
  'texture1D',
  'texture2D',
  'texture3D',
  'textureCUBE',
  'sampler',
  'sampler1D',
  'sampler2D',
  'sampler3D',
  'samplerCUBE',
  'pixelshader',
  'vertexshader',
  'pixelfragment',
  'vertexfragment',
] as const;

/** A type such as `float4x3`; empty for a structure. */
export function fx2TypeName({
  type,
  class: kind,
  rows,
  columns,
}: Pick<Fx2Declaration, 'type' | 'class' | 'rows' | 'columns'>): string {
  const name: string = FX2_TYPE_NAMES[type] ?? `type${type}`;
  switch (kind) {
    case VariableClass.vector:
      return `${name}${columns}`;
    case VariableClass.matrixRows:
      return `${name}${rows}x${columns}`;
    case VariableClass.matrixColumns:
      return `column_major ${name}${rows}x${columns}`;
    case VariableClass.struct:
      return '';
    default:
      return name;
  }
}

const STRING = 4;
const FLOAT = 3;
const PIXEL_SHADER = 0xffff;
const VERTEX_SHADER = 0xfffe;

export class Fx2ValuePrinter {
  /** Objects whose program was listed. */
  private readonly listed = new Set<number>();

  constructor(
    private readonly text: Fx2Text,
    private readonly links: Effect2Links,
    private readonly style: ListingStyle,
    private readonly source?: Fx2Source,
  ) {}

  /**
   * A type, a name, elements and a semantic.
   *
   * @param path the names of a parameter and of members of it; empty for other declarations
   */
  declaration(declaration: Fx2Declaration, depth: number, path = ''): void {
    const { text } = this;
    const { name, semantic, elements } = declaration;
    text.keyword(this.source?.modifiers(path) ?? '');
    if (declaration.class === VariableClass.struct) this.structure(declaration.members, depth, path);
    else text.keyword(fx2TypeName(declaration));
    const array = elements > 0 ? `[${elements}]` : '';
    text.code(`${name === null ? '' : ` ${name}`}${array}${semantic === null ? '' : ` : ${semantic}`}`);
  }

  private structure(members: readonly Fx2Declaration[], depth: number, path: string): void {
    const { text } = this;
    text.keyword('struct');
    text.end();
    text.line(depth);
    text.code('{');
    text.end();
    for (const member of members) {
      if (text.full) break;
      text.line(depth + 1);
      this.declaration(member, depth + 1, path === '' ? '' : `${path}.${member.name}`);
      text.code(';');
      text.end();
    }
    text.line(depth);
    text.code('}');
  }

  /**
   * The initializer with its `=`; nothing if all values are zero or absent. Structures in structures get their zeros:
   * without an initializer for them, Microsoft's compiler may write an effect in which nothing has a name any more.
   */
  initializer(declaration: Fx2Declaration, value: Fx2Value, owner: Fx2Owner, depth: number): void {
    if (this.isDefault(value) && !(hasStructures(declaration) && isOfNumbers(value))) return;
    this.text.code(' = ');
    this.value(declaration, value, owner, depth);
  }

  private isDefault(value: Fx2Value): boolean {
    switch (value.kind) {
      case 'numbers':
        return value.words.every((word) => word === 0);
      case 'objects':
        return value.ids.every((id) => (this.links.object(id)?.data.byteLength ?? 0) === 0);
      case 'samplers':
        return value.samplers.every(({ states }) => states.length === 0);
      default:
        return value.members.every((member) => this.isDefault(member));
    }
  }

  value(declaration: Fx2Declaration, value: Fx2Value, owner: Fx2Owner, depth: number): void {
    const { elements, members, type } = declaration;
    switch (value.kind) {
      case 'numbers':
        this.numbers(declaration, value.words);
        return;
      case 'objects':
        this.list(
          elements,
          value.ids,
          (id) => this.object(type, id, depth + (elements > 0 ? 1 : 0)),
          depth,
          type !== STRING,
        );
        return;
      case 'samplers': {
        const inner = depth + (elements > 0 ? 1 : 0);
        this.list(
          elements,
          value.samplers,
          (one, element) => this.sampler(one, { ...owner, element }, inner),
          depth,
          true,
        );
        return;
      }
      default: {
        const count = members.length;
        const parts = Array.from({ length: count === 0 ? 0 : Math.ceil(value.members.length / count) }, (_, i) => i);
        this.list(
          elements,
          parts,
          (part) =>
            this.list(
              1,
              value.members.slice(part * count, (part + 1) * count),
              (member, i) => this.value(members[i]!, member, owner, depth),
              depth,
              false,
            ),
          depth,
          false,
        );
      }
    }
  }

  /** Values in braces where there may be several, in lines of their own where they are long. */
  private list<Row>(
    elements: number,
    rows: readonly Row[],
    print: (row: Row, index: number) => void,
    depth: number,
    lines: boolean,
  ): void {
    const { text } = this;
    if (elements === 0 && rows.length === 1) {
      print(rows[0]!, 0);
      return;
    }
    text.code('{');
    for (const [i, row] of rows.entries()) {
      if (text.full) break;
      if (lines) {
        text.end();
        text.line(depth + 1);
      } else if (i > 0) text.code(' ');
      print(row, i);
      if (i < rows.length - 1) text.code(',');
    }
    if (lines) {
      text.end();
      text.line(depth);
    }
    text.code('}');
  }

  /** The numbers of a value: alone, in braces, or in braces for each element. */
  private numbers({ type, class: kind, rows, columns, elements }: Fx2Declaration, words: Uint32Array): void {
    const { text } = this;
    const size = Math.max(1, rows * columns);
    const one = (from: number): void => {
      if (kind === VariableClass.scalar || (elements === 0 && words.length === 1)) {
        text.number(words[from]!, type);
        return;
      }
      text.code('{');
      for (let i = from; i < Math.min(from + size, words.length); i++) {
        if (i > from) text.code(', ');
        text.number(words[i]!, type);
      }
      text.code('}');
    };
    if (elements === 0 && words.length > 0) {
      one(0);
      return;
    }
    text.code('{');
    for (let from = 0; from < words.length && !text.full; from += size) {
      if (from > 0) text.code(', ');
      one(from);
    }
    text.code('}');
  }

  private object(type: number, id: number, depth: number): void {
    const { text, links } = this;
    const object = links.object(id);
    if (object === undefined || object.data.byteLength === 0) text.keyword('NULL');
    else if (type === STRING) text.string(nameIn(object.data), this.source !== undefined);
    else if (this.source === undefined && this.listed.has(id)) text.comment(`/* object ${id}, listed above */`);
    else {
      this.listed.add(id);
      this.program(object.data, object.offset, depth);
    }
  }

  /** A shader or expression in braces. */
  private program(data: Uint8Array, offset: number, depth: number): void {
    const { text } = this;
    const source = this.source?.program(offset);
    if (source !== undefined) {
      text.code(source);
      return;
    }
    const expression = u32At(data, 0) === FX2_EXPRESSION;
    const type = u16At(data, 2);
    if (!expression && type !== PIXEL_SHADER && type !== VERTEX_SHADER) {
      text.comment(`/* ${counted(data.byteLength, 'byte')} at ${hex(offset)} that are no shader */`);
      text.keyword('NULL');
      return;
    }
    text.keyword(expression ? 'expression' : 'asm');
    text.end();
    text.line(depth);
    text.code('{');
    // On the same line, so that listings with offsets have the lines of those without.
    if (this.style.offsets) text.comment(` // ${counted(data.byteLength, 'byte')} at ${hex(offset)}`);
    text.end();
    if (expression) text.expression(data, offset, depth + 1);
    else text.shader(data, offset, depth + 1);
    text.line(depth);
    text.code('}');
  }

  private sampler({ states }: Fx2Sampler, owner: Fx2Owner, depth: number): void {
    const { text } = this;
    text.keyword('sampler_state');
    text.end();
    this.states(states, owner, depth, false);
  }

  /** Assignments in braces. */
  states(states: readonly Fx2State[], owner: Fx2Owner, depth: number, indexed: boolean): void {
    const { text } = this;
    text.line(depth);
    text.code('{');
    text.end();
    for (const [i, state] of states.entries()) {
      if (text.full) break;
      text.line(depth + 1);
      const row = FX2_STATES[state.operation];
      text.code(row?.name ?? `State${state.operation}`);
      if (indexed && (row === undefined || fx2IsIndexed(row) || state.index !== 0)) text.code(`[${state.index}]`);
      text.code(' = ');
      this.assignment(state, this.links.resource(owner, i), owner, depth + 1);
      text.code(';');
      text.end();
    }
    text.line(depth);
    text.code('}');
  }

  private assignment(state: Fx2State, resource: Fx2Resource | undefined, owner: Fx2Owner, depth: number): void {
    const { text } = this;
    if (resource === undefined) {
      this.constant(state, owner, depth);
      return;
    }
    const { usage, data, offset } = resource;
    if (usage === Fx2Usage.parameter) text.code(`(${nameIn(data)})`);
    else if (usage === Fx2Usage.element) {
      const { name, code, at } = fx2ElementCode(data);
      text.code(`${name}[`);
      this.program(code, offset + at, depth);
      text.code(']');
    } else this.program(data, offset, depth);
  }

  /** A value that is stored with its state: names where its numbers have some. */
  private constant({ operation, declaration, value }: Fx2State, owner: Fx2Owner, depth: number): void {
    const { text } = this;
    const row = FX2_STATES[operation];
    if (value.kind !== 'numbers') {
      this.value(declaration, value, owner, depth);
      return;
    }
    const [word] = value.words;
    const single = value.words.length === 1 && word !== undefined;
    const object = row?.group === 'shader' || row?.group === 'texture' || row?.group === 'sampler';
    if (single && object && word === 0) text.keyword('NULL');
    else if (single && row?.values === 'color') text.literal(hex(word, 8));
    else {
      const names =
        single && row?.values !== undefined && row.values !== 'color' && declaration.type !== FLOAT
          ? fx2ValueNames(row.values, word)?.source
          : undefined;
      if (names != null && this.style.literals !== 'hex') text.literal(names);
      else this.numbers(declaration, value.words);
    }
  }
}

/** A count with its noun. */
export function counted(count: number, one: string, several = `${one}s`): string {
  return `${count} ${count === 1 ? one : several}`;
}

/** Whether a structure has structures as members. */
function hasStructures({ members }: Fx2Declaration): boolean {
  return members.some((member) => member.members.length > 0);
}

/** Whether all values are numbers; others have no initializer that means nothing. */
function isOfNumbers(value: Fx2Value): boolean {
  return value.kind === 'structure' ? value.members.every(isOfNumbers) : value.kind === 'numbers';
}
