/**
 * The system value of each component of each register of a signature, for its comparison with the declarations.
 *
 * Not for: rules (signatures.ts).
 */
import { DECLARED_SYSTEM_VALUES, SYSTEM_VALUES, SystemValue } from '../../../../base/d3d/system-values.ts';
import type { SignatureElement } from '../../../../chunks/signature.ts';
import { COMPONENTS, INTERFACE_REGISTERS } from '../../limits.ts';

/** No element has the component. */
export const ABSENT = 255;

/** Files number tessellation factors by `D3D_NAME` and semantic index; declarations have a number for each. */
const FACTORS: ReadonlyMap<number, { readonly first: number; readonly from: number; readonly count: number }> = new Map(
  SYSTEM_VALUES.filter(({ name }) => name.endsWith('TessFactor')).map((row) => {
    const first = DECLARED_SYSTEM_VALUES.findIndex((one) => one.row === row);
    return [row.code, { first, from: DECLARED_SYSTEM_VALUES[first]!.semanticIndex, count: row.declared.length }];
  }),
);
/** System values from `TARGET` to `LAST_PLAIN` are outputs of pixel shaders, which declarations do not name. */
const { target: TARGET, coverage: LAST_UNNAMED } = SystemValue;

/** The name, an index of `SYSTEM_NAMES`, that a declaration must have for an element. */
function declaredName({ systemValue, semanticIndex }: SignatureElement): number {
  if (systemValue >= TARGET && systemValue <= LAST_UNNAMED) return 0;
  const factor = FACTORS.get(systemValue);
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
