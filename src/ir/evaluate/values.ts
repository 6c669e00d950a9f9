/**
 * The values of all operations of a module in four lanes, and the computation of one. They are separate from the quad
 * that runs a function, so that passes, which compute constants, do not include it.
 */

import type { IrAccess, IrElementKind, IrSpecial } from '../declarations.ts';
import type { IrModule } from '../module.ts';
import type { IrOpName } from '../ops.ts';

export const LANES = 4;
/** Words of a value: components by lanes. */
export const VALUE_WORDS = 16;

/** The word that all NaN results have, so that every engine gives the same bits. */
const NAN_WORD = 0x7fc0_0000;

export class IrValues {
  readonly words: Uint32Array;
  readonly floats: Float32Array;

  constructor(readonly module: IrModule) {
    this.words = new Uint32Array(VALUE_WORDS * module.ops.count);
    this.floats = new Float32Array(this.words.buffer);
  }

  /** Stores a float32. A NaN loses its payload. */
  setFloat(i: number, value: number): void {
    if (Number.isNaN(value)) this.words[i] = NAN_WORD;
    else this.floats[i] = value;
  }

  valueWords(value: number): Uint32Array {
    return this.words.subarray(VALUE_WORDS * value, VALUE_WORDS * (value + 1));
  }
}

/** Computes the value of an operation whose results depend on its operands only. */
export type IrComputing = (values: IrValues, op: number) => void;

/** An operation on a view, a sampler or group memory, for the four lanes of a quad. */
export interface ResourceRequest {
  readonly name: IrOpName;
  /** The access; of operations that name a binding only (`tex.samples`), one without anything else. */
  readonly access: IrAccess;
  /** Words of the operands: element `component * 4 + lane`. */
  readonly operands: readonly Uint32Array[];
  readonly widths: readonly number[];
  /** Lanes that run, a bit each; those that write are without helper lanes. */
  readonly lanes: number;
  readonly writers: number;
  /** Words of the result, and how many components are wanted. */
  readonly result: Uint32Array;
  readonly width: number;
}

/** Every function is optional: without it, reads give 0 and writes do nothing. */
export interface IrEnvironment {
  /** A word of an input; `register` is that of the element or, of a range, with the index added. */
  input?(
    kind: IrElementKind,
    special: IrSpecial | undefined,
    register: number,
    component: number,
    vertex: number,
    lane: number,
  ): number;
  /**
   * An input at another position in the pixel; `operand` has the words of the operand, component by component, lane by
   * lane.
   */
  interpolate?(
    name: IrOpName,
    register: number,
    component: number,
    lane: number,
    operand: Uint32Array | undefined,
  ): number;
  /** A word of constants; `index` is added to the register of a range of bindings. */
  constant?(binding: number, index: number, row: number, component: number): number;
  /** A word of the constant buffer at a slot that the program computes. */
  slotConstant?(slot: number, row: number, component: number): number;
  /** Function table, constant buffer, offset, texture and sampler of the class instance at an interface pointer. */
  instance?(pointer: number): readonly [number, number, number, number, number] | undefined;
  resource?(request: ResourceRequest): void;
  /** A vertex for a stream, with the outputs of a lane; true ends the lane. */
  emit?(stream: number, lane: number, outputs: IrOutputs): boolean;
  cut?(stream: number, lane: number): void;
}

/** Words of the outputs: element `(output * 4 + component) * 4 + lane`; and of ranges of outputs that are indexed. */
export interface IrOutputs {
  readonly words: Uint32Array;
  /** By range, register by register. */
  readonly ranges: readonly Uint32Array[];
}
