/**
 * Functions, inlined calls and variables of a program database as data of the common model: which instructions come
 * from each, the name of the component of a variable by its offset in the type (`.x`, `._m01`, `[2].color.x`), and
 * registers as listings write them in notes on variables. Spellings, and what is refused: oracle.
 */

import { u32At } from '../../base/words.ts';
import { COMPONENTS } from '../../isa/components.ts';
import { SM4_OPERAND_TYPES, type Sm4OperandTypeName } from '../../isa/sm4/operands.ts';
import type {
  DebugFunction,
  DebugInstruction,
  DebugLocation,
  DebugRange,
  DebugValue,
  DebugVariable,
  NumberedInstruction,
} from '../model.ts';
import { ByteReader, LEAF, LOCAL_FLAG } from './codeview.ts';
import { type PdbModule, type PdbSourceLine, type Spdb, sectionAddress } from './spdb.ts';
import type { PdbGlobal, PdbLocation, PdbScope } from './symbols.ts';
import type { PdbTypes } from './types.ts';

/** Why a name is cut short. */
export type NameFault =
  | 'no type'
  | 'no length'
  | 'overrun'
  | 'no member'
  | 'no array element'
  | 'no vector element'
  | 'vector member'
  | 'no matrix element'
  | 'matrix member'
  | 'kind';

export interface ComponentName {
  /** The text after the name of the variable. */
  readonly text: string;
  /** Null where the name is complete. */
  readonly fault: NameFault | null;
}

/** {@link componentName} without what listings write for types that they do not know. */
export function partName(types: PdbTypes, index: number, offset: number): string {
  return componentName(types, index, offset).text.replace(/<unknown HLSL built-in .*$/, '');
}

/** Types in types; damaged ones may contain themselves. */
const MAX_DEPTH = 64;

/** The name of the bytes from byte `offset` on of a value of type `index`. */
export function componentName(types: PdbTypes, index: number, offset: number): ComponentName {
  let text = '';
  let at = offset;
  let next = index;
  const cut = (fault: NameFault): ComponentName => ({ text, fault });
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    const type = types.bare(next);
    if (type?.kind === 'pointer') return cut('kind');
    const length = types.sizeOf(next);
    if (type === undefined || length === undefined) return cut('no length');
    if (at >= length) return cut('overrun');
    switch (type.kind) {
      case 'struct': {
        const member = types
          .members(type.fields)
          .find((field) => at >= field.offset && at - field.offset < types.size(field.type));
        if (member === undefined) return cut('no member');
        if (member.name !== '') text += `.${member.name}`;
        at -= member.offset;
        next = member.type;
        break;
      }
      case 'array': {
        if (!types.has(type.element)) return cut('no array element');
        if (type.stride === 0) return cut('overrun');
        text += `[${Math.floor(at / type.stride)}]`;
        at %= type.stride;
        next = type.element;
        break;
      }
      case 'vector': {
        const element = types.size(type.element);
        if (element === 0) return cut('no vector element');
        const component = at / element;
        const letter = component < type.count ? COMPONENTS[component] : undefined;
        if (letter === undefined) return cut('vector member');
        text += `.${letter}`;
        return { text, fault: null };
      }
      case 'matrix': {
        const element = types.size(type.element);
        if (element === 0) return cut('no matrix element');
        if (type.stride === 0) return cut('matrix member');
        const major = Math.floor(at / type.stride);
        const minor = (at % type.stride) / element;
        const [row, column] = type.rowMajor ? [major, minor] : [minor, major];
        if (!Number.isInteger(minor) || row >= type.rows || column >= type.columns) return cut('matrix member');
        text += `._m${row}${column}`;
        return { text, fault: null };
      }
      case 'resource':
        if (type.builtIn === INTERFACE) return { text: `${text}.${COMPONENTS[(at >>> 2) & 3]}`, fault: null };
        return { text: `${text}<unknown HLSL built-in ${type.builtIn} offset ${at}>`, fault: null };
      case 'scalar':
        return { text, fault: null };
      default:
        return cut('kind');
    }
  }
  return cut('no length');
}

/** The built-in type of `this` in methods of classes that are called through an interface. */
const INTERFACE = 0x200;

/** Registers by how their indices are written; all others hold no variables. */
const STYLES = {
  elements: ['temp', 'input', 'output', 'inputControlPoint', 'outputControlPoint', 'inputPatchConstant'],
  number: ['indexableTemp', 'sampler', 'resource', 'stream', 'unorderedAccessView'],
  this: ['thisPointer'],
  none: [
    ...(['inputPrimitiveId', 'outputControlPointId', 'inputForkInstanceId', 'inputJoinInstanceId'] as const),
    ...(['inputGsInstanceId', 'inputDomainPoint', 'inputCoverageMask', 'innerCoverage', 'cycleCounter'] as const),
    ...(['inputThreadId', 'inputThreadGroupId', 'inputThreadIdInGroup', 'inputThreadIdInGroupFlattened'] as const),
    ...(['outputDepth', 'outputDepthGreaterEqual', 'outputDepthLessEqual', 'outputCoverageMask'] as const),
    ...(['outputStencilRef', 'rasterizer'] as const),
  ],
} as const satisfies Record<string, readonly Sm4OperandTypeName[]>;
type Style = keyof typeof STYLES;

/** Prefixes and styles by the number of the operand type. */
const ROWS = new Map<number, { readonly prefix: string; readonly style: Style }>(
  (Object.keys(STYLES) as Style[]).flatMap((style) =>
    STYLES[style].map((name) => [SM4_OPERAND_TYPES[name].code, { prefix: SM4_OPERAND_TYPES[name].prefix, style }]),
  ),
);

/** Why a register has no name; one that is `unnamed` ends the notes without a word. */
export type RegisterFault = 'index count' | 'register type' | 'unnamed';

export interface SpdbRegister {
  readonly name: string;
  /** `.x`, or empty. */
  readonly component: string;
}

/** Indices of a location; more are not read. */
const MAX_INDICES = 2;

/** The register of `location`. */
export function spdbRegister({ register, indices }: PdbLocation): SpdbRegister | RegisterFault {
  if (indices.length > MAX_INDICES) return 'index count';
  const row = ROWS.get(register);
  if (row === undefined) return 'register type';
  const { prefix, style } = row;
  const [at, element] = indices;
  if (style === 'none') {
    const component = at === undefined || element !== undefined ? '' : componentOf(at);
    return { name: prefix, component };
  }
  if (at === undefined) return 'unnamed';
  const number = at >>> 4;
  if (element !== undefined) {
    if (style !== 'elements') return 'unnamed';
    return { name: `${prefix}[${element}][${number}]`, component: componentOf(at) };
  }
  if (style === 'number') return { name: `${prefix}${at}`, component: '' };
  const name = style === 'this' ? `${prefix}[${number}]` : `${prefix}${number}`;
  return { name, component: componentOf(at) };
}

/** Whether the register of `next` is that of `one`, as far as the indices of `next` say. */
export function isSameRegister(one: PdbLocation, next: PdbLocation): boolean {
  if (one.register !== next.register) return false;
  return next.indices.every((index, i) => (i === 0 ? index >>> 4 === one.indices[0]! >>> 4 : index === one.indices[i]));
}

/** The component at byte `at` of a register. */
function componentOf(at: number): string {
  return `.${COMPONENTS[(at >>> 2) & 3]}`;
}

/** A function while its instructions are being found. */
type Found = DebugFunction & { readonly ranges: DebugRange[] };

export class PdbFunctions {
  readonly #spdb: Spdb;
  /** Index in {@link functions} of each scope. */
  readonly #indices = new Map<PdbScope, number>();
  /** Index of each file of the database by its name. */
  readonly #files: ReadonlyMap<string, number>;
  readonly functions: Found[] = [];

  constructor(spdb: Spdb, files: ReadonlyMap<string, number>) {
    this.#spdb = spdb;
    this.#files = files;
    for (const module of spdb.modules) for (const scope of module.symbols.functions) this.#add(module, scope, null);
  }

  /** Every scope with its index, those of inlined calls after the function around them. */
  get scopes(): IterableIterator<[PdbScope, number]> {
    return this.#indices.entries();
  }

  /** The location of each instruction; fills in the ranges and call sites of {@link functions}. */
  instructions(program: readonly NumberedInstruction[]): DebugInstruction[] {
    const found: DebugInstruction[] = [];
    for (const { index, start, end } of program) {
      const module = this.#spdb.moduleAt(start);
      if (module === undefined) continue;
      const scopes = this.#spdb.scopesAt(module, start);
      const line = this.#spdb.lineAt(module, scopes, start, end);
      for (const [depth, scope] of scopes.entries()) this.#covered(module, scopes, depth, scope, start, end);
      const owner = scopes[0] === undefined ? null : (this.#indices.get(scopes[0]) ?? null);
      const location = line === undefined ? null : this.#location(module, line);
      if (location !== null || owner !== null) found.push({ index, offset: start, end, location, function: owner });
    }
    return found;
  }

  /** Notes that an instruction comes from `scope`; the first one gives the call that was inlined. */
  #covered(
    module: PdbModule,
    scopes: readonly PdbScope[],
    depth: number,
    scope: PdbScope,
    start: number,
    end: number,
  ): void {
    const index = this.#indices.get(scope);
    if (index === undefined) return;
    const one = this.functions[index]!;
    const last = one.ranges.at(-1);
    if (last?.end === start) one.ranges[one.ranges.length - 1] = { start: last.start, end };
    else one.ranges.push({ start, end });
    if (last !== undefined || scope.parent === null) return;
    const line = this.#spdb.lineAt(module, scopes.slice(depth + 1), start, end);
    if (line !== undefined) this.functions[index] = { ...one, callSite: this.#location(module, line) };
  }

  #location(module: PdbModule, { file, line, lineEnd, column, columnEnd }: PdbSourceLine): DebugLocation {
    return {
      file: this.#file(module, file),
      line,
      column: column === 0 ? null : column,
      endLine: lineEnd,
      endColumn: columnEnd === 0 ? null : columnEnd,
    };
  }

  /** The index of a file by its offset in the table of files of its module. */
  #file(module: PdbModule, offset: number): number | null {
    const entry = module.lines.files.get(offset);
    const name = entry && module.files[entry.index];
    return name === undefined ? null : (this.#files.get(name) ?? null);
  }

  #add(module: PdbModule, first: PdbScope, outer: number | null): void {
    // Calls nest as deeply as a damaged file says, so there is no recursion.
    const waiting: [PdbScope, number | null][] = [[first, outer]];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const [scope, inlinedInto] = next;
      const inlinee = scope.annotations === null ? undefined : module.lines.inlinees.get(scope.type);
      const location: DebugLocation | null =
        inlinee === undefined
          ? null
          : {
              file: this.#file(module, inlinee.file),
              line: inlinee.line,
              column: null,
              endLine: null,
              endColumn: null,
            };
      const index = this.functions.length;
      this.#indices.set(scope, index);
      const { name, type } = this.#named(scope);
      this.functions.push({ name, type, location, inlinedInto, callSite: null, ranges: [] });
      for (const call of scope.inlined.toReversed()) waiting.push([call, index]);
    }
  }

  /** The name and type of a function: an inlined call has the number of a record with both. */
  #named({ name, type }: PdbScope): { name: string; type: string | null } {
    const { types, ids } = this.#spdb;
    if (name !== null) return { name, type: functionType(types, type) };
    const record = ids.record(type);
    if (record?.leaf !== LEAF.LF_FUNC_ID && record?.leaf !== LEAF.LF_MFUNC_ID) return { name: '', type: null };
    const reader = new ByteReader(ids.bytes, record.start + 4, record.end);
    return { type: functionType(types, reader.u32()), name: reader.text() };
  }
}

/** Such as `float4(float4,float)`. */
function functionType(types: Spdb['types'], index: number): string | null {
  const type = types.bare(index);
  if (type?.kind !== 'function') return null;
  const list = types.record(type.parameters);
  if (list?.leaf !== LEAF.LF_ARGLIST) return null;
  const count = Math.min(u32At(types.bytes, list.start), Math.floor((list.end - list.start - 4) / 4));
  const names: string[] = [];
  for (let i = 0; i < count; i++) names.push(types.name(u32At(types.bytes, list.start + 4 + 4 * i)) ?? '?');
  return `${types.name(type.returns) ?? 'void'}(${names.join(',')})`;
}

/** A slot of {@link PdbGlobal} that is not used. */
const NO_SLOT = 0xffff;

/** The variables of functions, in their order, then global ones. */
export function pdbVariables(spdb: Spdb, functions: PdbFunctions): DebugVariable[] {
  const address = sectionAddress(spdb, 1) ?? 0;
  const variables: DebugVariable[] = [];
  for (const [scope, index] of functions.scopes) {
    for (const { name, type, flags, locations } of scope.locals) {
      variables.push({
        name,
        type: spdb.types.name(type),
        location: null,
        function: index,
        parameter: (flags & LOCAL_FLAG.parameter) !== 0,
        values: locations.flatMap((location) => valuesOf(spdb, type, location, address)),
      });
    }
  }
  for (const { symbols } of spdb.modules) for (const global of symbols.globals) variables.push(globalOf(spdb, global));
  return variables;
}

/** Nothing for a register that listings do not know. */
function valuesOf(spdb: Spdb, type: number, location: PdbLocation, address: number): DebugValue[] {
  const register = spdbRegister(location);
  if (typeof register === 'string') return [];
  return [
    {
      part: location.partial ? partName(spdb.types, type, location.offset) : '',
      register: register.name,
      component: register.component === '' ? null : register.component.slice(1),
      ranges: rangesOf(location, address),
    },
  ];
}

/** The parts of a range that are not in one of its gaps. */
function rangesOf({ start, length, gaps }: PdbLocation, address: number): DebugRange[] {
  const ranges: DebugRange[] = [];
  let from = start + address;
  const end = from + length;
  for (const gap of gaps) {
    const gapStart = start + address + gap.start;
    if (gapStart > from) ranges.push({ start: from, end: Math.min(gapStart, end) });
    from = Math.max(from, gapStart + gap.length);
  }
  if (from < end) ranges.push({ start: from, end });
  return ranges;
}

/** A global variable is at its binding throughout the program; a static one has a register (source: oracle). */
function globalOf(spdb: Spdb, { name, type, register, isStatic, ...slots }: PdbGlobal): DebugVariable {
  const { dataSlot, dataOffset, textureSlot, samplerSlot, uavSlot } = slots;
  const values: DebugValue[] = [];
  const add = (at: string, component: string | null) =>
    values.push({ part: '', register: at, component, ranges: [{ start: 0, end: null }] });
  const row = dataOffset >>> 4;
  const isArray = register === SM4_OPERAND_TYPES.indexableTemp.code;
  if (dataSlot !== NO_SLOT) {
    const isTemporary = isStatic && (isArray || register === SM4_OPERAND_TYPES.temp.code);
    const at = !isTemporary ? `cb${dataSlot}[${row}]` : isArray ? `x${dataSlot}[${row}]` : `r${row}`;
    add(at, COMPONENTS[(dataOffset >>> 2) & 3]!);
  }
  if (textureSlot !== NO_SLOT) add(`t${textureSlot}`, null);
  if (samplerSlot !== NO_SLOT) add(`s${samplerSlot}`, null);
  if (uavSlot !== NO_SLOT) add(`u${uavSlot}`, null);
  return { name, type: spdb.types.name(type), location: null, function: null, parameter: false, values };
}
