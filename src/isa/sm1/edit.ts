/**
 * Edits of a decoded program (`decodeSm1`): insert, remove and replace instructions, rename registers, change
 * constants and comments. Each returns a new program; everything else keeps its bits.
 *
 * Positions are indices of `module.nodes`, comments counted. Removing and replacing leaves comments where they are.
 *
 * Not for: keeping a program valid. Validate the result.
 */
import { bytesOf } from '../../base/words.ts';
import { sm1LiteralWord, sm1RegisterToken } from './builder.ts';
import { Sm1CommentTag } from './comments.ts';
import {
  type Sm1InstructionNode,
  type Sm1Module,
  type Sm1Node,
  type Sm1OperandNode,
  sm1CommentNode,
} from './encode.ts';
import { SM1_OPCODE_BY_CODE, SM1_OPCODES, type Sm1Opcode } from './opcodes.ts';
import { SM1_REGISTER_BY_CODE, SM1_REGISTER_NAME_BY_CODE, type Sm1RegisterName } from './registers.ts';
import {
  Sm1DestinationToken,
  Sm1InstructionToken,
  Sm1SourceToken,
  Sm1VersionToken,
  sm1RegisterType,
} from './tokens.ts';

/** A register by the name of its file; `const` has the numbers 0 to 8191. */
export interface Sm1RegisterRef {
  readonly register: Sm1RegisterName;
  readonly number: number;
}

/** Positions from `start` to `end`, exclusive. */
export interface Sm1PositionRange {
  readonly start: number;
  readonly end: number;
}

// --- search -----------------------------------------------------------------------------------------------------

/** The opcode row of an instruction; undefined for comments and for an opcode without a row. */
export function sm1OpcodeOf(node: Sm1Node): Sm1Opcode | undefined {
  return node.kind === 'comment' ? undefined : SM1_OPCODE_BY_CODE.get(Sm1InstructionToken.opcode.get(node.token));
}

/** Positions of the instructions with this opcode, or of the nodes for which `wanted` holds. */
export function findSm1Nodes(module: Sm1Module, wanted: Sm1Opcode | ((node: Sm1Node) => boolean)): number[] {
  const holds = typeof wanted === 'function' ? wanted : (node: Sm1Node) => sm1OpcodeOf(node) === wanted;
  return module.nodes.flatMap((node, position) => (holds(node) ? [position] : []));
}

/** Positions of the instructions that name `ref` anywhere: as result, source, predicate or address. */
export function findSm1Register(module: Sm1Module, { register, number }: Sm1RegisterRef): number[] {
  return findSm1Nodes(module, (node) => {
    let found = false;
    mapRegisters(
      node,
      (ref) => {
        if (ref.register === register && ref.number === number) found = true;
        return ref;
      },
      true,
    );
    return found;
  });
}

/** The register of a token; undefined where its type has no row. */
export function sm1RegisterOf(token: number): Sm1RegisterRef | undefined {
  const name = SM1_REGISTER_NAME_BY_CODE[sm1RegisterType(token)];
  if (name === undefined) return undefined;
  const number = Sm1SourceToken.number.get(token);
  const { base } = SM1_REGISTER_BY_CODE[sm1RegisterType(token)]!;
  return base === undefined ? { register: name, number } : { register: 'const', number: number + base };
}

// --- instructions -----------------------------------------------------------------------------------------------

/** Inserts `nodes` before position `at`; `module.nodes.length` puts them at the end. */
export function insertSm1Nodes(module: Sm1Module, at: number, ...nodes: readonly Sm1Node[]): Sm1Module {
  checkRange(module, { start: at, end: at });
  return { ...module, nodes: [...module.nodes.slice(0, at), ...nodes, ...module.nodes.slice(at)] };
}

/** Removes the instructions from `start` to `end` (exclusive; one instruction when omitted). */
export function removeSm1Nodes(module: Sm1Module, start: number, end: number = start + 1): Sm1Module {
  return replaceSm1Nodes(module, { start, end });
}

/** Replaces the instructions of a range with `nodes`, at the position of the first one; its comments stay. */
export function replaceSm1Nodes(module: Sm1Module, range: Sm1PositionRange, ...nodes: readonly Sm1Node[]): Sm1Module {
  checkRange(module, range);
  const { start, end } = range;
  const old = module.nodes.slice(start, end);
  const first = old.findIndex(({ kind }) => kind === 'instruction');
  const before = first < 0 ? old : old.slice(0, first);
  const after = first < 0 ? [] : old.slice(first).filter(({ kind }) => kind === 'comment');
  return {
    ...module,
    nodes: [...module.nodes.slice(0, start), ...before, ...nodes, ...after, ...module.nodes.slice(end)],
  };
}

function checkRange({ nodes }: Sm1Module, { start, end }: Sm1PositionRange): void {
  const right = Number.isInteger(start) && Number.isInteger(end) && start >= 0 && start <= end && end <= nodes.length;
  if (!right)
    throw new RangeError(`positions ${start} to ${end} are out of range: the module has ${nodes.length} nodes`);
}

// --- registers --------------------------------------------------------------------------------------------------

/**
 * Replaces every use of register `from` with `to`: results, declarations, `def`, sources, predicates and the registers
 * of relative addresses. For a relative operand, the register before the bracket counts. The address register of 1_x,
 * which no token names, stays.
 *
 * @param range positions to change; all when omitted
 */
export function renameSm1Register(
  module: Sm1Module,
  from: Sm1RegisterRef,
  to: Sm1RegisterRef,
  range?: Sm1PositionRange,
): Sm1Module {
  const matches = ({ register, number }: Sm1RegisterRef) => register === from.register && number === from.number;
  return renameSm1Registers(module, (ref) => (matches(ref) ? to : ref), range);
}

/** Replaces many registers at once: `rename` is called for every use, so that registers can be exchanged. */
export function renameSm1Registers(
  module: Sm1Module,
  rename: (ref: Sm1RegisterRef) => Sm1RegisterRef,
  range: Sm1PositionRange = { start: 0, end: module.nodes.length },
): Sm1Module {
  checkRange(module, range);
  const addresses = Sm1VersionToken.major.get(module.version ?? 0) >= 2;
  const nodes = module.nodes.map((node, position) =>
    position < range.start || position >= range.end ? node : mapRegisters(node, rename, addresses),
  );
  return { ...module, nodes };
}

/**
 * Returns `node` with its registers renamed; the same object when nothing changes.
 *
 * @param addresses also the registers that operands are relative to
 */
function mapRegisters(node: Sm1Node, rename: (ref: Sm1RegisterRef) => Sm1RegisterRef, addresses: boolean): Sm1Node {
  if (node.kind === 'comment') return node;
  const operand = (old: Sm1OperandNode): Sm1OperandNode => {
    const token = renamed(old.token, rename);
    if (old.relative === undefined) return token === old.token ? old : { token };
    const relative = addresses ? renamed(old.relative, rename) : old.relative;
    return token === old.token && relative === old.relative ? old : { token, relative };
  };
  const { destination, predicate } = node;
  const newDestination = destination && operand(destination);
  const newPredicate = predicate === undefined ? undefined : renamed(predicate, rename);
  const sources = node.sources.map(operand);
  const same =
    newDestination === destination &&
    newPredicate === predicate &&
    sources.every((source, i) => source === node.sources[i]);
  if (same) return node;
  return {
    ...node,
    ...(newDestination === undefined ? {} : { destination: newDestination }),
    ...(newPredicate === undefined ? {} : { predicate: newPredicate }),
    sources,
  };
}

/** Returns `token` with another register; its other fields stay. */
function renamed(token: number, rename: (ref: Sm1RegisterRef) => Sm1RegisterRef): number {
  const ref = sm1RegisterOf(token);
  if (ref === undefined || !Sm1SourceToken.mark.test(token)) return token;
  const to = rename(ref);
  if (to.register === ref.register && to.number === ref.number) return token;
  const register = sm1RegisterToken(to.register, to.number);
  let made = Sm1SourceToken.number.set(token, Sm1SourceToken.number.get(register));
  made = Sm1SourceToken.typeHigh.set(made, Sm1SourceToken.typeHigh.get(register));
  return Sm1SourceToken.typeLow.set(made, Sm1SourceToken.typeLow.get(register));
}

// --- constants and comments -------------------------------------------------------------------------------------

/** The opcodes that set constants, by register, and what their values are. */
const DEFINITIONS = {
  const: { opcode: 'def', role: 'float', count: 4 },
  constInt: { opcode: 'defi', role: 'int', count: 4 },
  constBool: { opcode: 'defb', role: 'bool', count: 1 },
} as const;

/**
 * Sets register `number` of a file of constants to `values`: four numbers, one boolean in an array, or raw DWORDs as a
 * `Uint32Array`. Every `def` of that register is changed; where there is none, one is put before the code.
 */
export function setSm1Constant(
  module: Sm1Module,
  register: keyof typeof DEFINITIONS,
  number: number,
  values: readonly (number | boolean)[] | Uint32Array,
): Sm1Module {
  const { opcode, role, count } = DEFINITIONS[register];
  if (values.length !== count) throw new RangeError(`${opcode} takes ${count} values, not ${values.length}`);
  const raw = values instanceof Uint32Array;
  const literals = Array.from(values, (value) => (raw ? Number(value) : sm1LiteralWord(role, value)));
  const sets = (node: Sm1Node) => {
    const ref = sm1OpcodeOf(node) === opcode && node.kind === 'instruction' && node.destination;
    const named = ref ? sm1RegisterOf(ref.token) : undefined;
    return named?.register === register && named.number === number;
  };
  if (module.nodes.some(sets)) {
    return { ...module, nodes: module.nodes.map((node) => (sets(node) ? ({ ...node, literals } as Sm1Node) : node)) };
  }
  const token = Sm1DestinationToken.mask.set(sm1RegisterToken(register, number), Sm1DestinationToken.mask.ones);
  const definition: Sm1InstructionNode = {
    kind: 'instruction',
    token: SM1_OPCODES[opcode].code,
    destination: { token },
    literals,
    sources: [],
  };
  const code = module.nodes.findIndex((node) => node.kind === 'instruction' && !declares(node));
  return insertSm1Nodes(module, code < 0 ? module.nodes.length : code, definition);
}

function declares(node: Sm1Node): boolean {
  const name = sm1OpcodeOf(node);
  const category = name && SM1_OPCODES[name].category;
  return category === 'declaration' || category === 'constant';
}

/**
 * Replaces the data of the first comment with `tag` (`Sm1CommentTag.constantTable`, ...), or removes it when `data` is
 * undefined. A new comment becomes the first node.
 */
export function setSm1Comment(module: Sm1Module, tag: number, data: Uint8Array | undefined): Sm1Module {
  const at = module.nodes.findIndex((node) => node.kind === 'comment' && node.words[0] === tag);
  const made = data === undefined ? [] : [sm1CommentNode(tag, data)];
  const before = at < 0 ? [] : module.nodes.slice(0, at);
  return { ...module, nodes: [...before, ...made, ...module.nodes.slice(at + 1)] };
}

/** The data of the first comment with `tag`, the tag not included; undefined where there is none. */
export function sm1CommentData(module: Sm1Module, tag: number): Uint8Array | undefined {
  const comment = module.nodes.find((node) => node.kind === 'comment' && node.words[0] === tag);
  return comment?.kind === 'comment' ? bytesOf(comment.words.subarray(1)) : undefined;
}

/**
 * The instructions of `program` with the comments of `original`, such as its constant table, before them. Debug
 * information describes the lines of one program and is left out. A preshader sets registers that only its own program
 * reads: with one, the constant table is that of `program`.
 */
export function replaceSm1Program(original: Sm1Module, program: Sm1Module): Sm1Module {
  const hasPreshader = sm1CommentData(original, Sm1CommentTag.preshader) !== undefined;
  const dropped = new Set<number>([Sm1CommentTag.debug]);
  if (hasPreshader) dropped.add(Sm1CommentTag.preshader).add(Sm1CommentTag.constantTable);
  const comments = original.nodes.filter((node) => node.kind === 'comment' && !dropped.has(node.words[0]!));
  const isUsed = (node: Sm1Node) =>
    node.kind === 'instruction' || (hasPreshader && node.words[0] === Sm1CommentTag.constantTable);
  return { ...program, nodes: [...comments, ...program.nodes.filter(isUsed)], tail: original.tail };
}
