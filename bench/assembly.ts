/**
 * Assembling with the validator, assembling SM 4-5.1, for which Microsoft has no assembler, and validating alone, side by side with
 * Microsoft's. The DLL exports no validator, so its time comes from a client outside of this repository, when one is given: the time to
 * validate streams, less the time to refuse the same bytes under an unknown version, which is the overhead of the connection.
 */
import { pathToFileURL } from 'node:url';
import { assemble } from '../src/assemble/assemble.ts';
import { AssemblyDiagnostics } from '../src/assemble/diagnostics.ts';
import { assembleProgram } from '../src/assemble/sm4/program.ts';
import { latin1Bytes, latin1Text, wordsOf } from '../src/base/words.ts';
import { disassemble } from '../src/text/listing.ts';
import { D3D_DISASM_FLAGS } from '../src/text/options.ts';
import { checkSm1 } from '../src/validate/sm1/validate-sm1.ts';
import type { Oracle } from '../tools/oracle/client.ts';
import { alternate, secondsPerCall } from './measure.ts';
import { scaledAssembly } from './shaders.ts';

/** Validates streams: a module that exports `Oracle` with `start`, `validate` and `stop`. */
export interface ValidatorClient {
  validate(bytes: Uint8Array, options?: { flags?: number }): Promise<{ hr: number }>;
  stop(): void;
}

export interface AssemblyRow {
  readonly what: 'assemble' | 'validate';
  readonly shaders: string;
  /** Of the texts, or of the streams. */
  readonly bytes: number;
  readonly megabytesPerSecond: number;
  readonly microsoft?: number;
  readonly ratio?: number;
}

/** A version that every validator refuses. */
const NO_VERSION = 0xfffe_0909;
const LARGE = 500_000;
/** In seconds: the time that the engine needs to compile the code of a row. */
const WARM_UP = 3;
/** Megabytes for Microsoft's validator in one round, so that the time is long enough to measure. */
const ROUND_MEGABYTES = 4;

export async function startValidator(file: string): Promise<ValidatorClient> {
  const module = (await import(pathToFileURL(file).href)) as {
    Oracle: { start(options: object): Promise<ValidatorClient> };
  };
  return module.Oracle.start({ limitSeconds: 60 });
}

/** Rows for the listings of `shaders` that assemble, and for one text of 500 KB. */
export async function assemblyRows(
  shaders: readonly Uint8Array[],
  oracle: Oracle | undefined,
  validator: ValidatorClient | undefined,
  rounds: number,
  seconds: number,
): Promise<AssemblyRow[]> {
  const listings = shaders.map((bytes) => latin1Bytes(disassemble(bytes, { header: false }).text));
  const sets: readonly [string, readonly Uint8Array[]][] = [
    ['SM 1-3', listings.filter((text) => assemble(text).bytes !== undefined)],
    ['one of 500 KB', [scaledAssembly(LARGE)]],
  ];
  const rows: AssemblyRow[] = [];
  for (const [name, texts] of sets) {
    rows.push(await assembleRow(name, texts, oracle, rounds, seconds));
    const streams = texts.flatMap((text) => assemble(text).bytes ?? []);
    rows.push(await validateRow(name, streams, validator, rounds, seconds));
  }
  return rows;
}

/** A part of a listing of shader models 4 to 5.1 that is assembled. */
interface Sm4Variant {
  /** Comes after the name of the set. */
  readonly name: string;
  /** Whether the listing has its header sections. */
  readonly header: boolean;
  /** `undefined` when there are errors. */
  readonly assemble: (text: string, original: Uint8Array) => ArrayBufferView | undefined;
}

const SM4_VARIANTS: readonly Sm4Variant[] = [
  {
    name: '',
    header: false,
    assemble: (text) => assembleProgram(text, new AssemblyDiagnostics(text, 'input.asm')),
  },
  { name: ', whole', header: true, assemble: (text) => assemble(text).bytes },
  { name: ', into', header: true, assemble: (text, into) => assemble(text, { into }).bytes },
];

/**
 * Rows for `sets` of containers, assembled from their listings: the program alone to words; whole listings with header
 * sections to containers; and the same into their original container. They are compared with `D3DDisassemble` on the same containers,
 * which gives about the same text.
 */
export async function sm4AssemblyRows(
  sets: Readonly<Record<string, readonly Uint8Array[]>>,
  oracle: Oracle | undefined,
  rounds: number,
  seconds: number,
): Promise<AssemblyRow[]> {
  const rows: AssemblyRow[] = [];
  for (const variant of SM4_VARIANTS) {
    for (const [name, containers] of Object.entries(sets))
      rows.push(await sm4Row(name + variant.name, variant, containers, oracle, rounds, seconds));
  }
  return rows;
}

async function sm4Row(
  name: string,
  variant: Sm4Variant,
  containers: readonly Uint8Array[],
  oracle: Oracle | undefined,
  rounds: number,
  seconds: number,
): Promise<AssemblyRow> {
  const listed = containers.map((original) => ({
    original,
    text: flat(disassemble(original, { header: variant.header }).text),
  }));
  const sources = listed.filter(({ text, original }) => variant.assemble(text, original) !== undefined);
  const shaders = sources.map(({ original }) => original);
  const bytes = sources.reduce((sum, { text }) => sum + text.length, 0);
  const megabytes = bytes / 1e6;
  const loops = Math.max(1, Math.round((seconds * 18) / megabytes));
  const flags = variant.header ? 0 : D3D_DISASM_FLAGS.noHeader;
  const assembleAll = () => {
    for (const { text, original } of sources) variant.assemble(text, original);
  };
  secondsPerCall(assembleAll, WARM_UP);
  const results = await alternate(
    {
      ours: () => megabytes / secondsPerCall(assembleAll, seconds),
      microsoft: async () =>
        oracle ? megabytes / (await oracle.benchDisassemble(shaders, loops, flags)).meanSeconds : Number.NaN,
    },
    rounds,
  );
  return row('assemble', name, bytes, results, oracle !== undefined);
}

/** `text` as one flat string, as it comes from a file. */
const flat = (text: string) => latin1Text(latin1Bytes(text), 0, text.length);

async function assembleRow(
  shaders: string,
  texts: readonly Uint8Array[],
  oracle: Oracle | undefined,
  rounds: number,
  seconds: number,
): Promise<AssemblyRow> {
  const bytes = bytesIn(texts);
  const megabytes = bytes / 1e6;
  const sources = texts.map((text) => latin1Text(text, 0, text.byteLength));
  const loops = Math.max(1, Math.round((seconds * 8) / megabytes));
  const results = await alternate(
    {
      ours: () => megabytes / secondsPerCall(() => sources.forEach((source) => void assemble(source)), seconds),
      microsoft: async () => (oracle ? megabytes / (await oracle.benchAssemble(texts, loops)).meanSeconds : Number.NaN),
    },
    rounds,
  );
  return row('assemble', shaders, bytes, results, oracle !== undefined);
}

async function validateRow(
  shaders: string,
  streams: readonly Uint8Array[],
  validator: ValidatorClient | undefined,
  rounds: number,
  roundSeconds: number,
): Promise<AssemblyRow> {
  const bytes = bytesIn(streams);
  const megabytes = bytes / 1e6;
  const words = streams.map((stream) => wordsOf(stream));
  const refused = streams.map((stream) => {
    const copy = stream.slice();
    new DataView(copy.buffer).setUint32(0, NO_VERSION, true);
    return copy;
  });
  const times = Math.max(1, Math.round(ROUND_MEGABYTES / megabytes));
  const seconds = await alternate(
    {
      ours: () => secondsPerCall(() => words.forEach((stream) => void checkSm1(stream)), roundSeconds),
      validating: async () => (validator ? secondsFor(validator, streams, times) : Number.NaN),
      refusing: async () => (validator ? secondsFor(validator, refused, times) : Number.NaN),
    },
    rounds,
  );
  const best = (values: readonly number[]) => Math.min(...values);
  const microsoft = megabytes / (best(seconds.validating) - best(seconds.refusing));
  const results = { ours: [megabytes / best(seconds.ours)], microsoft: [microsoft] };
  return row('validate', shaders, bytes, results, validator !== undefined);
}

/** Seconds for one pass over `streams`. All are sent before the first answer is read. */
async function secondsFor(validator: ValidatorClient, streams: readonly Uint8Array[], times: number): Promise<number> {
  const begin = performance.now();
  for (let i = 0; i < times; i++) await Promise.all(streams.map((stream) => validator.validate(stream)));
  return (performance.now() - begin) / 1000 / times;
}

function row(
  what: AssemblyRow['what'],
  shaders: string,
  bytes: number,
  results: Readonly<Record<'ours' | 'microsoft', number[]>>,
  compared: boolean,
): AssemblyRow {
  const megabytesPerSecond = Math.max(...results.ours);
  if (!compared) return { what, shaders, bytes, megabytesPerSecond };
  const microsoft = Math.max(...results.microsoft);
  return { what, shaders, bytes, megabytesPerSecond, microsoft, ratio: megabytesPerSecond / microsoft };
}

function bytesIn(list: readonly Uint8Array[]): number {
  return list.reduce((sum, { byteLength }) => sum + byteLength, 0);
}
