/**
 * Random HLSL whose interest is in its declarations: buffers with nested types, resources, signatures, classes and
 * interfaces, library functions. The source of a seed mostly compiles.
 *
 * Not for: instructions.
 */
import { Random } from '../smith/random.ts';

export interface RandomShader {
  readonly source: string;
  readonly entry: string;
  readonly profile: string;
  /** `D3DCOMPILE_*` flags. */
  readonly flags: number;
}

const PROFILES = [
  ...['vs_4_0', 'ps_4_0', 'gs_4_0', 'vs_4_1', 'ps_4_1', 'gs_4_1', 'cs_4_0', 'cs_4_1'],
  ...['vs_5_0', 'ps_5_0', 'gs_5_0', 'hs_5_0', 'ds_5_0', 'cs_5_0', 'ps_5_0', 'ps_5_0'],
  ...['vs_5_1', 'ps_5_1', 'gs_5_1', 'hs_5_1', 'ds_5_1', 'cs_5_1', 'ps_5_1', 'ps_5_1'],
  ...['vs_4_0_level_9_0', 'vs_4_0_level_9_1', 'vs_4_0_level_9_3', 'ps_4_0_level_9_1', 'ps_4_0_level_9_3'],
  ...['lib_4_0', 'lib_4_1', 'lib_5_0', 'lib_4_0_level_9_1', 'lib_4_0_level_9_3'],
];

/** D3DCOMPILE flags that change headers: matrix packing, optimization, flow control, resources. */
const FLAGS = [0, 0, 0, 0, 0x4, 0x8, 0x10, 0x8 | 0x4, 0x20_0000, 0x400];
/** D3DCOMPILE_ENABLE_UNBOUNDED_DESCRIPTOR_TABLES */
const UNBOUNDED = 0x10_0000;
/** D3DCOMPILE_ENABLE_BACKWARDS_COMPATIBILITY */
const BACKWARDS = 0x1000;

/** The shader that belongs to `seed`. */
export function randomShader(seed: number): RandomShader {
  return new ShaderMaker(seed).make();
}

interface Value {
  /** An expression of type float. */
  readonly float: string;
}

const WORDS = ['alpha', 'b', 'color', 'density', 'e1', 'fog', 'gain', 'height', 'index', 'j', 'kernel', 'light'];
const LONG = 'aNameThatIsLongerThanTheColumnWhichListingsReserveForNames';

class ShaderMaker {
  private readonly random: Random;
  private readonly profile: string;
  private readonly stage: string;
  private readonly level9: boolean;
  private readonly library: boolean;
  private readonly model: number;
  private count = 0;
  private readonly structs: { name: string; float: (path: string) => string; resources: boolean }[] = [];
  private readonly top: string[] = [];
  private readonly values: Value[] = [];
  private readonly statements: string[] = [];

  constructor(seed: number) {
    this.random = new Random(seed);
    this.profile = this.random.pick(PROFILES);
    this.stage = this.profile.split('_')[0]!;
    this.level9 = this.profile.includes('level');
    this.library = this.stage === 'lib';
    this.model = Number(this.profile.split('_')[1]) + Number(this.profile.split('_')[2]) / 10;
  }

  make(): RandomShader {
    const { random } = this;
    for (let n = random.below(4); n > 0; n--) this.struct();
    for (let n = random.below(4); n > 0; n--) this.buffer();
    for (let n = random.below(4); n > 0; n--) this.global();
    for (let n = random.below(this.level9 ? 3 : 6); n > 0; n--) this.resource();
    if (this.model >= 5 && !this.library && random.oneIn(4)) this.classes();
    const entry = this.library ? '' : 'main';
    const main = this.entryPoint();
    return {
      source: `${this.top.join('\n')}\n${main}\n`,
      entry,
      profile: this.profile,
      flags: this.flags(),
    };
  }

  private flags(): number {
    const { random } = this;
    if (this.model > 5) return random.pick(FLAGS) | UNBOUNDED;
    return random.oneIn(12) ? BACKWARDS : random.pick(FLAGS);
  }

  private name(): string {
    const stem = this.random.oneIn(12) ? LONG.slice(0, this.random.between(14, LONG.length)) : this.random.pick(WORDS);
    return `${stem}${this.count++}`;
  }

  private scalar(): string {
    const { random } = this;
    const types = ['float', 'float', 'float', 'int', 'uint', 'bool', 'half', 'dword'];
    const small = this.level9 ? ['float'] : ['min16float', 'min10float', 'min16int', 'min12int', 'min16uint'];
    if (this.model >= 5 && random.oneIn(12)) return 'double';
    return random.oneIn(6) ? random.pick(small) : random.pick(types);
  }

  /** A numeric type: how it is declared, how many numbers it has, and how one of them is reached. */
  private numeric(): { type: string; size: number; component: string } {
    const { random } = this;
    let scalar = this.scalar();
    if (scalar === 'half') scalar = 'float';
    const kind = random.below(4);
    if (kind === 0) return { type: scalar, size: 1, component: '' };
    if (kind < 3 || scalar === 'dword') {
      const n = scalar === 'double' ? random.between(1, 2) : random.between(1, 4);
      if (scalar === 'dword') return { type: scalar, size: 1, component: '' };
      return { type: `${scalar}${n}`, size: n, component: `.${'xyzw'[random.below(n)]}` };
    }
    if (scalar === 'double') return { type: scalar, size: 1, component: '' };
    const rows = random.between(1, 4);
    const columns = random.between(1, 4);
    const major = random.pick(['', '', 'row_major ', 'column_major ']);
    const component = `[${random.below(rows)}][${random.below(columns)}]`;
    return { type: `${major}${scalar}${rows}x${columns}`, size: rows * columns, component };
  }

  /** A declarator and how its value is reached. */
  private member(): { text: string; name: string; float: (path: string) => string; size: number; isScalar: boolean } {
    const { random } = this;
    const name = this.name();
    let array = '';
    let index = '';
    let elements = 1;
    for (let n = random.oneIn(3) ? random.between(1, 2) : 0; n > 0; n--) {
      const count = random.between(1, 5);
      elements *= count;
      array += `[${count}]`;
      index += `[${random.below(count)}]`;
    }
    if (this.structs.length > 0 && random.oneIn(4)) {
      const struct = random.pick(this.structs);
      const float = (path: string) => struct.float(`${path}${name}${index}.`);
      return { text: `${struct.name} ${name}${array}`, name, float, size: 0, isScalar: false };
    }
    const { type, size, component } = this.numeric();
    const float = (path: string) => `(float)${path}${name}${index}${component}`;
    return { text: `${type} ${name}${array}`, name, float, size: size * elements, isScalar: array === '' };
  }

  private struct(): void {
    const { random } = this;
    const name = `S${this.name()}`;
    const members = Array.from({ length: random.between(1, 5) }, () => this.member());
    const chosen = random.pick(members);
    this.top.push(`struct ${name} { ${members.map((member) => `${member.text};`).join(' ')} };`);
    this.structs.push({ name, float: chosen.float, resources: false });
  }

  private variable(): string {
    const { random } = this;
    const member = this.member();
    if (random.oneIn(2)) this.values.push({ float: member.float('') });
    if (member.size === 0 || !random.oneIn(3)) return `${member.text};`;
    const numbers = Array.from({ length: member.size }, () => random.pick(['0', '1', '2.5', '-3', '7', '1e9', '0.1']));
    return `${member.text} = ${member.isScalar && member.size === 1 ? numbers[0] : `{ ${numbers.join(', ')} }`};`;
  }

  private buffer(): void {
    const { random } = this;
    const kind = random.oneIn(4) && !this.level9 && !this.library ? 'tbuffer' : 'cbuffer';
    const variables = Array.from({ length: random.between(1, 6) }, () => this.variable());
    const letter = kind === 'tbuffer' ? 't' : 'b';
    this.top.push(`${kind} ${this.name()}${this.register(letter, 12)} { ${variables.join(' ')} };`);
  }

  private global(): void {
    this.top.push(this.variable());
  }

  private register(letter: string, count: number): string {
    const { random } = this;
    if (!random.oneIn(3)) return '';
    const slot = letter + random.below(count);
    if (this.model < 5.1 || random.oneIn(2)) return ` : register(${slot})`;
    return ` : register(${slot}, space${random.between(0, 12)})`;
  }

  private resource(): void {
    const { random } = this;
    const kinds = this.resourceKinds();
    random.pick(kinds)();
  }

  private resourceKinds(): (() => void)[] {
    if (this.level9) return [() => this.level9Resource()];
    if (this.stage === 'cs' && this.model < 5) return [() => this.rawResource()];
    const kinds = [() => this.texture(), () => this.texture(), () => this.sampled()];
    if (this.model >= 5)
      kinds.push(
        () => this.structured(),
        () => this.rawResource(),
      );
    if (this.model >= 5 && (this.stage === 'ps' || this.stage === 'cs' || this.model > 5)) kinds.push(() => this.uav());
    return kinds;
  }

  private level9Resource(): void {
    const name = this.name();
    this.top.push(`Texture2D ${name}; SamplerState ${name}s;`);
    if (this.stage === 'ps') this.values.push({ float: `${name}.Sample(${name}s, float2(1, x)).y` });
  }

  private texelType(): string {
    const { random } = this;
    const scalar = random.pick(['float', 'float', 'int', 'uint', 'unorm float', 'snorm float']);
    const n = random.between(1, 4);
    return n === 1 ? scalar : `${scalar}${n}`;
  }

  private array(): [string, string] {
    const { random } = this;
    if (!random.oneIn(4)) return ['', ''];
    const count = random.between(1, 4);
    if (this.model >= 5.1 && random.oneIn(3)) return ['[]', `[${count}]`];
    return [`[${count}]`, `[${random.below(count)}]`];
  }

  private texture(): void {
    const { random } = this;
    const name = this.name();
    const [declared, used] = this.array();
    const texel = this.texelType();
    const shapes = [
      ['Buffer', `<${texel}>`, '.Load(1)'],
      ['Texture1D', `<${texel}>`, '.Load(int2(1, 0))'],
      ['Texture1DArray', `<${texel}>`, '.Load(int3(1, 2, 0))'],
      ['Texture2D', `<${texel}>`, '.Load(int3(1, 2, 0))'],
      ['Texture2DArray', `<${texel}>`, '.Load(int4(1, 2, 3, 0))'],
      ['Texture3D', `<${texel}>`, '.Load(int4(1, 2, 3, 0))'],
    ] as const;
    const multisampled = [
      ['Texture2DMS', `<${texel}, ${random.pick([1, 2, 4, 8, 16])}>`, '.Load(int2(1, 2), 0)'],
      ['Texture2DMSArray', `<${texel}, ${random.pick([2, 8])}>`, '.Load(int3(1, 2, 3), 0)'],
      ['Texture2DMS', `<${texel}>`, '.Load(int2(1, 2), 0)'],
    ] as const;
    const [shape, argument, load] = random.pick(this.model >= 4.1 ? [...shapes, ...multisampled] : shapes);
    this.top.push(`${shape}${argument} ${name}${declared}${this.register('t', 100)};`);
    this.values.push({ float: `((float)${name}${used}${load}${texel.match(/\d$/) ? '.x' : ''})` });
  }

  private sampled(): void {
    const { random } = this;
    const name = this.name();
    const comparison = random.oneIn(3);
    this.top.push(`${comparison ? 'SamplerComparisonState' : 'SamplerState'} ${name}s${this.register('s', 14)};`);
    const shapes = [
      ['Texture2D', 'float2(x, 1)'],
      ['TextureCube', 'float3(x, 1, 2)'],
      ...(comparison ? [] : [['Texture3D', 'float3(x, 1, 2)']]),
      ...(this.model >= 4.1 ? [['TextureCubeArray', 'float4(x, 1, 2, 3)']] : []),
    ] as [string, string][];
    const [shape, location] = random.pick(shapes);
    this.top.push(`${shape} ${name}${this.register('t', 100)};`);
    const call = comparison
      ? `SampleCmpLevelZero(${name}s, ${location}, 0.5)`
      : `SampleLevel(${name}s, ${location}, 0).x`;
    if (!(comparison && shape === 'TextureCube' && this.model < 4.1)) this.values.push({ float: `${name}.${call}` });
  }

  private structured(): void {
    const { random } = this;
    const name = this.name();
    const [declared, used] = this.array();
    if (this.structs.length > 0 && random.oneIn(2)) {
      const struct = random.pick(this.structs);
      this.top.push(`StructuredBuffer<${struct.name}> ${name}${declared}${this.register('t', 100)};`);
      this.values.push({ float: struct.float(`${name}${used}[3].`) });
      return;
    }
    const { type, component } = this.numeric();
    const element = type.replace(/^(row|column)_major /, '');
    this.top.push(`StructuredBuffer<${element}> ${name}${declared}${this.register('t', 100)};`);
    this.values.push({ float: `(float)${name}${used}[3]${component}` });
  }

  private rawResource(): void {
    const name = this.name();
    this.top.push(`ByteAddressBuffer ${name}${this.register('t', 100)};`);
    this.values.push({ float: `asfloat(${name}.Load(16))` });
  }

  private uav(): void {
    const { random } = this;
    const name = this.name();
    const rov = this.stage === 'ps' && random.oneIn(6) ? 'RasterizerOrdered' : 'RW';
    const coherent = random.oneIn(6) && rov === 'RW' ? 'globallycoherent ' : '';
    const texel = this.texelType();
    const struct = this.structs.length > 0 ? random.pick(this.structs).name : 'float2';
    const value = texel.includes('int') ? `(${texel})3` : `(${texel.replace(/^[us]norm /, '')})x`;
    const shapes = [
      [`${coherent}${rov}Buffer<${texel}>`, `${name}[3] = ${value};`],
      [`${coherent}${rov}Texture1D<${texel}>`, `${name}[3] = ${value};`],
      [`${coherent}${rov}Texture2D<${texel}>`, `${name}[uint2(3, 4)] = ${value};`],
      [`${coherent}${rov}Texture2DArray<${texel}>`, `${name}[uint3(3, 4, 5)] = ${value};`],
      [`${coherent}${rov}Texture3D<${texel}>`, `${name}[uint3(3, 4, 5)] = ${value};`],
      [`${coherent}${rov}ByteAddressBuffer`, `${name}.Store(4, 7);`],
      [`${coherent}${rov}StructuredBuffer<${struct}>`, `${name}[1] = (${struct})0;`],
      ['AppendStructuredBuffer<float3>', `${name}.Append(x);`],
      ['ConsumeStructuredBuffer<float2>', `x += ${name}.Consume().y;`],
      ['RWStructuredBuffer<uint2>', `x += ${name}.IncrementCounter();`],
    ] as const;
    const [type, use] = random.pick(shapes);
    this.top.push(`${type} ${name}${this.register('u', 8)};`);
    if (!random.oneIn(5)) this.statements.push(use);
  }

  private classes(): void {
    const { random } = this;
    const base = `I${this.name()}`;
    const count = random.between(1, random.oneIn(5) ? 20 : 4);
    this.top.push(`interface ${base} { float get(float y); };`);
    const instances: string[] = [];
    let previous = base;
    for (let i = 0; i < count; i++) {
      const name = `C${this.name()}`;
      const texture = random.oneIn(6) ? 'Texture2D tex; SamplerState smp; ' : '';
      const body = texture === '' ? `k * y + ${i}` : `k * tex.SampleLevel(smp, y, ${i}).x`;
      const parent = random.oneIn(4) ? previous : base;
      const members = parent === base ? `float k; ${random.oneIn(2) ? 'int more[3]; ' : ''}` : '';
      this.top.push(`class ${name} : ${parent} { ${members}${texture}float get(float y) { return ${body}; } };`);
      if (texture === '') previous = name;
      if (!random.oneIn(3))
        instances.push(`${name} ${this.name()}${random.oneIn(4) ? `[${random.between(1, 3)}]` : ''};`);
    }
    if (instances.length > 0) this.top.push(`cbuffer ${this.name()} { ${instances.join(' ')} };`);
    for (let n = random.between(1, 3); n > 0; n--) {
      const name = this.name();
      const elements = random.oneIn(3) ? random.between(1, 12) : 0;
      this.top.push(`${base} ${name}${elements > 0 ? `[${elements}]` : ''};`);
      if (!random.oneIn(4)) {
        this.values.push({ float: `${name}${elements > 0 ? `[${random.below(elements)}]` : ''}.get(x)` });
      }
    }
  }

  /** The statements that use what was declared; `x` is a float then. */
  private body(): string {
    const sums = this.values.map((value) => `x += ${value.float};`);
    return [...sums, ...this.statements].join(' ');
  }

  private interpolation(): string {
    if (this.level9) return '';
    const modes = ['', '', '', 'nointerpolation ', 'noperspective ', 'centroid ', 'linear '];
    return this.random.pick(this.model >= 4.1 ? [...modes, 'sample '] : modes);
  }

  /** Members of a stage's interface; `float` says how to read one. */
  private ports(prefix: string, most: number, modes: boolean): { text: string; names: string[] } {
    const { random } = this;
    const names: string[] = [];
    let text = '';
    for (let i = random.between(1, most); i > 0; i--) {
      const name = `${prefix}${i}`;
      const scalar = random.pick(['float', 'float', 'float', 'int', 'uint', 'min16float', 'min16uint', 'min10float']);
      const safe = this.level9 ? 'float' : scalar;
      const size = random.between(1, 4);
      const mode = modes ? (safe.includes('float') ? this.interpolation() : 'nointerpolation ') : '';
      const semantic = random.pick(['TEXCOORD', 'COLOR', 'NORMAL', 'Custom', 'T', LONG.toUpperCase().slice(0, 30)]);
      const index = this.level9 ? names.length : random.between(0, 12);
      const used = this.level9 ? `TEXCOORD${index}` : `${semantic}${String.fromCharCode(65 + names.length)}${index}`;
      const array = !this.level9 && random.oneIn(8) ? `[${random.between(1, 2)}]` : '';
      text += `${mode}${safe}${size} ${name}${array} : ${used}; `;
      names.push(`${name}${array === '' ? '' : '[0]'}.x`);
    }
    return { text, names };
  }

  private entryPoint(): string {
    switch (this.stage) {
      case 'vs':
        return this.vertexShader();
      case 'ps':
        return this.pixelShader();
      case 'gs':
        return this.geometryShader();
      case 'hs':
        return this.hullShader();
      case 'ds':
        return this.domainShader();
      case 'cs':
        return this.computeShader();
      default:
        return this.libraryFunctions();
    }
  }

  private vertexShader(): string {
    const { random } = this;
    const input = this.ports('i', 4, false);
    const output = this.ports('o', 4, true);
    const system = this.level9 ? '' : random.pick(['', 'uint vid : SV_VertexID; ', 'uint iid : SV_InstanceID; ']);
    const clip = this.level9
      ? ''
      : random.pick(['', 'float2 clip : SV_ClipDistance; ', 'float cull : SV_CullDistance; ']);
    const read = random.oneIn(2) ? `x += v.${input.names[0]};` : '';
    const write = random.oneIn(2) ? `o.${output.names[0]} = x;` : '';
    return `struct VIn { ${input.text}${system}};
struct VOut { float4 position : SV_Position; ${output.text}${clip}};
VOut main(VIn v) { VOut o = (VOut)0; float x = 0; ${read} ${this.body()} o.position = x; ${write} return o; }`;
  }

  private pixelShader(): string {
    const { random } = this;
    const input = this.ports('i', 4, true);
    const read = random.oneIn(2) ? `x += v.${random.pick(input.names)};` : '';
    if (this.level9) {
      return `struct PIn { ${input.text}}; float4 main(PIn v) : SV_Target { float x = 0; ${read} ${this.body()} return x; }`;
    }
    const systems = [
      '',
      '',
      'float4 pos : SV_Position; ',
      'bool face : SV_IsFrontFace; ',
      'uint prim : SV_PrimitiveID; ',
    ];
    if (this.model >= 4.1) systems.push('uint index : SV_SampleIndex; ');
    if (this.model >= 5) systems.push('uint cover : SV_Coverage; ', 'uint array : SV_RenderTargetArrayIndex; ');
    const outputs = ['float4 target : SV_Target; ', 'uint2 target : SV_Target3; ', 'min16float3 target : SV_Target1; '];
    const extras = ['', '', 'float depth : SV_Depth; '];
    if (this.model >= 4.1) extras.push('uint coverage : SV_Coverage; ');
    if (this.model >= 5) extras.push('float depth : SV_DepthGreaterEqual; ', 'float depth : SV_DepthLessEqual; ');
    if (this.model > 5) extras.push('uint stencil : SV_StencilRef; ');
    const second = random.oneIn(3) ? 'float second : SV_Target7; ' : '';
    return `struct PIn { ${input.text}${random.pick(systems)}};
struct POut { ${random.pick(outputs)}${second}${random.pick(extras)}};
POut main(PIn v) { POut o = (POut)0; float x = 0; ${read} ${this.body()} o.target = x; return o; }`;
  }

  private geometryShader(): string {
    const { random } = this;
    const input = this.ports('i', 3, false);
    const output = this.ports('o', 3, true);
    const [primitive, count] = random.pick([
      ['point', 1],
      ['line', 2],
      ['triangle', 3],
      ['lineadj', 4],
      ['triangleadj', 6],
    ] as const);
    const extra = random.pick(['', 'uint rt : SV_RenderTargetArrayIndex; ', 'uint vp : SV_ViewportArrayIndex; ']);
    const streams = this.model >= 5 && random.oneIn(2);
    const kind = streams ? 'Point' : random.pick(['Point', 'Line', 'Triangle']);
    const id = random.oneIn(3) ? ', uint id : SV_PrimitiveID' : '';
    const more = streams ? `struct GOut2 { ${this.ports('q', 2, true).text}};` : '';
    const second = streams ? ', inout PointStream<GOut2> t' : '';
    const emit = streams ? 't.Append((GOut2)0);' : '';
    return `struct GIn { float4 position : SV_Position; ${input.text}};
struct GOut { float4 position : SV_Position; ${output.text}${extra}};
${more}
[maxvertexcount(${random.between(1, 9)})]
void main(${primitive} GIn v[${count}]${id}, inout ${kind}Stream<GOut> s${second}) {
  float x = v[0].position.x; ${this.body()} GOut o = (GOut)0; o.position = x; s.Append(o); ${emit} }`;
  }

  private tessellation(): { domain: string; factors: string; set: string } {
    return this.random.pick([
      {
        domain: 'tri',
        factors: 'float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; ',
        set: 'c.e[0] = c.e[1] = c.e[2] = 1; c.i = 2;',
      },
      {
        domain: 'quad',
        factors: 'float e[4] : SV_TessFactor; float i[2] : SV_InsideTessFactor; ',
        set: 'c.e[0] = c.e[1] = c.e[2] = c.e[3] = 1; c.i[0] = c.i[1] = 2;',
      },
      { domain: 'isoline', factors: 'float e[2] : SV_TessFactor; ', set: 'c.e[0] = c.e[1] = 1;' },
    ]);
  }

  private hullShader(): string {
    const { random } = this;
    const { domain, factors, set } = this.tessellation();
    const points = random.between(1, 32);
    const constants = random.oneIn(2) ? this.ports('k', 3, false).text : '';
    const partitioning = random.pick(['integer', 'pow2', 'fractional_even', 'fractional_odd']);
    const triangles = ['triangle_cw', 'triangle_ccw', 'point'];
    const topology = domain === 'isoline' ? random.pick(['line', 'point']) : random.pick(triangles);
    return `struct HIn { float4 position : SV_Position; ${this.ports('i', 3, false).text}};
struct HOut { float4 position : SV_Position; ${this.ports('o', 3, false).text}};
struct HConst { ${factors}${constants}};
HConst constants(InputPatch<HIn, ${points}> p) { HConst c = (HConst)0; ${set} return c; }
[domain("${domain}")] [partitioning("${partitioning}")] [outputtopology("${topology}")] [outputcontrolpoints(${points})]
[patchconstantfunc("constants")]
HOut main(InputPatch<HIn, ${points}> p, uint id : SV_OutputControlPointID) {
  float x = p[id].position.y; ${this.body()} HOut o = (HOut)0; o.position = x; return o; }`;
  }

  private domainShader(): string {
    const { random } = this;
    const { domain, factors } = this.tessellation();
    const constants = random.oneIn(2) ? this.ports('k', 3, false).text : '';
    const locationType = domain === 'tri' ? 'float3' : 'float2';
    return `struct DIn { float4 position : SV_Position; ${this.ports('i', 3, false).text}};
struct DOut { float4 position : SV_Position; ${this.ports('o', 3, true).text}};
struct DConst { ${factors}${constants}};
[domain("${domain}")]
DOut main(DConst c, ${locationType} at : SV_DomainLocation, const OutputPatch<DIn, ${random.between(1, 32)}> p) {
  float x = p[0].position.x + at.x; ${random.oneIn(2) ? 'x += c.e[0];' : ''} ${this.body()} DOut o = (DOut)0; o.position = x; return o; }`;
  }

  private computeShader(): string {
    const { random } = this;
    const name = this.model >= 5 ? 'RWBuffer<float>' : 'RWStructuredBuffer<float>';
    const id = random.pick(['uint3 id : SV_DispatchThreadID', 'uint3 id : SV_GroupID', 'uint id : SV_GroupIndex']);
    const shape = `${random.between(1, 8)}, ${random.between(1, 8)}, 1`;
    return `${name} result; [numthreads(${shape})] void main(${id}) { float x = 0; ${this.body()} result[0] = x; }`;
  }

  private libraryFunctions(): string {
    const { random } = this;
    let text = '';
    const count = random.between(1, 4);
    for (let i = 0; i < count; i++) {
      const parameters: string[] = [];
      let set = '';
      for (let k = random.below(5); k > 0; k--) {
        const direction = random.pick(['', '', 'in ', 'out ', 'inout ']);
        const type = random.pick([
          'float',
          'float3',
          'float4',
          'int2',
          'uint',
          'bool',
          'float3x4',
          'row_major float2x3',
        ]);
        const small = random.oneIn(6) ? 'min16float2' : type;
        const semantic = random.oneIn(3) ? ` : ${random.pick(['COLOR', 'TEXCOORD3', 'Custom'])}${k}` : '';
        parameters.push(`${direction}${small} p${k}${semantic}`);
        if (direction === 'out ') set += `p${k} = (${small.replace('row_major ', '')})1; `;
      }
      const returns = random.pick(['void', 'float', 'float4', 'int3', 'float2x2']);
      const result = returns === 'void' ? '' : `return (${returns})x;`;
      const body = i === 0 ? this.body() : '';
      text += `export ${returns} f${this.name()}(${parameters.join(', ')}) { float x = 1; ${set}${body} ${result} }\n`;
    }
    return text;
  }
}
