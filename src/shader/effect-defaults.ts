/**
 * Default values of the variables of an effect: changed in place, everything else is preserved bit for bit.
 *
 * Not for: default values of constants of a shader (default-values.ts).
 */
import { type ByteSource, toBytes } from '../base/bytes.ts';
import { VARIABLE_TYPE_NAMES } from '../base/d3d/variable-types.ts';
import { Diagnostics } from '../base/diagnostics.ts';
import { isContainer, readContainer } from '../container/dxbc.ts';
import { writeChecksum } from '../container/write.ts';
import { isEffect2, readEffect2 } from '../effects/fx2/read.ts';
import { Fx4Scalar } from '../effects/fx4/enums.ts';
import { readEffect4File } from '../effects/fx4/read.ts';
import type { Sm4ValueType } from '../isa/sm4/opcodes.ts';
import { ShaderEditError } from './edit-error.ts';
import { noSuchName } from './paths.ts';
import { type ConstantValues, checkValues, valueWords } from './values.ts';

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
