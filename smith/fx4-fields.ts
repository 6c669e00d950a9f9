/**
 * Where the fields of an effect of fx_4_0, fx_4_1 or fx_5_0 are, and what each holds, for damage that knows what it
 * hits. Reads what Microsoft's compiler wrote, not what is damaged (source of the layout: EffectBinaryFormat.h of
 * Microsoft's FX11).
 *
 * Not for: what an effect says (src/effects/fx4), which this is to be tested against and therefore knows nothing of.
 */
import { fourCC, u32At } from '../src/base/words.ts';

export type Fx4Role =
  | 'version'
  | 'header'
  | 'data-size'
  | 'count'
  | 'string'
  | 'type'
  | 'data'
  | 'offset'
  | 'flags'
  | 'register'
  | 'type-kind'
  | 'elements'
  | 'size'
  | 'numeric'
  | 'object-type'
  | 'state'
  | 'index'
  | 'assignment'
  | 'constant-type'
  | 'value'
  | 'characters'
  | 'code-size'
  | 'code';

/** A DWORD, or `length` bytes. */
export interface Fx4Field {
  readonly offset: number;
  readonly role: Fx4Role;
  readonly length: number;
}

const HEADER: readonly Fx4Role[] = ['version', ...Array.from({ length: 7 }, () => 'header' as const), 'data-size'];
const HEADER_WORDS = 19;
const HEADER5_WORDS = 24;
const FX_5_0 = 0xfeff2001;
const DATA_SIZE_WORD = 8;

/** Bytes before the effect: those of the container up to the payload of its chunk FX10; 0 without a container. */
export function effectStart(bytes: Uint8Array): number {
  if (u32At(bytes, 0) !== fourCC('DXBC')) return 0;
  const chunks = u32At(bytes, 28);
  for (let i = 0; i < chunks; i++) {
    const at = u32At(bytes, 32 + 4 * i);
    if (u32At(bytes, at) === fourCC('FX10')) return at + 8;
  }
  throw new Error('a container without the chunk FX10');
}

/** All fields of the effect, in any order; a DWORD that several records refer to is there once. */
export function effect4Fields(bytes: Uint8Array): Fx4Field[] {
  return new Walk(bytes).all();
}

class Walk {
  private readonly fields = new Map<number, Fx4Field>();
  private readonly begin: number;
  private readonly data: number;
  private readonly dataSize: number;
  private readonly five: boolean;
  private at: number;

  constructor(private readonly bytes: Uint8Array) {
    this.begin = effectStart(bytes);
    this.five = u32At(bytes, this.begin) === FX_5_0;
    this.data = this.begin + 4 * (this.five ? HEADER5_WORDS : HEADER_WORDS);
    this.dataSize = this.header(DATA_SIZE_WORD);
    this.at = this.data + this.dataSize;
  }

  all(): Fx4Field[] {
    const words = this.five ? HEADER5_WORDS : HEADER_WORDS;
    for (let i = 0; i < words; i++) this.field(this.begin + 4 * i, HEADER[i] ?? 'header');
    this.times(this.header(1), () => this.buffer(false));
    this.times(this.header(3), () => this.object(false));
    if (this.five) this.times(this.header(21), () => this.interface());
    this.times(this.header(4), () => this.buffer(true));
    this.times(this.header(6), () => this.object(true));
    if (this.five) this.times(this.header(19), () => this.list(() => this.list(() => this.pass())));
    else this.times(this.header(7), () => this.list(() => this.pass()));
    if (this.at !== this.bytes.byteLength)
      throw new Error(`${this.bytes.byteLength - this.at} bytes of the effect are left`);
    return [...this.fields.values()];
  }

  private header(word: number): number {
    return u32At(this.bytes, this.begin + 4 * word);
  }

  private field(offset: number, role: Fx4Role, length = 4): number {
    if (!this.fields.has(offset)) this.fields.set(offset, { offset, role, length });
    return length === 4 && offset + 4 <= this.bytes.byteLength ? u32At(this.bytes, offset) : 0;
  }

  private times(count: number, read: () => void): void {
    for (let i = 0; i < count; i++) read();
  }

  /** The next DWORD of the records. */
  private next(role: Fx4Role): number {
    this.at += 4;
    return this.field(this.at - 4, role);
  }

  /** A DWORD with the offset of a string; so is what follows. */
  private string(offset = this.next('string')): void {
    const begin = this.data + offset;
    let end = begin;
    while (end < this.data + this.dataSize && this.bytes[end] !== 0) end++;
    this.field(begin, 'characters', end - begin + 1);
  }

  private type(offset = this.next('type')): { elements: number; object: number; kind: number } {
    const at = this.data + offset;
    const known = this.fields.has(at + 4) && this.fields.get(at + 4)!.role === 'type-kind';
    const kind = this.field(at + 4, 'type-kind');
    const elements = this.field(at + 8, 'elements');
    const word = kind === 4 ? 0 : this.field(at + 24, kind === 1 ? 'numeric' : kind === 2 ? 'object-type' : 'count');
    if (!known) {
      this.string(this.field(at, 'string'));
      for (const i of [12, 16, 20]) this.field(at + i, 'size');
      if (kind === 3) this.members(at + 28, word);
    }
    return { elements, kind, object: kind === 2 ? word : 0 };
  }

  private members(begin: number, count: number): void {
    for (let i = 0; i < count; i++) {
      const at = begin + 16 * i;
      this.string(this.field(at, 'string'));
      const semantic = this.field(at + 4, 'string');
      if (semantic !== 0) this.string(semantic);
      this.field(at + 8, 'offset');
      this.type(this.field(at + 12, 'type'));
    }
    if (!this.five) return;
    const end = begin + 16 * count;
    const base = this.field(end, 'type');
    if (base !== 0) this.type(base);
    const interfaces = this.field(end + 4, 'count');
    for (let i = 0; i < interfaces; i++) this.type(this.field(end + 8 + 4 * i, 'type'));
  }

  private annotations(): void {
    this.times(this.next('count'), () => {
      this.string();
      const { kind, elements } = this.type();
      if (kind === 2) this.times(Math.max(1, elements), () => this.string());
      else this.value(this.next('data'));
    });
  }

  private value(offset: number): void {
    if (offset !== 0) this.field(this.data + offset, 'value');
  }

  private buffer(shared: boolean): void {
    this.string();
    this.next('size');
    this.next('flags');
    const count = this.next('count');
    this.next('register');
    if (!shared) this.annotations();
    this.times(count, () => {
      this.string();
      this.type();
      this.semantic();
      this.next('offset');
      this.value(this.next('data'));
      this.next('flags');
      if (!shared) this.annotations();
    });
  }

  private semantic(): void {
    const offset = this.next('string');
    if (offset !== 0) this.string(offset);
  }

  private object(shared: boolean): void {
    this.string();
    const { elements, object } = this.type();
    this.semantic();
    this.next('register');
    if (shared) return;
    this.times(Math.max(1, elements), () => this.initializer(object));
    this.annotations();
  }

  /** The initializer of an element of an object variable. */
  private initializer(object: number): void {
    if ([2, 3, 4, 21].includes(object)) this.times(this.next('count'), () => this.assignment());
    else if (object === 1) this.string();
    else if ([5, 6, 7].includes(object)) this.code(this.next('data'));
    else if (object === 8) {
      this.code(this.next('data'));
      this.semantic();
    } else if (object >= 25 && object <= 30) {
      this.shader5(this.at);
      this.at += 36;
    }
  }

  private shader5(at: number): void {
    this.code(this.field(at, 'data'));
    for (let i = 0; i < 4; i++) {
      const declaration = this.field(at + 4 + 4 * i, 'string');
      if (declaration !== 0) this.string(declaration);
    }
    this.field(at + 20, 'count');
    this.field(at + 24, 'index');
    const count = this.field(at + 28, 'count');
    const bindings = this.field(at + 32, 'data');
    for (let i = 0; i < count; i++) this.instance(this.data + bindings + 8 * i);
  }

  private instance(at: number): void {
    this.string(this.field(at, 'string'));
    this.field(at + 4, 'index');
  }

  /** A size and so many bytes. */
  private code(offset: number): void {
    if (offset === 0) return;
    const at = this.data + offset;
    const size = this.field(at, 'code-size');
    if (size > 0) this.field(at + 4, 'code', size);
  }

  private interface(): void {
    this.string();
    const { elements } = this.type();
    const instances = this.next('data');
    if (instances !== 0) for (let i = 0; i < Math.max(1, elements); i++) this.instance(this.data + instances + 8 * i);
    this.next('flags');
    this.annotations();
  }

  /** A group, technique or pass. */
  private list(read: () => void): void {
    this.semantic();
    const count = this.next('count');
    this.annotations();
    this.times(count, read);
  }

  private pass(): void {
    this.list(() => this.assignment());
  }

  private assignment(): void {
    this.next('state');
    this.next('index');
    const kind = this.next('assignment');
    const offset = this.next('data');
    const at = this.data + offset;
    switch (kind) {
      case 1: {
        const count = this.field(at, 'count');
        for (let i = 0; i < count; i++) {
          this.field(at + 4 + 8 * i, 'constant-type');
          this.field(at + 8 + 8 * i, 'value');
        }
        break;
      }
      case 2:
        this.string(offset);
        break;
      case 3:
        this.string(this.field(at, 'string'));
        this.field(at + 4, 'index');
        break;
      case 4:
        this.string(this.field(at, 'string'));
        this.string(this.field(at + 4, 'string'));
        break;
      case 5:
        this.string(this.field(at, 'string'));
        this.code(this.field(at + 4, 'data'));
        break;
      case 6:
        this.code(offset);
        break;
      case 7:
        this.code(this.field(at, 'data'));
        if (u32At(this.bytes, at + 4) !== 0) this.string(this.field(at + 4, 'string'));
        break;
      case 8:
        this.shader5(at);
        break;
    }
  }
}
