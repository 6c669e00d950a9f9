/**
 * Targets of the intermediate form: the parser of its text, and lowering of damaged programs; both with the verifier,
 * the printer, all passes, the evaluator and WebAssembly after them.
 *
 * Not for: whether results are right (live/vm-ir.ts).
 */

import { randomModule } from '../../../smith/ir-module.ts';
import type { Random } from '../../../smith/random.ts';
import { programContainer } from '../../../smith/reduce-sm4.ts';
import { damagedContainer } from '../../../smith/sm4-damage.ts';
import { runnableProgram } from '../../../smith/sm4-valid.ts';
import { bytesOf, wordsOf } from '../../../src/base/words.ts';
import { emitWasm, wasmObstacle } from '../../../src/emit/wasm/emit-wasm.ts';
import { PLAN_ADDRESS, REGISTER_BYTES } from '../../../src/emit/wasm/plan.ts';
import { evaluateQuad, type IrModule, parseIr, printIr, runPasses, verifyIr } from '../../../src/ir/index.ts';
import { readSm4 } from '../../../src/isa/sm4/program.ts';
import { lower, lowerSm4 } from '../../../src/lower/index.ts';
import { damaged } from '../change.ts';
import { pickSmall, pooled, programs } from '../corpus.ts';
import { checkSpans, type Outcome, targets } from '../target.ts';
import { changedProgram, changedShader, damagedShader } from './bytes.ts';

/** Operations that an evaluation may take. */
const OPERATIONS = 2000;
/** Values that replace others. */
// biome-ignore format: one line a topic
const VALUES = [
  '0', '-1', '1', '2', '3', '4', '255', '65536', '2147483647', '4294967295', '-2147483648', '1e9', '1e300', '0.5', 'null', 'true', '"x"', '[]', '{}',
  '[0,0,0]', '"__proto__"', '%0', '%1', '%999999', '$0', '$1', '$99', 'f32', 'u32x4', 'b32', 'bool', 'f64x2', 'none', 'i32x3~16', '<0.x>', '<0>',
  '<-1>', '<x>', '<99.w>', '@0', '@4294967295', '@1e9', 'precise', 'case 0', 'case default', 'false', '0x7fc00000', '%0.x', '%1.w', '{', '}', '{ }',
];
// biome-ignore format: one line a topic
const LINES = [
  '}', '} else {', '} next (%900:u32) {', '} case 1 {', 'fn 1 subroutine f (%901:u32) -> u32 {', 'fn 0 main main {', 'return', 'unreachable',
  'exit $0', 'continue $0', 'repeat $0', 'if $9 %0 {', 'loop $9 {', 'block $9 {', 'switch $9 %0 case 0 {', 'shader cs version=[5,0] profile="x"',
  'constants 1 2 3 4', 'variable 0 rows=4 components=4', 'access 0 binding=0', 'output 0 kind="vertex" register=0 mask=15', '%902:u32 = const 1',
  'call<0>', '%903:f32 = deriv.x %0', 'discard %0', 'emit<0>', 'barrier',
];

const moduleText = pooled((random: Random): string => {
  if (random.oneIn(2)) return printIr(randomModule(random, random.between(5, 40)));
  const words = random.oneIn(2) ? runnableProgram(random).words : wordsOf(pickSmall(random, programs));
  const { module } = lowerSm4(readSm4(words));
  return module === undefined ? '' : printIr(module);
});

/** The text of a module with values, words and lines changed. */
function changedModule(random: Random): Uint8Array {
  const lines = moduleText(random).split('\n');
  for (let i = random.between(0, 4); i > 0; i--) {
    const at = random.below(lines.length);
    switch (random.below(8)) {
      case 0:
        lines.splice(at, 1);
        break;
      case 1:
        lines.splice(at, 0, lines[random.below(lines.length)] ?? '');
        break;
      case 2:
        lines.splice(at, 0, random.pick(LINES));
        break;
      default:
        if (lines.length > 0) lines[at] = changedLine(lines[at]!, random);
    }
  }
  const text = lines.join('\n');
  return random.oneIn(4) ? damaged(text, random) : new TextEncoder().encode(text);
}

/** One word of a line is another one. */
function changedLine(line: string, random: Random): string {
  const words = [...line.matchAll(/[%$@<]?-?[\w.]+>?|"[^"]*"|\[[^\]]*\]/g)];
  if (words.length === 0) return random.pick(LINES);
  const word = random.pick(words);
  const number = Number(word[0]);
  const near = Number.isInteger(number) ? String(number + random.between(-2, 2)) : random.pick(words)[0];
  const value = random.oneIn(2) ? near : random.pick(VALUES);
  return line.slice(0, word.index) + value + line.slice(word.index + word[0].length);
}

/** A damaged program: words changed at random, or fields and instructions of a valid one. */
const validContainer = pooled((random: Random) => runnableProgram(random).bytes);
function damagedProgram(random: Random): Uint8Array {
  if (random.oneIn(3)) return changedProgram(random);
  const bytes = damagedContainer(validContainer(random), random)?.bytes;
  const words = bytes && programContainer(bytes)?.words;
  return words === undefined ? changedProgram(random) : bytesOf(words);
}

/** A damaged program, or a damaged file with shaders of any model. */
function damagedFile(random: Random): Uint8Array {
  return random.pick([damagedProgram, damagedProgram, damagedShader, changedShader])(random);
}

/** Checks a module that breaks no rule: its text, and what passes make of it. */
function checkModule(module: IrModule): number {
  const text = printIr(module);
  const again = parseIr(text);
  if (again.diagnostics.length > 0) throw new Error(`not read back: ${again.diagnostics[0]!.message}`);
  if (printIr(again.module) !== text) throw new Error('another text');
  evaluate(module);
  runPasses(module, {
    legacy: text.length % 3 === 0,
    scalar: text.length % 2 === 0,
    afterEach: (pass) => {
      const [fault] = verifyIr(module);
      if (fault !== undefined) throw new Error(`after ${pass}: ${fault.message}`);
    },
  });
  evaluate(module);
  checkWasm(module);
  return text.length;
}

/** Registers, two vertices of them, where WebAssembly has all inputs and outputs. */
const FILE = { address: PLAN_ADDRESS, registers: 8, vertices: 2 };

/** Checks that a module is WebAssembly, or that there is a reason why not. */
function checkWasm(module: IrModule): void {
  if (module.functions.length === 0 || wasmObstacle(module) !== undefined) return;
  const files = (list: readonly unknown[]) => list.map(() => FILE);
  const { bytes } = emitWasm(module, {
    inputs: files(module.inputs),
    outputs: files(module.outputs),
    inputRanges: files(module.inputRanges),
    outputRanges: files(module.outputRanges),
    end: PLAN_ADDRESS + FILE.registers * FILE.vertices * REGISTER_BYTES,
    hasBuffers: module.stage === 'cs',
  });
  if (!WebAssembly.validate(bytes)) throw new Error('no valid WebAssembly');
}

function evaluate(module: IrModule): void {
  if (module.functions.length > 0) evaluateQuad(module, {}, { maxOps: OPERATIONS });
}

export const IR_TARGETS = targets({
  irText: {
    input: changedModule,
    run: (bytes): Outcome => {
      const text = new TextDecoder().decode(bytes);
      const { module, diagnostics } = parseIr(text);
      checkSpans(diagnostics, text.length);
      // The module that was read from a damaged text can be checked, too.
      const faults = verifyIr(module);
      let size = printIr(module).length >> 3;
      if (diagnostics.length === 0 && faults.length === 0) size += checkModule(module) >> 3;
      return { size, diagnostics: diagnostics.length };
    },
  },
  lower: {
    input: damagedFile,
    run: (bytes): Outcome => {
      const { module, diagnostics } = lower(bytes);
      checkSpans(diagnostics, bytes.byteLength);
      if (module === undefined) {
        if (diagnostics.length === 0) throw new Error('no module and no diagnostics');
        return { size: 0, diagnostics: diagnostics.length };
      }
      const [fault] = verifyIr(module);
      if (fault !== undefined) throw new Error(fault.message);
      return { size: checkModule(module) >> 3, diagnostics: diagnostics.length };
    },
  },
});
