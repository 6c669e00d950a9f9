/**
 * Random effects of Direct3D 9 over the entire language: parameters of every type with annotations and default values,
 * samplers with states, shader variables and arrays of them, techniques and passes with every state, expressions,
 * preshaders, assembly. The result has the source and what it says, so that a comparison needs no compiler of ours.
 *
 * Not for: variables (fx2-variables.ts) and states (fx2-states.ts).
 */
import type {
  SourceEffect,
  SourceParameter,
  SourcePass,
  SourceShader,
  SourceState,
  SourceTechnique,
} from './fx2-model.ts';
import { assigned, randomPassState, randomSamplerState, type StateContext } from './fx2-states.ts';
import { object, randomText, VariableSmith } from './fx2-variables.ts';
import { Random } from './random.ts';

/** D3DCOMPILE flags: none, debug, no optimization, packing, partial precision, no preshader, flow control. */
const FLAGS = [0, 0, 0, 0, 0, 0x1, 0x4, 0x8, 0x10, 0x20, 0x100, 0x200, 0x400];
const BACKWARDS_COMPATIBILITY = 0x1000;
const TEXTURES = {
  texture: 5,
  Texture: 5,
  texture1D: 6,
  texture2D: 7,
  texture3D: 8,
  textureCUBE: 9,
  Texture2D: 7,
} as const;
const SAMPLERS = {
  sampler: 10,
  sampler1D: 11,
  sampler2D: 12,
  sampler3D: 13,
  samplerCUBE: 14,
  SamplerState: 10,
} as const;
const READS = {
  sampler1D: 'tex1D(%, p.x)',
  sampler2D: 'tex2D(%, p.xy)',
  sampler3D: 'tex3D(%, p.xyz)',
  samplerCUBE: 'texCUBE(%, p.xyz)',
};
const VERTEX_PROFILES = ['vs_1_1', 'vs_2_0', 'vs_2_0', 'vs_2_a', 'vs_3_0'];
const PIXEL_PROFILES = ['ps_2_0', 'ps_2_0', 'ps_2_a', 'ps_2_b', 'ps_3_0'];
const VERTEX_ASSEMBLY = [
  'vs_1_1 dcl_position v0 mov oPos, v0',
  'vs_2_0 def c0, 1, 2, 3, 4 dcl_position v0 add oPos, v0, c0',
];
const PIXEL_ASSEMBLY = ['ps_2_0 mov oC0, c0', 'ps_1_1 tex t0 mov r0, t0', 'ps_3_0 mov oC0, c5'];
const VERTEX = 16;
const PIXEL = 15;

/** The effect that belongs to `seed`. */
export function randomFx2(seed: number): SourceEffect {
  return new EffectSmith(new Random(seed)).make();
}

class EffectSmith {
  private readonly variables: VariableSmith;
  private readonly lines: string[] = [];
  private readonly parameters: SourceParameter[] = [];
  private readonly textures: string[] = [];
  private readonly samplers: string[] = [];
  /** Expressions that sample. */
  private readonly lookups: string[] = [];
  private readonly reads: string[] = [];
  /** Arrays of shaders by type. */
  private readonly arrays: { name: string; type: number; elements: number }[] = [];
  private readonly singles: { name: string; type: number }[] = [];
  private functions = 0;
  /** An integer parameter, for indices. */
  private index: string | undefined;

  constructor(private readonly random: Random) {
    this.variables = new VariableSmith(random);
  }

  make(): SourceEffect {
    const { random } = this;
    for (let n = random.below(7); n > 0; n--) this.parameter();
    for (let n = random.between(1, 3); n > 0; n--) this.functionPair();
    for (let n = random.below(4); n > 0; n--) this.shaderParameter();
    for (let n = random.below(3); n > 0; n--) this.parameter();
    const techniques = Array.from({ length: random.between(1, 3) }, () => this.technique());
    const source = `${[...this.variables.structs, ...this.lines].join('\n')}\n`;
    // Without the flag, a shader refuses global variables of type half.
    const flags = random.pick(FLAGS) | (source.includes('half') ? BACKWARDS_COMPATIBILITY : 0);
    return { source, flags, parameters: this.parameters, techniques };
  }

  private get context(): StateContext {
    const { random, textures, samplers, reads } = this;
    return { random, textures, samplers, reads };
  }

  private parameter(): void {
    const kind = this.random.below(10);
    if (kind < 6) this.numeric();
    else if (kind < 7) this.string();
    else if (kind < 8) this.texture();
    else this.sampler();
  }

  private numeric(): void {
    const { random, variables } = this;
    const { variable, value, text, initializer, reads } = variables.numeric();
    const { annotations, text: notes } = variables.annotations();
    const shared = random.oneIn(8);
    const modifier = shared
      ? 'shared '
      : random.oneIn(8)
        ? random.pick(['uniform ', 'extern ', initializer === '' ? '' : 'const '])
        : '';
    this.lines.push(`${modifier}${text}${notes}${initializer};`);
    this.parameters.push({ variable, value, shared, annotations });
    this.reads.push(...reads);
    if (variable.type === 2 && variable.class === 0 && variable.elements === 0) this.index = variable.name;
  }

  private string(): void {
    const { random, variables } = this;
    const name = variables.name();
    const elements = random.oneIn(3) ? random.between(1, 3) : 0;
    const given = random.oneIn(4) ? undefined : Array.from({ length: Math.max(1, elements) }, () => randomText(random));
    const list = given?.map(({ text }) => text).join(', ');
    const initializer = list === undefined ? '' : ` = ${elements > 0 ? `{ ${list} }` : list}`;
    const { annotations, text } = variables.annotations();
    this.lines.push(`string ${name}${elements > 0 ? `[${elements}]` : ''}${text}${initializer};`);
    const strings = given?.map(({ value }) => value) ?? Array.from({ length: Math.max(1, elements) }, () => null);
    this.parameters.push({
      variable: { ...object(name, 4), elements },
      value: { kind: 'strings', strings },
      shared: false,
      annotations,
    });
  }

  private texture(): void {
    const { random, variables } = this;
    const name = variables.name();
    const type = random.pick(Object.keys(TEXTURES) as (keyof typeof TEXTURES)[]);
    const { annotations, text } = variables.annotations();
    const semantic = random.oneIn(4) ? 'DIFFUSEMAP' : null;
    const shared = random.oneIn(6);
    this.lines.push(
      `${shared ? 'shared ' : ''}${type} ${name}${semantic === null ? '' : ` : ${semantic}`}${text}${random.oneIn(4) ? ' = NULL' : ''};`,
    );
    this.parameters.push({
      variable: { ...object(name, TEXTURES[type]), semantic },
      value: { kind: 'textures' },
      shared,
      annotations,
    });
    this.textures.push(name);
  }

  private sampler(): void {
    const { random, variables } = this;
    const name = variables.name();
    const type = random.pick(Object.keys(SAMPLERS) as (keyof typeof SAMPLERS)[]);
    const elements = random.oneIn(5) ? random.between(1, 3) : 0;
    const { annotations, text } = variables.annotations();
    const given = random.oneIn(4)
      ? undefined
      : Array.from({ length: Math.max(1, elements) }, () => this.samplerStates());
    const list = given?.map((one) => `sampler_state { ${one.text} }`).join(', ');
    const initializer = list === undefined ? '' : ` = ${elements > 0 ? `{ ${list} }` : list}`;
    this.lines.push(`${type} ${name}${elements > 0 ? `[${elements}]` : ''}${text}${initializer};`);
    const samplers = given?.map(({ states }) => states) ?? Array.from({ length: Math.max(1, elements) }, () => []);
    this.parameters.push({
      variable: { ...object(name, SAMPLERS[type]), elements },
      value: { kind: 'samplers', samplers },
      shared: false,
      annotations,
    });
    if (elements === 0) this.samplers.push(name);
    const read = READS[type as keyof typeof READS];
    if (read !== undefined)
      this.lookups.push(read.replace('%', elements > 0 ? `${name}[${random.below(elements)}]` : name));
  }

  private samplerStates(): { states: SourceState[]; text: string } {
    const written = Array.from({ length: this.random.below(6) }, () => randomSamplerState(this.context)).filter(
      (one) => one !== undefined,
    );
    return {
      states: assigned(written.flatMap(({ states }) => states)),
      text: written.map(({ text }) => text).join(' '),
    };
  }

  /** A vertex and a pixel shader that read parameters. */
  private functionPair(): void {
    const { random, reads, lookups } = this;
    const body = (extra: readonly string[]): string => {
      const terms = Array.from({ length: random.below(4) }, () => (reads.length > 0 ? random.pick(reads) : '3'));
      const strings = terms.map((read) =>
        random.pick([
          `r += ${read};`,
          `r *= (float)${read} + 1;`,
          `r.x += sin(${read}) * k;`,
          `r = lerp(r, p, ${read});`,
        ]),
      );
      return `float4 r = p * k; ${strings.join(' ')} ${extra.map((one) => `r += ${one};`).join(' ')} return r;`;
    };
    const samples = lookups.length > 0 && random.oneIn(2) ? [random.pick(lookups)] : [];
    const n = this.functions++;
    this.lines.push(`float4 vertex${n}(float4 p : POSITION, uniform float k) : POSITION { ${body([])} }`);
    this.lines.push(`float4 pixel${n}(float4 p : TEXCOORD0, uniform float k) : COLOR { ${body(samples)} }`);
  }

  /** A shader with the text that makes it. */
  private shader(type: number): { shader: SourceShader; text: string } {
    const { random } = this;
    const vertex = type === VERTEX;
    if (random.oneIn(8)) {
      const entry = random.pick(vertex ? VERTEX_ASSEMBLY : PIXEL_ASSEMBLY);
      return { shader: { profile: entry.slice(0, 6), entry, asm: true }, text: `asm { ${entry} }` };
    }
    const profile = random.pick(vertex ? VERTEX_PROFILES : PIXEL_PROFILES);
    const argument =
      random.oneIn(3) && this.reads.length > 0 ? random.pick(this.reads) : random.pick(['1', '0.5', '2']);
    const entry = `${vertex ? 'vertex' : 'pixel'}${random.below(this.functions)}(${argument})`;
    return { shader: { profile, entry, asm: false }, text: `compile ${profile} ${entry}` };
  }

  private shaderParameter(): void {
    const { random, variables } = this;
    const name = variables.name();
    const type = random.pick([VERTEX, PIXEL]);
    const elements = random.oneIn(2) ? random.between(1, 3) : 0;
    const spelled =
      type === VERTEX ? random.pick(['vertexshader', 'VertexShader']) : random.pick(['pixelshader', 'PixelShader']);
    const { annotations, text } = variables.annotations();
    const given = random.oneIn(6)
      ? undefined
      : Array.from({ length: Math.max(1, elements) }, () =>
          random.oneIn(5) ? { shader: null, text: 'NULL' } : this.shader(type),
        );
    const list = given?.map((one) => one.text).join(', ');
    const initializer = list === undefined ? '' : ` = ${elements > 0 ? `{ ${list} }` : list}`;
    this.lines.push(`${spelled} ${name}${elements > 0 ? `[${elements}]` : ''}${text}${initializer};`);
    const shaders = given?.map(({ shader }) => shader) ?? Array.from({ length: Math.max(1, elements) }, () => null);
    this.parameters.push({
      variable: { ...object(name, type), elements },
      value: { kind: 'shaders', shaders },
      shared: false,
      annotations,
    });
    if (elements > 0) this.arrays.push({ name, type, elements });
    else this.singles.push({ name, type });
  }

  private technique(): SourceTechnique {
    const { random, variables } = this;
    const name = random.oneIn(8) ? '' : variables.name();
    const { annotations, text } = variables.annotations();
    const passes: SourcePass[] = [];
    const strings = Array.from({ length: random.below(4) }, () => {
      const { pass, text: one } = this.pass();
      passes.push(pass);
      return one;
    });
    this.lines.push(`technique ${name}${text} {\n${strings.join('\n')}\n}`);
    return { name, annotations, passes };
  }

  private pass(): { pass: SourcePass; text: string } {
    const { random, variables } = this;
    const name = random.oneIn(8) ? '' : variables.name();
    const { annotations, text } = variables.annotations();
    const written = Array.from({ length: random.below(12) }, () =>
      random.oneIn(4) ? this.shaderState() : randomPassState(this.context),
    ).filter((one) => one !== undefined);
    const states = assigned(written.flatMap((one) => one.states));
    return {
      pass: { name, annotations, states },
      text: `  pass ${name}${text} { ${written.map((one) => one.text).join(' ')} }`,
    };
  }

  private shaderState(): { states: SourceState[]; text: string } {
    const { random } = this;
    const type = random.pick([VERTEX, PIXEL]);
    const name = type === VERTEX ? 'VertexShader' : 'PixelShader';
    const state = (value: SourceState['value'], text: string) => ({
      states: [{ name, index: 0, value }],
      text: `${name} = ${text};`,
    });
    const arrays = this.arrays.filter((one) => one.type === type);
    const singles = this.singles.filter((one) => one.type === type);
    const choice = random.below(8);
    if (choice === 0) return state({ kind: 'null' }, 'NULL');
    if (choice === 1 && singles.length > 0) {
      const one = random.pick(singles).name;
      return state({ kind: 'parameter', name: one }, random.pick([one, `<${one}>`, `(${one})`]));
    }
    if (choice === 2 && arrays.length > 0) {
      const { name: array, elements } = random.pick(arrays);
      const one = `${array}[${random.below(elements)}]`;
      return state({ kind: 'parameter', name: one }, random.pick([one, `(${one})`]));
    }
    if (choice <= 4 && arrays.length > 0 && this.index !== undefined) {
      const array = random.pick(arrays).name;
      const one = `${array}[${random.pick([this.index, `${this.index} + 1`, `${this.index} * 2 - 1`])}]`;
      return state({ kind: 'element', name: array }, random.pick([one, `(${one})`]));
    }
    const { shader, text } = this.shader(type);
    return state({ kind: 'shader', shader }, text);
  }
}
