/**
 * The structure of a program of shader models 4.0 to 5.1: blocks with the positions of all their parts, subroutines,
 * calls, and phases of hull shaders. Positions are indices of instructions. Damaged programs are accepted: an
 * instruction that closes or continues no open block belongs to none, and a block that is never closed has no end.
 *
 * Not for: whether the structure is valid (validate/sm4/rules/flow checks it in program order).
 */
import type { Writable } from '../../base/writable.ts';
import { Sm4Cursor } from './cursor.ts';
import type { Sm4HullPhaseName } from './declarations.ts';
import type { Sm4InstructionNode, Sm4Module } from './encode.ts';
import { SM4_OPCODE_BY_CODE, type Sm4Mnemonic } from './opcodes.ts';
import { SM4_OPERAND_TYPES } from './operands.ts';
import type { Sm4Program } from './program.ts';
import { Sm4OpcodeToken, Sm4OperandToken } from './tokens.ts';

export type Sm4BlockKind = 'if' | 'loop' | 'switch';

export interface Sm4Block {
  readonly kind: Sm4BlockKind;
  /** Position of `if`, `loop` or `switch`. */
  readonly start: number;
  /** Positions of `else`, or of each `case` and `default`, in program order. */
  readonly parts: readonly number[];
  /** Position of `endif`, `endloop` or `endswitch`; -1 where the block is not closed. */
  readonly end: number;
  /** Index of the block around it; -1: none. */
  readonly parent: number;
}

/** The subroutine that a `label` begins. */
export interface Sm4Subroutine {
  /** A function body is called by `fcall` through an interface, a label by `call` and `callc`. */
  readonly kind: 'label' | 'functionBody';
  readonly number: number;
  readonly start: number;
  /** Position after its last instruction. */
  readonly end: number;
}

/** A `call` or `callc`. */
export interface Sm4Call {
  readonly position: number;
  /** Index of the subroutine; -1 where the program has no such label. */
  readonly target: number;
}

/** A phase of a hull shader. */
export interface Sm4HullPhase {
  readonly name: 'declarations' | Sm4HullPhaseName;
  /** Position of the instruction that begins it. */
  readonly start: number;
  /** Position after its last instruction. */
  readonly end: number;
}

export interface Sm4ControlFlow {
  /** In the order in which they open. */
  readonly blocks: readonly Sm4Block[];
  /**
   * By position: the index of the block that an instruction opens, continues or closes; of any other instruction, the
   * index of the innermost block around it. -1: none.
   */
  readonly blockAt: Int32Array;
  readonly subroutines: readonly Sm4Subroutine[];
  readonly calls: readonly Sm4Call[];
  /** Empty if the program is not a hull shader. */
  readonly phases: readonly Sm4HullPhase[];
  /** Position after the last instruction of the main program, or of the last phase: that of the first `label`. */
  readonly mainEnd: number;
}

/** Instructions by position, as far as control flow depends on them. */
interface Instructions {
  readonly count: number;
  /** The number of an opcode; -1 for what is not an instruction. */
  opcode(position: number): number;
  /** Type and number of the label that operand `operand` names. */
  label(position: number, operand: number): { readonly type: number; readonly number: number };
}

/** Returns the structure of `program`. */
export function readSm4ControlFlow(program: Sm4Program): Sm4ControlFlow {
  const { words, starts, count } = program;
  const cursor = new Sm4Cursor(program);
  return controlFlowOf({
    count,
    opcode: (position) => Sm4OpcodeToken.opcode.get(words[starts[position]!]!),
    label(position, operand) {
      cursor.goto(position);
      const { type, index0 } = cursor.operands[operand]!;
      return { type, number: index0 };
    },
  });
}

/** Returns the structure of a decoded program; positions are indices of `nodes`. */
export function sm4ModuleControlFlow({ nodes }: Sm4Module): Sm4ControlFlow {
  return controlFlowOf({
    count: nodes.length,
    opcode(position) {
      const node = nodes[position]!;
      return node.kind === 'instruction' ? Sm4OpcodeToken.opcode.get(node.token) : -1;
    },
    label(position, operand) {
      const label = (nodes[position] as Sm4InstructionNode).operands[operand];
      const type = label === undefined ? -1 : Sm4OperandToken.type.get(label.token);
      return { type, number: (label?.indices[0]?.immediate ?? 0) | 0 };
    },
  });
}

const PHASES: Readonly<Partial<Record<Sm4Mnemonic, Sm4HullPhase['name']>>> = {
  hs_decls: 'declarations',
  hs_control_point_phase: 'controlPoint',
  hs_fork_phase: 'fork',
  hs_join_phase: 'join',
};

/** The effect of each opcode on the structure; absent: none. */
const EFFECTS = /* @__PURE__ */ effectsByCode();

type Effect =
  | { readonly does: 'open' | 'continue' | 'close'; readonly kind: Sm4BlockKind }
  | { readonly does: 'phase'; readonly name: Sm4HullPhase['name'] }
  | { readonly does: 'call'; readonly operand: number }
  | { readonly does: 'label' };

function effectsByCode(): (Effect | undefined)[] {
  const effects: Partial<Record<Sm4Mnemonic, Effect>> = {
    if: { does: 'open', kind: 'if' },
    else: { does: 'continue', kind: 'if' },
    endif: { does: 'close', kind: 'if' },
    loop: { does: 'open', kind: 'loop' },
    endloop: { does: 'close', kind: 'loop' },
    switch: { does: 'open', kind: 'switch' },
    case: { does: 'continue', kind: 'switch' },
    default: { does: 'continue', kind: 'switch' },
    endswitch: { does: 'close', kind: 'switch' },
    call: { does: 'call', operand: 0 },
    callc: { does: 'call', operand: 1 },
    label: { does: 'label' },
  };
  for (const [mnemonic, name] of Object.entries(PHASES)) effects[mnemonic as Sm4Mnemonic] = { does: 'phase', name };
  return SM4_OPCODE_BY_CODE.map((row) => row && effects[row.mnemonic]);
}

function controlFlowOf(instructions: Instructions): Sm4ControlFlow {
  const { count } = instructions;
  const blocks: (Writable<Sm4Block> & { readonly parts: number[] })[] = [];
  const blockAt = new Int32Array(count).fill(-1);
  const subroutines: Writable<Sm4Subroutine>[] = [];
  const phases: Writable<Sm4HullPhase>[] = [];
  const calls: { readonly position: number; readonly label: number }[] = [];
  let mainEnd = count;
  /** The innermost open block. */
  let current = -1;
  for (let position = 0; position < count; position++) {
    const effect = EFFECTS[instructions.opcode(position)];
    if (effect === undefined) {
      blockAt[position] = current;
      continue;
    }
    switch (effect.does) {
      case 'open':
        blocks.push({ kind: effect.kind, start: position, parts: [], end: -1, parent: current });
        current = blocks.length - 1;
        break;
      case 'continue':
        if (current >= 0 && blocks[current]!.kind === effect.kind) blocks[current]!.parts.push(position);
        break;
      case 'close':
        if (current < 0 || blocks[current]!.kind !== effect.kind) break;
        blockAt[position] = current;
        blocks[current]!.end = position;
        current = blocks[current]!.parent;
        continue;
      case 'call':
        calls.push({ position, label: instructions.label(position, effect.operand).number });
        break;
      case 'phase':
        endLast(phases, position);
        phases.push({ name: effect.name, start: position, end: count });
        current = -1;
        break;
      case 'label': {
        const { type, number } = instructions.label(position, 0);
        endLast(subroutines, position);
        if (mainEnd === count) mainEnd = position;
        const kind = type === SM4_OPERAND_TYPES.functionBody.code ? 'functionBody' : 'label';
        subroutines.push({ kind, number, start: position, end: count });
        current = -1;
        break;
      }
    }
    blockAt[position] = current;
  }
  endLast(phases, mainEnd);
  const targets = new Map(
    subroutines.flatMap(({ kind, number }, i) => (kind === 'label' ? [[number, i] as const] : [])),
  );
  return {
    blocks,
    blockAt,
    subroutines,
    calls: calls.map(({ position, label }) => ({ position, target: targets.get(label) ?? -1 })),
    phases,
    mainEnd,
  };
}

/** Ends the last of `ranges` at `position`, unless it begins after it. */
function endLast(ranges: { readonly start: number; end: number }[], position: number): void {
  const last = ranges.at(-1);
  if (last !== undefined && last.start < position) last.end = Math.min(last.end, position);
}
