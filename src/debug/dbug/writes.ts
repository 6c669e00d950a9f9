/**
 * Which variables the components of an instruction's destination hold, as Microsoft's reader finds them: of several
 * variables the last one, of several records of one variable the first one (source: oracle).
 *
 * Not for: names and types (content.ts).
 */
import {
  DBUG_HEADER,
  DBUG_NO_ELEMENT,
  DBUG_VARIABLE,
  DBUG_VARIABLE_SIZE,
  DBUG_WRITE,
  DBUG_WRITE_SIZE,
} from './layout.ts';
import type { DbugView } from './view.ts';

/** The content of one component of a destination. */
export interface DbugHeld {
  /** Offset of the variable's record. */
  readonly variable: number;
  /** Component of the variable. */
  readonly element: number;
}

/** For each component of a destination what it holds; a hole where nothing is known. */
export type DbugHolding = (DbugHeld | undefined)[];

/** Records that are read at most, as a multiple of those that fit into the shader: lists may share bytes. */
const BUDGET = 4;

/** Returns the content of the destination of each instruction, by the index of its line record. */
export function dbugHoldings(view: DbugView): Map<number, DbugHolding> {
  const holdings = new Map<number, DbugHolding>();
  const first = view.u32(DBUG_HEADER.variables);
  const count = view.count(view.u32(DBUG_HEADER.variableCount), first, DBUG_VARIABLE_SIZE);
  let left = Math.ceil((BUDGET * view.available) / DBUG_WRITE_SIZE);
  for (let i = 0; i < count && left > 0; i++) {
    const variable = first + DBUG_VARIABLE_SIZE * i;
    const writes = view.u32(variable + DBUG_VARIABLE.writes);
    const found = view.count(view.u32(variable + DBUG_VARIABLE.writeCount), writes, DBUG_WRITE_SIZE);
    const seen = new Set<number>();
    for (let k = 0; k < found && left > 0; k++, left--) {
      const write = writes + DBUG_WRITE_SIZE * k;
      const line = view.u32(write + DBUG_WRITE.line);
      if (seen.has(line)) continue;
      seen.add(line);
      let holding = holdings.get(line);
      if (holding === undefined) {
        holding = [undefined, undefined, undefined, undefined];
        holdings.set(line, holding);
      }
      for (let component = 0; component < 4; component++) {
        const element = view.u16(write + DBUG_WRITE.elements + 2 * component);
        if (element !== DBUG_NO_ELEMENT) holding[component] = { variable, element };
      }
    }
  }
  return holdings;
}
