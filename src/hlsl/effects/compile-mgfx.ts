/**
 * Compiles effects of MonoGame for DirectX (MGFX): techniques of Direct3D 9 with shaders of models 4 and 5. Parameters
 * are the variables of the constant buffers that shaders have, and the textures that they read.
 *
 * Source of the order of shaders, buffers and parameters, and of what is written of them: MonoGame's effect compiler
 * (`EffectObject.cs`, `ShaderData.sharpdx.cs`, `ConstantBufferData.sharpdx.cs`).
 */
import type { AssemblyDiagnostics } from '../../assemble/diagnostics.ts';
import { InputType, SrvDimension, VariableClass } from '../../base/d3d/enumerations.ts';
import { VARIABLE_TYPE_NAMES } from '../../base/d3d/variable-types.ts';
import { Diagnostics } from '../../base/diagnostics.ts';
import { bytesOf } from '../../base/words.ts';
import { type RdefBinding, type RdefBuffer, type RdefType, readRdef } from '../../chunks/rdef.ts';
import { readContainer } from '../../container/dxbc.ts';
import { STRIP_FLAGS, stripChunks } from '../../container/parts.ts';
import { TAG } from '../../container/tags.ts';
import {
  MGFX_VALUES,
  type MgfxBuffer,
  type MgfxParameter,
  type MgfxPass,
  MgfxProfile,
  type MgfxSampler,
  type MgfxShader,
  type MgfxTechnique,
} from '../../effects/mgfx/model.ts';
import { serializeMgfx } from '../../effects/mgfx/write.ts';
import type { EffectDeclarations, GlobalContext } from '../check/globals.ts';
import { type CompileOptions, type ReadSource, readSource } from '../front-end.ts';
import { DX6233, DX6235, DX6236, DX6237 } from '../messages.ts';
import type { GroupNode, StateNode, TechniqueNode, Tokens, VariableNode } from '../syntax/tree.ts';
import type { EffectShader } from './checked-effect.ts';
import { compileShader, type ProgramWriter } from './compile-fx4.ts';
import { mgfxPassStates, mgfxSamplerStates } from './mgfx-states.ts';
import { ShaderValues } from './shader-values.ts';

/** Macros of MonoGame's compiler for DirectX. */
const MACROS: Readonly<Record<string, string>> = { MGFX: '1', HLSL: '1', SM4: '1' };
/** The largest number of bytes of a buffer. */
const MAX_BUFFER = 0xffff;
/** The number of a texture's parameter is in one byte. */
const MAX_TEXTURE_PARAMETER = 0xff;
const NOWHERE = { start: 0, end: 0, line: 1, column: 1 };
const SAMPLER = /^sampler/i;
const STRIPPED = STRIP_FLAGS.reflection | STRIP_FLAGS.debug | STRIP_FLAGS.testBlobs;

/** Compiles an effect to a file of the version; undefined where there are errors. */
export function compileMgfx(
  text: string,
  version: number,
  diagnostics: AssemblyDiagnostics,
  options: CompileOptions,
  write: ProgramWriter,
): Uint8Array | undefined {
  const { name = 'input.hlsl', defines } = options;
  const settings = { ...options, profile: 'mgfx', compatibility: true, defines: { ...MACROS, ...defines } };
  let checker: MgfxChecker | undefined;
  const read = readSource(text, diagnostics, settings, (context) => {
    checker = new MgfxChecker(context);
    return checker;
  });
  if (read === undefined || checker === undefined || diagnostics.errors > 0) return undefined;
  const { techniques } = checker;
  if (techniques.length === 0) {
    diagnostics.report(DX6233, { ...NOWHERE, source: text, file: name });
    return undefined;
  }
  const content = new MgfxContent(read, checker, (shader) => compileShader(read, shader, settings, write), name);
  const made = content.build(techniques);
  return diagnostics.errors > 0 ? undefined : serializeMgfx({ version, profile: MgfxProfile.directX11, ...made });
}

interface CheckedPass extends Omit<MgfxPass, 'vertexShader' | 'pixelShader'> {
  readonly vertex: EffectShader | undefined;
  readonly pixel: EffectShader | undefined;
}

interface CheckedTechnique {
  readonly name: string;
  readonly passes: readonly CheckedPass[];
}

type SamplerFacts = ReturnType<typeof mgfxSamplerStates>;

/** Takes the techniques and samplers of a source. Annotations are no part of an effect of MonoGame. */
class MgfxChecker implements EffectDeclarations {
  readonly techniques: CheckedTechnique[] = [];
  /** By name, in the order of the source. */
  readonly samplers = new Map<string, SamplerFacts>();
  /** Declarations of variables, for reports. */
  readonly nodes = new Map<string, Tokens>();
  readonly #shaders: ShaderValues;

  constructor(private readonly context: GlobalContext) {
    this.#shaders = new ShaderValues(context, 'mgfx', new Map());
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
      this.context.reporter.report(DX6236, node, { name, profile: `${stage}_4_0` });
    return shader;
  }
}

function stageOf({ name }: StateNode): string | undefined {
  return { vertexshader: 'vs', pixelshader: 'ps' }[name.toLowerCase()];
}

function isShaderState(node: StateNode): boolean {
  return stageOf(node) !== undefined;
}

/** A shader, with what is known of it before parameters have numbers. */
interface MadeShader extends Omit<MgfxShader, 'samplers'> {
  readonly samplers: readonly (Omit<MgfxSampler, 'parameter'> & { readonly parameterName: string })[];
}

/** The records of an effect. */
class MgfxContent {
  readonly #shaders: MadeShader[] = [];
  readonly #buffers: RdefBuffer[] = [];
  /** Numbers of shaders without arguments, by profile and function. */
  readonly #numbers = new Map<string, number>();

  constructor(
    private readonly read: ReadSource,
    private readonly checker: MgfxChecker,
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
    const parameters: MgfxParameter[] = [];
    const numbers = new Map<string, number>();
    const add = (name: string, make: () => MgfxParameter): number => {
      const known = numbers.get(name);
      if (known !== undefined) return known;
      numbers.set(name, parameters.length);
      parameters.push(make());
      return parameters.length - 1;
    };
    const buffers = this.#buffers.map(({ name: bufferName, size, variables }): MgfxBuffer => {
      if (size > MAX_BUFFER)
        this.#refuse(variables[0]?.name, `${bufferName} with ${size} bytes, only up to ${MAX_BUFFER}`);
      const list = variables.toSorted((a, b) => a.offset - b.offset);
      return {
        name: '',
        size,
        parameters: list.map(({ name, type, defaults, offset }) => ({
          index: add(name, () => this.#parameter(name, type, defaults)),
          offset,
        })),
      };
    });
    const shaders = this.#shaders.map(
      ({ samplers, ...shader }): MgfxShader => ({
        ...shader,
        samplers: samplers.map(({ parameterName, ...sampler }) => {
          const parameter = add(parameterName, () => textureParameter(parameterName, sampler.type));
          if (parameter > MAX_TEXTURE_PARAMETER)
            this.#refuse(parameterName, `${parameterName} after ${MAX_TEXTURE_PARAMETER} other parameters`);
          return { ...sampler, parameter };
        }),
      }),
    );
    return { buffers, shaders, parameters, techniques: made };
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
    const { profile, entry, values, stage } = shader;
    const key = `${profile} ${entry.name}`;
    const known = values.size === 0 ? this.#numbers.get(key) : undefined;
    if (known !== undefined) return known;
    const bytes = this.compile(shader);
    const container = bytes && readContainer(bytes, new Diagnostics());
    const chunk = container?.find(TAG.RDEF);
    const reflection = chunk && readRdef(container!, chunk, new Diagnostics());
    // After an error.
    if (bytes === undefined || reflection === undefined) return -1;
    const number = this.#shaders.length;
    if (values.size === 0) this.#numbers.set(key, number);
    this.#shaders.push({
      isVertex: stage === 'vs',
      source: this.source,
      entry: entry.name,
      code: stripChunks(bytes, STRIPPED, new Diagnostics()) ?? bytes,
      samplers: this.#samplers(reflection.bindings),
      buffers: reflection.buffers.map((buffer) => this.#buffer(buffer)),
      attributes: [],
    });
    return number;
  }

  /** The number of a buffer. Equal buffers are one, also with different names. */
  #buffer(buffer: RdefBuffer): number {
    const known = this.#buffers.findIndex((one) => isSameBuffer(one, buffer));
    if (known >= 0) return known;
    return this.#buffers.push(buffer) - 1;
  }

  #samplers(bindings: readonly RdefBinding[]): MadeShader['samplers'] {
    const { samplers } = this.checker;
    return bindings
      .filter(({ type }) => type === InputType.texture)
      .map(({ name, bindPoint, dimension }) => {
        const ofName = samplers.get(name);
        const [samplerName, facts] = ofName
          ? [name, ofName]
          : ([...samplers].find(([, { texture }]) => texture === name) ?? [name, undefined]);
        const slot = bindings.find((one) => one.type === InputType.sampler && one.name === samplerName);
        return {
          type: SAMPLER_TYPES.get(dimension) ?? 0,
          textureSlot: bindPoint,
          samplerSlot: slot?.bindPoint ?? bindPoint,
          state: facts?.state,
          name: '',
          parameterName: ofName?.texture ?? name,
        };
      });
  }

  #parameter(name: string, type: RdefType | undefined, defaults: Uint32Array | undefined): MgfxParameter {
    const parameterClass = type && CLASSES.get(type.class);
    const parameterType = type && TYPES.get(VARIABLE_TYPE_NAMES[type.type] ?? '');
    if (type === undefined || parameterClass === undefined || parameterType === undefined) {
      this.read.reporter.report(DX6235, this.#tokensOf(name), { name });
      return numeric('', 0, 0, 0, 0);
    }
    const { rows, columns, elements } = type;
    const value = new Uint8Array(4 * rows * columns);
    const element = numeric('', parameterClass, parameterType, rows, columns);
    if (elements > 0)
      return { ...element, name, elements: Array.from({ length: elements }, () => element), value: new Uint8Array() };
    if (defaults !== undefined) value.set(bytesOf(defaults).subarray(0, value.byteLength));
    return { ...element, name, value };
  }
}

function isSameBuffer(a: RdefBuffer, b: RdefBuffer): boolean {
  if (a.size !== b.size || a.variables.length !== b.variables.length) return false;
  return a.variables.every(({ name, offset, type }, i) => {
    const other = b.variables[i]!;
    return (
      name === other.name &&
      offset === other.offset &&
      type?.rows === other.type?.rows &&
      type?.columns === other.type?.columns &&
      type?.class === other.type?.class &&
      type?.type === other.type?.type
    );
  });
}

const numberOf = (names: readonly string[], name: string) => names.indexOf(name);

const CLASSES: ReadonlyMap<number, number> = new Map([
  [VariableClass.scalar, numberOf(MGFX_VALUES.parameterClass, 'Scalar')],
  [VariableClass.vector, numberOf(MGFX_VALUES.parameterClass, 'Vector')],
  [VariableClass.matrixColumns, numberOf(MGFX_VALUES.parameterClass, 'Matrix')],
]);

const TYPES: ReadonlyMap<string, number> = new Map([
  ['bool', numberOf(MGFX_VALUES.parameterType, 'Bool')],
  ['int', numberOf(MGFX_VALUES.parameterType, 'Int32')],
  ['float', numberOf(MGFX_VALUES.parameterType, 'Single')],
]);

const samplerType = (name: string) => numberOf(MGFX_VALUES.samplerType, name);

/** Types of samplers by the dimension of the texture. */
const SAMPLER_TYPES: ReadonlyMap<number, number> = new Map([
  [SrvDimension.texture1D, samplerType('1D')],
  [SrvDimension.texture1DArray, samplerType('1D')],
  [SrvDimension.texture3D, samplerType('Volume')],
  [SrvDimension.textureCube, samplerType('Cube')],
  [SrvDimension.textureCubeArray, samplerType('Cube')],
]);

/** The types of parameters by that of a sampler. */
const TEXTURE_TYPES: Readonly<Record<string, string>> = {
  '1D': 'Texture1D',
  '2D': 'Texture2D',
  Volume: 'Texture3D',
  Cube: 'TextureCube',
};

function numeric(name: string, parameterClass: number, type: number, rows: number, columns: number): MgfxParameter {
  const value = new Uint8Array(4 * rows * columns);
  return { class: parameterClass, type, name, semantic: '', rows, columns, elements: [], members: [], value };
}

function textureParameter(name: string, type: number): MgfxParameter {
  const texture = TEXTURE_TYPES[MGFX_VALUES.samplerType[type]!]!;
  const parameterClass = numberOf(MGFX_VALUES.parameterClass, 'Object');
  return numeric(name, parameterClass, numberOf(MGFX_VALUES.parameterType, texture), 0, 0);
}
