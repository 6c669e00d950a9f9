/**
 * The constants, samplers and flow registers of the program for feature level 9, and where they come from: rows of
 * constant buffers, and textures with samplers, by the registers that they have in the program of model 4.0 (source:
 * oracle).
 *
 * - Buffers that are read at a computed row come first, up to the last row that is read. Then comes the constant that
 *   moves positions, and then the rows that are read of other buffers.
 * - Samplers whose registers the source names come first, then the others, each with its textures in the same order.
 * - Each row says which of its components are integers or conditions in the buffer, from the first one on that is read.
 */
import {
  CLIP_PLANES,
  type ConstantMapping,
  type Level9Content,
  type SamplerMapping,
  type ScalarMapping,
} from '../../chunks/aon9.ts';
import { type UniformScalar, useFlowRegisters } from '../../generate/sm1/flow-registers.ts';
import type { IrModule } from '../../ir/module.ts';
import { NO_OP } from '../../ir/op-store.ts';
import { OP_ROWS, Op } from '../../ir/ops.ts';
import { builderBefore } from '../../ir/passes/walk.ts';
import { Kind } from '../../ir/types.ts';
import type { BufferDeclaration, ResourceDeclaration } from '../declarations.ts';
import { type ScalarName, scalarsOf } from '../types/types.ts';
import { bufferLayout, scalarOffsets } from './layout.ts';
import type { BoundRange } from './registers.ts';
import { type Sm1BindingSource, type Sm1Declarations, sm1ConstantLimit } from './sm1-constants.ts';

/** Bindings of a module for feature level 9, as lowering made them. */
interface Level9Bindings {
  readonly module: IrModule;
  readonly sources: Level9Source[];
  readonly declarations: Sm1Declarations;
  /** Of reads at a computed row, the last row that they can read. */
  readonly lastRows: ReadonlyMap<number, number>;
  /** Rows that are clip planes. */
  readonly clipPlanes: readonly { readonly binding: number; readonly row: number }[];
  /** Registers in the program of model 4.0. */
  readonly ranges: readonly BoundRange[];
}

type Level9Source = Sm1BindingSource & { readonly samplerElement?: number | undefined };

interface Level9Fault {
  readonly code: string;
  readonly message: string;
  readonly declaration?: BufferDeclaration | ResourceDeclaration;
}

interface BoundLevel9 {
  readonly content: Omit<Level9Content, 'version' | 'words'>;
  readonly faults: readonly Level9Fault[];
  readonly isBoolean: (constant: UniformScalar) => boolean;
}

/** The model whose layouts shaders for feature level 9 have. */
const MODEL = [4, 0] as const;
const COMPONENTS = 4;
const SAMPLERS = 16;
/** The value that the runtime gives: what moves positions. */
const POSITION_OFFSET = 0;
const CONVERSIONS: Readonly<Partial<Record<ScalarName, number>>> = { bool: 1, int: 2, uint: 3 };
const BYTE = 8;

/** Gives the bindings of a module their registers. */
export function bindLevel9(bindings: Level9Bindings): BoundLevel9 {
  const { module, sources, declarations, lastRows, clipPlanes, ranges } = bindings;
  const faults: Level9Fault[] = [];
  const registerOf = registersOf(ranges, faults);
  const scalars = sources.map(({ kind, number }) =>
    kind === 'buffer' ? scalarsOfRows(declarations.buffers[number]!) : [],
  );
  const flow = takeFlowRegisters(bindings, scalars, registerOf);
  const reads = readsOf(module, lastRows);
  const order = [...reads.keys()].sort(
    (a, b) => rankOf(sources[a]!, reads.get(a)!) - rankOf(sources[b]!, reads.get(b)!) || slot(a) - slot(b),
  );
  function slot(binding: number): number {
    const { kind, number } = sources[binding]!;
    return kind === 'buffer' ? registerOf(declarations.buffers[number]!) : 0;
  }
  const constants: ConstantMapping[] = [];
  const runtime: Level9Content['runtime'][number][] = [];
  const rowsOf = new Map<number, readonly number[]>();
  let next = 0;
  for (const binding of order) {
    const { isIndexed, rows, ops } = reads.get(binding)!;
    if (sources[binding]!.kind === 'offset') runtime.push({ kind: POSITION_OFFSET, targetRegister: next });
    const read = [...rows.keys()].sort((a, b) => a - b);
    const list = isIndexed ? Array.from({ length: read.at(-1)! + 1 }, (_, row) => row) : read;
    module.bindings[binding] = { ...module.bindings[binding]!, register: next, size: list.length };
    rowsOf.set(binding, list);
    if (!isIndexed) for (const op of ops) renumber(module, op, list);
    if (sources[binding]!.kind === 'buffer')
      addMappings(constants, {
        buffer: slot(binding),
        rows: list,
        firstRead: isIndexed ? new Map() : rows,
        scalars: scalars[binding]!,
        first: next,
      });
    next += list.length;
  }
  for (const [i, { binding, row }] of clipPlanes.entries()) {
    const last = constants.at(-1);
    const plane = { buffer: slot(binding), sourceRegister: row, count: 1, targetRegister: CLIP_PLANES + i };
    const follows = i > 0 && last?.buffer === plane.buffer && last.sourceRegister + last.count === row;
    if (follows) constants[constants.length - 1] = { ...last, count: last.count + 1 };
    else constants.push({ ...plane, conversions: 0 });
  }
  const { profile } = module.facts;
  const limit = sm1ConstantLimit(profile);
  if (next > limit) {
    const code = module.stage === 'ps' ? 'X5200' : 'X4507';
    faults.push({ code, message: `the program needs ${next} constants, and ${profile} has ${limit}` });
  }
  const samplers = samplersOf(module, sources, declarations.resources, registerOf, faults);
  if (samplers.length > SAMPLERS)
    faults.push({ code: 'X4510', message: `the program needs ${samplers.length} samplers, and there are ${SAMPLERS}` });
  return {
    content: { constants, runtime, samplers, ...flow },
    faults,
    isBoolean: ({ binding, row, component }) =>
      scalars[binding]?.[COMPONENTS * rowsOf.get(binding)![row]! + component] === 'bool',
  };
}

/** The register of a declaration, or of an element of it. */
type RegisterOf = (declaration: BufferDeclaration | ResourceDeclaration, element?: number, file?: string) => number;

/** @param faults gets those of declarations that the program of model 4.0 does not use */
function registersOf(ranges: readonly BoundRange[], faults: Level9Fault[]): RegisterOf {
  return (declaration, element = 0, file) => {
    const range = ranges.find(
      (one) =>
        (one.declaration === declaration ||
          ('ofSampler' in one.declaration && one.declaration.ofSampler === declaration)) &&
        (file === undefined || one.file === file) &&
        (one.element === undefined || one.element === element),
    );
    if (range === undefined) {
      faults.push({
        code: 'DX6239',
        message: `only the program for feature level 9 reads ${declaration.name}`,
        declaration,
      });
      return 0;
    }
    return range.register + (range.element === undefined ? element : 0);
  };
}

/** The scalar types of a buffer by component; holes where there is no variable. */
export function scalarsOfRows(buffer: BufferDeclaration): ScalarName[] {
  const scalars: ScalarName[] = [];
  for (const { variable, offset } of bufferLayout(buffer, MODEL).variables) {
    const types = scalarsOf(variable.type);
    for (const [i, at] of scalarOffsets(variable.type, 'constants').entries()) scalars[offset / 4 + at] = types[i]!;
  }
  return scalars;
}

/** Lets loops and branches read registers of their own, and returns where these come from. */
function takeFlowRegisters(
  { module, sources, declarations }: Level9Bindings,
  scalars: readonly (readonly ScalarName[])[],
  registerOf: RegisterOf,
): Pick<Level9Content, 'integers' | 'bools'> {
  const integers: ScalarMapping[] = [];
  const bools: ScalarMapping[] = [];
  useFlowRegisters(module, {
    kindOf: ({ binding, row, component }) => {
      const scalar = scalars[binding]?.[COMPONENTS * row + component];
      return scalar === 'uint' ? 'int' : scalar === 'int' || scalar === 'bool' ? scalar : undefined;
    },
    newRegister: ({ binding, row, component }, file) => {
      const list = file === 'int' ? integers : bools;
      const buffer = registerOf(declarations.buffers[sources[binding]!.number]!);
      let known = list.findIndex(
        (one) => one.buffer === buffer && one.sourceRegister === row && one.component === component,
      );
      if (known < 0) known = list.push({ buffer, sourceRegister: row, component, targetRegister: list.length }) - 1;
      let number = module.bindings.findIndex((one) => one.file === file);
      if (number < 0) {
        sources.push({ kind: file, number: 0, element: undefined });
        number = module.bindings.push({ ...module.bindings[binding]!, file, register: 0 }) - 1;
      }
      module.bindings[number] = { ...module.bindings[number]!, size: list.length };
      return { binding: number, row: known };
    },
  });
  return { integers, bools };
}

/** The reads of a binding of float constants. */
interface Reads {
  readonly ops: number[];
  /** Rows that are read, with the first component that is. */
  readonly rows: Map<number, number>;
  isIndexed: boolean;
}

function readsOf({ ops, bindings }: IrModule, lastRows: ReadonlyMap<number, number>): Map<number, Reads> {
  const reads = new Map<number, Reads>();
  for (let op = 0; op < ops.count; op++) {
    if (ops.region[op] === NO_OP || OP_ROWS[ops.code[op]!]!.attribute !== 'constants') continue;
    const binding = ops.extra[op]! >> 2;
    if (bindings[binding]!.file !== 'float') continue;
    const found = reads.get(binding) ?? { ops: [], rows: new Map<number, number>(), isIndexed: false };
    reads.set(binding, found);
    found.ops.push(op);
    const row = ops.operand(op, 0);
    const component = ops.extra[op]! & 3;
    const known = ops.code[row] === Op.const;
    found.isIndexed ||= !known;
    const last = known ? ops.operand(row, 0) : (lastRows.get(op) ?? 0);
    found.rows.set(last, Math.min(found.rows.get(last) ?? component, known ? component : 0));
  }
  return reads;
}

function rankOf({ kind }: Level9Source, { isIndexed }: Reads): number {
  return isIndexed ? 0 : kind === 'offset' ? 1 : 2;
}

/** Lets a read name a row by its index among those that are read. */
function renumber(module: IrModule, op: number, rows: readonly number[]): void {
  const { ops } = module;
  const row = ops.operand(ops.operand(op, 0), 0);
  const index = rows.indexOf(row);
  if (index !== row) ops.setOperand(op, 0, builderBefore(module, op).constant(Kind.i32, index));
}

interface MappedRows {
  readonly buffer: number;
  readonly rows: readonly number[];
  /** The first component that is read of rows. */
  readonly firstRead: ReadonlyMap<number, number>;
  readonly scalars: readonly ScalarName[];
  /** The register of the first row. */
  readonly first: number;
}

/** Adds runs of rows that follow each other and have the same types. */
function addMappings(list: ConstantMapping[], { buffer, rows, firstRead, scalars, first }: MappedRows): void {
  const typesOf = (row: number) => {
    let types = 0;
    for (let c = firstRead.get(row) ?? 0; c < COMPONENTS; c++)
      types |= (CONVERSIONS[scalars[COMPONENTS * row + c] ?? 'float'] ?? 0) << (BYTE * c);
    return types;
  };
  for (let i = 0; i < rows.length; ) {
    const sourceRegister = rows[i]!;
    const conversions = typesOf(sourceRegister);
    let count = 1;
    while (rows[i + count] === sourceRegister + count && typesOf(sourceRegister + count) === conversions) count++;
    list.push({ buffer, sourceRegister, count, targetRegister: first + i, conversions });
    i += count;
  }
}

/** The fault of a texture whose dimension feature level 9 does not have. */
function textureFault(
  { kind, number }: Level9Source,
  resources: readonly ResourceDeclaration[],
): Level9Fault | undefined {
  const declaration = kind === 'stage' ? resources[number]! : undefined;
  if (declaration === undefined || /^Texture(2D|3D|Cube)$/.test(declaration.type.name)) return undefined;
  const { name } = declaration.type;
  return { code: name === 'Texture1D' ? 'X4597' : 'X4545', message: `feature level 9 has no ${name}`, declaration };
}

/** Gives the textures that are read, each with its sampler, their registers. */
function samplersOf(
  { ops, bindings, accesses }: IrModule,
  sources: readonly Level9Source[],
  resources: readonly ResourceDeclaration[],
  registerOf: RegisterOf,
  faults: Level9Fault[],
): SamplerMapping[] {
  const used = new Set<number>();
  for (let op = 0; op < ops.count; op++)
    if (ops.region[op] !== NO_OP && OP_ROWS[ops.code[op]!]!.attribute === 'access')
      used.add(accesses[ops.extra[op]!]!.binding);
  const keyOf = (binding: number) => {
    const { number, element = 0, sampler = number, samplerElement = 0 } = sources[binding]!;
    const isFree = (one: number, file: string) => Number(!resources[one]!.registers.some((r) => r.file === file));
    return [isFree(sampler, 's'), sampler, samplerElement, isFree(number, 't'), number, element];
  };
  const keys = new Map(Array.from(used, (binding) => [binding, keyOf(binding)]));
  const inOrder = [...used].sort((a, b) => {
    const [x, y] = [keys.get(a)!, keys.get(b)!];
    const at = x.findIndex((part, i) => part !== y[i]);
    return at < 0 ? 0 : x[at]! - y[at]!;
  });
  for (const binding of inOrder) {
    const fault = textureFault(sources[binding]!, resources);
    if (fault !== undefined) faults.push(fault);
  }
  return inOrder.map((binding, targetSampler): SamplerMapping => {
    const { number, element, sampler = number, samplerElement = element } = sources[binding]!;
    bindings[binding] = { ...bindings[binding]!, register: targetSampler };
    return {
      targetSampler,
      sourceSampler: registerOf(resources[sampler]!, samplerElement, 's'),
      sourceResource: registerOf(resources[number]!, element, 't'),
    };
  });
}
