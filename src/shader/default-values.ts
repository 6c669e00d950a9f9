/**
 * The default values of constants by name: in the constant table of shader models 1 to 3, in the resource definitions
 * of models 4 to 5.1. A name may go on to a part: `Light.color`, `colors[2]`, `tint.xy`.
 *
 * Not for: registers and literals (constants.ts, literals.ts).
 */

import { type ByteSource, toBytes } from '../base/bytes.ts';
import { VariableClass } from '../base/d3d/enumerations.ts';
import { VARIABLE_TYPE_NAMES } from '../base/d3d/variable-types.ts';
import { Diagnostics } from '../base/diagnostics.ts';
import { CTAB_REGISTER_SETS, type CtabConstant, type CtabType, ctabRegisters } from '../chunks/ctab.ts';
import { type Rdef, type RdefVariable, readRdef } from '../chunks/rdef.ts';
import { rewriteRdef } from '../chunks/rdef-writer.ts';
import { type Container, isContainer, readContainer } from '../container/dxbc.ts';
import { TAG } from '../container/tags.ts';
import { rewriteContainer, writeChecksum } from '../container/write.ts';
import { isEffect2, readEffect2 } from '../effects/fx2/read.ts';
import { Fx4Scalar } from '../effects/fx4/enums.ts';
import { readEffect4File } from '../effects/fx4/read.ts';
import type { Sm4ValueType } from '../isa/sm4/opcodes.ts';
import { type DefaultSlot, defaultElement, defaultMember, defaultSlots } from '../reflect/default-value.ts';
import { componentIndices, hasPrefix, noSuchName, type PathStep, pathSteps, ShaderEditError } from './paths.ts';
import { mapSm1Constants, sm1AllConstants } from './sm1-tables.ts';
import { type ConstantValues, checkValues, sm1ValueWord, valueWord, valueWords } from './values.ts';

/** Damaged tables may declare constants of any size. No constant buffer has more DWORDs. */
const MAX_WORDS = 0x4_0000;

/** @throws ShaderEditError when a constant has more DWORDs than any constant of a shader can have */
function checkSize(words: number, { caller, name }: { caller: string; name: string }): void {
  if (words > MAX_WORDS) throw new ShaderEditError(caller, `${name} has ${words} DWORDs, which is too many`);
}

/** `words` with `values` in `slots`. */
function withValues(
  words: Uint32Array,
  slots: readonly DefaultSlot[],
  values: ConstantValues,
  { caller, name }: { caller: string; name: string },
  wordsOfValue: (value: ConstantValues[number], kind: DefaultSlot['kind']) => ArrayLike<number>,
): Uint32Array {
  const isRaw = values instanceof Uint32Array;
  const wide = slots.filter(({ kind }) => kind === 'f64').length;
  const expected = slots.length + (isRaw ? wide : 0);
  if (values.length !== expected)
    throw new ShaderEditError(caller, `${name} takes ${expected} values, not ${values.length}`);
  const result = words.slice();
  let next = 0;
  for (const { kind, index } of slots) {
    const count = isRaw && kind === 'f64' ? 2 : 1;
    const made = isRaw ? values.subarray(next, next + count) : wordsOfValue(values[next]!, kind);
    result.set(made, index);
    next += count;
  }
  return result;
}

/** The components that a last step such as `.xy` or `.rgb` selects of a vector; undefined if it is no such step. */
function selected(slots: readonly DefaultSlot[], step: PathStep | undefined): DefaultSlot[] | undefined {
  const components = step?.member === undefined ? undefined : componentIndices(step.member);
  const chosen = components?.flatMap((component) => slots[component] ?? []);
  return chosen?.length === components?.length ? chosen : undefined;
}

function noPart(caller: string, name: string): ShaderEditError {
  return new ShaderEditError(caller, `there is no ${name}: the constant has no such member, element or component`);
}

// --- shader models 1 to 3 -------------------------------------------------------------------------------------------

/** The stream `program` with another default value of a constant. */
export function setSm1Default(program: Uint8Array, name: string, values: ConstantValues): Uint8Array {
  const caller = 'setDefault';
  const constants = sm1AllConstants(program);
  if (!constants.some((constant) => hasPrefix(name, constant.name)))
    throw noSuchName(
      caller,
      'constant',
      name,
      constants.map((constant) => constant.name),
    );
  return mapSm1Constants(program, caller, (constant) =>
    hasPrefix(name, constant.name) ? withSm1Default(constant, name, values, caller) : constant,
  );
}

function withSm1Default(constant: CtabConstant, name: string, values: ConstantValues, caller: string): CtabConstant {
  const { registerSet, registerCount, type } = constant;
  const file = CTAB_REGISTER_SETS[registerSet];
  if (file === undefined || file === 's') throw new ShaderEditError(caller, `${constant.name} is a sampler`);
  const size = Math.max(registerCount, ctabRegisters(type, registerSet)) * (file === 'b' ? 1 : 4);
  checkSize(size, { caller, name });
  const slots = sm1Slots(type, registerSet, pathSteps(name, constant.name), size);
  if (slots === undefined) throw noPart(caller, name);
  const old = constant.defaultValue ?? new Uint32Array(size);
  const role = file === 'c' ? 'float' : file === 'i' ? 'int' : 'bool';
  const defaultValue = withValues(old, slots, values, { caller, name }, (value) => [sm1ValueWord(value, role)]);
  return { ...constant, defaultValue };
}

/** The numbers of the part of a constant that `steps` lead to; undefined if there is none. */
function sm1Slots(type: CtabType, set: number, steps: readonly PathStep[], size: number): DefaultSlot[] | undefined {
  let part = type;
  let register = 0;
  for (const [index, step] of steps.entries()) {
    if (step.element !== undefined) {
      if (step.element >= part.elements || part.elements < 2) return undefined;
      part = { ...part, elements: 1 };
      register += step.element * ctabRegisters(part, set);
      continue;
    }
    if (part.elements > 1) return undefined;
    if (part.class !== VariableClass.struct) {
      const isVector = part.class === VariableClass.vector || part.class === VariableClass.scalar;
      const isLast = index === steps.length - 1;
      return isVector && isLast ? selected(ctabSlots(part, set, register, size), step) : undefined;
    }
    const at = part.members.findIndex(({ name }) => name === step.member);
    if (at < 0) return undefined;
    for (const { type: before } of part.members.slice(0, at)) register += ctabRegisters(before, set);
    part = part.members[at]!.type;
  }
  return ctabSlots(part, set, register, size);
}

/** The numbers of a variable that begins at `register` of its default value, which has `size` DWORDs. */
function ctabSlots(type: CtabType, set: number, register: number, size: number): DefaultSlot[] {
  const isBool = CTAB_REGISTER_SETS[set] === 'b';
  const slots: DefaultSlot[] = [];
  // Damaged structures may share members.
  let left = 64 + 4 * size;
  let at = register;
  const read = (one: CtabType): void => {
    const { class: kind, rows, columns, elements, members } = one;
    const registers = kind === VariableClass.struct ? 0 : ctabRegisters({ ...one, elements: 1 }, set);
    // A damaged type may declare more than the components of a register.
    const width = isBool ? 1 : Math.min(4, kind === VariableClass.matrixColumns ? rows : columns);
    for (let i = 0; i < Math.max(1, elements) && left-- > 0; i++) {
      if (kind === VariableClass.struct) for (const member of members) read(member.type);
      for (let line = 0; line < registers && left-- > 0; line++, at++)
        for (let k = 0; k < width; k++) {
          const index = isBool ? at : 4 * at + k;
          if (index < size) slots.push({ kind: 'f32', index });
        }
    }
  };
  read(type);
  return slots;
}

// --- shader models 4 to 5.1 -----------------------------------------------------------------------------------------

/** The file with another default value of a variable. */
export function setSm4Default(
  input: Uint8Array,
  container: Container,
  name: string,
  values: ConstantValues,
  caller: string,
): Uint8Array {
  const chunk = container.find(TAG.RDEF);
  const rdef = chunk && readRdef(container, chunk, new Diagnostics());
  if (chunk === undefined || rdef === undefined)
    throw new ShaderEditError(caller, `there is no constant ${name}, because the shader has no resource definitions`);
  const { variable, steps } = findVariable(rdef, name, caller);
  const changed = { ...variable, defaults: defaultWords(variable, steps, values, { caller, name }) };
  const buffers = rdef.buffers.map((buffer) =>
    buffer.variables.includes(variable)
      ? { ...buffer, variables: buffer.variables.map((one) => (one === variable ? changed : one)) }
      : buffer,
  );
  const data = rewriteRdef(rdef, { ...rdef, buffers });
  return rewriteContainer(
    container,
    container.chunks.map((one) => (one === chunk ? { tag: one.tag, data } : one)),
    input,
  );
}

/** The variable that `name` begins with, alone or after the name of its buffer, and the steps after it. */
function findVariable(rdef: Rdef, name: string, caller: string): { variable: RdefVariable; steps: PathStep[] } {
  const all = rdef.buffers.flatMap((buffer) =>
    buffer.variables.flatMap((variable) =>
      [variable.name, `${buffer.name}.${variable.name}`].map((path) => ({ path, buffer, variable })),
    ),
  );
  const longest = Math.max(0, ...all.filter(({ path }) => hasPrefix(name, path)).map(({ path }) => path.length));
  const found = all.filter(({ path }) => path.length === longest && hasPrefix(name, path));
  if (found.length === 0)
    throw noSuchName(
      caller,
      'constant',
      name,
      all.map(({ variable }) => variable.name),
    );
  if (found.length > 1)
    throw new ShaderEditError(
      caller,
      `several buffers have a variable ${found[0]!.path}; name one of ${found.map(({ buffer }) => `${buffer.name}.${name}`).join(', ')}`,
    );
  return { variable: found[0]!.variable, steps: pathSteps(name, found[0]!.path) };
}

function defaultWords(
  variable: RdefVariable,
  steps: readonly PathStep[],
  values: ConstantValues,
  what: { caller: string; name: string },
): Uint32Array {
  const size = Math.ceil(variable.size / 4);
  checkSize(size, what);
  const old = new Uint32Array(size);
  old.set((variable.defaults ?? old).subarray(0, size));
  // All DWORDs of a variable, padding too.
  if (steps.length === 0 && values instanceof Uint32Array && values.length === size) return values.slice();
  const slots = sm4Slots(variable, steps, size);
  if (slots === undefined) throw noPart(what.caller, what.name);
  return withValues(old, slots, values, what, valueWord);
}

function sm4Slots({ type }: RdefVariable, steps: readonly PathStep[], size: number): DefaultSlot[] | undefined {
  if (type === undefined) return undefined;
  let part: ReturnType<typeof defaultMember> = { type, at: 0 };
  for (const [index, step] of steps.entries()) {
    const { class: kind, elements } = part.type;
    const isVector = (kind === VariableClass.vector || kind === VariableClass.scalar) && elements < 2;
    if (isVector && index === steps.length - 1) return selected(defaultSlots(part.type, size, part.at), step);
    part = step.element === undefined ? defaultMember(part, step.member!) : defaultElement(part, step.element);
    if (part === undefined) return undefined;
  }
  return defaultSlots(part.type, size, part.at);
}

// Default values of the variables of an effect: changed in place, everything else is preserved bit for bit.

const CALLER = 'setEffectDefault';

/** A default value in the file. */
interface StoredDefault {
  readonly name: string;
  /** Byte offset of the value in the file; undefined where the effect stores none. */
  readonly offset: number | undefined;
  /** DWORDs. */
  readonly size: number;
  /** Undefined for objects, structures and classes. */
  readonly type: Sm4ValueType | undefined;
}

/**
 * Returns an effect with another default value of a variable, which Direct3D's effect frameworks set when they load it.
 * The digest of a container is updated.
 *
 * @param source the complete effect of fx_2_0, fx_4_0, fx_4_1 or fx_5_0
 * @param name a variable of numbers
 * @param values all components in the order of HLSL: elements one after another, matrices row by row; a `Uint32Array`
 *   has their DWORDs
 * @throws TypeError when `source` or `values` is of the wrong type
 * @throws ShaderEditError when the effect has no such variable, or stores no default value of it, or another number of
 *   values
 */
export function setEffectDefault(source: ByteSource, name: string, values: ConstantValues): Uint8Array {
  const bytes = toBytes(source, CALLER);
  checkValues(values, CALLER);
  const defaults = isEffect2(bytes) ? defaultsOf2(bytes) : defaultsOf4(bytes);
  const found = defaults.find((one) => one.name === name);
  if (found === undefined)
    throw noSuchName(
      CALLER,
      'variable',
      name,
      defaults.map((one) => one.name),
    );
  const { offset, size, type } = found;
  if (type === undefined) throw new ShaderEditError(CALLER, `${name} is no variable of numbers`);
  if (offset === undefined) throw new ShaderEditError(CALLER, `the effect stores no default value of ${name}`);
  // Effects have 1 for true.
  const words =
    type === 'bool' && !(values instanceof Uint32Array)
      ? Uint32Array.from(values, (value) => (valueWords([value], 'bool')[0] === 0 ? 0 : 1))
      : valueWords(values, type);
  if (words.length !== size)
    throw new ShaderEditError(CALLER, `${name} takes ${size} ${size === 1 ? 'value' : 'values'}, not ${words.length}`);
  const changed = bytes.slice();
  const view = new DataView(changed.buffer);
  for (const [i, word] of words.entries()) view.setUint32(offset + 4 * i, word, true);
  if (isContainer(changed)) {
    const container = readContainer(bytes, new Diagnostics())!;
    writeChecksum(changed.subarray(0, container.bytes.byteLength), container.digest);
  }
  return changed;
}

const TYPES_OF_2: Readonly<Record<string, Sm4ValueType>> = { bool: 'bool', int: 'i32', float: 'f32' };

function defaultsOf2(bytes: Uint8Array): StoredDefault[] {
  const parameters = readEffect2(bytes, new Diagnostics())?.parameters ?? [];
  return parameters.map(({ declaration, value }) => ({
    name: declaration.name ?? '',
    offset: value.offset,
    size: value.kind === 'numbers' ? value.words.length : 0,
    type: value.kind === 'numbers' ? TYPES_OF_2[VARIABLE_TYPE_NAMES[declaration.type] ?? ''] : undefined,
  }));
}

const TYPES_OF_4: Readonly<Record<number, Sm4ValueType>> = {
  [Fx4Scalar.float]: 'f32',
  [Fx4Scalar.int]: 'i32',
  [Fx4Scalar.uint]: 'u32',
  [Fx4Scalar.bool]: 'bool',
};

function defaultsOf4(bytes: Uint8Array): StoredDefault[] {
  const effect = readEffect4File(bytes, new Diagnostics())?.effect;
  const variables = effect?.buffers.flatMap((buffer) => buffer.variables) ?? [];
  return variables.map(({ name, type, value }) => ({
    name: name ?? '',
    offset: value && value.byteOffset - bytes.byteOffset,
    size: (value?.byteLength ?? 0) >>> 2,
    type: type.numeric && TYPES_OF_4[type.numeric.scalar],
  }));
}
