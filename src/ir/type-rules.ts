/** The type rules of operations, parsed once from the table (ops.ts describes their syntax).  */
import { OP_NAMES, OP_ROWS } from './ops.ts';
import { type IrType, isSameType, Kind, kindOf, typeOf, widthOf, withPrecision } from './types.ts';

/** The permitted types of an operand or a value. */
export interface TypeRule {
  /** Kinds, a bit each. */
  readonly kinds: number;
  /** Components; 0: as many as the result, -1: any number. */
  readonly width: number;
  /** The type of the result or of the first operand. */
  readonly same: 'result' | 'first' | undefined;
  readonly text: string;
}

export interface OpRules {
  readonly result: TypeRule | undefined;
  readonly operands: readonly TypeRule[];
  /** Operands that must be there; the others may be missing from the end on. */
  readonly required: number;
  /** Whether the last rule may hold for more operands. */
  readonly repeats: boolean;
}

const bit = (kind: number) => 1 << kind;
const WORDS = bit(Kind.f32) | bit(Kind.i32) | bit(Kind.u32) | bit(Kind.b32);
const ANYTHING = WORDS | bit(Kind.bool) | bit(Kind.f64);
const KIND_SETS: Readonly<Record<string, number>> = {
  f: bit(Kind.f32),
  i: bit(Kind.i32),
  u: bit(Kind.u32),
  b: bit(Kind.bool),
  d: bit(Kind.f64),
  n: bit(Kind.i32) | bit(Kind.u32),
  l: bit(Kind.i32) | bit(Kind.u32) | bit(Kind.bool),
  w: WORDS,
  a: ANYTHING,
};

function ruleOf(text: string): TypeRule {
  if (text === '=' || text === '0')
    return { kinds: ANYTHING, width: -1, same: text === '=' ? 'result' : 'first', text };
  const width = text.slice(1);
  return {
    kinds: KIND_SETS[text[0]!]!,
    width: width === '*' ? -1 : width === '' ? 0 : Number(width),
    same: undefined,
    text,
  };
}

/** Operands whose rules are not types: words of constants, components, the owner of a result. */
const OTHER_OPERANDS: readonly string[] = ['bits', 'refs', 'owner'];

export const OP_RULES: readonly OpRules[] = /* @__PURE__ */ OP_ROWS.map(({ result, operands }) => {
  const parts = OTHER_OPERANDS.includes(operands) ? [] : operands.split(' ').filter((text) => text !== '');
  const optional = parts.indexOf('?');
  const repeats = parts.at(-1)?.endsWith('...') ?? false;
  const rules = parts.filter((text) => text !== '?').map((text) => ruleOf(text.replace('...', '')));
  const mandatory = optional < 0 ? rules.length : optional;
  return {
    result: result === '' ? undefined : ruleOf(result),
    operands: rules,
    required: repeats && optional < 0 ? mandatory - 1 : mandatory,
    repeats,
  };
});

/**
 * Whether `type` follows `rule`, in an operation with a value of type `result` whose first operand has type `first`.
 */
export function followsRule(rule: TypeRule, type: IrType, result: IrType, first: IrType): boolean {
  if (rule.same !== undefined) return isSameType(type, rule.same === 'result' ? result : first);
  if ((rule.kinds & (1 << kindOf(type))) === 0) return false;
  return rule.width < 0 || widthOf(type) === (rule.width === 0 ? widthOf(result) : rule.width);
}

/** A table with `true` by the numbers of some operations. */
export function opTable(...codes: readonly number[]): readonly boolean[] {
  return OP_NAMES.map((_, code) => codes.includes(code));
}

/** A table with an entry for each type, independent of its precision; {@link ofType} reads it. */
export function typeTable<Value>(value: (kind: number, width: number) => Value): readonly Value[] {
  return Array.from({ length: typeOf(Kind.b32, 4) + 1 }, (_, type) => value(kindOf(type), widthOf(type)));
}

/** Returns the entry of a {@link typeTable} for a type. */
export function ofType<Value>(table: readonly Value[], type: IrType): Value {
  return table[withPrecision(type, 32)]!;
}
