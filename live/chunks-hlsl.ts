/**
 * Random HLSL for the layout of resource definitions and class linkage: structures and classes nested in each other,
 * types that are equal and not the same, names and default values that recur, resources inside structures, buffers of
 * 5.1.
 *
 * Not for: shaders of every stage (headers-hlsl.ts).
 */
import { Random } from '../smith/random.ts';
import type { RandomShader } from './headers-hlsl.ts';

const PROFILES = [
  ...['vs_4_0', 'ps_4_0', 'ps_4_1', 'ps_4_0_level_9_3', 'vs_4_0_level_9_1'],
  ...['vs_5_0', 'ps_5_0', 'ps_5_0', 'cs_5_0', 'ps_5_0', 'vs_5_1', 'ps_5_1', 'ps_5_1', 'cs_5_1', 'lib_5_0', 'lib_4_0'],
];

/** Few, so that names of members, variables, buffers and types meet; one is as long as a DWORD. */
const NAMES = ['a', 'b', 'abc', 'abcdefg', 'value', 'x1', 'light', 'k', 'position', 'zz'];
/** "abc", a small offset, and what floats have: words that also occur as strings and offsets. */
const INTEGERS = ['0', '1', '0x636261', '0x61', '100', '200', '256', '-1'];
const FLOATS = ['0', '1', '2.5', '-3', '1e9', '0.1'];
/** D3DCOMPILE flags: none, row major, column major, backwards compatibility, unoptimised. */
const FLAGS = [0, 0, 0, 0x8, 0x10, 0x4, 0x8 | 0x4];
const BACKWARDS = 0x1000;
/** D3DCOMPILE_ENABLE_UNBOUNDED_DESCRIPTOR_TABLES */
const UNBOUNDED = 0x10_0000;

/** Something that declarations name, and how to reach a number in it. */
interface NamedType {
  readonly name: string;
  /** The name or a typedef for it: buffers and derived structures take no typedef. */
  readonly alias: string;
  readonly float: (path: string) => string;
  /** Textures or samplers are in it: not for buffers. */
  readonly resources: boolean;
}

/** The shader that belongs to `seed`; most compile. */
export function randomTypesShader(seed: number): RandomShader {
  return new TypesMaker(seed).make();
}

class TypesMaker {
  private readonly random: Random;
  private readonly profile: string;
  private readonly stage: string;
  private readonly model: number;
  private readonly level9: boolean;
  private readonly flags: number;
  /** `half` if it is allowed: it means float. */
  private readonly half: readonly string[];
  private readonly structs: NamedType[] = [];
  private readonly text: string[] = [];
  private readonly sums: string[] = [];
  private readonly taken = new Set<string>();
  private count = 0;

  constructor(seed: number) {
    this.random = new Random(seed ^ 0x2545_f491);
    this.profile = this.random.pick(PROFILES);
    const [stage, major, minor] = this.profile.split('_');
    this.stage = stage!;
    this.model = Number(`${major}.${minor}`);
    this.level9 = this.profile.includes('level');
    const backwards = this.model <= 5 && this.random.oneIn(10);
    this.half = backwards ? ['half'] : [];
    this.flags = backwards ? BACKWARDS : this.random.pick(FLAGS) | (this.model > 5 ? UNBOUNDED : 0);
  }

  make(): RandomShader {
    const { random, stage } = this;
    for (let n = random.below(5); n > 0; n--) this.struct();
    if (stage !== 'lib' && !this.level9 && random.oneIn(this.model >= 5 ? 2 : 6)) this.classes();
    for (let n = random.between(1, 4); n > 0; n--) this.buffer();
    for (let n = random.below(4); n > 0; n--) this.declare(true);
    if (!this.level9 && this.model >= 5) for (let n = random.below(3); n > 0; n--) this.resource();
    return {
      source: `${this.text.join('\n')}\n${this.entry(this.sums.join(' '))}\n`,
      entry: stage === 'lib' ? '' : 'main',
      profile: this.profile,
      flags: this.flags,
    };
  }

  private entry(sums: string): string {
    switch (this.stage) {
      case 'vs':
        return `float4 main(float4 p : P) : SV_Position { float x = p.x; ${sums} return x; }`;
      case 'ps':
        return `float4 main(float4 p : P) : SV_Target { float x = p.x; ${sums} return x; }`;
      case 'cs':
        return `RWBuffer<float> result; [numthreads(1, 1, 1)] void main(uint i : SV_GroupIndex) { float x = i; ${sums} result[i] = x; }`;
      default:
        return `export float4 f(float4 p : P) { float x = p.x; ${sums} return x; }\nexport float g(float x) { ${sums} return x; }`;
    }
  }

  /** A name that nothing global has. */
  private fresh(prefix = ''): string {
    const name = prefix + this.random.pick(NAMES);
    const free = this.taken.has(name) ? `${name}${this.count++}` : name;
    this.taken.add(free);
    return free;
  }

  private scalar(): string {
    const { random } = this;
    if (this.model >= 5 && random.oneIn(15)) return 'double';
    if (!this.level9 && random.oneIn(6)) return random.pick(['min16float', 'min10float', 'min16int', 'min16uint']);
    return random.pick(['float', 'float', 'float', 'int', 'uint', 'bool', 'snorm float', 'unorm float', ...this.half]);
  }

  /** A type of numbers as it is declared, how many it has, and how one is reached. */
  private numeric(): { type: string; size: number; component: string } {
    const { random } = this;
    const scalar = this.scalar();
    const rows = random.between(1, 4);
    const columns = random.between(1, scalar === 'double' ? 2 : 4);
    if (random.oneIn(3) || scalar.includes(' ')) return { type: scalar, size: 1, component: '' };
    if (random.oneIn(2)) {
      const spelling = random.pick([`${scalar}${columns}`, `vector<${scalar}, ${columns}>`]);
      return { type: spelling, size: columns, component: '.x' };
    }
    const major = random.pick(['', '', 'row_major ', 'column_major ']);
    const spelling = random.pick([`${scalar}${rows}x${columns}`, `matrix<${scalar}, ${rows}, ${columns}>`]);
    return { type: major + spelling, size: rows * columns, component: '[0][0]' };
  }

  /** A declaration of `name`, how many numbers it takes to set it (0: none do) and how one is reached. */
  private declarator(
    name: string,
    resources: boolean,
  ): { text: string; size: number; float: (path: string) => string } {
    const { random } = this;
    let dimensions = '';
    let index = '';
    let elements = 1;
    for (let n = random.oneIn(3) ? random.between(1, 2) : 0; n > 0; n--) {
      const count = random.between(1, 4);
      elements *= count;
      dimensions += `[${count}]`;
      index += '[0]';
    }
    const structs = this.structs.filter((struct) => resources || !struct.resources);
    if (structs.length > 0 && random.oneIn(2)) {
      const struct = random.pick(structs);
      return {
        text: `${struct.alias} ${name}${dimensions}`,
        size: 0,
        float: (path) => struct.float(`${path}${name}${index}.`),
      };
    }
    const { type, size, component } = this.numeric();
    const float = (path: string) => `(float)${path}${name}${index}${component}`;
    return { text: `${type} ${name}${dimensions}`, size: size * elements, float };
  }

  private struct(): void {
    const { random } = this;
    const name = this.fresh('S');
    const resources = this.model >= 5 && this.stage !== 'lib' && random.oneIn(5);
    const names = new Set<string>();
    for (let n = random.between(1, 5); n > 0; n--) names.add(random.pick(NAMES));
    const members = [...names].map((member) => this.declarator(member, resources));
    const textures = resources ? ` Texture2D tex${random.pick(['', '[2]'])}; SamplerState smp;` : '';
    const base = this.structs.filter((struct) => struct.resources === resources);
    const parent = random.oneIn(5) && base.length > 0 && !this.level9 ? ` : ${random.pick(base).name}` : '';
    const typedef = random.oneIn(5) ? `typedef ${name} T${name}; ` : '';
    this.text.push(
      `struct ${name}${parent} { ${members.map((one) => `${one.text};`).join(' ')}${textures} };${typedef}`,
    );
    const sampled = textures.includes('[2]') ? 'tex[1]' : 'tex';
    const chosen = random.pick(members);
    const used = resources && random.oneIn(2);
    const float = (path: string) => (used ? `${path}${sampled}.SampleLevel(${path}smp, x, 0).x` : chosen.float(path));
    this.structs.push({ name, alias: typedef === '' ? name : `T${name}`, float, resources });
  }

  /** A variable, global or of a buffer. */
  private declare(global: boolean): void {
    const { text, use } = this.variable(global);
    this.text.push(text);
    this.sums.push(use);
  }

  private variable(global: boolean): { text: string; use: string } {
    const { random } = this;
    const { text, size, float } = this.declarator(this.fresh(), global && this.model >= 5);
    const use = random.oneIn(3) ? '' : `x += ${float('')};`;
    if (size === 0 || !random.oneIn(2)) return { text: `${text};`, use };
    const pool = /\b(int|uint|bool|min16int|min16uint)/.test(text) ? INTEGERS : FLOATS;
    const numbers = Array.from({ length: size }, () => random.pick(pool)).join(', ');
    return { text: `${text} = ${size === 1 && !text.includes('[') ? numbers : `{ ${numbers} }`};`, use };
  }

  private buffer(): void {
    const { random } = this;
    const modern = this.structs.filter((struct) => !struct.resources);
    if (this.model > 5 && modern.length > 0 && random.oneIn(3)) {
      const struct = random.pick(modern);
      const name = this.fresh();
      const array = random.pick(['', '', '[3]', '[]']);
      this.text.push(`${random.pick(['ConstantBuffer', 'TextureBuffer'])}<${struct.name}> ${name}${array};`);
      this.sums.push(`x += ${struct.float(`${name}${array === '' ? '' : '[1]'}.`)};`);
      return;
    }
    const variables = Array.from({ length: random.between(1, 5) }, () => this.variable(false));
    const kind = !this.level9 && this.stage !== 'lib' && random.oneIn(4) ? 'tbuffer' : 'cbuffer';
    this.text.push(`${kind} ${this.fresh()} { ${variables.map((one) => one.text).join(' ')} };`);
    for (const { use } of variables) this.sums.push(use);
  }

  private resource(): void {
    const { random } = this;
    const name = this.fresh();
    const resourceless = this.structs.filter((struct) => !struct.resources);
    const array = random.pick(['', '', '[2]', '[2][3]']);
    const index = array.replace(/\d/g, '1');
    if (resourceless.length > 0 && random.oneIn(2)) {
      const struct = random.pick(resourceless);
      this.text.push(`StructuredBuffer<${struct.name}> ${name}${array};`);
      this.sums.push(`x += ${struct.float(`${name}${index}[3].`)};`);
    } else if (random.oneIn(2)) {
      const { type, component } = this.numeric();
      this.text.push(`StructuredBuffer<${type.replace(/^(row|column)_major |[su]norm /, '')} > ${name}${array};`);
      this.sums.push(`x += (float)${name}${index}[3]${component};`);
    } else {
      this.text.push(`TextureCubeArray ${name}${array}; SamplerComparisonState ${name}s;`);
      this.sums.push(`x += ${name}${index}.SampleCmpLevelZero(${name}s, float4(x, 1, 2, 3), 0.5);`);
    }
  }

  /** Interfaces, classes that implement one or two of them and derive from each other, instances and pointers. */
  private classes(): void {
    const { random } = this;
    const interfaces = Array.from({ length: random.between(1, 3) }, () => this.fresh('I'));
    this.text.push(...interfaces.map((name, i) => `interface ${name} { float get${i}(float y); };`));
    const parents: string[] = [];
    const instances: string[] = [];
    for (let n = random.between(1, 4); n > 0; n--) {
      const name = this.fresh('C');
      const chosen = interfaces.filter(() => n === 1 || random.oneIn(2));
      const roots = [...(parents.length > 0 && random.oneIn(3) ? [random.pick(parents)] : []), ...chosen];
      const members = [...new Set([random.pick(NAMES), random.pick(NAMES)])].map((one) => this.declarator(one, false));
      const fields = random.oneIn(4) ? [] : members;
      const methods = interfaces.map((_, i) => `float get${i}(float y) { return y + ${fields[0]?.float('') ?? i}; }`);
      const list = roots.length > 0 ? ` : ${roots.join(', ')}` : '';
      this.text.push(`class ${name}${list} { ${fields.map((one) => `${one.text};`).join(' ')} ${methods.join(' ')} };`);
      parents.push(name);
      if (random.oneIn(3)) continue;
      const instance = this.fresh();
      const array = random.pick(['', '', '[2]']);
      instances.push(`${name} ${instance}${array};`);
      if (this.model < 5) this.sums.push(`x += ${instance}${array.replace('2', '1')}.get0(x);`);
    }
    if (instances.length > 0)
      this.text.push(random.oneIn(3) ? instances.join(' ') : `cbuffer ${this.fresh()} { ${instances.join(' ')} };`);
    if (this.model >= 5) this.pointers(interfaces);
  }

  private pointers(interfaces: readonly string[]): void {
    const { random } = this;
    interfaces.forEach((type, i) => {
      const name = this.fresh();
      const array = random.pick(['', '', '[2]', '[5]']);
      this.text.push(`${type} ${name}${array};`);
      if (!random.oneIn(4)) this.sums.push(`x += ${name}${array === '' ? '' : '[1]'}.get${i}(x);`);
    });
  }
}
