/**
 * Class linkage of generated programs: interface pointers, their function tables and function bodies, and the
 * chunk IFCE that names the classes.
 */
import { Sm4DeclarationControls, Sm4InterfaceToken } from '../src/isa/sm4/tokens.ts';
import type { Random } from './random.ts';
import { textWords } from './sm4-signatures.ts';
import { instructionWords } from './sm4-words.ts';

/** An interface pointer, or an array of them. */
export interface InterfacePointer {
  /** The first of its interface slots. */
  readonly id: number;
  /** Interface slots, one for each element of the array. */
  readonly length: number;
  readonly callSites: number;
  /** The function table of each class. */
  readonly tables: readonly FunctionTable[];
  /** Whether an element is picked at run time. */
  dynamic: boolean;
  /** The call sites that have been used; all must be. */
  readonly called: Set<number>;
}

interface FunctionTable {
  readonly id: number;
  /** The function body for each call site. */
  readonly bodies: readonly number[];
}

/** Bytes of the fixed parts of the chunk. */
const HEADER = 36;
const SLOTS = 16;
const TYPE = 12;
const NO_SLOT = 0xffff;

export class Linkage {
  readonly pointers: readonly InterfacePointer[];
  readonly #classes: number;

  constructor(random: Random) {
    this.#classes = random.between(1, 3);
    let tables = 0;
    let bodies = 0;
    let slots = 0;
    this.pointers = Array.from({ length: random.between(1, 3) }, () => {
      const callSites = random.between(1, 2);
      const length = random.oneIn(2) ? 1 : random.between(2, 4);
      const id = slots;
      slots += length;
      return {
        id,
        length,
        callSites,
        tables: Array.from({ length: this.#classes }, () => ({
          id: tables++,
          bodies: Array.from({ length: callSites }, () => bodies++),
        })),
        dynamic: false,
        called: new Set<number>(),
      };
    });
  }

  /** All function bodies by number. */
  get bodies(): number[] {
    return this.pointers.flatMap(({ tables }) => tables.flatMap(({ bodies }) => bodies));
  }

  /** The declarations of bodies, tables and pointers. */
  declarations(): number[] {
    const tables = this.pointers.flatMap((pointer) => pointer.tables);
    return [
      ...this.bodies.flatMap((body) => instructionWords('dcl_function_body', [body])),
      ...tables.flatMap(({ id, bodies }) => instructionWords('dcl_function_table', [id, bodies.length, ...bodies])),
      ...this.pointers.flatMap(declarePointer),
    ];
  }

  /** The payload of IFCE. */
  chunkWords(): Uint32Array {
    const { pointers } = this;
    const classes = Array.from({ length: this.#classes }, (_, i) => i);
    const typesAt = HEADER + SLOTS * pointers.length;
    const listsAt = typesAt + TYPE * classes.length;
    // The classes of a slot, two bytes each, then its tables.
    const idWords = Math.ceil(classes.length / 2);
    const listWords = idWords + classes.length;
    const namesAt = listsAt + 4 * listWords * pointers.length;
    const slots = pointers.reduce((sum, { length }) => sum + length, 0);
    const words: number[] = [0, classes.length, pointers.length, slots, listsAt, typesAt, HEADER, 0, 0];
    pointers.forEach(({ length }, i) => {
      const ids = listsAt + 4 * listWords * i;
      words.push(length, classes.length, ids, ids + 4 * idWords);
    });
    // Names are one letter and its end.
    for (const i of classes) words.push(namesAt + 2 * i, 0, 0);
    for (const { tables } of pointers) {
      for (let i = 0; i < idWords; i++)
        words.push((2 * i) | ((2 * i + 1 < classes.length ? 2 * i + 1 : NO_SLOT) << 16));
      words.push(...tables.map(({ id }) => id));
    }
    const names = classes.map((i) => `${'ABC'[i]}\0`).join('');
    return Uint32Array.from([...words, ...textWords(names)]);
  }
}

function declarePointer({ id, callSites, length, tables, dynamic }: InterfacePointer): number[] {
  let token = Sm4InterfaceToken.tableCount.set(0, tables.length);
  token = Sm4InterfaceToken.arrayLength.set(token, length);
  const controls = Sm4DeclarationControls.interfaceDynamicallyIndexed.set(0, dynamic ? 1 : 0);
  return instructionWords('dcl_interface', [id, callSites, token, ...tables.map((table) => table.id)], controls);
}
