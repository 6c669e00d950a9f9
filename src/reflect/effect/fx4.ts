/**
 * Reflection of effects of Direct3D 10 and 11 (fx_4_0, fx_4_1, fx_5_0).
 *
 * Not for: reading them (container/fx/fx4), or their types (fx4-types.ts).
 */
import { VariableClass } from '../../base/d3d/enumerations.ts';
import { hex } from '../../base/diagnostics.ts';
import { MAX_TYPE_DEPTH } from '../../base/limits.ts';
import { wordsOf } from '../../base/words.ts';
import { embeddedShadersOf4 } from '../../effects/fx4/embedded.ts';
import {
  FX4_EXPLICIT_OFFSET,
  FX4_NO_REGISTER,
  FX4_OBJECT_NAMES,
  FX4_SHADER_STAGES,
  Fx4BufferFlag,
  Fx4Layout,
  Fx4Scalar,
  Fx4TypeKind,
} from '../../effects/fx4/enums.ts';
import type {
  Effect4,
  Fx4Annotation,
  Fx4AssignedValue,
  Fx4Assignment,
  Fx4Buffer,
  Fx4Code,
  Fx4Constant,
  Fx4Group,
  Fx4Instance,
  Fx4Interface,
  Fx4Object,
  Fx4Shader,
  Fx4Type,
  Fx4Variable,
} from '../../effects/fx4/model.ts';
import { FX4_STATES, fx4D3dName, fx4D3dValueName, fx4ValueName } from '../../effects/fx4/states.ts';
import { type DefaultSlot, wordValue } from '../default-value.ts';
import { D3D_VARIABLE_CLASSES, type Named } from '../enums.ts';
import { EffectCode } from './code.ts';
import type {
  EffectAnnotationDesc,
  EffectAssignment,
  EffectBudget,
  EffectBufferDesc,
  EffectConstantDesc,
  EffectExpressionDesc,
  EffectGroupDesc,
  EffectInstanceDesc,
  EffectReflection,
  EffectShaderDesc,
  EffectShaderValue,
  EffectStateDesc,
  EffectTypeDesc,
  EffectValue,
  EffectVariableDesc,
} from './types.ts';

/** The kind of a DWORD of a value. */
export type WordKind = Exclude<DefaultSlot['kind'], 'f64'>;

/** By `Fx4Scalar`: the name in HLSL, and how a DWORD reads. */
const FX4_SCALARS: Readonly<Record<number, { readonly type: string; readonly kind: WordKind }>> = {
  [Fx4Scalar.float]: { type: 'float', kind: 'f32' },
  [Fx4Scalar.int]: { type: 'int', kind: 'i32' },
  [Fx4Scalar.uint]: { type: 'uint', kind: 'u32' },
  [Fx4Scalar.bool]: { type: 'bool', kind: 'bool' },
};

/** Names of objects that are not those of HLSL with a small letter. */
const OBJECTS: Readonly<Record<string, string>> = {
  string: 'string',
  constantBuffer: 'ConstantBuffer',
  sampler: 'SamplerState',
  geometryShaderSO: 'GeometryShader',
  rwStructuredBufferAlloc: 'RWStructuredBuffer',
  rwStructuredBufferConsume: 'RWStructuredBuffer',
};

class Effect4Types {
  constructor(private readonly budget: EffectBudget) {}

  /** A type; null where the limit of the effect is reached. */
  describe(type: Fx4Type): EffectTypeDesc | null {
    return this.at(type, 0, 0);
  }

  /** @param offset in the structure that has the type as a member, in bytes */
  private at(type: Fx4Type, offset: number, depth: number): EffectTypeDesc | null {
    if (depth >= MAX_TYPE_DEPTH || !this.budget.take(1, type.name)) return null;
    const { numeric, members, base, interfaces } = type;
    return {
      name: type.name,
      class: classOf(type),
      type: typeOf(type),
      rows: numeric?.rows ?? 0,
      columns: numeric?.columns ?? 0,
      elements: type.elements,
      offset,
      packedSize: type.packedSize,
      unpackedSize: type.totalSize,
      stride: type.stride,
      members: members.map((member) => ({
        name: member.name ?? '',
        semantic: member.semantic ?? null,
        type: this.at(member.type, member.position, depth + 1),
      })),
      baseClass: base === undefined ? null : this.at(base, 0, depth + 1),
      interfaces: interfaces.map((one) => this.at(one, 0, depth + 1)),
    };
  }

  /**
   * Returns the kinds of the first `count` DWORDs of a value of `type`; fewer if the type has fewer. Values have no
   * gaps.
   */
  kinds(type: Fx4Type, count: number): WordKind[] {
    const kinds: WordKind[] = [];
    addKinds(type, kinds, count, 0);
    return kinds;
  }
}

/** Appends the kinds of a value of `type`, up to `count` in all. Returns whether there may be more. */
function addKinds(type: Fx4Type, kinds: WordKind[], count: number, depth: number): boolean {
  const { numeric, members, base, elements } = type;
  if (depth >= MAX_TYPE_DEPTH) return false;
  const kind = FX4_SCALARS[numeric?.scalar ?? 0]?.kind;
  for (let element = 0; element < Math.max(1, elements); element++) {
    const before = kinds.length;
    if (kinds.length >= count) return false;
    if (numeric !== undefined) {
      if (kind === undefined) return false;
      const last = Math.min(count, kinds.length + numeric.rows * numeric.columns);
      while (kinds.length < last) kinds.push(kind);
    } else {
      if (base !== undefined && !addKinds(base, kinds, count, depth + 1)) return false;
      for (const member of members) if (!addKinds(member.type, kinds, count, depth + 1)) return false;
    }
    // A type without numbers stays so in each element.
    if (kinds.length === before) return false;
  }
  return true;
}

function classOf({ kind, numeric, interfaces }: Fx4Type): Named {
  const { scalar, vector, matrixRows, matrixColumns, object, struct, interfaceClass, interfacePointer } = VariableClass;
  const name = (number: number): Named => D3D_VARIABLE_CLASSES[number] ?? number;
  switch (kind) {
    case Fx4TypeKind.numeric:
      if (numeric?.layout === Fx4Layout.matrix) return name(numeric.columnMajor ? matrixColumns : matrixRows);
      return name(numeric?.layout === Fx4Layout.vector ? vector : scalar);
    case Fx4TypeKind.object:
      return name(object);
    case Fx4TypeKind.struct:
      // Source: EffectReflection.cpp of Microsoft's FX11, which is public; a base class alone does not count.
      return name(interfaces.length > 0 ? interfaceClass : struct);
    case Fx4TypeKind.interface:
      return name(interfacePointer);
    default:
      return 'unknown';
  }
}

function typeOf({ kind, numeric, object }: Fx4Type): Named {
  if (kind === Fx4TypeKind.numeric) return FX4_SCALARS[numeric?.scalar ?? 0]?.type ?? numeric?.scalar ?? 0;
  if (kind === Fx4TypeKind.interface) return 'interface';
  if (kind !== Fx4TypeKind.object) return 'void';
  const name = object === undefined ? undefined : FX4_OBJECT_NAMES[object];
  if (name === undefined) return object ?? 0;
  // Shaders of fx_5_0 have separate types, which have the names of the others.
  const capital = name.replace(/5$/, '').replace(/^(rw|.)/, (start) => start.toUpperCase());
  return OBJECTS[name] ?? capital;
}

/**
 * Reflects an effect that was read.
 *
 * @param bytes the complete file
 * @param offset where the effect begins in it
 */
export function reflectEffect4(
  effect: Effect4,
  bytes: Uint8Array,
  offset: number,
  budget: EffectBudget,
): EffectReflection {
  return new Effect4Describer(effect, bytes, offset, budget).effect();
}

class Effect4Describer {
  private readonly code: EffectCode;
  private readonly types: Effect4Types;

  constructor(
    private readonly source: Effect4,
    bytes: Uint8Array,
    private readonly base: number,
    private readonly budget: EffectBudget,
  ) {
    this.code = new EffectCode(bytes, budget);
    this.types = new Effect4Types(budget);
  }

  effect(): EffectReflection {
    const { source, base } = this;
    const { profile, buffers, objects, interfaces, sharedBuffers, sharedObjects, groups, counts } = source;
    const shaders = embeddedShadersOf4(source).map((shader) => ({ ...shader, offset: shader.offset + base }));
    return {
      format: 'effect',
      profile: profile ?? null,
      isChildEffect: sharedBuffers.length > 0 || sharedObjects.length > 0 || counts.sharedNumericVariables > 0,
      constantBuffers: [...this.buffers(buffers, false), ...this.buffers(sharedBuffers, true)],
      variables: [
        ...buffers.flatMap((buffer) => buffer.variables.map((one) => this.variable(one, buffer, false))),
        ...objects.map((object) => this.object(object, false)),
        ...interfaces.map((one) => this.interface(one)),
        ...sharedBuffers.flatMap((buffer) => buffer.variables.map((one) => this.variable(one, buffer, true))),
        ...sharedObjects.map((object) => this.object(object, true)),
      ],
      groups: groups.map((group) => this.group(group)),
      shaders: this.code.shaders(shaders),
    };
  }

  private buffers(buffers: readonly Fx4Buffer[], isShared: boolean): EffectBufferDesc[] {
    return buffers.map(({ name, flags, size, register, annotations }) => ({
      name,
      type: (flags & Fx4BufferFlag.tbuffer) !== 0 ? 'tbuffer' : 'cbuffer',
      isSingle: (flags & Fx4BufferFlag.single) !== 0,
      isShared,
      size,
      explicitBindPoint: bindPoint(register),
      annotations: this.annotations(annotations),
    }));
  }

  private annotations(annotations: readonly Fx4Annotation[]): EffectAnnotationDesc[] {
    return annotations.map(({ name, type, strings, value }) => ({
      name,
      type: this.types.describe(type),
      value: strings === undefined ? this.numbers(type, value) : stringsOf(strings),
    }));
  }

  private variable(
    { name, type, semantic, position, value, flags, annotations }: Fx4Variable,
    buffer: Fx4Buffer,
    isShared: boolean,
  ): EffectVariableDesc {
    return {
      name,
      type: this.types.describe(type),
      value: this.numbers(type, value),
      semantic: semantic ?? null,
      isShared,
      isLiteral: false,
      buffer: buffer.name,
      bufferOffset: position,
      explicitBindPoint: (flags & FX4_EXPLICIT_OFFSET) !== 0 ? bindPoint(position) : null,
      annotations: this.annotations(annotations),
    };
  }

  private object(object: Fx4Object, isShared: boolean): EffectVariableDesc {
    const { name, type, semantic, register, annotations } = object;
    return {
      name,
      type: this.types.describe(type),
      value: this.objectValue(object),
      semantic: semantic ?? null,
      isShared,
      ...NOT_IN_BUFFER,
      explicitBindPoint: bindPoint(register),
      annotations: this.annotations(annotations),
    };
  }

  private objectValue({ type, states, strings, shaders }: Fx4Object): EffectValue | null {
    if (states.length > 0) return { kind: 'states', blocks: states.map((block) => this.states(block)) };
    if (strings.length > 0) return stringsOf(strings);
    if (shaders.length === 0) return null;
    const name = type.object === undefined ? undefined : FX4_OBJECT_NAMES[type.object];
    const stage = (name && FX4_SHADER_STAGES[name]) ?? null;
    return { kind: 'shaders', shaders: shaders.map((shader) => this.shader(shader, stage)) };
  }

  private interface({ name, type, instances, annotations }: Fx4Interface): EffectVariableDesc {
    return {
      name,
      type: this.types.describe(type),
      value: instances === undefined ? null : { kind: 'instances', instances: instancesOf(instances) },
      semantic: null,
      isShared: false,
      ...NOT_IN_BUFFER,
      explicitBindPoint: null,
      annotations: this.annotations(annotations),
    };
  }

  private numbers(type: Fx4Type, value: Uint8Array | undefined): EffectValue | null {
    if (value === undefined || value.byteLength < 4 || !this.budget.take(value.byteLength >>> 2)) return null;
    const words = wordsOf(value, 0, value.byteLength & ~3);
    const kinds = this.types.kinds(type, words.length);
    return {
      kind: 'numbers',
      values: Array.from(words, (word, i) => {
        const kind = kinds[i];
        return kind === undefined ? null : wordValue(word, kind);
      }),
      words: Array.from(words, (word) => hex(word, 8)),
    };
  }

  private group({ name, annotations, techniques }: Fx4Group): EffectGroupDesc {
    return {
      name: name ?? null,
      annotations: this.annotations(annotations),
      techniques: techniques.map((technique) => ({
        name: technique.name ?? null,
        annotations: this.annotations(technique.annotations),
        passes: technique.passes.map((pass) => ({
          name: pass.name ?? null,
          annotations: this.annotations(pass.annotations),
          states: this.states(pass.assignments),
        })),
      })),
    };
  }

  private states(assignments: readonly Fx4Assignment[]): EffectStateDesc[] {
    const { profile } = this.source;
    return assignments.map(({ state, index, value }) => {
      const row = FX4_STATES[state];
      return {
        name: row?.name ?? state,
        d3dName: fx4D3dName(state, index, profile),
        index: row === undefined || (row.elements ?? 1) > 1 ? index : null,
        value: value === undefined ? null : this.assignment(state, value),
      };
    });
  }

  private assignment(state: number, value: Fx4AssignedValue): EffectAssignment | null {
    switch (value.kind) {
      case 'constants':
        if (FX4_STATES[state]?.type === 'object') return { kind: 'null' };
        if (!this.budget.take(value.constants.length)) return null;
        return { kind: 'constants', constants: value.constants.map((one) => this.constant(state, one)) };
      case 'variable':
        return { kind: 'variable', name: value.name ?? '', index: null };
      case 'constantIndex':
        return { kind: 'variable', name: value.name ?? '', index: value.index };
      case 'variableIndex':
        return { kind: 'variable', name: value.name ?? '', index: value.indexName ?? '' };
      case 'expressionIndex':
        return { kind: 'variable', name: value.name ?? '', index: this.expression(value.code) };
      case 'expression':
        return this.expression(value.code);
      case 'shader': {
        const shader = this.shader(value.shader, null);
        return shader === null ? { kind: 'null' } : { kind: 'shader', ...shader };
      }
    }
  }

  private constant(state: number, { scalar, bits }: Fx4Constant): EffectConstantDesc {
    const { type, kind } = FX4_SCALARS[scalar] ?? { type: scalar, kind: undefined };
    const row = FX4_STATES[state];
    return {
      type,
      value: kind === undefined ? null : wordValue(bits, kind),
      word: hex(bits, 8),
      name: (row && fx4ValueName(row, bits)) ?? null,
      d3dName: fx4D3dValueName(state, bits, this.source.profile),
    };
  }

  private expression({ offset, bytes }: Fx4Code): EffectExpressionDesc {
    return this.code.expression(offset + this.base, bytes.byteLength);
  }

  private shader(
    { offset, code, streamOut, extra }: Fx4Shader,
    stage: EffectShaderDesc['stage'],
  ): EffectShaderValue | null {
    if (code === undefined || code.byteLength === 0) return null;
    const bindings = extra?.bindings ?? [];
    // Streams after the count do not exist.
    const streams = extra === undefined ? streamOut : streamOut.slice(0, extra.streamOutCount);
    return this.code.shader(stage, offset + this.base, code.byteLength, {
      streamOut: streams.map((declaration) => declaration ?? null),
      rasterizedStream: extra === undefined || extra.streamOutCount === 0 ? null : extra.rasterizedStream,
      interfaceBindings: instancesOf(bindings),
    });
  }
}

/** The location of objects and interfaces, which are not in a buffer. */
const NOT_IN_BUFFER = { isLiteral: false, buffer: null, bufferOffset: null } as const;

function bindPoint(register: number): number | null {
  return register === FX4_NO_REGISTER ? null : register;
}

function stringsOf(strings: readonly (string | undefined)[]): EffectValue {
  return { kind: 'strings', strings: strings.map((text) => text ?? null) };
}

function instancesOf(instances: readonly Fx4Instance[]): EffectInstanceDesc[] {
  return instances.map(({ name, index }) => ({ name, index: index === FX4_NO_REGISTER ? null : index }));
}
