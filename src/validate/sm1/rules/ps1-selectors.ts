/**
 * The rule of ps_1_4 that each texture coordinate is read with the same swizzle everywhere, and what Microsoft's
 * validator stores for it.
 *
 * Its table has six entries, but it also indexes the table with numbers of registers that do not exist: its writes for
 * t6 and above change the fields after the table. Streams with such numbers are invalid in any case, but which
 * diagnostics follow depends on it (source: oracle).
 */
import { IDENTITY_SWIZZLE } from '../../../isa/components.ts';
import type { Sm1ValidationContext } from '../context.ts';
import type { Sm1RuleRow } from '../rule.ts';
import type { Ps14Phases } from './ps1-phases.ts';
import type { Ps1State } from './ps1-state.ts';

export const SELECTOR_RULE: Sm1RuleRow = {
  codes: { ps14: 'X5111' },
  text: 't{register} is read with both .xyz and .xyw.',
  hint: 'Read each texture coordinate with the same swizzle everywhere.',
};

const ENTRIES = 6;
/** The first three components of a swizzle; the fourth one does not count. */
const COMPARED = 0x3f;
/** The number of bytes after the swizzles that are modelled, and the known fields there (source: oracle). */
const BYTES_AFTER = 256;
const DIVISIONS = 8;
const DIVISIONS_REPORTED = 12;
const PHASE_SEEN = 13;
const STAGES = 16;
const ARITHMETIC_SEEN = 20;
const DEPTH_SEEN = 22;
const DEPTH_BEFORE = 23;
const KILL_BEFORE = 24;
const TEXTURE_SLOTS = 28;
const ARITHMETIC_SLOTS = 32;
const TEXTURE_LIMIT = 40;
const ARITHMETIC_LIMIT = 44;

/** The swizzle with which each texture coordinate was read. */
export class Ps14Selectors {
  readonly #swizzles = [
    IDENTITY_SWIZZLE,
    IDENTITY_SWIZZLE,
    IDENTITY_SWIZZLE,
    IDENTITY_SWIZZLE,
    IDENTITY_SWIZZLE,
    IDENTITY_SWIZZLE,
  ];
  readonly #read = [0, 0, 0, 0, 0, 0];
  /** Allocated for the first number beyond the table. */
  #memory: DataView | undefined;

  /** Checks and records that source 0 reads texture coordinate `number`. */
  check(ctx: Sm1ValidationContext, s: Ps1State, phases: Ps14Phases, number: number): void {
    const swizzle = ctx.sourceSwizzle[0]!;
    let other: boolean;
    if (number < ENTRIES) {
      other = this.#read[number] !== 0 && ((this.#swizzles[number]! ^ swizzle) & COMPARED) !== 0;
      this.#swizzles[number] = swizzle;
      this.#read[number] = 1;
    } else other = number < BYTES_AFTER && this.#checkBeyond(s, phases, number, swizzle);
    if (!other) return;
    ctx.sourceFaults |= 1;
    ctx.report(SELECTOR_RULE, ctx.sourceAt[0]!, { register: number });
  }

  /** {@link check} for a number beyond the table. */
  #checkBeyond(s: Ps1State, phases: Ps14Phases, number: number, swizzle: number): boolean {
    this.#memory ??= new DataView(new ArrayBuffer(BYTES_AFTER));
    const memory = this.#memory;
    for (let i = 0; i < ENTRIES; i++) memory.setUint8(i, this.#read[i]!);
    this.#store(memory, s, phases);
    const at = 4 * (number - ENTRIES);
    const inside = at <= BYTES_AFTER - 4;
    const before = inside ? memory.getUint32(at, true) >>> 16 : 0;
    const other = memory.getUint8(number) !== 0 && ((before ^ swizzle) & COMPARED) !== 0;
    memory.setUint8(number, 1);
    if (inside) memory.setUint32(at, swizzle << 16, true);
    for (let i = 0; i < ENTRIES; i++) this.#read[i] = memory.getUint8(i);
    this.#load(memory, s, phases);
    return other;
  }

  /** Copies the fields after the table into `memory`; other bytes there stay. */
  #store(memory: DataView, s: Ps1State, phases: Ps14Phases): void {
    memory.setInt32(DIVISIONS, phases.divisions, true);
    memory.setInt32(STAGES, phases.stages, true);
    memory.setInt32(TEXTURE_SLOTS, s.textureSlots, true);
    memory.setInt32(ARITHMETIC_SLOTS, s.arithmeticSlots, true);
    memory.setInt32(TEXTURE_LIMIT, s.textureLimit, true);
    memory.setInt32(ARITHMETIC_LIMIT, s.arithmeticLimit, true);
    storeFlag(memory, DIVISIONS_REPORTED, phases.divisionsReported);
    storeFlag(memory, PHASE_SEEN, phases.seen);
    storeFlag(memory, ARITHMETIC_SEEN, phases.arithmeticSeen);
    storeFlag(memory, DEPTH_SEEN, phases.depthSeen);
    storeFlag(memory, DEPTH_BEFORE, phases.depthBefore);
    storeFlag(memory, KILL_BEFORE, phases.killBefore);
  }

  /** Reads the fields after the table from `memory`. */
  #load(memory: DataView, s: Ps1State, phases: Ps14Phases): void {
    phases.divisions = memory.getInt32(DIVISIONS, true);
    phases.stages = memory.getInt32(STAGES, true);
    s.textureSlots = memory.getInt32(TEXTURE_SLOTS, true);
    s.arithmeticSlots = memory.getInt32(ARITHMETIC_SLOTS, true);
    s.textureLimit = memory.getInt32(TEXTURE_LIMIT, true);
    s.arithmeticLimit = memory.getInt32(ARITHMETIC_LIMIT, true);
    phases.divisionsReported = memory.getUint8(DIVISIONS_REPORTED) !== 0;
    phases.seen = memory.getUint8(PHASE_SEEN) !== 0;
    phases.arithmeticSeen = memory.getUint8(ARITHMETIC_SEEN) !== 0;
    phases.depthSeen = memory.getUint8(DEPTH_SEEN) !== 0;
    phases.depthBefore = memory.getUint8(DEPTH_BEFORE) !== 0;
    phases.killBefore = memory.getUint8(KILL_BEFORE) !== 0;
  }
}

/** Stores a flag; a byte that means the same already keeps its value. */
function storeFlag(memory: DataView, at: number, value: boolean): void {
  if ((memory.getUint8(at) !== 0) !== value) memory.setUint8(at, Number(value));
}
