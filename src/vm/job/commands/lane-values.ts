/** Values of the registers of a lane, by semantic. */

import type { JobNumber, JobNumbers } from '../../../base/shapes.ts';
import { bitsOfFloat, floatOfBits } from '../../../numerics/conversion.ts';
import { saturate } from '../../../numerics/float.ts';
import { LANES, RegisterFile } from '../../lanes.ts';
import { DX7021 } from '../../messages.ts';
import { findRegister, type NamedRegister, type ValuesBySemantic } from '../invocation.ts';
import type { JsonPath } from '../json-text.ts';
import { flatNumbers, numberOfWord, wordOf } from '../numbers.ts';
import type { JobReport } from '../report.ts';
import { suggestion } from '../validate-shape.ts';

/** Gives a lane its inputs; reports names that the shader does not have, each once for a command. */
export function setInputs(
  files: (RegisterFile | undefined)[],
  registers: readonly NamedRegister[],
  values: Readonly<Record<string, JobNumbers>>,
  { lane, vertex }: { readonly lane: number; readonly vertex: number },
  path: JsonPath,
  report: JobReport,
): void {
  for (const [name, numbers] of Object.entries(values)) {
    const register = findRegister(registers, name);
    if (register === undefined) {
      if (report.hasName(path[1], name)) continue;
      const known = suggestion(
        name,
        registers.map((one) => one.name),
      );
      const text = { what: 'input', name, suggestion: known };
      report.add(DX7021, [...path, name], text, { ofName: true });
      continue;
    }
    files[register.type] ??= new RegisterFile(register.number + 1);
    const file = files[register.type]!;
    const base = file.baseOf(register.number, vertex);
    if (base < 0) continue;
    for (const [component, word] of wordsFor(register, flatNumbers(numbers)))
      file.words[base + component * LANES + lane] = word;
  }
}

/** The words of the components of a register: four numbers are x to w, fewer those that the signature has. */
function* wordsFor(
  { mask, valueType }: NamedRegister,
  numbers: readonly JobNumber[],
): Generator<readonly [number, number]> {
  const all = [0, 1, 2, 3];
  const components = numbers.length === LANES ? all : all.filter((i) => mask & (1 << i));
  for (const [i, component] of components.entries())
    if (i < numbers.length) yield [component, wordOf(numbers[i]!, valueType !== 'f32')];
}

/** The outputs of a lane by semantic. */
export function outputsOf(
  files: readonly (RegisterFile | undefined)[],
  registers: readonly NamedRegister[],
  lane: number,
): ValuesBySemantic {
  const values: Record<string, JobNumber[]> = {};
  for (const { name, type, number, mask, valueType, isClamped } of registers) {
    const file = files[type];
    const base = file?.baseOf(number) ?? -1;
    if (base < 0) continue;
    values[name] = [0, 1, 2, 3]
      .filter((i) => mask & (1 << i))
      .map((i) => file!.words[base + i * LANES + lane]!)
      .map((word) => numberOfWord(isClamped ? bitsOfFloat(saturate(floatOfBits(word))) : word, valueType));
  }
  return values;
}
