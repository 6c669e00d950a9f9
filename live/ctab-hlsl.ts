/**
 * Random HLSL for shader models 2 and 3 whose interest is in its global variables: types of every class, structures in
 * structures, arrays, default values, samplers, bound registers, effects with preshaders, texture shaders. What a seed
 * gives mostly compiles.
 *
 * Not for: instructions, or models 4 and later (headers-hlsl.ts).
 */
import { Random } from '../smith/random.ts';
import type { RandomShader } from './headers-hlsl.ts';

const PROFILES = [
  ...['vs_1_1', 'vs_2_0', 'vs_2_a', 'vs_2_sw', 'vs_3_0', 'vs_3_sw'],
  ...['ps_2_0', 'ps_2_a', 'ps_2_b', 'ps_2_sw', 'ps_3_0', 'ps_3_sw'],
  ...['fx_2_0', 'fx_2_0', 'tx_1_0'],
];
/**
 * D3DCOMPILE flags: none, debug, no optimization, row-major and column-major packing, partial precision, flow control.
 */
const FLAGS = [0, 0, 0, 0, 0x1, 0x4, 0x8, 0x10, 0x20, 0x200, 0x400, 0x1000];
const NAMES = ['a', 'b', 'tint', 'world', 'x', 'light', 'q', 'aLongerName', 'view', 'z'];
const SCALARS = ['float', 'float', 'float', 'int', 'bool'] as const;

interface Struct {
  readonly name: string;
  readonly members: readonly Variable[];
}

interface Variable {
  readonly name: string;
  /** As written before the name. */
  readonly type: string;
  readonly elements: number;
  readonly struct?: Struct;
  readonly rows: number;
  readonly columns: number;
}

/** The shader that belongs to `seed`. */
export function randomTableShader(seed: number): RandomShader {
  return new TableShader(new Random(seed)).make();
}

class TableShader {
  private readonly profile: string;
  private readonly structs: Struct[] = [];
  private readonly lines: string[] = [];
  /** Expressions of type float that read the variables. */
  private readonly values: string[] = [];
  private readonly statements: string[] = [];
  private count = 0;

  constructor(private readonly random: Random) {
    this.profile = random.pick(PROFILES);
  }

  make(): RandomShader {
    const { random } = this;
    for (let n = random.below(4); n > 0; n--) this.struct();
    for (let n = random.below(random.oneIn(4) ? 12 : 6); n > 0; n--) this.global();
    const sampling = this.profile.startsWith('ps') || this.profile.startsWith('vs_3') || this.profile === 'fx_2_0';
    if (sampling) for (let n = random.below(5); n > 0; n--) this.sampler();
    const main = this.entryPoint();
    return {
      source: `${this.lines.join('\n')}\n${main}\n`,
      entry: this.profile === 'fx_2_0' ? '' : 'main',
      profile: this.profile,
      flags: random.pick(FLAGS),
    };
  }

  private variable(name: string, deep: boolean): Variable {
    const { random } = this;
    const elements = random.oneIn(4) ? random.between(1, 4) : 0;
    const struct = deep && this.structs.length > 0 && random.oneIn(3) ? random.pick(this.structs) : undefined;
    if (struct) return { name, type: struct.name, elements, struct, rows: 1, columns: 1 };
    const scalar = random.pick(SCALARS);
    if (random.oneIn(3)) {
      const rows = random.between(1, 4);
      const columns = random.between(1, 4);
      const packing = random.oneIn(3) ? random.pick(['row_major ', 'column_major ']) : '';
      return { name, type: `${packing}${scalar}${rows}x${columns}`, elements, rows, columns };
    }
    const columns = random.oneIn(2) ? 1 : random.between(1, 4);
    return { name, type: columns === 1 ? scalar : scalar + columns, elements, rows: 1, columns };
  }

  private struct(): void {
    const { random } = this;
    const members = Array.from({ length: random.between(1, 4) }, (_, i) =>
      this.variable(random.oneIn(2) ? `${random.pick(NAMES)}${i}` : `m${i}`, true),
    );
    const struct = { name: `S${this.structs.length}`, members };
    this.structs.push(struct);
    this.lines.push(`struct ${struct.name} { ${members.map((member) => `${declare(member)};`).join(' ')} };`);
  }

  private global(): void {
    const { random } = this;
    const variable = this.variable(`${random.pick(NAMES)}${this.count++}`, true);
    const prefix = random.oneIn(6) ? random.pick(['uniform ', 'const ', 'extern ', 'shared ', 'precise ']) : '';
    const annotation = this.profile === 'fx_2_0' && random.oneIn(4) ? ' < string UIName = "x"; int n = 3; >' : '';
    const semantic = this.profile === 'fx_2_0' && random.oneIn(4) ? ' : SOMETHING' : '';
    const bound = semantic === '' && random.oneIn(8) ? ` : register(c${random.below(40)})` : '';
    const value = random.oneIn(3) ? ` = ${this.initializer(variable)}` : '';
    this.lines.push(`${prefix}${declare(variable)}${semantic}${bound}${annotation}${value};`);
    for (const path of this.paths(variable, variable.name)) if (!random.oneIn(4)) this.values.push(path);
  }

  private initializer(variable: Variable): string {
    const count = this.scalars(variable);
    if (variable.struct === undefined && variable.elements === 0 && count === 1) return this.literal();
    return `{ ${Array.from({ length: count }, () => this.literal()).join(', ')} }`;
  }

  private literal(): string {
    return this.random.pick(['0', '0', '1', '2', '-3', '0.5', '7']);
  }

  private scalars({ struct, elements, rows, columns }: Variable): number {
    const one = struct ? struct.members.reduce((sum, member) => sum + this.scalars(member), 0) : rows * columns;
    return Math.max(elements, 1) * one;
  }

  /** Expressions that read scalars of a variable. */
  private paths({ struct, elements, rows, columns, type }: Variable, path: string): string[] {
    const { random } = this;
    const element = elements > 0 ? `${path}[${random.below(elements)}]` : path;
    if (struct) return struct.members.flatMap((member) => this.paths(member, `${element}.${member.name}`));
    if (/x\d/.test(type)) return [`${element}[${random.below(rows)}]${columns > 1 ? '.x' : ''}`];
    return [columns > 1 ? `${element}.${'xyzw'[random.below(columns)]}` : element];
  }

  private sampler(): void {
    const { random } = this;
    const name = `sam${this.count++}`;
    const kind = random.pick(['sampler', 'sampler1D', 'sampler2D', 'sampler2D', 'sampler3D', 'samplerCUBE']);
    const elements = random.oneIn(6) ? random.between(1, 2) : 0;
    const array = elements > 0 ? `[${elements}]` : '';
    const bound = random.oneIn(5) ? ` : register(s${random.below(4)})` : '';
    let states = '';
    if (random.oneIn(3) && elements === 0) {
      this.lines.push(`texture tex${name};`);
      states = ` = sampler_state { Texture = <tex${name}>; MinFilter = Linear; }`;
    }
    this.lines.push(`${kind} ${name}${array}${bound}${states};`);
    const read =
      kind === 'sampler3D' ? 'tex3D' : kind === 'samplerCUBE' ? 'texCUBE' : kind === 'sampler1D' ? 'tex1D' : 'tex2D';
    const lod = this.profile.startsWith('vs') ? 'lod' : '';
    const coordinates = lod !== '' ? 'p' : read === 'tex1D' ? 'p.x' : read === 'tex2D' ? 'p.xy' : 'p.xyz';
    this.statements.push(`r += ${read}${lod}(${name}${elements > 0 ? '[0]' : ''}, ${coordinates}).x;`);
  }

  private entryPoint(): string {
    const { random, profile } = this;
    const terms = this.values.map((value) => `(float)${value}`);
    const body: string[] = [];
    for (const term of terms) {
      const kind = random.below(6);
      if (kind === 0) body.push(`if (${term} > 0) r += p;`);
      else if (kind === 1) body.push(`r *= ${term};`);
      else body.push(`r += ${term} * p;`);
    }
    if (random.oneIn(6)) {
      this.lines.push('int loops;');
      body.push('for (int i = 0; i < loops; i++) r = r * p + 1;');
    }
    if (random.oneIn(6)) {
      this.lines.push('bool choice = true;');
      body.push('if (choice) r = r.yzwx;');
    }
    const code = `float4 r = p; ${body.join(' ')} ${this.statements.join(' ')} return r;`;
    if (profile === 'tx_1_0')
      return `float4 main(float2 at : POSITION, float2 s : PSIZE) : COLOR { float4 p = at.xyxy; ${code} }`;
    if (profile === 'fx_2_0') {
      const vertex = random.oneIn(2) ? 'vs_2_0' : 'vs_3_0';
      const pixel = random.pick(['ps_2_0', 'ps_3_0', 'ps_2_a']);
      const vertexCode = `float4 r = p; ${body.join(' ')} return r;`;
      return (
        `float4 vertex(float4 p : POSITION) : POSITION { ${vertexCode} }\nfloat4 pixel(float4 p : TEXCOORD) : COLOR { ${code} }\n` +
        `technique T { pass P { VertexShader = compile ${vertex} vertex(); PixelShader = compile ${pixel} pixel(); } }`
      );
    }
    const semantic = profile.startsWith('vs') ? ['POSITION', 'POSITION'] : ['TEXCOORD', 'COLOR'];
    return `float4 main(float4 p : ${semantic[0]}) : ${semantic[1]} { ${code} }`;
  }
}

function declare({ type, name, elements }: Variable): string {
  return `${type} ${name}${elements > 0 ? `[${elements}]` : ''}`;
}
