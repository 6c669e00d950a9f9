/** Copies of registers: they keep all bits, unless a modifier or a saturation makes them float operations. */
import { LANES, REGISTER_WORDS } from '../../lanes.ts';
import { flushAll } from '../modifiers.ts';
import type { Sm4Source } from '../operands.ts';
import type { Sm4Handler } from '../quad.ts';
import type { Sm4Step } from '../step.ts';

function hasModifier({ negate, absolute }: Sm4Source): boolean {
  return negate || absolute;
}

/** Whether a move is a float operation, which flushes subnormal values. */
function isFloat(step: Sm4Step, source: Sm4Source): boolean {
  return step.saturate || hasModifier(source);
}

const mov: Sm4Handler = (quad, step) => {
  const a = quad.read(step, 0, step.mask);
  if (isFloat(step, step.sources[0]!)) flushAll(a);
  quad.write(step, 0, a);
};

const movc: Sm4Handler = (quad, step) => {
  const condition = quad.read(step, 0, step.mask).words;
  const a = quad.read(step, 1, step.mask);
  const b = quad.read(step, 2, step.mask);
  if (isFloat(step, step.sources[1]!)) flushAll(a);
  if (isFloat(step, step.sources[2]!)) flushAll(b);
  for (let i = 0; i < REGISTER_WORDS; i++) quad.result.words[i] = (condition[i] === 0 ? b : a).words[i]!;
  quad.write(step, 0, quad.result);
};

/** Exchanges two values where a condition is not zero. */
const swapc: Sm4Handler = (quad, step) => {
  const mask = step.destinations[0]!.mask | step.destinations[1]!.mask;
  const condition = quad.read(step, 0, mask).words;
  const a = quad.read(step, 1, mask).words;
  const b = quad.read(step, 2, mask).words;
  for (let i = 0; i < 4 * LANES; i++) {
    const isZero = condition[i] === 0;
    quad.result.words[i] = isZero ? a[i]! : b[i]!;
    quad.second.words[i] = isZero ? b[i]! : a[i]!;
  }
  quad.writeBoth(step, quad.result, quad.second, false);
};

export const MOVE_HANDLERS = { mov, movc, swapc } as const satisfies Record<string, Sm4Handler>;
