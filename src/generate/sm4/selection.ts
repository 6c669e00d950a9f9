/** The part of instruction selection that the code for each sort of operations uses. */
import type { IrModule } from '../../ir/module.ts';
import type { Sm4InstructionMnemonic } from '../../isa/sm4/opcodes.ts';
import type { PartialNode } from '../block-selector.ts';
import type { Node, Operand } from '../nodes.ts';
import type { Scalar } from '../operand-table.ts';
import type { Sm4Interface } from './interface-calls.ts';
import type { Values } from './values.ts';

export interface SelectOptions {
  readonly profile: string;
  /** Ten times the major version, and the minor one. */
  readonly version: number;
  /** Whether products and sums may become `mad`. */
  readonly contract: boolean;
  readonly flushes: boolean;
  /** Interface pointers whose calls are known; undefined where class instances cannot be used. */
  readonly interfaces: readonly Sm4Interface[] | undefined;
}

/** A node without what most nodes do not have. */
export type NewNode = PartialNode & { readonly mnemonic: Sm4InstructionMnemonic };

export interface Selection {
  readonly module: IrModule;
  readonly values: Values;
  readonly options: SelectOptions;
  /** The access status of reads that have one, by operation. */
  readonly statuses: ReadonlyMap<number, Scalar>;
  /** Adds a node before those that were selected so far. */
  push(node: NewNode): Node;
  isNeeded(scalar: Scalar): boolean;
  /** An operand of scalars, which are needed from now on. */
  operand(shape: number, scalars: Scalar[], negate?: boolean, absolute?: boolean): Operand;
  /** The scalars of a value as they are. */
  scalars(value: number): Scalar[];
  bits(shape: number, value: number): Operand;
  /** A vector or a component of floats, with modifiers. */
  floats(shape: number, value: number): Operand;
  /** A condition as a word that is not zero where it holds, or where it does not. */
  condition(value: number): { readonly scalar: Scalar; readonly nonZero: boolean };
  refuse(what: string): never;
}
