/**
 * Limits of programs of shader models 1 to 2, and the slots that validators count (source: oracle). Versions 3_0 and
 * software versions have none.
 *
 * Not for: the slots that a listing counts (`Sm1SlotCounter`).
 */
import { Sm1Version } from '../../base/profile.ts';
import { SM1_OPCODE_LIMIT, SM1_OPCODES, type Sm1Opcode, type Sm1OpcodeRow } from './opcodes.ts';

/** Slots that validators count from 2_0 on, where a listing has others. */
const ARITHMETIC_EXCEPTIONS: Readonly<Partial<Record<Sm1Opcode, number>>> = { nop: 1, lit: 3, lrp: 2, texkill: 0 };
const TEXTURE_EXCEPTIONS: Readonly<Partial<Record<Sm1Opcode, number>>> = { texkill: 1 };

/** Slots by opcode. */
export const SM1_SLOTS = /* @__PURE__ */ slots();

function slots() {
  const arithmetic = new Uint8Array(SM1_OPCODE_LIMIT);
  const arithmeticVs11 = new Uint8Array(SM1_OPCODE_LIMIT);
  const texture = new Uint8Array(SM1_OPCODE_LIMIT);
  for (const [name, row] of Object.entries(SM1_OPCODES) as [Sm1Opcode, Sm1OpcodeRow][]) {
    if (row.code >= SM1_OPCODE_LIMIT) continue;
    const listed = row.slots ?? 1;
    arithmeticVs11[row.code] = row.slotsVs11 ?? listed;
    arithmetic[row.code] = ARITHMETIC_EXCEPTIONS[name] ?? listed;
    texture[row.code] = TEXTURE_EXCEPTIONS[name] ?? row.textureSlots ?? 0;
  }
  return { arithmetic, arithmeticVs11, texture } as const;
}

/** The maximum slots of a version: of arithmetic, of textures, and of both. */
export interface Sm1SlotLimits {
  readonly arithmetic: number;
  readonly texture: number;
  readonly total: number;
}

const VS_1_1: Sm1SlotLimits = { arithmetic: 128, texture: 128, total: 128 };
const VS_2: Sm1SlotLimits = { arithmetic: 256, texture: 256, total: 256 };
const PS_2_0: Sm1SlotLimits = { arithmetic: 64, texture: 32, total: 96 };
const PS_2_X: Sm1SlotLimits = { arithmetic: 512, texture: 512, total: 512 };
const SOFTWARE = 0xff;

/** The limits of a version from vs_1_1 and ps_2_0 on; undefined where there are none. */
export function sm1SlotLimits(isPixel: boolean, version: number): Sm1SlotLimits | undefined {
  if (version >= Sm1Version.v3_0 || (version & SOFTWARE) === SOFTWARE) return undefined;
  if (!isPixel) return version < Sm1Version.v2_0 ? VS_1_1 : VS_2;
  return version === Sm1Version.v2_0 ? PS_2_0 : PS_2_X;
}

/** How deep loads may depend on each other in ps_2_0. */
export const SM1_MAX_TEXTURE_ORDER = 3;

/** Temporary registers of the profiles of compilers, which may be fewer than those of the version. */
export function sm1TempLimit(profile: string): number {
  if (/^vs_1_1|_2_0$/.test(profile)) return 12;
  if (profile === 'ps_2_a') return 22;
  return profile === 'vs_2_a' ? 13 : 32;
}

/** The most iterations of a loop. */
export const MAX_REPEATED = 255;
