/**
 * Registers, literals and indices for the builder of shader model 4-5.1 programs, typed by the register file: a
 * sampler in place of a texture does not compile.
 *
 * Not for: instructions (builder.ts), declarations (builder-declarations.ts).
 */

import { LITTLE_ENDIAN_HOST } from '../../base/words.ts';
import {
  COMPONENTS,
  type Component,
  type ComponentMask,
  type FourComponents,
  FULL_MASK,
  IDENTITY_SWIZZLE,
} from '../components.ts';
import { SM4_INDEX_FIELDS, type Sm4IndexNode, type Sm4OperandNode } from './encode.ts';
import { SM4_MIN_PRECISIONS } from './names.ts';
import { SM4_OPERAND_TYPES, SM4_UNBOUNDED, type Sm4OperandTypeName } from './operands.ts';
import {
  Sm4ComponentCount,
  Sm4ExtendedOperandKind,
  Sm4ExtendedOperandToken,
  Sm4IndexRepresentation,
  Sm4OperandModifier,
  Sm4OperandToken,
  Sm4SelectionMode,
} from './tokens.ts';

export type Sm4Component = Component;
/** One component for each of four. `select` selects a single one, which is a different token. */
export type Sm4Swizzle = FourComponents;
/** Components that are written, in their order. */
export type Sm4Mask = ComponentMask;
export type Sm4MinPrecision = Exclude<(typeof SM4_MIN_PRECISIONS)[number], 'def32'>;

/** An index that is the sum of a register's value and a number. */
export interface Sm4Relative {
  readonly use: 'relative';
  readonly node: Sm4IndexNode;
  readonly representation: number;
}

/** A 32-bit number, a 64-bit `bigint`, or a register (`sm4Relative`). */
export type Sm4Index = number | bigint | Sm4Relative;

type Named = Sm4OperandTypeName;

/** A register that can be written or read. */
export class Sm4Register<out Name extends Named = Named> {
  readonly use = 'register';

  constructor(
    readonly name: Name,
    /** The operand token without components. */
    readonly node: Sm4OperandNode,
  ) {}

  /** The register as a destination with these components. */
  mask(components: Sm4Mask): Sm4Destination<Name> {
    return new Sm4Destination(this.name, withMask(this.node, maskBits(components)));
  }

  /** The register as a source with a swizzle. */
  swizzle(components: Sm4Swizzle): Sm4Source<Name> {
    return new Sm4Source(this.name, withSwizzle(this.node, swizzleBits(components)));
  }

  /** The register as a source of one component. */
  select(component: Sm4Component): Sm4Source<Name> {
    return new Sm4Source(this.name, withSelection(this.node, componentIndex(component)));
  }

  /** The negative value of all components. */
  negate(): Sm4Source<Name> {
    return new Sm4Source(this.name, bareOperand(this, 'read')).negate();
  }

  /** The absolute value of all components. */
  absolute(): Sm4Source<Name> {
    return new Sm4Source(this.name, bareOperand(this, 'read')).absolute();
  }

  /** The register at a minimum precision. */
  precision(precision: Sm4MinPrecision): Sm4Register<Name> {
    return new Sm4Register(this.name, withPrecision(this.node, precision));
  }

  /** The register with an index that may differ between lanes; from 5.1 on. */
  nonUniform(): Sm4Register<Name> {
    return new Sm4Register(
      this.name,
      withExtension(this.node, (token) => Sm4ExtendedOperandToken.nonUniform.set(token, 1)),
    );
  }
}

/** A register with the components that are written. */
export class Sm4Destination<out Name extends Named = Named> {
  readonly use = 'destination';

  constructor(
    readonly name: Name,
    readonly node: Sm4OperandNode,
  ) {}

  precision(precision: Sm4MinPrecision): Sm4Destination<Name> {
    return new Sm4Destination(this.name, withPrecision(this.node, precision));
  }
}

/** A register with the components that are read. */
export class Sm4Source<out Name extends Named = Named> {
  readonly use = 'source';

  constructor(
    readonly name: Name,
    readonly node: Sm4OperandNode,
  ) {}

  /** The negative value; with `absolute`, the negative of the absolute value, in either order. */
  negate(): Sm4Source<Name> {
    return this.#modified(Sm4OperandModifier.negate);
  }

  absolute(): Sm4Source<Name> {
    return this.#modified(Sm4OperandModifier.absolute);
  }

  precision(precision: Sm4MinPrecision): Sm4Source<Name> {
    return new Sm4Source(this.name, withPrecision(this.node, precision));
  }

  #modified(bit: number): Sm4Source<Name> {
    const node = withExtension(this.node, (token) =>
      Sm4ExtendedOperandToken.modifier.set(token, Sm4ExtendedOperandToken.modifier.get(token) | bit),
    );
    return new Sm4Source(this.name, node);
  }
}

export interface Sm4Literal {
  readonly use: 'literal';
  readonly node: Sm4OperandNode;
}

/** A range of resources as 5.1 declares it: an id, the first and the last register, and the space. */
export interface Sm4Range<out Name extends Named = Named> {
  readonly use: 'range';
  readonly name: Name;
  readonly node: Sm4OperandNode;
  readonly space: number;
}

// --- parts of operands ------------------------------------------------------------------------------------------

function withMask(node: Sm4OperandNode, mask: number): Sm4OperandNode {
  return { ...node, token: Sm4OperandToken.mask.set(fourComponents(node, Sm4SelectionMode.mask), mask) };
}

function withSwizzle(node: Sm4OperandNode, swizzle: number): Sm4OperandNode {
  return { ...node, token: Sm4OperandToken.swizzle.set(fourComponents(node, Sm4SelectionMode.swizzle), swizzle) };
}

function withSelection(node: Sm4OperandNode, component: number): Sm4OperandNode {
  return { ...node, token: Sm4OperandToken.select.set(fourComponents(node, Sm4SelectionMode.selectOne), component) };
}

function fourComponents({ token }: Sm4OperandNode, mode: number): number {
  return Sm4OperandToken.selection.set(Sm4OperandToken.componentCount.set(token, Sm4ComponentCount.four), mode);
}

function withExtension(node: Sm4OperandNode, change: (token: number) => number): Sm4OperandNode {
  const extension = node.extension ?? Sm4ExtendedOperandToken.kind.set(0, Sm4ExtendedOperandKind.modifier);
  return { ...node, extension: change(extension) };
}

function withPrecision(node: Sm4OperandNode, precision: Sm4MinPrecision): Sm4OperandNode {
  const code = nameIndex(SM4_MIN_PRECISIONS, precision, 'precision');
  return withExtension(node, (token) => Sm4ExtendedOperandToken.minPrecision.set(token, code));
}

/** The value of a name in a table that is indexed by value. */
export function nameIndex(names: readonly string[], name: string, argument: string): number {
  const index = names.indexOf(name);
  if (index < 0) throw new RangeError(`${argument}: ${name} is not one of ${names.join(' ')}`);
  return index;
}

function componentIndex(component: string): number {
  return nameIndex([...COMPONENTS], component, 'component');
}

/** Returns the bits of a mask. Throws for components that are out of order or repeated. */
export function maskBits(components: string): number {
  let bits = 0;
  for (const component of components) {
    const bit = 1 << componentIndex(component);
    if (bit <= bits) throw new RangeError(`mask: the components of ${components} are not in order`);
    bits |= bit;
  }
  if (bits === 0) throw new RangeError('mask: expected at least one component');
  return bits;
}

function swizzleBits(components: string): number {
  if (components.length !== 4) throw new RangeError(`swizzle: expected four components, found ${components}`);
  let bits = 0;
  for (let i = 0; i < 4; i++) bits |= componentIndex(components[i]!) << (2 * i);
  return bits;
}

// --- components of bare registers -------------------------------------------------------------------------------

/** How an instruction uses a register, which decides the components of a bare one. */
export type Sm4OperandUse = 'declared' | 'written' | 'read' | 'whole';

/** Components that compilers give registers with fewer than four (source: oracle). */
type Components = 'none' | 'one' | 'selectX';

const COMPONENTS_OF: Readonly<Partial<Record<Named, Readonly<Partial<Record<Sm4OperandUse, Components>>>>>> = {
  null: { written: 'none', read: 'none' },
  outputDepth: { declared: 'one', written: 'one' },
  outputDepthGreaterEqual: { declared: 'one', written: 'one' },
  outputDepthLessEqual: { declared: 'one', written: 'one' },
  outputStencilRef: { declared: 'one', written: 'one' },
  outputCoverageMask: { declared: 'none', written: 'one' },
  inputPrimitiveId: { declared: 'none', read: 'one' },
  outputControlPointId: { declared: 'none', read: 'one' },
  inputForkInstanceId: { declared: 'none', read: 'selectX' },
  inputJoinInstanceId: { declared: 'none', read: 'selectX' },
  inputGsInstanceId: { declared: 'none', read: 'selectX' },
  inputThreadIdInGroupFlattened: { declared: 'none', read: 'selectX' },
  inputCoverageMask: { declared: 'one', read: 'selectX' },
  innerCoverage: { declared: 'one', read: 'selectX' },
};

/** Returns the operand for a bare register: all of its components, as compilers write them (source: oracle). */
export function bareOperand({ name, node }: Sm4Register, use: Sm4OperandUse): Sm4OperandNode {
  if (use === 'whole') return node;
  const components = COMPONENTS_OF[name]?.[use];
  if (components === 'none') return node;
  if (components === 'one')
    return { ...node, token: Sm4OperandToken.componentCount.set(node.token, Sm4ComponentCount.one) };
  if (components === 'selectX') return withSelection(node, 0);
  return use === 'read' ? withSwizzle(node, IDENTITY_SWIZZLE) : withMask(node, FULL_MASK);
}

// --- indices ----------------------------------------------------------------------------------------------------

/** Returns a DWORD: a 32-bit integer, signed or unsigned. */
export function dword(value: number, argument: string): number {
  if (!Number.isInteger(value) || value < -0x8000_0000 || value > 0xffff_ffff) {
    throw new RangeError(`${argument}: ${value} is not a 32-bit number`);
  }
  return value >>> 0;
}

const WORD_BITS = 32n;

function wideIndex(value: bigint): { high: number; immediate: number } {
  if (value < 0n || value >> (2n * WORD_BITS) !== 0n) throw new RangeError(`index: ${value} is not a 64-bit number`);
  return { high: Number(value >> WORD_BITS), immediate: Number(value & 0xffff_ffffn) };
}

/**
 * Returns an index that is the value of one component of a register, such as `cb(0, sm4Relative(r(1).select('x'), 4))`.
 *
 * @param plus the number that is added; without it the token has no number, as compilers write `+ 0`
 */
export function sm4Relative(register: Sm4Source | Sm4Register, plus?: number | bigint): Sm4Relative {
  const selected = register.use === 'register' ? withSelection(register.node, 0) : register.node;
  const scalar = Sm4OperandToken.selection.get(selected.token) === Sm4SelectionMode.selectOne;
  if (!scalar) throw new TypeError(`sm4Relative: expected one component of the ${register.name} register; use select`);
  if (plus === undefined) return relative({ relative: selected }, Sm4IndexRepresentation.relative);
  if (typeof plus === 'bigint') {
    return relative({ ...wideIndex(plus), relative: selected }, Sm4IndexRepresentation.immediate64PlusRelative);
  }
  const node = { immediate: dword(plus, 'plus'), relative: selected };
  return relative(node, Sm4IndexRepresentation.immediate32PlusRelative);
}

function relative(node: Sm4IndexNode, representation: number): Sm4Relative {
  return { use: 'relative', node, representation };
}

function operandNode(name: Named, indices: readonly Sm4Index[]): Sm4OperandNode {
  let token = Sm4OperandToken.type.set(0, SM4_OPERAND_TYPES[name].code);
  token = Sm4OperandToken.indexDimension.set(token, indices.length);
  const nodes = indices.map((index, i): Sm4IndexNode => {
    if (typeof index === 'number') return { immediate: dword(index, `index of ${name}`) };
    const wide = typeof index === 'bigint';
    if (!wide && index?.use !== 'relative') throw new TypeError(`index of ${name}: expected a number or sm4Relative`);
    const representation = wide ? Sm4IndexRepresentation.immediate64 : index.representation;
    token = SM4_INDEX_FIELDS[i]!.set(token, representation);
    return wide ? wideIndex(index) : index.node;
  });
  return { token, indices: nodes, literal: [] };
}

/** Returns a register of any file with any indices; `sm4Registers` has a function for each file. */
export function sm4Register<const Name extends Named>(name: Name, ...indices: readonly Sm4Index[]): Sm4Register<Name> {
  if (!Object.hasOwn(SM4_OPERAND_TYPES, name)) throw new RangeError(`name: unknown register file ${name}`);
  if (indices.length > 3) throw new RangeError(`indices: expected at most three, found ${indices.length}`);
  return new Sm4Register(name, operandNode(name, indices));
}

function file<const Name extends Named, Indices extends readonly (Sm4Index | undefined)[]>(
  name: Name,
  fewest: number,
  most: number,
): (...indices: Indices) => Sm4Register<Name> {
  return (...indices) => {
    const { length } = indices;
    if (length >= fewest && length <= most) return sm4Register(name, ...(indices as readonly Sm4Index[]));
    throw new TypeError(`${SM4_OPERAND_TYPES[name].prefix}: expected ${fewest} to ${most} indices, found ${length}`);
  };
}

type One = [index: Sm4Index];
type Two = [first: Sm4Index, second: Sm4Index];
type OneOrTwo = [first: Sm4Index, second?: Sm4Index];

const one = <const Name extends Named>(name: Name) => file<Name, One>(name, 1, 1);
const two = <const Name extends Named>(name: Name) => file<Name, Two>(name, 2, 2);
const oneOrTwo = <const Name extends Named>(name: Name) => file<Name, OneOrTwo>(name, 1, 2);
const single = <const Name extends Named>(name: Name) => sm4Register(name);

/**
 * The registers, with the names of listings. Before 5.1: `t(slot)`, `s(slot)`, `u(slot)`, `cb(slot, row)`; from 5.1 on:
 * `t(range, register)`, `s(range, register)`, `u(range, register)`, `cb(range, register, row)` (SM51-5, SM51-6).
 */
export const sm4Registers = {
  r: one('temp'),
  /** `v(register)`, or `v(vertex, register)`. */
  v: oneOrTwo('input'),
  o: oneOrTwo('output'),
  /** `x(array, element)`. */
  x: two('indexableTemp'),
  s: oneOrTwo('sampler'),
  t: oneOrTwo('resource'),
  u: oneOrTwo('unorderedAccessView'),
  cb: file<'constantBuffer', [slotOrRange: Sm4Index, rowOrRegister: Sm4Index, row?: Sm4Index]>('constantBuffer', 2, 3),
  icb: one('immediateConstantBuffer'),
  g: one('groupSharedMemory'),
  label: one('label'),
  /** A function body as a label. */
  fb: one('functionBody'),
  /** `fp(interface, element)`. */
  fp: two('interface'),
  /** An output stream. */
  m: one('stream'),
  this: oneOrTwo('thisPointer'),
  iv: oneOrTwo('functionInput'),
  ov: oneOrTwo('functionOutput'),
  vicp: two('inputControlPoint'),
  vocp: two('outputControlPoint'),
  vpc: one('inputPatchConstant'),
  vDomain: single('inputDomainPoint'),
  vPrim: single('inputPrimitiveId'),
  vOutputControlPointID: single('outputControlPointId'),
  vForkInstanceID: single('inputForkInstanceId'),
  vJoinInstanceID: single('inputJoinInstanceId'),
  vGSInstanceID: single('inputGsInstanceId'),
  vThreadID: single('inputThreadId'),
  vThreadGroupID: single('inputThreadGroupId'),
  vThreadIDInGroup: single('inputThreadIdInGroup'),
  vThreadIDInGroupFlattened: single('inputThreadIdInGroupFlattened'),
  vCoverage: single('inputCoverageMask'),
  vInnerCoverage: single('innerCoverage'),
  vCycleCounter: single('cycleCounter'),
  oDepth: single('outputDepth'),
  oDepthGE: single('outputDepthGreaterEqual'),
  oDepthLE: single('outputDepthLessEqual'),
  oMask: single('outputCoverageMask'),
  oStencilRef: single('outputStencilRef'),
  rasterizer: single('rasterizer'),
  null: single('null'),
} as const;

function rangeOf<const Name extends Named>(name: Name) {
  return (id: number, lower: number, upper: number | '*' = lower, space = 0): Sm4Range<Name> => {
    const last = upper === '*' ? SM4_UNBOUNDED : upper;
    const node = operandNode(name, [id, lower, last]);
    return { use: 'range', name, node: withSwizzle(node, IDENTITY_SWIZZLE), space: dword(space, 'space') };
  };
}

/** Ranges of 5.1 for declarations: id, first and last register (`'*'` without end), space (SM51-1 to SM51-3). */
export const sm4Ranges = {
  s: rangeOf('sampler'),
  t: rangeOf('resource'),
  u: rangeOf('unorderedAccessView'),
  cb: rangeOf('constantBuffer'),
} as const;

// --- literals ---------------------------------------------------------------------------------------------------

type OneOrFour<T> = [value: T] | [x: T, y: T, z: T, w: T];

const floats = new Float32Array(1);
const floatBits = new Uint32Array(floats.buffer);
const doubles = new Float64Array(1);
const doubleBits = new Uint32Array(doubles.buffer);

/** Returns the DWORD of a number as a float. The engine decides which NaN `NaN` becomes; use `bits` for others. */
export function sm4FloatWord(value: number): number {
  floats[0] = value;
  return floatBits[0]!;
}

function literalNode(type: 'immediate32' | 'immediate64', words: readonly number[]): Sm4Literal {
  const components = words.length === 1 ? Sm4ComponentCount.one : Sm4ComponentCount.four;
  if (words.length !== 1 && words.length !== 4)
    throw new TypeError(`literal: expected 1 or 4 values, found ${words.length}`);
  const token = Sm4OperandToken.type.set(0, SM4_OPERAND_TYPES[type].code);
  return {
    use: 'literal',
    node: { token: Sm4OperandToken.componentCount.set(token, components), indices: [], literal: words },
  };
}

function literalOf(wordOf: (value: number) => number) {
  return (...values: OneOrFour<number>): Sm4Literal => {
    for (const value of values) if (typeof value !== 'number') throw new TypeError('literal: expected numbers');
    return literalNode('immediate32', values.map(wordOf));
  };
}

/** Literals of one component or four; `double` has the components xy and zw. */
export const sm4Literals = {
  float: literalOf(sm4FloatWord),
  int: literalOf((value) => dword(value, 'literal')),
  /** Raw DWORDs. The same as `int`, under a clearer name. */
  bits: literalOf((value) => dword(value, 'literal')),
  double(xy: number, zw = 0): Sm4Literal {
    return literalNode('immediate64', [...doubleWords(xy), ...doubleWords(zw)]);
  },
} as const;

/** Low word first. */
function doubleWords(value: number): [low: number, high: number] {
  if (typeof value !== 'number') throw new TypeError('literal: expected numbers');
  doubles[0] = value;
  const [first, second] = doubleBits;
  return LITTLE_ENDIAN_HOST ? [first!, second!] : [second!, first!];
}
