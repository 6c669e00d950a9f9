/** Writes the lines of a program as instructions of shader models 1 to 3, after their scalars have registers. */
import { appendTo } from '../../base/collections.ts';
import { COMPONENTS, type Component } from '../../isa/components.ts';
import {
  type Sm1Destination,
  type Sm1Mask,
  type Sm1Register,
  type Sm1ResultModifier,
  type Sm1Source,
  type Sm1Swizzle,
  sm1Registers,
} from '../../isa/sm1/builder.ts';
import type { Sm1InstructionNode } from '../../isa/sm1/encode.ts';
import { MAX_REPEATED } from '../../isa/sm1/limits.ts';
import type { Locations } from '../allocate.ts';
import type { FlowLine, Line, NodeLine } from '../lines.ts';
import { DX6100 } from '../messages.ts';
import { type Move, movesOf } from '../moves.ts';
import { type Node, type Operand, Shape } from '../nodes.ts';
import { LITERAL, NO_SCALAR, type Scalar, type Source } from '../operand-table.ts';
import type { Ranges } from '../ranges.ts';
import { Refusal } from '../refusal.ts';
import type { Sm1Target } from './legalize.ts';
import type { Literals } from './literals.ts';
import { inputRegister, isScalarOutput, outputRegister } from './registers.ts';
import type { Sm1Values } from './values.ts';
import type { Sm1Write, Sm1WrittenLane } from './writes.ts';

/** The makers of the builder by mnemonic. */
export type Sm1Makers = Readonly<Record<string, (...operands: unknown[]) => Sm1InstructionNode>>;

export interface EmitSm1Options {
  readonly target: Sm1Target;
  readonly makers: Sm1Makers;
  readonly literals: Literals;
  readonly ranges: Ranges;
  /** The register of the literals of an operand. */
  readonly literalRegisters: ReadonlyMap<Operand, number>;
  /** The constant of a register of the program's literals. */
  readonly constantOf: (literal: number) => number;
  /** The first integer constant of the program's counts. */
  readonly firstCount: number;
}

/** A source before its token: a register, its components for each component of the result, and modifiers. */
interface Reading {
  readonly register: Sm1Register;
  /** Components by position; undefined where nothing reads. */
  readonly components: (number | undefined)[];
  readonly negate: boolean;
  readonly absolute: boolean;
  /** The temporary register; -1 for others. */
  readonly temp: number;
}

/** A comparison of an instruction of flow. */
interface Test {
  readonly name: string;
  readonly sources: readonly unknown[];
}

/** An instruction, with what the next ones and debug information look at. */
interface Emitted {
  readonly node: Sm1InstructionNode;
  readonly name: string;
  readonly test: Test | undefined;
  readonly at: number;
  readonly write: Sm1Write | undefined;
}

const INVERSE: Readonly<Record<string, string>> = { lt: 'ge', ge: 'lt', eq: 'ne', ne: 'eq', gt: 'le', le: 'gt' };

/** The swizzles that every version has, besides those of one component. */
const COMMON_SWIZZLES = ['xyzw', 'yzxw', 'zxyw', 'wzyx'].map((text) => [...text].map((one) => COMPONENTS.indexOf(one)));

export class Sm1Emitter {
  readonly instructions: Emitted[] = [];
  /** Counts of loops, each a constant of the program. */
  readonly counts: number[] = [];
  temps: number;
  /** The scalars in the address register. */
  readonly #address: Scalar[] = [NO_SCALAR, NO_SCALAR, NO_SCALAR, NO_SCALAR];
  #nextAddress = 0;
  #line = 0;
  /** The token of the operation that the current line comes from. */
  #at = 0;

  constructor(
    readonly values: Sm1Values,
    readonly locations: Locations,
    readonly options: EmitSm1Options,
  ) {
    this.temps = locations.count;
  }

  emit(lines: readonly Line[]): void {
    for (const [number, line] of lines.entries()) {
      this.#line = number;
      const at = line.kind === 'node' ? line.node.at : line.at;
      if (at !== 0) this.#at = at;
      if (line.kind === 'node') this.#node(line);
      else if (line.kind === 'flow') this.#flow(line);
      else {
        const { to, from } = line.copies;
        this.#copies(to.map((value, i) => ({ to: value, from: from[i]! })));
      }
    }
  }

  #push(mnemonic: string, ...operands: unknown[]): void {
    this.#add({ mnemonic, operands });
  }

  #add({
    mnemonic,
    operands,
    test,
    write,
  }: {
    readonly mnemonic: string;
    readonly operands: readonly unknown[];
    readonly test?: Test;
    readonly write?: Sm1Write | undefined;
  }): void {
    const maker = this.options.makers[mnemonic];
    const { profile } = this.options.target;
    if (maker === undefined) throw new Refusal(DX6100, { profile, what: `the instruction ${mnemonic}` });
    this.instructions.push({ node: maker(...operands), name: mnemonic, test, write, at: this.#at });
  }

  #locationOf(value: Scalar): number {
    const location = this.locations.of[value];
    if (location === undefined) throw new RangeError(`no register for value ${value}`);
    return location;
  }

  // --- flow ---------------------------------------------------------------------------------------------------------

  #flow({ mnemonic, operand, comparison, count, register }: FlowLine): void {
    if (mnemonic === undefined) return;
    if (mnemonic === 'endif' && this.#joinIf()) return;
    if (mnemonic === 'else' && this.#invertIf()) return;
    this.#address.fill(NO_SCALAR);
    if (mnemonic === 'rep') this.#push('rep', sm1Registers.i(register ?? this.#countRegister(count ?? MAX_REPEATED)));
    else if (comparison !== undefined) {
      const sources = [operand!, comparison.other].map((one) => this.#source(this.#reading(one, [0]), [0]));
      this.#test(mnemonic === 'if' ? 'ifc' : 'breakc', { name: comparison.name, sources });
    } else if (operand !== undefined) this.#push(mnemonic, this.#reading(operand, [0]).register);
    else this.#push(mnemonic);
  }

  #countRegister(count: number): number {
    const known = this.counts.indexOf(count);
    return this.options.firstCount + (known >= 0 ? known : this.counts.push(count) - 1);
  }

  /** A first branch without instructions: the second one becomes the first. */
  #invertIf(): boolean {
    const { name, test } = this.instructions.at(-1) ?? {};
    if (name !== 'ifc' || test === undefined) return false;
    this.instructions.pop();
    this.#test('ifc', { ...test, name: INVERSE[test.name]! });
    return true;
  }

  #test(mnemonic: 'ifc' | 'breakc', test: Test): void {
    this.#add({ mnemonic, operands: [test.name, ...test.sources], test });
  }

  /** A branch without instructions disappears; one that only jumps becomes a conditional jump. */
  #joinIf(): boolean {
    const { instructions } = this;
    if (instructions.at(-1)?.name === 'else') instructions.pop();
    const name = instructions.at(-1)?.name;
    const before = instructions.at(-2);
    if (name === 'break' && before?.name === 'ifc' && before.test !== undefined) {
      instructions.splice(-2);
      this.#test('breakc', before.test);
      return true;
    }
    if (name !== 'if' && name !== 'ifc') return false;
    instructions.pop();
    return true;
  }

  // --- copies -------------------------------------------------------------------------------------------------------

  #copies(copies: readonly { readonly to: Scalar; readonly from: Scalar }[]): void {
    // Parameters and results get new values.
    for (const { to } of copies) if (this.#address.includes(to)) this.#address[this.#address.indexOf(to)] = NO_SCALAR;
    const located = copies.map(({ to, from }) => ({ to: this.#locationOf(to), from }));
    const targets = new Map(copies.map(({ to }) => [this.#locationOf(to), to]));
    let scratch = -1;
    const moves = movesOf(
      located,
      this.values.table,
      (value) => this.#locationOf(value),
      () => {
        if (scratch < 0) scratch = this.temps++;
        return scratch;
      },
    );
    for (const move of moves) this.#move(move, targets);
  }

  /** @param targets the scalars of locations that are written */
  #move(
    { register, components, from, fromRegister, fromComponents }: Move,
    targets: ReadonlyMap<number, Scalar>,
  ): void {
    const lanes = components.map((component, i) => ({
      component,
      scalar: targets.get((register << 2) | component),
      copied: from[i],
    }));
    const positions: (number | undefined)[] = [undefined, undefined, undefined, undefined];
    if (fromRegister >= 0) {
      for (const [i, component] of components.entries()) positions[component] = fromComponents[i]!;
      const reading = { ...NO_MODIFIERS, register: sm1Registers.r(fromRegister), components: positions };
      this.#moved(register, lanes, { ...reading, temp: fromRegister });
      return;
    }
    const groups = new Map<number, number[]>();
    for (const [i, scalar] of from.entries()) {
      const key = this.values.table.isLiteral(scalar) ? this.options.literals.add({ scalars: [scalar] }) : -1;
      appendTo(groups, key, i);
    }
    for (const [literal, group] of groups) {
      for (const part of this.#bySign(group, from, literal)) {
        const scalars = part.map((i) => from[i]!);
        const operand = { shape: Shape.lanes, scalars, negate: false, absolute: false };
        const written = part.map((i) => components[i]!);
        this.#moved(
          register,
          part.map((i) => lanes[i]!),
          this.#reading(operand, written, literal),
        );
      }
    }
  }

  /** Literals with one sign, so that one operand can read them. */
  #bySign(lanes: number[], from: readonly Scalar[], literal: number): number[][] {
    if (literal < 0) return [lanes];
    const isNegative = (i: number) => this.options.literals.read([from[i]!], literal)!.isNegative;
    return [lanes.filter((i) => !isNegative(i)), lanes.filter(isNegative)].filter((part) => part.length > 0);
  }

  #moved(register: number, lanes: readonly Sm1WrittenLane[], reading: Reading): void {
    const operands = [{ reading, isLanes: true }];
    this.#instruction('mov', sm1Registers.r(register), { output: undefined, lanes }, operands, [], register);
  }

  // --- instructions -------------------------------------------------------------------------------------------------

  #node({ node, gathers }: NodeLine): void {
    if (gathers !== undefined) this.#copies(gathers);
    const { target, results, operands } = node;
    let register: Sm1Register | undefined;
    let components: readonly number[] = [];
    let temp = -1;
    let isScalar = false;
    let output: number | undefined;
    if (target !== undefined) {
      output = target.indices[0]!.base;
      const element = this.values.module.outputs[output]!;
      register = outputRegister(this.options.target, element);
      ({ components } = target);
      isScalar = isScalarOutput(element);
    } else if (results.length > 0) {
      components = results.map((result) => this.#locationOf(result) & 3);
      temp = this.#locationOf(results[0]!) >> 2;
      register = sm1Registers.r(temp);
    }
    const readings = operands.map((operand) => ({
      reading: this.#reading(operand, components),
      isLanes: operand.shape === Shape.lanes,
    }));
    if (node.mnemonic === 'texkill') {
      this.#push('texkill', readings[0]!.reading.register);
      return;
    }
    const write = { output, lanes: lanesOf(node, components) };
    if (node.named !== undefined) {
      this.#texture(
        node,
        register!,
        write,
        readings.map(({ reading }) => reading),
      );
    } else this.#instruction(node.mnemonic, register!, write, readings, modifiersOf(node), temp, isScalar);
  }

  /** The component of the address register that has an index; other indices of the same register come with it. */
  #addressOf(index: Scalar): Sm1Source<'addressOrTexture'> {
    let component = this.#address.indexOf(index);
    if (component < 0) component = this.#loadAddress(index);
    return sm1Registers.a(0).swizzle(COMPONENTS[component] as Component);
  }

  #loadAddress(index: Scalar): number {
    const { major } = this.options.target;
    const all = index >= 0 && major >= 2 ? this.#liveIndices(index) : [index];
    const components = all.map((_, i) => i);
    const literal = this.values.table.isLiteral(index) ? this.options.literals.add({ scalars: [index] }) : -1;
    const operand = { shape: Shape.lanes, scalars: all, negate: false, absolute: false };
    if (all.length === 1 && major >= 2) {
      // Indices that are there stay as long as there is a component for another one.
      const free = this.#address.indexOf(NO_SCALAR);
      components[0] = free >= 0 ? free : this.#nextAddress++ & 3;
    } else this.#address.fill(NO_SCALAR);
    const source = this.#source(this.#reading(operand, components, literal), components);
    this.#push(major >= 2 ? 'mova' : 'mov', masked(sm1Registers.a(0), components), source);
    for (const [i, scalar] of all.entries()) this.#address[components[i]!] = scalar;
    return components[0]!;
  }

  /** The indices that are in one register with `index` now, and that a later instruction needs. */
  #liveIndices(index: Scalar): Scalar[] {
    const { ranges } = this.options;
    const tick = 4 * this.#line + 2;
    const register = this.#locationOf(index) >> 2;
    const list = [index];
    const seen = new Set(list);
    for (const { indices } of this.values.table.sources) {
      const value = indices[0]?.value ?? NO_SCALAR;
      if (value < 0 || seen.has(value) || this.locations.of[value] === undefined) continue;
      seen.add(value);
      if (this.#locationOf(value) >> 2 === register && ranges.start[value]! < tick && ranges.end[value]! >= tick)
        list.push(value);
    }
    return list.slice(0, 4);
  }

  #texture(node: Node, register: Sm1Register, write: Sm1Write, readings: readonly Reading[]): void {
    const components = write.lanes.map(({ component }) => component);
    const sampler = sm1Registers.s(node.named![0]!.indices[0]!.base);
    const { picks } = node;
    const swizzle =
      picks === undefined ? IDENTITY : [0, 1, 2, 3].map((i) => picks[Math.max(components.indexOf(i), 0)]!);
    // A result that is written in order reads the sampler as it is.
    const isInOrder = components.every((component) => swizzle[component] === component);
    const [coordinates, ...gradients] = readings.map((reading) => this.#source(reading, [0, 1, 2, 3]));
    const source = isInOrder ? sampler : sampler.swizzle(textOf(swizzle));
    const target = modified(masked(register, components), modifiersOf(node));
    const operands = [target, coordinates, source, ...gradients];
    this.#add({ mnemonic: node.mnemonic, operands, write });
  }

  /** An instruction, in parts where the version does not have the swizzles of all lanes at once. */
  #instruction(
    mnemonic: string,
    register: Sm1Register,
    { output, lanes }: Sm1Write,
    operands: readonly { readonly reading: Reading; readonly isLanes: boolean }[],
    modifiers: readonly Sm1ResultModifier[],
    temp: number,
    isScalar = false,
  ): void {
    const components = lanes.map(({ component }) => component);
    const writeOf = (part: readonly number[]): Sm1Write => ({
      output,
      lanes: lanes.filter(({ component }) => part.includes(component)),
    });
    const parts = this.options.target.hasAnySwizzle ? [components] : this.#parts(components, operands);
    const write = (destination: Sm1Register, part: readonly number[]): void => {
      const sources = operands.map(({ reading, isLanes }) => this.#source(reading, isLanes ? part : [0, 1, 2, 3]));
      const target = isScalar ? destination : masked(destination, part);
      this.#add({ mnemonic, operands: [modified(target, modifiers), ...sources], write: writeOf(part) });
    };
    const isOverwritten = parts.length > 1 && temp >= 0 && operands.some(({ reading }) => reading.temp === temp);
    if (!isOverwritten) {
      for (const part of parts) write(register, part);
      return;
    }
    const scratch = this.temps++;
    for (const part of parts) write(sm1Registers.r(scratch), part);
    const moved = [masked(register, components), sm1Registers.r(scratch)];
    this.#add({ mnemonic: 'mov', operands: moved, write: writeOf(components) });
  }

  /** The lanes of a result in as few parts as possible, each with sources whose swizzles exist. */
  #parts(
    components: readonly number[],
    operands: readonly { readonly reading: Reading; readonly isLanes: boolean }[],
  ): (readonly number[])[] {
    const isPossible = (part: readonly number[]) =>
      operands.every(({ reading, isLanes }) => !isLanes || commonSwizzle(reading.components, part) !== undefined);
    const parts: number[][] = [];
    for (const component of components) {
      const part = parts.find((one) => isPossible([...one, component]));
      if (part === undefined) parts.push([component]);
      else part.push(component);
    }
    return parts;
  }

  // --- operands -----------------------------------------------------------------------------------------------------

  /** @param literal the register of literals, where the operand is not one of those that have theirs */
  #reading(operand: Operand, components: readonly number[], literal?: number): Reading {
    const { shape, scalars, negate, absolute } = operand;
    const positions: (Scalar | undefined)[] = [undefined, undefined, undefined, undefined];
    if (shape === Shape.one) positions.fill(scalars[0]!);
    else if (shape === Shape.lanes)
      for (const [i, component] of components.entries()) positions[component] = scalars[i]!;
    else for (const [i, scalar] of scalars.entries()) positions[i] = scalar;
    const first = positions.find((one) => one !== undefined)!;
    if (first >= 0) {
      const temp = this.#locationOf(first) >> 2;
      const at = positions.map((one) => (one === undefined ? undefined : this.#locationOf(one) & 3));
      return { register: sm1Registers.r(temp), components: at, negate, absolute, temp };
    }
    const { table } = this.values;
    const number = table.sourceOf(first);
    if (number === LITERAL)
      return this.#literal(positions, literal ?? this.options.literalRegisters.get(operand)!, operand);
    const source = table.sources[number]!;
    const at = positions.map((one) => (one === undefined ? undefined : table.componentOf(one)));
    return { register: this.#register(source), components: at, negate, absolute, temp: -1 };
  }

  #literal(positions: readonly (Scalar | undefined)[], register: number, { negate, absolute }: Operand): Reading {
    const { literals, constantOf } = this.options;
    const read = positions.filter((one) => one !== undefined);
    const { components: found, isNegative } = literals.read(read, register)!;
    let next = 0;
    const components = positions.map((one) => (one === undefined ? undefined : found[next++]!));
    const constant = sm1Registers.c(constantOf(register));
    return { ...NO_MODIFIERS, register: constant, components, negate: negate !== isNegative, absolute };
  }

  #register({ file, indices }: Source): Sm1Register {
    const [index] = indices;
    switch (file) {
      case 'position':
        return sm1Registers.vPos;
      case 'face':
        return sm1Registers.vFace;
      case 'constBool':
        return sm1Registers.b(index!.base);
      case 'input':
        return inputRegister(this.options.target, index!.base);
      default: {
        const constant = sm1Registers.c(index!.base);
        return index!.value === NO_SCALAR ? constant : constant.at(this.#addressOf(index!.value));
      }
    }
  }

  #source({ register, components, negate, absolute }: Reading, part: readonly number[]): Sm1Register | Sm1Source {
    const isFace = register.name === 'misc' && register.token === sm1Registers.vFace.token;
    const common = part.length === 1 ? undefined : commonSwizzle(components, part);
    const swizzle = isFace ? IDENTITY : (common ?? anySwizzle(components, part));
    const source = register.swizzle(textOf(swizzle));
    if (absolute) return source.modify(negate ? 'absNegate' : 'abs');
    return negate ? source.modify('negate') : source;
  }
}

/** The components that an instruction writes, with the scalars that moves copy. */
function lanesOf({ mnemonic, results, operands, saturate }: Node, components: readonly number[]): Sm1WrittenLane[] {
  const [source] = operands;
  const isCopy = mnemonic === 'mov' && !saturate && !source!.negate && !source!.absolute;
  return components.map((component, i) => ({
    component,
    scalar: results[i],
    copied: isCopy ? (source!.scalars[i] ?? source!.scalars[0]) : undefined,
  }));
}

const IDENTITY: readonly number[] = [0, 1, 2, 3];
const NO_MODIFIERS = { negate: false, absolute: false, temp: -1 };

function textOf(swizzle: readonly number[]): Sm1Swizzle {
  return swizzle.map((component) => COMPONENTS[component] as Component).join('') as Sm1Swizzle;
}

function masked(register: Sm1Register, components: readonly number[]): Sm1Destination {
  let bits = 0;
  for (const component of components) bits |= 1 << component;
  return register.mask([...COMPONENTS].filter((_, i) => (bits & (1 << i)) !== 0).join('') as Sm1Mask);
}

function modifiersOf({ saturate, isHalf }: Node): Sm1ResultModifier[] {
  return [...(saturate ? (['sat'] as const) : []), ...(isHalf ? (['pp'] as const) : [])];
}

function modified(
  target: Sm1Register | Sm1Destination,
  modifiers: readonly Sm1ResultModifier[],
): Sm1Register | Sm1Destination {
  if (modifiers.length === 0) return target;
  return (target.use === 'register' ? target.mask('xyzw') : target).result(...modifiers);
}

/** A swizzle that ps_2_0 has, for the components that `part` reads; undefined if there is none. */
function commonSwizzle(
  components: readonly (number | undefined)[],
  part: readonly number[],
): readonly number[] | undefined {
  const read = part.filter((position) => components[position] !== undefined);
  const common = COMMON_SWIZZLES.find((swizzle) =>
    read.every((position) => swizzle[position] === components[position]),
  );
  if (common !== undefined) return common;
  const [first] = read;
  if (first === undefined || read.some((position) => components[position] !== components[first])) return undefined;
  return [0, 1, 2, 3].map(() => components[first]!);
}

/** Positions that nothing reads repeat the component before. */
function anySwizzle(components: readonly (number | undefined)[], part: readonly number[]): readonly number[] {
  let last = components[part[0]!]!;
  return [0, 1, 2, 3].map((position) => {
    const component = part.includes(position) ? components[position] : undefined;
    if (component !== undefined) last = component;
    return last;
  });
}
