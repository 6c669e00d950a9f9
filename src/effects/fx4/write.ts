/**
 * Writes a binary effect as Microsoft's compiler lays it out: the data in the order in which the records refer to them,
 * each text and type once, and then the records. An unchanged effect gets the bytes that it was read from.
 *
 * Not for: containers; those of fx_4_x get the result as their chunk FX10.
 */

import { Diagnostics } from '../../base/diagnostics.ts';
import { latin1Bytes } from '../../base/words.ts';
import { unchangedBytes } from '../../container/chunk-writer.ts';
import { FX4_INITIALIZERS, FX4_OBJECT_NAMES, FX4_SHADER_STREAMS, Fx4TypeKind } from './enums.ts';
import { FX4_HEADER_FIELDS, FX4_HEADER_SIZE, FX5_HEADER_SIZE, type Fx4HeaderField } from './header.ts';
import type {
  Effect4,
  Fx4Annotation,
  Fx4AssignedValue,
  Fx4Assignment,
  Fx4Buffer,
  Fx4Instance,
  Fx4Object,
  Fx4Shader,
  Fx4Type,
} from './model.ts';
import { readEffect4 } from './read.ts';
import { Fx4NumericWord } from './types.ts';

/**
 * Returns the bytes of an effect: the file of an fx_5_0 effect, or the payload of the chunk FX10. The counts of the
 * header are those of `effect`, except for the numbers of its lists.
 *
 * @throws RangeError when the types contain themselves
 */
export function serializeEffect4(effect: Effect4): Uint8Array {
  return unchangedBytes(effect) ?? new EffectWriter(effect).bytes();
}

class EffectWriter {
  private data = new Uint8Array(4096);
  private dataSize = 4;
  private readonly records: number[] = [];
  private readonly strings = new Map<string, number>();
  private readonly types = new Map<Fx4Type, number>();
  private readonly open = new Set<Fx4Type>();
  private readonly is5: boolean;

  constructor(private readonly effect: Effect4) {
    this.is5 = effect.profile === 'fx_5_0';
  }

  bytes(): Uint8Array {
    const { effect, records } = this;
    for (const buffer of effect.buffers) this.buffer(buffer, false);
    for (const object of effect.objects) this.object(object, false);
    for (const { name, type, instances, flags, annotations } of effect.interfaces) {
      const typeOffset = this.type(type);
      const nameOffset = this.text(name);
      records.push(nameOffset, typeOffset, instances === undefined ? 0 : this.instances(instances), flags);
      this.annotations(annotations);
    }
    for (const buffer of effect.sharedBuffers) this.buffer(buffer, true);
    for (const object of effect.sharedObjects) this.object(object, true);
    for (const { name, annotations, techniques } of effect.groups) {
      if (this.is5) this.list(name, techniques.length, annotations);
      for (const technique of techniques) {
        this.list(technique.name, technique.passes.length, technique.annotations);
        for (const pass of technique.passes) {
          this.list(pass.name, pass.assignments.length, pass.annotations);
          for (const assignment of pass.assignments) this.assignment(assignment);
        }
      }
    }
    const header = this.header();
    const out = new Uint8Array(header.length * 4 + this.dataSize + records.length * 4);
    const view = new DataView(out.buffer);
    for (const [i, word] of header.entries()) view.setUint32(4 * i, word, true);
    out.set(this.data.subarray(0, this.dataSize), 4 * header.length);
    const begin = 4 * header.length + this.dataSize;
    for (const [i, word] of records.entries()) view.setUint32(begin + 4 * i, word, true);
    return out;
  }

  private header(): number[] {
    const { effect, is5 } = this;
    const lists: Partial<Record<Fx4HeaderField, number>> = {
      ...effect.counts,
      buffers: effect.buffers.length,
      objects: effect.objects.length,
      sharedBuffers: effect.sharedBuffers.length,
      sharedObjects: effect.sharedObjects.length,
      dataSize: this.dataSize,
      groups: effect.groups.length,
      interfaces: effect.interfaces.length,
    };
    const size = is5 ? FX5_HEADER_SIZE : FX4_HEADER_SIZE;
    return [effect.version, ...FX4_HEADER_FIELDS.slice(0, size / 4 - 1).map((field) => lists[field] ?? 0)];
  }

  /** Appends `size` bytes of data; returns their offset. */
  private reserve(size: number): number {
    const at = this.dataSize;
    this.dataSize += size;
    if (this.dataSize > this.data.length) {
      const larger = new Uint8Array(2 * this.dataSize);
      larger.set(this.data);
      this.data = larger;
    }
    return at;
  }

  private blob(bytes: Uint8Array): number {
    const at = this.reserve(bytes.byteLength);
    this.data.set(bytes, at);
    return at;
  }

  private words(words: readonly number[]): number {
    const at = this.reserve(4 * words.length);
    const view = new DataView(this.data.buffer);
    for (const [i, word] of words.entries()) view.setUint32(at + 4 * i, word, true);
    return at;
  }

  private text(text: string | undefined): number {
    if (text === undefined) return 0;
    const known = this.strings.get(text);
    if (known !== undefined) return known;
    const at = this.blob(latin1Bytes(`${text}\0`));
    this.strings.set(text, at);
    return at;
  }

  private type(type: Fx4Type): number {
    const known = this.types.get(type);
    if (known !== undefined) return known;
    if (this.open.has(type)) throw new RangeError(`the type ${type.name} contains itself`);
    this.open.add(type);
    const name = this.text(type.name);
    const words = [name, type.kind, type.elements, type.totalSize, type.stride, type.packedSize];
    if (type.kind === Fx4TypeKind.numeric && type.numeric !== undefined) {
      const { numeric } = type;
      let word = 0;
      for (const field of ['layout', 'scalar', 'rows', 'columns', 'unknown'] as const)
        word = Fx4NumericWord[field].set(word, numeric[field]);
      word = Fx4NumericWord.columnMajor.set(word, numeric.columnMajor ? 1 : 0);
      words.push(Fx4NumericWord.packedArray.set(word, numeric.packedArray ? 1 : 0));
    } else if (type.kind === Fx4TypeKind.object) {
      words.push(type.object ?? 0);
    } else if (type.kind === Fx4TypeKind.struct) {
      words.push(type.members.length);
      for (const member of type.members) {
        const memberName = this.text(member.name);
        const semantic = this.text(member.semantic);
        words.push(memberName, semantic, member.position, this.type(member.type));
      }
      if (this.is5) {
        words.push(type.base === undefined ? 0 : this.type(type.base), type.interfaces.length);
        for (const one of type.interfaces) words.push(this.type(one));
      }
    }
    this.open.delete(type);
    const at = this.words(words);
    this.types.set(type, at);
    return at;
  }

  private annotations(annotations: readonly Fx4Annotation[]): void {
    this.records.push(annotations.length);
    for (const { type, name, strings, value } of annotations) {
      const typeOffset = this.type(type);
      this.records.push(this.text(name), typeOffset);
      if (strings === undefined) this.records.push(value === undefined ? 0 : this.blob(value));
      else for (const string of strings) this.records.push(this.text(string));
    }
  }

  private buffer({ name, size, flags, register, annotations, variables }: Fx4Buffer, shared: boolean): void {
    this.records.push(this.text(name), size, flags, variables.length, register);
    if (!shared) this.annotations(annotations);
    for (const variable of variables) {
      const type = this.type(variable.type);
      const nameOffset = this.text(variable.name);
      const semantic = this.text(variable.semantic);
      const value = variable.value === undefined ? 0 : this.blob(variable.value);
      this.records.push(nameOffset, type, semantic, variable.position, value, variable.flags);
      if (!shared) this.annotations(variable.annotations);
    }
  }

  private object(object: Fx4Object, shared: boolean): void {
    const type = this.type(object.type);
    const name = this.text(object.name);
    this.records.push(name, type, this.text(object.semantic), object.register);
    if (shared) return;
    for (const assignments of object.states) {
      this.records.push(assignments.length);
      for (const assignment of assignments) this.assignment(assignment);
    }
    for (const string of object.strings) this.records.push(this.text(string));
    const kind = object.type.object === undefined ? undefined : FX4_OBJECT_NAMES[object.type.object];
    const initializer = kind === undefined ? undefined : FX4_INITIALIZERS[kind];
    for (const shader of object.shaders)
      for (const record of this.shader(shader, initializer)) this.records.push(record);
    this.annotations(object.annotations);
  }

  private shader(shader: Fx4Shader, initializer: string | undefined): number[] {
    const code = shader.code === undefined ? 0 : this.block(shader.code);
    if (initializer === 'shader') return [code];
    if (initializer === 'shaderSO') return [code, this.text(shader.streamOut[0])];
    const streams = Array.from({ length: FX4_SHADER_STREAMS }, (_, i) => this.text(shader.streamOut[i]));
    const { streamOutCount = 0, rasterizedStream = 0, bindings = [] } = shader.extra ?? {};
    const list = bindings.length === 0 ? 0 : this.instances(bindings);
    return [code, ...streams, streamOutCount, rasterizedStream, bindings.length, list];
  }

  private block(bytes: Uint8Array): number {
    const at = this.words([bytes.byteLength]);
    this.blob(bytes);
    return at;
  }

  private instances(instances: readonly Fx4Instance[]): number {
    return this.words(instances.flatMap(({ name, index }) => [this.text(name), index]));
  }

  private list(name: string | undefined, count: number, annotations: readonly Fx4Annotation[]): void {
    this.records.push(this.text(name), count);
    this.annotations(annotations);
  }

  private assignment({ state, index, kind, value }: Fx4Assignment): void {
    this.records.push(state, index, kind, value === undefined ? 0 : this.value(value));
  }

  private value(value: Fx4AssignedValue): number {
    switch (value.kind) {
      case 'constants':
        return this.words([value.constants.length, ...value.constants.flatMap(({ scalar, bits }) => [scalar, bits])]);
      case 'variable':
        return this.text(value.name);
      case 'constantIndex':
        return this.words([this.text(value.name), value.index]);
      case 'variableIndex':
        return this.words([this.text(value.name), this.text(value.indexName)]);
      case 'expressionIndex': {
        const name = this.text(value.name);
        return this.words([name, this.block(value.code.bytes)]);
      }
      case 'expression':
        return this.block(value.code.bytes);
      case 'shader':
        return this.words(this.shader(value.shader, value.shader.extra === undefined ? 'shaderSO' : 'shader5'));
    }
  }
}

/**
 * Returns the effect with other shaders; undefined where its layout is not that of the compiler, which would be lost.
 *
 * @param isChunk whether `bytes` are the payload of the chunk FX10
 * @param start where `bytes` begin in the file, in which the offsets of `shaders` count
 * @param shaders code by the offset of the shader that it replaces
 */
export function withShadersLaidOut(
  bytes: Uint8Array,
  isChunk: boolean,
  start: number,
  shaders: ReadonlyMap<number, Uint8Array>,
): Uint8Array | undefined {
  const diagnostics = new Diagnostics();
  const effect = readEffect4(bytes, isChunk, diagnostics);
  if (effect === undefined || diagnostics.list.length > 0) return undefined;
  // Without its source it is written as a new one.
  const { source: _, ...same } = effect;
  const again = serializeEffect4(same);
  if (again.byteLength !== bytes.byteLength || again.some((byte, i) => byte !== bytes[i])) return undefined;
  return serializeEffect4(mapShaders(same, (one) => ({ ...one, code: shaders.get(one.offset + start) ?? one.code })));
}

function mapShaders(effect: Effect4, change: (shader: Fx4Shader) => Fx4Shader): Effect4 {
  const assigned = (one: Fx4Assignment): Fx4Assignment =>
    one.value?.kind === 'shader' ? { ...one, value: { kind: 'shader', shader: change(one.value.shader) } } : one;
  const object = (one: Fx4Object): Fx4Object => ({
    ...one,
    shaders: one.shaders.map(change),
    states: one.states.map((list) => list.map(assigned)),
  });
  return {
    ...effect,
    objects: effect.objects.map(object),
    sharedObjects: effect.sharedObjects.map(object),
    groups: effect.groups.map((group) => ({
      ...group,
      techniques: group.techniques.map((technique) => ({
        ...technique,
        passes: technique.passes.map((pass) => ({ ...pass, assignments: pass.assignments.map(assigned) })),
      })),
    })),
  };
}
