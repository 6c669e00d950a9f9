/**
 * Sums and products that must be computed as the program says, on numbers for which every step is rounded: another
 * order gives other digits. The interpreter rounds each step as the drivers do.
 *
 * Not for: `mad`, which may be one operation or two, and sums of products, which have no order.
 */
import type { Random } from '../../smith/random.ts';
import { Sm4Code } from '../../smith/runnable/sm4-code.ts';
import { FLOAT_REGISTERS } from '../../smith/runnable/sm4-operands.ts';
import { computeTrial } from '../wine/compute.ts';
import type { Trial } from '../wine/trial.ts';

/** Factors that are no binary fractions, below 1, so that values stay in range. */
const FACTORS = ['0.1', '0.3', '0.7', '0.9', '-0.6', '-0.8'];

/** The trial of a compute shader: its instructions are marked, or nothing in it may be refactored. */
export function preciseTrial(random: Random): Trial {
  const isInteger = random.oneIn(2);
  const mark = isInteger ? '' : ' [precise]';
  const code = new Sm4Code(random, { isModel5: true });
  const factors = () => `l(${[0, 1, 2, 3].map(() => random.pick(FACTORS)).join(', ')})`;
  const register = () => random.pick(FLOAT_REGISTERS);
  const operand = () => `${random.oneIn(4) ? '-' : ''}${register()}.${code.swizzle()}`;
  for (const one of FLOAT_REGISTERS) code.line(`mul${mark} ${one}.xyzw, ${one}.xyzw, ${factors()}`);
  const count = random.between(4, 12);
  for (let i = 0; i < count; i++) {
    const to = `${register()}.xyzw`;
    // Sums are continued, and two products have a factor in common: what compilers take apart.
    const kind = random.pick(['sum', 'sum', 'products', 'product']);
    if (kind === 'sum') code.line(`add${mark} ${to}, ${operand()}, ${operand()}`);
    else if (kind === 'products') {
      const factor = operand();
      code.line(`mul${mark} r8.xyzw, ${operand()}, ${factor}`);
      code.line(`mul${mark} r9.xyzw, ${operand()}, ${factor}`);
      code.line(`add${mark} ${to}, r8.xyzw, r9.xyzw`);
      code.line(`mul${mark} ${to}, ${to}, l(0.03, 0.03, 0.03, 0.03)`);
    } else code.line(`mul${mark} ${to}, ${operand()}, ${factors()}`);
  }
  return {
    ...computeTrial(random, {
      code: code.lines,
      keepsOrder: isInteger,
      outputs: FLOAT_REGISTERS.map((one) => ({ register: one, rule: 'float' })),
    }),
    isPrecise: true,
  };
}
