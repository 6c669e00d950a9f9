/**
 * Random declarations of a shader - buffers, resources, inputs and outputs - as the objects that src/hlsl/bind takes,
 * and as a source with a program that uses some of them.
 *
 * Not for: programs that compute something; see hlsl-exact.ts.
 */

import { globalsBuffer } from '../src/hlsl/bind/index.ts';
import type {
  BufferDeclaration,
  ConstantVariable,
  RegisterAnnotation,
  ResourceDeclaration,
  SignatureVariable,
} from '../src/hlsl/declarations.ts';
import {
  allMembers,
  arrayType,
  type HlslType,
  matrixType,
  type NumericType,
  numericType,
  type ObjectName,
  objectType,
  type ScalarName,
  type StructMember,
  type StructType,
  scalarType,
  vectorType,
} from '../src/hlsl/types/types.ts';
import type { IrStage } from '../src/ir/index.ts';
import { RandomSignatures } from './hlsl-signatures.ts';
import type { Random } from './random.ts';

export interface DeclaredShader {
  readonly profile: string;
  readonly stage: IrStage;
  readonly version: readonly [major: number, minor: number];
  readonly source: string;
  /** `D3DCOMPILE_*` flags that it needs. */
  readonly flags: number;
  /** `$Globals` first. */
  readonly buffers: readonly BufferDeclaration[];
  readonly resources: readonly ResourceDeclaration[];
  readonly inputs: readonly SignatureVariable[];
  readonly outputs: readonly SignatureVariable[];
  readonly patch: readonly SignatureVariable[] | undefined;
}

/** Stages and models that have them. */
export const DECLARED_PROFILES = [
  ...['ps_5_0', 'vs_5_0', 'cs_5_0', 'gs_5_0', 'hs_5_0', 'ds_5_0'],
  ...['ps_4_0', 'vs_4_0', 'gs_4_0', 'ps_4_1', 'vs_4_1', 'gs_4_1'],
  ...['ps_5_1', 'vs_5_1', 'cs_5_1', 'gs_5_1', 'hs_5_1', 'ds_5_1'],
] as const;

/** D3DCOMPILE_ENABLE_UNBOUNDED_DESCRIPTOR_TABLES */
const UNBOUNDED_TABLES = 0x10_0000;

const SCALARS: readonly ScalarName[] = ['float', 'float', 'float', 'float', 'int', 'uint', 'bool'];
const SMALL: readonly ScalarName[] = ['min16float', 'min10float', 'min16int', 'min12int', 'min16uint'];

const float = new Float32Array(1);
const bits = new Uint32Array(float.buffer);

/** The words of a number of a scalar type. */
function wordsOf(scalar: ScalarName, value: number): number[] {
  switch (scalar) {
    case 'bool':
      return [value === 0 ? 0 : 0xffff_ffff];
    case 'int':
    case 'uint':
    case 'min16int':
    case 'min12int':
    case 'min16uint':
      return [value >>> 0];
    case 'double':
      return [...new Uint32Array(new Float64Array([value]).buffer)];
    default:
      float[0] = value;
      return [bits[0]!];
  }
}

/** A type with the text before and after a name. */
interface Spelled {
  readonly type: HlslType;
  readonly before: string;
  readonly after: string;
  readonly typeName?: string;
  readonly arrayName?: string;
  readonly isColumnMajor?: boolean;
}

export class RandomDeclarations {
  readonly #random: Random;
  readonly #profile: string;
  readonly #stage: IrStage;
  readonly #major: number;
  readonly #minor: number;
  readonly #text: string[] = [];
  readonly #uses: string[] = [];
  readonly #structs: StructType[] = [];
  readonly #buffers: BufferDeclaration[] = [];
  /** Variables and resources outside of buffers. */
  readonly #loose: (ConstantVariable | ResourceDeclaration)[] = [];
  readonly #taken = new Set<string>();
  #count = 0;
  #typedefs = 0;

  constructor(random: Random, profile: string) {
    this.#random = random;
    this.#profile = profile;
    this.#stage = profile.slice(0, 2) as IrStage;
    this.#major = Number(profile[3]);
    this.#minor = Number(profile[5]);
  }

  make(): DeclaredShader {
    const random = this.#random;
    // Few shaders have types of less precision: they change the chunks of signatures.
    this.#hasSmall = this.#major === 5 && random.oneIn(6);
    const signatures = new RandomSignatures(random, this.#profile, this.#hasSmall);
    for (let n = random.between(0, 3); n > 0; n--) this.#struct();
    if (this.#stage === 'cs') this.#result();
    for (let n = random.between(0, 9); n > 0; n--) this.#declaration();
    const isUnbounded = this.#major === 5 && this.#minor === 1 && random.oneIn(6);
    if (isUnbounded) this.#unbounded();
    const { inputs, outputs, patch, text, main } = signatures.make(this.#uses);
    const globals = globalsBuffer(this.#loose);
    return {
      profile: this.#profile,
      stage: this.#stage,
      version: [this.#major, this.#minor],
      source: [...this.#text, ...text, main].join('\n'),
      flags: isUnbounded ? UNBOUNDED_TABLES : 0,
      buffers: [globals, ...this.#buffers],
      resources: this.#loose.filter((one) => 'lengths' in one),
      inputs,
      outputs,
      patch,
    };
  }

  #hasSmall = false;

  /** An array without a bound, which goes after all others. */
  #unbounded(): void {
    const name = this.#fresh('t');
    this.#declare(name, 'Texture2D', objectType('Texture2D', vectorType('float', 4)), 't', [0]);
    if (this.#random.oneIn(4)) return;
    this.#uses.push(`x += ${name}[index].Load(int3(x, 9, 0)).z;`);
  }

  /** The view that compute shaders write their result to. */
  #result(): void {
    this.#declare('result', 'RWBuffer<float>', objectType('RWBuffer', scalarType('float')), 'u', []);
  }

  #fresh(prefix: string): string {
    return `${prefix}${this.#count++}`;
  }

  #scalar(isLoose = true): ScalarName {
    const random = this.#random;
    if (isLoose && this.#hasSmall && random.oneIn(3)) return random.pick(SMALL);
    if (this.#major === 5 && random.oneIn(16)) return 'double';
    return random.pick(SCALARS);
  }

  #numeric(): Spelled {
    const random = this.#random;
    const scalar = this.#scalar();
    const shape = random.below(8);
    if (shape < 2) return { type: scalarType(scalar), before: scalar, after: '' };
    if (shape < 6) {
      const columns = random.between(1, 4);
      if (random.oneIn(10))
        return {
          type: vectorType(scalar, columns),
          before: `vector<${scalar},${columns}>`,
          after: '',
          typeName: '<anonymous>',
        };
      return { type: vectorType(scalar, columns), before: `${scalar}${columns}`, after: '' };
    }
    const [rows, columns] = [random.between(1, 4), random.between(1, 4)];
    const isRowMajor = random.oneIn(3);
    const isColumnMajor = !isRowMajor && random.oneIn(8);
    const before = `${isRowMajor ? 'row_major ' : isColumnMajor ? 'column_major ' : ''}${scalar}${rows}x${columns}`;
    return { type: matrixType(scalar, rows, columns, isRowMajor), before, after: '', isColumnMajor };
  }

  /** A type for variables of buffers. */
  #type(): Spelled {
    const random = this.#random;
    const isStruct = this.#structs.length > 0 && random.oneIn(5);
    const struct = isStruct ? random.pick(this.#structs) : undefined;
    let spelled: Spelled = struct === undefined ? this.#numeric() : { type: struct, before: struct.name, after: '' };
    if (random.oneIn(12) && spelled.typeName === undefined) {
      const name = `T${this.#typedefs++}`;
      this.#text.push(`typedef ${spelled.before} ${name};`);
      spelled = { ...spelled, before: name, typeName: name, isColumnMajor: false };
    }
    if (!random.oneIn(4)) return spelled;
    if (random.oneIn(10) && spelled.typeName === undefined && spelled.isColumnMajor !== true) {
      const length = random.between(1, 3);
      const name = `T${this.#typedefs++}`;
      this.#text.push(`typedef ${spelled.before} ${name}[${length}];`);
      return { type: arrayType(spelled.type, length), before: name, after: '', arrayName: name };
    }
    const lengths = random.oneIn(4) ? [random.between(1, 3), random.between(1, 2)] : [random.between(1, 4)];
    const type = lengths.reduceRight<HlslType>((element, length) => arrayType(element, length), spelled.type);
    return { ...spelled, type, after: lengths.map((length) => `[${length}]`).join('') };
  }

  #struct(): void {
    const random = this.#random;
    const members: StructMember[] = [];
    const lines: string[] = [];
    for (let n = random.between(1, 5); n > 0; n--) {
      const name = `m${n}`;
      const { type, before, after, typeName, arrayName, isColumnMajor } = this.#type();
      members.push({ name, type, typeName, arrayName, isColumnMajor, semantic: undefined, modifiers: [] });
      lines.push(`${before} ${name}${after};`);
    }
    const base = this.#structs.length > 0 && random.oneIn(5) ? random.pick(this.#structs) : undefined;
    const isClass = random.oneIn(6);
    const name = this.#fresh('S');
    // Members of the base would be hidden.
    for (const [i, member] of members.entries()) members[i] = { ...member, name: `${member.name}${name}` };
    const text = lines.map((line, i) => line.replace(/ m(\d+)/, ` ${members[i]!.name}`));
    this.#text.push(
      `${isClass ? 'class' : 'struct'} ${name}${base === undefined ? '' : ` : ${base.name}`} { ${text.join(' ')} };`,
    );
    this.#structs.push({ kind: 'struct', name, isClass, base, interfaces: [], members });
  }

  /** A free register, or none. */
  #register(file: string, count: number, odds: number, from = 0): RegisterAnnotation[] {
    const random = this.#random;
    if (!random.oneIn(odds)) return [];
    const number = random.between(from, from + 6);
    const space = this.#minor === 1 && this.#major === 5 ? random.pick([0, 0, 0, 1, 2]) : 0;
    const names = Array.from({ length: count }, (_, i) => `${file}${number + i} ${space}`);
    if (names.some((name) => this.#taken.has(name))) return [];
    for (const name of names) this.#taken.add(name);
    return [{ file, number, space, profile: undefined }];
  }

  #registerText([annotation]: readonly RegisterAnnotation[]): string {
    if (annotation === undefined) return '';
    const { file, number, space } = annotation;
    return ` : register(${file}${number}${space === 0 ? '' : `, space${space}`})`;
  }

  #declaration(): void {
    const kind = this.#random.below(10);
    if (kind < 3) this.#global();
    else if (kind < 5) this.#buffer();
    else this.#resource();
  }

  #globalRow = 0;

  #global(): void {
    const random = this.#random;
    const { variable, text } = this.#variable('g');
    const registers: RegisterAnnotation[] = [];
    let suffix = '';
    if (random.oneIn(8)) {
      this.#globalRow += random.between(0, 2);
      registers.push({ file: 'c', number: this.#globalRow, space: 0, profile: undefined });
      suffix = ` : register(c${this.#globalRow})`;
      this.#globalRow += 40;
    }
    this.#loose.push({ ...variable, registers });
    this.#text.push(`${text(suffix)};`);
  }

  #variable(prefix: string): { variable: ConstantVariable; text: (suffix: string) => string } {
    const random = this.#random;
    const name = this.#fresh(prefix);
    const { type, before, after, ...names } = this.#type();
    const initial = random.oneIn(5) ? this.#initial(type) : undefined;
    const defaults = initial?.words;
    const variable = { name, type, ...names, registers: [], packOffset: undefined, defaults };
    if (random.oneIn(2)) this.#uses.push(`x += ${this.#read(name, type)};`);
    return { variable, text: (suffix) => `${before} ${name}${after}${suffix}${initial?.text ?? ''}` };
  }

  #initial(type: HlslType): { words: Uint32Array; text: string } {
    const random = this.#random;
    const words: number[] = [];
    const numbers: number[] = [];
    const add = (part: HlslType): void => {
      if (part.kind === 'array') for (let i = 0; i < part.length; i++) add(part.element);
      else if (part.kind === 'struct') for (const member of allMembers(part)) add(member.type);
      else if (part.kind === 'numeric')
        for (let i = 0; i < part.rows * part.columns; i++) {
          const value = part.scalar === 'bool' ? random.below(2) : random.pick([0, 1, 2, 3, 7, 100]);
          numbers.push(value);
          words.push(...wordsOf(part.scalar, value));
        }
    };
    add(type);
    return { words: Uint32Array.from(words), text: ` = { ${numbers.join(', ')} }` };
  }

  /** An expression that reads a scalar of a value. */
  #read(path: string, type: HlslType): string {
    const random = this.#random;
    switch (type.kind) {
      case 'array': {
        const isDynamic = random.oneIn(6);
        return this.#read(`${path}[${isDynamic ? 'index' : random.below(type.length)}]`, type.element);
      }
      case 'struct': {
        const member = random.pick(allMembers(type));
        return this.#read(`${path}.${member.name}`, member.type);
      }
      case 'numeric':
        return `(float)${path}${this.#component(type)}`;
      default:
        return '0';
    }
  }

  #component({ shape, rows, columns }: NumericType): string {
    const random = this.#random;
    if (shape === 'scalar') return '';
    if (shape === 'vector') return `.${'xyzw'[random.below(columns)]}`;
    return `._m${random.below(rows)}${random.below(columns)}`;
  }

  #buffer(): void {
    const random = this.#random;
    const name = this.#fresh('B');
    const isTexture = random.oneIn(4);
    const kind = isTexture ? 'tbuffer' : 'cbuffer';
    const registers = this.#register(isTexture ? 't' : 'b', 3, 4);
    if (this.#minor === 1 && this.#major === 5 && this.#structs.length > 0 && random.oneIn(2)) {
      const type = random.pick(this.#structs);
      const length = random.oneIn(3) ? random.between(1, 3) : undefined;
      const isArray = length !== undefined;
      const word = isTexture ? 'TextureBuffer' : 'ConstantBuffer';
      const array = length === undefined ? '' : `[${length}]`;
      this.#text.push(`${word}<${type.name}> ${name}${array}${this.#registerText(registers.slice(0, 1))};`);
      if (random.oneIn(2)) {
        const index = length === undefined ? '' : `[${random.below(length)}]`;
        this.#uses.push(`x += ${this.#read(`${name}${index}`, type)};`);
      }
      const variable = { name, type, registers: [], packOffset: undefined, defaults: undefined };
      this.#buffers.push({ kind, name, registers, variables: [variable], arrayLength: length ?? 1, isArray });
      return;
    }
    const isPacked = random.oneIn(6);
    const variables: ConstantVariable[] = [];
    const lines: string[] = [];
    let row = 0;
    for (let n = random.between(1, 6); n > 0; n--) {
      const { variable, text } = this.#variable('v');
      if (isPacked) {
        row += random.below(3);
        variables.push({ ...variable, packOffset: 4 * row });
        lines.push(`${text(` : packoffset(c${row})`)};`);
        row += 40;
      } else {
        variables.push(variable);
        lines.push(`${text('')};`);
      }
    }
    this.#text.push(`${kind} ${name}${this.#registerText(registers)} { ${lines.join(' ')} };`);
    this.#buffers.push({ kind, name, registers, variables });
  }

  #resource(): void {
    const random = this.#random;
    const canWrite = this.#major === 5 && (this.#stage === 'ps' || this.#stage === 'cs');
    const kind = random.below(canWrite ? 12 : 9);
    if (kind < 3) this.#sampler();
    else if (kind < 8) this.#texture();
    else if (kind < 9) {
      this.#structured();
    } else this.#writable();
  }

  /** Lengths of an array of resources, mostly none. */
  #lengths(): number[] {
    const random = this.#random;
    if (!random.oneIn(4)) return [];
    return random.oneIn(5) ? [random.between(1, 2), random.between(1, 3)] : [random.between(1, 4)];
  }

  #declare(
    name: string,
    spelling: string,
    type: ReturnType<typeof objectType>,
    file: string,
    lengths: readonly number[],
  ): void {
    const count = lengths.reduce((product, length) => product * length, 1);
    // The first registers are those of render targets.
    const registers = this.#register(file, count, 5, file === 'u' && this.#stage === 'ps' ? 4 : 0);
    const array = lengths.map((length) => `[${length === 0 ? '' : length}]`).join('');
    this.#text.push(`${spelling} ${name}${array}${this.#registerText(registers)};`);
    this.#loose.push({ name, type, lengths, registers, isGloballyCoherent: false });
  }

  #element(lengths: readonly number[]): string {
    return lengths.map((length) => `[${this.#random.below(length)}]`).join('');
  }

  #sampler(): void {
    const random = this.#random;
    const name = this.#fresh('s');
    const isComparison = random.oneIn(5);
    const spelling = isComparison ? 'SamplerComparisonState' : 'SamplerState';
    const lengths = this.#lengths();
    this.#declare(name, spelling, objectType(spelling), 's', lengths);
    for (let n = random.oneIn(3) ? 0 : random.between(1, 2); n > 0; n--) {
      const texture = this.#fresh('t');
      this.#declare(texture, 'Texture2D', objectType('Texture2D', vectorType('float', 4)), 't', []);
      const at = `${name}${this.#element(lengths)}`;
      const call = isComparison ? `SampleCmpLevelZero(${at}, x, 0.5)` : `SampleLevel(${at}, x, 0).y`;
      this.#uses.push(`x += ${texture}.${call};`);
    }
  }

  #texture(): void {
    const random = this.#random;
    const name = this.#fresh('t');
    const shapes: [ObjectName, string][] = [
      ['Texture1D', 'int2(x, 0)'],
      ['Texture1DArray', 'int3(x, 1, 0)'],
      ['Texture2D', 'int3(x, 2, 0)'],
      ['Texture2DArray', 'int4(x, 3, 1, 0)'],
      ['Texture3D', 'int4(x, 4, 1, 0)'],
      ['Texture2DMS', 'int2(x, 5), 1'],
      ['Texture2DMSArray', 'int3(x, 6, 1), 1'],
      ['Buffer', 'x'],
    ];
    const [shape, at] = random.pick(shapes);
    const isMultisampled = shape.startsWith('Texture2DMS');
    const scalar = random.pick(['float', 'float', 'int', 'uint'] as const);
    const norm = scalar === 'float' && random.oneIn(6) ? random.pick(['snorm', 'unorm'] as const) : undefined;
    const columns = random.between(1, 4);
    const isScalar = columns === 1 && random.oneIn(2);
    const texel = numericType(scalar, isScalar ? 'scalar' : 'vector', 1, columns, { norm });
    // Models before 4.1 need the number of samples.
    const samples = isMultisampled && (this.#major === 4 || random.oneIn(2)) ? random.pick([2, 4, 8]) : 0;
    const isBare = shape !== 'Buffer' && !isMultisampled && random.oneIn(3);
    const element = `${norm === undefined ? '' : `${norm} `}${scalar}${isScalar ? '' : columns}`;
    const spelling = isBare ? shape : `${shape}<${element}${samples === 0 ? '' : `, ${samples}`}>`;
    const lengths = this.#lengths();
    this.#declare(name, spelling, objectType(shape, isBare ? vectorType('float', 4) : texel, samples), 't', lengths);
    if (random.oneIn(3)) return;
    const component = isBare ? '.w' : isScalar ? '' : `.${'xyzw'[columns - 1]}`;
    const isDynamic = lengths.length === 1 && this.#major === 5 && this.#minor === 1 && random.oneIn(3);
    for (let n = random.oneIn(4) ? 2 : 1; n > 0; n--)
      this.#uses.push(`x += (float)${name}${isDynamic ? '[index]' : this.#element(lengths)}.Load(${at})${component};`);
  }

  /** The element of a structured buffer. */
  #elementType(): Spelled {
    const random = this.#random;
    if (this.#structs.length > 0 && random.oneIn(2)) {
      const type = random.pick(this.#structs);
      return { type, before: type.name, after: '' };
    }
    for (;;) {
      const spelled = this.#numeric();
      if (spelled.typeName === undefined && !/major/.test(spelled.before)) return spelled;
    }
  }

  #structured(): void {
    const random = this.#random;
    const name = this.#fresh('t');
    if (random.oneIn(4)) {
      this.#declare(name, 'ByteAddressBuffer', objectType('ByteAddressBuffer'), 't', []);
      if (random.oneIn(2)) this.#uses.push(`x += ${name}.Load(4 * index);`);
      return;
    }
    const { type, before } = this.#elementType();
    const lengths = this.#lengths();
    this.#declare(name, `StructuredBuffer<${before} >`, objectType('StructuredBuffer', type), 't', lengths);
    if (random.oneIn(3)) return;
    this.#uses.push(`x += ${this.#read(`${name}${this.#element(lengths)}[index]`, type)};`);
  }

  #writable(): void {
    const random = this.#random;
    const name = this.#fresh('u');
    const isOrdered = this.#stage === 'ps' && this.#minor === 1 && random.oneIn(4);
    const prefix = isOrdered ? 'RasterizerOrdered' : 'RW';
    const isUsed = !random.oneIn(3);
    const use = (text: string) => isUsed && this.#uses.push(text);
    switch (random.below(5)) {
      case 0: {
        const shape = `${prefix}${random.pick(['Texture2D', 'Buffer'])}` as ObjectName;
        const isTexture = shape.endsWith('Texture2D');
        const columns = random.between(1, 4);
        const scalar = random.pick(['float', 'int', 'uint'] as const);
        const lengths = this.#lengths();
        const type = objectType(shape, vectorType(scalar, columns));
        this.#declare(name, `${shape}<${scalar}${columns}>`, type, 'u', lengths);
        use(`${name}${this.#element(lengths)}[${isTexture ? 'uint2(index, 1)' : 'index'}] = x;`);
        return;
      }
      case 1: {
        const shape = `${prefix}ByteAddressBuffer` as ObjectName;
        this.#declare(name, shape, objectType(shape), 'u', []);
        use(`${name}.Store(4 * index, asuint(x));`);
        return;
      }
      case 2:
      case 3: {
        const shape = `${prefix}StructuredBuffer` as ObjectName;
        const { type, before } = this.#elementType();
        this.#declare(name, `${shape}<${before} >`, objectType(shape, type), 'u', []);
        use(`x += ${this.#read(`${name}[index]`, type)};`);
        if (!isOrdered && random.oneIn(3)) use(`x += ${name}.IncrementCounter();`);
        return;
      }
      default: {
        const shape: ObjectName = random.oneIn(2) ? 'AppendStructuredBuffer' : 'ConsumeStructuredBuffer';
        this.#declare(name, `${shape}<float2>`, objectType(shape, vectorType('float', 2)), 'u', []);
        use(shape.startsWith('Append') ? `${name}.Append(x);` : `x += ${name}.Consume().y;`);
      }
    }
  }
}
