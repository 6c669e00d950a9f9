/**
 * Runs a program of shader models 4.0 to 5.1 twice on the same random inputs: in the interpreter (src/vm), and lowered in the evaluator of the
 * intermediate form. All results have to have equal bits: outputs, discarded pixels, streams, patches and memory.
 */
import { evaluateGeometry, evaluateGroup, evaluateHull, evaluateQuad, type IrModule } from '../../src/ir/index.ts';
import { SM4_FULL_OPCODES, sm4NeedsQuad } from '../../src/isa/sm4/opcodes.ts';
import { SM4_OPERAND_TYPES, type Sm4OperandTypeName } from '../../src/isa/sm4/operands.ts';
import type { Sm4Program } from '../../src/isa/sm4/program.ts';
import type { Bindings } from '../../src/vm/bindings.ts';
import { LANES, RegisterFile } from '../../src/vm/lanes.ts';
import type { QuadObserver } from '../../src/vm/quad-flow.ts';
import { ThreadGroup } from '../../src/vm/sm4/compute.ts';
import { sm4Executable } from '../../src/vm/sm4/executable.ts';
import { runGeometry } from '../../src/vm/sm4/geometry.ts';
import { runHull } from '../../src/vm/sm4/hull.ts';
import { Sm4Interpreter } from '../../src/vm/sm4/interpreter.ts';
import type { Sm4Executable, Sm4Step } from '../../src/vm/sm4/step.ts';
import { changedWords, randomBindings, randomWord, type WordMode } from './random-bindings.ts';
import { Random } from './smith/random.ts';
import { SPECIAL_TYPES, VmEnvironment } from './vm-environment.ts';

const TYPES = SM4_OPERAND_TYPES;
const INSTRUCTIONS = 4000;
const OPERATIONS = 400_000;

/** `limited`: too many instructions; `undefined`: derivatives where only some pixels run, which Direct3D leaves undefined. */
export type Comparison = 'same' | 'limited' | 'undefined' | { readonly difference: string };

/** Compares one run. The module is the lowered program, after any passes. */
export function compareRuns(program: Sm4Program, module: IrModule, seed: number, mode: WordMode): Comparison {
  const executable = sm4Executable(program);
  const bindings = () => randomBindings(executable.declarations, new Random(seed), mode);
  const run: Run = {
    executable,
    module,
    random: new Random(seed ^ 0x5555_5555),
    mode,
    ours: bindings(),
    theirs: bindings(),
  };
  const result =
    program.stage === 'cs'
      ? compareGroups(run)
      : program.stage === 'gs'
        ? comparePrimitives(run)
        : program.stage === 'hs'
          ? comparePatches(run)
          : compareQuads(run);
  if (result !== 'same') return result;
  const ours = changedWords(executable.declarations, run.ours);
  const theirs = changedWords(executable.declarations, run.theirs);
  const at = ours.findIndex((word, i) => word !== theirs[i]);
  return at < 0 ? 'same' : { difference: `memory, word ${at}: ${hex(ours[at]!)}, interpreter ${hex(theirs[at]!)}` };
}

interface Run {
  readonly executable: Sm4Executable;
  readonly module: IrModule;
  readonly random: Random;
  readonly mode: WordMode;
  /** Bindings of the module and of the interpreter. */
  readonly ours: Bindings;
  readonly theirs: Bindings;
}

const VERTICES = 32;

/** Fills the files of all inputs. */
function fillInputs(quad: Sm4Interpreter, { random, mode, executable }: Run): void {
  for (const { type } of executable.declarations.inputs) {
    quad.files[type] ??= new RegisterFile(1);
    const { words } = quad.files[type]!;
    for (let i = 0; i < words.length; i++) words[i] = randomWord(random, mode);
  }
  for (const name of Object.values(SPECIAL_TYPES)) {
    const file = quad.files[TYPES[name].code];
    if (file !== undefined && name !== 'inputDomainPoint')
      for (let i = 0; i < file.words.length; i++) file.words[i] = i & 3;
  }
}

const NEEDS_QUAD = SM4_FULL_OPCODES.map((row) => row !== undefined && sm4NeedsQuad(row));

function compareQuads(run: Run): Comparison {
  const { executable, module, random } = run;
  let isUndefined = false;
  const observer: QuadObserver<Sm4Step> = {
    after({ masks }, { code }) {
      if (NEEDS_QUAD[code] && masks.running !== 15) isUndefined = true;
    },
  };
  const quad = new Sm4Interpreter({ ...executable, observer }, run.theirs);
  fillInputs(quad, run);
  const lanes = random.oneIn(4) ? random.between(1, 15) : 15;
  const helpers = module.stage === 'ps' && random.oneIn(3) ? random.below(16) & lanes : 0;
  const environment = new VmEnvironment(module, run.ours, quad.files);
  const ours = evaluateQuad(module, environment, { lanes, helpers, maxOps: OPERATIONS });
  quad.helpers = helpers;
  const { start, end } = executable.parts[0]!;
  quad.start(lanes, start, end);
  quad.run(INSTRUCTIONS);
  if (quad.state !== 'ended' || ours.isLimited) return 'limited';
  if (isUndefined) return 'undefined';
  if (module.stage === 'ps' && ours.helpers !== quad.helpers)
    return { difference: `helpers ${ours.helpers}, ${quad.helpers}` };
  for (const [i, { register, special, mask }] of module.outputs.entries()) {
    const type = special === undefined ? TYPES.output : TYPES[OUTPUT_TYPES[special]!];
    const theirs = quad.files[type.code]!;
    for (let component = 0; component < 4; component++) {
      if ((mask & (1 << component)) === 0) continue;
      for (let lane = 0; lane < LANES; lane++) {
        const a = ours.outputs.words[(i * 4 + component) * LANES + lane]!;
        const b = theirs.words[((special === undefined ? register : 0) * 4 + component) * LANES + lane]!;
        if (a !== b)
          return { difference: `output ${i}.${'xyzw'[component]} of lane ${lane}: ${hex(a)}, interpreter ${hex(b)}` };
      }
    }
  }
  return 'same';
}

const OUTPUT_TYPES: Readonly<Record<string, Sm4OperandTypeName>> = {
  depth: 'outputDepth',
  depthGreaterEqual: 'outputDepthGreaterEqual',
  depthLessEqual: 'outputDepthLessEqual',
  stencilReference: 'outputStencilRef',
  coverage: 'outputCoverageMask',
};

function hex(word: number): string {
  return `0x${word.toString(16)}`;
}

function compareGroups(run: Run): Comparison {
  const { executable, module } = run;
  const [x, y, z] = executable.declarations.threadGroupSize ?? [1, 1, 1];
  if (x * y * z > 64) return 'limited';
  const group = [1, 2, 0] as const;
  const theirs = new ThreadGroup(executable, run.theirs, group);
  const shared = new ThreadGroup(executable, run.ours, group).quads[0]!.shared;
  const ours = evaluateGroup(module, new VmEnvironment(module, run.ours, [], shared), group, OPERATIONS);
  const fault = theirs.run(INSTRUCTIONS);
  if (fault === 'limit' || ours === 'limit') return 'limited';
  return fault === ours ? 'same' : { difference: `fault ${ours}, interpreter ${fault}` };
}

/** Registers of the vertices or points that a stage reads. */
function fileOf(vertices: readonly Uint32Array[], registers: number): RegisterFile {
  const file = new RegisterFile(registers, vertices.length);
  for (const [vertex, words] of vertices.entries())
    for (let i = 0; i < 4 * registers; i++) {
      const base = file.baseOf(i >> 2, vertex) + (i & 3) * LANES;
      file.words.fill(words[i] ?? 0, base, base + LANES);
    }
  return file;
}

function randomVertices({ executable, random, mode }: Run): { vertices: Uint32Array[]; registers: number } {
  let registers = 1;
  let count = 1;
  for (const { register, vertices } of executable.declarations.inputs) {
    registers = Math.max(registers, register + 1);
    count = Math.max(count, Math.min(vertices, VERTICES));
  }
  const vertices = Array.from({ length: count }, () =>
    Uint32Array.from({ length: 4 * registers }, () => randomWord(random, mode)),
  );
  return { vertices, registers };
}

/** Registers of vertices and points; without a control point phase the points that a hull shader gets are those that it writes. */
const OF_VERTICES: ReadonlySet<number> = new Set(
  [TYPES.input, TYPES.inputControlPoint, TYPES.outputControlPoint].map(({ code }) => code),
);

/** The files that a run with `vertices` has: only of operand types that are declared. */
function filesOf({ executable }: Run, vertices: readonly Uint32Array[], registers: number): RegisterFile[] {
  const files: RegisterFile[] = [];
  for (const { type } of executable.declarations.inputs)
    if (OF_VERTICES.has(type)) files[type] = fileOf(vertices, registers);
  const primitive = new RegisterFile(1);
  primitive.words.fill(7, 0, LANES);
  files[TYPES.inputPrimitiveId.code] = primitive;
  return files;
}

function comparePrimitives(run: Run): Comparison {
  const { executable, module } = run;
  const { vertices, registers } = randomVertices(run);
  const environment = new VmEnvironment(module, run.ours, filesOf(run, vertices, registers));
  const ours = evaluateGeometry(module, environment, OPERATIONS);
  const theirs = runGeometry(executable, run.theirs, vertices, { primitiveId: 7, maxInstructions: INSTRUCTIONS });
  if (ours.isLimited || theirs.isLimited) return 'limited';
  for (let stream = 0; stream < 4; stream++) {
    const [a, b] = [ours.streams[stream]!, theirs.streams[stream]!];
    if (a.map(({ length }) => length).join() !== b.map(({ length }) => length).join())
      return {
        difference: `strips of stream ${stream}: ${a.map((s) => s.length)}, interpreter ${b.map((s) => s.length)}`,
      };
    for (const [strip, list] of a.entries()) {
      for (const [vertex, words] of list.entries()) {
        const difference = elementDifference(
          module,
          words,
          b[strip]![vertex]!,
          (output) => (output.stream ?? 0) === stream,
        );
        if (difference !== undefined) return { difference: `stream ${stream}, vertex ${vertex}: ${difference}` };
      }
    }
  }
  return 'same';
}

/** The first difference between the words of outputs and of registers. */
function elementDifference(
  module: IrModule,
  words: Uint32Array,
  registers: Uint32Array,
  isCompared: (output: IrModule['outputs'][number]) => boolean,
): string | undefined {
  for (const [i, output] of module.outputs.entries()) {
    if (!isCompared(output)) continue;
    for (let component = 0; component < 4; component++) {
      if ((output.mask & (1 << component)) === 0) continue;
      const [a, b] = [words[4 * i + component] ?? 0, registers[4 * output.register + component] ?? 0];
      if (a !== b) return `output ${i}.${'xyzw'[component]}: ${hex(a)}, interpreter ${hex(b)}`;
    }
  }
  return undefined;
}

function comparePatches(run: Run): Comparison {
  const { executable, module } = run;
  const { vertices, registers } = randomVertices(run);
  const files = filesOf(run, vertices, registers);
  const ours = evaluateHull(module, new VmEnvironment(module, run.ours, files), OPERATIONS);
  const theirs = runHull(executable, run.theirs, vertices, { primitiveId: 7, maxInstructions: INSTRUCTIONS });
  if (ours.isLimited || theirs.isLimited) return 'limited';
  for (const [i, point] of ours.points.entries()) {
    const difference = elementDifference(module, point, theirs.points[i]!, ({ kind }) => kind === 'outputPoint');
    if (difference !== undefined) return { difference: `point ${i}: ${difference}` };
  }
  const difference = elementDifference(module, ours.patch, theirs.patchConstants, ({ kind }) => kind === 'patch');
  return difference === undefined ? 'same' : { difference: `patch: ${difference}` };
}
