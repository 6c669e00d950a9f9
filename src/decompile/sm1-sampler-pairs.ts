/**
 * Samplers of models 1 to 3 that the source had as a texture and a sampler of its own: the constant table has the names
 * of both, `sampler+texture`. The compiler gives such pairs the first free registers: those of a sampler after each
 * other, in the order of its textures. A sampler whose register the source says takes that one from the pairs.
 */
import type { SamplerPair } from '../emit/hlsl/sm1/registers.ts';
import { isHlslIdentifier } from '../emit/hlsl/types.ts';
import type { DeclaredConstant } from './shared-globals.ts';

export interface SamplerPairs {
  readonly lines: readonly string[];
  /** By register. */
  readonly pairs: ReadonlyMap<number, SamplerPair>;
}

/** The names of a pair; undefined for another sampler. */
function namesOf(name: string): readonly [sampler: string, texture: string] | undefined {
  const [sampler = '', texture = '', ...rest] = name.split('+');
  return rest.length === 0 && isHlslIdentifier(sampler) && isHlslIdentifier(texture) ? [sampler, texture] : undefined;
}

/**
 * The declarations of pairs that have the registers of a table; undefined where it has none, or no order gives them.
 *
 * @param table its samplers, by register
 * @param nameOf gives a variable a unique name
 */
export function samplerPairs(
  table: readonly DeclaredConstant[],
  nameOf: (text: string) => string,
): SamplerPairs | undefined {
  const order: string[] = [];
  /** The textures of each sampler, and their types, in the order of registers. */
  const bySampler = new Map<string, string[]>();
  const types = new Map<string, string>();
  const registers = new Map<number, readonly [sampler: string, texture: string]>();
  for (const { name, registerIndex, registerCount, typeName } of table) {
    const names = namesOf(name);
    if (names === undefined || registerCount !== 1 || !/^Texture(1D|2D|3D|Cube)$/.test(typeName)) return undefined;
    const [sampler, texture] = names;
    if (order.at(-1) !== sampler) order.push(sampler);
    bySampler.set(sampler, [...(bySampler.get(sampler) ?? []), texture]);
    if ((types.get(texture) ?? typeName) !== typeName) return undefined;
    types.set(texture, typeName);
    registers.set(registerIndex, names);
  }
  const textures = [...types.keys()];
  const isOrdered = (list: readonly string[]) =>
    list.every((one, i) => i === 0 || textures.indexOf(one) > textures.indexOf(list[i - 1]!));
  if (order.length === 0 || order.length > bySampler.size || ![...bySampler.values()].every(isOrdered))
    return undefined;
  const free = Array.from({ length: Math.max(...registers.keys()) }, (_, i) => i).filter((one) => !registers.has(one));
  const named = new Map([...textures, ...order].map((one) => [one, nameOf(one)]));
  const areStated = free.length >= order.length;
  const stated = (register: number | undefined) => (register === undefined ? '' : ` : register(s${register})`);
  const pairs = new Map<number, SamplerPair>();
  for (const [register, [sampler, texture]] of registers)
    pairs.set(register, { texture: named.get(texture)!, sampler: named.get(sampler)! });
  const rest = areStated ? free.slice(order.length) : free;
  return {
    lines: [
      ...textures.map((one) => `${types.get(one)} ${named.get(one)};`),
      ...order.map((one, i) => `SamplerState ${named.get(one)}${areStated ? stated(free[i]) : ''};`),
      ...rest.map((register) => `SamplerState ${nameOf(`s${register}`)}${stated(register)};`),
    ],
    pairs,
  };
}
