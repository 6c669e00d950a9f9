/** Binds the textures and constants of a job to a shader of models 1 to 3.  */
import { VariableClass } from '../../base/d3d/enumerations.ts';
import type { JobNumber, JobValues } from '../../base/shapes.ts';
import {
  type ConstantTable,
  CTAB_REGISTER_SETS,
  type CtabConstant,
  type CtabType,
  ctabTypeName,
} from '../../chunks/ctab.ts';
import { SM1_REGISTERS } from '../../isa/sm1/registers.ts';
import { floatOfBits } from '../../numerics/conversion.ts';
import { DX7021, DX7022, DX7024 } from '../messages.ts';
import { evaluatePreshader } from '../preshader/evaluate.ts';
import type { Preshader } from '../preshader/preshader.ts';
import type { Sm1Constants } from '../sm1/quad.ts';
import type { TextureStage } from '../sm1/stage-textures.ts';
import type { Texture } from '../texture/texture.ts';
import type { ViewDimension } from '../texture/texture-view.ts';
import type { StageSpec } from './bind.ts';
import { flatValues, partSteps, withStep } from './constant-buffers.ts';
import type { JsonPath } from './json-text.ts';
import { numberOf, wordOf } from './numbers.ts';
import type { JobReport } from './report.ts';
import { type BindingSpec, type JobResources, legacySamplerOf, textureViewOf } from './resources.ts';
import type { Sm1JobShader } from './shaders.ts';
import { isObject, suggestion } from './validate-shape.ts';

/** Registers that a job may set; those of software vertex processing are the most. */
const MAX_FLOATS = 8192;
const MAX_OTHERS = 16;
const CONSTANT_REGISTER = /^([cib])(\d{1,4})$/;

/**
 * The constants of a shader: the default values of its table, then `values`, then what its preshader computes from
 * them. A register that `values` set by its number keeps that value.
 */
function legacyConstants(
  { constants: table, preshader }: Sm1JobShader,
  values: JobValues | undefined,
  path: JsonPath,
  report: JobReport,
): Sm1Constants {
  const writer = new LegacyWriter(report, table);
  const inputs = preshader && new LegacyWriter(report, preshader.constantTable, true);
  if (values !== undefined && !isObject(values))
    report.add(DX7024, path, { type: 'constants', reason: 'give an object with their names' });
  for (const [name, value] of isObject(values) ? Object.entries(values) : []) {
    const at = [...path, name];
    const [, set, number] = CONSTANT_REGISTER.exec(name) ?? [];
    // A variable that the shader reads as well as its preshader is in both tables, with one type.
    const written = writer.named(name, value as JobValues, at);
    const isInput = written !== 'wrong' && inputs?.named(name, value as JobValues, at);
    if (written !== undefined || isInput) continue;
    if (set !== undefined) writer.registers(set as RegisterSet, Number(number), value as JobValues, at);
    else {
      const known = [...writer.namesLike(name), ...(inputs?.namesLike(name) ?? [])];
      const values = { what: 'constant', name, suggestion: suggestion(name, known) };
      report.add(DX7021, at, values, { ofName: true });
    }
  }
  if (preshader !== undefined && !report.hasErrors) writer.computed(preshader, inputs!.constants.floats);
  return writer.constants;
}

class LegacyWriter {
  readonly #constants: readonly CtabConstant[];
  /** Whether the registers are those of a preshader, which has one type of them. */
  readonly #isPreshader: boolean;
  readonly #floats: number[] = [];
  readonly #integers = new Int32Array(4 * MAX_OTHERS);
  readonly #booleans: boolean[] = [];
  /** Registers that were set by number. */
  readonly #fixed = new Set<string>();
  /** Registers that an element of a type takes: vectors of floats, or one for each integer and boolean. */
  readonly #sizes = new Map<CtabType, number>();
  readonly #scalarSizes = new Map<CtabType, number>();

  /** Begins with the default values of `table`. */
  constructor(
    private readonly report: JobReport,
    table: ConstantTable | undefined,
    isPreshader = false,
  ) {
    this.#constants = table?.constants ?? [];
    this.#isPreshader = isPreshader;
    for (const constant of this.#constants) this.#defaults(constant);
  }

  /** The names of constants, and of the members that the first unknown step of `name` may mean. */
  namesLike(name: string): string[] {
    const names = this.#constants.map((one) => one.name);
    const [first, ...steps] = partSteps(name);
    for (const constant of this.#constants) {
      const set = this.#setOf(constant);
      if (constant.name !== first || set === undefined || set === 's') continue;
      let part: Part = { type: constant.type, isElement: false, first: constant.registerIndex };
      for (const [i, step] of steps.entries()) {
        const next = this.#step(part, step, set);
        if (next !== undefined) {
          part = next;
          continue;
        }
        const isStructure = part.isElement || part.type.elements <= 1;
        if (!/^\d+$/.test(step) && isStructure)
          for (const member of part.type.members) names.push(withStep(name, i + 1, member.name ?? ''));
        break;
      }
    }
    return names;
  }

  get constants(): Sm1Constants {
    return { floats: Uint32Array.from(this.#floats), integers: this.#integers, booleans: this.#booleans };
  }

  #setOf({ registerSet }: CtabConstant): RegisterSet | 's' | undefined {
    const set = CTAB_REGISTER_SETS[registerSet];
    return this.#isPreshader && set !== 's' ? 'c' : set;
  }

  #defaults(constant: CtabConstant): undefined {
    const { registerIndex, registerCount, defaultValue } = constant;
    if (defaultValue === undefined) return;
    const set = this.#setOf(constant);
    const perRegister = set === 'b' ? 1 : 4;
    for (let i = 0; i < Math.min(registerCount * perRegister, defaultValue.length); i++)
      this.#setWord(set, registerIndex * perRegister + i, defaultValue[i]!);
  }

  /**
   * Sets the constant, or the part of one, that `name` names: `tint`, `lights[1].color`.
   *
   * @returns `wrong` where the value does not match, which is reported; undefined where there is no such constant
   */
  named(name: string, value: JobValues, path: JsonPath): 'set' | 'wrong' | undefined {
    const steps = partSteps(name);
    const isNamed = this.#constants.some((one) => one.name === name);
    const constants = this.#constants.filter((one) => one.name === (isNamed ? name : steps[0]));
    let result: 'set' | undefined;
    // A variable may be in registers of several types: an integer that is a loop count and a summand.
    for (const constant of constants) {
      const set = this.#setOf(constant);
      if (set === undefined || set === 's') {
        this.#mismatch('a sampler', "bind a texture to it in 'bindings'", path);
        return 'wrong';
      }
      const { type, registerIndex, registerCount } = constant;
      let part: Part | undefined = { type, isElement: false, first: registerIndex };
      for (const step of isNamed ? [] : steps.slice(1)) part = part && this.#step(part, step, set);
      if (part === undefined) continue;
      const reported = this.report.list.length;
      this.#write({ ...part, set, end: registerIndex + registerCount, depth: 0 }, value, path);
      if (this.report.list.length > reported) return 'wrong';
      result = 'set';
    }
    return result;
  }

  /** Sets the registers that `preshader` writes when its input registers have the words of `inputs`. */
  computed(preshader: Preshader, inputs: Uint32Array): void {
    const registers: Record<number, number[]> = {};
    for (let at = 0; at < inputs.length; at += 4)
      registers[at / 4] = Array.from(inputs.subarray(at, at + 4), floatOfBits);
    for (const { register, index, words } of evaluatePreshader(preshader, { registers }).outputs) {
      const set = ({ float: 'c', int: 'i', bool: 'b' } as const)[register];
      if (this.#fixed.has(`${set}${index}`)) continue;
      // A boolean is the first component of its register.
      if (set === 'b') this.#setWord(set, index, words[0] ?? 0);
      else for (const [i, word] of words.entries()) if (word !== undefined) this.#setWord(set, 4 * index + i, word);
    }
  }

  /** Sets registers from the first on: four numbers each, a boolean one. */
  registers(set: 'c' | 'i' | 'b', first: number, value: JobValues, path: JsonPath): undefined {
    const numbers = flatValues(value);
    const perRegister = set === 'b' ? 1 : 4;
    const count = set === 'c' ? MAX_FLOATS : MAX_OTHERS;
    const type = `${set}${first}`;
    if (numbers === undefined || numbers.length === 0 || numbers.length % perRegister !== 0)
      return this.#mismatch(type, `give ${perRegister === 1 ? 'true or false' : 'four numbers a register'}`, path);
    if (first * perRegister + numbers.length > count * perRegister)
      return this.#mismatch(type, `the last register is ${set}${count - 1}`, path);
    for (const [i, one] of numbers.entries()) {
      this.#fixed.add(`${set}${first + Math.floor(i / perRegister)}`);
      this.#set(set, first * perRegister + i, one);
    }
  }

  /** An element or a member of a part; undefined where there is none. */
  #step({ type, isElement, first }: Part, step: string, set: RegisterSet): Part | undefined {
    if (/^\d+$/.test(step)) {
      const index = Number(step);
      const isInside = !isElement && index < Math.max(type.elements, 1);
      return isInside ? { type, isElement: true, first: first + index * this.#elementSize(type, set) } : undefined;
    }
    if (type.elements > 1 && !isElement) return undefined;
    let next = first;
    for (const member of type.members) {
      if (member.name === step) return { type: member.type, isElement: false, first: next };
      next += this.#size(member.type, set);
    }
    return undefined;
  }

  #size(type: CtabType, set: RegisterSet): number {
    return this.#elementSize(type, set) * Math.max(type.elements, 1);
  }

  /** Registers of an element of a type; types may share members, so each is measured once. */
  #elementSize(type: CtabType, set: RegisterSet): number {
    const sizes = set === 'c' ? this.#sizes : this.#scalarSizes;
    const known = sizes.get(type);
    if (known !== undefined) return known;
    const { class: kind, rows, columns, members } = type;
    let size = 0;
    if (kind === VariableClass.struct) for (const member of members) size += this.#size(member.type, set);
    else if (set !== 'c') size = rows * columns;
    else size = kind === VariableClass.matrixColumns ? columns : rows;
    sizes.set(type, size);
    return size;
  }

  #write(target: Target, value: JobValues, path: JsonPath): undefined {
    const { type, isElement, depth, first } = target;
    if (depth > MAX_DEPTH) return;
    if (type.elements <= 1 || isElement) return this.#element(target, value, path);
    const perElement = type.members.length > 0 ? 1 : type.rows * type.columns;
    const list = Array.isArray(value) ? (value as readonly JobValues[]) : undefined;
    if (list === undefined) return this.#mismatch(ctabTypeName(type), 'give a list of its elements', path);
    const isFlat = perElement > 1 && list.every((one) => typeof one !== 'object');
    const count = isFlat ? Math.ceil(list.length / perElement) : list.length;
    if (count > type.elements)
      return this.#mismatch(ctabTypeName(type), `it has ${type.elements} elements, not ${count}`, path);
    const size = this.#elementSize(type, target.set);
    for (let i = 0; i < count; i++) {
      const one = isFlat ? list.slice(i * perElement, (i + 1) * perElement) : list[i]!;
      this.#element({ ...target, isElement: true, first: first + i * size }, one, isFlat ? path : [...path, i]);
    }
  }

  #element(target: Target, value: JobValues, path: JsonPath): undefined {
    const { type, set, depth } = target;
    if (type.class !== VariableClass.struct) return this.#leaf(target, value, path);
    if (!isObject(value)) return this.#mismatch('the structure', 'give an object with the names of its members', path);
    for (const [name, one] of Object.entries(value)) {
      const member = this.#step({ ...target, isElement: true }, name, set);
      if (member !== undefined) {
        this.#write({ ...target, ...member, depth: depth + 1 }, one as JobValues, [...path, name]);
        continue;
      }
      const known = type.members.map((other) => other.name ?? '');
      const values = { what: 'member', name, suggestion: suggestion(name, known) };
      this.report.add(DX7021, [...path, name], values, { ofName: true });
    }
  }

  /** A scalar, vector or matrix, matrices by rows. */
  #leaf({ type, set, first, end }: Target, value: JobValues, path: JsonPath): undefined {
    const { rows, columns } = type;
    const numbers = flatValues(value);
    if (numbers?.length !== rows * columns)
      return this.#mismatch(ctabTypeName(type), `give ${rows * columns} numbers`, path);
    if (set !== 'c') {
      for (const [i, one] of numbers.entries()) if (first + i < end) this.#scalar(set, first + i, one);
      return;
    }
    const isByColumns = type.class === VariableClass.matrixColumns;
    const [lines, width] = isByColumns ? [columns, rows] : [rows, columns];
    for (let line = 0; line < lines && first + line < end; line++)
      for (let i = 0; i < width; i++)
        this.#set(set, 4 * (first + line) + i, numbers[isByColumns ? i * columns + line : line * columns + i]!);
  }

  /** Compilers give each boolean and each loop count a separate register; counts begin at 0 and go in steps of 1. */
  #scalar(set: 'i' | 'b', register: number, value: JobNumber | boolean): undefined {
    if (set === 'b') return this.#set('b', register, value);
    for (const [i, one] of [value, 0, 1, 0].entries()) this.#set('i', 4 * register + i, one);
  }

  #set(set: RegisterSet, index: number, value: JobNumber | boolean): undefined {
    const number = typeof value === 'boolean' ? Number(value) : value;
    if (set === 'b') this.#booleans[index] = numberOf(number) !== 0;
    else this.#setWord(set, index, wordOf(number, set === 'i'));
  }

  #setWord(set: RegisterSet | 's' | undefined, index: number, word: number): undefined {
    if (set === 'b' && index < MAX_OTHERS) this.#booleans[index] = word !== 0;
    else if (set === 'i' && index < 4 * MAX_OTHERS) this.#integers[index] = word;
    else if (set === 'c' && index < 4 * MAX_FLOATS) {
      while (this.#floats.length <= index) this.#floats.push(0);
      this.#floats[index] = word;
    }
  }

  #mismatch(type: string, reason: string, path: JsonPath): undefined {
    this.report.add(DX7024, path, { type: type === '' ? 'the structure' : type, reason });
  }
}

type RegisterSet = 'c' | 'i' | 'b';

/** A variable, or an element or a member of one. */
interface Part {
  readonly type: CtabType;
  /** True for an element of the array that `type` describes. */
  readonly isElement: boolean;
  /** Its first register. */
  readonly first: number;
}

/** The registers that a value is written to. */
interface Target extends Part {
  readonly set: RegisterSet;
  /** The end of the registers of the variable. */
  readonly end: number;
  /** Structures around it. */
  readonly depth: number;
}

/** Levels of structures in structures. */
const MAX_DEPTH = 16;

const REGISTER = /^s(\d{1,2})$/;
const SAMPLER = SM1_REGISTERS.sampler.code;
const MAX_SAMPLERS = 32;

/** The bindings of a shader of models 1 to 3. */
export interface LegacyBindings {
  readonly constants: Sm1Constants;
  readonly textures: readonly TextureStage[];
}

/** The constants and textures of a stage; what cannot be bound is reported. */
export function bindLegacyShader(
  shader: Sm1JobShader,
  { bindings = {}, constants }: StageSpec,
  resources: JobResources,
  path: JsonPath,
  report: JobReport,
): LegacyBindings {
  const textures: TextureStage[] = [];
  for (const [name, value] of Object.entries(bindings)) {
    const at = [...path, 'bindings', name];
    const sampler = samplerNumber(shader, name, at, report);
    if (sampler === undefined) continue;
    const spec: BindingSpec = typeof value === 'string' ? { texture: value } : value;
    const texture = spec.texture === undefined ? undefined : resources.textures.get(spec.texture);
    if (texture === undefined) {
      const known = suggestion(spec.texture ?? '', resources.textures.keys());
      const what = spec.texture === undefined ? 'no texture' : `'${spec.texture}', which is no texture${known},`;
      report.add(DX7022, at, { what, register: `s${sampler}`, expected: 'a texture' });
      continue;
    }
    const dimension = spec.dimension ?? dimensionOf(shader, sampler, texture);
    const view = textureViewOf(texture, { ...spec, ...(dimension && { dimension }) }, at, report);
    if (view === undefined) continue;
    const states = spec.sampler === undefined ? undefined : resources.samplers.get(spec.sampler);
    textures[sampler] = {
      view,
      ...(states && { sampler: legacySamplerOf(states) }),
      isProjected: spec.projected ?? false,
      bump: bumpOf(spec),
    };
  }
  // Holes would have no states.
  const stages = Array.from(textures, (stage): TextureStage => stage ?? {});
  return { constants: legacyConstants(shader, constants, [...path, 'constants'], report), textures: stages };
}

/** By D3DSAMPLER_TEXTURE_TYPE. */
const DIMENSIONS: readonly (ViewDimension | undefined)[] = [undefined, undefined, '2d', 'cube', '3d'];
const FACES = 6;

/** The dimension that the shader declares; without, six layers are a cube: Direct3D 9 has no arrays. */
function dimensionOf({ executable }: Sm1JobShader, sampler: number, { layers }: Texture): ViewDimension | undefined {
  const declared = executable.declarations.registers.find(({ type, number }) => type === SAMPLER && number === sampler);
  return DIMENSIONS[declared?.textureType ?? 0] ?? (layers === FACES ? 'cube' : undefined);
}

function bumpOf({ bumpMatrix = [0, 0, 0, 0], bumpScale = 0, bumpOffset = 0 }: BindingSpec) {
  const [m00, m01, m10, m11] = bumpMatrix.map(numberOf) as [number, number, number, number];
  return [m00, m01, m10, m11, numberOf(bumpScale), numberOf(bumpOffset)] as const;
}

function samplerNumber(
  { constants }: Sm1JobShader,
  name: string,
  path: JsonPath,
  report: JobReport,
): number | undefined {
  const samplers = (constants?.constants ?? []).filter(({ registerSet }) => CTAB_REGISTER_SETS[registerSet] === 's');
  const found = samplers.find((one) => one.name === name)?.registerIndex;
  const number = found ?? Number(REGISTER.exec(name)?.[1] ?? -1);
  if (number >= 0 && number < MAX_SAMPLERS) return number;
  const known = suggestion(
    name,
    samplers.map((one) => one.name),
  );
  report.add(DX7021, path, { what: 'sampler', name, suggestion: known }, { ofName: true });
  return undefined;
}
