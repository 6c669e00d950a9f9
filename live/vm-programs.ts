/**
 * Compares the interpreters with what Microsoft's compiler computes itself, live.
 *
 * A random function of exact arithmetic, with branches and loops, is compiled twice: of literals, which the compiler
 * folds to its result, and of constants from a buffer, which the interpreter runs. What the compiler does not fold is
 * counted and not compared. Exit status 1 if anything differs.
 */
import { type ExactFunction, type ExactLanguage, exactFunction } from '../smith/hlsl-exact.ts';
import { Random } from '../smith/random.ts';
import { openShaderFile } from '../src/file/shader-file.ts';
import { readSm1 } from '../src/isa/sm1/program.ts';
import { SM1_REGISTERS } from '../src/isa/sm1/registers.ts';
import { SM4_OPERAND_TYPES } from '../src/isa/sm4/operands.ts';
import { readSm4 } from '../src/isa/sm4/program.ts';
import { sm4Instructions } from '../src/isa/sm4/view.ts';
import { bitsOfFloat, floatOfBits } from '../src/numerics/conversion.ts';
import { Bindings } from '../src/vm/bindings.ts';
import { LANES } from '../src/vm/lanes.ts';
import { sm1Executable } from '../src/vm/sm1/executable.ts';
import { Sm1Interpreter } from '../src/vm/sm1/interpreter.ts';
import { sm4Executable } from '../src/vm/sm4/executable.ts';
import { Sm4Interpreter } from '../src/vm/sm4/interpreter.ts';
import { Oracle, OracleDied } from '../tools/oracle/client.ts';
import type { Values } from './comparisons.ts';

/** Instructions that a program may execute. */
const LIMIT = 1_000_000;
/** Optimization levels and flow control: each makes other programs of the same source. */
const FLAGS = [0, 0x1, 0x200, 0x400, 0x8000];
/**
 * Without optimization Microsoft's compiler writes wrong limits of loops for shader models 2 and 3: a limit of 1 is
 * read as `-c2.w`, where c2.w is 1, not -1.
 */
const UNOPTIMIZED = 0x4000;

/** The words of o0, if the program does nothing but move literals there. */
function literalResult(bytes: Uint8Array): number[] | undefined {
  const result: number[] = [];
  for (const { mnemonic, operands } of sm4Instructions(readSm4(openShaderFile(bytes).programs[0]!.words))) {
    if (mnemonic === undefined || mnemonic.startsWith('dcl_') || mnemonic === 'ret') continue;
    const [to, from] = operands;
    if (mnemonic !== 'mov' || to?.type !== 'output' || from?.type !== 'immediate32') return undefined;
    for (const component of to.selection.components) {
      const i = 'xyzw'.indexOf(component);
      result[i] = from.literal[from.literal.length === 1 ? 0 : i]!;
    }
  }
  return result.length === 4 ? result : undefined;
}

export async function run(values: Values<'vm-programs'>): Promise<void> {
  const random = new Random(values.seed);
  const language: ExactLanguage = values.models === '2-3' ? 'floats' : 'integers';
  const counts = { same: 0, different: 0, 'not folded': 0, 'not compiled': 0 };
  let executed = 0;
  let shown = 0;
  const oracle = await Oracle.start();
  for (let i = 0; i < values.count; i++) await compare(exactFunction(random, language));
  oracle.stop();
  console.log(
    `${Object.entries(counts)
      .map(([name, count]) => `${count} ${name}`)
      .join(', ')}; ${executed} instructions`,
  );
  process.exitCode = counts.different > 0 ? 1 : 0;

  async function compare(one: ExactFunction): Promise<void> {
    const profile =
      language === 'floats'
        ? random.pick(['ps_2_0', 'ps_2_a', 'ps_3_0', 'vs_3_0'])
        : random.pick(['ps_4_0', 'ps_5_0', 'vs_5_0', 'ps_5_1']);
    const flags = random.pick(language === 'floats' ? FLAGS : [...FLAGS, UNOPTIMIZED]);
    const folded = await compiled(one, profile, 0, true);
    const program = await compiled(one, profile, flags, false);
    if (folded === undefined || program === undefined) {
      counts['not compiled']++;
      return;
    }
    const theirs = language === 'floats' ? run1(folded, [0, 0, 0, 0]) : literalResult(folded);
    if (theirs === undefined) {
      counts['not folded']++;
      return;
    }
    const ours = language === 'floats' ? run1(program, one.floats) : run4(program, one);
    if (ours.every((word, i) => word === theirs[i])) {
      counts.same++;
      return;
    }
    counts.different++;
    if (shown++ < values.show)
      console.log(
        `${profile} flags ${flags}\n${one.source}a ${one.integers} b ${one.floats}\nours ${ours}, Microsoft's ${theirs}\n`,
      );
  }

  /** The program with arguments that are literals or constants; undefined where it does not compile. */
  async function compiled(
    { source, integers, floats }: ExactFunction,
    profile: string,
    flags: number,
    isLiteral: boolean,
  ): Promise<Uint8Array | undefined> {
    const semantic = profile.startsWith('ps')
      ? language === 'floats'
        ? 'COLOR'
        : 'SV_Target'
      : language === 'floats'
        ? 'POSITION'
        : 'RESULT';
    const b = isLiteral ? `float4(${floats.map((value) => value.toFixed(4)).join(', ')})` : 'cb_b';
    const a = isLiteral ? `int4(${integers.join(', ')})` : 'cb_a';
    const text =
      language === 'floats'
        ? `float4 cb_b : register(c0);\n${source}float4 main() : ${semantic} { return f(${b}); }\n`
        : `cbuffer C : register(b0) { int4 cb_a; float4 cb_b; };\n${source}uint4 main() : ${semantic} { return f(${a}, ${b}); }\n`;
    try {
      const { hr, output } = await oracle.compile(text, 'main', profile, { flags });
      return hr === 0 ? output : undefined;
    } catch (error) {
      if (error instanceof OracleDied) return undefined;
      throw error;
    }
  }

  function run4(bytes: Uint8Array, { integers, floats }: ExactFunction): number[] {
    const executable = sm4Executable(readSm4(openShaderFile(bytes).programs[0]!.words));
    const bindings = new Bindings();
    bindings.constantBuffers.set(
      0,
      Uint32Array.from([...integers.map((value) => value >>> 0), ...floats.map(bitsOfFloat)]),
    );
    const quad = new Sm4Interpreter(executable, bindings);
    quad.start(1, 0, executable.parts[0]!.end);
    quad.run(LIMIT);
    executed += quad.executed;
    const { words } = quad.files[SM4_OPERAND_TYPES.output.code]!;
    return [0, 1, 2, 3].map((i) => words[i * LANES]!);
  }

  /** The floats of the first output, zeros of either sign alike. */
  function run1(bytes: Uint8Array, floats: readonly number[]): number[] {
    const program = readSm1(openShaderFile(bytes).programs[0]!.words);
    const executable = sm1Executable(program);
    const quad = new Sm1Interpreter(executable, {
      floats: new Uint32Array(Float32Array.from(floats).buffer),
      integers: new Int32Array(0),
      booleans: [],
    });
    quad.start(1, 0, executable.mainEnd);
    quad.run(LIMIT);
    executed += quad.executed;
    const name = program.stage === 'ps' ? 'colorOut' : 'outputOrTexCoordOut';
    const { words } = quad.files[SM1_REGISTERS[name].code]!;
    return [0, 1, 2, 3].map((i) => floatOfBits(words[i * LANES]!) + 0);
  }
}
