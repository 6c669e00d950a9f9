/**
 * Reads the header section on buffers: declarations with offsets, sizes and default values, structures down to the last
 * member.
 *
 * Facts that the text does not have are as the compiler writes them (source: oracle): sizes of buffers are those of
 * their variables, rounded up to registers; types have names from shader model 5 on, `dword` for `uint`; equal types
 * are one record.
 */
import { appendTo } from '../../../base/collections.ts';
import { BufferType, VariableClass } from '../../../base/d3d/enumerations.ts';
import { VARIABLE_TYPE_NAMES } from '../../../base/d3d/variable-types.ts';
import { MAX_TYPE_DEPTH } from '../../../base/limits.ts';
import type { Writable } from '../../../base/writable.ts';
import type { ClassLinkage } from '../../../chunks/ifce.ts';
import {
  type RdefBuffer,
  type RdefMember,
  type RdefType,
  type RdefVariable,
  VARIABLE_USED,
} from '../../../chunks/rdef.ts';
import { BUFFER_TYPES } from '../../../text/dxbc/buffers.ts';
import { DX3204, DX3205, DX3212 } from '../../messages.ts';
import type { Line, LineReports, Section } from './lines.ts';
import { sectionName } from './rows.ts';

/** The maximum of fields of 16 bits: elements, members. */
const MAX_U16 = 0xffff;
/** The maximum number of pairs of an interface pointer and an implementing class. */
const MAX_PAIRS = 1 << 20;
const INTERFACE_TYPE = 37;
const UINT_TYPE = 19;
const UINT_NAME = 'dword';
const SUPER = '$super';

/** Numbers of scalar types by name; of several with the same name, the first. */
const TYPE_NUMBERS: ReadonlyMap<string, number> = new Map(
  VARIABLE_TYPE_NAMES.map((name, number) => [name, number] as const)
    .filter((entry): entry is readonly [string, number] => entry[0] !== undefined)
    .reverse(),
);
/** Numeric types, which may be scalars, vectors or matrices. */
const NUMERIC: ReadonlySet<string> = new Set([
  ...['void', 'bool', 'int', 'float', 'uint', 'double'],
  ...['min8float', 'min10float', 'min16float', 'min12int', 'min16int', 'min16uint'],
]);

class BufferTypes {
  /** Types in order of first use, which is their `offset`. */
  private readonly types: RdefType[] = [];
  /** Types of variables, and types of members, elements and interfaces, by key. */
  private readonly outer = new Map<string, RdefType>();
  private readonly inner = new Map<string, RdefType>();

  /** @param named types have names, as from shader model 5.0 on and in libraries */
  constructor(private readonly named: boolean) {}

  /** The type that is spelled `spelled`, other than a structure; undefined for an invalid one. */
  simple(spelled: string, elements: number, isInner: boolean): RdefType | undefined {
    if (spelled === 'interface' || spelled.startsWith('interface ')) {
      const name = spelled.slice('interface '.length);
      return this.add(isInner, `interface ${name}[${elements}]`, {
        ...{ class: VariableClass.interfacePointer, type: INTERFACE_TYPE, rows: 1, columns: 4, elements, members: [] },
        ...{ name: name || undefined, subType: this.interfaceType(name) },
      });
    }
    const rowMajor = spelled.startsWith('row_major ');
    const text = rowMajor ? spelled.slice('row_major '.length) : spelled;
    const known = TYPE_NUMBERS.get(text);
    if (known !== undefined && !rowMajor) {
      const scalar = NUMERIC.has(text);
      const size = scalar ? 1 : 0;
      const name = known === UINT_TYPE ? UINT_NAME : text;
      return this.unique(
        isInner,
        text,
        scalar ? VariableClass.scalar : VariableClass.object,
        known,
        size,
        size,
        elements,
        name,
      );
    }
    const shape = shapeOf(text);
    if (shape === undefined || (rowMajor && !shape.isMatrix)) return undefined;
    const { number, rows, columns, isMatrix } = shape;
    const kind = !isMatrix ? VariableClass.vector : rowMajor ? VariableClass.matrixRows : VariableClass.matrixColumns;
    return this.unique(isInner, spelled, kind, number, rows, columns, elements, text);
  }

  private interfaceType(name: string): RdefType {
    return this.add(true, `class ${name}`, {
      ...{ class: VariableClass.interfaceClass, type: 0, rows: 1, columns: 0, elements: 0, members: [] },
      name: name || undefined,
    });
  }

  /** The one record of a type without members. */
  private unique(
    isInner: boolean,
    key: string,
    kind: number,
    type: number,
    rows: number,
    columns: number,
    elements: number,
    name: string | undefined,
  ): RdefType {
    const fullKey = elements === 0 ? key : `${key}[${elements}]`;
    return (
      (isInner ? this.inner : this.outer).get(fullKey) ??
      this.add(isInner, fullKey, { class: kind, type, rows, columns, elements, members: [], name })
    );
  }

  /** The structure type with these members. */
  structure(name: string | undefined, members: readonly RdefMember[], elements: number, isInner: boolean): RdefType {
    let key = `struct ${name ?? ''}\n${elements}`;
    let columns = 0;
    for (const { name: member, type, offset } of members) {
      key += `\n${type!.offset} ${offset} ${member}`;
      columns += type!.rows * type!.columns * Math.max(1, type!.elements);
    }
    // The record has 16 bits for the sum, and the compiler truncates it.
    return this.add(isInner, key, {
      class: VariableClass.struct,
      type: 0,
      rows: 1,
      columns: columns & MAX_U16,
      elements,
      members,
      name,
    });
  }

  /**
   * The type with these `parts`. Equal parts have the same `key`.
   *
   * @param isInner of a member, an element or an interface: the compiler has other records for types of variables
   */
  add(
    isInner: boolean,
    key: string,
    parts: Omit<RdefType, 'offset' | 'subType' | 'baseClass' | 'interfaces'> & Partial<Pick<RdefType, 'subType'>>,
  ): RdefType {
    const types = isInner ? this.inner : this.outer;
    const known = types.get(key);
    if (known !== undefined) return known;
    const base = parts.members.find(({ name }) => name === SUPER)?.type;
    const isStruct = parts.class === VariableClass.struct;
    const type: RdefType = {
      class: parts.class,
      type: parts.type,
      rows: parts.rows,
      columns: parts.columns,
      elements: parts.elements,
      members: parts.members,
      // Structures have the names of the source; other types have one only if the layout has a field for it.
      name: this.named || isStruct ? parts.name : undefined,
      offset: this.types.length,
      subType: parts.subType,
      baseClass: base,
      interfaces: [],
    };
    types.set(key, type);
    this.types.push(type);
    return type;
  }

  /** Gives class types the interfaces whose pointers may point to their instances. */
  implement(buffers: readonly RdefBuffer[], { types, slots }: ClassLinkage): void {
    const classes = new Map<string, RdefType[]>();
    for (const type of this.types) {
      if (type.class !== VariableClass.struct || type.name === undefined) continue;
      appendTo(classes, type.name, type);
    }
    const groups = new Map<number, Uint16Array>();
    let first = 0;
    for (const { count, typeIds } of slots) {
      groups.set(first, typeIds);
      first += count;
    }
    // A text has few pointers and classes; the product of those of a damaged one must stay small.
    let budget = MAX_PAIRS;
    for (const { type: kind, variables } of buffers) {
      if (kind !== BufferType.interfacePointers) continue;
      for (const { offset, type } of variables) {
        const known = type?.subType;
        if (known === undefined) continue;
        for (const id of groups.get(offset) ?? []) {
          if (--budget < 0) return;
          for (const implementing of classes.get(types[id]?.name ?? '') ?? []) {
            const list = implementing.interfaces as RdefType[];
            budget -= list.length;
            if (!list.includes(known)) list.push(known);
          }
        }
      }
    }
    // Inherited interfaces are not repeated; base classes precede their derived classes.
    const all = new Map<RdefType, readonly RdefType[]>();
    for (const type of this.types) {
      const inherited = (type.baseClass && all.get(type.baseClass)) ?? [];
      const list = type.interfaces as RdefType[];
      const added = list.filter((known) => !inherited.includes(known));
      list.splice(0, list.length, ...added);
      all.set(type, inherited.length === 0 ? added : [...inherited, ...added]);
    }
  }
}

interface Shape {
  /** Of the type of a component. */
  readonly number: number;
  readonly rows: number;
  readonly columns: number;
  readonly isMatrix: boolean;
}

/** The most frequent shapes, by their text. */
const SHAPES = new Map<string, Shape>();
const MAX_CACHED = 4;
const MAX_CACHED_LENGTH = 16;

/** The shape of `float4` or `float4x4`; undefined for any other text. */
function shapeOf(text: string): Shape | undefined {
  const known = SHAPES.get(text);
  if (known !== undefined) return known;
  const found = /^(.*?)(\d{1,5})(?:x(\d{1,5}))?$/.exec(text);
  if (found === null) return undefined;
  const number = TYPE_NUMBERS.get(found[1]!);
  const isMatrix = found[3] !== undefined;
  const rows = isMatrix ? Number(found[2]) : 1;
  const columns = Number(isMatrix ? found[3] : found[2]);
  if (number === undefined || rows > MAX_U16 || columns > MAX_U16) return undefined;
  const shape = { number, rows, columns, isMatrix };
  if (rows <= MAX_CACHED && columns <= MAX_CACHED && text.length < MAX_CACHED_LENGTH) SHAPES.set(text, shape);
  return shape;
}

/** Bit of the flags of interface pointers. */
const VARIABLE_INTERFACE_POINTER = 4;
/** The offset of an unused interface pointer, and the first slot of a variable without resources. */
const NOWHERE = 0xffff_ffff;
const REGISTER_SIZE = 16;

/**
 * The buffers of the section.
 *
 * @param named types have names, as from shader model 5.0 on and in libraries
 * @param linkage has the classes that implement an interface, if one of its pointers may point to them
 */
export function readBuffers(
  section: Section,
  named: boolean,
  linkage: ClassLinkage | undefined,
  reports: LineReports,
): RdefBuffer[] {
  const types = new BufferTypes(named);
  const buffers = new BufferReader(section, types, reports).read();
  if (linkage !== undefined) types.implement(buffers, linkage);
  return buffers;
}

/** A structure whose closing brace is still to come. */
interface OpenStructure {
  readonly name: string | undefined;
  /** Their offsets count from the beginning of the buffer. */
  readonly members: RdefMember[];
}

/** The comment after a declaration. */
interface Placement {
  readonly offset: number;
  readonly size: number | undefined;
  readonly used: boolean;
}

class BufferReader {
  private readonly buffers: RdefBuffer[] = [];
  private readonly open: OpenStructure[] = [];
  private variables: Writable<RdefVariable>[] = [];
  private type = -1;
  private name = '';
  /** Inside the braces of a buffer. */
  private inside = false;
  private defaults: number[] = [];
  private defaultsAt: Line | undefined;
  private readonly section: string;
  private failed = false;

  constructor(
    private readonly lines: Section,
    private readonly types: BufferTypes,
    private readonly reports: LineReports,
  ) {
    this.section = sectionName(lines);
  }

  read(): RdefBuffer[] {
    for (const line of this.lines.lines) {
      if (this.failed) break;
      this.line(line);
    }
    this.finishDefaults();
    if (this.inside && !this.failed) this.expected(this.lines.lines.at(-1) ?? this.lines.title, 'the } of the buffer');
    return this.failed ? [] : this.buffers;
  }

  private expected(line: Line, expected: string, from?: number, to?: number): void {
    if (!this.failed) this.reports.report(DX3204, line, { section: this.section, expected }, from, to);
    this.failed = true;
  }

  private line(line: Line): void {
    const text = line.text.startsWith('//') ? line.text : line.text.trimStart();
    const content = text.slice(2).trim();
    if (content === '') return;
    const first = content[0]!;
    if ((first === 'T' || first === 'S') && /^Textures?: |^Samplers?: /.test(content)) this.slots(line, content);
    else if ((first === '=' || first === '0') && /^(?:= )?0x[0-9a-fA-F]{8}(?: |$)/.test(content))
      this.defaultRow(line, content);
    else {
      this.finishDefaults();
      if (!this.inside) this.bufferStart(line, content);
      else if (content === '{') return;
      else if (content === 'struct' || content.startsWith('struct ')) this.structure(line, content);
      else if (content === '}' && this.open.length === 0) this.finishBuffer();
      else this.declaration(line);
    }
  }

  private bufferStart(line: Line, content: string): void {
    if (content === '{') {
      if (this.type < 0) this.expected(line, 'a buffer such as cbuffer NAME');
      this.inside = this.type >= 0;
      return;
    }
    const type = BUFFER_TYPES.findIndex((text) => content.startsWith(`${text} `) || content === text);
    if (type < 0) this.expected(line, 'a buffer such as cbuffer NAME');
    else {
      this.type = type;
      this.name = content.slice(BUFFER_TYPES[type]!.length + 1);
    }
  }

  private structure(line: Line, content: string): void {
    if (this.open.length >= MAX_TYPE_DEPTH) {
      this.reports.report(DX3212, line, { section: this.section, limit: MAX_TYPE_DEPTH });
      this.failed = true;
      return;
    }
    const name = content.slice('struct '.length);
    this.open.push({ name: content === 'struct' ? undefined : name, members: [] });
  }

  /** `TYPE NAME[4];  // Offset: ...`, or with a closing brace instead of the type. */
  private declaration(line: Line): void {
    const { text } = line;
    const comment = Math.max(text.lastIndexOf('// Offset:'), text.lastIndexOf('// Index:'));
    const declaration = (comment < 0 ? text : text.slice(0, comment)).trimEnd();
    if (comment < 3 || !declaration.endsWith(';')) {
      this.expected(line, 'a declaration that ends with ; and its // Offset:');
      return;
    }
    const placement = this.placement(line, comment);
    if (placement === undefined) return;
    const begin = text.indexOf('//') + 2;
    const declared = declaration.slice(begin, -1).trim();
    const array = declared.endsWith(']') ? /\[(\d{1,10})\]$/.exec(declared) : null;
    const elements = array === null ? 0 : Number(array[1]);
    if (elements > MAX_U16) {
      this.reports.report(DX3205, line, { section: this.section, number: elements, limit: MAX_U16 });
      this.failed = true;
      return;
    }
    const rest = array === null ? declared : declared.slice(0, array.index);
    if (rest.startsWith('}')) this.closing(line, rest.slice(1).trim(), elements, placement);
    else this.simple(line, rest, elements, placement);
  }

  private placement(line: Line, comment: number): Placement | undefined {
    const bytes = inBytes(line.text.slice(comment));
    const found = /^\/\/ Offset: +(\d+|N\/A)(?: +Size: +(\d+|N\/A))?( \[unused\])?\s*$/.exec(bytes);
    const offset = found === null ? Number.NaN : offsetOf(found[1]!);
    if (found === null || offset > NOWHERE || offsetOf(found[2] ?? '0') > NOWHERE) {
      this.expected(line, '// Offset: and Size: with numbers', comment);
      return undefined;
    }
    const size = found[2] === undefined ? undefined : found[2] === 'N/A' ? 0 : Number(found[2]);
    return { offset, size, used: found[3] === undefined };
  }

  private closing(line: Line, name: string, elements: number, placement: Placement): void {
    const structure = this.open.pop();
    if (structure === undefined) {
      this.expected(line, 'a declaration; there is no structure to close');
      return;
    }
    const members = structure.members.map((member) => ({
      ...member,
      offset: (member.offset - placement.offset) >>> 0,
    }));
    this.add(line, name, this.types.structure(structure.name, members, elements, this.isInner), placement);
  }

  private simple(line: Line, text: string, elements: number, placement: Placement): void {
    const blank = text.lastIndexOf(' ');
    const spelled = text.slice(0, Math.max(0, blank)).trim();
    const type = this.types.simple(spelled, elements, this.isInner);
    if (type !== undefined) this.add(line, text.slice(blank + 1), type, placement);
    else {
      const from = line.text.indexOf(spelled);
      this.expected(line, 'a type such as float4', from, from + Math.max(1, spelled.length));
    }
  }

  private add(line: Line, name: string, type: RdefType, { offset, size, used }: Placement): void {
    const structure = this.open.at(-1);
    if (structure !== undefined) {
      structure.members.push({ name, type, offset });
      if (structure.members.length <= MAX_U16) return;
      this.reports.report(DX3205, line, { section: this.section, number: structure.members.length, limit: MAX_U16 });
      this.failed = true;
      return;
    }
    if (size === undefined) {
      this.expected(line, 'the Size: of the variable');
      return;
    }
    const pointer = this.type === BufferType.interfacePointers;
    const flags = (used ? VARIABLE_USED : 0) | (pointer ? VARIABLE_INTERFACE_POINTER : 0);
    this.variables.push({
      name,
      offset,
      size,
      flags,
      type,
      defaults: undefined,
      textureStart: NOWHERE,
      textureCount: 0,
      samplerStart: NOWHERE,
      samplerCount: 0,
    });
  }

  /** `Textures:  t5-t6, Sampler: s0` */
  private slots(line: Line, content: string): void {
    const variable = this.variables.at(-1);
    const found =
      /^(?:Textures?: +t(\d{1,10})(?:-t(\d{1,10}))?)?(?:, )?(?:Samplers?: +s(\d{1,10})(?:-s(\d{1,10}))?)?$/.exec(
        content,
      );
    if (variable === undefined || found === null) {
      this.expected(line, 'slots such as Texture: t0, Sampler: s0');
      return;
    }
    const count = (first: string, last: string | undefined) =>
      last === undefined ? 1 : (Number(last) - Number(first) + 1) >>> 0;
    if (found[1] !== undefined) {
      variable.textureStart = Number(found[1]) >>> 0;
      variable.textureCount = count(found[1], found[2]);
    }
    if (found[3] !== undefined) {
      variable.samplerStart = Number(found[3]) >>> 0;
      variable.samplerCount = count(found[3], found[4]);
    }
    // Members that are resources are counted in the type, although no line shows them.
    const { type, textureCount, samplerCount } = variable;
    if (type?.class !== VariableClass.struct) return;
    const columns = type.columns + Math.floor((textureCount + samplerCount) / Math.max(1, type.elements));
    variable.type = this.types.add(this.isInner, `${type.offset} with resources ${columns}`, {
      ...type,
      columns: columns & MAX_U16,
    });
  }

  private defaultRow(line: Line, content: string): void {
    const variable = this.variables.at(-1);
    const words = content.replace(/^= /, '').split(/ +/);
    const bad = words.find((word) => !/^0x[0-9a-fA-F]{8}$/.test(word));
    if (variable === undefined || bad !== undefined) {
      this.expected(line, 'default values such as 0x3f800000');
      return;
    }
    this.defaultsAt ??= line;
    for (const word of words) this.defaults.push(Number(word));
  }

  /** Gives the last variable the default value that was read. */
  private finishDefaults(): void {
    const { defaultsAt: line } = this;
    if (line === undefined || this.failed) return;
    const variable = this.variables.at(-1)!;
    const count = Math.ceil(variable.size / 4);
    if (this.defaults.length === count) variable.defaults = Uint32Array.from(this.defaults);
    else this.expected(line, `a default value of ${count} words, not ${this.defaults.length}`);
    this.defaults = [];
    this.defaultsAt = undefined;
  }

  private finishBuffer(): void {
    const { type, name, variables } = this;
    let end = 0;
    for (const { offset, size } of variables) end = Math.max(end, offset + size);
    const size = type === BufferType.resourceBindInfo ? end : Math.ceil(end / REGISTER_SIZE) * REGISTER_SIZE;
    this.buffers.push({ name, variables, size: size >>> 0, flags: 0, type });
    this.variables = [];
    this.inside = false;
    this.type = -1;
  }

  private get isInner(): boolean {
    return this.open.length > 0 || this.type === BufferType.resourceBindInfo;
  }
}

/**
 * A comment such as `// Index: 5.y Components: 1`, which a modding tool (3Dmigoto) writes instead of offsets, with
 * bytes as the disassembler does; other comments as they are. An index is one register with its components, registers
 * in a row, or the first and the last one, perhaps with the last component of the last one.
 */
function inBytes(comment: string): string {
  const found = INDEX.exec(comment);
  if (found === null) return comment;
  const [, register, more, components, count, unused = ''] = found;
  const first = more === undefined && components !== undefined ? 'xyzw'.indexOf(components[0]!) : 0;
  const size = count === undefined ? '' : ` Size: ${4 * Number(count)}`;
  return `// Offset: ${REGISTER_SIZE * Number(register) + 4 * first}${size}${unused}`;
}

const INDEX =
  /^\/\/ Index: +(\d{1,9})(-\d{1,9}|(?: \d{1,9})+)?(?:\.([xyzw]{1,4}))?(?: +Components: +(\d{1,9}))?( \[unused\])?\s*$/;

/** The number after `Offset:` or `Size:`. */
function offsetOf(text: string): number {
  return text === 'N/A' ? NOWHERE : Number(text);
}
