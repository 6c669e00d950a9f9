/**
 * Targets that take containers and what is in chunks: readers and writers of chunks, edits, parts, root signatures.
 *
 * Not for: programs (programs.ts), or debug information (debug.ts).
 */

import type { Random } from '../../../smith/random.ts';
import { rewrittenChunk } from '../../../smith/rewrite-chunks.ts';
import { constantTableWords } from '../../../smith/sm1-ctab.ts';
import { assembleRootSignature } from '../../../src/assemble/root-signature/assemble-root-signature.ts';
import { Diagnostics } from '../../../src/base/diagnostics.ts';
import { bytesOf, u32At } from '../../../src/base/words.ts';
import { readConstantTable, serializeConstantTable } from '../../../src/chunks/ctab.ts';
import { readRts0, serializeRts0 } from '../../../src/chunks/rts0.ts';
import { isContainer, readContainer } from '../../../src/container/dxbc.ts';
import {
  readEditableContainer,
  removeChunks,
  setChunk,
  withChecksum,
  writeEditableContainer,
} from '../../../src/container/edit.ts';
import { layoutFault } from '../../../src/container/layout.ts';
import { readBlobPart, stripChunks, writeBlobPart } from '../../../src/container/parts.ts';
import { CHUNK_KINDS, TAG } from '../../../src/container/tags.ts';
import { serializeContainer } from '../../../src/container/write.ts';
import { explainContainer } from '../../../src/explain/sections.ts';
import { printRootSignature } from '../../../src/text/root-signature.ts';
import { validate } from '../../../src/validate/validate.ts';
import { changed } from '../change.ts';
import { fixtures, pickSmall, pooled, rootSignatures } from '../corpus.ts';
import { checkSpans, expectSame, targets } from '../target.ts';
import { changedFixture, repaired } from './bytes.ts';

const constantTable = pooled((random) => bytesOf(Uint32Array.from(constantTableWords(random))));

const TAGS = Object.keys(CHUNK_KINDS).map((name) => TAG[name as keyof typeof TAG]);
const chunks = fixtures
  .filter(isContainer)
  .flatMap((bytes) => readContainer(bytes, new Diagnostics())?.chunks ?? [])
  .sort((a, b) => a.data.byteLength - b.data.byteLength);

/** A container with one chunk, changed, sometimes with the tag of another. */
function oneChunk(random: Random): Uint8Array {
  const { tag, data } = pickSmall(random, chunks);
  const payload = changed(random, data);
  const aligned = payload.subarray(0, payload.byteLength & ~3);
  return serializeContainer([{ tag: random.oneIn(16) ? random.pick(TAGS) : tag, data: aligned }]);
}

export const CONTAINER_TARGETS = targets({
  chunks: {
    input: (random) => (random.oneIn(2) ? oneChunk(random) : changedFixture(random)),
    run: (bytes) => {
      const diagnostics = new Diagnostics();
      const container = readContainer(bytes, diagnostics);
      let size = 0;
      const functions = container?.chunks.flatMap(({ tag, data }) => (tag === TAG.LIBF ? [data] : [])) ?? [];
      for (const one of [container, ...functions.map((data) => readContainer(data, diagnostics))]) {
        for (const chunk of one?.chunks ?? []) {
          const written = rewrittenChunk(one!, chunk, diagnostics);
          if (written === undefined) continue;
          size += written.byteLength;
          // A written chunk is valid, and reading and writing it again changes nothing.
          const again = readContainer(serializeContainer([{ tag: chunk.tag, data: written }]), new Diagnostics())!;
          const reported = new Diagnostics();
          const twice = rewrittenChunk(again, again.chunks[0]!, reported)!;
          if (reported.list.length === 0) expectSame(written, twice, `${chunk.name} read and written again`);
        }
      }
      return { size, diagnostics: diagnostics.list.length };
    },
  },
  explainContainer: {
    input: (random) => (random.oneIn(2) ? oneChunk(random) : changedFixture(random)),
    run: (bytes) => {
      const diagnostics = new Diagnostics();
      const container = readContainer(bytes, diagnostics);
      let size = 0;
      if (container !== undefined) {
        for (const section of explainContainer(bytes, container))
          for (const item of section.items()) {
            const { offset } = item;
            if (offset > bytes.byteLength) throw new Error(`an item at ${offset} is outside`);
            size += 8;
          }
        layoutFault(bytes);
      }
      return { size, diagnostics: diagnostics.list.length };
    },
  },
  container: {
    input: (random) => (random.oneIn(4) ? oneChunk(random) : changedFixture(random)),
    run: (bytes, flags) => {
      const diagnostics = new Diagnostics();
      const editable = readEditableContainer(bytes, diagnostics);
      const again = editable && writeEditableContainer(editable, diagnostics);
      if (again && editable.source?.container.digest) expectSame(again, bytes, 'encode(decode(bytes))');
      let size = again?.byteLength ?? 0;
      if (editable) size += withChecksum(bytes, diagnostics)?.byteLength ?? 0;
      const give = (out: Uint8Array | undefined) => {
        size += out?.byteLength ?? 0;
        // The result is used as input again; an unknown version stays unchanged.
        if (out && u32At(out, 20) === 1 && stripChunks(out, 0, new Diagnostics()) === undefined)
          throw new Error('what came out is refused');
      };
      if (editable) {
        // The second one replaces the first.
        const withData = setChunk(editable.chunks, 'PRIV', bytes.subarray(0, flags));
        const changedChunks = removeChunks(setChunk(withData, 'PRIV', bytes.subarray(0, flags >> 1)), 'RDEF');
        give(writeEditableContainer({ ...editable, chunks: changedChunks }, diagnostics));
      }
      give(stripChunks(bytes, flags, diagnostics));
      size += readBlobPart(bytes, flags & 0xf, diagnostics)?.byteLength ?? 0;
      give(writeBlobPart(bytes, flags & 1 ? 'privateData' : 'rootSignature', bytes, diagnostics));
      return { size, diagnostics: diagnostics.list.length };
    },
  },
  constantTable: {
    input: (random) => changed(random, constantTable(random)),
    run: (bytes, flags) => {
      const diagnostics = new Diagnostics();
      const { source, ...content } = readConstantTable(
        bytes,
        flags & 1 ? Math.min(flags * 8, bytes.byteLength) : undefined,
        diagnostics,
      );
      if (source && (flags & 1) === 0)
        expectSame(serializeConstantTable({ ...content, source }), bytes, 'serializeConstantTable');
      return {
        size: serializeConstantTable(content).byteLength,
        diagnostics: checkSpans(diagnostics.list, bytes.byteLength),
      };
    },
  },
  rootSignature: {
    input: (random) => repaired(changed(random, random.pick(rootSignatures)), random),
    run: (bytes) => {
      const diagnostics = new Diagnostics();
      const container = readContainer(bytes, diagnostics);
      const chunk = container?.find(TAG.RTS0);
      if (container === undefined || chunk === undefined) return { size: 0, diagnostics: diagnostics.list.length };
      const reader = new Diagnostics();
      const signature = readRts0(container, chunk, reader);
      if (signature === undefined) return { size: 0, diagnostics: diagnostics.list.length };
      const text = printRootSignature(signature);
      const ranges = signature.parameters.flatMap(({ descriptorTable }) => descriptorTable?.descriptorRanges ?? []);
      if (reader.list.length === 0 && ranges.every(({ rangeType }) => rangeType < 4)) {
        const expected = serializeContainer([{ tag: TAG.RTS0, data: serializeRts0(signature) }]);
        const again = assembleRootSignature(text, { validate: false }).bytes;
        if (again === undefined) throw new Error('its text is refused');
        expectSame(again, expected, 'its text');
      }
      const validated = validate(bytes).diagnostics.length;
      return { size: text.length, diagnostics: diagnostics.list.length + reader.list.length + validated };
    },
  },
});
