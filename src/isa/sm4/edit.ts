/**
 * Edits of a decoded program (`decodeSm4`): insert, remove and replace instructions, rename registers, change operands
 * and literals. Each returns a new program; everything else keeps its bits.
 *
 * Positions are indices of `module.nodes`, including declarations and data blocks.
 *
 * Not for: declarations that a change needs (edit-declarations.ts), keeping a program valid, the container around it.
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
import { SM4_HEADER_WORDS } from './program.ts';
import { Sm4IndexRepresentation, Sm4InterfaceIdToken, Sm4OpcodeToken, Sm4OperandToken } from './tokens.ts';

/**
 * A register by the name of its file and its number: the slot of resources, the range id from 5.1 on, the register of
 * inputs with two indices (`v[vertex][number]`), the array of `x`. Files of one register have the number 0.
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

// --- search -----------------------------------------------------------------------------------------------------

/** Returns the mnemonic of a node, `customdata` for data blocks; undefined for an unknown opcode. */
export function sm4OpcodeOf(node: Sm4Node): Sm4Mnemonic | undefined {
  return node.kind === 'instruction'
    ? SM4_OPCODE_BY_CODE[Sm4OpcodeToken.opcode.get(node.token)]?.mnemonic
    : 'customdata';
}

/** Returns the positions of the instructions with this opcode, or of the nodes that `wanted` accepts. */
export function findSm4Nodes(module: Sm4Module, wanted: Sm4Mnemonic | ((node: Sm4Node) => boolean)): number[] {
  const holds = typeof wanted === 'function' ? wanted : (node: Sm4Node) => sm4OpcodeOf(node) === wanted;
  return module.nodes.flatMap((node, position) => (holds(node) ? [position] : []));
}

/** Returns the positions of the nodes that name `ref`: in a declaration, as operand, or in an index. */
export function findSm4Register(module: Sm4Module, { register, number }: Sm4RegisterRef): number[] {
  return findSm4Nodes(module, (node) => {
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

/** Returns the file of an operand's register; undefined for literals and unknown types. */
export function sm4FileOf({ token }: Sm4OperandNode): Sm4OperandTypeName | undefined {
  const register = TYPE_NAMES[Sm4OperandToken.type.get(token)];
  return register === 'immediate32' || register === 'immediate64' ? undefined : register;
}

/**
 * Returns the register of an operand; undefined for literals, unknown types, and without a 32-bit number. A computed
 * slot, as in methods of interfaces, is undefined too: the number that is added to it is not a slot.
 */
export function sm4RegisterOf(operand: Sm4OperandNode): Sm4RegisterRef | undefined {
  const register = sm4FileOf(operand);
  if (register === undefined) return undefined;
  if (SINGLE.has(register)) return { register, number: 0 };
  const { indices } = operand;
  const index = indices[sm4NumberIndex(register, indices.length)];
  if (index === undefined || (index.high !== undefined && index.high !== 0)) return undefined;
  if (index.relative !== undefined && SLOTS.has(register)) return undefined;
  // An index with a register only has the number 0, as in listings.
  if (index.immediate === undefined && index.relative === undefined) return undefined;
  return { register, number: index.immediate ?? 0 };
}

/** Files whose registers an application binds. */
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

export function sm4NumberIndex(register: Sm4OperandTypeName, indexCount: number): number {
  return indexCount > 1 && ARRAYS_OF_VERTICES.has(register) ? indexCount - 1 : 0;
}

// --- offsets ----------------------------------------------------------------------------------------------------

/** Returns the byte offset of each node from the version token, and as a last entry the end of the last node. */
export function sm4NodeOffsets(module: Sm4Module): number[] {
  let at = 4 * SM4_HEADER_WORDS;
  const offsets = module.nodes.map((node) => {
    const offset = at;
    at += 4 * sm4NodeLength(node);
    return offset;
  });
  return [...offsets, at];
}

/** Returns the position of the node that contains a byte; undefined before the first and after the last node. */
export function sm4PositionAt(module: Sm4Module, offset: number): number | undefined {
  const offsets = sm4NodeOffsets(module);
  if (!(offset >= offsets[0]! && offset < offsets.at(-1)!)) return undefined;
  const next = offsets.findIndex((start) => start > offset);
  return next - 1;
}

// --- instructions -----------------------------------------------------------------------------------------------

/** Inserts `nodes` before position `at`; `module.nodes.length` appends them. */
export function insertSm4Nodes(module: Sm4Module, at: number, ...nodes: readonly Sm4Node[]): Sm4Module {
  return replaceSm4Nodes(module, { start: at, end: at }, ...nodes);
}

/** Removes the nodes from `start` to `end`, exclusive; without `end` one node. */
export function removeSm4Nodes(module: Sm4Module, start: number, end: number = start + 1): Sm4Module {
  return replaceSm4Nodes(module, { start, end });
}

/** Replaces the nodes of a range. */
export function replaceSm4Nodes(module: Sm4Module, range: Sm4PositionRange, ...nodes: readonly Sm4Node[]): Sm4Module {
  checkRange(module, range);
  const { start, end } = range;
  return { ...module, nodes: [...module.nodes.slice(0, start), ...nodes, ...module.nodes.slice(end)] };
}

function checkRange({ nodes }: Sm4Module, { start, end }: Sm4PositionRange): void {
  const right = Number.isInteger(start) && Number.isInteger(end) && start >= 0 && start <= end && end <= nodes.length;
  if (!right) throw new RangeError(`range: positions ${start} to ${end} are not within ${nodes.length} nodes`);
}

/** The instruction at a position; throws if it has no operand with that number. */
function instructionWith(module: Sm4Module, position: number, operand: number): Sm4InstructionNode {
  checkRange(module, { start: position, end: position + 1 });
  const node = module.nodes[position]!;
  if (node.kind !== 'instruction') throw new RangeError(`position: ${position} is a data block`);
  if (node.operands[operand] === undefined) {
    throw new RangeError(`operand: no operand ${operand}; the instruction has ${node.operands.length}, counted from 0`);
  }
  return node;
}

/**
 * Replaces operand number `operand` (from 0) of an instruction by a register or literal of the builder.
 *
 * @throws TypeError if the operand cannot be a register of that file
 */
export function setSm4Operand(
  module: Sm4Module,
  position: number,
  operand: number,
  given: Sm4Register | Sm4Destination | Sm4Source | Sm4Literal,
): Sm4Module {
  const node = instructionWith(module, position, operand);
  const name = sm4OpcodeOf(node)!;
  if (SM4_OPCODES[name].kind === 'declaration')
    throw new TypeError(`position: ${name} is a declaration; replace it instead`);
  const made = operandFor(name, SM4_OPCODES[name].operands[operand]!, operand, given);
  return replaceSm4Nodes(module, { start: position, end: position + 1 }, withOperand(node, operand, made));
}

function withOperand(node: Sm4InstructionNode, at: number, operand: Sm4OperandNode): Sm4InstructionNode {
  return { ...node, operands: node.operands.map((old, i) => (i === at ? operand : old)) };
}

// --- literals ---------------------------------------------------------------------------------------------------

/** Replaces the words of literal operand number `operand` (from 0) of an instruction by as many others. */
export function setSm4Literal(
  module: Sm4Module,
  position: number,
  operand: number,
  words: ArrayLike<number>,
): Sm4Module {
  const node = instructionWith(module, position, operand);
  const old = node.operands[operand]!;
  if (old.literal.length === 0) throw new RangeError(`operand: ${operand} is not a literal`);
  if (words.length !== old.literal.length) {
    throw new RangeError(`words: expected ${old.literal.length}, found ${words.length}`);
  }
  const literal = Array.from(words, (word) => dword(word, 'words'));
  return replaceSm4Nodes(
    module,
    { start: position, end: position + 1 },
    withOperand(node, operand, { ...old, literal }),
  );
}

/** The location of a word of a literal. */
export interface Sm4LiteralLocation {
  readonly position: number;
  /** Number of the operand, from 0. */
  readonly operand: number;
  /** Number of the word, from 0: the component; of doubles the low and high halves. */
  readonly component: number;
  readonly wide: boolean;
}

/**
 * Replaces every word of every literal operand by the result of `change`.
 *
 * @param range positions to change; default: all
 */
export function mapSm4Literals(
  module: Sm4Module,
  change: (word: number, location: Sm4LiteralLocation) => number,
  range: Sm4PositionRange = { start: 0, end: module.nodes.length },
): Sm4Module {
  return mapNodes(module, range, (node, position) => {
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
 * Renames register `from` to `to` in operands, declarations, indices and values of debug messages. In an index with a
 * register part the number that is added counts; computed slots stay. The declared number of temporary registers stays
 * (`coverSm4Temps` raises it).
 *
 * @param range positions to change; default: all
 * @throws RangeError if `to` has other indices than `from`
 */
export function renameSm4Register(
  module: Sm4Module,
  from: Sm4RegisterRef,
  to: Sm4RegisterRef,
  range?: Sm4PositionRange,
): Sm4Module {
  const matches = ({ register, number }: Sm4RegisterRef) => register === from.register && number === from.number;
  return renameSm4Registers(module, (ref) => (matches(ref) ? to : ref), range);
}

/** Renames many registers at once: `rename` is called for every use, so that registers can be exchanged. */
export function renameSm4Registers(
  module: Sm4Module,
  rename: (ref: Sm4RegisterRef) => Sm4RegisterRef,
  range: Sm4PositionRange = { start: 0, end: module.nodes.length },
): Sm4Module {
  return mapNodes(module, range, (node) => mapRegisters(node, rename));
}

function mapNodes(
  module: Sm4Module,
  range: Sm4PositionRange,
  change: (node: Sm4Node, position: number) => Sm4Node,
): Sm4Module {
  checkRange(module, range);
  const { start, end } = range;
  const nodes = module.nodes.map((node, at) => (at < start || at >= end ? node : change(node, at)));
  return { ...module, nodes };
}

/** Returns `list` with each entry replaced; the same list when nothing changes. */
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

/** Returns `node` with its registers renamed; the same object when nothing changes. */
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

/** Returns `operand` with `number` in index `at`; a register part plus 0 has no number, as compilers write it. */
function withNumber(operand: Sm4OperandNode, at: number, number: number): Sm4OperandNode {
  const field = SM4_INDEX_FIELDS[at]!;
  const index = operand.indices[at]!;
  const isRelative = index.high === undefined && index.relative !== undefined;
  const alone = isRelative && number === 0;
  const made = alone ? { relative: index.relative! } : { ...index, immediate: number };
  const representation = alone ? Sm4IndexRepresentation.relative : Sm4IndexRepresentation.immediate32PlusRelative;
  return {
    ...operand,
    token: isRelative ? field.set(operand.token, representation) : operand.token,
    indices: operand.indices.map((old, i) => (i === at ? made : old)),
  };
}

/** Files with one register, which have no index. */
const SINGLE: ReadonlySet<Sm4OperandTypeName> = new Set(
  Object.values(sm4Registers).flatMap((one) => (one instanceof Sm4Register ? [one.name] : [])),
);
/** Files whose numbers are also in the payload of declarations. */
const ARRAYS: ReadonlySet<Sm4OperandTypeName> = new Set([
  'indexableTemp',
  'functionBody',
  'functionTable',
  'interface',
]);

function checkRename(from: Sm4RegisterRef, to: Sm4RegisterRef): void {
  if (!Object.hasOwn(SM4_OPERAND_TYPES, to.register)) throw new RangeError(`to: unknown register file ${to.register}`);
  const single = SINGLE.has(to.register);
  if (single && to.number !== 0) throw new RangeError(`to: there is only one ${to.register}`);
  if (from.register === to.register) return;
  if (single !== SINGLE.has(from.register) || ARRAYS.has(from.register) || ARRAYS.has(to.register)) {
    throw new RangeError(`to: ${to.register} has other indices than ${from.register}`);
  }
}

/** Renames the registers that declarations name in their payload. */
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
      // The table's number, the number of bodies, the bodies.
      return mapSame(payload, (word, i) => (i === 1 ? word : number(i === 0 ? 'functionTable' : 'functionBody', word)));
    case 'dcl_interface':
      // The interface's number, call sites, array size and number of tables, the tables.
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
 * Moves a range of 5.1 to other registers: changes the bounds of its declaration, and every index that counts from the
 * start of the register space (SM51-5, SM51-6).
 *
 * @param range file and range id
 * @param lower the new first register
 * @param space the new register space; default: the old one
 * @throws RangeError if no declaration has that range id
 */
export function moveSm4Range(module: Sm4Module, range: Sm4RegisterRef, lower: number, space?: number): Sm4Module {
  const isRange = (operand: Sm4OperandNode) => {
    const ref = sm4RegisterOf(operand);
    return ref?.register === range.register && ref.number === range.number;
  };
  const declares = (node: Sm4Node): node is Sm4InstructionNode =>
    node.kind === 'instruction' &&
    isDeclaration(sm4OpcodeOf(node)) &&
    node.operands[0]?.indices.length === 3 &&
    isRange(node.operands[0]);
  const declaration = module.nodes.find(declares);
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
  const nodes = module.nodes.map((node): Sm4Node => {
    if (node.kind !== 'instruction' && node.kind !== 'shaderMessage') return node;
    if (!declares(node)) return { ...node, operands: mapSame(node.operands, moved) };
    const operand = withNumber(withNumber(node.operands[0]!, 1, lower), 2, shifted(last!.immediate ?? 0));
    const payload = space === undefined ? node.payload : [...node.payload.slice(0, -1), dword(space, 'space')];
    return { ...node, operands: [operand], payload };
  });
  return { ...module, nodes };
}
