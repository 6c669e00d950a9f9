/**
 * Where a listing declares or first uses a register.
 *
 * Not for: reading programs; the listing has the names that people see.
 */
import type { ListingData } from './listing.ts';

/** Prefixes of registers in a listing, by the type of a binding (`D3D_SHADER_INPUT_TYPE`). */
function prefixOf(type: string): string {
  if (type === 'cbuffer') return 'cb';
  if (type === 'sampler') return 's';
  return type.startsWith('uav') || type === 'feedbackTexture' ? 'u' : 't';
}

/**
 * The register of a binding, as a listing spells it in lower case: `t3`, `cb0`.
 *
 * @param id the range id; before 5.1 the bind point
 */
export function bindingRegister(type: string | number, id: number): string {
  return `${prefixOf(String(type))}${id}`;
}

/** The line, 0-based, that declares `register`, or else the first that uses it; -1 for none. */
export function lineOfRegister({ text, starts }: ListingData, register: string): number {
  const word = new RegExp(`(?<![\\w.])${register.replace(/[^\w]/g, '\\$&')}(?!\\w)`, 'i');
  let first = -1;
  for (const [line, content] of text.split('\n').entries()) {
    if (starts[line]! < 0 || !word.test(content)) continue;
    if (/^\s*(?:dcl|def)/.test(content)) return line;
    if (first < 0) first = line;
  }
  return first;
}
