/** Inputs, outputs, constants and arrays. */
import { type IrType, Kind, kindOf, typeOf, widthOf } from '../../../ir/index.ts';
import { constantKind } from '../../common/rules/constants.ts';
import { rangeKind } from '../../common/rules/io.ts';
import { isInstanceNumber, isInternalInput, isReadByVertex } from '../../common/stage-elements.ts';
import type { ResourceVariable } from '../builtins.ts';
import type { SpirvContext, SpirvRule } from '../context.ts';
import {
  arrayStorage,
  copyInputRange,
  loadInput,
  loadInternalInput,
  storeOutput,
  vertexIndex,
  type Written,
  widthOfInput,
} from '../elements.ts';
import { Ext, Spv, StorageClass } from '../grammar.ts';
import { elementsIn } from '../interface.ts';
import { descriptorIndex, variableOf } from '../resources.ts';

const { f32, u32 } = Kind;

/** More than a primitive or a patch has. */
const MAX_VERTICES = 64;

const input: SpirvRule = (w, op) => {
  const { ops, inputs } = w.module;
  const number = ops.extra[op]! >> 2;
  const vertex = ops.arity[op]! > 0 ? ops.operand(op, 0) : undefined;
  if (isInternalInput(w.module, inputs[number]!)) return internalInput(w, op, number, vertex);
  const element = w.inputs[number];
  if (element === undefined) return w.zeroOf(op);
  const width = widthOfInput(element);
  const { mask } = inputs[number]!;
  const first = width === 1 ? 0 : ops.extra[op]! & 3;
  const { vertices } = element;
  if (vertices === undefined || vertex === undefined) {
    const key = w.keyOfInput(number);
    if (!w.viewKnown(op, key, first)) w.viewOf(op, key, first, width, element.kind, loadInput(w, element, mask));
    return 0;
  }
  const word = w.wordOf(vertex);
  // A number that is computed has the key of its operation, after those of the vertices.
  const at = word === undefined ? MAX_VERTICES + vertex : Math.min(word >>> 0, vertices - 1);
  const key = w.keyOfInput(number, at + 1);
  if (!w.viewKnown(op, key, first)) {
    const row = loadInput(w, element, mask, vertexIndex(w, vertex, vertices));
    w.viewOf(op, key, first, width, element.kind, row);
  }
  return 0;
};

/** Inputs that a hull shader computes itself: the number of an instance, or values that earlier phases wrote. */
function internalInput(w: SpirvContext, op: number, number: number, point: number | undefined): number {
  if (isInstanceNumber(w.module.inputs[number]!.special)) return w.result(op, w.phaseInstance, u32);
  w.viewOf(op, -1, w.module.ops.extra[op]! & 3, 4, u32, loadInternalInput(w, number, point));
  return 0;
}

/** An index into rows, or that of the spare one after them. */
function clampedIndex(w: SpirvContext, value: number, rows: number): number {
  const { m, code } = w;
  const word = w.wordOf(value);
  if (word !== undefined) return m.unsigned(word >>> 0 < rows ? word : rows);
  const index = w.as(value, u32);
  return w.checksRanges ? code.ext(Ext.UMin, m.uint, index, m.unsigned(rows)) : index;
}

/** Loads components of a row from an array of vectors, or of scalars. */
function loadRow(
  w: SpirvContext,
  op: number,
  array: number,
  storage: number,
  index: number,
  kind: number,
  components: number,
): number {
  const { m, code } = w;
  const { ops } = w.module;
  const width = widthOf(ops.type[op]!);
  const scalar = m.type(kind);
  const first = ops.extra[op]! & 3;
  if (width === 1 && components > 1) {
    const pointer = code.access(storage, scalar, array, index, m.unsigned(first));
    return w.result(op, code.load(scalar, pointer), kind);
  }
  const type = m.vector(scalar, components);
  const row = code.load(type, code.access(storage, type, array, index));
  if (width === components) return w.result(op, row, kind);
  w.viewOf(op, -1, first, components, kind, row);
  return 0;
}

const inputAt: SpirvRule = (w, op) => {
  const { ops, inputRanges } = w.module;
  const range = ops.extra[op]! >> 2;
  const index = clampedIndex(w, ops.operand(op, 0), inputRanges[range]!.count);
  if (isReadByVertex(w.module, range)) copyInputRange(w, range, ops.arity[op]! > 1 ? ops.operand(op, 1) : undefined);
  return loadRow(w, op, w.inputRanges[range]!, arrayStorage(w), index, rangeKind(w, range, true), 4);
};

/** The last operand of an operation as what is written. */
function written(w: SpirvContext, value: number): Written {
  const type: IrType = w.module.ops.type[value]!;
  return {
    kind: kindOf(type),
    width: widthOf(type),
    vector: () => w.id(value),
    component: (c) => w.component(value, c),
  };
}

const output: SpirvRule = (w, op) => {
  const { ops, outputs } = w.module;
  const number = ops.extra[op]! >> 2;
  const element = w.outputs[number];
  if (element !== undefined)
    storeOutput(w, element, outputs[number]!.mask, ops.extra[op]! & 3, written(w, ops.operand(op, 0)));
  return 0;
};

/** Writes the second operand to components of a row. */
function storeRow(w: SpirvContext, op: number, array: number, index: number, kind: number, components: number): void {
  const { m, code } = w;
  const { ops } = w.module;
  const value = ops.operand(op, 1);
  const type = ops.type[value]!;
  const width = widthOf(type);
  const scalar = m.type(kind);
  const storage = arrayStorage(w);
  if (width === components) {
    code.store(code.access(storage, m.vector(scalar, components), array, index), w.as(value, kind));
    return;
  }
  const first = ops.extra[op]! & 3;
  for (let i = 0; i < width; i++)
    code.store(
      code.access(storage, scalar, array, index, m.unsigned(first + i)),
      w.cast(w.component(value, i), kindOf(type), kind, 1),
    );
}

const outputAt: SpirvRule = (w, op) => {
  const { ops, outputRanges } = w.module;
  if (w.module.stage === 'hs') return outputOfPhase(w, op);
  const range = ops.extra[op]! >> 2;
  const index = clampedIndex(w, ops.operand(op, 0), outputRanges[range]!.count);
  storeRow(w, op, w.outputRanges[range]!, index, rangeKind(w, range, false), 4);
  return 0;
};

/** Phases write registers of one range in turn, so each writes the one that the index names and no other. */
function outputOfPhase(w: SpirvContext, op: number): number {
  const { m, code } = w;
  const { ops, outputRanges, outputs } = w.module;
  const range = outputRanges[ops.extra[op]! >> 2]!;
  const given = written(w, ops.operand(op, 1));
  const first = ops.extra[op]! & 3;
  const word = w.wordOf(ops.operand(op, 0));
  const index = w.operandAs(op, 0, u32);
  // Components have to be there in all blocks that follow.
  const ids = Array.from({ length: given.width }, (_, c) => given.component(c));
  const vector = given.width === 4 ? given.vector() : 0;
  const known: Written = { ...given, component: (c) => ids[c]!, vector: () => vector };
  for (const number of elementsIn(outputs, range)) {
    const element = w.outputs[number];
    const { register, mask } = outputs[number]!;
    const written = ((1 << given.width) - 1) << first;
    if (element === undefined || (written & mask) === 0) continue;
    const store = () => storeOutput(w, element, mask, first, known);
    const at = register - range.register;
    if (word === undefined) code.guardedEffect(code.binary(Spv.IEqual, m.bool, index, m.unsigned(at)), store);
    else if (word >>> 0 === at) store();
  }
  return 0;
}

// --- constants ------------------------------------------------------------------------------------------------------

const constants: SpirvRule = (w, op) => {
  const { ops } = w.module;
  const binding = ops.extra[op]! >> 2;
  const rows = Math.max(w.binding(binding).size ?? 0, 1);
  const row = ops.operand(op, 0);
  const kind = constantKind(w, binding);
  const variable = variableOf(w, binding);
  const first = ops.extra[op]! & 3;
  const word = w.wordOf(row);
  if (word !== undefined && word >>> 0 >= rows) return w.zeroOf(op);
  const index = descriptorIndex(w, op, variable, ops.arity[op]! > 1 ? 1 : -1);
  const descriptor = index === undefined || ops.arity[op]! < 2 ? 0 : w.wordOf(ops.operand(op, 1));
  const key = word === undefined || descriptor === undefined ? -1 : w.keyOfConstants(binding, descriptor >>> 0, word);
  if (!w.viewKnown(op, key, first))
    w.viewOf(op, key, first, 4, kind, readRow(w, variable, index, row, rows, kind, binding));
  return 0;
};

/** Reads a row of constants; outside it is 0. */
function readRow(
  w: SpirvContext,
  variable: ResourceVariable,
  descriptor: number | undefined,
  row: number,
  rows: number,
  kind: number,
  binding: number,
): number {
  const { m, code } = w;
  const type = m.type(typeOf(kind, 4));
  const word = w.wordOf(row);
  const { id, storage } = variable;
  if (word !== undefined && descriptor === undefined) {
    const at = m.unsigned(word);
    return code.load(type, code.access(storage, type, id, m.unsigned(0), at));
  }
  const indexes = (at: number) => (descriptor === undefined ? [m.unsigned(0), at] : [descriptor, m.unsigned(0), at]);
  if (word !== undefined) return code.load(type, code.access(storage, type, id, ...indexes(m.unsigned(word))));
  const index = w.as(row, u32);
  if (!w.checksRanges) return code.load(type, code.access(storage, type, id, ...indexes(index)));
  if (descriptor === undefined) {
    const callee = w.helpers.define(`${w.resource(binding).name}_row`, type, [m.uint], (body, [at]) => {
      const isInside = body.binary(Spv.ULessThan, m.bool, at!, m.unsigned(rows));
      return body.guarded(isInside, type, m.zero(type), () =>
        body.load(type, body.access(storage, type, id, m.unsigned(0), at!)),
      );
    });
    return code.call(type, callee, [index]);
  }
  const isInside = code.binary(Spv.ULessThan, m.bool, index, m.unsigned(rows));
  return code.guarded(isInside, type, m.zero(type), () =>
    code.load(type, code.access(storage, type, id, ...indexes(index))),
  );
}

/** Immediate constants, with a row of zeros at their end. */
const immediate: SpirvRule = (w, op) => {
  const { m } = w;
  const { ops, immediateConstants } = w.module;
  const rows = immediateConstants.length >> 2;
  const kind = w.uses.floatConstants ? f32 : u32;
  const row = m.vector(m.type(kind), 4);
  if (w.immediates === 0) {
    const values: number[] = [];
    for (let i = 0; i < rows; i++)
      values.push(
        m.composite(
          row,
          Array.from(immediateConstants.subarray(4 * i, 4 * i + 4), (word) => m.constant(kind, word)),
        ),
      );
    const type = m.array(row, rows + 1);
    const initial = m.composite(type, [...values, m.zero(row)]);
    w.immediates = m.id();
    m.globals.instruction(
      Spv.Variable,
      m.pointer(StorageClass.Private, type),
      w.immediates,
      StorageClass.Private,
      initial,
    );
    m.name(w.immediates, 'immediate_constants');
    w.variables.push(w.immediates);
  }
  const index = clampedIndex(w, ops.operand(op, 0), rows);
  return loadRow(w, op, w.immediates, StorageClass.Private, index, kind, 4);
};

// --- arrays ---------------------------------------------------------------------------------------------------------

/** Arrays have two spare rows: one that is read outside, and one that is written. */
const load: SpirvRule = (w, op) => {
  const { ops, variables } = w.module;
  const number = ops.extra[op]! >> 2;
  const { rows, components } = variables[number]!;
  const index = clampedIndex(w, ops.operand(op, 0), rows);
  const kind = w.uses.floatVariables[number] ? f32 : u32;
  return loadRow(w, op, w.arrays[number]!, arrayStorage(w), index, kind, components);
};

const store: SpirvRule = (w, op) => {
  const { m, code } = w;
  const { ops, variables } = w.module;
  const number = ops.extra[op]! >> 2;
  const { rows, components } = variables[number]!;
  const value = ops.operand(op, 0);
  const word = w.wordOf(value);
  if (word !== undefined && word >>> 0 >= rows) return 0;
  let index = word !== undefined ? m.unsigned(word) : w.as(value, u32);
  if (word === undefined && w.checksRanges) {
    const isInside = code.binary(Spv.ULessThan, m.bool, index, m.unsigned(rows));
    index = code.select(m.uint, isInside, index, m.unsigned(rows + 1));
  }
  storeRow(w, op, w.arrays[number]!, index, w.uses.floatVariables[number] ? f32 : u32, components);
  return 0;
};

/** Interfaces without class instances were refused before. */
const refuse: SpirvRule = (w, op) => w.refuse(op, 'a constant buffer that a value selects');

export const IO_RULES = {
  in: input,
  'in.at': inputAt,
  out: output,
  'out.at': outputAt,
  'cb.load': constants,
  'cb.dynamic': refuse,
  'icb.load': immediate,
  'var.load': load,
  'var.store': store,
  'instance.table': refuse,
  'instance.constants': refuse,
  'instance.offset': refuse,
  'instance.texture': refuse,
  'instance.sampler': refuse,
} as const satisfies Record<string, SpirvRule>;
