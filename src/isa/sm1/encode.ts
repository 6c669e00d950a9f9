/**
 * Converts shader model 1-3 streams to editable objects and back: `encodeSm1(decodeSm1(bytes))` returns the same bytes
 * for any input. Fields are stored as raw bits; the encoder computes lengths and tokens of relative addresses.
 *
 * Not for: making instructions (builder.ts), changing programs (edit.ts), passes that only read (cursor.ts).
 */
import type { ByteSource } from '../../base/bytes.ts';
import type { Diagnostic } from '../../base/diagnostics.ts';
import { bytesOf, wordsOf } from '../../base/words.ts';
import { programBytes } from '../program-bytes.ts';
import { Sm1Cursor, type Sm1OperandSlot } from './cursor.ts';
import { SM1_COMMENT, SM1_END } from './opcodes.ts';
import { readSm1Words } from './program.ts';

import { SM1_REGISTERS } from './registers.ts';
import { Sm1CommentToken, Sm1InstructionToken, Sm1SourceToken, Sm1VersionToken } from './tokens.ts';

/** A register token and, where it is addressed relatively, the token of the register that is added. */
export interface Sm1OperandNode {
  readonly token: number;
  /** Written from 2_0 on; in 1_x it is always a0.x and has no token. */
  readonly relative?: number;
}

export interface Sm1InstructionNode {
  readonly kind: 'instruction';
  /** The instruction token with its length field 0. */
  readonly token: number;
  /** The length field, only when it is wrong. */
  readonly length?: number;
  /** The DWORD of `dcl` before its destination. */
  readonly attributes?: number;
  readonly destination?: Sm1OperandNode;
  readonly predicate?: number;
  /** Raw values of `def`, `defi` and `defb`. */
  readonly literals: readonly number[];
  readonly sources: readonly Sm1OperandNode[];
}

export interface Sm1CommentNode {
  readonly kind: 'comment';
  /** The comment token with its length field 0. */
  readonly token: number;
  /** The length field, only where fewer DWORDs follow. */
  readonly length?: number;
  /** Its data, tag included; read-only. */
  readonly words: Uint32Array;
}

export type Sm1Node = Sm1InstructionNode | Sm1CommentNode;

/** A program in parts. Immutable: edits make a new one. */
export interface Sm1Module {
  /** The version token; undefined where the input is shorter than that. */
  readonly version: number | undefined;
  /** Instructions and comments in stream order, as `Sm1Program.starts` counts them. */
  readonly nodes: readonly Sm1Node[];
  /** The END token; undefined where the stream has none. */
  readonly end: number | undefined;
  /** Bytes after the end, or after the last full DWORD. */
  readonly tail: Uint8Array;
}

const NO_LITERALS: readonly number[] = [];
const NO_SOURCES: readonly Sm1OperandNode[] = [];

/** The register that operands of 1_x are relative to: a0.x */
export const SM1_FIXED_RELATIVE = Sm1SourceToken.typeLow.set(
  Sm1SourceToken.mark.set(0, 1),
  SM1_REGISTERS.addressOrTexture.code,
);

/** A module with the diagnostics of its bytes. Edits return modules without diagnostics. */
export interface Sm1DecodedModule extends Sm1Module {
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Returns the module of a token stream, its version token first. Damaged streams are accepted, and nothing is lost.
 *
 * @param program the stream as bytes or as words
 * @throws TypeError when `program` holds no bytes, a container, or a program of shader model 4-5.1
 */
export function decodeSm1(program: ByteSource): Sm1DecodedModule {
  return decodeSm1Bytes(programBytes(program, 'sm1', 'decodeSm1'));
}

/** {@link decodeSm1} for any bytes. */
export function decodeSm1Bytes(bytes: Uint8Array): Sm1DecodedModule {
  const words = wordsOf(bytes);
  const program = readSm1Words(words);
  const { count, end, hasEnd, diagnostics } = program;
  const cursor = new Sm1Cursor(program);
  const nodes: Sm1Node[] = [];
  for (let i = 0; i < count; i++) {
    cursor.goto(i);
    nodes.push(cursor.isComment ? commentNode(cursor) : instructionNode(cursor));
  }
  return {
    version: words[0],
    nodes,
    end: hasEnd ? words[end] : undefined,
    tail: bytes.subarray(4 * (hasEnd ? end + 1 : words.length)),
    diagnostics,
  };
}

function commentNode(cursor: Sm1Cursor): Sm1CommentNode {
  const { words, literals, end, token } = cursor;
  const length = Sm1CommentToken.length.get(token);
  return {
    kind: 'comment',
    token: Sm1CommentToken.length.set(token, 0),
    ...(length === end - literals ? {} : { length }),
    words: words.subarray(literals, end),
  };
}

function instructionNode(cursor: Sm1Cursor): Sm1InstructionNode {
  const { words, token, attributes, operands, firstSource, predicate } = cursor;
  const length = Sm1InstructionToken.length.get(token);
  const right = cursor.relativeTokens ? cursor.operandWords : 0;
  return {
    kind: 'instruction',
    token: Sm1InstructionToken.length.set(token, 0),
    ...(length === right ? {} : { length }),
    ...(attributes < 0 ? {} : { attributes: words[attributes]! }),
    ...(firstSource === 0 ? {} : { destination: operandNode(cursor, operands[0]!) }),
    ...(predicate < 0 ? {} : { predicate: words[predicate]! }),
    literals: cursor.literals < 0 ? NO_LITERALS : [...words.subarray(cursor.literals, cursor.sources)],
    sources: sourcesOf(cursor),
  };
}

function sourcesOf(cursor: Sm1Cursor): readonly Sm1OperandNode[] {
  const { operands, operandCount, firstSource } = cursor;
  if (firstSource === operandCount) return NO_SOURCES;
  return operands.slice(firstSource, operandCount).map((slot) => operandNode(cursor, slot));
}

function operandNode(
  { words, relativeTokens }: Sm1Cursor,
  { at, isRelative, relativeAt }: Sm1OperandSlot,
): Sm1OperandNode {
  const token = words[at]!;
  if (relativeAt >= 0) return { token, relative: words[relativeAt]! };
  return isRelative && !relativeTokens ? { token, relative: SM1_FIXED_RELATIVE } : { token };
}

/**
 * Returns the bytes of a program. Lengths are computed for nodes without their own.
 *
 * @throws RangeError when an instruction or a comment is too long for its length field
 */
export function encodeSm1({ version, nodes, end, tail }: Sm1Module): Uint8Array {
  const lengths = Sm1VersionToken.major.get(version ?? 0) >= 2;
  const words: number[] = version === undefined ? [] : [version];
  for (const node of nodes) {
    if (node.kind === 'comment') pushComment(words, node);
    else pushInstruction(words, node, lengths);
  }
  if (end !== undefined) words.push(end);
  const bytes = new Uint8Array(4 * words.length + tail.byteLength);
  bytes.set(bytesOf(new Uint32Array(words)));
  bytes.set(tail, 4 * words.length);
  return bytes;
}

function pushComment(words: number[], { token, length, words: data }: Sm1CommentNode): void {
  words.push(Sm1CommentToken.length.set(token, length ?? data.length));
  for (let i = 0; i < data.length; i++) words.push(data[i]!);
}

/** @param version2 from 2_0 on: instructions have lengths and relative addresses have tokens */
function pushInstruction(words: number[], node: Sm1InstructionNode, version2: boolean): void {
  const start = words.length;
  words.push(node.token);
  if (node.attributes !== undefined) words.push(node.attributes);
  if (node.destination !== undefined) pushOperand(words, node.destination, version2);
  if (node.predicate !== undefined) words.push(node.predicate);
  for (const literal of node.literals) words.push(literal);
  for (const source of node.sources) pushOperand(words, source, version2);
  const length = node.length ?? (version2 ? words.length - start - 1 : 0);
  words[start] = Sm1InstructionToken.length.set(node.token, length);
}

function pushOperand(words: number[], { token, relative }: Sm1OperandNode, version2: boolean): void {
  words.push(token);
  if (version2 && relative !== undefined) words.push(relative);
}

/** Returns a program of these nodes, with an END token. */
export function sm1Module(version: number, nodes: readonly Sm1Node[]): Sm1Module {
  return { version, nodes, end: SM1_END, tail: new Uint8Array(0) };
}

/** Returns a comment with `data` (padded with zeros to full DWORDs) after its tag. */
export function sm1CommentNode(tag: number, data: Uint8Array): Sm1CommentNode {
  const bytes = new Uint8Array(4 + 4 * Math.ceil(data.byteLength / 4));
  bytes.set(data, 4);
  const words = wordsOf(bytes);
  words[0] = tag;
  return { kind: 'comment', token: SM1_COMMENT, words };
}
