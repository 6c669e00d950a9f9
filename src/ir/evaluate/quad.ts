/** Four lanes that run a function of a module: their values, outputs and arrays. The handlers evaluate operations. */
import type { IrModule } from '../module.ts';
import { NO_OP } from '../op-store.ts';
import type { IrEnvironment, IrOutputs } from './environment.ts';
import { IrFlow } from './flow.ts';
import { VALUE_WORDS } from './values.ts';

export type IrHandler = (quad: IrQuad, op: number) => void;

/** The execution state of a quad. */
export type IrQuadState = 'ready' | 'barrier' | 'ended';

export class IrQuad extends IrFlow {
  readonly outputs: IrOutputs;
  /** Words of the arrays, row by row. */
  readonly variables: readonly Uint32Array[];
  /** Lanes that only take part in derivatives. */
  helpers = 0;
  /** Whether the last operation was a barrier of threads. */
  isWaiting = false;
  state: IrQuadState = 'ready';
  /** Operations that were executed. */
  executed = 0;

  constructor(
    module: IrModule,
    readonly environment: IrEnvironment,
    /** Outputs of earlier functions, which this one adds to. */
    outputs?: IrOutputs,
  ) {
    super(module);
    const rows = (count: number) => new Uint32Array(VALUE_WORDS * count);
    this.outputs = outputs ?? {
      words: rows(module.outputs.length),
      ranges: module.outputRanges.map(({ count }) => rows(count)),
    };
    this.variables = module.variables.map(({ rows: count }) => rows(count));
  }

  /** Runs until the end, a barrier, or `limit` operations more. */
  run(handlers: readonly IrHandler[], changesLanes: (code: number) => boolean, limit: number): void {
    const { code, next } = this.module.ops;
    const last = this.executed + limit;
    this.state = 'ready';
    while (this.op !== NO_OP) {
      if (this.executed >= last) return;
      this.executed++;
      const { op } = this;
      const opcode = code[op]!;
      this.op = next[op]!;
      handlers[opcode]!(this, op);
      if (changesLanes(opcode) && this.running === 0) this.advance();
      if (this.isWaiting) {
        this.isWaiting = false;
        this.state = 'barrier';
        return;
      }
    }
    this.state = 'ended';
  }
}
