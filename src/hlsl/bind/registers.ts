/**
 * Registers of buffers, textures, samplers and views for unordered access: those that the source names, and for the
 * others the first that are free (source: oracle).
 *
 * - Registers in the source are reserved with the complete array, before 5.1 even for what is not used.
 * - Before 5.1 samplers have registers in the order of their lengths, the longest first, and take those up to their
 *   last used element; texture buffers come before textures; views for unordered access of a pixel shader come after
 *   its render targets.
 * - In 5.1 each register space is separate, and what is not used from its first element on comes last.
 *
 * Not for: what a program uses (usage.ts), how bindings are stored (reflection.ts).
 */
import { firstWhere } from '../../base/collections.ts';
import type { BufferDeclaration, RegisterAnnotation, ResourceDeclaration } from '../declarations.ts';
import type { ObjectName, ObjectType } from '../types/types.ts';

export type BoundDeclaration = BufferDeclaration | ResourceDeclaration;

/** The register files: b#, s#, t# and u#. */
export type RegisterFile = 'b' | 's' | 't' | 'u';

/** The elements of an array of resources that a program uses; of a single resource 0. */
export interface ElementUse {
  /** By constant indices. */
  readonly elements: ReadonlySet<number>;
  /** Any, by an index that the program computes. */
  readonly isIndexed: boolean;
}

/** A used declaration, or before 5.1 one element of an array, with its registers. */
export interface BoundRange {
  readonly declaration: BoundDeclaration;
  readonly file: RegisterFile;
  /** The element that the range is, for an array before 5.1 in models that list each element; else undefined. */
  readonly element: number | undefined;
  /** The first element of the array that is used. */
  readonly firstElement: number;
  readonly register: number;
  /** Registers; 0 without an upper bound. */
  readonly count: number;
  readonly space: number;
  /** The range id of 5.1; before it the register. */
  readonly id: number;
  /** Whether the source names the register. */
  readonly isExplicit: boolean;
}

export interface AssignedRegisters {
  readonly ranges: readonly BoundRange[];
  /** Used declarations that have no registers because an array without a bound has them. */
  readonly overflowing: readonly BoundDeclaration[];
}

export interface RegisterOptions {
  /** `ps_5_0`: annotations may be for one profile only. */
  readonly profile: string;
  readonly version: readonly [major: number, minor: number];
  /** The number of render targets of a pixel shader, unused ones before the last included; 0 for other stages. */
  readonly targets: number;
  /** Whether arrays of resources may have no bound. */
  readonly hasUnboundedTables?: boolean;
  /** Registers that declarations have in all functions of a library. */
  readonly registers?: ReadonlyMap<BoundDeclaration, number> | undefined;
}

const SAMPLERS: ReadonlySet<ObjectName> = new Set([
  'SamplerState',
  'SamplerComparisonState',
  'sampler',
  'sampler1D',
  'sampler2D',
  'sampler3D',
  'samplerCUBE',
]);
const WRITABLE = /^(?:RW|RasterizerOrdered|Append|Consume)/;

/** The register file of a declaration. */
export function fileOf(declaration: BoundDeclaration): RegisterFile {
  if ('kind' in declaration) return declaration.kind === 'cbuffer' ? 'b' : 't';
  return fileOfType(declaration.type);
}

/** The register file of a resource. */
export function fileOfType({ name }: ObjectType): RegisterFile {
  if (name === 'ConstantBuffer') return 'b';
  return SAMPLERS.has(name) ? 's' : WRITABLE.test(name) ? 'u' : 't';
}

/** Registers of a declaration: 1, the length of an array, 0 without a bound. */
export function lengthOf(declaration: BoundDeclaration): number {
  if ('kind' in declaration) return declaration.arrayLength ?? 1;
  return declaration.lengths.reduce((product, length) => product * length, 1);
}

/** The register of a file that the source names for a profile. */
export function annotationOf(
  registers: readonly RegisterAnnotation[],
  file: string,
  profile: string,
): RegisterAnnotation | undefined {
  const matching = registers.filter((one) => one.file === file);
  return (
    matching.find((one) => one.profile !== undefined && isProfile(one.profile, profile)) ??
    matching.find((one) => one.profile === undefined)
  );
}

/** Whether an annotation for `named` (`ps`, `ps_5_0`) is for `profile`. */
export function isProfile(named: string, profile: string): boolean {
  return named === profile || named === profile.slice(0, profile.indexOf('_'));
}

/** Whether the source names a register of any file for a profile. */
export function isAnnotated(
  { registers }: { readonly registers: readonly RegisterAnnotation[] },
  profile: string,
): boolean {
  return registers.some((one) => one.profile === undefined || isProfile(one.profile, profile));
}

/** A declaration on its way to registers. */
interface Candidate {
  readonly declaration: BoundDeclaration;
  readonly file: RegisterFile;
  readonly length: number;
  readonly use: ElementUse | undefined;
  /** Elements up to the last used one. */
  readonly usedLength: number;
  readonly annotation: RegisterAnnotation | undefined;
  register: number;
  space: number;
}

/** Registers of a file and space, in use or reserved: ranges in order, the end of each not included. */
class FreeRegisters {
  readonly #ranges: { readonly start: number; readonly end: number }[] = [];

  /** Takes `count` registers; 0 for all from the first one on. */
  take(start: number, count: number): void {
    const end = count === 0 ? Number.POSITIVE_INFINITY : start + count;
    const at = firstWhere(this.#ranges.length, (i) => this.#ranges[i]!.start > start);
    this.#ranges.splice(at, 0, { start, end });
  }

  /** Takes the first free range of `count` registers, or all after the last one for 0; -1 without such a range. */
  first(count: number): number {
    let start = 0;
    for (const range of this.#ranges) {
      if (count > 0 && start + count <= range.start) break;
      start = Math.max(start, range.end);
    }
    if (start === Number.POSITIVE_INFINITY) return -1;
    this.take(start, count);
    return start;
  }
}

/**
 * The registers of what a program uses: samplers, textures, views for unordered access, constant buffers, each in the
 * order of registers (in 5.1 of spaces first), as reflection lists them.
 *
 * @param declarations buffers and resources in the order of the source, `$Globals` first
 */
export function assignRegisters(
  declarations: readonly BoundDeclaration[],
  uses: ReadonlyMap<BoundDeclaration, ElementUse>,
  { profile, version, targets, registers }: RegisterOptions,
): AssignedRegisters {
  const hasSpaces = version[0] === 5 && version[1] === 1;
  const candidates = declarations.map((declaration): Candidate => {
    const file = fileOf(declaration);
    const length = lengthOf(declaration);
    const use = uses.get(declaration);
    const annotation = annotationOf(declaration.registers, file, profile);
    const usedLength = use === undefined ? 0 : use.isIndexed ? length : lastElement(use) + 1;
    const { number = -1, space = 0 } = annotation ?? {};
    const register = registers?.get(declaration) ?? number;
    return { declaration, file, length, use, usedLength, annotation, register, space };
  });
  const ranges: BoundRange[] = [];
  const overflowing: BoundDeclaration[] = [];
  for (const file of ['s', 't', 'u', 'b'] as const) {
    const ofFile = candidates.filter((one) => one.file === file);
    const ordered = hasSpaces ? inOrderOfSpaces(ofFile, file) : inOrderOfRegisters(ofFile, file);
    const spaces = new Map<number, FreeRegisters>();
    const freeIn = (space: number) => {
      const free = spaces.get(space) ?? new FreeRegisters();
      spaces.set(space, free);
      return free;
    };
    if (file === 'u' && !hasSpaces && targets > 0) freeIn(0).take(0, targets);
    for (const { register, space, length, use } of ofFile)
      if (register >= 0 && (use !== undefined || !hasSpaces)) freeIn(space).take(register, length);
    for (const one of ordered) {
      if (one.use === undefined || one.register >= 0) continue;
      one.register = freeIn(one.space).first(file === 's' && !hasSpaces ? one.usedLength : one.length);
    }
    for (const { use, register, declaration } of ordered)
      if (use !== undefined && register < 0) overflowing.push(declaration);
    const used = ordered.filter(({ use, register }) => use !== undefined && register >= 0);
    used.sort((a, b) => a.space - b.space || a.register - b.register);
    for (const one of used) addRanges(one, version, ranges);
    if (hasSpaces) numberRanges(ranges, file);
  }
  return { ranges, overflowing };
}

function firstElementOf({ elements, isIndexed }: ElementUse): number {
  if (isIndexed) return 0;
  let first = Number.POSITIVE_INFINITY;
  for (const element of elements) first = Math.min(first, element);
  return first;
}

function lastElement({ elements }: ElementUse): number {
  let last = 0;
  for (const element of elements) last = Math.max(last, element);
  return last;
}

/** Before 5.1: samplers by length, texture buffers before textures, and before both textures of samplers by length. */
function inOrderOfRegisters(candidates: readonly Candidate[], file: RegisterFile): Candidate[] {
  if (file === 's') return candidates.toSorted((a, b) => b.length - a.length);
  const rank = ({ declaration, length }: Candidate) =>
    'kind' in declaration ? 1 : declaration.ofSampler !== undefined ? 1 + length : 0;
  return file === 't' ? candidates.toSorted((a, b) => rank(b) - rank(a)) : [...candidates];
}

/** A range that is not used from its first element on, one without a bound, and a texture buffer. */
const LAST = Number.POSITIVE_INFINITY;

/**
 * In 5.1: registers of the source, what is used from its first element on, then the rest, in the order in which a heap
 * sort leaves them, which is not stable.
 */
function inOrderOfSpaces(candidates: readonly Candidate[], file: RegisterFile): Candidate[] {
  if (file === 'b') return [...candidates];
  const isBuffer = ({ declaration }: Candidate) => 'kind' in declaration;
  const used = candidates.filter(({ use }) => use !== undefined);
  const rank = (one: Candidate) => (isBuffer(one) ? 2 : one.register >= 0 ? 0 : 1);
  const ranked = used.toSorted((a, b) => rank(a) - rank(b));
  const items = ranked.map((candidate, index) => {
    const { use } = candidate;
    const isFirst = use?.isIndexed === true || use?.elements.has(0) === true;
    return { candidate, key: isFirst && candidate.length > 0 && !isBuffer(candidate) ? index : LAST };
  });
  heapSort(items, ({ key }) => key);
  return items.map(({ candidate }) => candidate);
}

/** Sorts by keys, in place. Of equal children the first one moves up. */
function heapSort<Item>(items: Item[], keyOf: (item: Item) => number): void {
  const swap = (i: number, k: number) => {
    const item = items[i]!;
    items[i] = items[k]!;
    items[k] = item;
  };
  const sink = (start: number, size: number) => {
    for (let at = start; ; ) {
      let child = 2 * at + 1;
      if (child >= size) return;
      if (child + 1 < size && keyOf(items[child + 1]!) > keyOf(items[child]!)) child++;
      if (keyOf(items[child]!) <= keyOf(items[at]!)) return;
      swap(at, child);
      at = child;
    }
  };
  for (let i = (items.length >> 1) - 1; i >= 0; i--) sink(i, items.length);
  for (let size = items.length - 1; size > 0; size--) {
    swap(0, size);
    sink(0, size);
  }
}

/** `cbuffer` and `tbuffer`, not `ConstantBuffer<T>`. */
export function isNamedBuffer(declaration: BoundDeclaration): boolean {
  return 'kind' in declaration && declaration.arrayLength === undefined;
}

/** Whether a hull shader of 5.0 binds a buffer for its patch function alone. */
export function isLateBuffer(
  buffer: BufferDeclaration,
  early: ReadonlySet<BoundDeclaration>,
  profile: string,
): boolean {
  return !early.has(buffer) && annotationOf(buffer.registers, fileOf(buffer), profile) === undefined;
}

/**
 * Buffers in the order in which a hull shader of 5.0 assigns and lists them: its control point function is bound before
 * its patch function.
 *
 * @param early the buffers that the control point function uses
 */
export function hullBuffers(
  buffers: readonly BufferDeclaration[],
  early: ReadonlySet<BoundDeclaration>,
  profile: string,
): BufferDeclaration[] {
  const isLate = (one: BufferDeclaration) => Number(isLateBuffer(one, early, profile));
  return buffers.toSorted((a, b) => isLate(a) - isLate(b));
}

function addRanges(one: Candidate, [major, minor]: readonly [number, number], to: BoundRange[]): void {
  const { declaration, file, register, space, length, use, usedLength, annotation } = one;
  const firstElement = use === undefined ? 0 : firstElementOf(use);
  const range = { declaration, file, element: undefined, firstElement, space, isExplicit: annotation !== undefined };
  const isArray = !('kind' in declaration) && declaration.lengths.length > 0;
  if (major === 5 && minor === 0 && isArray && use !== undefined) {
    const elements = use.isIndexed ? Array.from({ length }, (_, i) => i) : [...use.elements].sort((a, b) => a - b);
    for (const element of elements)
      to.push({ ...range, element, register: register + element, count: 1, id: register + element });
    return;
  }
  const count = major === 5 ? length : usedLength;
  to.push({ ...range, register, count, id: register });
}

/** Ids of ranges count through all spaces of a file. */
function numberRanges(ranges: BoundRange[], file: RegisterFile): void {
  let id = 0;
  for (const [i, range] of ranges.entries()) if (range.file === file) ranges[i] = { ...range, id: id++ };
}
