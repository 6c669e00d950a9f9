/**
 * Targets that take debug information: in shaders, whose listings show it, and by itself.
 *
 * Not for: shaders without it (files.ts).
 */
import { readFileSync } from 'node:fs';
import type { Random } from '../../../smith/random.ts';
import { damageSdbg, randomSdbg, sdbgChunk } from '../../../smith/sdbg.ts';
import { damageDbug, randomDbug, withDbug } from '../../../smith/sm1-debug.ts';
import { validSm1Words } from '../../../smith/sm1-valid.ts';
import { SpdbDamage } from '../../../smith/spdb-damage.ts';
import { Diagnostics } from '../../../src/base/diagnostics.ts';
import { bytesOf, wordsOf } from '../../../src/base/words.ts';
import { inspectedParts } from '../../../src/cli/verbs/inspect/parts.ts';
import { textOf, viewOf } from '../../../src/cli/verbs/inspect/text.ts';
import { readContainer } from '../../../src/container/dxbc.ts';
import { TAG } from '../../../src/container/tags.ts';
import { serializeContainer } from '../../../src/container/write.ts';
import { moveDbugOffsets } from '../../../src/debug/dbug/move.ts';
import {
  parseDbug,
  parseMsf,
  parseSdbg,
  readDebugInformation,
  readShaderPdb,
  restoreShaderPdb,
  serializeDbug,
  serializeMsf,
  serializeSdbg,
  stripDebugInformation,
} from '../../../src/debug/index.ts';
import { scrubPaths } from '../../../src/debug/scrub.ts';
import { openSpdb, sectionAddress } from '../../../src/debug/spdb/spdb.ts';
import { embeddedShaders, replaceEmbeddedShader } from '../../../src/effects/index.ts';
import { readShaderFile } from '../../../src/file/shader-file.ts';
import { decodeSm1Bytes, encodeSm1 } from '../../../src/isa/sm1/encode.ts';
import { readSm4 } from '../../../src/isa/sm4/program.ts';
import { disassemble } from '../../../src/text/disassemble.ts';
import { optionsOfFlags } from '../../../src/text/options.ts';
import { changed } from '../change.ts';
import { containers, databases, pickSmall, pooled, streams } from '../corpus.ts';
import { checkSpans, expectSame, targets } from '../target.ts';
import { repaired } from './bytes.ts';

/** A token stream with a comment DBUG. */
const withDebugComment = pooled((random) => {
  const words = random.oneIn(2) ? wordsOf(pickSmall(random, streams)) : validSm1Words(random);
  return withDbug(words, randomDbug(words, random));
});

function damagedDebugComment(random: Random): Uint8Array {
  const words = withDebugComment(random).slice();
  if (!random.oneIn(8)) damageDbug(words, random);
  return random.oneIn(4) ? changed(random, bytesOf(words)) : bytesOf(words);
}

/** Containers with a program that chunks SDBG are made for. */
const shaders = containers.filter(
  (bytes) => readContainer(bytes, new Diagnostics())!.find(TAG.SHEX, TAG.SHDR) !== undefined,
);

const withSdbg = pooled((random) => {
  const chunks = readContainer(pickSmall(random, shaders), new Diagnostics())!.chunks;
  const { data } = chunks.find(({ tag }) => tag === TAG.SHEX || tag === TAG.SHDR)!;
  return { chunks, sdbg: sdbgChunk(randomSdbg(random, readSm4(data).count)) };
});

function damagedSdbg(random: Random): Uint8Array {
  const { chunks, sdbg } = withSdbg(random);
  const data = sdbg.slice();
  damageSdbg(data, random);
  const bytes = serializeContainer([...chunks, { tag: TAG.SDBG, data }]);
  return random.oneIn(4) ? repaired(changed(random, bytes), random) : bytes;
}

function damagedDatabase(random: Random): Uint8Array {
  let bytes = pickSmall(random, databases);
  const times = random.oneIn(4) ? 2 : 1;
  for (let i = 0; i < times; i++) bytes = SpdbDamage.of(bytes)?.edit(random)?.bytes ?? bytes;
  return random.oneIn(4) ? repaired(changed(random, bytes), random) : repaired(bytes.slice(), random);
}

export const DEBUG_TARGETS = targets({
  scrubPaths: {
    input: damagedInformation,
    run: (bytes) => {
      const made = scrubPaths(bytes);
      return { size: made.paths.length, diagnostics: checkSpans(made.diagnostics, bytes.byteLength) };
    },
  },
  moveDbug: {
    input: damagedDebugComment,
    run: (bytes) => {
      const module = decodeSm1Bytes(bytes);
      const nop = { kind: 'instruction', token: 0, literals: [], sources: [] } as const;
      const moved = moveDbugOffsets(bytes, encodeSm1({ ...module, nodes: [...module.nodes, nop] }));
      return { size: moved.byteLength, diagnostics: 0 };
    },
  },
  listDbug: {
    input: damagedDebugComment,
    run: (bytes, flags) => listing(bytes, flags),
  },
  listSdbg: {
    input: damagedSdbg,
    run: (bytes, flags) => listing(bytes, flags),
  },
  listSpdb: {
    input: damagedDatabase,
    run: (bytes, flags) => listing(bytes, flags),
  },
  openSpdb: {
    input: (random) => {
      const bytes = damagedDatabase(random);
      return readContainer(bytes, new Diagnostics())?.find(TAG.SPDB)?.data.slice() ?? bytes;
    },
    run: (bytes, flags) => {
      const diagnostics = new Diagnostics();
      const database = openSpdb(bytes, diagnostics);
      let size = 0;
      if (database !== undefined) {
        size += (sectionAddress(database, 1) ?? 0) & 1;
        for (const offset of [0, 4, flags, 4 * flags]) {
          const module = database.moduleAt(offset);
          if (module !== undefined) database.lineAt(module, database.scopesAt(module, offset), offset, offset + 4);
        }
        for (const name of database.info.namedStreams.keys()) size += database.namedStream(name)?.byteLength ?? 0;
      }
      const { value, diagnostics: reported } = parseMsf(bytes);
      if (value !== undefined) expectSame(serializeMsf(value), bytes, 'serializeMsf(parseMsf(bytes))');
      checkSpans(reported, bytes.byteLength);
      return { size, diagnostics: checkSpans(diagnostics.list, bytes.byteLength) };
    },
  },
  inspectDebug: {
    input: damagedInformation,
    run: (bytes, flags) => {
      const diagnostics = new Diagnostics();
      const parts = inspectedParts(readShaderFile(bytes, diagnostics), diagnostics);
      let size = 0;
      for (const piece of textOf(parts, '', viewOf(false, (flags & 1) === 0))) size += piece.length;
      return { size, diagnostics: checkSpans(diagnostics.list, bytes.byteLength) };
    },
  },
  readDebugInformation: {
    input: damagedInformation,
    run: (bytes) => {
      const { programs, diagnostics } = readDebugInformation(bytes);
      return { size: JSON.stringify(programs).length >> 4, diagnostics: checkSpans(diagnostics, bytes.byteLength) };
    },
  },
  parseDbug: {
    input: (random) => {
      const bytes = damagedDebugComment(random);
      // After the version, the comment and its tag.
      return bytes.subarray(12, 8 + 4 * ((wordsOf(bytes)[1] ?? 0) >>> 16)).slice();
    },
    run: (bytes) => {
      const { value, diagnostics } = parseDbug(bytes);
      if (value !== undefined) {
        expectSame(serializeDbug(value), bytes, 'serializeDbug(parseDbug(bytes))');
        const [line] = value.lines;
        if (line !== undefined) {
          const lines = [{ ...line, line: line.line ^ 1 }, ...value.lines.slice(1)];
          serializeDbug({ ...value, lines });
        }
      }
      return { size: 0, diagnostics: checkSpans(diagnostics, bytes.byteLength) };
    },
  },
  parseSdbg: {
    input: damagedSdbg,
    run: (bytes) => {
      const reported = new Diagnostics();
      const container = readContainer(bytes, reported);
      const chunk = container?.find(TAG.SDBG);
      if (container === undefined || chunk === undefined) return { size: 0, diagnostics: 0 };
      const { value, diagnostics } = parseSdbg(container, chunk);
      expectSame(serializeSdbg(value!), chunk.data, 'serializeSdbg(parseSdbg(bytes))');
      return { size: 0, diagnostics: checkSpans(diagnostics, bytes.byteLength) };
    },
  },
  stripDebugInformation: {
    input: damagedInformation,
    run: (bytes, flags) => {
      const stripped = stripDebugInformation(bytes, { all: (flags & 1) !== 0 });
      const { pdb, diagnostics } = readShaderPdb(bytes);
      let size = stripped.bytes?.byteLength ?? 0;
      if (pdb !== undefined && stripped.bytes !== undefined) {
        const restored = restoreShaderPdb(stripped.bytes, pdb);
        checkSpans(restored.diagnostics, stripped.bytes.byteLength);
        checkSpans(restored.pdbDiagnostics, pdb.byteLength);
        size += restored.bytes?.byteLength ?? 0;
      }
      checkSpans(diagnostics, bytes.byteLength);
      return { size, diagnostics: checkSpans(stripped.diagnostics, bytes.byteLength) };
    },
  },
});

/** Effects whose shaders have debug information. */
const effects = ['tint2.fxo', 'tint5.fxo'].map(
  (name) => new Uint8Array(readFileSync(`test/cli/inputs/effects/${name}`)),
);

/** An effect with a few changes, sometimes with a damaged shader. */
function damagedEffect(random: Random): Uint8Array {
  const effect = random.pick(effects);
  if (!random.oneIn(4)) return repaired(changed(random, effect), random);
  const shaders = embeddedShaders(effect).value!;
  return replaceEmbeddedShader(effect, random.pick(shaders).offset, damagedDebugComment(random));
}

/** A shader or effect with debug information of any format. */
function damagedInformation(random: Random): Uint8Array {
  return random.pick([damagedDebugComment, damagedSdbg, damagedDatabase, damagedEffect])(random);
}

function listing(bytes: Uint8Array, flags: number) {
  const { text, diagnostics } = disassemble(bytes, optionsOfFlags(flags));
  return { size: text.length, diagnostics: checkSpans(diagnostics, bytes.byteLength) };
}
