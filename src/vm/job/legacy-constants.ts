/** The constants of shaders of models 1 to 3: by register, or by name from the constant table. */
import { VariableClass } from '../../base/d3d/enumerations.ts';
import type { JobNumber, JobValues } from '../../base/shapes.ts';
import { CTAB_REGISTER_SETS, type CtabConstant, type CtabType, ctabTypeName } from '../../container/ctab.ts';
import type { Sm1Constants } from '../sm1/quad.ts';
import { flatValues } from './constant-buffers.ts';
import type { JsonPath } from './json-text.ts';
import { JOB_CONTENT_MESSAGES } from './messages.ts';
import { numberOf, wordOf } from './numbers.ts';
import type { JobReport } from './report.ts';
import type { Sm1JobShader } from './shaders.ts';
import { isObject, suggestion } from './validate-shape.ts';

/** Registers that a job may set; those of software vertex processing are the most. */
const MAX_FLOATS = 8192;
const MAX_OTHERS = 16;
const REGISTER = /^([cib])(\d{1,4})$/;

/** The constants of a shader: the default values of its table, then `values`. */
export function legacyConstants(
  { constants: table }: Sm1JobShader,
  values: JobValues | undefined,
  path: JsonPath,
  report: JobReport,
): Sm1Constants {
  const writer = new LegacyWriter(report);
  for (const constant of table?.constants ?? []) writer.defaults(constant);
  if (values !== undefined && !isObject(values))
    report.add(JOB_CONTENT_MESSAGES.DX7024, path, { type: 'constants', reason: 'give an object with their names' });
  for (const [name, value] of isObject(values) ? Object.entries(values) : []) {
    const at = [...path, name];
    const constant = table?.constants.find((one) => one.name === name);
    const [, set, number] = REGISTER.exec(name) ?? [];
    if (constant !== undefined) writer.constant(constant, value as JobValues, at);
    else if (set !== undefined) writer.registers(set as 'c' | 'i' | 'b', Number(number), value as JobValues, at);
    else {
      const known = suggestion(
        name,
        (table?.constants ?? []).map((one) => one.name),
      );
      report.add(JOB_CONTENT_MESSAGES.DX7021, at, { what: 'constant', name, suggestion: known }, { ofName: true });
    }
  }
  return writer.constants;
}

class LegacyWriter {
  readonly #report: JobReport;
  readonly #floats: number[] = [];
  readonly #integers = new Int32Array(4 * MAX_OTHERS);
  readonly #booleans: boolean[] = [];

  constructor(report: JobReport) {
    this.#report = report;
  }

  get constants(): Sm1Constants {
    return { floats: Uint32Array.from(this.#floats), integers: this.#integers, booleans: this.#booleans };
  }

  /** The default value of a constant of the table. */
  defaults({ registerSet, registerIndex, registerCount, defaultValue }: CtabConstant): undefined {
    if (defaultValue === undefined) return;
    const set = CTAB_REGISTER_SETS[registerSet];
    const perRegister = set === 'b' ? 1 : 4;
    for (let i = 0; i < Math.min(registerCount * perRegister, defaultValue.length); i++)
      this.#setWord(set, registerIndex * perRegister + i, defaultValue[i]!);
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
    for (const [i, one] of numbers.entries()) this.#set(set, first * perRegister + i, one);
  }

  /** Sets a variable; structures and arrays by names and lists. */
  constant(
    { type, registerSet, registerIndex, registerCount }: CtabConstant,
    value: JobValues,
    path: JsonPath,
  ): undefined {
    const set = CTAB_REGISTER_SETS[registerSet];
    if (set === undefined || set === 's')
      return this.#mismatch('a sampler', "bind a texture to it in 'bindings'", path);
    const end = registerIndex + registerCount;
    this.#variable({ set, next: registerIndex, end, depth: 0 }, type, value, path);
  }

  #variable(place: Place, type: CtabType, value: JobValues, path: JsonPath): undefined {
    if (place.depth > MAX_DEPTH) return;
    if (type.elements <= 1) return this.#element(place, type, value, path);
    const perElement = type.members.length > 0 ? 1 : type.rows * type.columns;
    const list = Array.isArray(value) ? (value as readonly JobValues[]) : undefined;
    if (list === undefined) return this.#mismatch(ctabTypeName(type), 'give a list of its elements', path);
    const isFlat = perElement > 1 && list.every((one) => typeof one !== 'object');
    const count = isFlat ? Math.ceil(list.length / perElement) : list.length;
    if (count > type.elements)
      return this.#mismatch(ctabTypeName(type), `it has ${type.elements} elements, not ${count}`, path);
    for (let i = 0; i < count; i++) {
      const one = isFlat ? list.slice(i * perElement, (i + 1) * perElement) : list[i]!;
      this.#element(place, type, one, isFlat ? path : [...path, i]);
    }
  }

  #element(place: Place, type: CtabType, value: JobValues, path: JsonPath): undefined {
    if (type.class !== VariableClass.struct) return this.#leaf(place, type, value, path);
    if (!isObject(value)) return this.#mismatch('the structure', 'give an object with its members', path);
    // Members follow each other, so all have to be there.
    for (const member of type.members) {
      const { name = '' } = member;
      const one = value[name];
      if (one === undefined) return this.#mismatch('the structure', `the member '${name}' is missing`, path);
      place.depth++;
      this.#variable(place, member.type, one as JobValues, [...path, name]);
      place.depth--;
    }
  }

  /** A scalar, vector or matrix, matrices by rows. */
  #leaf(place: Place, type: CtabType, value: JobValues, path: JsonPath): undefined {
    const { rows, columns } = type;
    const numbers = flatValues(value);
    if (numbers?.length !== rows * columns)
      return this.#mismatch(ctabTypeName(type), `give ${rows * columns} numbers`, path);
    const isByColumns = type.class === VariableClass.matrixColumns;
    const [lines, width] = isByColumns ? [columns, rows] : [rows, columns];
    if (place.set === 'b') {
      for (const one of numbers) if (place.next < place.end) this.#set('b', place.next++, one);
      return;
    }
    for (let line = 0; line < lines && place.next < place.end; line++, place.next++)
      for (let i = 0; i < width; i++)
        this.#set(place.set, 4 * place.next + i, numbers[isByColumns ? i * columns + line : line * columns + i]!);
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
    this.#report.add(JOB_CONTENT_MESSAGES.DX7024, path, { type: type === '' ? 'the structure' : type, reason });
  }
}

type RegisterSet = 'c' | 'i' | 'b';

/** Registers that a variable is written to. */
interface Place {
  readonly set: RegisterSet;
  next: number;
  readonly end: number;
  depth: number;
}

/** Levels of structures in structures. */
const MAX_DEPTH = 16;
