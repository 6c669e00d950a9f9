/**
 * Compares edits of debug information with Microsoft's functions, live, on random HLSL of all stages and models with
 * /Zi, /Zss and /Zsb.
 *
 * `strip`: a stripped container is that of D3DStripShader, and the program database put back into it gives the bytes of
 * the compiler. A stripped token stream has the listing of the original without debug information. `scrub`: after
 * personal paths are replaced, Microsoft's listing is the same but for the paths, none is left, and every hash table
 * and checksum in a program database is right, as it was before. Exit status 1 when anything differs.
 */
import { Diagnostics } from '../src/base/diagnostics.ts';
import { latin1Bytes, u32At } from '../src/base/words.ts';
import { md5 } from '../src/container/digest.ts';
import { isContainer } from '../src/container/dxbc.ts';
import { readShaderPdb, restoreShaderPdb } from '../src/debug/pdb-file.ts';
import { scrubPaths } from '../src/debug/scrub.ts';
import { pdbSourceFiles } from '../src/debug/spdb/content.ts';
import { nameHash, rehashNamedStreams } from '../src/debug/spdb/pdb-info.ts';
import { openSpdb } from '../src/debug/spdb/spdb.ts';
import { stripDebugInformation } from '../src/debug/strip.ts';
import { latin1, Oracle } from '../tools/oracle/client.ts';
import type { Values } from './comparisons.ts';
import { compileDebug, type DebugSource, randomDebugSource } from './debug-sources.ts';
import { Trials } from './trials.ts';

/** D3DCOMPILER_STRIP_DEBUG_INFO and D3D_BLOB_PDB. */
const STRIP_DEBUG = 2;
const PDB = 9;
/** D3DDisassemble without debug information. */
const NO_DEBUG = 0x10;

/** Parts of the paths of debug-sources.ts that name a user or a machine, in lower case. */
const PRIVATE = ['john', 'anna', 'users\\joe', 'users/joe', 'build01', 'drops$', '_work'];

function sizeOf(bytes: Uint8Array): string {
  return `${bytes.byteLength} bytes`;
}

/** Whether two lines are the same but for the name of a file; notes the names. */
function isSameLine(before: string, after: string, names: Map<string, string>): boolean {
  const [, number, name] = /^#line (\d+) "(.*)"$/.exec(before) ?? [];
  if (name === undefined) return before === after;
  const [, otherNumber, other] = /^#line (\d+) "(.*)"$/.exec(after) ?? [];
  if (number !== otherNumber || other === undefined || other.length !== name.length) return false;
  const known = names.get(name) ?? other;
  names.set(name, other);
  return known === other;
}

/**
 * An inconsistency of a program database: names that a search does not find, checksums that are not those of the
 * sources.
 */
function pdbFault(bytes: Uint8Array): string | undefined {
  const spdb = openSpdb(bytes, new Diagnostics());
  if (spdb === undefined) return 'it cannot be read';
  const names = spdb.namedStream('/names');
  if (names !== undefined) {
    const first = 12 + u32At(names, 8);
    const count = u32At(names, first);
    const buckets = Array.from({ length: count }, (_, i) => u32At(names, first + 4 + 4 * i));
    for (const offset of buckets) {
      if (offset === 0) continue;
      let slot = nameHash(names, 12 + offset, names.indexOf(0, 12 + offset)) % count;
      while (buckets[slot] !== offset && buckets[slot] !== 0) slot = (slot + 1) % count;
      if (buckets[slot] !== offset) return `no search finds the name at ${offset}`;
    }
  }
  const info = spdb.msf.stream(1)!;
  if (Buffer.compare(rehashNamedStreams(info)!.subarray(0, 28), info.subarray(0, 28)) !== 0)
    return 'the header of stream 1';
  const sums = new Set(
    pdbSourceFiles(spdb).flatMap(({ text }) => (text === null ? [] : [String(md5(latin1Bytes(text)))])),
  );
  for (const { lines } of spdb.modules)
    for (const { checksumKind, checksum } of lines.files.values())
      if (checksumKind === 1 && !sums.has(String(checksum))) return 'a checksum of no source';
  return undefined;
}

export async function run(values: Values<'debug-edit'>): Promise<void> {
  const MODES: Record<string, (title: string, shader: DebugSource, bytes: Uint8Array) => Promise<void>> = {
    strip,
    scrub,
  };
  const mode = MODES[values.mode]!;

  const oracle = await Oracle.start();
  const trials = new Trials(values);
  await trials.run(async (random, index) => {
    const shader = randomDebugSource(random);
    const bytes = await compileDebug(oracle, shader);
    if (bytes === undefined) return false;
    trials.count('shaders');
    const before = trials.of('different');
    await mode(`shader ${index}, ${shader.profile}`, shader, bytes);
    if (trials.of('different') === before) trials.count('same');
    return true;
  });
  oracle.stop();
  trials.finish();

  async function strip(title: string, _: DebugSource, bytes: Uint8Array): Promise<void> {
    const ours = stripDebugInformation(bytes).bytes!;
    if (!isContainer(bytes)) {
      trials.count('token streams');
      await sameListing(`${title}, stripped`, bytes, ours, NO_DEBUG, 0);
      return;
    }
    const theirs = (await oracle.strip(bytes, STRIP_DEBUG)).output;
    if (Buffer.compare(ours, theirs) !== 0) trials.different(`${title}, stripped`, sizeOf(theirs), sizeOf(ours));
    const { pdb, name } = readShaderPdb(bytes);
    const part = await oracle.part(bytes, PDB);
    if (pdb === undefined) {
      if (part.hr === 0) trials.different(`${title}, program database`, sizeOf(part.output), 'none');
      return;
    }
    trials.count('program databases');
    if (name !== null) trials.count('with a name');
    if (Buffer.compare(pdb, part.output) !== 0)
      trials.different(`${title}, program database`, sizeOf(part.output), sizeOf(pdb));
    const again = restoreShaderPdb(theirs, pdb);
    if (again.bytes === undefined || Buffer.compare(again.bytes, bytes) !== 0)
      trials.different(`${title}, put back`, sizeOf(bytes), again.bytes ? sizeOf(again.bytes) : JSON.stringify(again));
  }

  async function sameListing(
    title: string,
    before: Uint8Array,
    after: Uint8Array,
    flagsBefore: number,
    flagsAfter: number,
  ): Promise<void> {
    const expected = latin1((await oracle.disassemble(before, flagsBefore)).output);
    const actual = latin1((await oracle.disassemble(after, flagsAfter)).output);
    if (expected !== actual) trials.differentStrings(title, expected, actual);
  }

  async function scrub(title: string, _: DebugSource, bytes: Uint8Array): Promise<void> {
    const { bytes: ours, paths } = scrubPaths(bytes);
    if (ours === undefined || ours.byteLength !== bytes.byteLength) {
      trials.different(`${title}, scrubbed`, sizeOf(bytes), ours ? sizeOf(ours) : 'none');
      return;
    }
    if (paths.length > 0) trials.count('with personal paths');
    const left = latin1(ours).toLowerCase();
    const word = PRIVATE.find((one) => left.includes(one));
    if (word !== undefined) trials.different(`${title}, left over`, 'nothing', word);
    const again = scrubPaths(ours);
    if (Buffer.compare(again.bytes!, ours) !== 0)
      trials.different(`${title}, scrubbed twice`, 'the same', again.paths.map(({ path }) => path).join());
    for (const [what, file] of [
      ['before', bytes],
      ['after', ours],
    ] as const) {
      const { pdb } = readShaderPdb(file);
      const fault = pdb && pdbFault(pdb);
      if (fault !== undefined) trials.different(`${title}, program database ${what}`, 'consistent', fault);
    }
    const expected = latin1((await oracle.disassemble(bytes)).output).split('\n');
    const answer = await oracle.disassemble(ours);
    const actual = latin1(answer.output).split('\n');
    const names = new Map<string, string>();
    const differing = expected.findIndex((line, i) => !isSameLine(line, actual[i] ?? '', names));
    if (differing >= 0 || actual.length !== expected.length)
      trials.different(`${title}, listing, line ${differing}`, expected[differing], actual[differing]);
    if (new Set(names.values()).size !== names.size)
      trials.different(`${title}, names of files`, [...names.keys()].join(), [...names.values()].join());
  }
}
