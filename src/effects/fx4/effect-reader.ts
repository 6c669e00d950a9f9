/**
 * Reads the records of a binary effect: buffers, objects, interfaces, groups, techniques and passes, with what belongs
 * to each.
 *
 * Source: EffectBinaryFormat.h of Microsoft's FX11, which is public; what effects of Direct3D 10 have instead: oracle.
 *
 * Not for: the file around an effect (read.ts), values of assignments (assignments.ts), types (types.ts).
 */
import {
  readFx4Assignments,
  readFx4Instances,
  readFx4Shader,
  readFx4Shader5,
  readFx4ShaderSO,
  SHADER5_SIZE,
} from './assignments.ts';
import { FX4_INITIALIZERS, FX4_OBJECT_NAMES, Fx4ObjectType, Fx4TypeKind } from './enums.ts';
import { Fx4Header } from './header.ts';
import type {
  Effect4,
  Effect4Content,
  Fx4Annotation,
  Fx4Buffer,
  Fx4Group,
  Fx4Interface,
  Fx4Object,
  Fx4Pass,
  Fx4Technique,
  Fx4Type,
  Fx4Variable,
} from './model.ts';
import { FX4_TYPE_SIZE, Fx4TypeReader } from './types.ts';
import type { Fx4View } from './view.ts';

/** Bytes of records. */
const BUFFER_SIZE = 20;
const VARIABLE_SIZE = 24;
const OBJECT_SIZE = 16;
const INTERFACE_SIZE = 16;
const ANNOTATION_SIZE = 8;
const LIST_SIZE = 8;

/** Reads the effect whose header a view has passed. */
export class Fx4EffectReader {
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
