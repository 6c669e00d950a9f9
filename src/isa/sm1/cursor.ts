/**
 * A reused cursor over the instructions of a shader model 1-3 program, with their operands. All its fields are numbers from
 * construction on; locations are DWORD indices into the words, -1 where there is none.
 *
 * {@link Sm1Cursor.moveTo} finds the tokens of an instruction, {@link Sm1Cursor.goto} also decodes its operands into reused slots.
 *
 * Not for: finding tokens, which is in token-cursor.ts.
 */
import type { TokenProgram } from '../model.ts';
import { Sm1TokenCursor, sm1TakesDestination } from './token-cursor.ts';
import { Sm1DestinationToken, Sm1SourceToken, sm1RegisterType } from './tokens.ts';

const RELATIVE = 1 << Sm1DestinationToken.relative.low;
/** The positions of a cursor without a program. */
const NO_INSTRUCTIONS = { starts: new Uint32Array(0), count: 0 };

/** One register operand, decoded in place. */
export class Sm1OperandSlot {
  /** DWORD index of the operand token. */
  at = 0;
  /** The operand token, as a signed number. */
  token = 0;
  /** D3DSPR_* */
  type = 0;
  /** Register number within its type. */
  number = 0;
  /** Whether the operand is addressed relatively. */
  isRelative = false;
  /** DWORD index of the token of the register that is added; -1: there is none, as in 1_x, where it is always a0.x. */
  relativeAt = -1;

  /** Write mask of a destination. */
  get mask(): number {
    return Sm1DestinationToken.mask.get(this.token);
  }

  /** Result modifiers of a destination. */
  get resultModifiers(): number {
    return Sm1DestinationToken.modifiers.get(this.token);
  }

  /** Result shift of a destination: the power of two, -8 to 7. */
  get shift(): number {
    const shift = Sm1DestinationToken.shift.get(this.token);
    return shift < 8 ? shift : shift - 16;
  }

  /** Swizzle of a source. */
  get swizzle(): number {
    return Sm1SourceToken.swizzle.get(this.token);
  }

  /** D3DSPSM_* of a source. */
  get modifier(): number {
    return Sm1SourceToken.modifier.get(this.token);
  }

  /** Minimum precision (SM1_PRECISIONS). */
  get precision(): number {
    return Sm1SourceToken.precision.get(this.token);
  }
}

export class Sm1Cursor extends Sm1TokenCursor {
  readonly #program: TokenProgram | undefined;

  /** The instruction that {@link goto} decoded; -1 before, and after {@link moveTo}. */
  position = -1;
  /** How many of {@link operands} the instruction uses; filled by {@link goto}. */
  operandCount = 0;
  /** Index in {@link operands} of the first source: 1 after a destination, else 0. */
  firstSource = 0;
  /** The destination, where there is one, then the sources; as many slots as any instruction so far has needed. */
  readonly operands: Sm1OperandSlot[] = [];

  /** @param source a program, or words alone, in which only {@link moveTo} moves */
  constructor(source: TokenProgram | Uint32Array) {
    const isProgram = 'words' in source;
    super(isProgram ? source.words : source);
    this.#program = isProgram ? source : undefined;
  }

  /** Whether the first operand of the opcode is a destination; it may be missing. */
  get wantsDestination(): boolean {
    return sm1TakesDestination(this.opcode);
  }

  /** The tag of the comment under the cursor, 0 where it has none. */
  get commentTag(): number {
    return this.isComment && this.literalCount > 0 ? this.words[this.literals]! : 0;
  }

  /** Finds and decodes instruction `position` (0 to `program.count - 1`). */
  goto(position: number): void {
    const { starts, count } = this.#program ?? NO_INSTRUCTIONS;
    if (position < 0 || position >= count)
      throw new RangeError(`instruction ${position} is out of range: the program has ${count}`);
    this.moveTo(starts[position]!);
    this.position = position;
    this.#decode();
  }

  /** Decodes the operand whose token is at `at` into `slot`; returns the index after it. */
  readOperand(slot: Sm1OperandSlot, at: number): number {
    const token = this.words[at]! | 0;
    slot.at = at;
    slot.token = token;
    slot.type = sm1RegisterType(token);
    slot.number = Sm1SourceToken.number.get(token);
    slot.isRelative = (token & RELATIVE) !== 0;
    slot.relativeAt = this.relativeAt(at);
    return slot.relativeAt < 0 ? at + 1 : at + 2;
  }

  #decode(): void {
    const { destination, sources, end } = this;
    let count = 0;
    if (destination >= 0) this.readOperand(this.#slot(count++), destination);
    this.firstSource = count;
    for (let at = sources; at < end; ) at = this.readOperand(this.#slot(count++), at);
    this.operandCount = count;
  }

  #slot(i: number): Sm1OperandSlot {
    const { operands } = this;
    if (i === operands.length) operands.push(new Sm1OperandSlot());
    return operands[i]!;
  }

  override moveTo(at: number): void {
    this.position = -1;
    this.operandCount = 0;
    super.moveTo(at);
  }
}
