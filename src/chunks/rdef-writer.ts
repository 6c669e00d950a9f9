/**
 * Writes resource definitions (RDEF) in the layout of Microsoft's compiler, so that chunks which it wrote come back as
 * the same bytes. Chunks that another writer laid out differently come back with the same facts in Microsoft's layout.
 *
 * The layout (source: oracle): header; bindings and their names; buffers; for each buffer its name and its variables;
 * for each variable its name, its type, its default value; the creator. A type comes after its name, the interfaces
 * that it implements and their list, the class that it derives from, the names and types of its members, and the
 * members. Strings, default values and lists with the same bytes are written once; so is a type that is the same
 * object, but not one that is only equal. DWORDs are aligned with 0xab.
 *
 * The compiler itself uses one object for equal types of variables, and another one for the equal types of members,
 * elements of structured buffers, base classes and interfaces: the former are constant, the latter are not.
 *
 * Not for: deriving types and offsets from a declaration.
 */
import { isSameBytes } from '../base/bytes.ts';
import { VariableClass } from '../base/d3d/enumerations.ts';
import { MAX_TYPE_DEPTH } from '../base/limits.ts';
import { u32At } from '../base/words.ts';
import { ChunkWriter, unchangedBytes } from '../container/chunk-writer.ts';
import {
  BASIC_HEADER,
  BASIC_LAYOUT,
  EXTENDED_HEADER,
  EXTENDED_LAYOUT,
  NO_RESOURCE,
  RD11,
  RD11_1,
  type Rdef,
  type RdefBinding,
  type RdefBuffer,
  type RdefContent,
  type RdefEncoding,
  type RdefLayout,
  type RdefType,
  type RdefVariable,
  SPACES_LAYOUT,
} from './rdef.ts';
import { TablePatch } from './table-patch.ts';

const LAYOUTS: Readonly<Record<RdefEncoding, RdefLayout>> = {
  basic: BASIC_LAYOUT,
  extended: EXTENDED_LAYOUT,
  spaces: SPACES_LAYOUT,
};

/** The program type in the high half of {@link Rdef.version} for a library. */
const LIBRARY = 0x4c46;

/** The first member of a derived class: it holds everything inherited from the base class. */
const SUPER = '$super';

/**
 * Returns the payload of a chunk of resource definitions; definitions that were read and not changed keep their bytes.
 * Types may form any graph, cycles included. Facts that the encoding has no field for, such as the names of types in
 * `basic`, are left out; there Microsoft's compiler still writes the records of interfaces that classes implement,
 * although nothing refers to them.
 *
 * @throws RangeError where a number is too large for its field, or a name has a character of more than one byte
 */
export function serializeRdef(rdef: Rdef): Uint8Array {
  return unchangedBytes(rdef) ?? new RdefWriter(rdef).bytes();
}

/** The encoding that Microsoft's compiler chooses for {@link Rdef.version}. */
export function rdefEncoding(version: number): RdefEncoding {
  const model = version & 0xffff;
  if (version >>> 16 !== LIBRARY && model < 0x500) return 'basic';
  return model > 0x500 ? 'spaces' : 'extended';
}

/** New resource definitions, in the encoding that belongs to their version. */
export function rdef(parts: Pick<RdefContent, 'version'> & Partial<RdefContent>): Rdef {
  const { version } = parts;
  const encoding = rdefEncoding(version);
  return { flags: 0, creator: '', buffers: [], bindings: [], interfaceSlots: 0, encoding, ...parts, intact: true };
}

/** Returns a new constant buffer, or a buffer of another type. */
export function rdefBuffer(parts: Pick<RdefBuffer, 'name'> & Partial<RdefBuffer>): RdefBuffer {
  return { variables: [], size: 0, flags: 0, type: 0, ...parts };
}

/** A new variable of a buffer, without resources inside. */
export function rdefVariable(
  parts: Pick<RdefVariable, 'name' | 'offset' | 'size' | 'type'> & Partial<RdefVariable>,
): RdefVariable {
  const none = { textureStart: NO_RESOURCE, textureCount: 0, samplerStart: NO_RESOURCE, samplerCount: 0 };
  return { flags: 0, defaults: undefined, ...none, ...parts };
}

/** A new type; a structure has members. Variables that share the object share the record. */
export function rdefType(parts: Pick<RdefType, 'class' | 'type'> & Partial<Omit<RdefType, 'offset'>>): RdefType {
  const relatives = { members: [], name: undefined, subType: undefined, baseClass: undefined, interfaces: [] };
  return { offset: 0, rows: 0, columns: 0, elements: 0, ...relatives, ...parts };
}

/** A new binding of one register in space 0. */
export function rdefBinding(
  parts: Pick<RdefBinding, 'name' | 'type' | 'bindPoint'> & Partial<RdefBinding>,
): RdefBinding {
  const { bindPoint } = parts;
  const shape = { returnType: 0, dimension: 0, samples: 0, bindCount: 1, flags: 0 };
  return { ...shape, space: 0, id: bindPoint, ...parts };
}

class RdefWriter {
  private readonly writer = new ChunkWriter();
  private readonly layout: RdefLayout;
  private readonly types = new Map<RdefType, number>();
  /** Types whose related types are being written. */
  private readonly open = new Set<RdefType>();
  /** Types with a reserved record that is still empty. */
  private readonly pending: RdefType[] = [];

  constructor(private readonly rdef: Rdef) {
    if (!Object.hasOwn(LAYOUTS, rdef.encoding))
      throw new RangeError(`resource definitions have no encoding ${rdef.encoding}`);
    this.layout = LAYOUTS[rdef.encoding];
  }

  bytes(): Uint8Array {
    const { writer } = this;
    const { encoding, buffers, bindings, version, flags, creator, interfaceSlots } = this.rdef;
    writer.reserve(encoding === 'basic' ? BASIC_HEADER : EXTENDED_HEADER);
    writer.putWords(8, [bindings.length, this.bindings(bindings), version, flags]);
    if (encoding !== 'basic') {
      const { buffer, binding, variable, type, member } = this.layout;
      const mark = encoding === 'spaces' ? RD11_1 : RD11;
      writer.putWords(28, [mark, EXTENDED_HEADER, buffer, binding, variable, type, member, interfaceSlots]);
    }
    writer.putWords(0, [buffers.length, this.buffers(buffers)]);
    for (let type = this.pending.pop(); type !== undefined; type = this.pending.pop()) this.type(type, 0);
    writer.put32(24, writer.string(creator));
    writer.align();
    return writer.bytes();
  }

  private bindings(bindings: readonly RdefBinding[]): number {
    const { writer, layout } = this;
    const start = writer.reserve(layout.binding * bindings.length);
    let at = start;
    for (const { name, type, returnType, dimension, samples, bindPoint, bindCount, flags, space, id } of bindings) {
      writer.putWords(at, [writer.string(name), type, returnType, dimension, samples, bindPoint, bindCount, flags]);
      if (layout.spaces) writer.putWords(at + 32, [space, id]);
      at += layout.binding;
    }
    return start;
  }

  private buffers(buffers: readonly RdefBuffer[]): number {
    if (buffers.length === 0) return 0;
    const { writer, layout } = this;
    writer.align();
    const start = writer.reserve(layout.buffer * buffers.length);
    let at = start;
    for (const { name, variables, size, flags, type } of buffers) {
      const nameAt = writer.string(name);
      writer.putWords(at, [nameAt, variables.length, this.variables(variables), size, flags, type]);
      at += layout.buffer;
    }
    return start;
  }

  private variables(variables: readonly RdefVariable[]): number {
    const { writer, layout } = this;
    writer.align();
    const start = writer.reserve(layout.variable * variables.length);
    let at = start;
    for (const variable of variables) {
      const { name, offset, size, flags, type, defaults } = variable;
      writer.putWords(at, [writer.string(name), offset, size, flags, this.typeAt(type, 0)]);
      if (defaults !== undefined) writer.put32(at + 20, writer.list(defaults));
      const { textureStart, textureCount, samplerStart, samplerCount } = variable;
      if (layout.slots) writer.putWords(at + 24, [textureStart, textureCount, samplerStart, samplerCount]);
      at += layout.variable;
    }
    return start;
  }

  /** The offset of the record of `type`, 0 for none. */
  private typeAt(type: RdefType | undefined, depth: number): number {
    if (type === undefined) return 0;
    const known = this.types.get(type);
    if (known !== undefined) return known;
    const inItself = this.open.has(type);
    if (!inItself && depth < MAX_TYPE_DEPTH) return this.type(type, depth);
    // No compiler writes this: a record that is referred to before its related types are written is reserved now.
    if (!inItself) this.pending.push(type);
    return this.reserve(type);
  }

  /** Writes `type` and before it what it refers to; returns the offset of its record. */
  private type(type: RdefType, depth: number): number {
    const { writer, layout } = this;
    const { name, subType, baseClass, interfaces, members } = type;
    this.open.add(type);
    const below = depth + 1;
    const nameAt = layout.names && name !== undefined ? writer.string(name) : 0;
    const subTypeAt = layout.names ? this.typeAt(subType, below) : 0;
    const interfaceCount = layout.names ? interfaces.length : 0;
    const interfacesAt = interfaceCount > 0 ? writer.list(interfaces.map((one) => this.typeAt(one, below))) : 0;
    const baseClassAt = layout.names ? this.typeAt(baseClass, below) : 0;
    const membersAt = this.members(type, below);
    this.open.delete(type);
    const at = this.types.get(type) ?? this.reserve(type);
    writer.put16(at, type.class);
    writer.put16(at + 2, type.type);
    writer.put16(at + 4, type.rows);
    writer.put16(at + 6, type.columns);
    writer.put16(at + 8, type.elements);
    writer.put16(at + 10, members.length);
    writer.put32(at + 12, membersAt);
    if (layout.names) writer.putWords(at + 16, [subTypeAt, baseClassAt, interfaceCount, interfacesAt, nameAt]);
    return at;
  }

  private reserve(type: RdefType): number {
    this.writer.align();
    const at = this.writer.reserve(this.layout.type);
    this.types.set(type, at);
    return at;
  }

  /** The offset of the list of members. Classes without members have an empty list, other types have none. */
  private members({ class: kind, members }: RdefType, depth: number): number {
    if (members.length === 0 && kind !== VariableClass.struct && kind !== VariableClass.interfaceClass) return 0;
    const { writer } = this;
    // The base class is written with the class, even in the layout of shader model 4, where only the first member shows
    // it.
    if (members[0]?.name === SUPER) this.typeAt(members[0].type, depth);
    const words: number[] = [];
    for (const { name, type, offset } of members) {
      const nameAt = writer.string(name);
      words.push(nameAt, this.typeAt(type, depth), offset);
    }
    return writer.list(words);
  }
}

/** The location of a binding; omitted fields keep their values. */
export type RdefLocation = Partial<Pick<RdefBinding, 'bindPoint' | 'bindCount' | 'space' | 'id'>>;

/**
 * Returns definitions in which the buffer or other resource `from` has the name `to`, as a buffer and as a binding.
 *
 * @throws RangeError when nothing has the name `from`
 */
export function renameRdefResource(rdef: Rdef, from: string, to: string): Rdef {
  const rename = <T extends RdefBuffer | RdefBinding>(one: T): T => (one.name === from ? { ...one, name: to } : one);
  const known = rdef.buffers.some(({ name }) => name === from) || rdef.bindings.some(({ name }) => name === from);
  if (!known) throw new RangeError(`there is no resource ${from}`);
  return { ...rdef, buffers: rdef.buffers.map(rename), bindings: rdef.bindings.map(rename) };
}

/**
 * Returns definitions in which the variable `from` of a buffer has the name `to`.
 *
 * @throws RangeError when there is no such buffer or variable
 */
export function renameRdefVariable(rdef: Rdef, buffer: string, from: string, to: string): Rdef {
  const known = rdef.buffers.some(
    ({ name, variables }) => name === buffer && variables.some((one) => one.name === from),
  );
  if (!known) throw new RangeError(`there is no variable ${from} in a buffer ${buffer}`);
  const rename = (one: RdefVariable) => (one.name === from ? { ...one, name: to } : one);
  const renameIn = (one: RdefBuffer) => (one.name === buffer ? { ...one, variables: one.variables.map(rename) } : one);
  return { ...rdef, buffers: rdef.buffers.map(renameIn) };
}

/**
 * Returns definitions in which the binding `name` has another location. The range id of a binding before 5.1 follows
 * its register.
 *
 * @throws RangeError when there is no such binding, or when the encoding has no field for the register space or id
 */
export function rebindRdef(rdef: Rdef, name: string, location: RdefLocation): Rdef {
  if (!rdef.bindings.some((one) => one.name === name)) throw new RangeError(`there is no binding ${name}`);
  if (rdef.encoding !== 'spaces' && ((location.space ?? 0) !== 0 || location.id !== undefined)) {
    throw new RangeError('only 5.1 has register spaces and range ids');
  }
  const derived = rdef.encoding !== 'spaces' && location.bindPoint !== undefined ? { id: location.bindPoint } : {};
  const move = (one: RdefBinding) => (one.name === name ? { ...one, ...derived, ...location } : one);
  return { ...rdef, bindings: rdef.bindings.map(move) };
}

/**
 * Returns the payload of `after`, which has the buffers, variables and bindings of `before` in the same order with
 * other names, registers or default values.
 *
 * @throws RangeError where a number is too large for its field, or a name has a character of more than one byte
 */
export function rewriteRdef(before: Rdef, after: Rdef): Uint8Array {
  const bytes = before.source?.bytes;
  if (bytes === undefined || isSameBytes(serializeRdef({ ...before, source: undefined }), bytes))
    return serializeRdef(after);
  const patch = new TablePatch(bytes);
  const isBasic = before.encoding === 'basic';
  const sizes = {
    buffer: isBasic ? BASIC_LAYOUT.buffer : u32At(bytes, 36),
    binding: isBasic ? BASIC_LAYOUT.binding : u32At(bytes, 40),
    variable: isBasic ? BASIC_LAYOUT.variable : u32At(bytes, 44),
  };
  for (const [i, binding] of after.bindings.entries())
    patchBinding(patch, u32At(bytes, 12) + sizes.binding * i, before.bindings[i]!, binding);
  for (const [i, buffer] of after.buffers.entries()) {
    const old = before.buffers[i]!;
    const at = u32At(bytes, 4) + sizes.buffer * i;
    if (buffer.name !== old.name) patch.putString(at, buffer.name);
    for (const [k, variable] of buffer.variables.entries())
      patchVariable(patch, u32At(bytes, at + 8) + sizes.variable * k, old.variables[k]!, variable);
  }
  return patch.bytes;
}

function patchBinding(patch: TablePatch, at: number, old: RdefBinding, binding: RdefBinding): void {
  if (binding.name !== old.name) patch.putString(at, binding.name);
  if (binding.bindPoint !== old.bindPoint) patch.put32(at + 20, binding.bindPoint);
  // Other encodings have no field for it.
  if (binding.space !== old.space) patch.put32(at + 32, binding.space);
}

function patchVariable(patch: TablePatch, at: number, old: RdefVariable, variable: RdefVariable): void {
  const { name, defaults, textureStart, samplerStart } = variable;
  if (name !== old.name) patch.putString(at, name);
  if (defaults !== undefined && defaults !== old.defaults) patch.putWords(at + 20, defaults);
  if (textureStart !== old.textureStart) patch.put32(at + 24, textureStart);
  if (samplerStart !== old.samplerStart) patch.put32(at + 32, samplerStart);
}
