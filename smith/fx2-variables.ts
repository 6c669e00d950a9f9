/**
 * Random parameters and annotations of an effect of Direct3D 9: every type, arrays, structures in structures,
 * semantics, default values.
 *
 * Not for: states (fx2-states.ts) and the complete effect (fx2.ts).
 */
import { VariableClass } from '../src/base/d3d/enumerations.ts';
import type { SourceAnnotation, SourceValue, SourceVariable } from './fx2-model.ts';
import type { Random } from './random.ts';

/** Names of scalar types in a source, and the type that the effect stores. */
const SCALARS = { float: 3, half: 3, int: 2, uint: 2, dword: 2, bool: 1 } as const;
type Scalar = keyof typeof SCALARS;
const SCALAR_NAMES: readonly Scalar[] = [
  'float',
  'float',
  'float',
  'float',
  'half',
  'int',
  'int',
  'uint',
  'dword',
  'bool',
];

const NAMES = ['tint', 'World', 'x', 'light_Direction', 'q', 'aMuchLongerNameThanTheOthers', '_view', 'Z9'];
const SEMANTICS = ['COLOR', 'COLOR0', 'WorldViewProjection', 'TexCoord7', 'm', 'STANDARDSGLOBAL'];

/** A variable with its text. */
export interface Declared {
  readonly variable: SourceVariable;
  readonly value: SourceValue;
  /** The declaration without annotations, semicolon and value: `float4 tint[2] : COLOR`. */
  readonly text: string;
  /** ` = {...}`, or nothing. */
  readonly initializer: string;
  /** Expressions of type float that read its numbers. */
  readonly reads: readonly string[];
}

/** A scalar of `type`: its text and its word. */
export function randomNumber(random: Random, type: number): { text: string; word: number } {
  if (type === 1) {
    const on = random.oneIn(2);
    return { text: random.pick(on ? ['true', '1'] : ['false', '0']), word: on ? 1 : 0 };
  }
  if (type === 2) {
    const value = random.pick([
      0,
      1,
      random.below(10),
      random.between(-1000, 1000),
      random.between(-0x7fff_ffff, 0x7fff_ffff),
    ]);
    return { text: random.oneIn(6) && value >= 0 ? `0x${value.toString(16)}` : `${value}`, word: value >>> 0 };
  }
  const value = random.pick([
    0,
    1,
    random.below(10),
    random.between(-800, 800) / 8,
    random.between(-1e6, 1e6) / 1024,
    1e10,
    2 ** -20,
  ]);
  const text = Math.abs(value) < 1e9 && Number.isInteger(value) && random.oneIn(2) ? `${value}` : value.toFixed(20);
  return { text, word: floatWord(value) };
}

export function floatWord(value: number): number {
  return new Uint32Array(new Float32Array([value]).buffer)[0]!;
}

export class VariableSmith {
  private count = 0;
  /** Declarations of structures, for the source. */
  readonly structs: string[] = [];
  private readonly known: { readonly name: string; readonly members: readonly SourceVariable[] }[] = [];

  constructor(private readonly random: Random) {}

  name(): string {
    const { random } = this;
    return `${random.pick(NAMES)}${this.count++}`;
  }

  /** A scalar, vector, matrix or structure, or an array of these. */
  numeric(): Declared {
    const { random } = this;
    const name = this.name();
    const semantic = random.oneIn(4) ? random.pick(SEMANTICS) : null;
    const elements = random.oneIn(4) ? random.between(1, 4) : 0;
    const { variable, type } = random.oneIn(4) ? this.structure(name) : this.shape(name);
    const complete = { ...variable, semantic, elements };
    const reads = this.reads(complete, name);
    const text = `${type} ${name}${elements > 0 ? `[${elements}]` : ''}${semantic === null ? '' : ` : ${semantic}`}`;
    const { initializer, words } = this.initializer(complete, random.oneIn(2));
    return { variable: complete, value: { kind: 'numbers', words }, text, initializer, reads };
  }

  /** Annotations, and their text with the brackets around them. */
  annotations(): { annotations: SourceAnnotation[]; text: string } {
    const { random } = this;
    if (!random.oneIn(3)) return { annotations: [], text: '' };
    const lines: string[] = [];
    const annotations = Array.from({ length: random.between(1, 4) }, (): SourceAnnotation => {
      const name = this.name();
      const elements = random.oneIn(6) ? random.between(1, 3) : 0;
      const array = elements > 0 ? `[${elements}]` : '';
      if (random.oneIn(2)) {
        const values = Array.from({ length: Math.max(1, elements) }, () => randomText(random));
        const list = values.map(({ text }) => text).join(', ');
        lines.push(`string ${name}${array} = ${elements > 0 ? `{ ${list} }` : list};`);
        return {
          variable: { ...object(name, 4), elements },
          value: { kind: 'strings', strings: values.map(({ value }) => value) },
        };
      }
      const { variable, type } = this.shape(name);
      const complete = { ...variable, elements };
      const { initializer, words } = this.initializer(complete, true);
      lines.push(`${type} ${name}${array}${initializer};`);
      return { variable: complete, value: { kind: 'numbers', words } };
    });
    return { annotations, text: ` < ${lines.join(' ')} >` };
  }

  /** A scalar, vector or matrix. */
  private shape(name: string): { variable: SourceVariable; type: string } {
    const { random } = this;
    const single = random.pick(SCALAR_NAMES);
    // There are no vectors of dword.
    const scalar = single === 'dword' ? 'uint' : single;
    const base = { name, semantic: null, type: SCALARS[scalar], elements: 0, members: [] };
    if (random.oneIn(3)) {
      const [rows, columns] = [random.between(1, 4), random.between(1, 4)];
      const packing = random.oneIn(4) ? random.pick(['row_major ', 'column_major ']) : '';
      return {
        variable: { ...base, class: VariableClass.matrixRows, rows, columns },
        type: `${packing}${scalar}${rows}x${columns}`,
      };
    }
    if (random.oneIn(2))
      return { variable: { ...base, class: VariableClass.scalar, rows: 1, columns: 1 }, type: single };
    const columns = random.between(1, 4);
    return { variable: { ...base, class: VariableClass.vector, rows: 1, columns }, type: `${scalar}${columns}` };
  }

  private structure(name: string): { variable: SourceVariable; type: string } {
    const { random } = this;
    if (this.known.length === 0 || random.oneIn(3)) this.newStructure();
    const { name: type, members } = random.pick(this.known);
    return {
      variable: {
        name,
        semantic: null,
        type: 0,
        class: VariableClass.struct,
        rows: 0,
        columns: 0,
        elements: 0,
        members,
      },
      type,
    };
  }

  private newStructure(): void {
    const { random } = this;
    const lines: string[] = [];
    const members = Array.from({ length: random.between(1, 4) }, (_, i): SourceVariable => {
      const name = `${random.pick(['a', 'value', 'M'])}${i}`;
      const elements = random.oneIn(5) ? random.between(1, 3) : 0;
      const nested = random.oneIn(4);
      const { variable, type } = nested ? this.nested(name) : this.shape(name);
      lines.push(`${type} ${name}${elements > 0 ? `[${elements}]` : ''};`);
      return { ...variable, elements };
    });
    const name = `S${this.known.length}`;
    this.structs.push(`struct ${name} { ${lines.join(' ')} };`);
    this.known.push({ name, members });
  }

  /**
   * A structure as a member; the compiler stores a type that is defined there otherwise. It destroys names where such
   * types nest deeper.
   */
  private nested(name: string): { variable: SourceVariable; type: string } {
    const { random } = this;
    const struct = { name, semantic: null, type: 0, class: VariableClass.struct, rows: 0, columns: 0, elements: 0 };
    // A type with a definition inside is used by no other: from the counts that are stored, the file may then be read
    // in two ways.
    const closed = this.known.filter(
      ({ name: one }) => !this.structs.some((text) => text.startsWith(`struct ${one} `) && text.includes('struct {')),
    );
    if (closed.length > 0 && random.oneIn(2)) {
      const { name: type, members } = random.pick(closed);
      return { variable: { ...struct, members }, type };
    }
    const lines: string[] = [];
    const members = Array.from({ length: random.between(1, 3) }, (_, i): SourceVariable => {
      const one = `i${i}`;
      const { variable, type } = this.shape(one);
      lines.push(`${type} ${one};`);
      return variable;
    });
    return { variable: { ...struct, members }, type: `struct { ${lines.join(' ')} }` };
  }

  private initializer(variable: SourceVariable, given: boolean): { initializer: string; words: number[] } {
    const types = scalarsOf(variable);
    if (!given) return { initializer: '', words: types.map(() => 0) };
    const numbers = types.map((type) => randomNumber(this.random, type));
    const list = numbers.map(({ text }) => text).join(', ');
    const words = numbers.map(({ word }) => word);
    const isScalar = types.length === 1 && variable.class === VariableClass.scalar && variable.elements === 0;
    return { initializer: ` = ${isScalar ? list : `{ ${list} }`}`, words };
  }

  private reads({ class: kind, rows, columns, elements, members }: SourceVariable, path: string): string[] {
    const { random } = this;
    const element = elements > 0 ? `${path}[${random.below(elements)}]` : path;
    if (kind === VariableClass.struct)
      return members.flatMap((member) => this.reads(member, `${element}.${member.name}`));
    if (kind === VariableClass.matrixRows) return [`${element}._m${random.below(rows)}${random.below(columns)}`];
    return [kind === VariableClass.vector ? `${element}.${'xyzw'[random.below(columns)]}` : element];
  }
}

/** An object such as a string or texture. */
export function object(name: string, type: number): SourceVariable {
  return { name, semantic: null, type, class: VariableClass.object, rows: 0, columns: 0, elements: 0, members: [] };
}

/** A string literal, and the bytes that it stands for, one character each. */
export function randomText(random: Random): { text: string; value: string } {
  const pieces = [
    'a',
    'Texture',
    ' ',
    '\\n',
    '\\t',
    '\\"',
    '\\\\',
    'x.dds',
    '/',
    '%',
    '{',
    ';',
    '\u00e9',
    '',
    'float3',
  ];
  const values: Readonly<Record<string, string>> = {
    '\\n': '\n',
    '\\t': '\t',
    '\\"': '"',
    '\\\\': '\\',
    '\u00e9': '\u00c3\u00a9',
  };
  let text = '';
  let value = '';
  for (let n = random.below(5); n > 0; n--) {
    const piece = random.pick(pieces);
    text += piece;
    value += values[piece] ?? piece;
  }
  return { text: `"${text}"`, value };
}

/** The types of all scalars of a variable in their order. */
function scalarsOf({ class: kind, type, rows, columns, elements, members }: SourceVariable): number[] {
  const one =
    kind === VariableClass.struct ? members.flatMap(scalarsOf) : Array.from({ length: rows * columns }, () => type);
  return Array.from({ length: Math.max(1, elements) }, () => one).flat();
}
