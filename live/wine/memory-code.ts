/**
 * Random statements about memory for compute shaders: raw, structured and typed views, atomic operations, counters,
 * group-shared memory.
 */
import type { Random } from '../../smith/random.ts';
import { Sm4Code } from '../../smith/runnable/sm4-code.ts';
import { ADDRESS, STORE, THREADS } from './compute.ts';
import { UNTRUSTED_SM4 } from './untrusted.ts';

/**
 * Bytes of a structure, elements of the structured view that is read, of the typed ones, and words that all threads
 * share.
 */
export const STRIDE = 32;
export const ELEMENTS = 16;
/** Bytes that a thread has of raw memory, and of group-shared memory; elements of the typed view that it writes. */
export const THREAD_BYTES = 64;
export const THREAD_ELEMENTS = 4;
/** The operations on shared words, one for each word. Wine has no signed minimum and maximum (untrusted.ts). */
export const SHARED_OPS = ['iadd', 'and', 'or', 'xor', 'iadd', 'xor', 'umax', 'umin'];
export const RETURNING = ['iadd', 'and', 'or', 'xor', 'exch', 'umax', 'umin'];

export const DECLARATIONS = [
  `dcl_resource_structured t1, ${STRIDE}`,
  'dcl_resource_buffer (uint,uint,uint,uint) t2',
  'dcl_resource_buffer (float,float,float,float) t3',
  'dcl_uav_raw u1',
  `dcl_uav_structured u2, ${STRIDE}`,
  'dcl_uav_typed_buffer (uint,uint,uint,uint) u3',
  'dcl_uav_raw u4',
  'dcl_uav_structured_opc u5, 4',
  `dcl_tgsm_raw g0, ${THREADS * THREAD_BYTES}`,
  `dcl_tgsm_structured g1, ${STRIDE}, ${THREADS}`,
  `dcl_tgsm_raw g2, ${4 * SHARED_OPS.length}`,
];

/** Statements about memory, between others. */
export class MemoryCode {
  readonly code: Sm4Code;
  readonly #random: Random;
  readonly #hasGroup: boolean;

  constructor(random: Random, hasGroup: boolean) {
    this.#random = random;
    this.#hasGroup = hasGroup;
    this.code = new Sm4Code(random, { isModel5: true, without: UNTRUSTED_SM4, flow: 1 });
  }

  write(): readonly string[] {
    const { code } = this;
    code.line(`ishl ${ADDRESS}.z, vThreadID.x, l(6)`);
    code.line(`ishl ${ADDRESS}.w, vThreadID.x, l(2)`);
    if (this.#hasGroup) this.#initializeGroup();
    for (let i = this.#random.between(4, 12); i > 0; i--) {
      code.statements(this.#random.between(0, 2));
      this.#statement();
    }
    if (this.#hasGroup) this.#readGroup();
    return code.lines;
  }

  #statement(): void {
    const kinds = [
      () => this.#load(),
      () => this.#store(),
      () => this.#loadThreadElement(),
      () => this.#atomic(),
      () => this.#shared(),
    ];
    if (this.#hasGroup)
      kinds.push(
        () => this.#group(),
        () => this.#group(),
      );
    this.#random.pick(kinds)();
  }

  #result(): string {
    return `${this.code.integerRegister()}.${this.code.mask()}`;
  }

  /** A byte offset in memory of `bytes` bytes, into the register of stores. */
  #offset(bytes: number, base = ''): string {
    const { code } = this;
    const words = code.index(bytes / 4);
    code.line(`ishl ${STORE}.x, ${words}, l(2)`);
    if (base !== '') code.line(`iadd ${STORE}.x, ${STORE}.x, ${base}`);
    return `${STORE}.x`;
  }

  /** Memory that is only read. */
  #load(): void {
    const { code } = this;
    const kind = this.#random.below(4);
    if (kind === 0) code.line(`ld_raw ${this.#result()}, ${this.#offset(64 * 16)}, t0.${code.swizzle()}`);
    else if (kind === 1) {
      const offset = this.#offset(16);
      code.line(`ld_structured ${this.#result()}, ${code.index(ELEMENTS)}, ${offset}, t1.${code.swizzle()}`);
    } else if (kind === 2)
      code.line(`ld ${this.#result()}, ${code.index(ELEMENTS).slice(0, 2)}.xxxx, t2.${code.swizzle()}`);
    else
      code.line(
        `ld ${code.floatRegister()}.${code.mask()}, ${code.index(ELEMENTS).slice(0, 2)}.xxxx, t3.${code.swizzle()}`,
      );
  }

  #value(): string {
    return `${this.code.integerRegister()}.${this.code.swizzle()}`;
  }

  #prefix(): string {
    return this.#random.pick(['x', 'xy', 'xyz', 'xyzw']);
  }

  #store(): void {
    const { code } = this;
    const kind = this.#random.below(3);
    if (kind === 0) code.line(`store_raw u1.${this.#prefix()}, ${this.#offset(32, `${ADDRESS}.z`)}, ${this.#value()}`);
    else if (kind === 1)
      code.line(`store_structured u2.${this.#prefix()}, vThreadID.x, ${this.#offset(16)}, ${this.#value()}`);
    else code.line(`store_uav_typed u3.xyzw, ${this.#threadElement()}, ${this.#value()}`);
  }

  #threadElement(): string {
    this.code.line(`iadd ${STORE}.y, ${this.code.index(THREAD_ELEMENTS)}, ${ADDRESS}.w`);
    return `${STORE}.yyyy`;
  }

  #loadThreadElement(): void {
    const { code } = this;
    const kind = this.#random.below(3);
    if (kind === 0) code.line(`ld_raw ${this.#result()}, ${this.#offset(32, `${ADDRESS}.z`)}, u1.${code.swizzle()}`);
    else if (kind === 1)
      code.line(`ld_structured ${this.#result()}, vThreadID.x, ${this.#offset(16)}, u2.${code.swizzle()}`);
    else code.line(`ld_uav_typed ${this.#result()}, ${this.#threadElement()}, u3.${code.swizzle()}`);
  }

  /** An operation on an element of this thread, which returns its previous value. */
  #atomic(): void {
    const { code } = this;
    const kind = this.#random.below(3);
    let address: string;
    if (kind === 0) address = `u1, ${this.#offset(THREAD_BYTES, `${ADDRESS}.z`)}`;
    else if (kind === 1) {
      this.#offset(STRIDE);
      code.line(`mov ${STORE}.y, ${STORE}.x`);
      code.line(`mov ${STORE}.x, vThreadID.x`);
      address = `u2, ${STORE}.xyxx`;
    } else address = `u3, ${this.#threadElement()}`;
    this.#update(address);
  }

  #update(address: string): void {
    const { code } = this;
    const value = () => `${code.integerRegister()}.${code.component()}`;
    if (this.#random.oneIn(5)) {
      const isReturning = this.#random.oneIn(2);
      const result = isReturning
        ? `imm_atomic_cmp_exch ${code.integerRegister()}.${code.component()}, `
        : 'atomic_cmp_store ';
      code.line(`${result}${address}, ${value()}, ${value()}`);
    } else if (this.#random.oneIn(2)) code.line(`atomic_${this.#random.pick(SHARED_OPS)} ${address}, ${value()}`);
    else {
      const name = this.#random.pick(RETURNING);
      code.line(`imm_atomic_${name} ${code.integerRegister()}.${code.component()}, ${address}, ${value()}`);
    }
  }

  #shared(): void {
    const { code } = this;
    if (this.#random.oneIn(6)) {
      code.line(`imm_atomic_alloc ${STORE}.z, u5`);
      return;
    }
    const at = this.#random.below(SHARED_OPS.length);
    code.line(`atomic_${SHARED_OPS[at]} u4, l(${4 * at}), ${code.integerRegister()}.${code.component()}`);
  }

  // --- group-shared memory ------------------------------------------------------------------------------------------

  #initializeGroup(): void {
    const { code } = this;
    code.line(`ishl ${STORE}.w, vThreadIDInGroupFlattened.x, l(6)`);
    for (const [i, register] of ['r4', 'r5', 'r6', 'r7'].entries()) {
      code.line(`iadd ${STORE}.x, ${STORE}.w, l(${16 * i})`);
      code.line(`store_raw g0.xyzw, ${STORE}.x, ${register}.xyzw`);
    }
    code.line(`store_structured g1.xyzw, vThreadIDInGroupFlattened.x, l(0), r5.xyzw`);
    code.line(`store_structured g1.xyzw, vThreadIDInGroupFlattened.x, l(16), r6.xyzw`);
    code.line(`store_raw g2.xyzw, l(0), l(0, -1, 0, 0)`);
    code.line(`store_raw g2.xyzw, l(16), l(0, 0, 0, -1)`);
    code.line('sync_g_t');
  }

  /** Reads what any thread wrote, between barriers; writes what this thread has. */
  #group(): void {
    const { code } = this;
    const kind = this.#random.below(5);
    if (kind === 0) {
      code.line('sync_g_t');
      code.line(`ld_raw ${this.#result()}, ${this.#offset((THREADS * THREAD_BYTES) / 2)}, g0.${code.swizzle()}`);
      code.line('sync_g_t');
    } else if (kind === 1) {
      code.line('sync_g_t');
      const offset = this.#offset(16);
      code.line(`ld_structured ${this.#result()}, ${code.index(THREADS)}, ${offset}, g1.${code.swizzle()}`);
      code.line('sync_g_t');
    } else if (kind === 2) {
      code.line(`store_raw g0.${this.#prefix()}, ${this.#offset(32, `${STORE}.w`)}, ${this.#value()}`);
    } else if (kind === 3) this.#update(`g0, ${this.#offset(THREAD_BYTES, `${STORE}.w`)}`);
    else {
      const at = this.#random.below(SHARED_OPS.length);
      code.line(`atomic_${SHARED_OPS[at]} g2, l(${4 * at}), ${code.integerRegister()}.${code.component()}`);
    }
  }

  /** The shared words into registers that are written out. */
  #readGroup(): void {
    this.code.line('sync_g_t');
    this.code.line('ld_raw r6.xyzw, l(0), g2.xyzw');
    this.code.line('ld_raw r7.xyzw, l(16), g2.xyzw');
  }
}
