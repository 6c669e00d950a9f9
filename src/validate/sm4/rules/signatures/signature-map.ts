/**
 * The system value of each component of each register of a signature, for its comparison with the declarations.
 *
 * Not for: rules (signatures.ts, signature-declarations.ts).
 */
import type { SignatureElement } from '../../../../container/signature.ts';
import { SM4_SYSTEM_NAMES } from '../../../../isa/sm4/names.ts';
import { COMPONENTS, INTERFACE_REGISTERS } from '../../limits.ts';

/** No element has the component. */
export const ABSENT = 255;

/** Files number tessellation factors by `D3D_NAME` and semantic index; declarations have a number for each. */
const FACTORS: Readonly<Record<number, { readonly first: number; readonly from: number; readonly count: number }>> = {
  11: { first: name('finalQuadUeq0EdgeTessFactor'), from: 0, count: 4 },
  12: { first: name('finalQuadUInsideTessFactor'), from: 0, count: 2 },
  13: { first: name('finalTriUeq0EdgeTessFactor'), from: 0, count: 3 },
  14: { first: name('finalTriInsideTessFactor'), from: 0, count: 1 },
  15: { first: name('finalLineDetailTessFactor'), from: 1, count: 1 },
  16: { first: name('finalLineDensityTessFactor'), from: 0, count: 1 },
};
/** System values from here to 66 are outputs of pixel shaders, which declarations do not name. */
const TARGET = 64;
const LAST_PLAIN = 66;

function name(text: (typeof SM4_SYSTEM_NAMES)[number]): number {
  return SM4_SYSTEM_NAMES.indexOf(text);
}

/** The name, an index of `SYSTEM_NAMES`, that a declaration must have for an element. */
function declaredName({ systemValue, semanticIndex }: SignatureElement): number {
  if (systemValue >= TARGET && systemValue <= LAST_PLAIN) return 0;
  const factor = FACTORS[systemValue];
  const offset = factor ? semanticIndex - factor.from : -1;
  if (factor && offset >= 0 && offset < factor.count) return factor.first + offset;
  // A value that does not exist differs from all that do.
  return Math.min(systemValue, ABSENT - 1);
}

export class SignatureMap {
  /** Names by stream, register and component. */
  readonly #names: number[][] = [];
  readonly #masks: Uint8Array[] = [];

  /** Adds an element; false where another element has some of its components. */
  add(stream: number, element: SignatureElement, mask: number): boolean {
    this.#masks[stream] ??= new Uint8Array(INTERFACE_REGISTERS);
    this.#names[stream] ??= [];
    const { register } = element;
    const masks = this.#masks[stream];
    if ((masks[register]! & mask) !== 0) return false;
    masks[register]! |= mask;
    const declared = declaredName(element);
    for (let i = 0; i < COMPONENTS; i++)
      if ((mask & (1 << i)) !== 0) this.#names[stream][register * COMPONENTS + i] = declared;
    return true;
  }

  /** The system value of a component in the signature, or {@link ABSENT}. */
  name(stream: number, register: number, component: number): number {
    return this.#names[stream]?.[register * COMPONENTS + component] ?? ABSENT;
  }
}
