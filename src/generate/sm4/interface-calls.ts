/**
 * Calls of interfaces: a switch over the function table of an interface pointer is one call, and its regions are
 * function bodies after the program. Bodies share the registers of the code around the call.
 */
import type { IrModule } from '../../ir/module.ts';
import { Op } from '../../ir/ops.ts';
import type { Sm4Node } from '../../isa/sm4/encode.ts';
import type { ConstructKind } from '../nodes.ts';

/** Interface pointers that are declared together. */
export interface Sm4Interface {
  /** The number of the first one. */
  readonly first: number;
  readonly length: number;
  /** The function tables that they may have. */
  readonly tables: readonly number[];
  /** A value chooses the pointer. */
  readonly isIndexed: boolean;
}

/** Whether an operation is a switch over function tables. */
function isInterfaceCall({ ops }: IrModule, op: number): boolean {
  return ops.code[op] === Op.switch && ops.code[ops.a[op]!] === Op['instance.table'];
}

/** The kind of a construct in a program. */
export function constructKind(module: IrModule, op: number): ConstructKind {
  if (isInterfaceCall(module, op)) return 'call';
  const code = module.ops.code[op]!;
  return code === Op.if ? 'if' : code === Op.loop ? 'loop' : code === Op.switch ? 'switch' : 'block';
}

/** The calls and bodies of a program, in the order of its instructions. */
export class InterfaceCalls {
  /** The instructions of each body. */
  readonly bodies: Sm4Node[][] = [];
  /** Calls of each interface so far, by its first pointer. */
  readonly #calls = new Map<number, number>();
  /** The bodies of each table, one for each call. */
  readonly #tables = new Map<number, number[]>();

  constructor(readonly interfaces: readonly Sm4Interface[]) {}

  /** The interface that a pointer is in. */
  interfaceOf(pointer: number): Sm4Interface | undefined {
    return this.interfaces.find(({ first, length }) => pointer >= first && pointer < first + length);
  }

  /** Counts a call; returns its number among those of the interface. */
  call({ first }: Sm4Interface): number {
    const number = this.#calls.get(first) ?? 0;
    this.#calls.set(first, number + 1);
    return number;
  }

  callsOf({ first }: Sm4Interface): number {
    return this.#calls.get(first) ?? 0;
  }

  /** Adds a body for tables; returns its number. */
  body(tables: readonly number[]): number {
    const number = this.bodies.push([]) - 1;
    for (const table of tables) {
      const list = this.#tables.get(table) ?? [];
      this.#tables.set(table, list);
      list.push(number);
    }
    return number;
  }

  /** The bodies of a function table. */
  tableBodies(table: number): readonly number[] {
    return this.#tables.get(table) ?? [];
  }
}
