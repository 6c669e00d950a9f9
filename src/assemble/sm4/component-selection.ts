/** Reads the components of an operand: a mask, a swizzle or one component. */

import { Sm4ComponentCount, Sm4OperandToken, Sm4SelectionMode } from '../../isa/sm4/tokens.ts';
import { DX3106, DX3123 } from '../messages.ts';
import { OPERAND_RULE, type OperandRule } from './mnemonics.ts';
import { NAMELESS } from './registers.ts';
import { isWord, type Scanner } from './scanner.ts';

const FOUR = Sm4OperandToken.componentCount.set(0, Sm4ComponentCount.four);

/** Tokens of operands with a mask, a swizzle or one component, all other fields 0. */
const MASK_TOKENS = Int32Array.from({ length: 16 }, (_, mask) => Sm4OperandToken.mask.set(FOUR, mask));
const SWIZZLE = Sm4OperandToken.selection.set(FOUR, Sm4SelectionMode.swizzle);
const SWIZZLE_TOKENS = Int32Array.from({ length: 256 }, (_, swizzle) => Sm4OperandToken.swizzle.set(SWIZZLE, swizzle));
const SELECT = Sm4OperandToken.selection.set(FOUR, Sm4SelectionMode.selectOne);
const SELECT_TOKENS = Int32Array.from({ length: 4 }, (_, component) => Sm4OperandToken.select.set(SELECT, component));
/** Components by character, r g b a included; 4 for all others. */
const COMPONENTS = new Uint8Array(128).fill(4);
for (const names of ['xyzw', 'rgba', 'XYZW', 'RGBA'])
  [...names].forEach((name, component) => {
    COMPONENTS[name.charCodeAt(0)] = component;
  });
const component = (code: number) => (code >= 0 && code < 128 ? COMPONENTS[code]! : 4);

/** The register whose components are read. */
export interface SelectedRegister {
  /** The offset of its text. */
  readonly start: number;
  readonly type: number;
  /** The mask of a result that is computed component by component; 0 for another. */
  readonly result: number;
}

/** The components after a point as bits of the operand token; -1 when the rule does not allow them. */
export function readSelection(scanner: Scanner, rule: OperandRule, register: SelectedRegister): number {
  const { type } = register;
  const { codes } = scanner;
  const start = ++scanner.at;
  let swizzle = 0;
  let mask = 0;
  let count = 0;
  let rising = true;
  let at = start;
  for (; at < scanner.end; at++) {
    const one = component(codes[at]!);
    if (one > 3) break;
    if (1 << one <= mask) rising = false;
    mask |= 1 << one;
    if (count < 4) swizzle |= one << (2 * count);
    count++;
  }
  scanner.at = at;
  if (at < scanner.end && isWord(codes[at]!)) {
    scanner.report(DX3106, start, scanner.pieceEnd(start), { found: scanner.found(start) });
    return -1;
  }
  if (rule === OPERAND_RULE.source || rule === OPERAND_RULE.view || rule === OPERAND_RULE.index) {
    if (count === 1)
      return rule === OPERAND_RULE.index && NAMELESS.index[type] === Sm4ComponentCount.one
        ? Sm4ComponentCount.one
        : SELECT_TOKENS[swizzle]!;
    if (count === 4 && rule !== OPERAND_RULE.index) return SWIZZLE_TOKENS[swizzle]!;
    if (count === 0) return Sm4ComponentCount.n;
    if (rule !== OPERAND_RULE.index && rising && count < 4) {
      // Some assemblers leave the mask of a result in the token of a value, and so a listing has it.
      const text = scanner.source.slice(start, at);
      scanner.report(DX3123, start, at, { found: text }, swizzleHint(scanner, register, start, at));
      return MASK_TOKENS[mask]!;
    }
  } else if (rising) return MASK_TOKENS[mask]!;
  reportSelection(scanner, rule, register, start, at);
  return -1;
}

function reportSelection(
  scanner: Scanner,
  rule: OperandRule,
  register: SelectedRegister,
  start: number,
  end: number,
): void {
  const text = scanner.source.slice(start, end);
  if (rule === OPERAND_RULE.index)
    scanner.report(DX3106, start, end, { found: text }, 'an index is one component, such as r0.x');
  else if (rule === OPERAND_RULE.source || rule === OPERAND_RULE.view) {
    scanner.report(DX3106, start, end, { found: text }, swizzleHint(scanner, register, start, end));
  } else {
    const mask = [...'xyzw'].filter((name) => text.toLowerCase().includes(name)).join('');
    scanner.report(DX3106, start, end, { found: text }, `a mask has each component once, in order: .${mask}`);
  }
}

/**
 * The register with the swizzle that its components mean, as Microsoft's compiler writes it: the components are those of the result, in
 * order, and the first one takes all other positions (source: oracle).
 */
function swizzleHint({ source }: Scanner, register: SelectedRegister, start: number, end: number): string {
  const names = source.slice(start, end).slice(0, 4);
  const positions = [0, 1, 2, 3].filter((i) => (register.result >> i) & 1);
  const places = positions.length === names.length ? positions : [0, 1, 2, 3];
  const swizzle = [0, 1, 2, 3].map((i) => names[places.indexOf(i)] ?? names[0]!).join('');
  return `a value has one component or four: write ${source.slice(register.start, start)}${swizzle}`;
}
