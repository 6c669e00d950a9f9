/**
 * Random HLSL for shader models 1 to 3 and feature level 9 whose interest is in its debug information: many local
 * variables, structures and arrays, functions that call each other, branches and loops, lines of several files. What a
 * seed gives mostly compiles.
 *
 * Not for: global variables (ctab-hlsl.ts), or models 4 and later.
 */
import { Random } from '../smith/random.ts';
import type { RandomShader } from './headers-hlsl.ts';

const PROFILES = [
  ...[
    'vs_1_1',
    'vs_2_0',
    'vs_2_a',
    'vs_3_0',
    'ps_2_0',
    'ps_2_a',
    'ps_2_b',
    'ps_3_0',
    'ps_3_0',
    'vs_3_0',
    'vs_2_sw',
    'ps_3_sw',
  ],
  ...['vs_4_0_level_9_1', 'vs_4_0_level_9_3', 'ps_4_0_level_9_0', 'ps_4_0_level_9_1', 'ps_4_0_level_9_3'],
];
/** D3DCOMPILE_DEBUG, and with it no optimization, packing, partial precision, flow control, levels of optimization. */
const FLAGS = [0x1, 0x1, 0x1, 0x5, 0x9, 0x11, 0x21, 0x201, 0x401, 0x4001, 0x8001, 0x1001];
const TYPES = [
  'float',
  'float2',
  'float3',
  'float4',
  'float4',
  'half',
  'half4',
  'int',
  'bool',
  'float2x2',
  'float4x4',
] as const;
const NAMES = ['a', 'b', 'light', 'n', 'color', 'value', 'sum', 't', 'aNameThatIsLonger', 'k'];
const FILES = ['first.hlsl', 'dir\\\\second file.h', 'x', 'http://a/b.hlsl'];

interface Local {
  readonly name: string;
  readonly type: string;
}

/** The shader that belongs to `seed`, with debug information. */
export function randomDebugShader(seed: number): RandomShader {
  return new DebugShader(new Random(seed)).make();
}

class DebugShader {
  private readonly profile: string;
  private readonly lines: string[] = [];
  private readonly functions: string[] = [];
  private count = 0;

  constructor(private readonly random: Random) {
    this.profile = random.pick(PROFILES);
  }

  make(): RandomShader {
    const { random, lines } = this;
    lines.push(
      'float4 tint;',
      'float4x4 world;',
      'float weights[4];',
      'int loops;',
      'bool choice;',
      'sampler2D images;',
    );
    lines.push(
      'struct Part { float4 color; float2 at; float weight; };',
      'struct Whole { Part part; float3 normal; };',
    );
    for (let n = random.below(4); n > 0; n--) this.function();
    this.entryPoint();
    return { source: `${lines.join('\n')}\n`, entry: 'main', profile: this.profile, flags: random.pick(FLAGS) };
  }

  /** Blank lines, comments and `#line` directives. */
  private gap(): void {
    const { random, lines } = this;
    if (random.oneIn(3)) lines.push('');
    if (random.oneIn(12)) for (let n = random.below(14); n > 0; n--) lines.push('// nothing');
    if (random.oneIn(14)) lines.push(`#line ${random.pick([1, 7, 100, 65534, 65536, 70000])} "${random.pick(FILES)}"`);
    if (random.oneIn(20)) lines.push(`#line ${random.below(300)}`);
  }

  private function(): void {
    const { random, lines } = this;
    const name = `help${this.functions.length}`;
    const type = random.pick(['float', 'float3', 'float4']);
    const out = random.oneIn(3);
    lines.push(`${type} ${name}(float4 p, ${out ? 'inout' : 'in'} float3 q)`, '{');
    const locals = [
      { name: 'p', type: 'float4' },
      { name: 'q', type: 'float3' },
    ];
    this.body(locals, random.between(1, 5), 1);
    lines.push(`  return (${type})${this.vector(locals)};`, '}');
    this.functions.push(name);
  }

  private body(locals: Local[], count: number, depth: number): void {
    for (let i = 0; i < count; i++) {
      this.gap();
      this.statement(locals, depth);
    }
  }

  private statement(locals: Local[], depth: number): void {
    const { random, lines } = this;
    const margin = '  '.repeat(depth);
    switch (random.below(depth < 3 ? 9 : 6)) {
      case 0:
      case 1: {
        const type = random.pick(TYPES);
        const name = `${random.pick(NAMES)}${this.count++}`;
        lines.push(`${margin}${type} ${name} = (${type})${/x/.test(type) ? 'world' : this.vector(locals)};`);
        locals.push({ name, type });
        return;
      }
      case 2: {
        const name = `w${this.count++}`;
        lines.push(`${margin}Whole ${name} = (Whole)0;`);
        lines.push(`${margin}${name}.part.color = ${this.vector(locals)};`, `${margin}${name}.normal.y = tint.x;`);
        locals.push({ name: `${name}.part.color`, type: 'float4' }, { name: `${name}.normal`, type: 'float3' });
        return;
      }
      case 3: {
        const name = `list${this.count++}`;
        lines.push(`${margin}float2 ${name}[2] = { ${this.vector(locals)}.xy, ${this.vector(locals)}.zw };`);
        locals.push({ name: `${name}[${random.below(2)}]`, type: 'float2' });
        return;
      }
      case 4:
      case 5: {
        const target = random.pick(locals);
        if (/x|bool/.test(target.type)) return;
        const operator = random.pick(['=', '+=', '*=', '-=']);
        lines.push(`${margin}${target.name} ${operator} (${target.type})${this.vector(locals)};`);
        return;
      }
      case 6: {
        lines.push(`${margin}if (${random.oneIn(3) ? 'choice' : `${this.vector(locals)}.x > 0.5`})`, `${margin}{`);
        this.body(locals.slice(), random.between(1, 3), depth + 1);
        lines.push(`${margin}}`);
        return;
      }
      case 7: {
        const index = `i${this.count++}`;
        const limit = random.oneIn(3) ? 'loops' : `${random.between(1, 3)}`;
        lines.push(`${margin}for (int ${index} = 0; ${index} < ${limit}; ${index}++)`, `${margin}{`);
        this.body(locals.slice(), random.between(1, 2), depth + 1);
        lines.push(`${margin}}`);
        return;
      }
      default:
        if (this.functions.length === 0) return;
        lines.push(`${margin}float3 q${this.count} = tint.xyz;`);
        lines.push(
          `${margin}float4 c${this.count} = (float4)${random.pick(this.functions)}(${this.vector(locals)}, q${this.count});`,
        );
        locals.push({ name: `c${this.count}`, type: 'float4' }, { name: `q${this.count}`, type: 'float3' });
        this.count++;
    }
  }

  /** An expression of four components. */
  private vector(locals: readonly Local[], depth = 0): string {
    const { random } = this;
    if (depth < 2 && random.oneIn(3)) {
      const operator = random.pick(['+', '*', '-', '*']);
      return `(${this.vector(locals, depth + 1)} ${operator} ${this.vector(locals, depth + 1)})`;
    }
    if (random.oneIn(6)) return random.pick(['tint', 'weights[1].xxxx', 'world[2]', 'float4(1, 2, 3, 4)']);
    if (random.oneIn(8) && this.profile.startsWith('ps')) return `tex2D(images, tint.xy)`;
    if (random.oneIn(6))
      return `${random.pick(['abs', 'frac', 'saturate', 'normalize'])}(${this.vector(locals, depth + 1)})`;
    const { name, type } = random.pick(locals);
    if (/4$/.test(type) && !/x/.test(type)) return name;
    if (/x/.test(type)) return type === 'float2x2' ? `${name}._m00_m01_m10_m11` : `${name}[1]`;
    return `((float4)${name}${/\d$/.test(type) ? '.xyxy' : ''})`;
  }

  private entryPoint(): void {
    const { random, lines, profile } = this;
    const vertex = profile.startsWith('vs');
    const level9 = profile.includes('level');
    const locals: Local[] = [{ name: 'p', type: 'float4' }];
    const position = vertex ? 'POSITION' : 'TEXCOORD3';
    const output = vertex ? (level9 ? 'SV_Position' : 'POSITION') : level9 ? 'SV_Target' : 'COLOR';
    if (random.oneIn(2)) {
      lines.push(`struct In { float4 p : ${position}; float2 at : TEXCOORD0; };`);
      lines.push(`struct Out { float4 p : ${output}; ${vertex ? 'float3 extra : TEXCOORD1; ' : ''}};`);
      lines.push('Out main(In input, float n : TEXCOORD2)', '{', '  Out o = (Out)0;', '  float4 p = input.p;');
      locals.push({ name: 'input.at', type: 'float2' }, { name: 'n', type: 'float' });
      this.body(locals, random.between(2, 12), 1);
      if (vertex) lines.push(`  o.extra = ${this.vector(locals)}.xyz;`);
      lines.push(`  o.p = ${this.vector(locals)};`, '  return o;', '}');
    } else {
      lines.push(`float4 main(float4 p : ${position}, float3 n : TEXCOORD0) : ${output}`, '{');
      locals.push({ name: 'n', type: 'float3' });
      this.body(locals, random.between(2, 12), 1);
      lines.push(`  return ${this.vector(locals)} + p;`, '}');
    }
  }
}
