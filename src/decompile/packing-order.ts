/**
 * An order of patch constants in which the compiler puts each into its register. It gives an element the first start
 * component, and there the first row, where nothing is at its components: later rows can be full before earlier ones.
 * An array always starts a row, and a row has one factor of the tessellator.
 *
 * Not for: what the elements are (signature.ts).
 */
import type { EntryParameter } from '../emit/hlsl/plan.ts';

/** A row of registers while elements are put into it. */
interface Row {
  /** Components in use. */
  used: number;
  hasFactor: boolean;
}

/** Whether an element is a factor of the tessellator. */
export function isFactor(semantic: string): boolean {
  return /^sv_(inside)?tessfactor\d*$/i.test(semantic);
}

/** Patch constants in an order that gives their registers; in the order that they have if there is none. */
export function inPackingOrder(members: readonly EntryParameter[]): readonly EntryParameter[] {
  const left = [...members];
  const rows: Row[] = [];
  const ordered: EntryParameter[] = [];
  while (left.length > 0) {
    const next = left.findIndex((one) => {
      const { row, component } = nextRegister(one, rows);
      return row === one.register && component === one.first;
    });
    if (next < 0) return members;
    const [chosen] = left.splice(next, 1);
    put(chosen!, rows);
    ordered.push(chosen!);
  }
  return ordered;
}

/** The row and component that the compiler gives an element next. */
function nextRegister(one: EntryParameter, rows: readonly Row[]): { readonly row: number; readonly component: number } {
  if (one.count === undefined)
    for (let component = 0; component + one.width <= 4; component++) {
      const mask = maskOf(component, one.width);
      const row = rows.findIndex(
        ({ used, hasFactor }) => (used & mask) === 0 && !(hasFactor && isFactor(one.semantic)),
      );
      if (row >= 0) return { row, component };
    }
  return { row: rows.length, component: 0 };
}

function put({ register = 0, first, width, count = 1, semantic }: EntryParameter, rows: Row[]): void {
  for (let i = register; i < register + count; i++) {
    rows[i] ??= { used: 0, hasFactor: false };
    rows[i]!.used |= maskOf(first, width);
    rows[i]!.hasFactor ||= isFactor(semantic);
  }
}

function maskOf(component: number, width: number): number {
  return ((1 << width) - 1) << component;
}
