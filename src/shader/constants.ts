/**
 * Constants that are stored in a shader, by register or by name.
 *
 * Not for: literals in instructions (literals.ts).
 */
import { VariableClass } from '../base/d3d/enumerations.ts';
import { Diagnostics } from '../base/diagnostics.ts';
import { nearestName } from '../base/nearest-name.ts';
import { bytesOf, wordsOf } from '../base/words.ts';
import { CTAB_REGISTER_SETS, type CtabConstant, readConstantTable } from '../container/ctab.ts';
import type { Container } from '../container/dxbc.ts';
import { type Rdef, type RdefVariable, readRdef } from '../container/rdef.ts';
import { serializeRdef } from '../container/rdef-writer.ts';
import { TAG } from '../container/tags.ts';
import { serializeContainer } from '../container/write.ts';
import { sm1LiteralWord } from '../isa/sm1/builder.ts';
import { findSm1Comment, Sm1CommentTag } from '../isa/sm1/comments.ts';
import { setSm1Constant } from '../isa/sm1/edit.ts';
import { decodeSm1Bytes, encodeSm1, type Sm1Module } from '../isa/sm1/encode.ts';
import { setSm4ImmediateConstants, sm4ImmediateConstants } from '../isa/sm4/edit-declarations.ts';
import { decodeSm4Bytes, encodeSm4 } from '../isa/sm4/encode.ts';
import { defaultValueOf } from '../reflect/default-value.ts';
import { type ConstantValues, valueWord, valueWords } from './values.ts';

// --- shader models 1 to 3 -------------------------------------------------------------------------------------------

/** Registers of constants by the letter of their file. */
const FILES = {
  c: { register: 'const', role: 'float', count: 4 },
  i: { register: 'constInt', role: 'int', count: 4 },
  b: { register: 'constBool', role: 'bool', count: 1 },
} as const;

type FileLetter = keyof typeof FILES;

/** The stream `program` with other values in the registers of `constant`. */
export function setSm1NamedConstant(program: Uint8Array, constant: string, values: ConstantValues): Uint8Array {
  const { file, first, count } = sm1Registers(program, constant);
  const { register, role, count: size } = FILES[file];
  const width = values.length / count;
  if (!Number.isInteger(width) || width < 1 || width > size)
    throw new RangeError(
      `setConstant: ${constant} takes ${count === 1 ? '' : `${count} times `}1 to ${size} values, not ${values.length}`,
    );
  let module: Sm1Module = decodeSm1Bytes(program);
  for (let i = 0; i < count; i++) {
    const words = new Uint32Array(size);
    for (let k = 0; k < width; k++) {
      const value = values[i * width + k]!;
      words[k] = values instanceof Uint32Array ? Number(value) : sm1LiteralWord(role, value);
    }
    module = setSm1Constant(module, register, first + i, words);
  }
  return encodeSm1(module);
}

/** The registers of a constant: `c7` itself, or those that the constant table gives to a name. */
function sm1Registers(program: Uint8Array, constant: string): { file: FileLetter; first: number; count: number } {
  const [, letter, number] = /^([cib])(\d+)$/.exec(constant) ?? [];
  if (letter !== undefined) return { file: letter as FileLetter, first: Number(number), count: 1 };
  const constants = constantTable(program);
  const found = constants.find(({ name }) => name === constant);
  if (found === undefined)
    throw new RangeError(
      noConstant(
        constant,
        constants.map(({ name }) => name),
      ),
    );
  const file = CTAB_REGISTER_SETS[found.registerSet];
  if (file === undefined || file === 's')
    throw new RangeError(`setConstant: ${constant} is not a constant but a sampler`);
  return { file, first: found.registerIndex, count: Math.max(1, found.registerCount) };
}

function constantTable(program: Uint8Array): readonly CtabConstant[] {
  const words = wordsOf(program);
  const span = findSm1Comment(words, Sm1CommentTag.constantTable);
  if (span === undefined || span.start === span.end) return [];
  return readConstantTable(bytesOf(words.subarray(span.start)), 4 * (span.end - span.start)).constants;
}

function noConstant(name: string, names: readonly string[]): string {
  const nearest = nearestName(name, names, 64);
  return `setConstant: there is no constant ${name}${nearest === undefined ? '' : `; did you mean ${nearest}?`}`;
}

// --- shader models 4 to 5.1 -----------------------------------------------------------------------------------------

/** Components of a row of the immediate constant buffer. */
const ROW = 4;

/** The container with another program, or the whole file. */
type Changed = { readonly program: Uint8Array } | { readonly file: Uint8Array };

/** Sets a row of the immediate constant buffer, or the default value of a variable. */
export function setSm4NamedConstant(
  container: Container,
  program: Uint8Array,
  constant: string,
  values: ConstantValues,
): Changed {
  const [, row] = /^icb\[(\d+)\]$/.exec(constant) ?? [];
  if (row !== undefined) return { program: withImmediateConstant(program, Number(row), values) };
  if (/^cb\d*\[/i.test(constant))
    throw new RangeError(
      `setConstant: the application sets ${constant}, and the shader has no value for it; replace the operand by a literal with replaceProgram()`,
    );
  return { file: withDefaultValue(container, constant, values) };
}

function withImmediateConstant(program: Uint8Array, row: number, values: ConstantValues): Uint8Array {
  const module = decodeSm4Bytes(program);
  const old = sm4ImmediateConstants(module) ?? new Uint32Array(0);
  if (ROW * row + ROW > old.length)
    throw new RangeError(`setConstant: the immediate constant buffer has ${Math.floor(old.length / ROW)} rows`);
  if (values.length < 1 || values.length > ROW)
    throw new RangeError(`setConstant: icb[${row}] takes 1 to ${ROW} values, not ${values.length}`);
  const words = old.slice();
  words.fill(0, ROW * row, ROW * row + ROW);
  words.set(valueWords(values, 'f32'), ROW * row);
  return encodeSm4(setSm4ImmediateConstants(module, words));
}

/** The container with another default value of a variable. */
function withDefaultValue(container: Container, constant: string, values: ConstantValues): Uint8Array {
  const chunk = container.find(TAG.RDEF);
  const rdef = chunk && readRdef(container, chunk, new Diagnostics());
  if (chunk === undefined || rdef === undefined)
    throw new RangeError(
      `setConstant: there is no constant ${constant}, because the shader has no resource definitions`,
    );
  const { buffer, variable } = findVariable(rdef, constant);
  const changed = { ...variable, defaults: defaultWords(variable, values) };
  const data = serializeRdef({
    ...rdef,
    buffers: rdef.buffers.map((one) =>
      one === buffer ? { ...one, variables: one.variables.map((old) => (old === variable ? changed : old)) } : one,
    ),
  });
  const { chunks, digest = 'retail' } = container;
  return serializeContainer(
    chunks.map((one) => (one === chunk ? { tag: one.tag, data } : one)),
    digest,
  );
}

function findVariable(rdef: Rdef, constant: string): { buffer: Rdef['buffers'][number]; variable: RdefVariable } {
  const all = rdef.buffers.flatMap((buffer) => buffer.variables.map((variable) => ({ buffer, variable })));
  const found = all.filter(
    ({ buffer, variable }) => variable.name === constant || `${buffer.name}.${variable.name}` === constant,
  );
  if (found.length === 1) return found[0]!;
  if (found.length > 1)
    throw new RangeError(
      `setConstant: several buffers have a variable ${constant}; name one of ${found.map(({ buffer }) => `${buffer.name}.${constant}`).join(', ')}`,
    );
  throw new RangeError(
    noConstant(
      constant,
      all.map(({ variable }) => variable.name),
    ),
  );
}

/** `D3D_SHADER_VARIABLE_TYPE` of the types that are not floats. */
const TYPES: Readonly<Record<number, 'bool' | 'i32' | 'u32' | 'f64'>> = {
  1: 'bool',
  2: 'i32',
  19: 'u32',
  20: 'u32',
  39: 'f64',
  55: 'i32',
  56: 'i32',
  57: 'u32',
};

function defaultWords(variable: RdefVariable, values: ConstantValues): Uint32Array {
  const words = new Uint32Array(Math.ceil(variable.size / 4));
  if (values instanceof Uint32Array) {
    if (values.length !== words.length)
      throw new RangeError(`setConstant: ${variable.name} has ${words.length} DWORDs, not ${values.length}`);
    return values.slice();
  }
  const { type } = variable;
  if (type === undefined || type.class === VariableClass.struct)
    throw new RangeError(`setConstant: ${variable.name} is a structure; give its DWORDs as a Uint32Array`);
  // Padding has no value; a double has one for its two words.
  const slots = defaultValueOf(words, type).values.flatMap((value, at) => (value === null ? [] : [at]));
  if (values.length !== slots.length)
    throw new RangeError(`setConstant: ${variable.name} takes ${slots.length} values, not ${values.length}`);
  for (const [i, at] of slots.entries()) words.set(valueWord(values[i]!, TYPES[type.type] ?? 'f32'), at);
  return words;
}
