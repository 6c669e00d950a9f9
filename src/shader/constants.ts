/**
 * Constants that the program itself holds: the registers that `def`, `defi` and `defb` set, and the immediate constant
 * buffer.
 *
 * Not for: literals in instructions (literals.ts), default values of constants (default-values.ts).
 */
import { CTAB_REGISTER_SETS } from '../chunks/ctab.ts';
import { sm1LastRegister } from '../isa/sm1/builder.ts';
import { setSm1Constant, sm1OpcodeOf, sm1RegisterOf } from '../isa/sm1/edit.ts';
import { decodeSm1Bytes, encodeSm1, type Sm1Module } from '../isa/sm1/encode.ts';
import { setSm4ImmediateConstants, sm4ImmediateConstants } from '../isa/sm4/edit-declarations.ts';
import { decodeSm4Bytes, encodeSm4 } from '../isa/sm4/encode.ts';
import { COMPONENT_NAMES, componentIndices, noSuchName, ShaderEditError } from './paths.ts';
import { sm1Constants } from './sm1-tables.ts';
import { type ConstantValues, sm1ValueWord, valueWords } from './values.ts';

const CALLER = 'setConstant';

/** The components that a suffix such as `xy` or `rgb` names. */
function componentsOf(suffix: string, constant: string): number[] {
  const components = componentIndices(suffix);
  if (components === undefined) throw new ShaderEditError(CALLER, `${constant} names a component twice`);
  return components;
}

// --- shader models 1 to 3 -------------------------------------------------------------------------------------------

/** Registers of constants by the letter of their file. */
const FILES = {
  c: { register: 'const', role: 'float', count: 4 },
  i: { register: 'constInt', role: 'int', count: 4 },
  b: { register: 'constBool', role: 'bool', count: 1 },
} as const;

type FileLetter = keyof typeof FILES;

/** A register of constants of shader models 1 to 3, perhaps with components: `c7`, `c7.xy`. */
const REGISTER = new RegExp(`^([cib])(\\d+)(?:\\.(${COMPONENT_NAMES}))?$`);

/** Whether `constant` is a register of constants of shader models 1 to 3. */
export function isSm1ConstantRegister(constant: string): boolean {
  return REGISTER.test(constant);
}

/** The stream `program` with other values in the registers of `constant`. */
export function setSm1NamedConstant(program: Uint8Array, constant: string, values: ConstantValues): Uint8Array {
  const [, letter, number, components] = REGISTER.exec(constant) ?? [];
  if (letter === undefined) return encodeSm1(withNamedConstant(decodeSm1Bytes(program), program, constant, values));
  const file = letter as FileLetter;
  const module = decodeSm1Bytes(program);
  if (components === undefined) return encodeSm1(withRegister(module, file, Number(number), constant, values));
  return encodeSm1(withComponents(module, file, Number(number), componentsOf(components, constant), constant, values));
}

/** Sets all registers that the constant table gives to a name. */
function withNamedConstant(module: Sm1Module, program: Uint8Array, name: string, values: ConstantValues): Sm1Module {
  const constants = sm1Constants(program);
  const found = constants.find((constant) => constant.name === name);
  if (found === undefined)
    throw noSuchName(
      CALLER,
      'constant',
      name,
      constants.map((constant) => constant.name),
    );
  const file = CTAB_REGISTER_SETS[found.registerSet];
  if (file === undefined || file === 's') throw new ShaderEditError(CALLER, `${name} is not a constant but a sampler`);
  const count = Math.max(1, found.registerCount);
  const width = values.length / count;
  if (!Number.isInteger(width)) throw wrongCount(name, count, FILES[file].count, values.length);
  let changed = module;
  for (let i = 0; i < count; i++)
    changed = withRegister(changed, file, found.registerIndex + i, name, values.slice(i * width, (i + 1) * width));
  return changed;
}

function wrongCount(name: string, times: number, size: number, found: number): ShaderEditError {
  const all = size === 1 ? '1 value' : `1 to ${size} values`;
  return new ShaderEditError(CALLER, `${name} takes ${times === 1 ? '' : `${times} times `}${all}, not ${found}`);
}

/** Sets all components of a register; components without a value become 0. */
function withRegister(
  module: Sm1Module,
  file: FileLetter,
  number: number,
  name: string,
  values: ConstantValues,
): Sm1Module {
  const { register, count } = FILES[file];
  const last = sm1LastRegister(register);
  if (number > last)
    throw new ShaderEditError(CALLER, `there is no register ${file}${number}; the last one is ${file}${last}`);
  if (values.length < 1 || values.length > count) throw wrongCount(name, 1, count, values.length);
  const words = new Uint32Array(count);
  words.set(sm1Words(file, values));
  return setSm1Constant(module, register, number, words);
}

function sm1Words(file: FileLetter, values: ConstantValues): ArrayLike<number> {
  return values instanceof Uint32Array ? values : values.map((value) => sm1ValueWord(value, FILES[file].role));
}

/** Sets components of a register that an instruction sets. */
function withComponents(
  module: Sm1Module,
  file: FileLetter,
  number: number,
  components: readonly number[],
  name: string,
  values: ConstantValues,
): Sm1Module {
  const { register, count } = FILES[file];
  const old = sm1Definition(module, file, number);
  if (old === undefined)
    throw new ShaderEditError(
      CALLER,
      `no instruction sets ${name}, so its other components are not known; set all four`,
    );
  if (values.length !== components.length)
    throw new ShaderEditError(CALLER, `${name} takes ${components.length} values, not ${values.length}`);
  if (old.length !== count) throw new ShaderEditError(CALLER, `the instruction that sets ${name} is damaged`);
  const words = Uint32Array.from(old);
  if (components.some((component) => component >= words.length))
    throw new ShaderEditError(CALLER, `${name}: the register has no such component`);
  const made = sm1Words(file, values);
  for (const [i, component] of components.entries()) words[component] = made[i]!;
  return setSm1Constant(module, register, number, words);
}

/** The DWORDs that the last `def`, `defi` or `defb` of a register gives it. */
export function sm1Definition({ nodes }: Sm1Module, file: FileLetter, number: number): readonly number[] | undefined {
  const { register } = FILES[file];
  for (const node of nodes.toReversed()) {
    if (node.kind !== 'instruction' || !DEFINITIONS.has(sm1OpcodeOf(node) ?? '')) continue;
    const ref = node.destination && sm1RegisterOf(node.destination.token);
    if (ref?.register === register && ref.number === number) return node.literals;
  }
  return undefined;
}

const DEFINITIONS: ReadonlySet<string> = new Set(['def', 'defi', 'defb']);

// --- shader models 4 to 5.1 -----------------------------------------------------------------------------------------

/** Components of a row of the immediate constant buffer. */
const ROW = 4;

/** A row of the immediate constant buffer, perhaps with components. */
const IMMEDIATE = new RegExp(`^icb\\[(\\d+)\\](?:\\.(${COMPONENT_NAMES}))?$`);

/** Whether `constant` is a row of the immediate constant buffer. */
export function isImmediateConstant(constant: string): boolean {
  return IMMEDIATE.test(constant);
}

/** The program with another row in its immediate constant buffer. */
export function setImmediateConstant(program: Uint8Array, constant: string, values: ConstantValues): Uint8Array {
  const [, text, suffix] = IMMEDIATE.exec(constant)!;
  const row = Number(text);
  const module = decodeSm4Bytes(program);
  const old = sm4ImmediateConstants(module) ?? new Uint32Array(0);
  if (old.length === 0) throw new ShaderEditError(CALLER, 'the shader has no immediate constant buffer');
  if (old.length % ROW !== 0)
    throw new ShaderEditError(CALLER, 'the immediate constant buffer is damaged: its last row is incomplete');
  if (ROW * row + ROW > old.length)
    throw new ShaderEditError(CALLER, `the immediate constant buffer has ${Math.floor(old.length / ROW)} rows`);
  const components = suffix === undefined ? undefined : componentsOf(suffix, constant);
  const isRight =
    components === undefined ? values.length >= 1 && values.length <= ROW : values.length === components.length;
  if (!isRight)
    throw new ShaderEditError(
      CALLER,
      `${constant} takes ${components?.length ?? `1 to ${ROW}`} values, not ${values.length}`,
    );
  const words = old.slice();
  if (components === undefined) words.fill(0, ROW * row, ROW * row + ROW);
  for (const [i, word] of valueWords(values, 'f32').entries()) words[ROW * row + (components?.[i] ?? i)] = word;
  return encodeSm4(setSm4ImmediateConstants(module, words));
}
