/**
 * Compiles effects of MonoGame (MGFX): techniques of Direct3D 9. Parameters are the variables of the buffers that
 * shaders have, and the textures that they read.
 *
 * Source of the order of shaders, buffers and parameters: MonoGame's effect compiler (`EffectObject.cs`).
 *
 * Not for: the shaders of a platform (mgfx-directx.ts, mgfx-opengl.ts).
 */
import type { AssemblyDiagnostics } from '../../assemble/diagnostics.ts';
import type { MgfxBuffer, MgfxParameter, MgfxPass, MgfxShader, MgfxTechnique } from '../../effects/mgfx/model.ts';
import { serializeMgfx } from '../../effects/mgfx/write.ts';
import type { EffectDeclarations, GlobalContext } from '../check/globals.ts';
import { type CompileOptions, type ReadSource, readSource } from '../front-end.ts';
import { DX6233, DX6235, DX6236, DX6237 } from '../messages.ts';
import type { GroupNode, StateNode, TechniqueNode, Tokens, VariableNode } from '../syntax/tree.ts';
import type { EffectShader } from './checked-effect.ts';
import { compileShader, type ProgramWriter } from './compile-fx4.ts';
import { DIRECTX } from './mgfx-directx.ts';
import { OPENGL } from './mgfx-opengl.ts';
import {
  type CompiledShader,
  isSameBuffer,
  type MgfxPlatform,
  type PlatformBuffer,
  type PlatformShader,
  type SamplerFacts,
  textureParameter,
} from './mgfx-platform.ts';
import { mgfxPassStates, mgfxSamplerStates } from './mgfx-states.ts';
import { ShaderValues } from './shader-values.ts';

/** The largest number of bytes of a buffer. */
const MAX_BUFFER = 0xffff;
/** The number of a texture's parameter is in one byte. */
const MAX_TEXTURE_PARAMETER = 0xff;
const NOWHERE = { start: 0, end: 0, line: 1, column: 1 };
const SAMPLER = /^sampler/i;

/** A kind of effects of MonoGame. */
export interface MgfxTarget {
  readonly platform: 'directX' | 'openGl';
  /** The version of the file. */
  readonly version: number;
}

const PLATFORMS: Readonly<Record<MgfxTarget['platform'], MgfxPlatform>> = { directX: DIRECTX, openGl: OPENGL };

/** Compiles an effect; undefined where there are errors. */
export function compileMgfx(
  text: string,
  { platform: platformName, version }: MgfxTarget,
  diagnostics: AssemblyDiagnostics,
  options: CompileOptions,
  write: ProgramWriter,
): Uint8Array | undefined {
  const { name = 'input.hlsl', defines } = options;
  const platform = PLATFORMS[platformName];
  const { profile, macros, compatibility } = platform;
  const settings = { ...options, profile, compatibility, defines: { MGFX: '1', ...macros, ...defines } };
  let checker: MgfxChecker | undefined;
  const read = readSource(text, diagnostics, settings, (context) => {
    checker = new MgfxChecker(context, platform);
    return checker;
  });
  if (read === undefined || checker === undefined || diagnostics.errors > 0) return undefined;
  const { techniques } = checker;
  if (techniques.length === 0) {
    diagnostics.report(DX6233, { ...NOWHERE, source: text, file: name });
    return undefined;
  }
  const compile = (shader: EffectShader) => compileShader(read, shader, settings, write);
  const made = new MgfxContent(read, checker, platform, compile, name).build(techniques);
  return diagnostics.errors > 0 ? undefined : serializeMgfx({ version, profile: platform.number, ...made });
}

interface CheckedPass extends Omit<MgfxPass, 'vertexShader' | 'pixelShader'> {
  readonly vertex: EffectShader | undefined;
  readonly pixel: EffectShader | undefined;
}

interface CheckedTechnique {
  readonly name: string;
  readonly passes: readonly CheckedPass[];
}

/** Takes the techniques and samplers of a source. Annotations are no part of an effect of MonoGame. */
class MgfxChecker implements EffectDeclarations {
  readonly techniques: CheckedTechnique[] = [];
  /** By name, in the order of the source. */
  readonly samplers = new Map<string, SamplerFacts>();
  /** Declarations of variables, for reports. */
  readonly nodes = new Map<string, Tokens>();
  readonly #shaders: ShaderValues;

  constructor(
    private readonly context: GlobalContext,
    private readonly platform: MgfxPlatform,
  ) {
    this.#shaders = new ShaderValues(context, platform.profile, new Map());
  }

  variable(node: VariableNode): void {
    this.nodes.set(node.name, node);
    if (SAMPLER.test(node.type.name))
      this.samplers.set(node.name, mgfxSamplerStates(node.effect?.blocks?.[0]?.states ?? [], this.context.reporter));
  }

  buffer(): void {}

  technique(node: TechniqueNode | GroupNode): void {
    // MonoGame does not have those of Direct3D 10 and 11.
    if (node.kind !== 'technique' || node.keyword !== 'technique') return;
    const passes = node.passes.flatMap(({ name, states }) => {
      const shaders = states.filter((one): one is StateNode => one.kind === 'state' && isShaderState(one));
      const [vertex, pixel] = ['vs', 'ps'].map((stage) => this.#shader(stage, shaders));
      const others = mgfxPassStates(
        states.filter((one) => !(shaders as readonly unknown[]).includes(one)),
        this.context.reporter,
      );
      return vertex === undefined && pixel === undefined ? [] : [{ name, vertex, pixel, ...others }];
    });
    if (passes.length > 0) this.techniques.push({ name: node.name, passes });
  }

  #shader(stage: string, nodes: readonly StateNode[]): EffectShader | undefined {
    const node = nodes.findLast((one) => stageOf(one) === stage);
    if (node === undefined || node.value.kind === 'null') return undefined;
    const { name, value } = node;
    const shader = value.kind === 'compile' ? this.#shaders.of(value, stage)?.shader : undefined;
    if (value.kind !== 'compile' || (shader !== undefined && shader.stage !== stage))
      this.context.reporter.report(DX6236, node, { name, profile: `${stage}_${this.platform.model}` });
    return shader;
  }
}

function stageOf({ name }: StateNode): string | undefined {
  return { vertexshader: 'vs', pixelshader: 'ps' }[name.toLowerCase()];
}

function isShaderState(node: StateNode): boolean {
  return stageOf(node) !== undefined;
}

/** The records of an effect. */
class MgfxContent {
  readonly #shaders: CompiledShader[] = [];
  readonly #buffers: PlatformBuffer[] = [];
  /** Numbers of shaders without arguments, by profile and function. */
  readonly #numbers = new Map<string, number>();
  readonly #refused = new Set<string>();

  constructor(
    private readonly read: ReadSource,
    private readonly checker: MgfxChecker,
    private readonly platform: MgfxPlatform,
    private readonly compile: (shader: EffectShader) => Uint8Array | undefined,
    private readonly source: string,
  ) {}

  build(techniques: readonly CheckedTechnique[]): {
    readonly buffers: readonly MgfxBuffer[];
    readonly shaders: readonly MgfxShader[];
    readonly parameters: readonly MgfxParameter[];
    readonly techniques: readonly MgfxTechnique[];
  } {
    const made = techniques.map(({ name, passes }) => ({
      name,
      passes: passes.map(({ vertex, pixel, ...states }) => {
        // Pixel shaders come first.
        const pixelShader = this.#shader(pixel);
        return { ...states, pixelShader, vertexShader: this.#shader(vertex) };
      }),
    }));
    const read = this.platform.read(this.#shaders, {
      samplers: this.checker.samplers,
      refuse: (name) => this.#refuseType(name),
      reporter: this.read.reporter,
    });
    const numbersOfBuffers = read.map((one) => one.buffers.map((buffer) => this.#buffer(buffer)));
    const parameters: MgfxParameter[] = [];
    const numbers = new Map<string, number>();
    const add = (parameter: MgfxParameter): number => {
      const known = numbers.get(parameter.name);
      if (known !== undefined) return known;
      numbers.set(parameter.name, parameters.length);
      return parameters.push(parameter) - 1;
    };
    const buffers = this.#buffers.map(({ name, label, size, variables }): MgfxBuffer => {
      if (size > MAX_BUFFER)
        this.#refuse(variables[0]?.parameter.name, `${label} with ${size} bytes, only up to ${MAX_BUFFER}`);
      const list = variables.map(({ parameter, offset }) => ({ index: add(parameter), offset }));
      return { name, size, parameters: list };
    });
    const shaders = read.map(
      (one, i): MgfxShader => this.#shaderRecord(this.#shaders[i]!.shader, one, numbersOfBuffers[i]!, add),
    );
    return { buffers, shaders, parameters, techniques: made };
  }

  #shaderRecord(
    { stage, entry }: EffectShader,
    { code, samplers, attributes }: PlatformShader,
    buffers: readonly number[],
    add: (parameter: MgfxParameter) => number,
  ): MgfxShader {
    return {
      isVertex: stage === 'vs',
      source: this.source,
      entry: entry.name,
      code,
      buffers,
      attributes,
      samplers: samplers.map(({ parameterName, ...sampler }) => {
        const parameter = add(textureParameter(parameterName, sampler.type));
        if (parameter > MAX_TEXTURE_PARAMETER)
          this.#refuse(parameterName, `${parameterName} after ${MAX_TEXTURE_PARAMETER} other parameters`);
        return { ...sampler, parameter };
      }),
    };
  }

  /** Reports a variable of a type that a file cannot have, once. */
  #refuseType(name: string): void {
    if (this.#refused.has(name)) return;
    this.#refused.add(name);
    this.read.reporter.report(DX6235, this.#tokensOf(name), { name });
  }

  /** Reports a variable that a file cannot have. */
  #refuse(variable: string | undefined, what: string): void {
    this.read.reporter.report(DX6237, this.#tokensOf(variable), { what });
  }

  #tokensOf(variable = ''): Tokens {
    return this.checker.nodes.get(variable) ?? { first: 0, last: 0 };
  }

  /** The number of a shader; -1 for none. */
  #shader(shader: EffectShader | undefined): number {
    if (shader === undefined) return -1;
    const { profile, entry, values } = shader;
    const key = `${profile} ${entry.name}`;
    const known = values.size === 0 ? this.#numbers.get(key) : undefined;
    if (known !== undefined) return known;
    const bytes = this.compile(shader);
    // After an error.
    if (bytes === undefined) return -1;
    const number = this.#shaders.push({ shader, bytes }) - 1;
    if (values.size === 0) this.#numbers.set(key, number);
    return number;
  }

  /** The number of a buffer. Equal buffers are one. */
  #buffer(buffer: PlatformBuffer): number {
    const known = this.#buffers.findIndex((one) => isSameBuffer(one, buffer));
    return known >= 0 ? known : this.#buffers.push(buffer) - 1;
  }
}
