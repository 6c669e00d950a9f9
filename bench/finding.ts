/** The search for shaders in other files: MB/s of the bytes that are searched, or of those that are unpacked. */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compress } from 'lzma1';
import { tarOf } from '../smith/archives/stored.ts';
import { Random } from '../smith/random.ts';
import { alternate, median } from './measure.ts';

type FindShaders = typeof import('../src/find/index.ts').findShaders;

export interface FindResult {
  readonly what: string;
  readonly bytes: number;
  readonly shaders: number;
  /** MB/s of the best round and of the median. */
  readonly best: number;
  readonly median: number;
}

const SIZE = 2 ** 24;
const PACKED_SIZE = 2 ** 20;
/** Bytes between shaders, as in a program that has some. */
const GAP = 2 ** 13;

/** @param shaders files that are searched for */
export async function findResults(shaders: readonly Uint8Array[], rounds: number): Promise<FindResult[]> {
  const { findShaders } = (await import(pathToFileURL(resolve('dist/find/index.js')).href)) as {
    findShaders: FindShaders;
  };
  const random = new Random(1);
  const noise = (length: number) => Uint8Array.from({ length }, () => random.below(256));
  const parts: Uint8Array[] = [];
  for (let size = 0, i = 0; size < SIZE; i++) {
    const shader = shaders[i % shaders.length]!;
    parts.push(noise(GAP), shader);
    size += GAP + shader.byteLength;
  }
  const files = shaders.map((bytes, i) => ({ name: `${i}.cso`, bytes }));
  const lzma = lzmaFile(new Uint8Array(Buffer.concat(parts)).subarray(0, PACKED_SIZE));
  // Bytes, and how many of them count where they are unpacked.
  const inputs: Readonly<Record<string, readonly [Uint8Array, number?]>> = {
    'carve random bytes': [noise(SIZE)],
    'carve zeros': [new Uint8Array(SIZE)],
    'carve shaders between random bytes': [new Uint8Array(Buffer.concat(parts))],
    'find shaders in a tar file': [tarOf(files)],
    'unpack LZMA of ZIP and carve': [lzma, PACKED_SIZE],
  };
  const found: Record<string, number> = {};
  const results = await alternate(
    Object.fromEntries(
      Object.entries(inputs).map(([what, [bytes, size = bytes.byteLength]]) => [
        what,
        async () => {
          const begin = performance.now();
          let count = 0;
          for await (const { kind } of findShaders(bytes)) if (kind === 'shader') count++;
          found[what] = count;
          return size / 1e3 / (performance.now() - begin);
        },
      ]),
    ),
    rounds,
  );
  return Object.entries(inputs).map(([what, [bytes]]) => {
    const rates = results[what]!;
    return { what, bytes: bytes.byteLength, shaders: found[what]!, best: Math.max(...rates), median: median(rates) };
  });
}

/** A ZIP archive whose only member is packed with LZMA. */
function lzmaFile(bytes: Uint8Array): Uint8Array {
  const file = compress(bytes);
  const packed = Buffer.concat([Uint8Array.of(9, 20, 5, 0), file.subarray(0, 5), file.subarray(13)]);
  const common = Buffer.alloc(26);
  common.writeUInt16LE(63, 0);
  common.writeUInt16LE(14, 4);
  common.writeUInt32LE(packed.byteLength, 14);
  common.writeUInt32LE(bytes.byteLength, 18);
  common.writeUInt16LE(1, 22);
  const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from('x'), packed]);
  const central = Buffer.concat([Buffer.from('PK\x01\x02\x3f\0'), common, Buffer.alloc(14), Buffer.from('x')]);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x0605_4b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.byteLength, 12);
  end.writeUInt32LE(local.byteLength, 16);
  return new Uint8Array(Buffer.concat([local, central, end]));
}
