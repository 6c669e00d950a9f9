/**
 * Converts shader model 4-5.1 programs to editable objects and back: `encodeSm4(decodeSm4(bytes))` returns the same
 * bytes for any input. Fields are stored as raw bits; the encoder computes lengths and `extended` bits.
 *
 * Not for: building instructions (builder.ts), changing programs (edit.ts), passes that only read (cursor.ts).
 */
import type { ByteSource } from '../../base/bytes.ts';
import type { Diagnostic } from '../../base/diagnostics.ts';
import { MAX_OPERAND_NESTING } from '../../base/limits.ts';
import { bytesOf, wordsOf } from '../../base/words.ts';
import { programBytes } from '../program-bytes.ts';
import { Sm4CustomDataClass } from './names.ts';
import { SM4_OPCODE_BY_CODE, SM4_OPCODES } from './opcodes.ts';
import { SM4_OPERAND_TYPES } from './operands.ts';
import { readSm4Words, SM4_HEADER_WORDS, sm4CustomDataClass, sm4HasLongLength } from './program.ts';
import { SM4_MESSAGE_HEADER_WORDS } from './shader-message.ts';
import {
  Sm4ComponentCount,
  Sm4ExtendedOpcodeToken,
  Sm4IndexRepresentation,
  Sm4OpcodeToken,
  Sm4OperandToken,
} from './tokens.ts';

/** One index of an operand: only the parts that its representation in the operand token has. */
export interface Sm4IndexNode {
  /** The number, or the low half of a 64-bit number. */
  readonly immediate?: number;
  /** The high half of a 64-bit number. */
  readonly high?: number;
  /** The register whose value is added. Also missing if registers nest too deep to be read. */
  readonly relative?: Sm4OperandNode;
}

export interface Sm4OperandNode {
  /** The operand token with `extended` bit 0; representations and number of indices unchanged. */
  readonly token: number;
  /** The extended operand token. Readers take one, even if its `extended` bit is set. */
  readonly extension?: number;
  /** As many as the token has; none for literals. */
  readonly indices: readonly Sm4IndexNode[];
  /** The words of a literal: four, one or none. */
  readonly literal: readonly number[];
}

export interface Sm4InstructionNode {
  readonly kind: 'instruction';
  /** The opcode token with length field 0 and `extended` bit 0; the bit stays 1 only if no extension follows. */
  readonly token: number;
  /** The length field, only if it differs from the computed length. */
  readonly length?: number;
  /**
   * The length in a DWORD of its own after the token of a function table or an interface, only if it differs from the
   * computed length, or is not needed.
   */
  readonly longLength?: number;
  /** Extended opcode tokens, each with `extended` bit 0; the last one's stays 1 only if no other follows. */
  readonly extensions: readonly number[];
  /** The DWORD of `fcall` before its operand: the number of the interface's function. */
  readonly functionIndex?: number;
  readonly operands: readonly Sm4OperandNode[];
  /** The words after the operands: the numbers of a declaration, padding, all words of an unknown opcode. */
  readonly payload: readonly number[];
}

/** A block of data: the immediate constant buffer, a comment, or one of another class. */
export interface Sm4DataNode {
  readonly kind: 'immediateConstantBuffer' | 'comment' | 'customData';
  /** The token of `customdata`, which has the class. */
  readonly token: number;
  /** The length, only if fewer DWORDs follow. */
  readonly length?: number;
  /** The words after the first two DWORDs; callers must not change them. */
  readonly words: Uint32Array;
}

/** A debug message (`printf`, `errorf`). One with inconsistent lengths is a block of class `customData`. */
export interface Sm4MessageNode {
  readonly kind: 'shaderMessage';
  readonly token: number;
  /** The message's number in the debug layer's queue. */
  readonly id: number;
  /** The style of the format string: 1 is that of C's `printf`. */
  readonly style: number;
  /** Bytes of the format string by the block's own count, without the final NUL. */
  readonly characters: number;
  readonly operands: readonly Sm4OperandNode[];
  /** The format string with the padding of its last DWORD; callers must not change it. */
  readonly words: Uint32Array;
}

export type Sm4Node = Sm4InstructionNode | Sm4DataNode | Sm4MessageNode;

/** An editable program. It is immutable: edits return a new one. */
export interface Sm4Module {
  /** The version token; undefined if the input is shorter than the two DWORDs before the instructions. */
  readonly version: number | undefined;
  /** The program's length in DWORDs, only if it differs from the end of the last node. Edits keep it. */
  readonly length?: number;
  /** Instructions, declarations and data blocks in stream order, as `Sm4Program.starts` counts them. */
  readonly nodes: readonly Sm4Node[];
  /** The words after the last instruction that could be found. */
  readonly tail: Uint8Array;
}

const NONE: readonly never[] = [];
const CUSTOM_DATA = SM4_OPCODES.customdata.code;
const FUNCTION_CALL = SM4_OPCODES.fcall.code;
const IMMEDIATE32 = SM4_OPERAND_TYPES.immediate32.code;
const IMMEDIATE64 = SM4_OPERAND_TYPES.immediate64.code;
/** DWORDs before the data of a block: token and length. */
const DATA_HEADER_WORDS = 2;
export const SM4_INDEX_FIELDS = [Sm4OperandToken.index0, Sm4OperandToken.index1, Sm4OperandToken.index2] as const;

// --- decoding ---------------------------------------------------------------------------------------------------

/** A module with the diagnostics of its bytes. Edits return modules without diagnostics. */
export interface Sm4DecodedModule extends Sm4Module {
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Returns the module of a program, the payload of an SHDR or SHEX chunk, its version token first. Damaged programs are
 * accepted, and no word is lost.
 *
 * @param program the payload as bytes or as words
 * @throws TypeError when `program` holds no bytes, a container, or a program of shader model 1-3
 */
export function decodeSm4(program: ByteSource): Sm4DecodedModule {
  return decodeSm4Bytes(programBytes(program, 'sm4', 'decodeSm4'));
}

/** {@link decodeSm4} for any bytes. */
export function decodeSm4Bytes(bytes: Uint8Array): Sm4DecodedModule {
  const words = wordsOf(bytes);
  const { starts, count, end, diagnostics } = readSm4Words(words);
  if (words.length < SM4_HEADER_WORDS) return { version: undefined, nodes: [], tail: bytes, diagnostics };
  const nodes: Sm4Node[] = [];
  for (let i = 0; i < count; i++) {
    const start = starts[i]!;
    const stop = i + 1 < count ? starts[i + 1]! : end;
    const custom = Sm4OpcodeToken.opcode.get(words[start]!) === CUSTOM_DATA;
    nodes.push(custom ? dataNode(words, start, stop) : instructionNode(words, start, stop));
  }
  return {
    version: words[0],
    ...(words[1] === end ? {} : { length: words[1]! }),
    nodes,
    tail: bytes.subarray(4 * end),
    diagnostics,
  };
}

function dataNode(words: Uint32Array, start: number, end: number): Sm4DataNode | Sm4MessageNode {
  const token = words[start]!;
  const length = words[start + 1]!;
  const dataClass = sm4CustomDataClass(token);
  const cut = length !== end - start;
  if (dataClass === Sm4CustomDataClass.shaderMessage && !cut) {
    const message = messageNode(words, start, end);
    if (message !== undefined) return message;
  }
  return {
    kind: DATA_KINDS[dataClass] ?? 'customData',
    token,
    ...(cut ? { length } : {}),
    words: words.subarray(start + DATA_HEADER_WORDS, end),
  };
}

const DATA_KINDS: Readonly<Record<number, Sm4DataNode['kind']>> = {
  [Sm4CustomDataClass.immediateConstantBuffer]: 'immediateConstantBuffer',
  [Sm4CustomDataClass.comment]: 'comment',
};

/** Returns the message of a block, or undefined if the number or length of its operands differs from its own counts. */
function messageNode(words: Uint32Array, start: number, end: number): Sm4MessageNode | undefined {
  const body = start + SM4_MESSAGE_HEADER_WORDS;
  if (body > end) return undefined;
  const count = words[start + 5]!;
  const operandsEnd = body + words[start + 6]!;
  if (operandsEnd > end) return undefined;
  const reader = new OperandReader(words, body, operandsEnd);
  const operands: Sm4OperandNode[] = [];
  while (reader.at < operandsEnd) {
    const operand = operands.length < count ? reader.operand() : undefined;
    if (operand === undefined) return undefined;
    operands.push(operand);
  }
  if (operands.length !== count) return undefined;
  return {
    kind: 'shaderMessage',
    token: words[start]!,
    id: words[start + 2]!,
    style: words[start + 3]!,
    characters: words[start + 4]!,
    operands,
    words: words.subarray(operandsEnd, end),
  };
}

function instructionNode(words: Uint32Array, start: number, end: number): Sm4InstructionNode {
  const token = words[start]!;
  const length = Sm4OpcodeToken.length.get(token);
  const code = Sm4OpcodeToken.opcode.get(token);
  let at = start + 1;
  const long = sm4HasLongLength(token);
  const longLength = long ? words[at++]! : undefined;
  let chained = !long && Sm4OpcodeToken.extended.test(token);
  const extensions: number[] = [];
  while (chained && at < end) {
    const extension = words[at++]!;
    chained = Sm4ExtendedOpcodeToken.extended.test(extension);
    extensions.push(Sm4ExtendedOpcodeToken.extended.set(extension, chained && at === end ? 1 : 0));
  }
  const call = code === FUNCTION_CALL && at < end;
  const functionIndex = call ? words[at++]! : undefined;
  const count = SM4_OPCODE_BY_CODE[code]?.operands.length ?? 0;
  let operands: readonly Sm4OperandNode[] = NONE;
  if (count > 0) {
    const reader = new OperandReader(words, at, end);
    operands = reader.operands(count);
    at = reader.at;
  }
  const node: Sm4InstructionNode = {
    kind: 'instruction',
    token: Sm4OpcodeToken.extended.set(Sm4OpcodeToken.length.set(token, 0), chained && extensions.length === 0 ? 1 : 0),
    extensions,
    operands,
    payload: at < end ? [...words.subarray(at, end)] : NONE,
  };
  const size = end - start;
  const isRight = length === (long ? size & Sm4OpcodeToken.length.ones : size);
  if (isRight && !long && functionIndex === undefined) return node;
  const needsLongLength = longLength === size && size - 1 > Sm4OpcodeToken.length.ones;
  return {
    ...node,
    ...(isRight ? {} : { length }),
    ...(longLength === undefined || needsLongLength ? {} : { longLength }),
    ...(functionIndex === undefined ? {} : { functionIndex }),
  };
}

/** Reads operands that end at or before `end`. */
class OperandReader {
  constructor(
    private readonly words: Uint32Array,
    /** DWORD index of the next word. */
    public at: number,
    private readonly end: number,
  ) {}

  /** Reads up to `count` operands: those that end at or before the end. */
  operands(count: number): Sm4OperandNode[] {
    const operands: Sm4OperandNode[] = [];
    while (operands.length < count) {
      const operand = this.operand();
      if (operand === undefined) break;
      operands.push(operand);
    }
    return operands;
  }

  /** Reads the next operand; undefined, and nothing read, if it ends after the end. */
  operand(): Sm4OperandNode | undefined {
    const start = this.at;
    const operand = this.#operand(0);
    if (this.at <= this.end) return operand;
    this.at = start;
    return undefined;
  }

  /** Words past the end read as zero; {@link at} is then past the end. */
  #next(): number {
    const at = this.at++;
    return at < this.end ? this.words[at]! : 0;
  }

  #operand(depth: number): Sm4OperandNode {
    const token = this.#next();
    const extension = Sm4OperandToken.extended.test(token) ? this.#next() : undefined;
    const type = Sm4OperandToken.type.get(token);
    const isLiteral = type === IMMEDIATE32 || type === IMMEDIATE64;
    const bare = Sm4OperandToken.extended.set(token, 0);
    const indices = isLiteral ? NONE : this.#indices(token, depth);
    const literal = isLiteral ? this.#literal(token) : NONE;
    return extension === undefined ? { token: bare, indices, literal } : { token: bare, extension, indices, literal };
  }

  #literal(token: number): readonly number[] {
    const components = Sm4OperandToken.componentCount.get(token);
    if (components === Sm4ComponentCount.one) return [this.#next()];
    if (components !== Sm4ComponentCount.four) return NONE;
    return [this.#next(), this.#next(), this.#next(), this.#next()];
  }

  #indices(token: number, depth: number): readonly Sm4IndexNode[] {
    const count = Sm4OperandToken.indexDimension.get(token);
    if (count === 0) return NONE;
    const indices: Sm4IndexNode[] = [];
    for (let i = 0; i < count; i++) indices.push(this.#index(SM4_INDEX_FIELDS[i]!.get(token), depth));
    return indices;
  }

  #index(representation: number, depth: number): Sm4IndexNode {
    if (representation === Sm4IndexRepresentation.immediate32) return { immediate: this.#next() };
    const wide =
      representation === Sm4IndexRepresentation.immediate64 ||
      representation === Sm4IndexRepresentation.immediate64PlusRelative;
    // High word first.
    const high = wide ? this.#next() : undefined;
    const immediate =
      wide || representation === Sm4IndexRepresentation.immediate32PlusRelative ? this.#next() : undefined;
    // 5 to 7 are undefined and take no further words (source: oracle).
    const follows =
      representation >= Sm4IndexRepresentation.relative &&
      representation <= Sm4IndexRepresentation.immediate64PlusRelative &&
      depth < MAX_OPERAND_NESTING;
    const relative = follows ? this.#operand(depth + 1) : undefined;
    return {
      ...(high === undefined ? {} : { high }),
      ...(immediate === undefined ? {} : { immediate }),
      ...(relative === undefined ? {} : { relative }),
    };
  }
}

// --- encoding ---------------------------------------------------------------------------------------------------

/**
 * Returns the bytes of a program, for an SHDR or SHEX chunk. Lengths are computed unless a node has its own.
 *
 * @throws RangeError if an instruction is too long for its length field
 */
export function encodeSm4({ version, length, nodes, tail }: Sm4Module): Uint8Array {
  const words: number[] = [];
  if (version !== undefined) {
    words.push(version, 0);
    for (const node of nodes) pushNode(words, node);
    words[1] = length ?? words.length;
  }
  const bytes = new Uint8Array(4 * words.length + tail.byteLength);
  bytes.set(bytesOf(new Uint32Array(words)));
  bytes.set(tail, 4 * words.length);
  return bytes;
}

/** Returns the number of DWORDs of a node in a program. */
export function sm4NodeLength(node: Sm4Node): number {
  const words: number[] = [];
  pushNode(words, node);
  return words.length;
}

function pushNode(words: number[], node: Sm4Node): void {
  if (node.kind === 'instruction') pushInstruction(words, node);
  else if (node.kind === 'shaderMessage') pushMessage(words, node);
  else {
    words.push(node.token, node.length ?? DATA_HEADER_WORDS + node.words.length);
    pushAll(words, node.words);
  }
}

function pushInstruction(words: number[], node: Sm4InstructionNode): void {
  const { extensions, operands } = node;
  const start = words.length;
  words.push(extensions.length > 0 ? Sm4OpcodeToken.extended.set(node.token, 1) : node.token);
  const last = extensions.length - 1;
  for (let i = 0; i <= last; i++) {
    words.push(i < last ? Sm4ExtendedOpcodeToken.extended.set(extensions[i]!, 1) : extensions[i]!);
  }
  if (node.functionIndex !== undefined) words.push(node.functionIndex);
  for (let i = 0; i < operands.length; i++) pushOperand(words, operands[i]!);
  const { longLength, payload } = node;
  const { ones } = Sm4OpcodeToken.length;
  const long = longLength !== undefined || (words.length - start + payload.length > ones && mayBeLong(node.token));
  if (long) {
    words.push(longLength ?? words.length - start + payload.length + 1);
    words[start] = Sm4OpcodeToken.extended.set(node.token, 1);
  }
  pushAll(words, payload);
  const size = words.length - start;
  words[start] = Sm4OpcodeToken.length.set(words[start]!, node.length ?? (long ? size & ones : size));
}

/** Whether an opcode has a longer length in a DWORD of its own. */
function mayBeLong(token: number): boolean {
  return SM4_OPCODE_BY_CODE[Sm4OpcodeToken.opcode.get(token)]?.longLength === true;
}

function pushMessage(words: number[], { token, id, style, characters, operands, words: text }: Sm4MessageNode): void {
  const start = words.length;
  words.push(token, 0, id, style, characters, operands.length, 0);
  for (const operand of operands) pushOperand(words, operand);
  words[start + 6] = words.length - start - SM4_MESSAGE_HEADER_WORDS;
  pushAll(words, text);
  words[start + 1] = words.length - start;
}

function pushOperand(words: number[], { token, extension, indices, literal }: Sm4OperandNode): void {
  if (extension === undefined) words.push(token);
  else words.push(Sm4OperandToken.extended.set(token, 1), extension);
  for (let i = 0; i < indices.length; i++) {
    const { high, immediate, relative } = indices[i]!;
    if (high !== undefined) words.push(high);
    if (immediate !== undefined) words.push(immediate);
    if (relative !== undefined) pushOperand(words, relative);
  }
  pushAll(words, literal);
}

function pushAll(words: number[], more: ArrayLike<number>): void {
  for (let i = 0; i < more.length; i++) words.push(more[i]!);
}

export function sm4Module(version: number, nodes: readonly Sm4Node[]): Sm4Module {
  return { version, nodes, tail: new Uint8Array(0) };
}
