/**
 * The opcode numbers that a walk over lengths and leading declarations needs. They repeat facts of the table (opcodes.ts), so
 * that reflection does not carry the whole table; a test compares them with it.
 */

export const SM4_CUSTOM_DATA = 53;
export const SM4_DCL_GLOBAL_FLAGS = 106;
export const SM4_DCL_THREAD_GROUP = 155;

/**
 * Ranges of opcodes, both ends included, at which declarations continue: declarations, data blocks, and the phases of hull
 * shaders. They end at any other instruction (source: oracle).
 */
const LEADING: readonly (readonly [first: number, last: number])[] = [
  [SM4_CUSTOM_DATA, SM4_CUSTOM_DATA],
  [88, 106],
  [113, 116],
  [143, 162],
  [206, 206],
];

/** Whether the declarations of a program continue at an instruction with this opcode. */
export function sm4IsLeading(opcode: number): boolean {
  return LEADING.some(([first, last]) => opcode >= first && opcode <= last);
}

/** Opcodes whose lists may be longer than the length field in the opcode token can hold. */
const LONG: readonly number[] = [145, 146];

/** Whether an instruction with this opcode may have its length in the next DWORD. */
export function sm4MayBeLong(opcode: number): boolean {
  return LONG.includes(opcode);
}
