/**
 * Arrays of a program, and ranges of inputs and outputs that are indexed: they are copied to arrays and back.
 *
 * Not for: single inputs and outputs (elements.ts).
 */
import { Kind } from '../../ir/index.ts';
import { hasOperation } from '../common/resource-uses.ts';
import { rangeKind } from '../common/rules/io.ts';
import { isInternalInput, isReadByVertex } from '../common/stage-elements.ts';
import type { SpirvContext } from './context.ts';
import { loadInput, loadInternalInput, storeOutput, vertexIndex } from './elements.ts';
import { Spv, StorageClass } from './grammar.ts';
import { elementsIn } from './interface.ts';

const { Function: Local } = StorageClass;

/** An array of rows with zeros at first: in the function, or shared by all functions. */
function arrayVariable(w: SpirvContext, row: number, rows: number, isShared: boolean): number {
  const { m, code } = w;
  const type = m.array(row, rows);
  const zero = m.zero(type);
  if (!isShared) return code.value(Spv.Variable, m.pointer(Local, type), [Local, zero]);
  const id = m.id();
  m.globals.instruction(Spv.Variable, m.pointer(StorageClass.Private, type), id, StorageClass.Private, zero);
  w.variables.push(id);
  return id;
}

/** Whether all functions share the arrays of a module. */
export function sharesArrays({ module: { functions, stage } }: SpirvContext): boolean {
  return functions.length > 1 || stage === 'hs';
}

/** Where the arrays of a module are. */
export function arrayStorage(w: SpirvContext): number {
  return sharesArrays(w) ? StorageClass.Private : Local;
}

/** Declares arrays and copies of ranges: at the beginning of the first function, or for all of them. */
export function declareArrays(w: SpirvContext): void {
  const { module, m, uses } = w;
  const isShared = sharesArrays(w);
  if (hasOperation(uses, 'var.load') || hasOperation(uses, 'var.store'))
    w.arrays = module.variables.map(({ rows, components }, i) => {
      const scalar = m.type(uses.floatVariables[i] ? Kind.f32 : Kind.u32);
      return arrayVariable(w, m.vector(scalar, components), rows + 2, isShared);
    });
  const copies = (isInput: boolean) =>
    (isInput ? module.inputRanges : module.outputRanges).map(({ count }, i) =>
      arrayVariable(w, m.vector(m.type(rangeKind(w, i, isInput)), 4), count + 1, isShared),
    );
  if (hasOperation(uses, 'in.at')) w.inputRanges = copies(true);
  // Phases of a hull shader write single registers.
  if (hasOperation(uses, 'out.at') && module.stage !== 'hs') w.outputRanges = copies(false);
}

/** Fills the copies of ranges of inputs. */
export function copyInputRanges(w: SpirvContext): void {
  for (const range of w.inputRanges.keys()) if (!isReadByVertex(w.module, range)) copyInputRange(w, range);
}

/** Fills the copy of a range of inputs. @param vertex the value with the number of the vertex */
export function copyInputRange(w: SpirvContext, range: number, vertex?: number): void {
  const { module, m, code } = w;
  const of = module.inputRanges[range]!;
  const kind = rangeKind(w, range, true);
  const scalar = m.type(kind);
  const storage = arrayStorage(w);
  for (const number of elementsIn(module.inputs, of)) {
    const { register, mask } = module.inputs[number]!;
    const value = rowOfElement(w, number, kind, vertex);
    if (value === undefined) continue;
    const row = code.access(storage, m.vector(scalar, 4), w.inputRanges[range]!, m.unsigned(register - of.register));
    if (mask === 15) code.store(row, value);
    else
      for (let c = 0; c < 4; c++)
        if ((mask & (1 << c)) !== 0)
          code.store(code.access(storage, scalar, row, m.unsigned(c)), code.extract(scalar, value, c));
  }
}

/** An input as four components of a kind. */
function rowOfElement(w: SpirvContext, number: number, kind: number, vertex?: number): number | undefined {
  const { module } = w;
  const of = module.inputs[number]!;
  if (isInternalInput(module, of)) return w.cast(loadInternalInput(w, number, vertex), Kind.u32, kind, 4);
  const element = w.inputs[number];
  if (element === undefined) return undefined;
  const { vertices } = element;
  const index = vertices === undefined || vertex === undefined ? 0 : vertexIndex(w, vertex, vertices);
  return w.cast(loadInput(w, element, of.mask, index), element.kind, kind, 4);
}

/** Gives what was written to the copies of ranges of outputs. */
export function copyOutputRanges(w: SpirvContext): void {
  const { module, m, code } = w;
  for (const [i, copy] of w.outputRanges.entries()) {
    const range = module.outputRanges[i]!;
    const kind = rangeKind(w, i, false);
    const scalar = m.type(kind);
    for (const number of elementsIn(module.outputs, range)) {
      const element = w.outputs[number];
      const { register, mask } = module.outputs[number]!;
      if (element === undefined) continue;
      const index = m.unsigned(register - range.register);
      const value = code.load(m.vector(scalar, 4), code.access(arrayStorage(w), m.vector(scalar, 4), copy, index));
      storeOutput(w, element, mask, 0, {
        kind,
        width: 4,
        vector: () => value,
        component: (c) => code.extract(scalar, value, c),
      });
    }
  }
}
