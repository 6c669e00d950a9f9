/**
 * Writes WebAssembly modules: sections, LEB128 numbers, and the code of functions.
 *
 * Source: WebAssembly core specification 2.0, 5 (binary format).
 *
 * Not for: the meaning of code. Nothing is checked here; `WebAssembly.validate` does that.
 */
import { WASM_OPCODES, type WasmOp } from './opcodes.ts';

export type WasmType = 'i32' | 'v128';

const TYPE_CODES: Readonly<Record<WasmType, number>> = { i32: 0x7f, v128: 0x7b };
const EMPTY_BLOCK = 0x40;
const FUNCTION_TYPE = 0x60;
/** `\0asm` and version 1. */
const HEADER = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0] as const;
const SECTIONS = { types: 1, imports: 2, functions: 3, globals: 6, exports: 7, code: 10, data: 11 } as const;
/** Kinds of imports and exports. */
const FUNCTION = 0;
const MEMORY = 2;
const GLOBAL = 3;
const INITIAL_BYTES = 1024;
/** The longest list of bytes that is copied one by one. */
const SHORT = 8;

/** Bytes that grow as they are written. */
export class WasmBytes {
  #bytes = new Uint8Array(INITIAL_BYTES);
  length = 0;

  byte(value: number): void {
    if (this.length === this.#bytes.length) this.#grow(1);
    this.#bytes[this.length++] = value;
  }

  all(values: ArrayLike<number>): void {
    const { length } = values;
    if (this.length + length > this.#bytes.length) this.#grow(length);
    // Most are instructions of one to three bytes, which a loop copies faster than `set` (measured).
    if (length > SHORT) this.#bytes.set(values, this.length);
    else for (let i = 0; i < length; i++) this.#bytes[this.length + i] = values[i]!;
    this.length += length;
  }

  /** An unsigned LEB128 number of up to 32 bits. */
  unsigned(value: number): void {
    let rest = value >>> 0;
    while (rest >= 0x80) {
      this.byte((rest & 0x7f) | 0x80);
      rest >>>= 7;
    }
    this.byte(rest);
  }

  /** A signed LEB128 number of 32 bits. */
  signed(value: number): void {
    let rest = value | 0;
    while (rest < -0x40 || rest > 0x3f) {
      this.byte((rest & 0x7f) | 0x80);
      rest >>= 7;
    }
    this.byte(rest & 0x7f);
  }

  /** A name or bytes after their length. */
  sized(values: ArrayLike<number>): void {
    this.unsigned(values.length);
    this.all(values);
  }

  /** A name of ASCII letters. */
  name(text: string): void {
    this.sized(Array.from(text, (letter) => letter.charCodeAt(0)));
  }

  get bytes(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.length);
  }

  #grow(more: number): void {
    const grown = new Uint8Array(2 * (this.#bytes.length + more));
    grown.set(this.#bytes);
    this.#bytes = grown;
  }
}

/** The code of a function: instructions in order, and the locals that they use. */
export class WasmCode {
  readonly #out = new WasmBytes();
  readonly #parameters: number;
  /** Types of the locals after the parameters. */
  readonly #locals: WasmType[] = [];
  /** Locals of type v128 that are not in use. */
  readonly #free: number[] = [];

  constructor(readonly signature: WasmSignature) {
    this.#parameters = signature.parameters.length;
  }

  /** Code of another function with the same parameters and locals, and the same of them in use. */
  next(): WasmCode {
    const code = new WasmCode(this.signature);
    for (const local of this.#locals) code.#locals.push(local);
    for (const local of this.#free) code.#free.push(local);
    return code;
  }

  /** The locals of type v128 that are in use. */
  get used(): number[] {
    const free = new Set(this.#free);
    return Array.from(this.#locals, (type, i) => (type === 'v128' ? this.#parameters + i : -1)).filter(
      (local) => local >= 0 && !free.has(local),
    );
  }

  get localCount(): number {
    return this.#parameters + this.#locals.length;
  }

  get length(): number {
    return this.#out.length;
  }

  op(name: WasmOp): void {
    this.#out.all(WASM_OPCODES[name]);
  }

  ops(...names: readonly WasmOp[]): void {
    for (const name of names) this.op(name);
  }

  /** An instruction with a number that is not negative: of a local, a function, a global, a label. */
  index(name: WasmOp, index: number): void {
    this.op(name);
    this.#out.unsigned(index);
  }

  get(local: number): void {
    this.index('local.get', local);
  }

  set(local: number): void {
    this.index('local.set', local);
  }

  tee(local: number): void {
    this.index('local.tee', local);
  }

  i32(value: number): void {
    this.op('i32.const');
    this.#out.signed(value);
  }

  /** An instruction of a lane. */
  lane(name: WasmOp, lane: number): void {
    this.op(name);
    this.#out.byte(lane);
  }

  /** A load or store: the address is on the stack, and `offset` is added to it. */
  memory(name: WasmOp, offset: number): void {
    this.op(name);
    // Alignment is a hint; four bytes are true of all addresses here.
    this.#out.unsigned(2);
    this.#out.unsigned(offset);
  }

  /** A load or store of one lane. */
  memoryLane(name: WasmOp, offset: number, lane: number): void {
    this.memory(name, offset);
    this.#out.byte(lane);
  }

  /** Lanes of 32 bits of two vectors: 0 to 3 of the first, 4 to 7 of the second. */
  shuffle(...lanes: readonly number[]): void {
    this.op('i8x16.shuffle');
    for (const lane of lanes) for (let i = 0; i < 4; i++) this.#out.byte(4 * lane + i);
  }

  /** Any shuffle of bytes. */
  shuffleBytes(bytes: readonly number[]): void {
    this.op('i8x16.shuffle');
    this.#out.all(bytes);
  }

  /** Opens a block, a loop or an `if` without results. */
  open(name: 'block' | 'loop' | 'if'): void {
    this.op(name);
    this.#out.byte(EMPTY_BLOCK);
  }

  end(): void {
    this.op('end');
  }

  /** Fills memory: the address, the byte and the length are on the stack. */
  fill(): void {
    this.#out.all([0xfc, 0x0b, 0]);
  }

  /** Copies memory: the address to write, the address to read and the length are on the stack. */
  copy(): void {
    this.#out.all([0xfc, 0x0a, 0, 0]);
  }

  /** A new local, which is never given back. */
  local(type: WasmType): number {
    return this.#parameters + this.#locals.push(type) - 1;
  }

  /** A local of type v128 that is not in use. */
  take(): number {
    return this.#free.pop() ?? this.local('v128');
  }

  /** Gives a local of {@link take} back. */
  give(local: number): void {
    this.#free.push(local);
  }

  /** The locals and the code, as the section of code has them. */
  encode(out: WasmBytes): void {
    const head = new WasmBytes();
    const runs: { type: WasmType; count: number }[] = [];
    for (const type of this.#locals) {
      if (runs.at(-1)?.type === type) runs.at(-1)!.count++;
      else runs.push({ type, count: 1 });
    }
    head.unsigned(runs.length);
    for (const { type, count } of runs) {
      head.unsigned(count);
      head.byte(TYPE_CODES[type]);
    }
    const code = this.#out.bytes;
    out.unsigned(head.length + code.length + 1);
    out.all(head.bytes);
    out.all(code);
    out.all(WASM_OPCODES.end);
  }
}

export interface WasmSignature {
  readonly parameters: readonly WasmType[];
  readonly results: readonly WasmType[];
}

interface WasmImport {
  readonly name: string;
  readonly signature: WasmSignature;
}

/** A module with one imported memory; imports come from `env`. */
export class WasmModuleWriter {
  readonly #types: WasmSignature[] = [];
  readonly #imports: WasmImport[] = [];
  readonly #globals: string[] = [];
  readonly #functions: WasmCode[] = [];
  readonly #exports: { readonly name: string; readonly index: number }[] = [];
  readonly #data: { readonly address: number; readonly bytes: Uint8Array }[] = [];

  /** An imported function. All imports come before functions. Returns its number. */
  importFunction(name: string, signature: WasmSignature): number {
    return this.#imports.push({ name, signature }) - 1;
  }

  /** An imported constant of type i32. All imports come before {@link addCounter}. Returns its number. */
  importConstant(name: string): number {
    return this.#globals.push(name) - 1;
  }

  /** Adds a function; its code may still be written. Returns its number. */
  addFunction(code: WasmCode): number {
    return this.#imports.length + this.#functions.push(code) - 1;
  }

  exportFunction(name: string, index: number): void {
    this.#exports.push({ name, index });
  }

  addData(address: number, bytes: Uint8Array): void {
    if (bytes.length > 0) this.#data.push({ address, bytes });
  }

  /** The number of the variable of type i32 that is exported as `name` of {@link encode}: it follows the imports. */
  get counter(): number {
    return this.#globals.length;
  }

  /**
   * The bytes of the module.
   *
   * @param counter name of the exported variable
   * @param pages the least size of the imported memory, in pages of 64 KB
   */
  encode(counter: string, pages: number): Uint8Array<ArrayBuffer> {
    const out = new WasmBytes();
    out.all(HEADER);
    const sections = this.#sections(counter, pages);
    for (const [name, section] of Object.entries(sections)) {
      out.byte(SECTIONS[name as keyof typeof SECTIONS]);
      out.sized(section.bytes);
    }
    return out.bytes;
  }

  #sections(counter: string, pages: number): Partial<Record<keyof typeof SECTIONS, WasmBytes>> {
    const imports = new WasmBytes();
    imports.unsigned(this.#imports.length + this.#globals.length + 1);
    importHead(imports, 'memory', MEMORY);
    imports.byte(0);
    imports.unsigned(pages);
    for (const { name, signature } of this.#imports) {
      importHead(imports, name, FUNCTION);
      imports.unsigned(this.#typeOf(signature));
    }
    for (const name of this.#globals) {
      importHead(imports, name, GLOBAL);
      imports.all([TYPE_CODES.i32, 0]);
    }
    const functions = list(this.#functions, (out, { signature }) => out.unsigned(this.#typeOf(signature)));
    const globals = new WasmBytes();
    globals.all([1, TYPE_CODES.i32, 1, ...WASM_OPCODES['i32.const'], 0, ...WASM_OPCODES.end]);
    const all = [...this.#exports.map((one) => ({ ...one, kind: FUNCTION }))];
    all.push({ name: counter, index: this.counter, kind: GLOBAL });
    const exports = list(all, (out, { name, index, kind }) => {
      out.name(name);
      out.byte(kind);
      out.unsigned(index);
    });
    const code = list(this.#functions, (out, one) => one.encode(out));
    const data = list(this.#data, (out, { address, bytes }) => {
      out.byte(0);
      out.all(WASM_OPCODES['i32.const']);
      out.signed(address);
      out.all(WASM_OPCODES.end);
      out.sized(bytes);
    });
    // The types come last: the sections before have used them.
    const types = list(this.#types, (out, { parameters, results }) => {
      out.byte(FUNCTION_TYPE);
      out.sized(parameters.map((type) => TYPE_CODES[type]));
      out.sized(results.map((type) => TYPE_CODES[type]));
    });
    return { types, imports, functions, globals, exports, code, data };
  }

  /** The number of a signature; equal ones have the same. */
  #typeOf(signature: WasmSignature): number {
    const key = JSON.stringify(signature);
    const known = this.#types.findIndex((one) => JSON.stringify(one) === key);
    return known >= 0 ? known : this.#types.push(signature) - 1;
  }
}

function importHead(out: WasmBytes, name: string, kind: number): void {
  out.name('env');
  out.name(name);
  out.byte(kind);
}

function list<Item>(items: readonly Item[], write: (out: WasmBytes, item: Item) => void): WasmBytes {
  const out = new WasmBytes();
  out.unsigned(items.length);
  for (const item of items) write(out, item);
  return out;
}
