/**
 * Reads a binary effect: fx_4_0 and fx_4_1, which are the chunk FX10 of a DXBC container, and fx_5_0, which is a
 * separate file. Everything readable is returned, even if parts are damaged.
 *
 * Source: EffectBinaryFormat.h of Microsoft's FX11, which is public; what effects of Direct3D 10 have instead: oracle.
 *
 * Not for: effects of fx_2_0, or the shaders and expressions inside, which are containers.
 */

import { type ByteSource, toBytes } from '../../base/bytes.ts';
import { type Diagnostics, hex, type ParseResult, parse } from '../../base/diagnostics.ts';
import { u32At } from '../../base/words.ts';
import { CHUNK_HEADER_SIZE, isContainer, readContainer } from '../../container/dxbc.ts';
import { DX0100 } from '../../container/messages.ts';
import { TAG } from '../../container/tags.ts';
import {
  FX4_INITIALIZERS,
  FX4_OBJECT_NAMES,
  FX4_SHADER_STREAMS,
  Fx4AssignmentKind,
  Fx4ObjectType,
  Fx4TypeKind,
  fx4Profile,
} from './enums.ts';
import { FX4_HEADER_SIZE, FX5_HEADER_SIZE, Fx4Header } from './header.ts';
import type {
  Effect4,
  Effect4Content,
  Fx4Annotation,
  Fx4AssignedValue,
  Fx4Assignment,
  Fx4Buffer,
  Fx4Code,
  Fx4Group,
  Fx4Instance,
  Fx4Interface,
  Fx4Object,
  Fx4Pass,
  Fx4Shader,
  Fx4Technique,
  Fx4Type,
  Fx4Variable,
} from './model.ts';
import { FX4_SHADER_STATES, FX4_STATES } from './states.ts';
import { FX4_TYPE_SIZE, Fx4TypeReader } from './types.ts';
import { Fx4View, type ReadObserver } from './view.ts';

const ASSIGNMENT_SIZE = 16;
const CONSTANT_SIZE = 8;
const INDEX_SIZE = 8;
const INSTANCE_SIZE = 8;
const SHADER_SIZE = 8;
const SHADER5_SIZE = 36;
/** Streams after those that there are, which only damaged effects have. */
const MAX_MORE_STREAMS = 64;

function readFx4Assignments(view: Fx4View, count: number): Fx4Assignment[] {
  const assignments: Fx4Assignment[] = [];
  for (let i = 0; i < count; i++) {
    const at = view.record(ASSIGNMENT_SIZE, 'an assignment');
    if (at === undefined) break;
    const state = view.u32(at);
    const row = FX4_STATES[state];
    if (row === undefined) view.reportValue(at, 'the number of a state');
    else if (view.u32(at + 4) >= (row.elements ?? 1)) view.reportValue(at + 4, `an index of ${row.name}`);
    const kind = view.u32(at + 8);
    const value = assignedValue(view, kind, at);
    if (kind === Fx4AssignmentKind.inlineShader && row !== undefined && value?.kind === 'shader')
      checkShaderState(view, at, value.shader);
    assignments.push({ offset: at, state, index: view.u32(at + 4), kind, value });
  }
  return assignments;
}

/**
 * Reports the state of a shader of fx_4_x where none is set; Microsoft's reader takes any for one of fx_5_0 (source:
 * oracle).
 */
function checkShaderState(view: Fx4View, at: number, { code, streamOut }: Fx4Shader): void {
  if (code === undefined) return;
  const state = view.u32(at);
  if (streamOut[0] === undefined) {
    if (!FX4_SHADER_STATES.has(state)) view.reportValue(at, 'the state of a shader');
  } else if (FX4_STATES[state]?.name !== 'GeometryShader')
    view.reportValue(at, 'the state of a geometry shader, whose outputs are streamed');
}

function assignedValue(view: Fx4View, kind: number, at: number): Fx4AssignedValue | undefined {
  const field = at + 12;
  const offset = view.u32(field);
  switch (kind) {
    case Fx4AssignmentKind.constants:
      return constants(view, offset, field);
    case Fx4AssignmentKind.variable:
      return { kind: 'variable', name: view.textAt(offset, field, 'the name of a variable') };
    case Fx4AssignmentKind.constantIndex: {
      const pair = view.locate(offset, INDEX_SIZE, field, 'an indexed variable');
      return pair === undefined
        ? undefined
        : { kind: 'constantIndex', name: view.text(pair, 'the name of a variable'), index: view.u32(pair + 4) };
    }
    case Fx4AssignmentKind.variableIndex: {
      const pair = view.locate(offset, INDEX_SIZE, field, 'an indexed variable');
      if (pair === undefined) return undefined;
      const name = view.text(pair, 'the name of a variable');
      return { kind: 'variableIndex', name, indexName: view.text(pair + 4, 'the name of a variable') };
    }
    case Fx4AssignmentKind.expressionIndex: {
      const pair = view.locate(offset, INDEX_SIZE, field, 'an indexed variable');
      const code = pair === undefined ? undefined : readCode(view, view.u32(pair + 4), pair + 4);
      if (pair === undefined || code === undefined) return undefined;
      return { kind: 'expressionIndex', name: view.text(pair, 'the name of a variable'), code };
    }
    case Fx4AssignmentKind.expression: {
      const code = readCode(view, offset, field);
      return code === undefined ? undefined : { kind: 'expression', code };
    }
    case Fx4AssignmentKind.inlineShader: {
      const start = view.locate(offset, SHADER_SIZE, field, 'a shader');
      return start === undefined ? undefined : { kind: 'shader', shader: readFx4ShaderSO(view, start) };
    }
    case Fx4AssignmentKind.inlineShader5: {
      const start = view.locate(offset, SHADER5_SIZE, field, 'a shader');
      return start === undefined ? undefined : { kind: 'shader', shader: readFx4Shader5(view, start) };
    }
    default:
      view.optional = true;
      view.reportValue(at + 8, 'the number of a kind of assignments');
      view.optional = false;
      return undefined;
  }
}

function constants(view: Fx4View, offset: number, field: number): Fx4AssignedValue | undefined {
  const at = view.locate(offset, 4, field, 'a constant');
  if (at === undefined) return undefined;
  const count = view.u32(at);
  const begin = view.list(offset + 4, count, CONSTANT_SIZE, at, 'constants');
  if (begin === undefined) return undefined;
  const list = Array.from({ length: count }, (_, i) => {
    const constant = begin + CONSTANT_SIZE * i;
    return { scalar: view.u32(constant), bits: view.u32(constant + 4) };
  });
  return { kind: 'constants', constants: list };
}

function readCode(view: Fx4View, offset: number, field: number): Fx4Code | undefined {
  return view.block(offset, field, 'the code of an expression');
}

/** Reads the shader whose offset in the data is in the DWORD at `at`. */
function readFx4Shader(view: Fx4View, at: number): Fx4Shader {
  return { ...shaderCode(view, at), streamOut: [], extra: undefined };
}

/** Reads the same, and after it the offset of a declaration of streamed outputs. */
function readFx4ShaderSO(view: Fx4View, at: number): Fx4Shader {
  const streamOut = [view.text(at + 4, 'a declaration of streamed outputs')];
  return { ...shaderCode(view, at), streamOut, extra: undefined };
}

function readFx4Shader5(view: Fx4View, at: number): Fx4Shader {
  const code = shaderCode(view, at);
  const streams = view.u32(at + 20);
  // Microsoft's reader takes what follows the declarations for more of them, where the number of streams is larger
  // (source: oracle).
  const more = code.code === undefined || streams <= FX4_SHADER_STREAMS ? 0 : streams - FX4_SHADER_STREAMS;
  const last = at + 4 + 4 * (FX4_SHADER_STREAMS + Math.min(more, MAX_MORE_STREAMS));
  const isRead = more <= MAX_MORE_STREAMS && last <= view.size;
  if (!isRead) view.reportValue(at + 20, 'a number of streams');
  const streamOut = Array.from({ length: FX4_SHADER_STREAMS + (isRead ? more : 0) }, (_, i) => {
    const { optional } = view;
    view.optional ||= i >= streams;
    const declaration = view.text(at + 4 + 4 * i, 'a declaration of streamed outputs');
    view.optional = optional;
    return declaration;
  });
  const count = view.u32(at + 28);
  const begin = count === 0 ? undefined : view.list(view.u32(at + 32), count, INSTANCE_SIZE, at + 28, 'interfaces');
  const extra = {
    streamOutCount: streams,
    rasterizedStream: view.u32(at + 24),
    bindings: begin === undefined ? [] : readFx4Instances(view, begin, count),
  };
  return { ...code, streamOut, extra };
}

function readFx4Instances(view: Fx4View, begin: number, count: number): Fx4Instance[] {
  return Array.from({ length: count }, (_, i) => {
    const at = begin + INSTANCE_SIZE * i;
    return { name: view.name(at, 'the name of an instance'), index: view.u32(at + 4) };
  });
}

function shaderCode(view: Fx4View, at: number): Pick<Fx4Shader, 'offset' | 'code'> {
  const offset = view.u32(at);
  const block = offset === 0 ? undefined : view.block(offset, at, 'a shader');
  return { offset: block?.offset ?? 0, code: block?.bytes };
}

// Source: EffectBinaryFormat.h of Microsoft's FX11, which is public; what effects of Direct3D 10 have instead: oracle.

const BUFFER_SIZE = 20;
const VARIABLE_SIZE = 24;
const OBJECT_SIZE = 16;
const INTERFACE_SIZE = 16;
const ANNOTATION_SIZE = 8;
const LIST_SIZE = 8;

/** Reads the effect whose header a view has passed. */
class Fx4EffectReader {
  private readonly types: Fx4TypeReader;
  private readonly is5: boolean;

  constructor(
    private readonly view: Fx4View,
    private readonly version: number,
    private readonly profile: Effect4['profile'],
  ) {
    this.is5 = profile === 'fx_5_0';
    this.types = new Fx4TypeReader(view, this.is5);
  }

  effect(): Effect4Content {
    const { version, profile, view, is5 } = this;
    const header = new Fx4Header(view, is5);
    view.openData(header.get('dataSize'), header.offsetOf('dataSize'));
    const buffers = this.times(header.get('buffers'), () => this.buffer(false));
    const objects = this.times(header.get('objects'), () => this.object(false));
    const interfaces = is5 ? this.times(header.get('interfaces'), () => this.interface()) : [];
    const sharedBuffers = this.times(header.get('sharedBuffers'), () => this.buffer(true));
    const sharedObjects = this.times(header.get('sharedObjects'), () => this.object(true));
    const groups = is5
      ? this.times(header.get('groups'), () => this.group())
      : [this.noGroup(header.get('techniques'))];
    const counts = header.counts();
    return { version, profile, counts, buffers, objects, interfaces, sharedBuffers, sharedObjects, groups };
  }

  /** Returns the results of `count` calls of `read`, up to the first truncated record. */
  private times<Item>(count: number, read: () => Item | undefined): Item[] {
    const items: Item[] = [];
    for (let i = 0; i < count && !this.view.ended; i++) {
      const item = read();
      if (item !== undefined) items.push(item);
    }
    return items;
  }

  private annotations(): Fx4Annotation[] {
    const count = this.view.word('the number of annotations');
    return count === undefined ? [] : this.times(count, () => this.annotation());
  }

  private annotation(): Fx4Annotation | undefined {
    const { view } = this;
    const at = view.record(ANNOTATION_SIZE, 'an annotation');
    if (at === undefined) return undefined;
    const type = this.type(at + 4);
    if (type === undefined) return undefined;
    const name = view.name(at, 'the name of an annotation');
    if (type.kind === Fx4TypeKind.object && type.object === Fx4ObjectType.string)
      return { offset: at, name, type, strings: this.strings(type), value: undefined };
    const field = view.record(4, 'an annotation');
    const value =
      field === undefined ? undefined : view.value(field, type.packedSize, 'the value of an annotation', true);
    return { offset: at, name, type, strings: undefined, value };
  }

  /** The type at `field`; without one, it is unknown how long a record is, and reading ends. */
  private type(field: number): Fx4Type | undefined {
    const type = this.types.read(field);
    if (type === undefined) this.view.ended = true;
    return type;
  }

  private strings(type: Fx4Type): (string | undefined)[] {
    const { view } = this;
    return this.times(Math.max(1, type.elements), () => view.record(4, 'the offset of a string')).map((at) =>
      view.u32(at) === 0 ? view.reportMissing(at, 'a string') : view.text(at, 'a string'),
    );
  }

  private buffer(shared: boolean): Fx4Buffer | undefined {
    const { view } = this;
    const at = view.record(BUFFER_SIZE, 'a buffer');
    if (at === undefined) return undefined;
    return {
      offset: at,
      name: view.name(at, 'the name of a buffer'),
      size: view.u32(at + 4),
      flags: view.u32(at + 8),
      register: view.u32(at + 16),
      annotations: shared ? [] : this.annotations(),
      variables: this.times(view.u32(at + 12), () => this.variable(shared)),
    };
  }

  private variable(shared: boolean): Fx4Variable | undefined {
    const { view } = this;
    const at = view.record(VARIABLE_SIZE, 'a variable');
    if (at === undefined) return undefined;
    const type = this.type(at + 4);
    if (type === undefined) return undefined;
    return {
      offset: at,
      name: view.name(at, 'the name of a variable'),
      type,
      semantic: view.text(at + 8, 'the semantic of a variable'),
      position: view.u32(at + 12),
      value: view.value(at + 16, type.packedSize, 'a default value'),
      flags: view.u32(at + 20),
      annotations: shared ? [] : this.annotations(),
    };
  }

  private object(shared: boolean): Fx4Object | undefined {
    const { view } = this;
    const at = view.record(OBJECT_SIZE, 'an object');
    if (at === undefined) return undefined;
    const type = this.type(at + 4);
    if (type === undefined) return undefined;
    return {
      offset: at,
      name: view.name(at, 'the name of an object'),
      type,
      semantic: view.text(at + 8, 'the semantic of an object'),
      register: view.u32(at + 12),
      ...(shared ? NO_INITIALIZERS : this.initializers(type)),
      annotations: shared ? [] : this.annotations(),
    };
  }

  private initializers(type: Fx4Type): Pick<Fx4Object, 'states' | 'strings' | 'shaders'> {
    const { view } = this;
    if (type.kind !== Fx4TypeKind.object) view.reportValue(type.offset + 4, 'the number of objects');
    const object = type.object === undefined ? undefined : FX4_OBJECT_NAMES[type.object];
    if (object === undefined || object === 'constantBuffer')
      view.reportValue(type.offset + FX4_TYPE_SIZE, 'the type of an object');
    const elements = Math.max(1, type.elements);
    const records = (size: number, what: string) => this.times(elements, () => view.record(size, what));
    switch (object === undefined ? undefined : FX4_INITIALIZERS[object]) {
      case 'states':
        return {
          ...NO_INITIALIZERS,
          states: this.times(elements, () => {
            const count = view.word('the number of assignments');
            return count === undefined ? undefined : readFx4Assignments(view, count);
          }),
        };
      case 'string':
        return { ...NO_INITIALIZERS, strings: this.strings(type) };
      case 'shader':
        return { ...NO_INITIALIZERS, shaders: records(4, 'a shader').map((at) => readFx4Shader(view, at)) };
      case 'shaderSO':
        return { ...NO_INITIALIZERS, shaders: records(8, 'a shader').map((at) => readFx4ShaderSO(view, at)) };
      case 'shader5':
        return { ...NO_INITIALIZERS, shaders: records(SHADER5_SIZE, 'a shader').map((at) => readFx4Shader5(view, at)) };
      default:
        return NO_INITIALIZERS;
    }
  }

  private interface(): Fx4Interface | undefined {
    const { view } = this;
    const at = view.record(INTERFACE_SIZE, 'an interface');
    if (at === undefined) return undefined;
    const type = this.type(at + 4);
    if (type === undefined) return undefined;
    const offset = view.u32(at + 8);
    const count = Math.max(1, type.elements);
    const begin = offset === 0 ? undefined : view.list(offset, count, 8, at + 8, 'instances');
    return {
      offset: at,
      name: view.name(at, 'the name of an interface'),
      type,
      instances: begin === undefined ? undefined : readFx4Instances(view, begin, count),
      flags: view.u32(at + 12),
      annotations: this.annotations(),
    };
  }

  /** The group that the techniques of fx_4_x are in. */
  private noGroup(count: number): Fx4Group {
    const techniques = this.times(count, () => this.technique());
    return { offset: 0, name: undefined, annotations: [], techniques };
  }

  private group(): Fx4Group | undefined {
    const list = this.list('a group');
    if (list === undefined) return undefined;
    const { count, ...group } = list;
    return { ...group, techniques: this.times(count, () => this.technique()) };
  }

  private technique(): Fx4Technique | undefined {
    const list = this.list('a technique');
    if (list === undefined) return undefined;
    const { count, ...technique } = list;
    return { ...technique, passes: this.times(count, () => this.pass()) };
  }

  private pass(): Fx4Pass | undefined {
    const list = this.list('a pass');
    if (list === undefined) return undefined;
    const { count, ...pass } = list;
    return { ...pass, assignments: readFx4Assignments(this.view, count) };
  }

  /** The name, count and annotations of a group, technique or pass. */
  private list(what: string): (Omit<Fx4Group, 'techniques'> & { count: number }) | undefined {
    const { view } = this;
    const at = view.record(LIST_SIZE, what);
    if (at === undefined) return undefined;
    const name = view.text(at, `the name of ${what}`);
    return { offset: at, name, count: view.u32(at + 4), annotations: this.annotations() };
  }
}

const NO_INITIALIZERS: Pick<Fx4Object, 'states' | 'strings' | 'shaders'> = { states: [], strings: [], shaders: [] };

/**
 * Reads a binary effect. Offsets in it count from its first DWORD, which in a container is the first one of the chunk
 * FX10.
 *
 * @param source a complete file of fx_4_0, fx_4_1 or fx_5_0
 * @throws TypeError when `source` holds no bytes
 */
export function parseEffect4(source: ByteSource): ParseResult<Effect4> {
  const bytes = toBytes(source, 'parseEffect4');
  return parse((diagnostics) => readEffect4File(bytes, diagnostics)?.effect);
}

/** An effect, and where it begins in its file. */
export interface Effect4File {
  readonly effect: Effect4;
  readonly offset: number;
}

/** {@link parseEffect4} with a collector; undefined when there is no effect in the file. */
export function readEffect4File(bytes: Uint8Array, diagnostics: Diagnostics): Effect4File | undefined {
  let data = bytes;
  let offset = 0;
  if (isContainer(bytes)) {
    const chunk = readContainer(bytes, diagnostics)?.find(TAG.FX10);
    data = chunk?.data ?? new Uint8Array(0);
    offset = chunk === undefined ? 0 : chunk.offset + CHUNK_HEADER_SIZE;
  }
  const effect = readEffect4(data, data !== bytes, diagnostics.at(offset));
  return effect && { effect, offset };
}

/**
 * Reads the effect that `bytes` begin with; undefined, with a report, when there is not even a header.
 *
 * @param bytes the payload of the chunk FX10, or a file of fx_5_0
 * @param isChunk whether they are a chunk: its version may be any but that of fx_5_0, as in Microsoft's reader
 * @param diagnostics spans count from the first byte
 * @param coverage receives which bytes were read
 */
export function readEffect4(
  bytes: Uint8Array,
  isChunk: boolean,
  diagnostics: Diagnostics,
  coverage?: ReadObserver,
): Effect4 | undefined {
  const version = u32At(bytes, 0);
  const profile = fx4Profile(version);
  if (bytes.byteLength < 4 || isChunk === (profile === 'fx_5_0')) {
    const found = bytes.byteLength < 4 ? `${bytes.byteLength} bytes` : hex(version, 8);
    diagnostics.report(DX0100, 0, Math.min(4, bytes.byteLength), { version: found });
    return undefined;
  }
  const view = new Fx4View(bytes, diagnostics, coverage);
  if (view.record(profile === 'fx_5_0' ? FX5_HEADER_SIZE : FX4_HEADER_SIZE, 'the header') === undefined)
    return undefined;
  const content = new Fx4EffectReader(view, version, profile).effect();
  if (!view.ended && view.at < view.size) view.reportRest();
  return { ...content, intact: view.intact, source: { bytes, content } };
}
