/** Builds tokens of SM 4-5.1 programs for tests, from the fields in src/isa/sm4/tokens.ts. Checks nothing. */
import { fourCC } from '../src/base/words.ts';
import { computeChecksum } from '../src/container/digest.ts';
import { SM4_OPCODES, type Sm4Mnemonic } from '../src/isa/sm4/opcodes.ts';
import { SM4_OPERAND_TYPES, type Sm4OperandTypeName } from '../src/isa/sm4/operands.ts';
import {
  Sm4ComponentCount,
  Sm4ExtendedOperandKind,
  Sm4ExtendedOperandToken,
  Sm4IndexRepresentation,
  Sm4OpcodeToken,
  Sm4OperandToken,
  Sm4SelectionMode,
  Sm4VersionToken,
} from '../src/isa/sm4/tokens.ts';

/** An index: a number, or a register and a number. */
export type IndexSpec = number | { readonly register: readonly number[]; readonly plus?: number };

/** The index that compilers make of a register and a number: next to a register they write no 0 (source: oracle). */
export const relativeIndex = (register: readonly number[], plus: number): IndexSpec =>
  plus === 0 ? { register } : { register, plus };

export interface OperandSpec {
  readonly indices?: readonly IndexSpec[];
  readonly mask?: number;
  /** Two bits a component. */
  readonly swizzle?: number;
  readonly select?: number;
  /** Without mask, swizzle or select: how many components; none by default. */
  readonly components?: keyof typeof Sm4ComponentCount;
  readonly modifier?: number;
  readonly minPrecision?: number;
  readonly nonUniform?: boolean;
}

const INDEX_FIELDS = [Sm4OperandToken.index0, Sm4OperandToken.index1, Sm4OperandToken.index2] as const;

/** The words of one operand. */
export function operandWords(type: Sm4OperandTypeName | number, spec: OperandSpec = {}): number[] {
  let token = Sm4OperandToken.type.set(0, typeof type === 'number' ? type : SM4_OPERAND_TYPES[type].code);
  if (spec.mask !== undefined) {
    token = Sm4OperandToken.componentCount.set(token, Sm4ComponentCount.four);
    token = Sm4OperandToken.mask.set(token, spec.mask);
  } else if (spec.swizzle !== undefined) {
    token = Sm4OperandToken.componentCount.set(token, Sm4ComponentCount.four);
    token = Sm4OperandToken.selection.set(token, Sm4SelectionMode.swizzle);
    token = Sm4OperandToken.swizzle.set(token, spec.swizzle);
  } else if (spec.select !== undefined) {
    token = Sm4OperandToken.componentCount.set(token, Sm4ComponentCount.four);
    token = Sm4OperandToken.selection.set(token, Sm4SelectionMode.selectOne);
    token = Sm4OperandToken.select.set(token, spec.select);
  } else {
    token = Sm4OperandToken.componentCount.set(token, Sm4ComponentCount[spec.components ?? 'none']);
  }
  const indices = spec.indices ?? [];
  token = Sm4OperandToken.indexDimension.set(token, indices.length);
  const after: number[] = [];
  indices.forEach((index, i) => {
    const field = INDEX_FIELDS[i]!;
    if (typeof index === 'number') after.push(index >>> 0);
    else if (index.plus === undefined) {
      token = field.set(token, Sm4IndexRepresentation.relative);
      after.push(...index.register);
    } else {
      token = field.set(token, Sm4IndexRepresentation.immediate32PlusRelative);
      after.push(index.plus >>> 0, ...index.register);
    }
  });
  const { modifier = 0, minPrecision = 0, nonUniform = false } = spec;
  if (modifier === 0 && minPrecision === 0 && !nonUniform) return [token, ...after];
  let extension = Sm4ExtendedOperandToken.kind.set(0, Sm4ExtendedOperandKind.modifier);
  extension = Sm4ExtendedOperandToken.modifier.set(extension, modifier);
  extension = Sm4ExtendedOperandToken.minPrecision.set(extension, minPrecision);
  extension = Sm4ExtendedOperandToken.nonUniform.set(extension, nonUniform ? 1 : 0);
  return [Sm4OperandToken.extended.set(token, 1), extension, ...after];
}

/** A literal of one or four 32-bit words. */
export function literalWords(...words: readonly number[]): number[] {
  const components = words.length === 1 ? Sm4ComponentCount.one : Sm4ComponentCount.four;
  let token = Sm4OperandToken.type.set(0, SM4_OPERAND_TYPES.immediate32.code);
  token = Sm4OperandToken.componentCount.set(token, components);
  return [token, ...words.map((word) => word >>> 0)];
}

/** A literal of two doubles, low word of each first. */
export function literal64Words(...words: readonly [number, number, number, number]): number[] {
  let token = Sm4OperandToken.type.set(0, SM4_OPERAND_TYPES.immediate64.code);
  token = Sm4OperandToken.componentCount.set(token, Sm4ComponentCount.four);
  return [token, ...words];
}

/**
 * One instruction with its length.
 *
 * @param controls bits 11 to 23 of the opcode token, in place
 * @param extended extended opcode tokens; their chain bits are set here
 */
export function instructionWords(
  opcode: Sm4Mnemonic | number,
  body: readonly number[] = [],
  controls = 0,
  extended: readonly number[] = [],
): number[] {
  let token = Sm4OpcodeToken.opcode.set(controls, typeof opcode === 'number' ? opcode : SM4_OPCODES[opcode].code);
  token = Sm4OpcodeToken.length.set(token, 1 + extended.length + body.length);
  if (extended.length > 0) token = Sm4OpcodeToken.extended.set(token, 1);
  const chain = extended.map((word, i) => Sm4OpcodeToken.extended.set(word, i + 1 < extended.length ? 1 : 0));
  return [token, ...chain, ...body];
}

/** A data block of `dataClass`. */
export function customDataWords(dataClass: number, data: readonly number[]): number[] {
  return [(SM4_OPCODES.customdata.code | (dataClass << 11)) >>> 0, 2 + data.length, ...data];
}

/** A complete program: version, length, instructions. */
export function programWords(type: number, major: number, minor: number, body: readonly number[]): Uint32Array {
  let version = Sm4VersionToken.stage.set(0, type);
  version = Sm4VersionToken.major.set(version, major);
  version = Sm4VersionToken.minor.set(version, minor);
  return Uint32Array.from([version, 2 + body.length, ...body]);
}

/** A container with the right digest around chunks of words. */
export function containerOf(chunks: readonly (readonly [tag: string, words: Uint32Array])[]): Uint8Array {
  const table = 32 + 4 * chunks.length;
  const size = chunks.reduce((sum, [, words]) => sum + 8 + words.byteLength, table);
  const words = new Uint32Array(size / 4);
  words[0] = fourCC('DXBC');
  words[5] = 1;
  words[6] = size;
  words[7] = chunks.length;
  let at = table / 4;
  chunks.forEach(([tag, payload], i) => {
    words[8 + i] = 4 * at;
    words[at] = fourCC(tag);
    words[at + 1] = payload.byteLength;
    words.set(payload, at + 2);
    at += 2 + payload.length;
  });
  const bytes = new Uint8Array(words.buffer);
  words.set(computeChecksum(bytes), 1);
  return bytes;
}

/** An input or output that has been declared, or several that are indexed together. */
export interface Register {
  readonly type: Sm4OperandTypeName;
  /** Components that may be used; 0 for a register that has one nameless component. */
  readonly mask: number;
  /** The register's number; undefined for registers that are alone of their type. */
  readonly register?: number;
  /** Where the registers of vertices or control points are: how many. */
  readonly vertices?: number;
  /** How many registers from {@link register} on may be indexed together. */
  readonly range?: number;
  /** Whether it is interpolated, so that it can be evaluated at other positions. */
  readonly evaluable?: boolean;
  /** Whether it holds a thread id or something like it, so that it is not part of a double. */
  readonly special?: boolean;
}
