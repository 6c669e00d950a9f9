/**
 * The edits of a command line: `--set`, `--rename` and `--rebind`, and what they change in an open shader.
 *
 * Not for: edits of the listing (editor.ts).
 */
import type { Message, MessageValues } from '../../../base/diagnostics.ts';
import { nearestName } from '../../../base/nearest-name.ts';
import { findSm1Register } from '../../../isa/sm1/edit.ts';
import { decodeSm1Bytes } from '../../../isa/sm1/encode.ts';
import { decodeSm4Bytes } from '../../../isa/sm4/encode.ts';
import { SM4_OPCODES, type Sm4OpcodeRow } from '../../../isa/sm4/opcodes.ts';
import { sm4HasNumber } from '../../../isa/sm4/program.ts';
import type { Reflection } from '../../../reflect/index.ts';
import {
  type ConstantValue,
  openShader,
  type Shader,
  ShaderEditError,
  type ShaderLiteral,
  setEffectDefault,
} from '../../../shader/index.ts';
import { COMPONENT_NAMES, componentIndices } from '../../../shader/paths.ts';
import { DX0028, DX0034 } from '../../messages.ts';
import { UsageError } from '../../process.ts';

/** A remark about an edit that was made. */
interface EditNote {
  readonly message: Message;
  readonly values: MessageValues;
}

/** Bytes of a register of a constant buffer. */
const REGISTER_BYTES = 16;

/**
 * The remark about a new default value: people expect to see it in the picture, but Direct3D does not read it.
 *
 * @param target the constant, or a part of it
 */
function defaultNote(shader: Shader, target: string): EditNote {
  return {
    message: DX0034,
    values: { name: target, way: wayToSet(shader, target.replace(/[.[].*$/, '')) },
  };
}

/** How the program can be changed so that it has another value of `constant`. */
function wayToSet(shader: Shader, constant: string): string {
  const { reflection } = shader.reflect();
  const [first, last] = reflection === undefined ? [] : registersOf(reflection, constant);
  if (first === undefined) return 'replace its register in the code with a literal to change what the shader does';
  const range = first === last ? first : `the registers of ${constant} (${first} to ${last})`;
  if (reflection?.format !== 'sm1')
    return `replace ${range} in the code with ${first === last ? 'a literal' : 'literals'} to change what the shader does`;
  if (first === last) return `--set ${first}=... sets it in the program`;
  // A `def` does not reach a register that the program computes.
  if (reflection.usesRelativeAddressing) return `the program reads ${range}`;
  return `a --set for each of ${range} sets it in the program`;
}

/** The first and the last register of a constant: `c10`, `cb0[4]`; empty for names that are not that of a constant. */
function registersOf(reflection: Reflection, name: string): [] | [string, string] {
  if (reflection.format === 'sm1') {
    const constant = reflection.constants.find((one) => one.name === name);
    if (constant === undefined) return [];
    const { register, registerIndex, registerCount } = constant;
    return [register, `${register.replace(/\d+$/, '')}${registerIndex + Math.max(1, registerCount) - 1}`];
  }
  if (reflection.format !== 'dxbc') return [];
  for (const buffer of reflection.constantBuffers) {
    const variable = buffer.variables.find((one) => one.name === name);
    const binding = reflection.boundResources.find((one) => one.name === buffer.name && one.type === 'cbuffer');
    if (variable === undefined || binding === undefined) continue;
    const { startOffset, size } = variable;
    const row = (byte: number) => `cb${binding.bindPoint}[${Math.floor(byte / REGISTER_BYTES)}]`;
    return [row(startOffset), row(startOffset + Math.max(1, size) - 1)];
  }
  return [];
}

/** Words up to this far from zero are listed as integers (source: oracle). */
const MAX_INTEGER = 10_000;

/**
 * Returns the values for a literal as they are meant.
 *
 * @param list the values as they were typed
 * @throws ShaderEditError where the value may be an integer or a float
 */
export function meantValues(literal: ShaderLiteral, values: readonly ConstantValue[], list: string): ConstantValue[] {
  const parts = list.split(',').map((text) => text.trim());
  const rows: Readonly<Record<string, Sm4OpcodeRow>> = SM4_OPCODES;
  const isInteger = parts.map((text) => /^[-+]?0*[1-9]\d*$/.test(text));
  if (rows[literal.mnemonic]?.literals !== 'untyped' || literal.type !== 'float' || !isInteger.includes(true))
    return [...values];
  if (literal.words.some((word) => Math.abs(word | 0) > MAX_INTEGER)) return [...values];
  if (literal.words.every((word) => word === 0)) {
    const text = parts[isInteger.indexOf(true)]!;
    throw new ShaderEditError(
      'setLiteral',
      `a 0 in ${literal.mnemonic} may be a float or an integer; write ${text}.0 for a float, 0x${(Number(text) >>> 0).toString(16)} for an integer`,
    );
  }
  return values.map((value, index) => (isInteger[index] ? { word: Number(value) >>> 0 } : value));
}

// Values of `--set` as they are typed: numbers, `nan`, `inf`, booleans, and DWORDs such as `0x3f800000`.

const WORD = /^0x[0-9a-f]{1,8}$/i;
/** With the suffix of HLSL, which changes nothing. */
const NUMBER = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?f?$/i;
const INFINITY = /^([-+]?)inf(inity)?$/i;
const NAN = /^([-+]?)nan$/i;

/** The quiet NaN of Direct3D with either sign. JavaScript has no sign of NaN. */
const QUIET_NAN = 0x7fc0_0000;
const NEGATIVE_NAN = 0xffc0_0000;

/**
 * Returns the values of a list with commas.
 *
 * @param option the option and its argument, for the message
 * @throws UsageError when one is not a value
 */
export function valuesOf(list: string, option: string): ConstantValue[] {
  return list.split(',').map((text) => typedValue(text.trim(), option));
}

function typedValue(text: string, option: string): ConstantValue {
  if (WORD.test(text)) return { word: Number(text) };
  if (NUMBER.test(text)) return Number(text.replace(/f$/i, ''));
  const [, infinite] = INFINITY.exec(text) ?? [];
  if (infinite !== undefined) return infinite === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  const [, sign] = NAN.exec(text) ?? [];
  if (sign !== undefined) return { word: sign === '-' ? NEGATIVE_NAN : QUIET_NAN };
  if (text === 'true' || text === 'false') return text === 'true';
  throw new UsageError(
    `${option}: '${text}' is not a value; use numbers, nan, inf, true, false or words such as 0x3f800000`,
  );
}

/** How to edit what only a shader of an effect has. */
export const NEEDS_SHADER = 'choose a shader of the effect with --technique, --pass and --stage';

/** An edit of the command line. */
export interface Edit {
  /** The option with its argument, for messages. */
  readonly text: string;
  /** Changes the shader. Returns a remark, if there is one. */
  readonly apply: (shader: Shader) => EditNote | undefined;
  /** Returns a changed effect; absent for edits that need one of its shaders. */
  readonly applyToEffect?: (effect: Uint8Array) => Uint8Array;
}

/** The two sides of `OLD=NEW`. */
function sidesOf(option: string, argument: string, expected = 'OLD=NEW'): [string, string] {
  const at = argument.indexOf('=');
  const [left, right] = [argument.slice(0, at).trim(), argument.slice(at + 1).trim()];
  if (at <= 0 || left === '' || right === '') throw new UsageError(`${option} ${argument}: expected ${expected}`);
  return [left, right];
}

/** @throws UsageError when the argument is not `TARGET=VALUES` */
export function settingOf(argument: string): Edit {
  const text = `--set ${argument}`;
  const [target, list] = sidesOf('--set', argument, 'TARGET=VALUES');
  const values = valuesOf(list, text);
  return {
    text,
    apply: (shader) => set(shader, target, values, list),
    applyToEffect: (effect) => setInEffect(effect, target, values),
  };
}

/** @throws UsageError when the argument is not `OLD=NEW` */
export function renamingOf(argument: string): Edit {
  const [from, to] = sidesOf('--rename', argument);
  return {
    text: `--rename ${argument}`,
    apply: (shader) => {
      shader.rename(from, to);
      return undefined;
    },
  };
}

/**
 * All `--rebind` as one edit, so that registers can be exchanged.
 *
 * @throws UsageError when an argument is not `OLD=NEW`, or two have the same left side
 */
export function rebindingOf(words: readonly string[]): Edit {
  const moves = new Map<string, string>();
  for (const word of words) {
    const [from, to] = sidesOf('--rebind', word);
    if (moves.has(from)) throw new UsageError(`--rebind ${word}: ${from} is moved twice`);
    moves.set(from, to);
  }
  return {
    text: words.map((word) => `--rebind ${word}`).join(' '),
    apply: (shader) => {
      shader.rebind(Object.fromEntries(moves));
      return undefined;
    },
  };
}

/** A literal of an instruction: its number in a listing with numbers, its operand, its components. */
const LITERAL = new RegExp(`^@(\\d{1,9})(?:\\.(\\d{1,2}))?(?:\\.(${COMPONENT_NAMES}))?$`);
/** A register or a row of the immediate constant buffer, complete or in part. */
const REGISTER = new RegExp(`^(?:([cib])(\\d{1,5})|icb\\[(\\d+)\\])(?:\\.(${COMPONENT_NAMES}))?$`);

/** A register, a literal or a row with letters of both names of components after it. */
const MIXED_COMPONENTS =
  /^(?:[cib]\d{1,5}|icb\[\d+\]|@\d{1,9}(?:\.\d{1,2})?)\.(?=[a-z]*[xyzw])(?=[a-z]*[rgba])[xyzwrgba]{2,4}$/;

/**
 * Sets a default value of an effect. The error for a register or a literal, which only shaders have, says how to choose
 * one.
 */
function setInEffect(effect: Uint8Array, target: string, values: readonly ConstantValue[]): Uint8Array {
  try {
    return setEffectDefault(effect, target, values);
  } catch (error) {
    const ofShader = target.startsWith('@') || REGISTER.test(target);
    if (!(error instanceof ShaderEditError && ofShader)) throw error;
    throw new ShaderEditError('set', `the effect has no variable ${target}; for the one in a shader, ${NEEDS_SHADER}`);
  }
}

/** @param list the values as they were typed */
function set(shader: Shader, target: string, values: readonly ConstantValue[], list: string): EditNote | undefined {
  if (MIXED_COMPONENTS.test(target))
    throw new ShaderEditError('set', `${target} mixes xyzw and rgba; write all components in one of the two`);
  if (target.startsWith('@')) {
    setLiteral(shader, target, values, list);
    return undefined;
  }
  const [, letter, number, , components] = REGISTER.exec(target) ?? [];
  if (letter === undefined && !target.startsWith('icb[')) {
    if (!/^cb\d+(\[|$)/.test(target)) {
      shader.setDefault(target, values);
      return defaultNote(shader, target);
    }
    shader.setConstant(target, values);
    return undefined;
  }
  const added = letter === undefined ? undefined : addedRegister(shader, letter, Number(number));
  const size = letter === 'b' ? 1 : 4;
  // The library fills the rest of a register with zeros, which would be a surprise for a register that has values.
  if (components === undefined && values.length !== size) {
    // That there is no such register says more than that it has other values.
    openShader(shader.toBytes()).setConstant(target, new Uint32Array(size));
    throw wrongCount(target, size, values.length);
  }
  shader.setConstant(target, values);
  return added;
}

/** The register if no instruction sets it yet. Throws if none reads it either. */
function addedRegister(shader: Shader, letter: string, number: number): EditNote | undefined {
  const name = `${letter}${number}`;
  if (shader.format !== 'sm1' || shader.literals().some(({ register }) => register === name)) return undefined;
  const register = letter === 'c' ? 'const' : letter === 'i' ? 'constInt' : 'constBool';
  if (findSm1Register(decodeSm1Bytes(shader.program), { register, number }).length > 0)
    return { message: DX0028, values: { register: name } };
  const known = shader.literals().flatMap((literal) => literal.register ?? []);
  const nearest = nearestName(name, known);
  throw new ShaderEditError(
    'setConstant',
    `no instruction sets or reads ${name}${nearest === undefined ? '' : `; did you mean ${nearest}?`}`,
  );
}

function wrongCount(target: string, expected: number, found: number): ShaderEditError {
  const one = expected === 1;
  const way = one ? '' : `; ${target}.x is one component`;
  return new ShaderEditError('set', `${target} takes ${expected} ${one ? 'value' : 'values'}, not ${found}${way}`);
}

/** Sets a literal of an instruction, or components of one. */
function setLiteral(shader: Shader, target: string, typed: readonly ConstantValue[], list: string): void {
  const [, number, operand, components] = LITERAL.exec(target) ?? [];
  if (number === undefined)
    throw new ShaderEditError('setLiteral', `${target}: expected @INSTRUCTION.OPERAND, such as @12.3`);
  const literal = literalAt(shader, Number(number), operand === undefined ? undefined : Number(operand), target);
  const values = meantValues(literal, typed, list);
  if (components === undefined) {
    const { length } = literal.values;
    if (values.length !== length) throw wrongCount(`@${number}.${literal.operand}`, length, values.length);
    shader.setLiteral(literal, values);
    return;
  }
  const changed: ConstantValue[] = literal.words.map((word) => ({ word }));
  if (literal.type === 'double' || values.length !== components.length)
    throw new ShaderEditError('setLiteral', `${target} takes ${components.length} values of 32 bits`);
  const indices = componentIndices(components);
  if (indices === undefined) throw new ShaderEditError('setLiteral', `${target} names a component twice`);
  for (const [i, index] of indices.entries()) {
    if (index >= changed.length) throw new ShaderEditError('setLiteral', `${target}: the literal has one value`);
    changed[index] = values[i]!;
  }
  shader.setLiteral(literal, changed);
}

function literalAt(shader: Shader, number: number, operand: number | undefined, target: string): ShaderLiteral {
  if (shader.format === 'sm1')
    throw new ShaderEditError(
      'setLiteral',
      `${target}: in shader models 1 to 3 only def, defi and defb have literals; set a register such as c7`,
    );
  const all = shader.literals().filter((literal) => literal.number !== undefined);
  const inInstruction = all.filter((literal) => literal.number === number);
  const found = inInstruction.filter((literal) => operand === undefined || literal.operand === operand);
  if (found.length === 1) return found[0]!;
  const list = (literals: readonly ShaderLiteral[]) =>
    literals.map((one) => `@${one.number}.${one.operand} (${one.mnemonic})`).join(', ');
  if (inInstruction.length > 0)
    throw new ShaderEditError(
      'setLiteral',
      `${target} is not a literal; instruction ${number} has ${list(inInstruction)}`,
    );
  const { nodes } = decodeSm4Bytes(shader.program);
  const count = nodes.filter(({ token }) => sm4HasNumber(token)).length;
  if (number >= count)
    throw new ShaderEditError(
      'setLiteral',
      `there is no instruction ${number}; the last one is ${count - 1}, as disasm --numbers counts`,
    );
  const near = all.toSorted((a, b) => Math.abs(a.number! - number) - Math.abs(b.number! - number)).slice(0, 3);
  throw new ShaderEditError(
    'setLiteral',
    `instruction ${number} has no literal${near.length === 0 ? ', and no other one has' : `; the nearest are ${list(near)}`}`,
  );
}
