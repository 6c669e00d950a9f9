/**
 * A program of shader models 4.0 to 5.1 made ready to run: its instructions with decoded operands and the targets of
 * flow control.
 *
 * Not for: running it (quad.ts), what instructions do (handlers.ts).
 */

import { readSm4ControlFlow, type Sm4ControlFlow } from '../../isa/sm4/control-flow.ts';
import { destinationMask, Sm4Cursor, type Sm4OperandSlot } from '../../isa/sm4/cursor.ts';
import { readSm4Declarations, type Sm4Declarations } from '../../isa/sm4/declarations.ts';
import type { Sm4InstructionMnemonic, Sm4OperandRow } from '../../isa/sm4/opcodes.ts';
import { SM4_OPERAND_TYPES } from '../../isa/sm4/operands.ts';
import { type Sm4Program, sm4UsesRangeIds } from '../../isa/sm4/program.ts';
import { Sm4InstructionControls } from '../../isa/sm4/tokens.ts';
import { LANES, REGISTER_WORDS } from '../lanes.ts';
import type { QuadObserver } from '../quad-flow.ts';
import { type Sm4Destination, type Sm4Index, type Sm4Source, sm4DestinationOf, sm4SourceOf } from './operands.ts';

/** An operand that names a view, a sampler, memory, a label, a stream or an interface. */
export interface Sm4Named {
  /** `D3D10_SB_OPERAND_TYPE` */
  readonly type: number;
  /** The number that is declared: the range id; before 5.1 the register. */
  readonly id: number;
  /** The register; of an interface, the index in its array. */
  readonly register: Sm4Index;
  readonly space: number;
  /** The component that is read for each of x, y, z, w; of a sampler in a gather, the first one is the channel. */
  readonly swizzle: readonly number[];
  /** Components that are written. */
  readonly mask: number;
}

/** An instruction that is ready to run. */
export interface Sm4Step {
  readonly mnemonic: Sm4InstructionMnemonic;
  readonly code: number;
  /** Number of the instruction in the program. */
  readonly position: number;
  readonly destinations: readonly Sm4Destination[];
  readonly sources: readonly Sm4Source[];
  readonly named: readonly Sm4Named[];
  /** Components of the first result, or of the second where the first is discarded. */
  readonly mask: number;
  readonly saturate: boolean;
  /** Of a condition: true for lanes whose word is not zero. */
  readonly nonZero: boolean;
  readonly token: number;
  /** The extended token with offsets in texels; 0 for none. */
  readonly sampleControls: number;
  /** Of `fcall`: which function of the interface. */
  readonly functionIndex: number;
  /** Step where flow control goes: see {@link Sm4Executable}. */
  target: number;
  /** Of `switch`: the values of its cases with the steps of their `case`. */
  readonly cases: Sm4Case[];
}

export interface Sm4Case {
  /** undefined: the default. */
  readonly value: number | undefined;
  readonly step: number;
}

/** A part of the program that runs by itself: the main program, a phase of a hull shader. */
export interface Sm4Part {
  readonly name: 'main' | 'controlPoint' | 'fork' | 'join';
  readonly start: number;
  readonly end: number;
  /** How many times a fork or join phase runs. */
  readonly instances: number;
}

export interface Sm4Executable {
  /** Sees the quads that run it. */
  readonly observer?: QuadObserver<Sm4Step> | undefined;
  readonly program: Sm4Program;
  readonly declarations: Sm4Declarations;
  /**
   * The target of `if` and `else` is the step of the next part or the end; that of `loop` and `switch` is their end,
   * that of `endloop` is the beginning; that of `call` is the subroutine, -1 if it does not exist.
   */
  readonly steps: readonly Sm4Step[];
  /** The end (exclusive) of the subroutine that begins at a step. */
  readonly subroutineEnds: ReadonlyMap<number, number>;
  /** Steps where function bodies begin, by number. */
  readonly functionBodies: ReadonlyMap<number, number>;
  readonly parts: readonly Sm4Part[];
  /** Words of the immediate constant buffer. */
  readonly immediateConstants: Uint32Array;
}

/** Makes `program` ready to run. Damaged programs are accepted; what they cannot do is nothing. */
export function sm4Executable(program: Sm4Program): Sm4Executable {
  return new Compiler(program).compile();
}

class Compiler {
  readonly #cursor: Sm4Cursor;
  readonly #declarations: Sm4Declarations;
  readonly #flow: Sm4ControlFlow;
  readonly #rangeIds: boolean;
  readonly #steps: Sm4Step[] = [];
  /** The first step at or after each position. */
  readonly #stepAt: Int32Array;
  /** Spaces by operand type and id. */
  readonly #spaces = new Map<string, number>();

  constructor(private readonly program: Sm4Program) {
    this.#cursor = new Sm4Cursor(program);
    this.#declarations = readSm4Declarations(program);
    this.#flow = readSm4ControlFlow(program);
    this.#rangeIds = sm4UsesRangeIds(program);
    this.#stepAt = new Int32Array(program.count + 1);
    for (const { type, id, space } of this.#declarations.resources)
      this.#spaces.set(`${RESOURCE_OPERANDS[type]} ${id}`, space);
  }

  compile(): Sm4Executable {
    const phaseInstances = this.#compileSteps();
    this.#resolveBlocks();
    for (const { position, target } of this.#flow.calls) {
      const step = this.#steps[this.#stepAt[position]!];
      if (step !== undefined && target >= 0) step.target = this.#stepAt[this.#flow.subroutines[target]!.start]!;
    }
    const { subroutines } = this.#flow;
    return {
      program: this.program,
      declarations: this.#declarations,
      steps: this.#steps,
      subroutineEnds: new Map(subroutines.map(({ start, end }) => [this.#stepAt[start]!, this.#stepAt[end]!])),
      functionBodies: new Map(
        subroutines
          .filter(({ kind }) => kind === 'functionBody')
          .map(({ number, start }) => [number, this.#stepAt[start]!]),
      ),
      parts: this.#parts(phaseInstances),
      immediateConstants: this.#immediateConstants(),
    };
  }

  /** Makes the steps; returns the instance counts of phases by the position where they are declared. */
  #compileSteps(): ReadonlyMap<number, number> {
    const cursor = this.#cursor;
    const instances = new Map<number, number>();
    for (let position = 0; position < this.program.count; position++) {
      this.#stepAt[position] = this.#steps.length;
      cursor.goto(position);
      const { row } = cursor;
      if (row?.kind === 'instruction')
        this.#steps.push(this.#step(row.mnemonic as Sm4InstructionMnemonic, row.operands));
      else if (row?.kind === 'declaration' && row.declares === 'phaseInstances')
        instances.set(position, cursor.word(cursor.payload) >>> 0);
    }
    this.#stepAt[this.program.count] = this.#steps.length;
    return instances;
  }

  #step(mnemonic: Sm4InstructionMnemonic, rows: readonly Sm4OperandRow[]): Sm4Step {
    const cursor = this.#cursor;
    const destinations: Sm4Destination[] = [];
    const sources: Sm4Source[] = [];
    const named: Sm4Named[] = [];
    for (const [i, { role, type }] of rows.entries()) {
      const slot = cursor.operands[i]!;
      if (role === 'destination') destinations.push(sm4DestinationOf(cursor, slot));
      else if (role === 'source') sources.push(sm4SourceOf(cursor, slot, type));
      else named.push(this.#named(slot));
    }
    const results = destinations.map(({ mask }) => mask);
    return {
      mnemonic,
      code: cursor.code,
      position: cursor.position,
      destinations,
      sources,
      named,
      mask: results[0] || results[1] || 0,
      saturate: Sm4InstructionControls.saturate.test(cursor.token),
      nonZero: Sm4InstructionControls.testNonZero.test(cursor.token),
      token: cursor.token,
      sampleControls: cursor.sampleControls,
      functionIndex: mnemonic === 'fcall' ? cursor.word(cursor.body) >>> 0 : 0,
      target: -1,
      cases: [],
    };
  }

  #named(slot: Sm4OperandSlot): Sm4Named {
    const source = sm4SourceOf(this.#cursor, slot, 'none');
    const hasRange = this.#rangeIds && RESOURCE_TYPES.has(slot.type);
    const at = hasRange || slot.type === SM4_OPERAND_TYPES.interface.code ? 1 : 0;
    return {
      type: slot.type,
      id: slot.index0 >>> 0,
      register: source.indices[at] ?? { immediate: 0, register: undefined },
      space: this.#spaces.get(`${slot.type} ${slot.index0}`) ?? 0,
      swizzle: source.swizzle,
      mask: destinationMask(slot),
    };
  }

  #resolveBlocks(): void {
    for (const { kind, start, parts, end } of this.#flow.blocks) {
      const first = this.#steps[this.#stepAt[start]!]!;
      // A block that is not closed ends with the program.
      const last = end < 0 ? this.#steps.length : this.#stepAt[end]!;
      const partSteps = parts.map((position) => this.#stepAt[position]!);
      if (kind === 'if') {
        first.target = partSteps[0] ?? last;
        for (const at of partSteps) this.#steps[at]!.target = last;
        continue;
      }
      first.target = last;
      if (kind === 'loop') {
        if (end >= 0) this.#steps[last]!.target = this.#stepAt[start]!;
        continue;
      }
      for (const at of partSteps) {
        const { mnemonic, sources } = this.#steps[at]!;
        first.cases.push({ value: mnemonic === 'case' ? (sources[0]?.literal?.[0] ?? 0) : undefined, step: at });
      }
    }
  }

  #parts(instances: ReadonlyMap<number, number>): Sm4Part[] {
    const { phases, mainEnd } = this.#flow;
    const parts: Sm4Part[] = phases.flatMap(({ name, start, end }) => {
      if (name === 'declarations') return [];
      let count = 1;
      for (const [position, declared] of instances) if (position >= start && position < end) count = declared;
      return [{ name, start: this.#stepAt[start]!, end: this.#stepAt[end]!, instances: count }];
    });
    // Damaged programs may have phases without code.
    return parts.length > 0
      ? parts
      : [{ name: 'main', start: 0, end: this.#stepAt[mainEnd] ?? this.#steps.length, instances: 1 }];
  }

  #immediateConstants(): Uint32Array {
    const position = this.#declarations.immediateConstantBuffer;
    if (position < 0) return new Uint32Array(0);
    const cursor = this.#cursor;
    cursor.goto(position);
    const { words } = this.program;
    const values = words.subarray(cursor.start + 2, Math.min(cursor.end, words.length));
    return values.slice(0, values.length - (values.length % (REGISTER_WORDS / LANES)));
  }
}

/** Operand types of declared resources. */
const RESOURCE_OPERANDS = {
  cbv: SM4_OPERAND_TYPES.constantBuffer.code,
  sampler: SM4_OPERAND_TYPES.sampler.code,
  srv: SM4_OPERAND_TYPES.resource.code,
  uav: SM4_OPERAND_TYPES.unorderedAccessView.code,
} as const;
const RESOURCE_TYPES: ReadonlySet<number> = new Set(Object.values(RESOURCE_OPERANDS));
