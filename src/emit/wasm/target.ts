/**
 * WebAssembly as a target of translations: where inputs, outputs and resources are in the memory of the module, and
 * what of it the map says.
 *
 * Not for: the code (emit-wasm.ts), or running modules on the resources of a job (src/vm/wasm).
 */
import type { Writable } from '../../base/writable.ts';
import type { IrBinding, IrElement, IrModule, IrRange } from '../../ir/index.ts';
import { DX6005 } from '../common/messages.ts';
import {
  type Emission,
  type EmitPlan,
  type EmitReport,
  type EmitTarget,
  type NeededResource,
  type PlannedResource,
  type ResourceUses,
  type Variable,
  variableOfRegister,
  type WasmElement,
  type WasmHostCall,
  type WasmNumber,
  type WasmOperand,
} from '../common/plan.ts';
import { SAMPLE_TYPES, Use, viewKind } from '../common/resource-uses.ts';
import { elementCount, primitiveVertices, systemValueOf } from '../common/stage-elements.ts';
import { defineUndefined, emitWasm, wasmObstacle } from './emit-wasm.ts';
import { PLAN_ADDRESS, REGISTER_BYTES, WASM_NAMES, type WasmCall, type WasmFile, type WasmModule } from './plan.ts';

const NAME = 'WebAssembly';
const ROW_BYTES = 16;
const WORD_BYTES = 4;

const NO_WORDS: ReadonlySet<string> = /* @__PURE__ */ new Set();

/** The target. The rules of Direct3D hold to the bit: no profile and no level of robustness changes the code. */
export const WASM: EmitTarget = {
  name: NAME,
  stages: ['vs', 'ps', 'ds', 'gs', 'cs'],
  reserved: NO_WORDS,
  reservedForVariables: { words: NO_WORDS },
  entryPoint: WASM_NAMES.segment(0),
  isInMemory: true,
  beforePasses: defineUndefined,
  resources: neededResources,
  builtin: systemValue,
  canLayOut: () => true,
  numbers: {
    isShared: false,
    classOf: () => '',
    rule: () => {
      // Nothing is bound by number: variables are counted.
      let next = 0;
      return { numbersOf: () => [0, next++], runtime: () => [0, next] };
    },
  },
  emit,
};

/** The system value of an input or output, but for those that any shader may have in any register. */
function systemValue(module: IrModule, element: number, isInput: boolean): string | undefined {
  const value = systemValueOf(module, element, isInput);
  const isVertex = module.stage === 'vs' && isInput && value === 'position';
  return value === 'undefined' || value === 'target' || isVertex ? undefined : value;
}

// --- resources -------------------------------------------------------------------------------------------------------

function neededResources(module: IrModule, uses: ResourceUses): NeededResource[] {
  const needed: NeededResource[] = [];
  for (const [number, binding] of module.bindings.entries())
    for (const one of variablesOf(binding, number, uses))
      needed.push(variableOfRegister(one, number, 0, binding.count === 1 ? {} : { count: binding.count }));
  return needed;
}

function variablesOf(binding: IrBinding, number: number, uses: ResourceUses): Variable[] {
  const { kind, dimension = 'unknown', size = 0 } = binding;
  if (kind === 'sampler') {
    const all = uses.samplers[number]!;
    const isComparison = (all & (Use.compare | Use.sample | Use.integer)) === Use.compare;
    return all === 0 ? [] : [{ role: 'main', kind: isComparison ? 'comparisonSampler' : 'sampler' }];
  }
  const use = uses.bindings[number]!;
  if (use === 0 || kind === 'group') return [];
  if (kind === 'constants') return [{ role: 'main', kind: 'uniformBuffer', minSize: ROW_BYTES * Math.max(size, 1) }];
  const isUav = kind === 'uav';
  if (dimension === 'rawBuffer' || dimension === 'structuredBuffer')
    return [{ role: 'main', kind: isUav ? 'storageBuffer' : 'readOnlyStorageBuffer' }];
  const sampleType = SAMPLE_TYPES[viewKind(binding)];
  if (dimension === 'buffer') return [{ role: 'main', kind: isUav ? 'storageTexelBuffer' : 'texelBuffer', sampleType }];
  const multisampled = dimension.includes('MS');
  const view = { sampleType, multisampled, viewDimension: viewDimension(dimension) };
  return [{ role: 'main', kind: isUav ? 'storageTexture' : 'texture', ...view }];
}

/** The dimension of a texture, in the words of WebGPU: `2d-array` of `texture2DMSArray`. */
function viewDimension(dimension: string): NeededResource['viewDimension'] {
  const [, shape = '2D', array] = /^texture(1D|2D|3D|Cube)(?:MS)?(Array)?$/.exec(dimension) ?? [];
  return `${shape.toLowerCase()}${array === undefined ? '' : '-array'}` as NeededResource['viewDimension'];
}

// --- registers -------------------------------------------------------------------------------------------------------

/** Gives registers addresses: those of one kind are a file, and registers without a number are one each. */
class Registers {
  end: number;
  readonly #files = new Map<string, WasmFile>();

  constructor(
    private readonly module: IrModule,
    private readonly isInput: boolean,
    start: number,
  ) {
    this.end = start;
  }

  /** The files of inputs or outputs, and those of ranges of them. */
  filesOf(elements: readonly IrElement[], ranges: readonly IrRange[]): [WasmFile[], WasmFile[]] {
    const counts = new Map<string, number>();
    const need = (key: string, registers: number) => counts.set(key, Math.max(counts.get(key) ?? 0, registers));
    for (const one of elements) need(keyOf(one), one.register + 1);
    for (const { kind, register, count } of ranges) need(kind, register + count);
    const fileOf = (key: string, kind: IrElement['kind']) => this.#file(key, kind, counts.get(key)!);
    return [elements.map((one) => fileOf(keyOf(one), one.kind)), ranges.map(({ kind }) => fileOf(kind, kind))];
  }

  #file(key: string, kind: IrElement['kind'], registers: number): WasmFile {
    const known = this.#files.get(key);
    if (known !== undefined) return known;
    const vertices = elementCount(this.module, { kind }, this.isInput) ?? 1;
    const file = { address: this.end, registers, vertices };
    this.#files.set(key, file);
    this.end += registers * vertices * REGISTER_BYTES;
    return file;
  }
}

function keyOf({ kind, special }: IrElement): string {
  return special === undefined ? kind : `${kind} ${special}`;
}

function addressOf(module: IrModule, one: IrElement, isInput: boolean, file: WasmFile): WasmElement {
  const address = file.address + (one.kind === 'special' ? 0 : one.register) * REGISTER_BYTES;
  const hasMany = elementCount(module, one, isInput) !== undefined;
  return hasMany ? { address, stride: file.registers * REGISTER_BYTES } : { address };
}

// --- the module ------------------------------------------------------------------------------------------------------

function emit(module: IrModule, plan: EmitPlan, report: EmitReport): Omit<Emission, 'diagnostics'> {
  const emission = {
    sourceMap: [],
    runtimeUniforms: [],
    features: [],
    languageFeatures: ['simd'],
    limits: {},
    assumptions: [],
    approximations: [],
  };
  const isOfPatches = module.stage === 'gs' && primitiveVertices(module) === undefined;
  const obstacle = isOfPatches ? { what: 'geometry shaders that get patches', at: 0 } : wasmObstacle(module);
  if (obstacle !== undefined) {
    report(DX6005, obstacle.at, { target: NAME, what: obstacle.what });
    return { ...emission, code: new Uint8Array() };
  }
  const input = new Registers(module, true, PLAN_ADDRESS);
  const [inputs, inputRanges] = input.filesOf(module.inputs, module.inputRanges);
  const output = new Registers(module, false, input.end);
  const [outputs, outputRanges] = output.filesOf(module.outputs, module.outputRanges);
  const emitted = emitWasm(module, {
    inputs,
    outputs,
    inputRanges,
    outputRanges,
    end: output.end,
    hasBuffers: true,
    isUsed: (binding) => plan.uses.bindings[binding] !== 0,
  });
  return {
    ...emission,
    code: emitted.bytes,
    wasm: {
      inputs: module.inputs.map((one, i) => addressOf(module, one, true, inputs[i]!)),
      outputs: module.outputs.map((one, i) => addressOf(module, one, false, outputs[i]!)),
      pages: emitted.pages,
      end: emitted.end,
      segments: emitted.segments,
      barriers: Array.from(emitted.barriers, ([segment, at]) => ({ segment, at })),
      frameBytes: emitted.frameBytes,
      shared: emitted.group.map(({ address, words }) => ({ address, bytes: WORD_BYTES * words })),
      numbers: numbersOf(emitted, plan.resources),
      calls: emitted.calls.map((call) => hostCall(call, plan.resources)),
    },
  };
}

/** The imported numbers; a buffer of constants has all rows that are read without a check. */
function numbersOf({ constants, buffers }: WasmModule, resources: readonly PlannedResource[]): WasmNumber[] {
  const numbers: WasmNumber[] = [];
  for (const [i, { binding, rows }] of constants.entries()) {
    const resource = variableOf(binding, resources) as Writable<PlannedResource> | undefined;
    const variable = resource?.name ?? '';
    if (resource !== undefined) resource.minSize = Math.max(resource.minSize ?? 0, ROW_BYTES * rows);
    numbers.push({ name: WASM_NAMES.base(i), variable, value: 'address' });
    numbers.push({ name: WASM_NAMES.rows(i), variable, value: 'rows' });
  }
  for (const [i, binding] of buffers.entries()) {
    const variable = variableOf(binding, resources)?.name ?? '';
    numbers.push({ name: WASM_NAMES.buffer(i), variable, value: 'address' });
    numbers.push({ name: WASM_NAMES.bytes(i), variable, value: 'bytes' });
    numbers.push({ name: WASM_NAMES.stride(i), variable, value: 'stride' });
  }
  return numbers;
}

/** The variable of a binding; undefined for one that is not used. */
function variableOf(binding: number, resources: readonly PlannedResource[]): PlannedResource | undefined {
  return resources.find((one) => one.binding === binding);
}

function hostCall(call: WasmCall, resources: readonly PlannedResource[]): WasmHostCall {
  const { name, access, widths, width, element, component } = call;
  const { binding, sampler, offsets, channel, hasClamp, isIndexed, isSamplerIndexed } = access;
  const isConstant = name === 'cb.load';
  const isInput = name.startsWith('eval.');
  const variable = variableOf(isConstant ? element : binding, resources)?.name;
  const samplerName = variableOf(sampler, resources)?.name;
  const last: WasmOperand[] = [];
  if (hasClamp) last.push('clamp');
  if (isIndexed || (isConstant && widths.length > 1)) last.push('index');
  if (isSamplerIndexed) last.push('samplerIndex');
  return {
    operation: name,
    operands: widths,
    components: width,
    ...(variable !== undefined && { variable }),
    ...(samplerName !== undefined && { sampler: samplerName }),
    ...(last.length > 0 && { last }),
    ...(offsets.some((one) => one !== 0) && { offsets }),
    ...(channel !== 0 && { channel }),
    ...(isInput && { input: element }),
    ...((name === 'emit' || name === 'cut') && { stream: element }),
    ...((isInput || isConstant) && { component }),
  };
}
