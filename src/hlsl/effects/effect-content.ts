/**
 * The records of a checked effect, in the order and with the counts that Microsoft's compiler writes.
 *
 * Not for: bytes (effects/fx4/write.ts).
 */
import {
  FX4_EXPLICIT_OFFSET,
  FX4_NO_REGISTER,
  FX4_SHADER_STREAMS,
  FX4_VERSIONS,
  Fx4AssignmentKind,
  Fx4BufferFlag,
} from '../../effects/fx4/enums.ts';
import type {
  Effect4,
  Fx4Assignment,
  Fx4Buffer,
  Fx4Counts,
  Fx4Group,
  Fx4Object,
  Fx4Shader,
  Fx4Variable,
} from '../../effects/fx4/model.ts';
import { bufferLayout } from '../bind/layout.ts';
import type { CheckedSource } from '../check/check-source.ts';
import { elementOf } from '../check/globals.ts';
import type { BufferDeclaration, ConstantVariable } from '../declarations.ts';
import { interfacesOf } from '../types/types.ts';
import { type EffectOptions, type EffectShader, isShader5, type ShaderUse } from './checked-effect.ts';
import type { CheckedGroup, CheckedObject, EffectChecker } from './effect-checker.ts';
import { packedWords } from './effect-types.ts';
import type { ObjectGroup } from './object-types.ts';
import type { CheckedAssignment } from './states.ts';

/** Returns the container of a shader; undefined after a report. */
export type ShaderCompiler = (shader: EffectShader) => Uint8Array | undefined;

/** The content of an effect, with its shaders compiled. */
export function effectContent(
  source: CheckedSource,
  checker: EffectChecker,
  options: EffectOptions,
  compile: ShaderCompiler,
): Effect4 {
  return new EffectContent(source, checker, options, compile).content();
}

class EffectContent {
  #inlineShaders = 0;

  constructor(
    private readonly source: CheckedSource,
    private readonly checker: EffectChecker,
    private readonly options: EffectOptions,
    private readonly compile: ShaderCompiler,
  ) {}

  content(): Effect4 {
    const { options, checker } = this;
    const { profile, isChild } = options;
    const is5 = profile === 'fx_5_0';
    const buffers = this.source.buffers.filter(({ variables }) => variables.length > 0);
    const isShared = (buffer: BufferDeclaration) => isChild && checker.buffers.get(buffer)?.isShared === true;
    const objects = [...checker.objects.values()];
    const shared = objects.filter((one) => isChild && one.isShared);
    const others = objects.filter((one) => !isChild || !one.isShared);
    const made = {
      buffers: buffers.filter((one) => !isShared(one)).map((one) => this.#buffer(one)),
      objects: others.map((one) => this.#object(one)),
      interfaces: is5
        ? checker.interfaces.map(({ name, typeName, elements, instances, annotations }) => ({
            offset: 0,
            name,
            type: checker.types.pointer(typeName, elements),
            instances,
            flags: 0,
            annotations,
          }))
        : [],
      sharedBuffers: buffers.filter(isShared).map((one) => withoutValues(this.#buffer(one))),
      sharedObjects: shared.map((one) => this.#sharedObject(one)),
      groups: this.#groups(),
    };
    return {
      version: FX4_VERSIONS[profile],
      profile,
      counts: this.#counts(made, others),
      ...made,
      intact: true,
    };
  }

  #counts(
    { buffers, sharedBuffers, groups }: Pick<Effect4, 'buffers' | 'sharedBuffers' | 'groups'>,
    objects: readonly CheckedObject[],
  ): Fx4Counts {
    const count = (...searched: readonly ObjectGroup[]) =>
      objects.reduce((sum, { type, elements }) => sum + (searched.includes(type.group) ? Math.max(1, elements) : 0), 0);
    const variables = (list: readonly Fx4Buffer[]) => list.reduce((sum, one) => sum + one.variables.length, 0);
    const is5 = this.options.profile === 'fx_5_0';
    return {
      numericVariables: variables(buffers),
      sharedNumericVariables: variables(sharedBuffers),
      strings: count('string'),
      shaderResources: count('texture'),
      depthStencilStates: count('depth-stencil'),
      blendStates: count('blend'),
      rasterizerStates: count('rasterizer'),
      samplers: count('sampler'),
      renderTargetViews: count('renderTarget'),
      depthStencilViews: count('depthStencil'),
      shaders: count('shader') + this.#inlineShaders,
      inlineShaders: this.#inlineShaders,
      techniques: groups.reduce((sum, { techniques }) => sum + techniques.length, 0),
      unorderedAccessViews: count('view'),
      interfaceElements: is5
        ? this.checker.interfaces.reduce((sum, { elements }) => sum + Math.max(1, elements), 0)
        : 0,
      classInstanceElements: is5 ? this.#instances() : 0,
    };
  }

  /** Objects of classes that implement interfaces, each element of an array. */
  #instances(): number {
    let count = 0;
    for (const { variables } of this.source.buffers)
      for (const { type } of variables) {
        const element = elementOf(type);
        if (element.kind !== 'struct' || interfacesOf(element).length === 0) continue;
        count += type.kind === 'array' ? type.length : 1;
      }
    return count;
  }

  #buffer(buffer: BufferDeclaration): Fx4Buffer {
    const { checker, options } = this;
    // Arrays of objects count in shaders alone (source: oracle).
    const declared = buffer.variables.map((one) => ({ ...one, startsRow: false }));
    const version = options.profile === 'fx_5_0' ? ([5, 0] as const) : ([4, 0] as const);
    const { size, variables } = bufferLayout({ ...buffer, variables: declared }, version);
    // The layout has variables with a register first.
    const order = new Map<ConstantVariable, number>(declared.map((one, i) => [one, i]));
    const ordered = variables.toSorted((a, b) => order.get(a.variable)! - order.get(b.variable)!);
    const register = buffer.registers.find(({ file }) => file === 'b' || file === 't')?.number;
    return {
      offset: 0,
      name: buffer.name,
      size,
      flags: buffer.kind === 'tbuffer' ? Fx4BufferFlag.tbuffer : 0,
      register: register ?? FX4_NO_REGISTER,
      annotations: checker.buffers.get(buffer)?.annotations ?? [],
      variables: ordered.map(({ variable, offset }): Fx4Variable => {
        const { name, type, defaults, packOffset, registers } = variable;
        const isExplicit = packOffset !== undefined || registers.some(({ file }) => file === 'c');
        return {
          offset: 0,
          name,
          type: checker.types.of(type),
          semantic: checker.variables.get(name)?.semantic,
          position: offset,
          value: defaults && packedWords(defaults, type),
          flags: isExplicit ? FX4_EXPLICIT_OFFSET : 0,
          annotations: checker.variables.get(name)?.annotations ?? [],
        };
      }),
    };
  }

  #object({ node, type, elements, annotations, strings, shaders, states }: CheckedObject): Fx4Object {
    // The last element with streams or interfaces decides (source: oracle).
    const deciding = shaders.findLast((one) => one.streams.length > 0 || isShader5(one));
    const is5 = deciding !== undefined && isShader5(deciding);
    const isStreamed = deciding !== undefined && deciding.streams.length > 0;
    const older = isStreamed ? 'geometryShaderSO' : type.object;
    const object = is5 ? (type.shader5 ?? type.object) : older;
    const kind = object.endsWith('5') ? 'shader5' : isStreamed ? 'shaderSO' : 'shader';
    return {
      offset: 0,
      name: node.name,
      type: this.checker.types.object(type.name, object, elements),
      semantic: node.semantic,
      register: FX4_NO_REGISTER,
      states: states.map((list) => list.map((one) => this.#assignment(one))),
      strings,
      shaders: shaders.map((one) => this.#shader(one, kind)),
      annotations,
    };
  }

  /** The pool has everything but the name and the type. */
  #sharedObject({ node, type, elements }: CheckedObject): Fx4Object {
    return {
      offset: 0,
      name: node.name,
      type: this.checker.types.object(type.name, type.object, elements),
      semantic: node.semantic,
      register: FX4_NO_REGISTER,
      states: [],
      strings: [],
      shaders: [],
      annotations: [],
    };
  }

  #groups(): readonly Fx4Group[] {
    const { checker, options } = this;
    const groups: readonly CheckedGroup[] =
      options.profile === 'fx_5_0'
        ? checker.groups
        : [{ name: '', annotations: [], techniques: checker.groups.flatMap(({ techniques }) => techniques) }];
    return groups.map(({ name, annotations, techniques }) => ({
      offset: 0,
      name: nameOf(name),
      annotations,
      techniques: techniques.map((technique) => ({
        offset: 0,
        name: nameOf(technique.name),
        annotations: technique.annotations,
        passes: technique.passes.map((pass) => ({
          offset: 0,
          name: nameOf(pass.name),
          annotations: pass.annotations,
          assignments: pass.assignments.map((one) => this.#assignment(one)),
        })),
      })),
    }));
  }

  #assignment({ value, ...rest }: CheckedAssignment): Fx4Assignment {
    if (value.kind !== 'use') return { ...rest, value };
    this.#inlineShaders++;
    const { use } = value;
    const is5 = isShader5(use);
    const shader = this.#shader(use, is5 ? 'shader5' : 'shaderSO');
    const kind = is5 ? Fx4AssignmentKind.inlineShader5 : Fx4AssignmentKind.inlineShader;
    return { ...rest, kind, value: { kind: 'shader', shader } };
  }

  /** @param kind of the record: without streams, with one, or as model 5.0 has them */
  #shader(
    { shader, streams, rasterizedStream, bindings }: ShaderUse,
    kind: 'shader' | 'shaderSO' | 'shader5',
  ): Fx4Shader {
    const code = shader && this.compile(shader);
    const counts = { shader: 0, shaderSO: 1, shader5: FX4_SHADER_STREAMS };
    const streamOut = Array.from({ length: counts[kind] }, (_, i) => streams[i]);
    const streamOutCount = streams.length > 1 ? FX4_SHADER_STREAMS : streams.length;
    const extra = kind === 'shader5' ? { streamOutCount, rasterizedStream, bindings } : undefined;
    return { offset: 0, code, streamOut, extra };
  }
}

/** Buffers of a pool have their values and annotations there. */
function withoutValues(buffer: Fx4Buffer): Fx4Buffer {
  const variables = buffer.variables.map((one) => ({ ...one, value: undefined, annotations: [] }));
  return { ...buffer, annotations: [], variables };
}

function nameOf(name: string): string | undefined {
  return name === '' ? undefined : name;
}
