/** The instruction that is being read: what the parsers of operands fill in and the writer writes. */
import { LocationMark } from '../text-location.ts';

/** Bits of {@link ParsedInstruction.flags}: faults of an operand that are reported with the instruction. */
export const INVALID_REGISTER = 1;
/** Its index has an index. */
export const NESTED_INDEX = 2;
/** The register of its index is invalid. */
export const INVALID_INDEX = 4;

/** Indices of operands: the destination, the predicate, the first source. */
export const DESTINATION = 0;
export const PREDICATE = 1;
export const FIRST_SOURCE = 2;

export class ParsedInstruction {
  /** The location of its mnemonic. */
  readonly mark = new LocationMark();
  /** The instruction token without length, and what the dialect says about the operands. */
  token = 0;
  shape = 0;
  /** Bits of result modifiers, for the destination. */
  result = 0;
  /** The DWORD of a `dcl`. */
  attributes = 0;
  coissued = false;
  predicated = false;
  /** Parameter tokens, the tokens of their relative addresses, and faults; by operand index. */
  readonly operands = new Int32Array(8);
  readonly addresses = new Int32Array(8);
  readonly flags = new Uint8Array(8);
  sources = 0;
  /** The literals of `def`, `defi` and `defb`. */
  readonly values = new Int32Array(4);
}
