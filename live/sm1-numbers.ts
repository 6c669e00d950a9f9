/**
 * Compares our numbers with Microsoft's, live, many a shader: `def` of SM 3 for %.9g of a float32, literals of SM 4 for
 * %f of a float32 and of SM 5 for %f of a float64, CLIT of a texture shader for %.9g of a float64.
 *
 * The words are ties, ends of ranges, NaNs and random ones of all exponents. With --record a selection of Microsoft's
 * answers is written for the tests. Exit status 1 when any differ.
 */
import { writeFileSync } from 'node:fs';
import { Random } from '../smith/random.ts';
import { commentWords, destinationToken, floatWord, instructionWords, streamWords } from '../smith/sm1.ts';
import { bytesOf, wordsOf } from '../src/base/words.ts';
import { formatDouble, formatDoubleG9, formatF, formatG9 } from '../src/text/numbers.ts';
import { latin1, Oracle } from '../tools/oracle/client.ts';
import type { Values } from './comparisons.ts';

/** Rows of each kind that are recorded. */
const RECORDED = 250;
const RECORD_ONE_IN = 17;

/** Prints one shader with many literals. */
type Batch = (words: readonly number[]) => Promise<string[]>;

interface Kind {
  readonly name: string;
  readonly ours: (low: number, high: number) => string;
  /** DWORDs a number. */
  readonly width: 1 | 2;
  /** Numbers a batch. */
  readonly size: number;
  readonly batch: Batch;
}

function floatShader(): string {
  const lines = Array.from({ length: 400 }, (_, i) => `r = frac(r) + float4(1.5, ${i}.5, 3.5, 4.5);`);
  return `float4 main(float4 a : A) : SV_Target { float4 r = a; ${lines.join('\n')} return r; }`;
}

function doubleShader(): string {
  const lines = Array.from({ length: 200 }, (_, i) => `d = d * d + (double)v.x * 1${i}2.5L;`);
  return `RWByteAddressBuffer o; ByteAddressBuffer i;
[numthreads(1, 1, 1)] void main() {
  uint2 v = i.Load2(0); double d = asdouble(v.x, v.y); ${lines.join('\n')}
  uint a, b; asuint(d, a, b); o.Store2(0, uint2(a, b));
}`;
}

// --- words --------------------------------------------------------------------------------------------------------

function hexDigits(word: number): string {
  return word.toString(16).padStart(8, '0');
}

function specialFloats(): number[] {
  const words: number[] = [];
  for (let k = -20; k < 30; k++) {
    for (let odd = 1; odd < 20; odd++)
      words.push(floatWord(odd * 2 ** -k), floatWord(-odd * 2 ** -k), floatWord(odd * 10 ** k));
  }
  for (let i = 0; i < 40; i++) {
    words.push(i, 0x7f_ffff - i, 0x80_0000 + i, 0x7f80_0000 + i, 0xff80_0000 + i, 0x7fc0_0000 + i, 0xffc0_0000 + i);
    words.push(0x7f7f_ffff - i, (0x8000_0000 + i) >>> 0);
  }
  for (let e = -38; e < 38; e++) for (let d = -8; d < 9; d++) words.push((floatWord(10 ** e) + d) >>> 0);
  return words;
}

export async function run(values: Values<'sm1-numbers'>): Promise<void> {
  const doubles = new Float64Array(1);
  const doubleBits = new Uint32Array(doubles.buffer);

  const random = new Random(values.seed);
  const oracle = await Oracle.start();
  const kinds: Kind[] = [
    { name: 'g9', ours: formatG9, width: 1, size: 1024, batch: definitions },
    { name: 'f', ours: formatF, width: 1, size: 1600, batch: await literals(floatShader(), 'ps_4_0', 4, /l\((.*)\)/g) },
    {
      name: 'double',
      ours: formatDouble,
      width: 2,
      size: 200,
      batch: await literals(doubleShader(), 'cs_5_0', 4, /d\((.*)\)/g),
    },
    { name: 'doubleG9', ours: formatDoubleG9, width: 2, size: 512, batch: clit },
  ];
  const table: string[] = [];
  let different = 0;
  for (const kind of kinds) {
    const special = kind.width === 1 ? specialFloats() : specialDoubles();
    const total = Math.max(special.length / kind.width, values.count / kind.width ** 3);
    let compared = 0;
    while (compared < total) {
      const words: number[] = [];
      while (words.length < kind.size * kind.width) {
        const left = special.splice(0, kind.width);
        words.push(...(left.length === kind.width ? left : kind.width === 1 ? [randomFloat()] : randomDouble()));
      }
      const answers = await kind.batch(words);
      if (answers.length !== kind.size) throw new Error(`${kind.name}: ${answers.length} answers of ${kind.size}`);
      answers.forEach((theirs, i) => {
        const [low, high] = [words[i * kind.width]!, words[i * kind.width + kind.width - 1]!];
        const ours = kind.ours(low, high);
        if (ours !== theirs && ++different < 20)
          console.log(kind.name, high.toString(16), low.toString(16), ours, theirs);
        const digits = (kind.width === 2 ? hexDigits(high) : '') + hexDigits(low);
        // The special ones come first; one in so many keeps the table short and still mixed.
        if ((compared + i) % RECORD_ONE_IN === 0) table.push(`${kind.name}\t${digits}\t${theirs}`);
      });
      compared += kind.size;
    }
    console.log(`${kind.name}: ${compared} compared`);
  }
  oracle.stop();
  console.log(`${different} different`);
  if (values.record) {
    const head = `# Numbers as D3DDisassemble ${Oracle.compilerVersion} prints them; written by live/sm1-numbers.ts --record.\n`;
    const rows = kinds.flatMap(({ name }) => table.filter((row) => row.startsWith(`${name}\t`)).slice(0, RECORDED));
    writeFileSync(values.record, `${head}# kind, bits, text\n${rows.join('\n')}\n`);
  }
  process.exitCode = different > 0 ? 1 : 0;

  // --- asking -------------------------------------------------------------------------------------------------------

  async function definitions(words: readonly number[]): Promise<string[]> {
    const instructions: number[][] = [];
    for (let i = 0; i < words.length; i += 4) {
      instructions.push(instructionWords(0x300, 81, [destinationToken('const', i / 4), ...words.slice(i, i + 4)]));
    }
    const { output } = await oracle.disassemble(bytesOf(streamWords(0xffff_0300, instructions)));
    return [...latin1(output).matchAll(/def c\d+, (.*)/g)].flatMap((match) => match[1]!.split(', '));
  }

  async function clit(words: readonly number[]): Promise<string[]> {
    const code: number[] = [];
    for (let i = 0; i < words.length / 2; i += 4) code.push(0x1000_0004, 1, 0, 1, i, 0, 4, 0);
    const stream = [
      0x5458_0100,
      ...commentWords('CLIT', [words.length / 2, ...words]),
      ...commentWords('FXLC', [words.length / 8, ...code]),
      0xffff,
    ];
    const { output } = await oracle.disassemble(bytesOf(Uint32Array.from(stream)));
    return [...latin1(output).matchAll(/mov oC0, \((.*)\)/g)].flatMap((match) => match[1]!.split(', '));
  }

  /** A batch that replaces the literals of a compiled shader by `words`, `run` DWORDs each. */
  async function literals(source: string, profile: string, run: number, pattern: RegExp): Promise<Batch> {
    const { output, messages } = await oracle.compile(source, 'main', profile);
    if (output.byteLength === 0) throw new Error(messages);
    const template = wordsOf(output);
    const marker = profile === 'ps_4_0' ? 0x4002 : 0x5002;
    const offsets: number[] = [];
    for (let i = 1; i + run <= template.length; i++) if (template[i - 1] === marker) offsets.push(i);
    return async (words) => {
      const copy = template.slice();
      offsets.slice(0, words.length / run).forEach((offset, i) => {
        copy.set(words.slice(run * i, run * i + run), offset);
      });
      const { output: text } = await oracle.disassemble(bytesOf(copy), 0x40, { repair: true });
      const found = [...latin1(text).matchAll(pattern)].slice(0, words.length / run);
      return found.flatMap((match) => match[1]!.split(', ').map((number) => number.replace('l', '')));
    };
  }

  function randomFloat(): number {
    const word = random.word();
    switch (random.below(6)) {
      case 0:
        return floatWord(((word % 2_000_000) - 1_000_000) / 1000);
      case 1:
        return floatWord((word % 100_000) / 2 ** random.below(40));
      case 2:
        return floatWord((word % 100_001) / 128);
      default:
        return word;
    }
  }

  function doubleWords(value: number): number[] {
    doubles[0] = value;
    return [...doubleBits];
  }

  function specialDoubles(): number[] {
    const words: number[] = [];
    for (let k = -30; k < 40; k++) for (let odd = 1; odd < 12; odd += 2) words.push(...doubleWords(odd * 2 ** -k));
    for (let e = -30; e < 90; e++) words.push(...doubleWords(10 ** e), ...doubleWords(-(10 ** e)));
    for (const high of [0x7ff0_0000, 0xfff0_0000, 0x7ff8_0000, 0xfff8_0000, 0x7ff4_0000, 0xfff4_0000, 0, 0x8000_0000]) {
      for (const low of [0, 1, 0xffff_ffff]) words.push(low, high);
    }
    return words;
  }

  /** Not above 1e90: Microsoft gives up on longer literals. */
  function randomDouble(): number[] {
    switch (random.below(4)) {
      case 0:
        return doubleWords(random.below(1_000_001) / 128);
      case 1:
        return doubleWords(random.word() / 2 ** random.below(60));
      case 2:
        return doubleWords((random.word() - 2 ** 31) / 1000);
      default:
        return [random.word(), ((random.word() & 0x800f_ffff) | (random.between(700, 1320) << 20)) >>> 0];
    }
  }
}
