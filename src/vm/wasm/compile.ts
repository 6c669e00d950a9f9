/**
 * WebAssembly modules of programs, and instances of them with what is bound to a shader.
 *
 * Registers that are read before they are written are 0, as in the interpreter: passes would otherwise take any value.
 */
import { emitWasm, wasmObstacle } from '../../emit/wasm/emit-wasm.ts';
import {
  PLAN_ADDRESS,
  REGISTER_BYTES,
  WASM_NAMES,
  type WasmFile,
  type WasmModule,
  type WasmPlan,
} from '../../emit/wasm/plan.ts';
import {
  type IrElementKind,
  type IrModule,
  type IrSpecial,
  kindOf,
  Op,
  runPasses,
  widthOf,
  wordsOf,
} from '../../ir/index.ts';
import { SM4_OPERAND_TYPES, type Sm4OperandTypeName } from '../../isa/sm4/operands.ts';
import type { Bindings, BufferMemory } from '../bindings.ts';
import { REGISTER_WORDS, RegisterFile } from '../lanes.ts';
import type { FileSize } from '../sm4/quad.ts';
import { WasmHost, type WasmSurroundings } from './host.ts';

const SPECIAL_TYPES: Readonly<Partial<Record<IrSpecial, Sm4OperandTypeName>>> = {
  primitiveId: 'inputPrimitiveId',
  threadId: 'inputThreadId',
  threadGroupId: 'inputThreadGroupId',
  threadIdInGroup: 'inputThreadIdInGroup',
  threadIdInGroupFlattened: 'inputThreadIdInGroupFlattened',
  coverage: 'inputCoverageMask',
  innerCoverage: 'innerCoverage',
  domainPoint: 'inputDomainPoint',
  cycleCounter: 'cycleCounter',
};

const OUTPUT_TYPES: Readonly<Partial<Record<IrSpecial, Sm4OperandTypeName>>> = {
  depth: 'outputDepth',
  depthGreaterEqual: 'outputDepthGreaterEqual',
  depthLessEqual: 'outputDepthLessEqual',
  stencilReference: 'outputStencilRef',
  coverage: 'outputCoverageMask',
};

const INPUT_TYPES: Readonly<Record<IrElementKind, readonly Sm4OperandTypeName[]>> = {
  vertex: ['input'],
  inputPoint: ['inputControlPoint', 'input'],
  outputPoint: ['outputControlPoint'],
  patch: ['inputPatchConstant'],
  special: [],
};

/** A module that is compiled, with the layout of its memory. */
export interface CompiledShader {
  readonly ir: IrModule;
  readonly emitted: WasmModule;
  readonly compiled: WebAssembly.Module;
  /** Files by operand type. */
  readonly files: ReadonlyMap<number, WasmFile>;
  readonly inputs: readonly (number | undefined)[];
}

/** Replaces undefined values by zeros. */
export function defineUndefined({ ops }: IrModule): void {
  for (let op = 0; op < ops.count; op++) {
    if (ops.code[op] !== Op.undef) continue;
    const type = ops.type[op]!;
    ops.code[op] = Op.const;
    ops.setOperands(op, new Array<number>(widthOf(type) * wordsOf(kindOf(type))).fill(0));
  }
}

/** The reason why a module cannot run as WebAssembly, or the compiled module. */
export function compileModule(
  ir: IrModule,
  sizes: ReadonlyMap<number, FileSize>,
): { readonly shader: CompiledShader } | { readonly obstacle: string } {
  defineUndefined(ir);
  runPasses(ir);
  const obstacle = wasmObstacle(ir);
  if (obstacle !== undefined) return { obstacle };
  const files = new Map<number, WasmFile>();
  let end = PLAN_ADDRESS;
  for (const [type, { registers, vertices }] of sizes) {
    files.set(type, { address: end, registers, vertices });
    end += registers * vertices * REGISTER_BYTES;
  }
  const { plan, inputs } = planOf(ir, files, end);
  const emitted = emitWasm(ir, plan);
  return { shader: { ir, emitted, compiled: new WebAssembly.Module(emitted.bytes), files, inputs } };
}

function planOf(
  ir: IrModule,
  files: ReadonlyMap<number, WasmFile>,
  end: number,
): { readonly plan: WasmPlan; readonly inputs: readonly (number | undefined)[] } {
  const typeOf = (names: readonly (Sm4OperandTypeName | undefined)[]) =>
    names.map((name) => (name === undefined ? -1 : SM4_OPERAND_TYPES[name].code)).find((code) => files.has(code));
  const inputType = (kind: IrElementKind, special?: IrSpecial) =>
    typeOf(special === undefined ? INPUT_TYPES[kind] : [SPECIAL_TYPES[special]]);
  const fileOf = (type: number | undefined) => (type === undefined ? undefined : files.get(type));
  const inputs = ir.inputs.map(({ kind, special }) => inputType(kind, special));
  const output = (special?: IrSpecial) => fileOf(typeOf([special === undefined ? 'output' : OUTPUT_TYPES[special]]));
  return {
    inputs,
    plan: {
      inputs: inputs.map(fileOf),
      outputs: ir.outputs.map(({ special }) => output(special)),
      inputRanges: ir.inputRanges.map(({ kind }) => fileOf(inputType(kind))),
      outputRanges: ir.outputRanges.map(() => output()),
      end,
    },
  };
}

const PAGE_BYTES = 65536;
const ROW_WORDS = 4;
/** Operations between questions whether to stop. */
const SLICE = 2 ** 20;

/** A compiled shader with what is bound to it: runs four lanes. */
export class WasmInstance implements WasmSurroundings {
  /** Registers by operand type, in the memory of the module. */
  readonly files: (RegisterFile | undefined)[] = [];
  readonly inputs: readonly (RegisterFile | undefined)[];
  rasterizerSamples = 1;
  interpolator: WasmSurroundings['interpolator'] = undefined;
  /** Operations that were executed. */
  executed = 0;
  /** All files, to be cleared. */
  readonly #registers: Uint32Array;
  readonly #main: (lanes: number, helpers: number) => number;
  readonly #counter: WebAssembly.Global;
  #left = 0;
  #isStopped: (() => boolean) | undefined;

  constructor(
    shader: CompiledShader,
    readonly bindings: Bindings,
    readonly shared: readonly (BufferMemory | undefined)[] = [],
  ) {
    const { ir, emitted, compiled, files, inputs } = shader;
    const { constants } = emitted;
    let end = emitted.end;
    const bound = constants.map(({ binding, rows }) => {
      const { register, space } = ir.bindings[binding]!;
      const words = bindings.constantBuffers.get(register, space) ?? new Uint32Array(0);
      const boundRows = Math.ceil(words.length / ROW_WORDS);
      const base = end;
      end += 4 * ROW_WORDS * Math.max(rows, boundRows);
      return { words, base, rows: boundRows };
    });
    const memory = new WebAssembly.Memory({ initial: Math.ceil(end / PAGE_BYTES) });
    const { buffer } = memory;
    const words = new Uint32Array(buffer);
    for (const { words: from, base } of bound) words.set(from, base / 4);
    let registersEnd = PLAN_ADDRESS;
    for (const [type, { address, registers, vertices }] of files) {
      const count = registers * vertices * REGISTER_WORDS;
      this.files[type] = new RegisterFile(registers, vertices, words.subarray(address / 4, address / 4 + count));
      registersEnd = address + 4 * count;
    }
    this.#registers = words.subarray(PLAN_ADDRESS / 4, registersEnd / 4);
    this.inputs = inputs.map((type) => (type === undefined ? undefined : this.files[type]));
    const host = new WasmHost(ir, emitted.calls, buffer, this);
    const env: Record<string, WebAssembly.ImportValue> = {
      memory,
      [WASM_NAMES.host]: host.call,
      [WASM_NAMES.refill]: () => this.#refill(),
      [WASM_NAMES.sine]: host.sine,
      [WASM_NAMES.cosine]: host.cosine,
      [WASM_NAMES.compute]: host.compute,
    };
    for (const [i, { base, rows }] of bound.entries()) {
      env[WASM_NAMES.base(i)] = base;
      env[WASM_NAMES.rows(i)] = rows;
    }
    const { exports } = new WebAssembly.Instance(compiled, { env });
    this.#main = exports[WASM_NAMES.main] as (lanes: number, helpers: number) => number;
    this.#counter = exports[WASM_NAMES.counter] as WebAssembly.Global;
  }

  /** Sets all registers to 0. */
  clear(): void {
    this.#registers.fill(0);
  }

  /**
   * Runs the program.
   *
   * @param limit operations that may run; `isStopped` is asked now and then
   * @returns the lanes that only help at the end; -1 where the program was stopped
   */
  run(lanes: number, helpers: number, limit: number, isStopped?: () => boolean): number {
    const first = Math.min(limit, SLICE);
    this.#left = limit - first;
    this.#isStopped = isStopped;
    this.#counter.value = first;
    const result = this.#main(lanes, helpers);
    this.executed += limit - this.#left - Math.max(this.#counter.value as number, 0);
    return result;
  }

  /** More operations: those that are left, as long as nothing stops the run. */
  #refill(): number {
    if (this.#left <= 0 || this.#isStopped?.()) return 0;
    const more = Math.min(this.#left, SLICE);
    this.#left -= more;
    return more;
  }
}
