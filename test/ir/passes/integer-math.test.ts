/**
 * Rules of integers: single expressions, and random ones, which keep all bits. Which rules there are is known from
 * programs that Microsoft's compiler made of small expressions.
 */
import { describe, expect, test } from 'vitest';
import { Random } from '../../../smith/random.ts';
import { IrBuilder, IrModule, Op, parseIr, printIr, verifyIr } from '../../../src/ir/index.ts';
import { removeDead } from '../../../src/ir/passes/dce.ts';
import { useFastMath } from '../../../src/ir/passes/fast-math.ts';
import { simplify } from '../../../src/ir/passes/simplify.ts';
import { BOOL, I32, type IrType, Kind, U32 } from '../../../src/ir/types.ts';
import { runModule } from '../../support/ir-run.ts';

function rounds(module: IrModule, hasBitFields: boolean): void {
  for (let round = 0; round < 4 && useFastMath(module, { hasBitFields }); round++) {
    simplify(module);
    removeDead(module);
  }
}

/** The operations that compute %9 of `i` and `j`, signed, and `u` and `v`, unsigned: %0 to %3. */
function after(lines: readonly string[], hasBitFields = true): string {
  const kinds = ['i32', 'i32', 'u32', 'u32'];
  const inputs = kinds.map((kind, i) => `  %${i}:${kind} = in<${i}.x>\n`).join('');
  const { module, diagnostics } = parseIr(`shader ps version=[5,0] profile="ps_5_0"
${kinds.map((kind, i) => `input ${i} kind="vertex" register=${i} mask=1 type="${kind}" interpolation="constant"`).join('\n')}
output 0 kind="vertex" register=0 mask=1
fn 0 main main {
${inputs}${lines.map((line) => `  ${line}\n`).join('')}  out<0.x> %9
  return
}
`);
  expect(diagnostics).toEqual([]);
  rounds(module, hasBitFields);
  expect(verifyIr(module)).toEqual([]);
  const names = ['i', 'j', 'u', 'v'];
  const expressions = new Map<string, string>();
  for (const [, number, text] of printIr(module).matchAll(/^ {2}(%\d+):\w+ = (.*)$/gm)) {
    const input = /^in<(\d)/.exec(text!);
    const constant = /^const (.*)$/.exec(text!);
    const [code, ...operands] = text!.split(/[ ,]+/);
    const values = operands.map((operand) => expressions.get(operand) ?? operand);
    expressions.set(
      number!,
      input
        ? names[Number(input[1])]!
        : constant
          ? constant[1]!
          : code === 'bitcast'
            ? values[0]!
            : `${code}(${values.join(' ')})`,
    );
  }
  return expressions.get(/out<0\.x> (%\d+)/.exec(printIr(module))![1]!)!;
}

/** Lines that compute `code a b` as %9; numbers are constants. */
function lines(kind: 'i32' | 'u32', ...steps: (readonly [code: string, ...operands: (string | number)[]])[]): string[] {
  let next = 20;
  return steps.flatMap(([code, ...operands], i) => {
    const constants: string[] = [];
    const names = operands.map((operand) => {
      if (typeof operand === 'string') return operand;
      constants.push(`%${++next}:${kind} = const ${operand}`);
      return `%${next}`;
    });
    const number = i === steps.length - 1 ? 9 : 10 + i;
    const type = /^[iuf]\.(lt|ge|eq|ne)$/.test(code) ? 'bool' : kind;
    return [...constants, `%${number}:${type} = ${code} ${names.join(', ')}`];
  });
}

describe('sums and products', () => {
  test.each([
    ['(i + 5) + 3', lines('i32', ['i.add', '%0', 5], ['i.add', '%10', 3]), 'i.add(i 8)'],
    ['i + i', lines('i32', ['i.add', '%0', '%0']), 'i.shl(i 1)'],
    ['i * 8', lines('i32', ['i.mul', '%0', 8]), 'i.shl(i 3)'],
    ['i * 0', lines('i32', ['i.mul', '%0', 0]), '0'],
    ['i * 3 * 5', lines('i32', ['i.mul', '%0', 3], ['i.mul', '%10', 5]), 'i.mul(i 15)'],
    ['-(-i)', lines('i32', ['i.neg', '%0'], ['i.neg', '%10']), 'i'],
    ['-i * 3', lines('i32', ['i.neg', '%0'], ['i.mul', '%10', 3]), 'i.mul(i -3)'],
    ['(i + j) - i', lines('i32', ['i.add', '%0', '%1'], ['i.neg', '%0'], ['i.add', '%10', '%11']), 'j'],
    ['i * 3 + i', lines('i32', ['i.mul', '%0', 3], ['i.add', '%10', '%0']), 'i.shl(i 2)'],
    ['(i + 16) * 31', lines('i32', ['i.add', '%0', 16], ['i.mul', '%10', 31]), 'i.add(i.mul(i 31) 496)'],
    ['-(i + 5)', lines('i32', ['i.add', '%0', 5], ['i.neg', '%10']), 'i.add(i.neg(i) -5)'],
    ['u / 8', lines('u32', ['u.div', '%2', 8]), 'u.shr(u 3)'],
    ['u % 8', lines('u32', ['u.mod', '%2', 8]), 'i.and(u 7)'],
    ['u % 3', lines('u32', ['u.mod', '%2', 3]), 'u.mod(u 3)'],
  ])('%s', (_, steps, expected) => {
    expect(after(steps)).toBe(expected);
  });
});

describe('bits', () => {
  test.each([
    ['(u & 12) & 6', lines('u32', ['i.and', '%2', 12], ['i.and', '%10', 6]), 'i.and(u 4)'],
    ['(u & 12) & 3', lines('u32', ['i.and', '%2', 12], ['i.and', '%10', 3]), '0'],
    ['(u & 1) | (u & 6)', lines('u32', ['i.and', '%2', 1], ['i.and', '%2', 6], ['i.or', '%10', '%11']), 'i.and(u 7)'],
    ['u | ~u', lines('u32', ['i.not', '%2'], ['i.or', '%10', '%2']), '4294967295'],
    ['(u ^ 5) ^ 3', lines('u32', ['i.xor', '%2', 5], ['i.xor', '%10', 3]), 'i.xor(u 6)'],
    ['(u << 3) << 4', lines('u32', ['i.shl', '%2', 3], ['i.shl', '%10', 4]), 'i.shl(u 7)'],
    ['(u << 20) << 20', lines('u32', ['i.shl', '%2', 20], ['i.shl', '%10', 20]), '0'],
    ['(u >> 8) << 8', lines('u32', ['u.shr', '%2', 8], ['i.shl', '%10', 8]), 'i.and(u 4294967040)'],
    ['u << (v & 31)', lines('u32', ['i.and', '%3', 31], ['i.shl', '%2', '%10']), 'i.shl(u v)'],
    ['u << (v & 15)', lines('u32', ['i.and', '%3', 15], ['i.shl', '%2', '%10']), 'i.shl(u i.and(v 15))'],
    ['(u >> 24) & 255', lines('u32', ['u.shr', '%2', 24], ['i.and', '%10', 255]), 'u.shr(u 24)'],
    ['(i >> 20) >> 20', lines('i32', ['i.shr', '%0', 20], ['i.shr', '%10', 20]), 'i.shr(i 31)'],
  ])('%s', (_, steps, expected) => {
    expect(after(steps, false)).toBe(expected);
  });

  test.each([
    ['(u >> 8) & 255', lines('u32', ['u.shr', '%2', 8], ['i.and', '%10', 255]), 'u.bfe(8 8 u)'],
    ['(u & 0xff00) >> 8', lines('u32', ['i.and', '%2', 0xff00], ['u.shr', '%10', 8]), 'u.bfe(8 8 u)'],
    ['(i << 8) >> 24', lines('i32', ['i.shl', '%0', 8], ['i.shr', '%10', 24]), 'i.bfe(8 16 i)'],
    ['(u & 255) << 8', lines('u32', ['i.and', '%2', 255], ['i.shl', '%10', 8]), 'i.bfi(8 8 u 0)'],
    ['(u << 8) + 5', lines('u32', ['i.shl', '%2', 8], ['i.add', '%10', 5]), 'i.bfi(24 8 u 5)'],
    [
      '(u << 8) | (v & 255)',
      lines('u32', ['i.shl', '%2', 8], ['i.and', '%3', 255], ['i.or', '%10', '%11']),
      'i.bfi(24 8 u v)',
    ],
    [
      '(u & ~0xffff) | (v >> 16)',
      lines('u32', ['i.and', '%2', 0xffff0000], ['u.shr', '%3', 16], ['i.or', '%10', '%11']),
      'i.bfi(16 0 u.shr(v 16) u)',
    ],
    ['(u << 8) | v', lines('u32', ['i.shl', '%2', 8], ['i.or', '%10', '%3']), 'i.or(i.shl(u 8) v)'],
  ])('%s as a field', (_, steps, expected) => {
    expect(after(steps)).toBe(expected);
    expect(after(steps, false)).not.toMatch(/bf/);
  });
});

describe('bounds', () => {
  const chosen = (kind: 'i32' | 'u32', ...steps: Parameters<typeof lines>[1][]) =>
    lines(kind, ...steps, ['select', `%${9 + steps.length}`, '%0', '%1']).map((line) =>
      line.replace(/^%9:u32/, '%9:i32'),
    );
  test.each([
    ['max(i, 1) > 0', chosen('i32', ['i.max', '%0', 1], ['i.lt', 0, '%10']), 'i'],
    ['min(i, 1) > 1', chosen('i32', ['i.min', '%0', 1], ['i.lt', 1, '%10']), 'j'],
    ['(u & 7) < 8', chosen('u32', ['i.and', '%2', 7], ['u.lt', '%10', 8]), 'i'],
    ['u % 3 == 3', chosen('u32', ['u.mod', '%2', 3], ['i.eq', '%10', 3]), 'j'],
    ['(u | 1) == v << 1', chosen('u32', ['i.or', '%2', 1], ['i.shl', '%3', 1], ['i.eq', '%10', '%11']), 'j'],
    ['(u & 7) < 7', chosen('u32', ['i.and', '%2', 7], ['u.lt', '%10', 7]), 'select(u.lt(i.and(u 7) 7) i j)'],
    ['(u >> 31) + 1 > 2', chosen('u32', ['u.shr', '%2', 31], ['i.add', '%10', 1], ['u.lt', 2, '%11']), 'j'],
  ])('%s', (_, steps, expected) => {
    expect(after(steps)).toBe(expected);
  });

  test.each([
    ['min(max(i, 7), 2)', lines('i32', ['i.max', '%0', 7], ['i.min', '%10', 2]), '2'],
    ['max(max(i, 1), 3)', lines('i32', ['i.max', '%0', 1], ['i.max', '%10', 3]), 'i.max(i 3)'],
    [
      'abs(abs(i))',
      lines('i32', ['i.neg', '%0'], ['i.max', '%10', '%0'], ['i.neg', '%11'], ['i.max', '%12', '%11']),
      'i.max(i.neg(i) i)',
    ],
    ['i < j ? i : j', lines('i32', ['i.lt', '%0', '%1'], ['select', '%10', '%0', '%1']), 'i.min(i j)'],
    ['i < j ? j : i', lines('i32', ['i.lt', '%0', '%1'], ['select', '%10', '%1', '%0']), 'i.max(i j)'],
    ['i == 5 ? i : j', lines('i32', ['i.eq', '%0', 5], ['select', '%10', '%0', '%1']), 'select(i.eq(i 5) 5 j)'],
    ['i != 5 ? i : 5', lines('i32', ['i.ne', '%0', 5], ['select', '%10', '%0', 5]), 'i'],
    [
      '(i < j ? 4 : 7) * 2',
      lines('i32', ['i.lt', '%0', '%1'], ['select', '%10', 4, 7], ['i.mul', '%11', 2]),
      'select(i.lt(i j) 8 14)',
    ],
  ])('%s', (_, steps, expected) => {
    expect(after(steps)).toBe(expected);
  });
});

test('a long chain takes time in proportion, and no stack', () => {
  const chain = Array.from({ length: 20_000 }, (_, i) => `%${i + 10}:i32 = i.add ${i === 0 ? '%1' : `%${i + 9}`}, %0`);
  expect(after([...chain, '%9:i32 = i.neg %20009'])).toContain('i.');
});

const COMMUTING = ['i.add', 'i.mul', 'i.and', 'i.or', 'i.xor'] as const;
const SIGNED = ['i.min', 'i.max', 'i.shr', 'i.shl'] as const;
const UNSIGNED = ['u.min', 'u.max', 'u.shr', 'i.shl'] as const;
const WORDS = [0, 1, 2, 3, 4, 5, 7, 8, 15, 16, 24, 31, 32, 255, 0xff00, 0xffff, -1, -2, -256, 0x8000_0000, 0x7fff_ffff];

/** A random expression of signed and unsigned numbers, half of it constants. */
function randomValue(random: Random, b: IrBuilder, type: IrType, depth: number): number {
  const value = (of: IrType = type) => randomValue(random, b, of, depth - 1);
  if (depth === 0 || random.oneIn(6)) {
    if (random.oneIn(2)) return b.constant(type, random.pick(WORDS) | 0);
    return b.as(type, b.opWith(random.below(4), Op.in, U32));
  }
  switch (random.below(7)) {
    case 0:
      return b.op(Op[random.oneIn(2) ? 'i.neg' : 'i.not'], type, value());
    case 1:
      if (type === I32) return b.as(type, value(U32));
      // A number divided by itself is 1 by the rules, but not 0 by 0.
      return b.op(Op[random.oneIn(2) ? 'u.div' : 'u.mod'], type, value(), b.constant(type, random.pick(WORDS) | 0));
    case 2: {
      const code =
        Op[
          random.pick(
            type === I32 ? (['i.lt', 'i.ge', 'i.eq', 'i.ne'] as const) : (['u.lt', 'u.ge', 'i.eq', 'i.ne'] as const),
          )
        ];
      return b.op(Op.select, type, b.op(code, BOOL, value(), value()), value(), value());
    }
    case 3:
    case 4:
      return b.op(Op[random.pick(type === I32 ? SIGNED : UNSIGNED)], type, value(), value());
    default:
      return b.op(Op[random.pick(COMMUTING)], type, value(), value());
  }
}

test('random expressions keep their bits', () => {
  let fewer = 0;
  for (let seed = 1; seed <= 1500; seed++) {
    const random = new Random(seed);
    const module = new IrModule('ps', { version: [5, 0], profile: 'ps_5_0', tokens: 1 });
    module.inputs.push({ kind: 'vertex', register: 0, mask: 15 });
    module.outputs.push({ kind: 'vertex', register: 0, mask: 15 });
    const b = new IrBuilder(module);
    b.beginFunction('main', 'main');
    for (let component = 0; component < 4; component++)
      b.opWith(component, Op.out, 0, b.as(Kind.f32, randomValue(random, b, random.oneIn(2) ? I32 : U32, 4)));
    b.return();
    const before = [1, 2, 3].map((inputs) => runModule(module, seed + inputs));
    const { length } = printIr(module);
    rounds(module, random.oneIn(2));
    expect(verifyIr(module), `seed ${seed}`).toEqual([]);
    expect(
      [1, 2, 3].map((inputs) => runModule(module, seed + inputs)),
      `seed ${seed}`,
    ).toEqual(before);
    if (printIr(module).length < length) fewer++;
  }
  expect(fewer).toBeGreaterThan(1000);
});
