/** Writes the lines of a function as instructions, after their scalars have registers. */

import { BarrierBits } from '../../ir/ops.ts';
import { COMPONENTS, type Component } from '../../isa/components.ts';
import { type Sm4SyncFlag, type Sm4View, sm4Message } from '../../isa/sm4/builder.ts';
import type { Sm4Swizzle } from '../../isa/sm4/builder-operands.ts';
import { sm4Literals, sm4Register } from '../../isa/sm4/builder-operands.ts';
import type { Sm4InstructionNode, Sm4Node } from '../../isa/sm4/encode.ts';
import type { Locations } from '../allocate.ts';
import type { FlowLine, Line, NodeLine } from '../lines.ts';
import { DX6100 } from '../messages.ts';
import { type Move, movesOf } from '../moves.ts';
import { type Node, Shape } from '../nodes.ts';
import { NO_SCALAR, type OperandTable, type Scalar, type SourceIndex } from '../operand-table.ts';
import { Refusal } from '../refusal.ts';
import { OperandEncoder } from './encode-operands.ts';
import type { InterfaceCalls } from './interface-calls.ts';

/** The makers of the builder by mnemonic. */
export type Makers = Readonly<Record<string, (...operands: unknown[]) => Sm4InstructionNode>>;

export interface EmitOptions {
  readonly makers: Makers;
  readonly version: number;
  readonly viewOf: (binding: number) => Sm4View | undefined;
  readonly calls: InterfaceCalls;
  /** Messages for a debugger: their function and their format. */
  readonly messages: readonly (readonly [name: string, format: string])[];
  readonly profile: string;
  /** The token of the operation that each instruction comes from. */
  readonly positions: Map<Sm4Node, number>;
  /** The line that each instruction is in. */
  readonly lines: Map<Sm4Node, number>;
}

/** Instructions that follow each other: a program, or a function body. */
interface Section {
  readonly nodes: Sm4Node[];
  /** The mnemonics of {@link nodes}, for what follows to look at. */
  readonly names: string[];
  /** The operand of each `if`. */
  readonly tests: unknown[];
}

export class LineEmitter {
  /** The program and the function bodies around what is written, the innermost last. */
  readonly #sections: Section[] = [{ nodes: [], names: [], tests: [] }];
  /** Temporary registers, with those for circular copies. */
  temps: number;
  /** The token of the operation that the current line comes from. */
  #at = 0;
  #line = 0;
  readonly #operands: OperandEncoder;

  constructor(
    readonly table: OperandTable,
    locations: Locations,
    readonly options: EmitOptions,
  ) {
    this.#operands = new OperandEncoder(table, locations);
    this.temps = locations.count;
  }

  /** The instructions of the function, without function bodies. */
  get nodes(): readonly Sm4Node[] {
    return this.#section.nodes;
  }

  get #section(): Section {
    return this.#sections.at(-1)!;
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
    if (mnemonic === 'else' && this.#invertIf()) return;
    if (mnemonic === 'endif' && this.#joinIf()) return;
    if (mnemonic === 'ret' && this.#section.names.at(-1) === 'ret') return;
    const make = this.options.makers[mnemonic];
    if (make === undefined)
      throw new Refusal(DX6100, { profile: this.options.profile, what: `the instruction ${mnemonic}` });
    this.#add(make(...operands), mnemonic, operands[0]);
  }

  #add(node: Sm4Node, name: string, test: unknown): void {
    const { nodes, names, tests } = this.#section;
    nodes.push(node);
    names.push(name);
    tests.push(test);
    this.options.positions.set(node, this.#at);
    this.options.lines.set(node, this.#line);
  }

  #pop(): void {
    this.#section.nodes.pop();
    this.#section.names.pop();
    this.#section.tests.pop();
  }

  /** A first branch without instructions: the second one becomes the first. */
  #invertIf(): boolean {
    const name = this.#section.names.at(-1);
    if (name !== 'if_nz' && name !== 'if_z') return false;
    const test = this.#section.tests.at(-1);
    this.#pop();
    this.#push(name === 'if_nz' ? 'if_z' : 'if_nz', test);
    return true;
  }

  /** A branch without instructions disappears; one that only jumps becomes a conditional jump. */
  #joinIf(): boolean {
    if (this.#section.names.at(-1) === 'else') this.#pop();
    const name = this.#section.names.at(-1)!;
    if (name.startsWith('if_')) {
      this.#pop();
      return true;
    }
    const before = this.#section.names.at(-2);
    if (!(name in CONDITIONAL) || before === undefined || !before.startsWith('if_')) return false;
    const test = this.#section.tests.at(-2);
    this.#pop();
    this.#pop();
    this.#push(`${CONDITIONAL[name as keyof typeof CONDITIONAL]}${before.slice(2)}`, test);
    return true;
  }

  #copies(copies: readonly { readonly to: Scalar; readonly from: Scalar }[]): void {
    const at = (value: Scalar) => this.#operands.at(value);
    const located = copies.map(({ to, from }) => ({ to: at(to), from }));
    let scratch = -1;
    const moves = movesOf(located, this.table, at, () => {
      if (scratch < 0) scratch = this.temps++;
      return scratch;
    });
    for (const move of moves) this.#move(move);
  }

  #move({ register, components, from, fromRegister, fromComponents }: Move): void {
    const destination = this.#operands.mask(sm4Register('temp', register), components);
    if (fromRegister < 0) {
      const operand = { shape: Shape.lanes, scalars: from, negate: false, absolute: false };
      this.#push('mov', destination, this.#operands.operand(operand, components));
      return;
    }
    const source = sm4Register('temp', fromRegister);
    if (components.length === 1) {
      this.#push('mov', destination, source.select(COMPONENTS[fromComponents[0]!] as Component));
      return;
    }
    const swizzle = [0, 1, 2, 3].map((i) => COMPONENTS[fromComponents[Math.max(components.indexOf(i), 0)]!]);
    this.#push('mov', destination, source.swizzle(swizzle.join('') as Sm4Swizzle));
  }

  #flow({ mnemonic, operand, nonZero, label, pointer, tables, endsBody }: FlowLine): void {
    if (endsBody === true) this.#sections.pop();
    if (mnemonic === undefined) return;
    if (pointer !== undefined) {
      this.#call(pointer);
      return;
    }
    if (tables !== undefined) {
      const { calls } = this.options;
      const number = calls.body(tables);
      this.#sections.push({ nodes: calls.bodies[number]!, names: [], tests: [] });
      this.#push(mnemonic, sm4Register('functionBody', number));
      return;
    }
    if (label !== undefined) this.#push(mnemonic, sm4Literals.bits(label));
    else if (operand === undefined) this.#push(mnemonic);
    else {
      const suffix = nonZero === undefined ? '' : nonZero ? '_nz' : '_z';
      this.#push(`${mnemonic}${suffix}`, this.#operands.operand(operand, [0]));
    }
  }

  #call({ base, value }: SourceIndex): void {
    const { calls } = this.options;
    const called = calls.interfaceOf(base)!;
    const indices = [
      { base: called.first, value: NO_SCALAR },
      { base: base - called.first, value },
    ];
    this.#push('fcall', this.#operands.register('interface', indices), calls.call(called));
  }

  #node({ node, gathers }: NodeLine): void {
    if (gathers !== undefined) this.#copies(gathers);
    if (node.mnemonic === 'sync') {
      const flags: Sm4SyncFlag[] = [];
      if (node.barrier! & BarrierBits.threads) flags.push('threadsInGroup');
      if (node.barrier! & BarrierBits.groupMemory) flags.push('sharedMemory');
      if (node.barrier! & BarrierBits.uavGroup) flags.push('uavGroup');
      if (node.barrier! & BarrierBits.uavGlobal) flags.push('uavGlobal');
      this.#push('sync', ...flags);
      return;
    }
    if (node.message !== undefined) {
      this.#message(node, node.message);
      return;
    }
    const operands: unknown[] = [];
    const components = this.#destinations(node, operands);
    this.#sources(node, components, operands);
    const options = this.#optionsOf(node, components);
    if (Object.keys(options).length > 0) operands.push(options);
    const suffix = node.nonZero === undefined ? '' : node.nonZero ? '_nz' : '_z';
    this.#push(`${node.mnemonic}${suffix}`, ...operands);
  }

  #message({ operands }: Node, number: number): void {
    const [name, format] = this.options.messages[number]!;
    if (name === 'abort') {
      this.#push('abort');
      return;
    }
    const values = operands.map((operand) => this.#operands.operand(operand, [0]));
    const node = sm4Message(name as 'printf' | 'errorf', format, ...(values as Parameters<typeof sm4Message>[2][]));
    this.#add(node, name, undefined);
  }

  /** Adds the destinations; returns the component of each lane. */
  #destinations(node: Node, operands: unknown[]): number[] {
    const encoder = this.#operands;
    const { target, results, second } = node;
    let components: number[] = [];
    if (target !== undefined) {
      if (node.discardsFirst) operands.push(sm4Register('null'));
      ({ components } = target);
      const register = encoder.register(target.file, target.indices);
      const isSingle = target.file !== 'output' && target.file !== 'indexableTemp';
      operands.push(isSingle ? register : encoder.mask(register, components));
    } else if (results.length > 0) {
      components = results.map((result) => encoder.at(result) & 3);
      operands.push(encoder.mask(sm4Register('temp', encoder.at(results[0]!) >> 2), components));
    } else if (node.discardsFirst) operands.push(sm4Register('null'));
    if (second === undefined) return components;
    if (second.length === 0) operands.push(sm4Register('null'));
    else {
      const others = second.map((result) => encoder.at(result) & 3);
      operands.push(encoder.mask(sm4Register('temp', encoder.at(second[0]!) >> 2), others));
      if (components.length === 0) components = others;
    }
    return components;
  }

  #sources(node: Node, components: readonly number[], operands: unknown[]): void {
    const encoder = this.#operands;
    const { named = [], before = [], picks } = node;
    let next = 0;
    for (let i = 0; i <= node.operands.length; i++) {
      for (; next < named.length && before[next] === i; next++)
        operands.push(this.#named(node, next, components, picks));
      const operand = node.operands[i];
      if (operand === undefined) continue;
      // Of two results, both lanes read the same.
      const second = node.second !== undefined && node.results.length === 1 && node.second.length === 1 && !node.picks;
      const positions = second ? [0] : components;
      operands.push(encoder.operand(operand, positions, node.isDouble));
    }
  }

  #named(node: Node, i: number, components: readonly number[], picks: readonly number[] | undefined): unknown {
    const encoder = this.#operands;
    const one = node.named![i]!;
    if (one.file === 'sampler' || picks === undefined) return encoder.view(one, undefined);
    const hasResult = node.results.length > 0 || node.target !== undefined;
    if (!hasResult && node.second === undefined) {
      // Stores write the first components of memory.
      const register = encoder.register(one.file, one.indices, one.nonUniform);
      return node.mnemonic === 'store_uav_typed' ? register : encoder.mask(register, picks);
    }
    if (!hasResult) return encoder.view(one, picks.length === 0 ? [0, 1, 2, 3] : [0, 0, 0, 0]);
    const swizzle = [0, 1, 2, 3].map((component) => picks[Math.max(components.indexOf(component), 0)]!);
    return encoder.view(one, swizzle);
  }

  #optionsOf(node: Node, components: readonly number[]): Record<string, unknown> {
    const options: Record<string, unknown> = {};
    if (node.saturate) options.saturate = true;
    if (node.precise !== 0 && this.options.version >= 50) {
      let bits = 0;
      for (const [i, component] of components.entries()) if (node.precise & (1 << i)) bits |= 1 << component;
      options.precise = [...COMPONENTS].filter((_, i) => (bits & (1 << i)) !== 0).join('');
    }
    if (node.offsets !== undefined) options.offset = node.offsets;
    if (node.returnType !== undefined) options.returnType = node.returnType;
    const binding = node.named?.find((one) => one.binding >= 0)?.binding ?? -1;
    if (binding >= 0 && this.options.version === 50 && HAS_VIEW.test(node.mnemonic)) {
      const view = this.options.viewOf(binding);
      if (view !== undefined) options.view = view;
    }
    return options;
  }
}

/** Instructions that repeat the type of their view, as the compiler writes them. */
const HAS_VIEW = /^(sample|gather4|ld|resinfo|lod|bufinfo)/;

const CONDITIONAL = { break: 'breakc', continue: 'continuec', ret: 'retc' } as const;
