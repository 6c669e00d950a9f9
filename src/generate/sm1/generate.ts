/**
 * Generates the program of a module of the IR for shader models 1.1 to 3.0. The steps are those of later models, with
 * two more: literals become constants (literals.ts), and copies let each instruction read one constant (ports.ts).
 */
import { type Diagnostic, Diagnostics } from '../../base/diagnostics.ts';
import { Sm1Version } from '../../base/profile.ts';
import { wordsOf } from '../../base/words.ts';
import type { IrElement } from '../../ir/declarations.ts';
import type { IrModule } from '../../ir/module.ts';
import { inlineFunctions } from '../../ir/passes/inline.ts';
import { scalarize } from '../../ir/passes/scalarize.ts';
import type { VectorLanes } from '../../ir/passes/vector-lanes.ts';
import { COMPONENTS } from '../../isa/components.ts';
import {
  type Sm1DclAttributes,
  type Sm1Destination,
  type Sm1Mask,
  type Sm1ProfileName,
  type Sm1Register,
  type Sm1ResultModifier,
  type Sm1TextureName,
  type Sm1UsageName,
  sm1Declare,
  sm1Mnemonics,
  sm1Registers,
  sm1Shader,
} from '../../isa/sm1/builder.ts';
import { encodeSm1, type Sm1InstructionNode } from '../../isa/sm1/encode.ts';
import { sm1TempLimit } from '../../isa/sm1/limits.ts';
import { SM1_USAGES } from '../../isa/sm1/registers.ts';
import { allocate } from '../allocate.ts';
import { Bundles } from '../bundles.ts';
import { type FlowStyle, linesOf, type Program } from '../lines.ts';
import { Materializer } from '../materialize.ts';
import { Shape } from '../nodes.ts';
import { ONE, type Scalar } from '../operand-table.ts';
import { packFunction } from '../pack.ts';
import { Ranges } from '../ranges.ts';
import { Refusal } from '../refusal.ts';
import { Sm1Emitter, type Sm1Makers } from './emit.ts';
import type { UniformScalar } from './flow-registers.ts';
import { firstInteger } from './flow-registers.ts';
import { hasAnySwizzle, legalize, type Sm1Target } from './legalize.ts';
import { Literals } from './literals.ts';
import { NaturalLanes } from './natural-lanes.ts';
import { ReadPorts } from './ports.ts';
import { FIRST_COORDINATE, inputRegister, isScalarOutput, outputRegister } from './registers.ts';
import { Sm1Selector } from './select.ts';
import { type Sm1ProgramSize, sizeOf } from './size.ts';
import { Sm1Values } from './values.ts';
import type { TracedSm1Instruction, TracedSm1Program } from './writes.ts';

export interface GenerateSm1Options {
  /** The profile, such as `ps_3_0`; `vs_2_a`, `ps_2_a` and `ps_2_b` are versions `2_x`. */
  readonly profile: string;
  /** The vector operations of the source that operations on scalars are lanes of. */
  readonly vectors?: VectorLanes | undefined;
  /** Whether a component of a constant is 0 or 1. */
  readonly isBoolean?: (constant: UniformScalar) => boolean;
  /**
   * Whether the program becomes code of another language: operands have any swizzle, and from 2_0 on sines are
   * instructions, which are exact, and slower than polynomials of several angles at once.
   */
  readonly isTranslated?: boolean;
}

export interface GeneratedSm1 {
  /** The program with its version and its end; undefined where a diagnostic is an error. */
  readonly words: Uint32Array | undefined;
  /** How large the program is; undefined without one. */
  readonly size: Sm1ProgramSize | undefined;
  /** The instructions with their positions and what they write; undefined without a program. */
  readonly traced: TracedSm1Program | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Returns the program of a verified module with floats and conditions only, whose functions are inlined in it: the
 * module must not be used for anything else afterwards.
 */
export function generateSm1(module: IrModule, options: GenerateSm1Options): GeneratedSm1 {
  const { profile, isTranslated = false } = options;
  try {
    const limit = isTranslated ? Number.POSITIVE_INFINITY : sm1TempLimit(profile);
    return { ...generate(module, targetOf(profile, isTranslated), options, limit), diagnostics: [] };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const diagnostics = new Diagnostics();
    diagnostics.report(error.diagnostic, 0, 0, error.values);
    return { words: undefined, size: undefined, traced: undefined, diagnostics: diagnostics.list };
  }
}

function targetOf(profile: string, isTranslated: boolean): Sm1Target {
  const name = profile.replace(/_2_[ab]$/, '_2_x') as Sm1ProfileName;
  const stage = name.startsWith('vs') ? 'vs' : 'ps';
  const major = Number(name[3]);
  return {
    stage,
    major,
    profile: name,
    hasSines: isTranslated && major >= 2,
    hasAnySwizzle: isTranslated || (hasAnySwizzle(name) && hasAnySwizzle(profile)),
  };
}

/** Registers that tokens can name; profiles have fewer, which the caller checks. */
const MAX_TEMPS = 2048;
/** Those of ps_2_0, where loads into one register count as if they depended on each other. */
const SPREAD_TEMPS = 12;

/** Flow: blocks that are left from inside are loops that run once. */
const FLOW: FlowStyle = {
  loop: ['rep', 'endrep'],
  wrap: 'rep',
  set: ONE,
  test: (flag) => ({
    operand: { shape: Shape.one, scalars: [flag], negate: false, absolute: false },
    comparison: { name: 'ne', other: { shape: Shape.one, scalars: [flag], negate: true, absolute: false } },
  }),
  returns: false,
};

/** @param limit the temporary registers that a program may have; one with more is ordered again */
function generate(
  module: IrModule,
  target: Sm1Target,
  options: GenerateSm1Options,
  limit: number,
): Omit<GeneratedSm1, 'diagnostics'> {
  inlineFunctions(module);
  scalarize(module, false);
  const counts = legalize(module, target);
  let best = arrange(module, target, options, counts, false);
  // Each of these needs fewer registers, and mostly more instructions.
  for (const other of [options, { ...options, vectors: undefined }]) {
    if (best.size.temps <= limit) break;
    const one = arrange(module, target, other, counts, true);
    if (one.size.temps < best.size.temps) best = one;
  }
  return best;
}

/** Selects, orders and encodes the instructions of a module. */
function arrange(
  module: IrModule,
  target: Sm1Target,
  { isBoolean = () => false, vectors }: GenerateSm1Options,
  counts: ReturnType<typeof legalize>,
  savesRegisters: boolean,
): Pick<Required<GeneratedSm1>, 'words'> & { readonly size: Sm1ProgramSize; readonly traced: TracedSm1Program } {
  const { profile } = target;
  const makers = sm1Mnemonics(profile) as unknown as Sm1Makers;
  const values = new Sm1Values(module, isBoolean);
  const selector = new Sm1Selector(values, target, counts);
  const block = selector.select(module.functions[0]!.region);
  const lanes = new NaturalLanes(values, block, target.hasAnySwizzle);
  packFunction(block, values, { isGreedy: true, rule: lanes, savesRegisters, vectors });
  lanes.pin(block);
  const materializer = new Materializer(values, selector.nodeCount, true);
  materializer.run(block);
  const literals = new Literals(values.table);
  const ports = new ReadPorts(values, literals, target, materializer.nodeCount);
  ports.run(block);
  const program = linesOf(block, values, FLOW);
  const ranges = new Ranges(program, values.table, values.count);
  const bundles = new Bundles(program, ranges, values.table, values);
  bundles.form();
  const isFlat = savesRegisters && !target.hasAnySwizzle;
  const locations = allocate(bundles, MAX_TEMPS, SPREAD_TEMPS, isFlat ? sourcesOf(program) : undefined);
  const constantOf = freeConstants(module);
  const emitter = new Sm1Emitter(values, locations, {
    target,
    makers,
    literals,
    ranges,
    literalRegisters: ports.registers,
    constantOf,
    firstCount: firstInteger(module),
  });
  emitter.emit(program.lines);
  const declared = [
    ...definitions(module, literals, constantOf, emitter.counts, makers).map((node) => ({ node, input: undefined })),
    ...declarations(values, selector.samplers, target, makers),
  ];
  const literalCount = literals.registers.length;
  const constants = literalCount === 0 ? 0 : constantOf(literalCount - 1) + 1;
  const instructions: TracedSm1Instruction[] = [
    ...declared.map(({ input }) => ({ at: undefined, write: undefined, input })),
    ...emitter.instructions.map(({ at, write }) => ({ at, write, input: undefined })),
  ];
  const body = emitter.instructions.map(({ node }) => node);
  const nodes = [...declared.map(({ node }) => node), ...body];
  const version = Sm1Version[`v${profile.slice('vs_'.length)}` as keyof typeof Sm1Version];
  return {
    words: wordsOf(encodeSm1(sm1Shader(profile, nodes))),
    size: sizeOf(body, version, { temps: emitter.temps, constants }),
    traced: {
      instructions,
      scalarOf: (op) => values.tracedScalar(op),
      sourceOf: (scalar) => values.sourceOf(scalar),
    },
  };
}

/** The scalars that the instruction reads which writes a scalar. */
function sourcesOf({ lines }: Program): (scalar: Scalar) => readonly Scalar[] {
  const sources = new Map<Scalar, readonly Scalar[]>();
  for (const line of lines) {
    if (line.kind === 'copies') for (const [i, to] of line.copies.to.entries()) sources.set(to, [line.copies.from[i]!]);
    if (line.kind !== 'node') continue;
    for (const { to, from } of line.gathers ?? []) sources.set(to, [from]);
    const read = line.node.operands.flatMap(({ scalars }) => scalars);
    for (const result of line.node.results) sources.set(result, read);
  }
  return (scalar) => sources.get(scalar) ?? [];
}

/** Returns a function that gives the constants that no variable has, in order. */
function freeConstants({ bindings }: IrModule): (number: number) => number {
  const taken = new Set<number>();
  for (const { file, register, size = 0 } of bindings)
    if (file === 'float') for (let i = register; i < register + size; i++) taken.add(i);
  const free: number[] = [];
  let next = 0;
  return (number) => {
    for (; free.length <= number; next++) if (!taken.has(next)) free.push(next);
    return free[number]!;
  };
}

function definitions(
  module: IrModule,
  { registers }: Literals,
  constantOf: (literal: number) => number,
  counts: readonly number[],
  makers: Sm1Makers,
): Sm1InstructionNode[] {
  const floats = registers.map((words, i) => {
    const numbers = new Float32Array(Int32Array.from([0, 1, 2, 3], (at) => words[at] ?? 0).buffer);
    return makers.def!(sm1Registers.c(constantOf(i)), ...numbers);
  });
  const first = firstInteger(module);
  const integers = counts.map((count, i) => makers.defi!(sm1Registers.i(first + i), count, 0, 0, 0));
  return [...floats, ...integers];
}

const TEXTURES: Readonly<Record<string, Sm1TextureName>> = {
  texture2D: '2d',
  texture3D: 'volume',
  textureCube: 'cube',
};

/** An instruction before the program, and the input that it declares. */
interface Declaration {
  readonly node: Sm1InstructionNode;
  readonly input: TracedSm1Instruction['input'];
}

function declarations(
  values: Sm1Values,
  used: ReadonlySet<number>,
  target: Sm1Target,
  makers: Sm1Makers,
): Declaration[] {
  const { inputs, outputs, bindings } = values.module;
  const nodes: Declaration[] = [];
  const add = (node: Sm1InstructionNode, input?: Declaration['input']) => nodes.push({ node, input });
  const { stage, major } = target;
  for (const [i, element] of inputs.entries()) {
    const read = values.readMasks[i]!;
    if (read === 0) continue;
    const input = { element: i, mask: read };
    const { special, register, interpolation } = element;
    if (special !== undefined) {
      const file = special === 'face' ? sm1Registers.vFace : sm1Registers.vPos;
      add(makers.dcl!(sm1Declare.withoutUsage, special === 'face' ? file : masked(file, read)), input);
      continue;
    }
    const usage = stage === 'ps' && major < 3 ? sm1Declare.withoutUsage : usageOf(element);
    // Masks of texture coordinates have no gaps.
    const isCoordinate = stage === 'ps' && major < 3 && register >= FIRST_COORDINATE;
    const mask = stage === 'vs' ? FULL : isCoordinate ? (1 << (32 - Math.clz32(read))) - 1 : read;
    const destination = masked(inputRegister(target, register), mask);
    const modifiers: Sm1ResultModifier[] = interpolation === 'linearCentroid' ? ['centroid'] : [];
    // Colors before 3_0 have few bits already.
    if (element.precision === 16 && (isCoordinate || major >= 3)) modifiers.push('pp');
    add(makers.dcl!(usage, destination.result(...modifiers)), input);
  }
  if (stage === 'vs' && major >= 3)
    for (const element of outputs) {
      const mask = isScalarOutput(element) ? FULL : element.mask;
      add(makers.dcl!(usageOf(element), masked(outputRegister(target, element), mask)));
    }
  const samplers = Array.from(used, (binding) => bindings[binding]!).sort((a, b) => a.register - b.register);
  for (const { register, dimension } of samplers)
    add(makers.dcl!(sm1Declare.texture(TEXTURES[dimension!] ?? '2d'), sm1Registers.s(register)));
  return nodes;
}

const FULL = 15;

function usageOf({ semantic = '', semanticIndex = 0 }: IrElement): Sm1DclAttributes {
  const usage = SM1_USAGES.find((name) => name === semantic.toLowerCase()) as Sm1UsageName | undefined;
  return sm1Declare.usage(usage ?? 'texcoord', semanticIndex);
}

function masked(register: Sm1Register, mask: number): Sm1Destination {
  return register.mask([...COMPONENTS].filter((_, i) => (mask & (1 << i)) !== 0).join('') as Sm1Mask);
}
