/**
 * Compares the arithmetic of `base/numerics` with what Microsoft's compiler folds, live.
 *
 * Each result is one operation on literals; the compiler writes it as a literal of the program. With `--vm`, ours is
 * what the interpreter computes for the same expression on constants of a buffer, which the compiler cannot fold. What
 * it does not fold is counted and not compared. Exceptions, where the folder is known to differ from Direct3D's own
 * rules, are rows of `OPERATIONS` with the reason; they are counted apart. Exit status 1 if anything else differs.
 */
import { Random } from '../smith/random.ts';
import { bytesOf } from '../src/base/words.ts';
import { openShaderFile } from '../src/file/shader-file.ts';
import { SM4_OPERAND_TYPES } from '../src/isa/sm4/operands.ts';
import { readSm4 } from '../src/isa/sm4/program.ts';
import { sm4Instructions } from '../src/isa/sm4/view.ts';
import * as conversion from '../src/numerics/conversion.ts';
import * as exponential from '../src/numerics/exponential.ts';
import * as float from '../src/numerics/float.ts';
import * as integer from '../src/numerics/integer.ts';
import * as trigonometry from '../src/numerics/trigonometry.ts';
import { Bindings } from '../src/vm/bindings.ts';
import { LANES } from '../src/vm/lanes.ts';
import { sm4Executable } from '../src/vm/sm4/executable.ts';
import { Sm4Interpreter } from '../src/vm/sm4/interpreter.ts';
import { Oracle, OracleDied } from '../tools/oracle/client.ts';
import type { Values } from './comparisons.ts';

/** Results of one shader: eight targets of four components. */
const RESULTS = 32;
const BATCH = 16;
/** Instructions that the interpreter may execute for one shader. */
const VM_LIMIT = 100_000;

interface Operation {
  /** The types of the operands: float, unsigned, signed. */
  readonly operands: string;
  /** The HLSL expression of literals; its value is a uint. */
  readonly hlsl: (...operands: string[]) => string;
  readonly ours: (...bits: number[]) => number;
  /** Distance in units of the last place that is allowed; 0 for an exact operation. */
  readonly tolerance?: number;
  /** Why results of these operands are not compared; undefined for those that are. */
  readonly exception?: (...bits: number[]) => string | undefined;
}

const isSubnormal = (bits: number) => (bits & 0x7f80_0000) === 0 && (bits & 0x7f_ffff) !== 0;
const isZero = (bits: number) => (bits & 0x7fff_ffff) === 0;
const isNaNBits = (bits: number) => (bits & 0x7fff_ffff) > 0x7f80_0000;
const SUBNORMALS = 'subnormal operands: the folder keeps some';
const ZERO_SIGN = 'the sign of zero';
const subnormal = (...bits: number[]) => {
  if (bits.includes(0x8000_0000)) return 'an operand -0: the folder drops its sign';
  return bits.some(isSubnormal) ? SUBNORMALS : undefined;
};

function fromLowest(bit: number): number {
  return bit === integer.NOT_FOUND ? bit : 31 - bit;
}

const SPECIAL = [
  0, 0x8000_0000, 0x3f80_0000, 0xbf80_0000, 0x7f80_0000, 0xff80_0000, 0x7fc0_0000, 0x7f7f_ffff, 0xff7f_ffff,
  0x0080_0000, 0x8080_0000, 1, 0x3f00_0000, 0xbf00_0000, 0x4020_0000, 0x4f00_0000, 0x4f80_0000, 0xcf00_0000,
  0x3f7f_ffff,
];
const SPECIAL_INTEGERS = [0, 1, 2, 31, 32, 33, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff, 0xffff, 0x1_0000, 0xfffe];

function literal(type: string, bits: number): string {
  if (type === 'f' || type === 's') return `asfloat(0x${bits.toString(16)}u)`;
  return type === 'i' ? `asint(0x${bits.toString(16)}u)` : `0x${bits.toString(16)}u`;
}

interface Sample {
  readonly name: string;
  readonly operation: Operation;
  readonly bits: readonly number[];
}

function isSame(ours: number, theirs: number, tolerance: number | undefined): boolean {
  if (ours === theirs) return true;
  if (tolerance === undefined && !(isNaNBits(ours) && isNaNBits(theirs))) return false;
  return (isNaNBits(ours) && isNaNBits(theirs)) || Math.abs((ours | 0) - (theirs | 0)) <= (tolerance ?? 0);
}

export async function run(values: Values<'numerics'>): Promise<void> {
  const f = conversion.floatOfBits;
  const b = conversion.bitsOfFloat;

  /** A function of floats as one of bits. */
  const ofFloats =
    (call: (...operands: number[]) => number) =>
    (...bits: number[]) =>
      b(call(...bits.map(f)));

  const OPERATIONS: Readonly<Record<string, Operation>> = {
    add: { operands: 'ff', hlsl: (x, y) => `asuint(${x} + ${y})`, ours: ofFloats(float.add), exception: subnormal },
    mul: {
      operands: 'ff',
      hlsl: (x, y) => `asuint(${x} * ${y})`,
      ours: ofFloats(float.multiply),
      exception: subnormal,
    },
    div: {
      operands: 'ff',
      hlsl: (x, y) => `asuint(${x} / ${y})`,
      ours: ofFloats(float.divide),
      exception: (x, y) => (isZero(y!) ? 'division by a literal zero' : subnormal(x!, y!)),
    },
    min: {
      operands: 'ff',
      hlsl: (x, y) => `asuint(min(${x}, ${y}))`,
      ours: ofFloats(float.minimum),
      exception: subnormal,
    },
    max: {
      operands: 'ff',
      hlsl: (x, y) => `asuint(max(${x}, ${y}))`,
      ours: ofFloats(float.maximum),
      exception: subnormal,
    },
    lt: {
      operands: 'ff',
      hlsl: (x, y) => `(${x} < ${y}) ? 1 : 0`,
      ours: (x, y) => Number(float.isLess(f(x!), f(y!))),
      exception: subnormal,
    },
    ge: {
      operands: 'ff',
      hlsl: (x, y) => `(${x} >= ${y}) ? 1 : 0`,
      ours: (x, y) => Number(float.isGreaterOrEqual(f(x!), f(y!))),
      exception: subnormal,
    },
    eq: {
      operands: 'ff',
      hlsl: (x, y) => `(${x} == ${y}) ? 1 : 0`,
      ours: (x, y) => Number(float.isEqual(f(x!), f(y!))),
      exception: subnormal,
    },
    ne: {
      operands: 'ff',
      hlsl: (x, y) => `(${x} != ${y}) ? 1 : 0`,
      ours: (x, y) => Number(float.isNotEqual(f(x!), f(y!))),
      exception: subnormal,
    },
    rcp: {
      operands: 'f',
      hlsl: (x) => `asuint(rcp(${x}))`,
      ours: ofFloats(float.reciprocal),
      tolerance: 1,
      exception: subnormal,
    },
    rsq: {
      operands: 'f',
      hlsl: (x) => `asuint(rsqrt(${x}))`,
      ours: ofFloats(float.reciprocalSquareRoot),
      tolerance: 1,
      exception: subnormal,
    },
    sqrt: { operands: 'f', hlsl: (x) => `asuint(sqrt(${x}))`, ours: ofFloats(float.squareRoot), exception: subnormal },
    exp2: {
      operands: 's',
      hlsl: (x) => `asuint(exp2(${x}))`,
      ours: ofFloats(exponential.exp2),
      tolerance: 4,
      exception: subnormal,
    },
    log2: {
      operands: 'f',
      hlsl: (x) => `asuint(log2(${x}))`,
      ours: ofFloats(exponential.log2),
      tolerance: 4,
      exception: subnormal,
    },
    sin: {
      operands: 's',
      hlsl: (x) => `asuint(sin(${x}))`,
      ours: ofFloats(trigonometry.sine),
      tolerance: 4,
      exception: subnormal,
    },
    cos: {
      operands: 's',
      hlsl: (x) => `asuint(cos(${x}))`,
      ours: ofFloats(trigonometry.cosine),
      tolerance: 4,
      exception: subnormal,
    },
    frac: {
      operands: 'f',
      hlsl: (x) => `asuint(frac(${x}))`,
      ours: ofFloats(float.fraction),
      exception: (x) =>
        f(x!) < 0 && f(x!) > -(2 ** -24) ? 'frc of tiny negative numbers: the folder gives 1' : subnormal(x!),
    },
    floor: { operands: 'f', hlsl: (x) => `asuint(floor(${x}))`, ours: ofFloats(float.floor), exception: subnormal },
    ceil: { operands: 'f', hlsl: (x) => `asuint(ceil(${x}))`, ours: ofFloats(float.ceiling), exception: subnormal },
    trunc: {
      operands: 'f',
      hlsl: (x) => `asuint(trunc(${x}))`,
      ours: ofFloats(float.truncate),
      exception: (x) =>
        Math.abs(f(x!)) < 2 ** 31 ? subnormal(x!) : 'trunc of large numbers: the folder goes through int',
    },
    round: {
      operands: 'f',
      hlsl: (x) => `asuint(round(${x}))`,
      ours: ofFloats(float.roundToEven),
      exception: (x) =>
        Math.abs(f(x!)) % 1 === 0.5 ? 'round_ne of ties: the folder rounds away from zero' : subnormal(x!),
    },
    saturate: {
      operands: 'f',
      hlsl: (x) => `asuint(saturate(${x}))`,
      ours: ofFloats(float.saturate),
      exception: subnormal,
    },
    ftoi: { operands: 'f', hlsl: (x) => `asuint((int)${x})`, ours: (x) => conversion.floatToSigned(f(x!)) },
    ftou: { operands: 'f', hlsl: (x) => `(uint)${x}`, ours: (x) => conversion.floatToUnsigned(f(x!)) },
    itof: { operands: 'i', hlsl: (x) => `asuint((float)${x})`, ours: (x) => b(conversion.signedToFloat(x!)) },
    utof: { operands: 'u', hlsl: (x) => `asuint((float)${x})`, ours: (x) => b(conversion.unsignedToFloat(x!)) },
    f32tof16: {
      operands: 'f',
      hlsl: (x) => `f32tof16(${x})`,
      ours: (x) => conversion.floatToHalf(f(x!)),
      exception: (x) => (isNaNBits(x!) ? 'the payload of NaN' : subnormal(x!)),
    },
    f16tof32: { operands: 'h', hlsl: (x) => `asuint(f16tof32(${x}))`, ours: (x) => b(conversion.halfToFloat(x!)) },
    iadd: { operands: 'uu', hlsl: (x, y) => `${x} + ${y}`, ours: (x, y) => integer.addInteger(x!, y!) },
    ineg: { operands: 'u', hlsl: (x) => `asuint(-asint(${x}))`, ours: (x) => integer.negateInteger(x!) },
    imul: {
      operands: 'uu',
      hlsl: (x, y) => `${x} * ${y}`,
      ours: (x, y) => integer.multiplyLow(x!, y!),
      exception: (x, y) => (x! * y! > 2 ** 53 ? 'products beyond 2^53: the folder has float64' : undefined),
    },
    udiv: {
      operands: 'uu',
      hlsl: (x, y) => `${x} / ${y}`,
      ours: (x, y) => integer.divideUnsigned(x!, y!),
      exception: (x, y) =>
        x! >= 2 ** 31 && y! >= 2 ** 31 ? 'udiv of two numbers from 2^31 on: the folder rounds' : undefined,
    },
    umod: {
      operands: 'uu',
      hlsl: (x, y) => `${x} % ${y}`,
      ours: (x, y) => integer.remainderUnsigned(x!, y!),
      exception: (_, y) => (y === 0 ? 'division by a literal zero' : undefined),
    },
    ishl: { operands: 'uu', hlsl: (x, y) => `${x} << ${y}`, ours: (x, y) => integer.shiftLeft(x!, y!) },
    ushr: { operands: 'uu', hlsl: (x, y) => `${x} >> ${y}`, ours: (x, y) => integer.shiftRightUnsigned(x!, y!) },
    ishr: { operands: 'iu', hlsl: (x, y) => `asuint(${x} >> ${y})`, ours: (x, y) => integer.shiftRightSigned(x!, y!) },
    imin: { operands: 'ii', hlsl: (x, y) => `asuint(min(${x}, ${y}))`, ours: (x, y) => integer.minimumSigned(x!, y!) },
    imax: { operands: 'ii', hlsl: (x, y) => `asuint(max(${x}, ${y}))`, ours: (x, y) => integer.maximumSigned(x!, y!) },
    reversebits: { operands: 'u', hlsl: (x) => `reversebits(${x})`, ours: (x) => integer.reverseBits(x!) },
    countbits: { operands: 'u', hlsl: (x) => `countbits(${x})`, ours: (x) => integer.countBits(x!) },
    firstbitlow: { operands: 'u', hlsl: (x) => `firstbitlow(${x})`, ours: (x) => integer.firstBitLow(x!) },
    // HLSL counts from the lowest bit, the instruction from the highest.
    firstbithigh: {
      operands: 'u',
      hlsl: (x) => `firstbithigh(${x})`,
      ours: (x) => fromLowest(integer.firstBitHigh(x!)),
    },
    firstbithigh_signed: {
      operands: 'i',
      hlsl: (x) => `firstbithigh(${x})`,
      ours: (x) => fromLowest(integer.firstBitSigned(x!)),
    },
    mad: {
      operands: 'fff',
      hlsl: (x, y, z) => `asuint(mad(${x}, ${y}, ${z}))`,
      ours: (x, y, z) => b(float.multiplyAdd(f(x!), f(y!), f(z!))),
      exception: (x, y, z) => {
        const [once, twice] = [float.fusedMultiplyAdd, float.multiplyAdd].map((call) => b(call(f(x!), f(y!), f(z!))));
        return once === twice ? subnormal(x!, y!, z!) : 'mad rounded once or twice';
      },
    },
  };

  function bitsOf(type: string, random: Random): number {
    switch (type) {
      case 'f':
        if (random.oneIn(6)) return random.pick(SPECIAL);
        if (random.oneIn(3)) return b(Math.fround(random.between(-4000, 4000) / 2 ** random.below(12)));
        return random.word();
      // A float of moderate size.
      case 's':
        return b(Math.fround((random.word() / 2 ** 32 - 0.5) * 2 ** random.between(-3, 9)));
      case 'h':
        return random.word() & 0xffff;
      default:
        return random.oneIn(4) ? random.pick(SPECIAL_INTEGERS) : random.word() >>> random.below(32);
    }
  }

  const names = values.op === undefined ? Object.keys(OPERATIONS) : [values.op];
  const counts = { same: 0, exceptions: 0, different: 0, 'not folded': 0, 'not compiled': 0 };
  const reasons = new Map<string, number>();
  const unfolded = new Map<string, number>();
  let shown = 0;

  const oracle = await Oracle.start();
  const total = values.count;
  const random = new Random(values.seed);
  for (let done = 0; done < total; done += BATCH * RESULTS) {
    await Promise.all(Array.from({ length: BATCH }, () => compare(samples())));
  }
  oracle.stop();
  console.log(
    Object.entries(counts)
      .map(([name, count]) => `${count} ${name}`)
      .join(', '),
  );
  for (const [reason, count] of reasons) console.log(`  exception: ${reason}: ${count}`);
  for (const [name, count] of unfolded) console.log(`  not folded: ${name}: ${count}`);
  process.exitCode = counts.different > 0 ? 1 : 0;

  function samples(): Sample[] {
    return Array.from({ length: RESULTS }, () => {
      const name = random.pick(names);
      const operation = OPERATIONS[name]!;
      const bits = [...operation.operands].map((type) => bitsOf(type, random));
      // The compiler refuses a division of integers by zero.
      if (/^u(div|mod)$/.test(name)) bits[1] ||= 1;
      return { name, operation, bits };
    });
  }

  async function compare(list: readonly Sample[]): Promise<void> {
    const targets = Array.from({ length: RESULTS / 4 }, (_, i) => `uint4 o${i} : SV_Target${i};`).join(' ');
    const lines = list.map(({ operation, bits }, i) => {
      const operands = bits.map((one, n) => literal(operation.operands[n]!, one));
      return `  o.o${i >> 2}.${'xyzw'[i & 3]} = ${operation.hlsl(...operands)};`;
    });
    const source = `struct O { ${targets} };\nO main() {\n  O o;\n${lines.join('\n')}\n  return o;\n}\n`;
    const results = await resultsOf(source);
    if (results === undefined) {
      counts['not compiled'] += list.length;
      return;
    }
    const interpreted = values.vm ? await interpretedResults(list) : undefined;
    for (const [i, sample] of list.entries())
      check(sample, results[i], interpreted?.[i] ?? sample.operation.ours(...sample.bits));
  }

  /** The results of the interpreter for the expressions, with operands from a constant buffer. */
  async function interpretedResults(list: readonly Sample[]): Promise<number[]> {
    const targets = Array.from({ length: RESULTS / 4 }, (_, i) => `uint4 o${i} : SV_Target${i};`).join(' ');
    const lines = list.map(({ operation }, i) => {
      const operands = [...operation.operands].map((type, n) => {
        const word = `v[${i}].${'xyzw'[n]}`;
        if (type === 'f' || type === 's') return `asfloat(${word})`;
        return type === 'i' ? `asint(${word})` : word;
      });
      return `  o.o${i >> 2}.${'xyzw'[i & 3]} = ${operation.hlsl(...operands)};`;
    });
    const source = `cbuffer B { uint4 v[${RESULTS}]; };\nstruct O { ${targets} };\nO main() {\n  O o;\n${lines.join('\n')}\n  return o;\n}\n`;
    const { hr, output, messages } = await oracle.compile(source, 'main', 'ps_5_0');
    if (hr !== 0) throw new Error(messages);
    const executable = sm4Executable(readSm4(bytesOf(openShaderFile(output).programs[0]!.words)));
    const bindings = new Bindings();
    bindings.constantBuffers.set(0, Uint32Array.from(list.flatMap(({ bits }) => [...bits, 0, 0, 0, 0].slice(0, 4))));
    const quad = new Sm4Interpreter(executable, bindings);
    quad.start(1, 0, executable.parts[0]!.end);
    quad.run(VM_LIMIT);
    const { words } = quad.files[SM4_OPERAND_TYPES.output.code]!;
    return list.map((_, i) => words[i * LANES]!);
  }

  /** The 32 results of a shader; undefined for those that are not literals. */
  async function resultsOf(source: string): Promise<(number | undefined)[] | undefined> {
    try {
      const { hr, output, messages } = await oracle.compile(source, 'main', 'ps_5_0');
      if (hr !== 0) {
        if (shown++ < values.show) console.log(messages.slice(0, 400));
        return undefined;
      }
      const [program] = openShaderFile(output).programs;
      const results: (number | undefined)[] = new Array(RESULTS);
      for (const { mnemonic, operands } of sm4Instructions(readSm4(bytesOf(program!.words)))) {
        const [to, from] = operands;
        if (mnemonic !== 'mov' || to?.type !== 'output' || from?.type !== 'immediate32') continue;
        for (const component of to.selection.components) {
          const n = 'xyzw'.indexOf(component);
          results[4 * to.indices[0]!.immediate + n] = from.literal[from.literal.length === 1 ? 0 : n];
        }
      }
      return results;
    } catch (error) {
      if (error instanceof OracleDied) return undefined;
      throw error;
    }
  }

  function check({ name, operation, bits }: Sample, theirs: number | undefined, result: number): void {
    if (theirs === undefined) {
      counts['not folded']++;
      unfolded.set(name, (unfolded.get(name) ?? 0) + 1);
      return;
    }
    const ours = result >>> 0;
    const exception =
      (isZero(ours) && isZero(theirs) && operation.hlsl('', '', '').startsWith('asuint(') ? ZERO_SIGN : undefined) ??
      operation.exception?.(...bits);
    if (isSame(ours, theirs, operation.tolerance)) counts.same++;
    else if (exception !== undefined) {
      counts.exceptions++;
      reasons.set(`${name}: ${exception}`, (reasons.get(`${name}: ${exception}`) ?? 0) + 1);
    } else {
      counts.different++;
      if (shown++ < values.show)
        console.log(
          `${name}(${bits.map((one) => one.toString(16)).join(', ')}): ours ${ours.toString(16)}, Microsoft's ${theirs.toString(16)}`,
        );
    }
  }
}
