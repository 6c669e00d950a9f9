/** Which variables and semantics are in registers, for people who read numbers. */
import type { Reflection, Sm1Reflection, Sm4Reflection } from 'dxlens/reflect';

/** Rows of a constant buffer that get names. */
const MAX_ROWS = 4096;
const REGISTER_BYTES = 16;

/** Names by register, as listings spell registers: `cb0[1]` is `fogColor`. */
export function registerNames(reflection: Reflection | undefined): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const add = (register: string, name: string) => {
    const known = names.get(register);
    names.set(register, known === undefined ? name : `${known}, ${name}`);
  };
  if (reflection?.format === 'sm1') addSm1(reflection, add);
  else if (reflection?.format === 'dxbc') addSm4(reflection, add);
  return names;
}

type Add = (register: string, name: string) => void;

function addSm1({ constants, inputs, outputs }: Sm1Reflection, add: Add): void {
  for (const { name, registerSet, registerIndex, registerCount } of constants) {
    const prefix = { float4: 'c', int4: 'i', bool: 'b' }[registerSet as 'float4'];
    if (prefix === undefined) continue;
    for (let i = 0; i < registerCount; i++)
      add(`${prefix}${registerIndex + i}`, registerCount > 1 ? `${name}, row ${i}` : name);
  }
  for (const { register, usage, usageIndex } of [...inputs, ...outputs])
    if (usage !== null) add(register, `${usage}${usageIndex}`);
}

function addSm4({ boundResources, constantBuffers, inputParameters, outputParameters }: Sm4Reflection, add: Add): void {
  for (const { name: buffer, type, bindPoint } of boundResources) {
    if (type !== 'cbuffer') continue;
    const { variables = [] } = constantBuffers.find((one) => one.name === buffer) ?? {};
    for (const { name, startOffset, size } of variables) {
      const first = Math.floor(startOffset / REGISTER_BYTES);
      const last = Math.min(Math.floor((startOffset + Math.max(size, 1) - 1) / REGISTER_BYTES), first + MAX_ROWS);
      for (let row = first; row <= last; row++)
        add(`cb${bindPoint}[${row}]`, last > first ? `${name}, row ${row - first}` : name);
    }
  }
  const parameters = [
    ['v', inputParameters],
    ['o', outputParameters],
  ] as const;
  for (const [prefix, list] of parameters)
    for (const { semanticName, semanticIndex, register } of list)
      add(`${prefix}${register}`, `${semanticName}${semanticIndex > 0 ? semanticIndex : ''}`);
}
