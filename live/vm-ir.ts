/**
 * Compares lowered programs with the interpreter.
 *
 * Programs run in the interpreter (src/vm) and, lowered, in the evaluator (src/ir), on random inputs: small exact
 * numbers and special values in turn; with `--passes` after each pass that changes the module, too; with `--engine
 * wasm` as WebAssembly instead (src/vm/wasm); with `--engine translation` as WebAssembly of `translate`, which runs by
 * its map. All results must have equal bits, and modules must break no rule. The programs are
 *
 * - `runnable`: random ones that the validator accepts, made to run; `tokens`: not made to run; half of them cannot
 *   be compared
 * - `fixtures`: every compiled fixture
 * - `damaged`: fixtures and random programs with changes; those that the validator rejects are lowered only
 * - `hlsl`: what Microsoft's compiler makes of random HLSL of all stages and of the sources of the fixtures with
 *   other flags
 *
 * `--reduce` removes instructions from a program that differs while it does, and prints what remains. `--seconds` ends
 * a run early. Exit status 1 if anything differs.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RECORDED, readProvenance } from '../fixtures/recorded.ts';
import { moduleFingerprint } from '../smith/checks/ir-fingerprint.ts';
import { type TranslatedWasm, translatedWasm } from '../smith/checks/translated-wasm.ts';
import { ProgramRuns } from '../smith/checks/vm-ir.ts';
import { Random } from '../smith/random.ts';
import { isValidSm4, programContainer, reduceSm4 } from '../smith/reduce-sm4.ts';
import { damagedContainer } from '../smith/sm4-damage.ts';
import { programsIn } from '../smith/sm4-programs.ts';
import { runnableProgram, type ValidProgram, validProgram } from '../smith/sm4-valid.ts';
import { bytesOf } from '../src/base/words.ts';
import { TAG } from '../src/container/tags.ts';
import { serializeContainer } from '../src/container/write.ts';
import { IR_PASSES, type IrModule, printIr, runPasses, verifyIr } from '../src/ir/index.ts';
import { readSm4, type Sm4Program } from '../src/isa/sm4/program.ts';
import { lowerSm4 } from '../src/lower/index.ts';
import { disassemble } from '../src/text/index.ts';
import { Oracle } from '../tools/oracle/client.ts';
import type { Values } from './comparisons.ts';
import { type CompiledShader, compiledProgram } from './compiled-shaders.ts';

/** Of the runs in turn. */
const MODES = ['dyadic', 'special'] as const;

/** The largest fixture that is damaged, and how often each program is. */
const MAX_DAMAGED_BYTES = 20_000;
const CHANGES_OF_ONE = 8;

/** Programs that the compiler works on while others are compared. */
const COMPILED_AHEAD = 8;

const LAST_PASS = IR_PASSES.at(-1)!.name;

interface Fault {
  readonly kind: 'different' | 'invalid';
  readonly text: string;
}

/** A container with nothing but a program. */
function containerOf(words: Uint32Array): Uint8Array {
  return serializeContainer([{ tag: TAG.SHEX, data: bytesOf(words) }]);
}

interface CheckOptions {
  readonly maxRuns?: number | undefined;
  readonly isChanged?: boolean;
  readonly translated?: TranslatedWasm | undefined;
}

export async function run(values: Values<'vm-ir'>): Promise<void> {
  const counts = new Map<string, number>();
  let shown = 0;
  const end = values.seconds > 0 ? Date.now() + 1000 * values.seconds : 0;
  const first = values.seed;
  const last = first + values.count;
  if (values.kind === 'fixtures') fixtures();
  else if (values.kind === 'hlsl') await compiled();
  else if (values.kind === 'damaged') damaged();
  else tokens(values.kind === 'tokens' ? validProgram : runnableProgram);
  console.log(Array.from(counts, ([name, count]) => `${count} ${name}`).join(', '));
  process.exitCode =
    (counts.get('different') ?? 0) + (counts.get('refused') ?? 0) + (counts.get('invalid') ?? 0) > 0 ? 1 : 0;

  function count(what: string, times = 1): void {
    counts.set(what, (counts.get(what) ?? 0) + times);
  }

  function fault(kind: string, name: string, text: string): void {
    count(kind);
    if (shown++ < values.show) console.log(`${name}: ${kind}: ${text}`);
  }

  /** Compares a program: lowered, and after each pass that changed it. */
  function compare(name: string, words: Uint32Array, seed: number, container?: Uint8Array): void {
    const program = readSm4(words);
    if (program.stage === 'lib') return;
    count('programs');
    const { module, diagnostics } = lowerSm4(program);
    if (module === undefined) {
      if (values.kind === 'damaged') count(`refused with ${diagnostics[0]!.code}`);
      else fault('refused', name, diagnostics[0]!.message);
      return;
    }
    const translated = values.engine === 'translation' ? translatedWasm(containerOf(words)) : undefined;
    if (typeof translated === 'string') {
      count(`not translated (${translated})`);
      return;
    }
    const result = differences(program, module, seed, translated);
    for (const [outcome, times] of result.outcomes) count(outcome, times);
    if (result.fault === undefined) return;
    fault(result.fault.kind, `${name} (${program.stage})`, result.fault.text);
    if (values.reduce && container !== undefined && shown <= values.show) showReduced(container, seed);
  }

  /** Runs of a module and, with `--passes`, of what each pass makes of it, up to the first fault. */
  function differences(
    program: Sm4Program,
    module: IrModule,
    seed: number,
    translated?: TranslatedWasm,
  ): { outcomes: Map<string, number>; fault: Fault | undefined } {
    const runs = new ProgramRuns(program);
    const outcomes = new Map<string, number>();
    let fault = check(runs, module, seed, outcomes, { translated });
    if (!values.passes || values.engine !== 'evaluator' || fault !== undefined) return { outcomes, fault };
    // Known class instances hold for the first run only.
    const instances = seed % 3 === 1 ? runs.instances(seed * 16, MODES[seed % 2]!) : undefined;
    const isSpecialized = instances !== undefined && instances.size > 0;
    let before = moduleFingerprint(module);
    let isUntested = false;
    runPasses(module, {
      scalar: seed % 4 > 1,
      ...(isSpecialized && { instances }),
      afterEach: (pass) => {
        if (fault !== undefined) return;
        const now = moduleFingerprint(module);
        if (now === before && !(isUntested && pass === LAST_PASS)) return;
        before = now;
        // Of the many damaged programs, only the first and the last module run.
        const maxRuns = values.kind === 'damaged' && pass !== LAST_PASS ? 0 : isSpecialized ? 1 : undefined;
        isUntested = maxRuns === 0;
        const found = check(runs, module, seed, outcomes, { maxRuns, isChanged: true });
        if (found !== undefined) fault = { ...found, text: `after ${pass}: ${found.text}` };
      },
    });
    return { outcomes, fault };
  }

  /**
   * Verifies a module and compares its runs; `isChanged` by a pass, which may take a value of an uninitialized register
   * for another.
   */
  function check(
    runs: ProgramRuns,
    module: IrModule,
    seed: number,
    outcomes: Map<string, number>,
    { maxRuns = values.runs, isChanged = false, translated }: CheckOptions = {},
  ): Fault | undefined {
    const broken = verifyIr(module);
    if (broken.length > 0) return { kind: 'invalid', text: broken[0]!.message };
    for (let run = 0; run < maxRuns; run++) {
      const of = [seed * 16 + run, MODES[(seed + run) % 2]!] as const;
      const result =
        translated !== undefined
          ? runs.compareTranslated(module, translated, ...of)
          : values.engine === 'wasm'
            ? runs.compareWasm(module, ...of)
            : runs.compare(module, ...of);
      if (typeof result !== 'string' && 'obstacle' in result) {
        outcomes.set(`not compiled (${result.obstacle})`, 1);
        return undefined;
      }
      const isFault = typeof result !== 'string' && !(isChanged && runs.dependsOnUninitialized(...of));
      if (isFault) return { kind: 'different', text: `run ${run}: ${result.difference}` };
      const outcome = typeof result === 'string' ? result : 'uninitialized';
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    }
    return undefined;
  }

  /** Prints the smallest program that still differs, and its module. */
  function showReduced(container: Uint8Array, seed: number): void {
    const isDifferent = (words: Uint32Array) => {
      const program = readSm4(words);
      const { module } = lowerSm4(program);
      return module !== undefined && differences(program, module, seed).fault !== undefined;
    };
    const reduced = reduceSm4(container, isDifferent);
    console.log(disassemble(reduced).text);
    console.log(printIr(lowerSm4(readSm4(programContainer(reduced)!.words)).module!));
  }

  /** Whether the time for this run is over. */
  function isLate(): boolean {
    return end > 0 && Date.now() > end;
  }

  function tokens(programOf: (random: Random) => ValidProgram): void {
    for (let seed = first; seed < last && !isLate(); seed++) {
      const { words, bytes } = programOf(new Random(seed));
      compare(`seed ${seed}`, words, seed, bytes);
    }
  }

  /** Containers of the fixtures and of random programs, which are damaged. */
  function damaged(): void {
    const bases = readProvenance().flatMap(({ id }) => {
      const bytes = new Uint8Array(readFileSync(join(RECORDED, `${id}.bin`)));
      return programContainer(bytes) === undefined || bytes.length > MAX_DAMAGED_BYTES ? [] : [bytes];
    });
    for (let seed = first; seed < last && !isLate(); seed++) {
      const random = new Random(seed);
      const base = random.oneIn(3) ? random.pick(bases) : runnableProgram(random).bytes;
      // Most programs have space for several changes that the validator accepts.
      for (let change = 0; change < CHANGES_OF_ONE; change++)
        damage(base, random, `seed ${seed}, change ${change}`, seed);
    }
  }

  function damage(base: Uint8Array, random: Random, name: string, seed: number): void {
    const bytes = damagedContainer(base, random)?.bytes;
    const words = bytes && programContainer(bytes)?.words;
    if (words === undefined) return;
    if (isValidSm4(bytes!)) {
      count('accepted');
      compare(name, words, seed, bytes);
      return;
    }
    count('rejected');
    // Without a meaning that could be compared: a module keeps the rules or there is none.
    const { module } = lowerSm4(readSm4(words));
    if (module === undefined) return;
    count('lowered though rejected');
    let where = 'lowered';
    let broken = verifyIr(module);
    runPasses(module, {
      afterEach: (pass) => {
        if (broken.length > 0) return;
        broken = verifyIr(module);
        where = `after ${pass}`;
      },
    });
    if (broken.length > 0) fault('invalid', `${name}, rejected`, `${where}: ${broken[0]!.message}`);
  }

  function fixtures(): void {
    for (const { id } of readProvenance().filter(({ how }) => how === 'compiled'))
      for (const words of programsIn(new Uint8Array(readFileSync(join(RECORDED, `${id}.bin`)))))
        compare(id, words, first);
  }

  async function compiled(): Promise<void> {
    const oracle = await Oracle.start();
    const ahead: Promise<CompiledShader | undefined>[] = [];
    let next = first;
    for (let seed = first; seed < last && !isLate(); seed++) {
      for (; next < last && next < seed + COMPILED_AHEAD; next++) ahead.push(compiledProgram(oracle, new Random(next)));
      const bytes = (await ahead.shift())?.bytes;
      const containers = bytes === undefined ? [] : programsIn(bytes);
      if (containers.length === 0) count('not compiled');
      for (const words of containers) compare(`seed ${seed}`, words, seed, bytes);
    }
    oracle.stop();
  }
}
