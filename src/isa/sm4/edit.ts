/**
 * Edits of a program that was taken apart (`decodeSm4`): insert, remove and replace instructions, rename registers, change
 * operands and literals. Each gives a new program; what it does not touch stays bit for bit.
 *
 * Positions are indices of `draft.nodes`, declarations and data blocks counted.
 *
 * Not for: declarations that belong to a change (edit-declarations.ts), keeping a program valid, the container around it.
 */
import { operandFor } from './builder.ts';
import {
  dword,
  type Sm4Destination,
  type Sm4Literal,
  Sm4Register,
  type Sm4Source,
  sm4Registers,
} from './builder-operands.ts';
import {
  SM4_INDEX_FIELDS,
  type Sm4IndexNode,
  type Sm4InstructionNode,
  type Sm4Module,
  type Sm4Node,
  type Sm4OperandNode,
  sm4NodeLength,
} from './encode.ts';
import { SM4_OPCODE_BY_CODE, SM4_OPCODES, type Sm4Mnemonic } from './opcodes.ts';
import { SM4_OPERAND_TYPES, SM4_UNBOUNDED, type Sm4OperandTypeName } from './operands.ts';
import { SM4_HEADER_WORDS } from './scan.ts';
import { Sm4IndexRepresentation, Sm4InterfaceIdToken, Sm4OpcodeToken, Sm4OperandToken } from './tokens.ts';

/**
 * A register by the name of its file and its number: the slot of resources, the range id from 5.1 on, the register of inputs
 * with two indices (`v[vertex][number]`), the array of `x`. Files of one register have the number 0.
 */
export interface Sm4RegisterRef {
  readonly register: Sm4OperandTypeName;
  readonly number: number;
}

/** Positions from `start` to `end`, exclusive. */
export interface Sm4PositionRange {
  readonly start: number;
  readonly end: number;
}

// --- finding ----------------------------------------------------------------------------------------------------

/** The opcode row of a node, `customdata` for data blocks; undefined for an opcode without a row. */
export function sm4OpcodeOf(node: Sm4Node): Sm4Mnemonic | undefined {
  return node.kind === 'instruction'
    ? SM4_OPCODE_BY_CODE[Sm4OpcodeToken.opcode.get(node.token)]?.mnemonic
    : 'customdata';
}

/** Positions of the instructions with this opcode, or of the nodes for which `wanted` holds. */
export function findSm4Nodes(draft: Sm4Module, wanted: Sm4Mnemonic | ((node: Sm4Node) => boolean)): number[] {
  const holds = typeof wanted === 'function' ? wanted : (node: Sm4Node) => sm4OpcodeOf(node) === wanted;
  return draft.nodes.flatMap((node, position) => (holds(node) ? [position] : []));
}

/** Positions of the nodes that name `ref` anywhere: declared, as operand, or as part of an index. */
export function findSm4Register(draft: Sm4Module, { register, number }: Sm4RegisterRef): number[] {
  return findSm4Nodes(draft, (node) => {
    let found = false;
    visitSm4Registers(node, (ref) => {
      if (ref.register === register && ref.number === number) found = true;
    });
    return found;
  });
}

/** Calls `visit` for every register that `node` names. */
export function visitSm4Registers(node: Sm4Node, visit: (ref: Sm4RegisterRef) => void): void {
  mapRegisters(node, (ref) => {
    visit(ref);
    return ref;
  });
}

/** The file of an operand's register; undefined for literals and types without a row. */
export function sm4FileOf({ token }: Sm4OperandNode): Sm4OperandTypeName | undefined {
  const register = TYPE_NAMES[Sm4OperandToken.type.get(token)];
  return register === 'immediate32' || register === 'immediate64' ? undefined : register;
}

/**
 * The register of an operand; undefined for literals, types without a row, and where there is no number of 32 bits. A slot that is
 * computed, as methods of interfaces have it, is none: the number that is added to it names no slot.
 */
export function sm4RegisterOf(operand: Sm4OperandNode): Sm4RegisterRef | undefined {
  const register = sm4FileOf(operand);
  if (register === undefined) return undefined;
  if (SINGLE.has(register)) return { register, number: 0 };
  const { indices } = operand;
  const index = indices[sm4NumberIndex(register, indices.length)];
  if (index === undefined || (index.high !== undefined && index.high !== 0)) return undefined;
  if (index.relative !== undefined && SLOTS.has(register)) return undefined;
  // An index that is a register alone has the number 0, as listings print it.
  if (index.immediate === undefined && index.relative === undefined) return undefined;
  return { register, number: index.immediate ?? 0 };
}

/** Files whose registers are bound one by one from outside. */
const SLOTS: ReadonlySet<Sm4OperandTypeName> = new Set([
  ...(['constantBuffer', 'sampler', 'resource', 'unorderedAccessView'] as const),
]);

const TYPE_NAMES: readonly (Sm4OperandTypeName | undefined)[] = namesByCode();

function namesByCode(): (Sm4OperandTypeName | undefined)[] {
  const names: (Sm4OperandTypeName | undefined)[] = [];
  for (const [name, { code }] of Object.entries(SM4_OPERAND_TYPES)) names[code] = name as Sm4OperandTypeName;
  return names;
}

/** Files whose first of two indices is a vertex or control point. */
const ARRAYS_OF_VERTICES: ReadonlySet<Sm4OperandTypeName> = new Set([
  ...(['input', 'output', 'inputControlPoint', 'outputControlPoint'] as const),
]);

/** Which index of an operand is the number of its register. */
export function sm4NumberIndex(register: Sm4OperandTypeName, indexCount: number): number {
  return indexCount > 1 && ARRAYS_OF_VERTICES.has(register) ? indexCount - 1 : 0;
}

// --- places -----------------------------------------------------------------------------------------------------

/** Where each node begins, in bytes from the version token; one entry more for the end of the last. */
export function sm4NodeOffsets(draft: Sm4Module): number[] {
  let at = 4 * SM4_HEADER_WORDS;
  const offsets = draft.nodes.map((node) => {
    const offset = at;
    at += 4 * sm4NodeLength(node);
    return offset;
  });
  return [...offsets, at];
}

/** The position of the node in which a byte lies; undefined in front of the first and behind the last. */
export function sm4PositionAt(draft: Sm4Module, offset: number): number | undefined {
  const offsets = sm4NodeOffsets(draft);
  if (!(offset >= offsets[0]! && offset < offsets.at(-1)!)) return undefined;
  const behind = offsets.findIndex((start) => start > offset);
  return behind - 1;
}

// --- instructions -----------------------------------------------------------------------------------------------

/** `nodes` in front of position `at`; `draft.nodes.length` puts them at the end. */
export function insertSm4Nodes(draft: Sm4Module, at: number, ...nodes: readonly Sm4Node[]): Sm4Module {
  return replaceSm4Nodes(draft, { start: at, end: at }, ...nodes);
}

/** Without the nodes from `start` to `end` (exclusive; one where it is left out). */
export function removeSm4Nodes(draft: Sm4Module, start: number, end: number = start + 1): Sm4Module {
  return replaceSm4Nodes(draft, { start, end });
}

/** `nodes` in place of those of a range. */
export function replaceSm4Nodes(draft: Sm4Module, range: Sm4PositionRange, ...nodes: readonly Sm4Node[]): Sm4Module {
  checkRange(draft, range);
  const { start, end } = range;
  return { ...draft, nodes: [...draft.nodes.slice(0, start), ...nodes, ...draft.nodes.slice(end)] };
}

function checkRange({ nodes }: Sm4Module, { start, end }: Sm4PositionRange): void {
  const right = Number.isInteger(start) && Number.isInteger(end) && start >= 0 && start <= end && end <= nodes.length;
  if (!right) throw new RangeError(`range: positions ${start} to ${end} of ${nodes.length} nodes`);
}

/** The instruction at a position, with an operand of that number. */
function instructionWith(draft: Sm4Module, position: number, operand: number): Sm4InstructionNode {
  checkRange(draft, { start: position, end: position + 1 });
  const node = draft.nodes[position]!;
  if (node.kind !== 'instruction') throw new RangeError(`position: ${position} is a data block`);
  if (node.operands[operand] === undefined) {
    throw new RangeError(`operand: ${operand} of ${node.operands.length}, counted from 0`);
  }
  return node;
}

/**
 * Operand number `operand` (from 0) of an instruction replaced by a register or literal of the builder.
 *
 * @throws TypeError where a register of that file does not go there
 */
export function setSm4Operand(
  draft: Sm4Module,
  position: number,
  operand: number,
  given: Sm4Register | Sm4Destination | Sm4Source | Sm4Literal,
): Sm4Module {
  const node = instructionWith(draft, position, operand);
  const name = sm4OpcodeOf(node)!;
  if (SM4_OPCODES[name].kind === 'declaration') throw new TypeError(`position: ${name} is made anew, not changed`);
  const made = operandFor(name, SM4_OPCODES[name].operands[operand]!, operand, given);
  return replaceSm4Nodes(draft, { start: position, end: position + 1 }, withOperand(node, operand, made));
}

function withOperand(node: Sm4InstructionNode, at: number, operand: Sm4OperandNode): Sm4InstructionNode {
  return { ...node, operands: node.operands.map((old, i) => (i === at ? operand : old)) };
}

// --- literals ---------------------------------------------------------------------------------------------------

/** The words of literal operand number `operand` (from 0) of an instruction replaced by as many others. */
export function setSm4Literal(
  draft: Sm4Module,
  position: number,
  operand: number,
  words: ArrayLike<number>,
): Sm4Module {
  const node = instructionWith(draft, position, operand);
  const old = node.operands[operand]!;
  if (old.literal.length === 0) throw new RangeError(`operand: ${operand} is no literal`);
  if (words.length !== old.literal.length) {
    throw new RangeError(`words: the literal has ${old.literal.length}, not ${words.length}`);
  }
  const literal = Array.from(words, (word) => dword(word, 'words'));
  return replaceSm4Nodes(
    draft,
    { start: position, end: position + 1 },
    withOperand(node, operand, { ...old, literal }),
  );
}

/** Where a word of a literal stands. */
export interface Sm4LiteralPlace {
  readonly position: number;
  /** Number of the operand, from 0. */
  readonly operand: number;
  /** Number of the word, from 0: the component, of doubles the low and high halves. */
  readonly component: number;
  /** Whether it is half of a double. */
  readonly wide: boolean;
}

/**
 * Every word of every literal operand replaced by what `change` gives for it.
 *
 * @param range positions to change; all where it is left out
 */
export function mapSm4Literals(
  draft: Sm4Module,
  change: (word: number, place: Sm4LiteralPlace) => number,
  range: Sm4PositionRange = { start: 0, end: draft.nodes.length },
): Sm4Module {
  return mapNodes(draft, range, (node, position) => {
    if (node.kind !== 'instruction') return node;
    const operands = mapSame(node.operands, (old, operand) => {
      const wide = Sm4OperandToken.type.get(old.token) === SM4_OPERAND_TYPES.immediate64.code;
      const literal = mapSame(old.literal, (word, component) =>
        dword(change(word, { position, operand, component, wide }), 'change'),
      );
      return literal === old.literal ? old : { ...old, literal };
    });
    return operands === node.operands ? node : { ...node, operands };
  });
}

// --- registers --------------------------------------------------------------------------------------------------

/**
 * Every use of register `from` made one of `to`: operands, declarations, parts of indices, values of debug messages. Of an
 * index with a register part the number counts that is added; slots that are computed stay. How many temporary registers there are is not touched
 * (`coverSm4Temps`).
 *
 * @param range positions to change; all where it is left out
 * @throws RangeError where `to` has other indices than `from`
 */
export function renameSm4Register(
  draft: Sm4Module,
  from: Sm4RegisterRef,
  to: Sm4RegisterRef,
  range?: Sm4PositionRange,
): Sm4Module {
  const matches = ({ register, number }: Sm4RegisterRef) => register === from.register && number === from.number;
  return renameSm4Registers(draft, (ref) => (matches(ref) ? to : ref), range);
}

/** The same for many registers at once: `rename` is asked for every use, so that registers can be exchanged. */
export function renameSm4Registers(
  draft: Sm4Module,
  rename: (ref: Sm4RegisterRef) => Sm4RegisterRef,
  range: Sm4PositionRange = { start: 0, end: draft.nodes.length },
): Sm4Module {
  return mapNodes(draft, range, (node) => mapRegisters(node, rename));
}

function mapNodes(
  draft: Sm4Module,
  range: Sm4PositionRange,
  change: (node: Sm4Node, position: number) => Sm4Node,
): Sm4Module {
  checkRange(draft, range);
  const { start, end } = range;
  const nodes = draft.nodes.map((node, at) => (at < start || at >= end ? node : change(node, at)));
  return { ...draft, nodes };
}

/** `list` with each entry replaced; the same list where nothing changes. */
function mapSame<T>(list: readonly T[], change: (entry: T, i: number) => T): readonly T[] {
  let changed: T[] | undefined;
  for (let i = 0; i < list.length; i++) {
    const made = change(list[i]!, i);
    if (made === list[i]) continue;
    changed ??= [...list];
    changed[i] = made;
  }
  return changed ?? list;
}

type Rename = (ref: Sm4RegisterRef) => Sm4RegisterRef;

/** `node` with its registers renamed; the same object where nothing changes. */
function mapRegisters(node: Sm4Node, rename: Rename): Sm4Node {
  if (node.kind !== 'instruction' && node.kind !== 'shaderMessage') return node;
  const operands = mapSame(node.operands, (operand) => renamed(operand, rename));
  if (node.kind === 'shaderMessage') return operands === node.operands ? node : { ...node, operands };
  const payload = renamedPayload(node, rename);
  return operands === node.operands && payload === node.payload ? node : { ...node, operands, payload };
}

function renamed(operand: Sm4OperandNode, rename: Rename): Sm4OperandNode {
  const indices = mapSame(operand.indices, (index): Sm4IndexNode => {
    if (index.relative === undefined) return index;
    const relative = renamed(index.relative, rename);
    return relative === index.relative ? index : { ...index, relative };
  });
  const inner = indices === operand.indices ? operand : { ...operand, indices };
  const ref = sm4RegisterOf(operand);
  if (ref === undefined) return inner;
  const to = rename(ref);
  if (to.register === ref.register && to.number === ref.number) return inner;
  checkRename(ref, to);
  const type = SM4_OPERAND_TYPES[to.register].code;
  const typed = { ...inner, token: Sm4OperandToken.type.set(inner.token, type) };
  const at = sm4NumberIndex(ref.register, indices.length);
  return to.number === ref.number ? typed : withNumber(typed, at, dword(to.number, 'number'));
}

/** `operand` with `number` in index `at`; a register part to which nothing is added stands alone, as compilers write it. */
function withNumber(operand: Sm4OperandNode, at: number, number: number): Sm4OperandNode {
  const field = SM4_INDEX_FIELDS[at]!;
  const index = operand.indices[at]!;
  const plain = index.high === undefined && index.relative !== undefined;
  const alone = plain && number === 0;
  const made = alone ? { relative: index.relative! } : { ...index, immediate: number };
  const representation = alone ? Sm4IndexRepresentation.relative : Sm4IndexRepresentation.immediate32PlusRelative;
  return {
    ...operand,
    token: plain ? field.set(operand.token, representation) : operand.token,
    indices: operand.indices.map((old, i) => (i === at ? made : old)),
  };
}

/** Files of one register, which have no index. */
const SINGLE: ReadonlySet<Sm4OperandTypeName> = new Set(
  Object.values(sm4Registers).flatMap((one) => (one instanceof Sm4Register ? [one.name] : [])),
);
/** Files whose numbers also stand in declarations as mere numbers. */
const ARRAYS: ReadonlySet<Sm4OperandTypeName> = new Set([
  'indexableTemp',
  'functionBody',
  'functionTable',
  'interface',
]);

function checkRename(from: Sm4RegisterRef, to: Sm4RegisterRef): void {
  if (!Object.hasOwn(SM4_OPERAND_TYPES, to.register)) throw new RangeError(`to: no register file ${to.register}`);
  const single = SINGLE.has(to.register);
  if (single && to.number !== 0) throw new RangeError(`to: there is one ${to.register} only`);
  if (from.register === to.register) return;
  if (single !== SINGLE.has(from.register) || ARRAYS.has(from.register) || ARRAYS.has(to.register)) {
    throw new RangeError(`to: ${to.register} has other indices than ${from.register}`);
  }
}

/** The registers that declarations name without an operand. */
function renamedPayload(node: Sm4InstructionNode, rename: Rename): readonly number[] {
  const { payload } = node;
  const number = (register: Sm4OperandTypeName, old: number): number => {
    const from = { register, number: old };
    const to = rename(from);
    if (to.register === register && to.number === old) return old;
    checkRename(from, to);
    return dword(to.number, 'number');
  };
  switch (sm4OpcodeOf(node)) {
    case 'dcl_indexableTemp':
      return mapSame(payload, (word, i) => (i === 0 ? number('indexableTemp', word) : word));
    case 'dcl_function_body':
      return mapSame(payload, (word, i) => (i === 0 ? number('functionBody', word) : word));
    case 'dcl_function_table':
      // Its number, how many bodies, the bodies.
      return mapSame(payload, (word, i) => (i === 1 ? word : number(i === 0 ? 'functionTable' : 'functionBody', word)));
    case 'dcl_interface':
      // Its number, call sites, shape, the tables.
      return mapSame(payload, (word, i) => {
        if (i > 2) return number('functionTable', word);
        if (i > 0) return word;
        return Sm4InterfaceIdToken.id.set(word, number('interface', Sm4InterfaceIdToken.id.get(word)));
      });
    default:
      return payload;
  }
}

function isDeclaration(name: Sm4Mnemonic | undefined): boolean {
  return name !== undefined && SM4_OPCODES[name].kind === 'declaration';
}

/**
 * A range of 5.1 moved to other registers: the bounds of its declaration, and every index that counts from the start of the
 * register space (SM51-5, SM51-6).
 *
 * @param range file and range id
 * @param lower the first register from now on
 * @param space the register space; the old one where it is left out
 * @throws RangeError where no declaration has that range id
 */
export function moveSm4Range(draft: Sm4Module, range: Sm4RegisterRef, lower: number, space?: number): Sm4Module {
  const isRange = (operand: Sm4OperandNode) => {
    const ref = sm4RegisterOf(operand);
    return ref?.register === range.register && ref.number === range.number;
  };
  const declares = (node: Sm4Node): node is Sm4InstructionNode =>
    node.kind === 'instruction' &&
    isDeclaration(sm4OpcodeOf(node)) &&
    node.operands[0]?.indices.length === 3 &&
    isRange(node.operands[0]);
  const declaration = draft.nodes.find(declares);
  if (declaration === undefined) throw new RangeError(`range: no declaration of ${range.register} ${range.number}`);
  const [, first, last] = declaration.operands[0]!.indices;
  const by = dword(lower, 'lower') - (first!.immediate ?? 0);
  const shifted = (old: number) => (old === SM4_UNBOUNDED ? old : dword(old + by, 'lower'));
  const moved = (operand: Sm4OperandNode): Sm4OperandNode => {
    const indices = mapSame(operand.indices, (index) =>
      index.relative ? { ...index, relative: moved(index.relative) } : index,
    );
    const inner = indices === operand.indices ? operand : { ...operand, indices };
    const index = inner.indices[1];
    const counts = index?.immediate !== undefined || index?.relative !== undefined;
    if (!isRange(operand) || !counts) return inner;
    return withNumber(inner, 1, dword((index.immediate ?? 0) + by, 'lower'));
  };
  const nodes = draft.nodes.map((node): Sm4Node => {
    if (node.kind !== 'instruction' && node.kind !== 'shaderMessage') return node;
    if (!declares(node)) return { ...node, operands: mapSame(node.operands, moved) };
    const operand = withNumber(withNumber(node.operands[0]!, 1, lower), 2, shifted(last!.immediate ?? 0));
    const payload = space === undefined ? node.payload : [...node.payload.slice(0, -1), dword(space, 'space')];
    return { ...node, operands: [operand], payload };
  });
  return { ...draft, nodes };
}
