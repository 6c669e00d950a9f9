/**
 * Symbol records of a module: functions, inlined calls, local variables and where they are. Source: the headers that
 * Microsoft published (cvinfo.h).
 *
 * Not for: types (types.ts), lines (lines.ts).
 */
import { u16At, u32At } from '../../base/words.ts';
import { ByteReader, SYMBOL } from './codeview.ts';

/** A range of a local variable: where some of its bytes are during a part of the program. */
export interface PdbLocation {
  /** Register type by the number of operand types in programs. */
  readonly register: number;
  /** Offsets of bytes in the register, and the elements of arrays. */
  readonly indices: readonly number[];
  /** The location has a part of the variable only. */
  readonly partial: boolean;
  /** 0 data, 1 samplers, 2 resources, 3 unordered access views. */
  readonly space: number;
  /** First byte in the variable, and their number. */
  readonly offset: number;
  readonly size: number;
  readonly start: number;
  readonly section: number;
  readonly length: number;
  /** Parts in which the location does not hold, relative to {@link start}. */
  readonly gaps: readonly { readonly start: number; readonly length: number }[];
}

export interface PdbLocal {
  readonly name: string;
  readonly type: number;
  readonly flags: number;
  readonly locations: readonly PdbLocation[];
}

/** A function, or a call of one that was inlined. */
export interface PdbScope {
  /** Offset of its record in the symbols. */
  readonly at: number;
  /** Name of a function; null for an inlined call. */
  readonly name: string | null;
  /** Type of a function, or the number of the record of the inlined function. */
  readonly type: number;
  /** First byte in the section and number of bytes; an inlined call has annotations instead. */
  readonly start: number;
  readonly length: number;
  readonly section: number;
  readonly annotations: Uint8Array | null;
  readonly parent: PdbScope | null;
  readonly locals: PdbLocal[];
  readonly inlined: PdbScope[];
}

export interface PdbGlobal {
  readonly name: string;
  readonly type: number;
  /** Register type by the number of operand types in programs. */
  readonly register: number;
  readonly isStatic: boolean;
  readonly dataSlot: number;
  readonly dataOffset: number;
  readonly textureSlot: number;
  readonly samplerSlot: number;
  readonly uavSlot: number;
}

export interface PdbCompiler {
  readonly language: number;
  readonly machine: number;
  readonly version: string;
}

export interface PdbSymbols {
  readonly compiler: PdbCompiler | null;
  /** Name and value in turn. */
  readonly environment: readonly string[];
  readonly functions: readonly PdbScope[];
  readonly globals: readonly PdbGlobal[];
  /** False where a record is cut short or its length is wrong. */
  readonly intact: boolean;
}

const SIGNATURE = 4;
/** Those of older compilers are taken, too (source: oracle). */
const SIGNATURES: readonly number[] = [1, 2, SIGNATURE];

/** Reads the symbols at the start of the stream of a module: a signature, then records. */
export function readSymbols(bytes: Uint8Array, start = SIGNATURE): PdbSymbols {
  return new SymbolReader(bytes).read(start);
}

class SymbolReader {
  #compiler: PdbCompiler | null = null;
  readonly #environment: string[] = [];
  readonly #functions: PdbScope[] = [];
  readonly #globals: PdbGlobal[] = [];
  #scope: PdbScope | null = null;
  #locations: PdbLocation[] | undefined;

  constructor(private readonly bytes: Uint8Array) {}

  read(start: number): PdbSymbols {
    const bytes = this.bytes;
    let at = start;
    while (at + 4 <= bytes.byteLength) {
      const length = u16At(bytes, at);
      const next = at + 2 + length;
      if (next > bytes.byteLength || next < at + 4 || length % 2 !== 0) break;
      this.#record(u16At(bytes, at + 2), at, next);
      // Records begin at multiples of 4, independent of their lengths (source: oracle).
      at = (next + 3) & ~3;
    }
    return {
      compiler: this.#compiler,
      environment: this.#environment,
      functions: this.#functions,
      globals: this.#globals,
      intact: at === bytes.byteLength && SIGNATURES.includes(u32At(bytes, 0)),
    };
  }

  #record(kind: number, at: number, end: number): void {
    const reader = new ByteReader(this.bytes, at + 4, end);
    switch (kind) {
      case SYMBOL.S_COMPILE3:
        this.#compiler = compiler(reader);
        break;
      case SYMBOL.S_ENVBLOCK:
        reader.u8();
        while (reader.left > 0 && this.bytes[reader.at] !== 0) this.#environment.push(reader.text());
        break;
      case SYMBOL.S_GPROC32:
      case SYMBOL.S_LPROC32:
      case SYMBOL.S_GPROC32_ID:
      case SYMBOL.S_LPROC32_ID:
        this.#function(reader, at);
        break;
      case SYMBOL.S_INLINESITE:
        this.#inlined(reader, at, end);
        break;
      case SYMBOL.S_LOCAL: {
        const type = reader.u32();
        const flags = reader.u16();
        this.#locations = [];
        this.#scope?.locals.push({ name: reader.text(), type, flags, locations: this.#locations });
        break;
      }
      case SYMBOL.S_DEFRANGE_HLSL:
        this.#location(reader);
        break;
      case SYMBOL.S_GDATA_HLSL:
      case SYMBOL.S_LDATA_HLSL:
        this.#globals.push(global(reader, kind === SYMBOL.S_LDATA_HLSL));
        break;
      case SYMBOL.S_END:
      case SYMBOL.S_INLINESITE_END:
        this.#scope = this.#scope?.parent ?? null;
        this.#locations = undefined;
        break;
      default:
        // The locations of a variable end at any other record (source: oracle).
        this.#locations = undefined;
        break;
    }
  }

  #function(reader: ByteReader, at: number): void {
    reader.take(12);
    const length = reader.u32();
    reader.take(8);
    const type = reader.u32();
    const start = reader.u32();
    const section = reader.u16();
    reader.u8();
    const name = reader.text();
    this.#open({ at, name, type, start, length, section, annotations: null, parent: null, locals: [], inlined: [] });
  }

  #inlined(reader: ByteReader, at: number, end: number): void {
    const parentAt = reader.u32();
    reader.take(4);
    const type = reader.u32();
    const annotations = this.bytes.subarray(Math.min(reader.at, end), end);
    const parent = this.#scope;
    const scope = {
      at,
      name: null,
      type,
      start: 0,
      length: 0,
      section: 0,
      annotations,
      parent,
      locals: [],
      inlined: [],
    };
    // A call that names another parent is in none (source: oracle).
    if (parent !== null && parentAt !== parent.at) this.#enter(scope);
    else this.#open(scope);
  }

  #open(scope: PdbScope): void {
    const list = scope.parent?.inlined ?? this.#functions;
    list.push(scope);
    this.#enter(scope);
  }

  #enter(scope: PdbScope): void {
    this.#scope = scope;
    this.#locations = undefined;
  }

  #location(reader: ByteReader): void {
    const register = reader.u16();
    const flags = reader.u16();
    const offset = reader.u16();
    const size = reader.u16();
    const start = reader.u32();
    const section = reader.u16();
    const length = reader.u16();
    const { bytes, at, end, ok } = reader;
    const indexCount = flags & 3;
    const gapsEnd = end - 4 * indexCount;
    if (!ok || gapsEnd < at) {
      this.#locations = undefined;
      return;
    }
    const gaps: { start: number; length: number }[] = [];
    for (let gap = at; gap + 4 <= gapsEnd; gap += 4)
      gaps.push({ start: u16At(bytes, gap), length: u16At(bytes, gap + 2) });
    const indices = Array.from({ length: indexCount }, (_, i) => u32At(bytes, gapsEnd + 4 * i));
    const partial = (flags & 4) !== 0;
    const space = (flags >>> 3) & 15;
    this.#locations?.push({ register, indices, partial, space, offset, size, start, section, length, gaps });
  }
}

/** Flags and machine, two versions of four numbers, and the name of the compiler. */
function compiler(reader: ByteReader): PdbCompiler {
  const flags = reader.u32();
  const machine = reader.u16();
  reader.take(16);
  return { language: flags & 0xff, machine, version: reader.text() };
}

function global(reader: ByteReader, isStatic: boolean): PdbGlobal {
  const type = reader.u32();
  const [register, dataSlot, dataOffset] = [reader.u16(), reader.u16(), reader.u16()];
  const [textureSlot, samplerSlot, uavSlot] = [reader.u16(), reader.u16(), reader.u16()];
  const name = reader.text();
  return { name, type, register, isStatic, dataSlot, dataOffset, textureSlot, samplerSlot, uavSlot };
}
