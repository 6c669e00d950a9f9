/**
 * Assembles listings of compiled shaders with their header sections, live: compiles random HLSL, assembles Microsoft's
 * listing of it, and compares the result with the original. Needs the oracle (`npm run oracle:setup`).
 *
 * Compared are Microsoft's listing of both containers, byte for byte; signatures and the list of chunks, byte for byte;
 * and what Microsoft's reflection says of both, but for {@link NOT_IN_LISTINGS}. With --client, Microsoft's validator
 * must accept the new container where it accepts the old one; it is no exported function, so its client is a module
 * outside of this repository.
 *
 * With --bare the programs alone are assembled, without sections: then listings of the programs are compared,
 * reflection must open, and the validator must accept.
 *
 * Exit status 1 when anything differs.
 */
import { pathToFileURL } from 'node:url';
import { assemble } from '../src/assemble/assemble.ts';
import { Diagnostics } from '../src/base/diagnostics.ts';
import { type Container, readContainer } from '../src/container/dxbc.ts';
import { TAG } from '../src/container/tags.ts';
import { latin1, Oracle, OracleDied } from '../tools/oracle/client.ts';
import type { Values } from './comparisons.ts';
import { randomShader } from './headers-hlsl.ts';

/** The validator's client: `hr` is 0 where it accepts. */
interface Client {
  validate(bytes: Uint8Array): Promise<{ readonly hr: number; readonly messages: unknown }>;
  stop(): void;
}

/** Flags that leave only the program in a listing. */
const PROGRAM_ONLY = 0x40;
/** Listings with every bit of a literal. */
const HEXADECIMAL = 0x80;

/**
 * Facts that reflection has and no listing: flags of the compiler, whether the source gives a bind point, arrays of one
 * element, counts that do not follow from the program.
 */
const NOT_IN_LISTINGS: readonly RegExp[] = [
  /^\.description\.flags$|^\.functions\.flags$/,
  /\.type\.elements$|\.variables\.interfaceSlots$/,
  /\.(?:description|functions)\.(?:conversion|uint|mov|int|float)InstructionCount$/,
];

/** Microsoft's table of interface slots leaves out one class of a long row. */
const LOST_CLASS = 'DX3214';

const SIGNATURES: readonly number[] = [TAG.ISGN, TAG.ISG1, TAG.OSGN, TAG.OSG5, TAG.OSG1, TAG.PCSG, TAG.PSG1];
/** Chunks that listings do not show at all. */
const UNSEEN: readonly number[] = [TAG.SPDB, TAG.PRIV, TAG.RTS0];

async function startClient(file: string): Promise<Client> {
  const module = (await import(pathToFileURL(file).href)) as {
    Oracle: { start(options: { limitSeconds: number }): Promise<Client> };
  };
  return module.Oracle.start({ limitSeconds: 5 });
}

/** The output of a call; undefined where the DLL refused or died. */
async function answered(
  call: () => Promise<{ readonly hr: number; readonly output: Uint8Array }>,
): Promise<Uint8Array | undefined> {
  try {
    const { hr, output } = await call();
    return hr === 0 ? output : undefined;
  } catch (error) {
    if (error instanceof OracleDied) return undefined;
    throw error;
  }
}

/** Paths, without the numbers of elements, at which two values differ. */
function differences(before: unknown, after: unknown, path: string, to: Map<string, string>): void {
  if (typeof before === 'object' && typeof after === 'object' && before !== null && after !== null) {
    const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
    for (const key of keys) {
      const inner = Array.isArray(before) ? path : `${path}.${key}`;
      differences((before as Record<string, unknown>)[key], (after as Record<string, unknown>)[key], inner, to);
    }
    return;
  }
  // Whether the source gives the bind point is no fact of the listing.
  if (path.endsWith('.bindings.flags') && (Number(before) & ~1) === (Number(after) & ~1)) return;
  if (before !== after && !to.has(path)) to.set(path, `${JSON.stringify(before)} / ${JSON.stringify(after)}`);
}

/** Empty where the validator accepts. */
async function result(check: Client, bytes: Uint8Array): Promise<string> {
  try {
    const { hr, messages } = await check.validate(bytes);
    return hr === 0 ? '' : `${hr.toString(16)} ${JSON.stringify(messages)}`;
  } catch {
    return 'it crashed or hung';
  }
}

function firstDifference(want: string, got: string): string {
  const lines = got.split('\n');
  const wanted = want.split('\n');
  const at = wanted.findIndex((line, i) => line !== lines[i]);
  return `line ${at + 1}: ${JSON.stringify(wanted[at])} / ${JSON.stringify(lines[at])}`;
}

export async function run(values: Values<'sm4-headers-assemble'>): Promise<void> {
  const counts = new Map<string, number>();

  function count(what: string, detail?: string): void {
    const before = counts.get(what) ?? 0;
    counts.set(what, before + 1);
    if (detail !== undefined && before < values.show) console.log(`${what}: ${detail}`);
  }

  const ms = await Oracle.start();
  const client = values.client === undefined ? undefined : await startClient(values.client);
  let compiled = 0;
  for (let seed = values.seed; compiled < values.count; seed++) {
    const shader = randomShader(seed);
    const bytes = await answered(() =>
      ms.compile(shader.source, shader.entry, shader.profile, { flags: shader.flags }),
    );
    if (bytes === undefined) continue;
    compiled++;
    if (values.bare) await compareBare(seed, bytes);
    else await compareContainer(seed, bytes);
  }
  ms.stop();
  client?.stop();
  for (const [what, number] of [...counts].sort()) console.log(`${String(number).padStart(7)} ${what}`);
  process.exitCode = [...counts.keys()].some((what) => what.startsWith('DIFFERENT')) ? 1 : 0;

  async function compareContainer(seed: number, original: Uint8Array): Promise<void> {
    const listing = await answered(() => ms.disassemble(original, HEXADECIMAL));
    if (listing === undefined) return;
    count('listings');
    const { bytes, diagnostics } = assemble(latin1(listing), { name: `seed ${seed}` });
    const reported = diagnostics.filter(({ code }) => code !== LOST_CLASS);
    if (reported.length < diagnostics.length) count('warned of a class that Microsoft leaves out');
    if (reported.length > 0 || bytes === undefined) {
      const [first] = reported;
      count('DIFFERENT: diagnostics', `seed ${seed}: ${first?.code} ${first?.line}:${first?.column} ${first?.message}`);
    }
    if (bytes === undefined) return;
    const again = await answered(() => ms.disassemble(bytes, HEXADECIMAL));
    if (again === undefined || latin1(again) !== latin1(listing)) {
      count(
        'DIFFERENT: listing',
        `seed ${seed}: ${again === undefined ? 'none' : firstDifference(latin1(listing), latin1(again))}`,
      );
    } else count('same listing');
    compareChunks(seed, original, bytes);
    await compareReflection(seed, original, bytes);
    await compareResults(seed, original, bytes);
  }

  /** The program alone becomes a complete container. */
  async function compareBare(seed: number, original: Uint8Array): Promise<void> {
    const listing = await answered(() => ms.disassemble(original, HEXADECIMAL | PROGRAM_ONLY));
    if (listing === undefined) return;
    const { bytes, diagnostics } = assemble(latin1(listing), { name: `seed ${seed}` });
    const reported = diagnostics.filter(({ severity }) => severity !== 'note');
    if (reported.length > 0)
      count('DIFFERENT: diagnostics', `seed ${seed}: ${reported[0]!.code} ${reported[0]!.message}`);
    if (bytes === undefined) return;
    count('programs');
    const again = await answered(() => ms.disassemble(bytes, HEXADECIMAL | PROGRAM_ONLY));
    if (again === undefined || latin1(again) !== latin1(listing))
      count('DIFFERENT: listing of the program', `seed ${seed}`);
    if (readContainer(bytes, new Diagnostics())?.find(TAG.LIBH) === undefined) {
      if ((await reflected(bytes, false)) === undefined) count('DIFFERENT: no reflection', `seed ${seed}`);
      await compareResults(seed, original, bytes);
    }
  }

  function compareChunks(seed: number, original: Uint8Array, bytes: Uint8Array): void {
    const before = readContainer(original, new Diagnostics())!;
    const after = readContainer(bytes, new Diagnostics())!;
    const tags = ({ chunks }: Container) =>
      chunks
        .filter(({ tag }) => !UNSEEN.includes(tag))
        .map(({ name }) => name)
        .join(' ');
    if (tags(before) !== tags(after)) count('DIFFERENT: chunks', `seed ${seed}: ${tags(before)} / ${tags(after)}`);
    for (const tag of SIGNATURES) {
      const had = before.find(tag)?.data;
      const has = after.find(tag)?.data;
      if (had === undefined) continue;
      if (has !== undefined && Buffer.compare(had, has) === 0) count('same signature');
      else count('DIFFERENT: signature', `seed ${seed}`);
    }
  }

  async function compareReflection(seed: number, original: Uint8Array, bytes: Uint8Array): Promise<void> {
    const library = readContainer(original, new Diagnostics())!.find(TAG.LIBH) !== undefined;
    const before = await reflected(original, library);
    const after = await reflected(bytes, library);
    const different = new Map<string, string>();
    differences(before, after, '', different);
    if (different.size === 0) count('same reflection');
    for (const [path, values] of different) {
      if (NOT_IN_LISTINGS.some((rule) => rule.test(path))) count(`not in listings: ${path}`);
      else count(`DIFFERENT: reflection ${path}`, `seed ${seed}: ${values}`);
    }
  }

  async function reflected(bytes: Uint8Array, library: boolean): Promise<unknown> {
    try {
      return library ? await ms.reflectLibrary(bytes) : await ms.reflect(bytes);
    } catch (error) {
      if (error instanceof OracleDied) return undefined;
      throw error;
    }
  }

  async function compareResults(seed: number, original: Uint8Array, bytes: Uint8Array): Promise<void> {
    if (client === undefined) return;
    const before = await result(client, original);
    const after = await result(client, bytes);
    if (before !== '') count('refused by the validator as it was compiled');
    else if (after === '') count('accepted by the validator');
    else count('DIFFERENT: validity', `seed ${seed}: ${after}`);
  }
}
