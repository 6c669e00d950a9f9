/**
 * Tables by operation and by type, for what is asked for every operation of a module: a set or a text that is joined
 * takes several times as long (measured).
 */
import { OP_NAMES } from './ops.ts';
import { type IrType, Kind, kindOf, typeOf, widthOf, withPrecision } from './types.ts';

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
