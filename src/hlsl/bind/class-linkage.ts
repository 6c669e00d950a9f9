/**
 * Class linkage: the interface pointers that a program has after all passes, the classes that they may have, and the
 * class instances that an application can bind (source: oracle).
 *
 * - Pointers have numbers in the order of calls; those with a single class, whose method is in place of the call, come
 *   after the others.
 * - Classes have numbers in the order of pointers, those of an interface from the last declared one to the first.
 * - Instances with resources come first, in the order of the source, then the others in the order of buffers.
 */
import { type ClassInstance, type ClassLinkageContent, NO_SLOT } from '../../chunks/ifce.ts';
import type { IrModule } from '../../ir/module.ts';
import { NO_OP } from '../../ir/op-store.ts';
import { Op } from '../../ir/ops.ts';
import { builderBefore, walkModule } from '../../ir/passes/walk.ts';
import type { CheckedSource } from '../check/check-source.ts';
import type { Variable } from '../check/typed-tree.ts';
import type { BufferDeclaration, ConstantVariable, ResourceDeclaration } from '../declarations.ts';
import { type HlslType, hasResources, type InterfaceType, interfacesOf, type StructType } from '../types/types.ts';
import { bufferLayout, sizeOf } from './layout.ts';
import { type BoundDeclaration, type BoundRange, fileOfType } from './registers.ts';
import { visitResources } from './struct-resources.ts';

/** The parts of a class that its methods use: an application binds only them. */
interface ClassUse {
  b: boolean;
  t: boolean;
  s: boolean;
}

/** Pointers of one variable, with the function tables that they may have. */
export interface InterfacePointers {
  readonly variable: Variable;
  /** The number of the first one. */
  readonly first: number;
  readonly length: number;
  readonly classes: readonly StructType[];
  /** The table of each class; one for all where the method is in place of the call. */
  readonly tables: readonly number[];
  readonly isIndexed: boolean;
}

export interface ClassLinks {
  readonly pointers: readonly InterfacePointers[];
  readonly classes: readonly StructType[];
  readonly uses: ReadonlyMap<StructType, ClassUse>;
  /** Variables of class types. */
  readonly instances: readonly InstanceVariable[];
  /** Declarations that the application binds parts of. */
  readonly declarations: ReadonlySet<BoundDeclaration>;
  /** Variables whose data methods use. */
  readonly variables: ReadonlyMap<ConstantVariable, BufferDeclaration>;
}

export interface InstanceVariable {
  readonly buffer: BufferDeclaration;
  readonly variable: ConstantVariable;
  readonly type: StructType;
  /** Elements of an array; 1 for a single instance. */
  readonly elements: number;
  readonly resources: readonly ResourceDeclaration[];
}

/** Pointers of a variable: 1, or the length of an array. */
export function pointerLength({ type }: Variable): number {
  return type.kind === 'array' ? type.length : 1;
}

/** The interface of a variable, or of its elements. */
export function interfaceOf({ type }: Variable): InterfaceType {
  return (type.kind === 'array' ? type.element : type) as InterfaceType;
}

/** The classes that implement an interface, the last declared one first. */
export function implementersOf({ classes }: CheckedSource, type: InterfaceType): StructType[] {
  return classes.filter((one) => interfacesOf(one).includes(type)).reverse();
}

/**
 * The first pointer of a variable before pointers are numbered: variables are far from each other, and none is at 0, so
 * that a pointer stays a sum with a constant that shows its variable.
 */
export function firstNumber(variable: number): number {
  return (variable + 1) << NUMBER_BITS;
}

const NUMBER_BITS = 16;

/** Operations on pointers. */
const POINTER_OPS: ReadonlySet<number> = new Set([
  ...[Op['instance.table'], Op['instance.constants'], Op['instance.offset']],
  ...[Op['instance.texture'], Op['instance.sampler']],
]);

/** A pointer operand: the constant part, and whether something is added to it. */
function pointerParts({ ops }: IrModule, pointer: number): { readonly number: number; readonly added: number } {
  if (ops.code[pointer] === Op.const) return { number: ops.a[pointer]!, added: NO_OP };
  const [a, b] = [ops.operand(pointer, 0), ops.operand(pointer, 1)];
  return ops.code[b] === Op.const ? { number: ops.a[b]!, added: a } : { number: ops.a[a]!, added: b };
}

/**
 * Numbers the pointers of a module from what is left of them, in place.
 *
 * @returns undefined for a program without pointers
 */
export function linkClasses(module: IrModule, source: CheckedSource): ClassLinks | undefined {
  const { ops } = module;
  const variableOf = (number: number) => source.interfaces[(number >>> NUMBER_BITS) - 1]!;
  const uses = new Map<StructType, ClassUse>();
  const called: Variable[] = [];
  const read: Variable[] = [];
  const indexed = new Set<Variable>();
  const found: number[] = [];
  const switches: number[] = [];
  walkModule(module, (op) => {
    if (ops.code[op] === Op.switch && ops.code[ops.a[op]!] === Op['instance.table']) switches.push(op);
    if (!POINTER_OPS.has(ops.code[op]!)) return;
    found.push(op);
    const { number, added } = pointerParts(module, ops.a[op]!);
    const variable = variableOf(number);
    if (added !== NO_OP) indexed.add(variable);
    noteUse(uses, ops.code[op]!, classAt(module, ops.region[op]!, variable, source, variableOf));
    const list = ops.code[op] === Op['instance.table'] ? called : read;
    if (!list.includes(variable)) list.push(variable);
  });
  if (found.length === 0) return undefined;
  const pointers: InterfacePointers[] = [];
  let first = 0;
  let tables = 0;
  const inlined = source.interfaces.filter((one) => read.includes(one) && !called.includes(one));
  for (const variable of [...called, ...inlined]) {
    const classes = implementersOf(source, interfaceOf(variable));
    const length = pointerLength(variable);
    const isCalled = called.includes(variable);
    const firstTable = tables;
    // Tables without functions are one.
    if (isCalled) tables += classes.length;
    pointers.push({
      variable,
      first,
      length,
      classes,
      tables: classes.map((_, i) => firstTable + (isCalled ? i : 0)),
      isIndexed: indexed.has(variable),
    });
    first += length;
  }
  const byVariable = new Map(pointers.map((one) => [one.variable, one]));
  for (const op of switches) {
    const { number } = pointerParts(module, ops.a[ops.a[op]!]!);
    numberCases(module, op, byVariable.get(variableOf(number))!);
  }
  for (const op of found) {
    const { number, added } = pointerParts(module, ops.a[op]!);
    const b = builderBefore(module, op);
    const moved = (number & ((1 << NUMBER_BITS) - 1)) + byVariable.get(variableOf(number))!.first;
    const constant = b.unsigned(moved);
    ops.setOperands(op, [added === NO_OP ? constant : b.op(Op['i.add'], ops.type[op]!, added, constant)]);
  }
  const classes = [...new Set(pointers.flatMap((one) => one.classes))];
  const instances = instancesIn(source, new Set(classes));
  const declarations = new Set<BoundDeclaration>();
  const variables = new Map<ConstantVariable, BufferDeclaration>();
  for (const { buffer, variable, type, resources } of instances) {
    const use = uses.get(type);
    for (const one of resources) if (use?.[fileOfType(one.type) as 't' | 's'] === true) declarations.add(one);
    if (use?.b !== true || sizeOf(type, 'constants') === 0) continue;
    declarations.add(buffer);
    variables.set(variable, buffer);
  }
  return { pointers, classes, uses, instances, declarations, variables };
}

/** The class whose method has a region: of a switch that calls it, or the only one of its interface. */
function classAt(
  module: IrModule,
  start: number,
  variable: Variable,
  source: CheckedSource,
  variableOf: (number: number) => Variable,
): StructType {
  const { ops, owner, cases } = module;
  const classes = implementersOf(source, interfaceOf(variable));
  for (let region = start; owner[region]! !== NO_OP; region = ops.region[owner[region]!]!) {
    const construct = owner[region]!;
    if (ops.code[construct] !== Op.switch || ops.code[ops.a[construct]!] !== Op['instance.table']) continue;
    const { number } = pointerParts(module, ops.a[ops.a[construct]!]!);
    if (variableOf(number) === variable) return classes[cases[region]!.values[0]!]!;
  }
  return classes[0]!;
}

function noteUse(uses: Map<StructType, ClassUse>, code: number, type: StructType): void {
  const use = uses.get(type) ?? { b: false, t: false, s: false };
  uses.set(type, use);
  if (code === Op['instance.constants'] || code === Op['instance.offset']) use.b = true;
  if (code === Op['instance.texture']) use.t = true;
  if (code === Op['instance.sampler']) use.s = true;
}

/** Cases are the numbers of classes until the tables are numbered. */
function numberCases(module: IrModule, op: number, { tables }: InterfacePointers): void {
  const start = module.ops.extra[op]!;
  for (let i = 0; i < module.regionCount(op); i++) {
    const { values, isDefault } = module.cases[start + i]!;
    module.cases[start + i] = { values: values.map((value) => tables[value]!), isDefault };
  }
}

/** Variables of classes, in the order of class linkage. */
export function instancesIn(
  { buffers, resources }: CheckedSource,
  classes: ReadonlySet<StructType>,
): InstanceVariable[] {
  const all: InstanceVariable[] = [];
  for (const buffer of buffers)
    for (const variable of buffer.variables) {
      let type: HlslType = variable.type;
      for (; type.kind === 'array'; type = type.element);
      if (type.kind !== 'struct' || !classes.has(type) || isEmpty(type)) continue;
      const inside = resources.filter((one) => one.elements !== undefined && one.name === variable.name);
      const elements = variable.type.kind === 'array' ? variable.type.length : 1;
      all.push({ buffer, variable, type, elements, resources: inside });
    }
  const order = ({ resources: inside }: InstanceVariable) =>
    inside.length > 0 ? resources.indexOf(inside[0]!) : Infinity;
  return all.toSorted((a, b) => (order(a) === order(b) ? 0 : order(a) - order(b)));
}

const ROW = 16;

/** The chunk of class linkage. */
export function classLinkage(
  links: ClassLinks,
  ranges: readonly BoundRange[],
  version: readonly [number, number],
): ClassLinkageContent {
  const { pointers, classes, instances, uses } = links;
  const isArrayOfArrays = ({ variable: { type } }: InstanceVariable) =>
    type.kind === 'array' && type.element.kind === 'array';
  return {
    types: classes.map((type) => {
      const use = uses.get(type);
      return {
        name: type.name,
        reserved: 0,
        constantBufferStride: use?.b === true ? Math.ceil(sizeOf(type, 'constants') / ROW) : 0,
        textureStride: use?.t === true ? resourceCount(type, 't') : 0,
        samplerStride: use?.s === true ? resourceCount(type, 's') : 0,
      };
    }),
    instances: instances
      .filter((one) => !isArrayOfArrays(one))
      .map((one) => instanceRecord(one, links, ranges, version)),
    slots: pointers.map(({ length, classes: possible, tables }) => ({
      count: length,
      typeIds: Uint16Array.from(possible, (type) => classes.indexOf(type)),
      tableIds: Uint32Array.from(tables),
    })),
    slotCount: pointers.reduce((sum, { length }) => sum + length, 0),
  };
}

function resourceCount(type: HlslType, file: 't' | 's'): number {
  let count = 0;
  visitResources(type, '', (one) => {
    if (fileOfType(one) === file) count++;
  });
  return count;
}

function instanceRecord(
  { buffer, variable, type, elements, resources }: InstanceVariable,
  { classes, variables, declarations }: ClassLinks,
  ranges: readonly BoundRange[],
  version: readonly [number, number],
): ClassInstance {
  const hasData = variables.has(variable);
  const located = bufferLayout(buffer, version).variables.find((one) => one.variable === variable)!;
  const registerOf = (file: 't' | 's') => {
    const declaration = resources.find((one) => fileOfType(one.type) === file);
    if (declaration === undefined || !declarations.has(declaration)) return NO_SLOT;
    const range = ranges.find((one) => one.declaration === declaration);
    return range === undefined ? NO_SLOT : range.register - (range.element ?? 0);
  };
  return {
    name: variable.name,
    type: classes.indexOf(type),
    elements,
    constantBuffer: hasData ? ranges.find(({ declaration }) => declaration === buffer)!.register : NO_SLOT,
    constantBufferOffset: hasData ? located.offset / ROW : NO_SLOT,
    texture: registerOf('t'),
    sampler: registerOf('s'),
  };
}

/** Whether an instance of a class has nothing that an application could set. */
function isEmpty(type: StructType): boolean {
  return sizeOf(type, 'constants') === 0 && !hasResources(type);
}
