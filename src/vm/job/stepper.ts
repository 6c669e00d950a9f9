/**
 * Runs a part of a job step by step, for debuggers: one thread group of a dispatch, or four vertices, pixels or other
 * lanes of a stage.
 *
 * Previous commands run completely. The command of the part ends where the chosen lanes begin, so later lanes of it
 * have not run.
 */
import { checkOptions } from '../../base/check-options.ts';
import type { JobNumber } from '../../base/shapes.ts';
import type { ComputeFault } from '../engine.ts';
import type { QuadFlow, QuadObserver } from '../quad-flow.ts';
import type { Sm1Quad } from '../sm1/quad.ts';
import { ThreadGroup } from '../sm4/compute.ts';
import type { Sm4Quad } from '../sm4/quad.ts';
import { prepareDispatch } from './commands/dispatch.ts';
import type { JobContext, JobObserver } from './context.ts';
import type { Job } from './job-shape.ts';
import { numberOfWord } from './numbers.ts';
import { readSm1Register, readSm4Register } from './register-values.ts';
import type { JobDiagnostic } from './report.ts';
import { prepareJob, runCommand } from './run.ts';
import type { JobHost, JobShader } from './shaders.ts';

/** Which part of a job is run step by step, and what the job needs from outside. */
export interface StepperOptions extends JobHost {
  /** Number of the command. Default: the first dispatch, draw or invocation. */
  readonly command?: number;
  /** The stage of a draw: `vs`, `ps` ... Default: any. */
  readonly stage?: string;
  /**
   * Which four lanes of the stage, in the order in which they start. With `pixel`, only those count that shade it.
   * Default: 0.
   */
  readonly quad?: number;
  /**
   * The pixel of a draw, x and y from the upper left: its lane is 1 where x is odd, plus 2 where y is odd. Selects the
   * stage `ps`.
   */
  readonly pixel?: readonly [number, number];
  /** The thread group of a dispatch. Default: the first. */
  readonly group?: readonly [number, number, number];
}

export interface StepperResult {
  readonly stepper?: Stepper;
  readonly diagnostics: readonly JobDiagnostic[];
}

export interface StepPosition {
  /** Number of the instruction, as diagnostics have it: the first declaration is 1. */
  readonly instruction: number;
  /** DWORD index of its token in the program. */
  readonly at: number;
  readonly mnemonic: string;
}

/**
 * Why a stepper stopped: after a step, at a breakpoint, at the end, at the limit of steps, or at a barrier that not all
 * threads reach.
 */
export type StepState = 'paused' | 'breakpoint' | 'ended' | 'limit' | 'fault';

/** Steps that one call executes at most. */
const DEFAULT_STEPS = 10_000_000;
const ALL = 15;

/** Thrown where the lanes begin that are run step by step. */
class Reached {
  constructor(
    readonly quad: Sm1Quad | Sm4Quad,
    readonly shader: JobShader,
  ) {}
}

/**
 * Makes a stepper for a part of a job.
 *
 * @param job as {@link run} takes it
 * @returns no stepper where the job is wrong, or where the part does not begin
 * @throws TypeError for an unknown option
 */
export function createStepper(job: Job, options: StepperOptions = {}): StepperResult {
  const { command, pixel, stage = pixel && 'ps', quad: skip = 0, group, ...host } = options;
  checkOptions(
    options,
    {
      command: 'number',
      stage: 'string',
      quad: 'number',
      pixel: 'object',
      group: 'object',
      readFile: 'function',
      assemble: 'function',
      compile: 'function',
      decodePng: 'function',
    },
    'createStepper',
  );
  const chosen = command ?? job.commands?.findIndex((one) => EXECUTING.has(one.command));
  const observer = new Selector(chosen, stage, pixel, skip);
  const { context, diagnostics } = prepareJob(job, host, observer);
  if (context === undefined) return { diagnostics };
  for (const [index, one] of job.commands.entries()) {
    if (context.report.hasErrors || index > chosen) break;
    if (index === chosen && one.command === 'dispatch') return groupStepper(context, one, index, group);
    try {
      runCommand(context, one, index);
    } catch (reached) {
      if (!(reached instanceof Reached)) throw reached;
      return { stepper: new Stepper(reached.shader, [reached.quad], undefined), diagnostics: context.report.list };
    }
  }
  return { diagnostics: context.report.list };
}

const EXECUTING: ReadonlySet<string> = new Set(['dispatch', 'draw', 'invoke']);

function groupStepper(
  context: JobContext,
  command: Extract<Job['commands'][number], { readonly command: 'dispatch' }>,
  index: number,
  group: readonly [number, number, number] = [0, 0, 0],
): StepperResult {
  const prepared = prepareDispatch({ ...context, observer: undefined }, command, index, ['commands', index]);
  const { list: diagnostics } = context.report;
  if (prepared === undefined || context.report.hasErrors) return { diagnostics };
  const threads = new ThreadGroup(prepared.shader.executable, prepared.bindings, group);
  return { stepper: new Stepper(prepared.shader, threads.quads as Sm4Quad[], threads), diagnostics };
}

/** Stops a command where the chosen quad begins. */
class Selector implements JobObserver {
  #left: number;

  constructor(
    private readonly command: number,
    private readonly stage: string | undefined,
    private readonly pixel: readonly [number, number] | undefined,
    skip: number,
  ) {
    this.#left = skip;
  }

  sm4(shader: JobShader, command: number): QuadObserver<never> {
    return this.#observer(shader, command);
  }

  sm1(shader: JobShader, command: number): QuadObserver<never> {
    return this.#observer(shader, command);
  }

  #observer(shader: JobShader, command: number): QuadObserver<never> {
    if (command !== this.command || (this.stage !== undefined && this.stage !== shader.stage)) return {};
    return {
      started: (quad) => {
        if (this.#shades(quad) && this.#left-- === 0) throw new Reached(quad as unknown as Sm1Quad | Sm4Quad, shader);
      },
    };
  }

  #shades({ pixels }: QuadFlow<never>): boolean {
    if (this.pixel === undefined) return true;
    const [x, y] = [this.pixel[0] - pixels.x, this.pixel[1] - pixels.y];
    return (x === 0 || x === 1) && (y === 0 || y === 1) && (pixels.lanes & (1 << (x + 2 * y))) !== 0;
  }
}

/** Executes instructions one by one; all its positions and registers are those of the current quad. */
export class Stepper {
  readonly shader: string;
  /** Numbers of instructions where {@link continue} and the other methods stop. */
  readonly breakpoints = new Set<number>();
  readonly #executable: JobShader['executable'];
  readonly #quads: readonly (Sm1Quad | Sm4Quad)[];
  readonly #group: ThreadGroup | undefined;
  #current = 0;
  #fault: ComputeFault | undefined;

  /** Not to be called: {@link createStepper} makes steppers. */
  constructor({ name, executable }: JobShader, quads: readonly (Sm1Quad | Sm4Quad)[], group: ThreadGroup | undefined) {
    this.shader = name;
    this.#executable = executable;
    this.#quads = quads;
    this.#group = group;
    for (const quad of quads) quad.unobserve();
  }

  get #quad(): Sm1Quad | Sm4Quad {
    return this.#quads[this.#current]!;
  }

  /** Number of the current quad of a thread group: its threads are four times the number and the next three. */
  get quad(): number {
    return this.#current;
  }

  get state(): 'paused' | 'ended' | 'fault' {
    if (this.#fault !== undefined) return 'fault';
    return this.#quads.some(({ state }) => state !== 'ended') ? 'paused' : 'ended';
  }

  /** The fault at a barrier; undefined without one. */
  get fault(): ComputeFault | undefined {
    return this.#fault;
  }

  /** The next instruction; undefined at the end. */
  get position(): StepPosition | undefined {
    return this.state === 'paused' ? this.#positionOf(this.#quad.nextStep) : undefined;
  }

  /** The calls that are under way, the outermost first. */
  get callStack(): readonly StepPosition[] {
    return this.#quad.calls.map((step) => this.#positionOf(step)).filter((one) => one !== undefined);
  }

  /**
   * Masks of lanes: those that run the next instruction, those that have not ended, those that are helpers or
   * discarded.
   */
  get lanes(): { readonly running: number; readonly live: number; readonly helpers: number } {
    const { masks, helpers } = this.#quad;
    return { running: masks.running & ALL, live: masks.live & ALL, helpers };
  }

  /**
   * Executes one instruction of the current quad; at a barrier or its end, the next quad of the group becomes the
   * current one.
   */
  step(): StepState {
    if (this.state !== 'paused') return this.state;
    const quad = this.#quad;
    do quad.run(1);
    while (quad.state === 'ready' && quad.nextStep === undefined);
    if (quad.state !== 'ready') this.#next();
    return this.state;
  }

  /** Executes one instruction; for a call, the entire subroutine. */
  stepOver(limit = DEFAULT_STEPS): StepState {
    const { length } = this.#quad.calls;
    const quad = this.#quad;
    return this.#until(limit, () => this.#quad !== quad || quad.calls.length <= length);
  }

  /** Executes the rest of the subroutine. */
  stepOut(limit = DEFAULT_STEPS): StepState {
    const { length } = this.#quad.calls;
    const quad = this.#quad;
    return this.#until(limit, () => this.#quad === quad && quad.calls.length < length);
  }

  /** Executes until the next instruction has a number, in any quad. */
  runTo(instruction: number, limit = DEFAULT_STEPS): StepState {
    return this.#until(limit, () => this.position?.instruction === instruction);
  }

  /** Executes until a breakpoint or the end. */
  continue(limit = DEFAULT_STEPS): StepState {
    return this.#until(limit, () => false);
  }

  #until(limit: number, isReached: () => boolean): StepState {
    for (let i = 0; i < limit; i++) {
      const state = this.step();
      if (state !== 'paused') return state;
      if (this.breakpoints.has(this.position?.instruction ?? -1)) return 'breakpoint';
      if (isReached()) return 'paused';
    }
    return 'limit';
  }

  /**
   * The words of a register of the current quad, by lane: `r0`, `v1`, `v[2][0]`, `o0`, `x0[3]`, `cb0[2]`, `icb[1]`,
   * `g0[4]` (four words from number 16 on), `vThreadID`; in models 1 to 3 `r0`, `t0`, `oC0`, `c5`, `i0`, `b0`.
   * Undefined for a register that the program does not have.
   */
  words(register: string): readonly (readonly number[])[] | undefined {
    const quad = this.#quad;
    const words = 'bindings' in quad ? readSm4Register(quad, register) : readSm1Register(quad, register);
    if (words === undefined) return undefined;
    return [0, 1, 2, 3].map((lane) => [0, 1, 2, 3].map((component) => words[4 * component + lane]!));
  }

  values(register: string, type: 'f32' | 'i32' | 'u32' = 'f32'): readonly (readonly JobNumber[])[] | undefined {
    return this.words(register)?.map((lane) => lane.map((word) => numberOfWord(word, type)));
  }

  /** Makes the quad current that goes on. */
  #next(): void {
    const turn = this.#group?.next(this.#current);
    if (turn === undefined) return;
    if (typeof turn === 'number') this.#current = turn;
    else this.#fault = turn;
  }

  #positionOf(step: ReturnType<() => Sm1Quad['nextStep'] | Sm4Quad['nextStep']>): StepPosition | undefined {
    if (step === undefined) return undefined;
    const { position } = step;
    const mnemonic = 'mnemonic' in step ? step.mnemonic : step.opcode;
    return { instruction: position + 1, at: this.#executable.program.starts[position]!, mnemonic };
  }
}
