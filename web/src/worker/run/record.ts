/** Runs four lanes of a shader with the interpreter and records what they do. */
import { openShaderFile } from 'dxlens';
import { disassemble } from 'dxlens/text';
import { createStepper, type Job, type JobDiagnostic, type RegisterWrite, run, type TraceEvent } from 'dxlens/vm';
import { type DebugTrace, LANES, REGISTER_WORDS, WRITE_TYPES, type WriteType } from '../../model/run/debug-trace.ts';
import { dispatchJob, type PixelPosition, quadJob, type RunSetup } from '../../model/run/job.ts';

/** Four lanes: those of a pixel or vertex, or threads of a compute shader. */
export type RecordPlace =
  | PixelPosition
  | { readonly group: readonly [number, number, number]; readonly thread: number };

export interface RecordResult {
  readonly trace: DebugTrace | undefined;
  readonly diagnostics: readonly JobDiagnostic[];
}

/** The maximum number of instructions of the recorded lanes. */
const MAX_STEPS = 100_000;
/** Instructions of one run. The groups before a thread run, too. */
const QUAD_LIMITS = { instructions: MAX_STEPS, memory: 2 ** 28, seconds: 30 };
const DISPATCH_LIMITS = { instructions: 20_000_000, memory: 2 ** 28, seconds: 30 };
/** Constants that are shown. */
const MAX_CONSTANTS = 256;

/** Records the lanes of a pixel or thread. */
export function recordLanes(setup: RunSetup, place: RecordPlace): RecordResult {
  const isThread = 'group' in place;
  const job = isThread ? dispatchJob(setup, DISPATCH_LIMITS) : quadJob(setup, place, QUAD_LIMITS);
  const quad = isThread ? quadOfThread(setup, place) : 0;
  const recorder = new Recorder(setup.bytes, isThread ? MAX_STEPS : QUAD_LIMITS.instructions);
  const errors = recorder.readInitial(job, isThread ? place.group : undefined, isThread ? place.thread >> 2 : 0);
  if (errors !== undefined) return { trace: undefined, diagnostics: errors };
  const { diagnostics } = run(job, { trace: (event) => event.quad === quad && recorder.add(event) });
  return { trace: recorder.finish(diagnostics), diagnostics };
}

/** Quads are numbered in the order in which they start: group after group. */
function quadOfThread(
  { plan, settings }: RunSetup,
  { group, thread }: Extract<RecordPlace, { readonly thread: number }>,
): number {
  const [x, y, z] = plan.groupSize;
  const perGroup = Math.ceil((x * y * z) / LANES);
  const [columns, rows] = settings.groups;
  return perGroup * (group[0] + columns * (group[1] + rows * group[2])) + (thread >> 2);
}

class Recorder {
  readonly #bytes: Uint8Array;
  readonly #limit: number;
  readonly #base: number;
  readonly #offsets: number[] = [];
  readonly #lanes: number[] = [];
  readonly #helpers: number[] = [];
  readonly #firstWrites: number[] = [];
  readonly #writeRegisters: number[] = [];
  readonly #writeMasks: number[] = [];
  #words = new Uint32Array(REGISTER_WORDS * 1024);
  readonly #registers = new Map<string, number>();
  readonly #initial: number[] = [];
  readonly #isInitial: boolean[] = [];
  #isFull = false;

  constructor(bytes: Uint8Array, limit: number) {
    this.#bytes = bytes;
    this.#limit = limit;
    this.#base = openShaderFile(bytes).programs[0]?.offset ?? 0;
  }

  /** Reads the registers that have values before the first step. Returns what is wrong with the job. */
  readInitial(
    job: Job,
    group: readonly [number, number, number] | undefined,
    quad: number,
  ): readonly JobDiagnostic[] | undefined {
    const { stepper, diagnostics } = createStepper(job, group === undefined ? {} : { group });
    if (stepper === undefined) return diagnostics;
    while (stepper.quad !== quad && stepper.step() === 'paused');
    for (const name of namedRegisters(this.#bytes)) {
      const words = stepper.words(name);
      if (words === undefined) continue;
      const index = this.#registerOf(name);
      this.#isInitial[index] = true;
      for (let component = 0; component < 4; component++)
        for (let lane = 0; lane < LANES; lane++)
          this.#initial[REGISTER_WORDS * index + LANES * component + lane] = words[lane]![component]!;
    }
    return undefined;
  }

  add({ at, lanes, helpers, writes }: TraceEvent): void {
    if (this.#offsets.length >= this.#limit) {
      this.#isFull = true;
      return;
    }
    this.#offsets.push(this.#base + 4 * at);
    this.#lanes.push(lanes);
    this.#helpers.push(helpers);
    this.#firstWrites.push(this.#writeRegisters.length);
    for (const write of writes) this.#addWrite(write);
  }

  #addWrite({ register, components, words, values }: RegisterWrite): void {
    const index = this.#writeRegisters.length;
    if (REGISTER_WORDS * (index + 1) > this.#words.length) {
      const larger = new Uint32Array(2 * this.#words.length);
      larger.set(this.#words);
      this.#words = larger;
    }
    let mask = WRITE_TYPES.indexOf(typeOfWrite(words, values)) << 8;
    for (const [i, letter] of [...components].entries()) {
      const component = 'xyzw'.indexOf(letter);
      mask |= 1 << component;
      for (const [lane, one] of words.entries()) {
        if (one === null) continue;
        mask |= 16 << lane;
        this.#words[REGISTER_WORDS * index + LANES * component + lane] = one[i]!;
      }
    }
    this.#writeRegisters.push(this.#registerOf(register));
    this.#writeMasks.push(mask);
  }

  #registerOf(name: string): number {
    const known = this.#registers.get(name);
    if (known !== undefined) return known;
    const index = this.#registers.size;
    this.#registers.set(name, index);
    this.#isInitial.push(false);
    for (let i = 0; i < REGISTER_WORDS; i++) this.#initial.push(0);
    return index;
  }

  finish(diagnostics: readonly JobDiagnostic[]): DebugTrace {
    const error = diagnostics.find(({ severity }) => severity === 'error');
    const count = this.#writeRegisters.length;
    return {
      offsets: Int32Array.from(this.#offsets),
      lanes: Uint8Array.from(this.#lanes),
      helpers: Uint8Array.from(this.#helpers),
      firstWrites: Uint32Array.from([...this.#firstWrites, count]),
      writeRegisters: Uint16Array.from(this.#writeRegisters),
      writeMasks: Uint16Array.from(this.#writeMasks),
      writeWords: this.#words.slice(0, REGISTER_WORDS * count),
      registers: [...this.#registers.keys()],
      initialWords: Uint32Array.from(this.#initial),
      isInitial: this.#isInitial,
      cutOff: this.#isFull ? `Only the first ${this.#limit} instructions are recorded.` : error?.message,
    };
  }
}

/** The type of a write: an integer type if its words equal the numbers. */
function typeOfWrite(words: RegisterWrite['words'], values: RegisterWrite['values']): WriteType {
  if (values === undefined) return 'any';
  const pairs = words.flatMap((one, lane) => (one ?? []).map((word, i) => [word, values[lane]?.[i]] as const));
  if (!pairs.every(([word, value]) => value === word || value === (word | 0))) return 'f32';
  // All words of 0 are the same in every type.
  if (pairs.every(([word]) => word === 0)) return 'any';
  return pairs.some(([, value]) => Number(value) < 0) ? 'i32' : 'u32';
}

/** Registers that may have values at first: inputs, then constants. */
const INPUT = /\b(?:[vt]\d+|vPos|vFace|vPrim|vCoverage|vInnerCoverage|vThread\w+)\b/g;
const CONSTANT = /\b(?:cb\d+|CB\d+\[\d+\])\[\d+\]|\b[cib]\d+\b/g;

/** The inputs and constants that the listing names. */
function namedRegisters(bytes: Uint8Array): readonly string[] {
  const inputs = new Set<string>();
  const constants = new Set<string>();
  for (const line of disassemble(bytes).text.split('\n')) {
    if (/^\s*\/\//.test(line)) continue;
    for (const [name] of line.matchAll(INPUT)) inputs.add(name);
    // Declarations have the size of a buffer where other instructions have a row.
    if (/^\s*dcl/.test(line)) continue;
    for (const [name] of line.matchAll(CONSTANT)) constants.add(name.replace(/^CB(\d+)\[\d+\]/, 'cb$1'));
  }
  return [...inputs, ...[...constants].slice(0, MAX_CONSTANTS)];
}
