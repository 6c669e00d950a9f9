/**
 * A shader in HLSL that is being written: constants, textures, inputs and statements of the entry point, in the dialect
 * of shader models 2 and 3 or of 4 to 5.1.
 *
 * Not for: what shaders compute (the other files of this directory).
 */
import type { Random } from '../random.ts';

/** Parts of names, as engines put them together. */
const PREFIXES = ['', '', 'g_', 'm_', 'u', 'c', 'k', 'gl', 'Material_', 'PerPass_'] as const;
const BUFFERS = ['Frame', 'Camera', 'Object', 'Material', 'Lighting'] as const;
type Buffer = (typeof BUFFERS)[number];
/** Constants that engines declare in every buffer and most shaders don't use. */
const UNUSED: Readonly<Record<Buffer, readonly string[]>> = {
  Frame: ['float4 Time', 'float4 SinTime', 'float4 RandomSeed', 'uint FrameIndex', 'float DeltaTime', 'float2 Jitter'],
  Camera: [
    ...[
      'float4x4 View',
      'float4x4 InverseView',
      'float4x4 Projection',
      'float4x4 ViewProjection',
      'float4 EyePosition',
    ],
    ...['float4x4 PreviousViewProjection', 'float4 ScreenSize', 'float4 NearFar', 'float4 FrustumPlanes[6]'],
  ],
  Object: ['float4x4 World', 'float4x4 WorldInverseTranspose', 'float4 BoundsMin', 'float4 BoundsMax', 'uint ObjectId'],
  Material: [
    ...[
      'float4 Tint',
      'float4 UvTransform',
      'float Roughness',
      'float Metalness',
      'float AlphaReference',
      'float Bumpiness',
    ],
    ...['float3 EmissiveColor', 'float EmissiveScale', 'float4 DetailScale', 'float Opacity'],
  ],
  Lighting: [
    ...['float4 SunDirection', 'float4 SunColor', 'float4 AmbientColor', 'float4 FogColor', 'float4 FogParameters'],
    ...['float4 LightPositions[8]', 'float4 LightColors[8]', 'float4x4 ShadowMatrices[4]', 'float4 CascadeSplits'],
  ],
};

export class Source {
  readonly prefix: string;
  /** Shader models 4 to 5.1 bind textures and samplers apart, and have constant buffers. */
  readonly modern: boolean;
  private readonly buffers = new Map<Buffer, string[]>();
  private readonly types: string[] = [];
  private readonly resources: string[] = [];
  private readonly functions: string[] = [];
  private readonly inputs: string[] = [];
  private readonly statements: string[] = [];
  private outputs: string[] = [];
  private count = 0;

  /** @param model major version */
  constructor(
    readonly random: Random,
    readonly model: number,
  ) {
    this.modern = model >= 4;
    this.prefix = random.pick(PREFIXES);
  }

  /** Declares a constant and returns its name; `size` makes it an array. */
  constant(type: string, name: string, buffer: Buffer, size = 0): string {
    const full = this.prefix + name;
    const list = this.buffers.get(buffer) ?? [];
    const declared = `${type} ${full}${size > 0 ? `[${size}]` : ''}`;
    if (!list.some((line) => line.startsWith(declared))) list.push(`${declared}${this.defaultValue(type, size)};`);
    this.buffers.set(buffer, list);
    return full;
  }

  /** Materials of Direct3D 9 often give a constant a value, which is then in the constant table. */
  private defaultValue(type: string, size: number): string {
    if (this.modern || size > 0 || !/^float[1-4]?$/.test(type) || !this.sometimes(3)) return '';
    const count = Number(type[5] ?? 1);
    return ` = { ${Array.from({ length: count }, () => this.literal(0, 2)).join(', ')} }`;
  }

  /** Declares a texture and its sampler. */
  texture(name: string, kind: '2D' | 'Cube' | '3D' | '2DArray' = '2D', type = 'float4'): string {
    const full = `${this.prefix}${name}`;
    const line = this.modern
      ? `Texture${kind}<${type}> ${full}; SamplerState ${full}Sampler;`
      : `sampler${kind === 'Cube' ? 'CUBE' : kind} ${full};`;
    if (!this.resources.includes(line)) this.resources.push(line);
    return full;
  }

  /** The value of a texture at a coordinate. */
  sample(texture: string, coordinate: string, kind: '2D' | 'Cube' | '3D' = '2D'): string {
    if (this.modern) return `${texture}.Sample(${texture}Sampler, ${coordinate})`;
    return `tex${kind === 'Cube' ? 'CUBE' : kind}(${texture}, ${coordinate})`;
  }

  /** The value of a texture at a coordinate and a level, for vertex shaders and loops. */
  sampleLevel(texture: string, coordinate: string, level: string): string {
    if (this.modern) return `${texture}.SampleLevel(${texture}Sampler, ${coordinate}, ${level})`;
    return `tex2Dlod(${texture}, float4(${coordinate}, 0, ${level}))`;
  }

  resource(declaration: string): void {
    if (!this.resources.includes(declaration)) this.resources.push(declaration);
  }

  /** Declares a type that constants have. */
  type(declaration: string): void {
    if (!this.types.includes(declaration)) this.types.push(declaration);
  }

  function(text: string): void {
    if (!this.functions.includes(text)) this.functions.push(text);
  }

  input(type: string, name: string, semantic: string): string {
    const line = `${type} ${name} : ${semantic};`;
    if (!this.inputs.includes(line)) this.inputs.push(line);
    return `input.${name}`;
  }

  output(type: string, name: string, semantic: string): string {
    const line = `${type} ${name} : ${semantic};`;
    if (!this.outputs.includes(line)) this.outputs.push(line);
    return `result.${name}`;
  }

  add(...statements: readonly string[]): void {
    this.statements.push(...statements);
  }

  /** Whether to include an optional part: once in `n` times. */
  sometimes(n: number): boolean {
    return this.random.oneIn(n);
  }

  /** A name that no other local has. */
  local(name: string): string {
    return `${name}${this.count++}`;
  }

  /** A number as a programmer writes one. */
  literal(low: number, high: number): string {
    return (low + ((high - low) * this.random.below(1000)) / 1000).toFixed(3);
  }

  /**
   * The entire text, with an entry point `main` that takes the inputs as one structure and returns the outputs as
   * another.
   */
  text(): string {
    return [
      ...this.declarations(),
      `struct Input { ${this.inputs.join(' ')} };`,
      `struct Result { ${this.outputs.join(' ')} };`,
      ...this.functions,
      'Result main(Input input) {',
      'Result result = (Result)0;',
      ...this.statements,
      'return result;',
      '}',
    ].join('\n');
  }

  /** The entire text with an entry point of another form. */
  textWith(signature: string): string {
    return [...this.declarations(), ...this.functions, `${signature} {`, ...this.statements, '}'].join('\n');
  }

  private declarations(): string[] {
    return [
      ...this.types,
      ...[...this.buffers].flatMap(([name, lines]) => this.buffer(name, lines)),
      ...this.resources,
    ];
  }

  /** A buffer with what else engines keep in it, in random positions; models 2 and 3 have plain constants. */
  private buffer(name: Buffer, used: readonly string[]): string[] {
    if (!this.modern) return [...used];
    const names = used.map((line) => line.replace(/[[;=].*/, '').split(' ')[1]);
    const others = UNUSED[name]
      .map((line) => line.replace(' ', ` ${this.prefix}`))
      .filter((line) => !names.includes(line.replace(/\[.*/, '').split(' ')[1]))
      .slice(0, this.random.below(UNUSED[name].length + 1))
      .map((line) => `${line};`);
    const lines = this.random.oneIn(2) ? [...others, ...used] : [...used, ...others];
    return [`cbuffer ${this.prefix}${name}Constants {`, ...lines, '};'];
  }
}
