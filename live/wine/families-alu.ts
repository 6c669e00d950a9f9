/** Random programs of arithmetic, conversions, flow control and arrays, as compute shaders of model 5.0. */
import type { Random } from '../../smith/random.ts';
import { INEXACT_OPS } from '../../smith/runnable/sm4-alu.ts';
import { type CodeOptions, Sm4Code } from '../../smith/runnable/sm4-code.ts';
import { FLOAT_REGISTERS, INTEGER_REGISTERS } from '../../smith/runnable/sm4-operands.ts';
import { computeTrial } from './compute.ts';
import type { Family, Rule, Trial } from './trial.ts';
import { toleranceOf, UNTRUSTED_SM4 } from './untrusted.ts';

/** All registers of the code with the rules of their types. */
export const CODE_OUTPUTS = [
  ...FLOAT_REGISTERS.map((register) => ({ register, rule: 'float' as Rule })),
  ...INTEGER_REGISTERS.map((register) => ({ register, rule: 'bits' as Rule })),
];

function family(name: string, share: number, options: Omit<CodeOptions, 'isModel5'>): Family {
  return {
    name,
    api: 'd3d11',
    share,
    make: (random) => {
      const code = new Sm4Code(random, { isModel5: true, without: UNTRUSTED_SM4, ...options });
      code.statements(random.between(6, 24));
      return computeTrial(random, { code: code.lines, subroutines: code.subroutines, outputs: CODE_OUTPUTS });
    },
  };
}

/** Operations with a tolerance, each with its own output. */
function inexact(random: Random): Trial {
  const code = new Sm4Code(random, { isModel5: true, without: UNTRUSTED_SM4, crossing: 0, integer: 1 });
  code.statements(random.between(2, 6));
  const outputs: { register: string; rule: Rule }[] = [];
  for (let i = 0; i < 4; i++) {
    const [name, { sources }] = random.pick(Object.entries(INEXACT_OPS));
    const register = ['r4', 'r5', 'r6', 'r7'][i]!;
    // Where Wine is trusted, the operands of roots and logarithms are positive and not tiny.
    const isPositive = ['rsq', 'sqrt', 'log', 'rcp', 'div'].includes(name);
    const operands = [...sources].map(() => `${code.floatRegister()}.${code.swizzle()}`);
    for (const [k, operand] of operands.entries()) {
      const to = `r${8 + k}`;
      const limit = name === 'exp' ? 100 : 1024;
      const low = isPositive ? '0.125000' : `-${limit}.0`;
      code.line(
        `${name === 'sincos' ? 'mul' : 'max'} ${to}.xyzw, ${operand}, l(${Array(4)
          .fill(name === 'sincos' ? '0.125' : low)
          .join(', ')})`,
      );
      if (name === 'sincos') code.line(`max ${to}.xyzw, ${to}.xyzw, l(-300.0, -300.0, -300.0, -300.0)`);
      code.line(
        `min ${to}.xyzw, ${to}.xyzw, l(${Array(4)
          .fill(name === 'sincos' ? '300.0' : `${limit}.0`)
          .join(', ')})`,
      );
      operands[k] = `${to}.xyzw`;
    }
    const results =
      name === 'sincos' ? (random.oneIn(2) ? `${register}.xyzw, null` : `null, ${register}.xyzw`) : `${register}.xyzw`;
    code.line(`${name} ${results}, ${operands.join(', ')}`);
    outputs.push({ register, rule: toleranceOf(name) });
  }
  return computeTrial(random, { code: code.lines, outputs });
}

export const ALU_FAMILIES: readonly Family[] = [
  family('float arithmetic', 6, { integer: 1, crossing: 2 }),
  family('integer arithmetic', 6, { float: 1, crossing: 1, integer: 8 }),
  family('conversions', 4, { float: 2, integer: 2, crossing: 8 }),
  family('flow control', 6, { flow: 4 }),
  family('arrays', 6, { flow: 1, arrays: 8 }),
  { name: 'inexact arithmetic', api: 'd3d11', share: 4, make: inexact },
];
