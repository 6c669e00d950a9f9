/**
 * Links the outputs of a stage with the inputs of the next: by semantic where both have signatures, else by register.
 *
 * Source: Direct3D 11.3 functional specification, 4.4 (linkage); Direct3D lets the later stage read a part of what the
 * earlier one writes.
 */
import type { SignatureElement } from '../../chunks/signature.ts';
import type { Registers } from '../sm4/quad.ts';

/**
 * For each component of the later stage's registers the component of the earlier one's; -1 for none. Undefined: the
 * same.
 */
export type Link = Int32Array | undefined;

const COMPONENTS = 4;
/** Registers that a signature may name here; Direct3D has 32. */
const MAX_REGISTERS = 64;

/** The key of a semantic: names are compared without case. */
export function semanticKey(name: string, index: number): string {
  return `${name.toLowerCase()} ${index}`;
}

/** The components of a mask, in order. */
export function componentsOf(mask: number): number[] {
  return [0, 1, 2, 3].filter((i) => mask & (1 << i));
}

/** @param stream of a geometry shader whose outputs are linked */
export function linkSignatures(
  outputs: readonly SignatureElement[] | undefined,
  inputs: readonly SignatureElement[] | undefined,
  stream = 0,
): Link {
  if (outputs === undefined || inputs === undefined) return undefined;
  const sources = new Map<string, SignatureElement>();
  for (const element of outputs)
    if (element.stream === stream) sources.set(semanticKey(element.semanticName, element.semanticIndex), element);
  const rows = inputs.reduce(
    (most, { register }) => (register < MAX_REGISTERS ? Math.max(most, register + 1) : most),
    0,
  );
  const link = new Int32Array(COMPONENTS * rows).fill(-1);
  for (const { semanticName, semanticIndex, register, mask } of inputs) {
    const source = sources.get(semanticKey(semanticName, semanticIndex));
    if (source === undefined || register >= rows || source.register >= MAX_REGISTERS) continue;
    const from = componentsOf(source.mask);
    for (const [i, component] of componentsOf(mask).entries())
      if (i < from.length) link[COMPONENTS * register + component] = COMPONENTS * source.register + from[i]!;
  }
  return link;
}

/** The registers of the later stage; what is not linked is 0. */
export function applyLink(link: Link, registers: Registers): Registers {
  return link === undefined ? registers : Uint32Array.from(link, (from) => (from < 0 ? 0 : (registers[from] ?? 0)));
}
