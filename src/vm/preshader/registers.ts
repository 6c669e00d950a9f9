/** The registers of a preshader while it is evaluated: numbers in the first generation, 32-bit words in the second. */

/** The limit on components of a register type; compilers use some hundreds. Others read as 0 and are never written. */
export const MAX_REGISTER_COMPONENTS = 2 ** 18;
const FIRST_SIZE = 64;

/** The components of one register type; they are 0 until they are written, and memory is what was written. */
export class RegisterFile {
  #values = new Float64Array(FIRST_SIZE);
  /** Components that were written. */
  readonly written = new Set<number>();

  get(component: number): number {
    return this.#values[component] ?? 0;
  }

  set(component: number, value: number): void {
    if (component >= MAX_REGISTER_COMPONENTS) return;
    if (component >= this.#values.length) {
      let size = this.#values.length;
      while (size <= component) size *= 2;
      const values = new Float64Array(size);
      values.set(this.#values);
      this.#values = values;
    }
    this.#values[component] = value;
    this.written.add(component);
  }
}

const bits = new DataView(new ArrayBuffer(4));

/** The bits of `value` as a float; a NaN keeps its sign and payload where the engine does. */
export function wordOfFloat(value: number): number {
  bits.setFloat32(0, value);
  return bits.getUint32(0);
}
