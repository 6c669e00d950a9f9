/**
 * PAK archives of Quake and of games that share its format: stored files and a directory (source: the Quake source
 * release, "Unofficial Quake Specs", section 3).
 *
 * Not for: other formats whose files end with .pak.
 */

import { stringAt, u32At } from '../../base/words.ts';
import { DX0309, DX0312 } from '../messages.ts';
import type { FormatReader, Member, ReaderInput } from '../reader.ts';
import { partOfSource, readFrom } from '../source.ts';

/** `PACK` */
const MAGIC = 0x4b43_4150;
/** Bytes of the header and of an entry of the directory. */
export const PAK_HEADER = 12;
export const PAK_ENTRY = 64;
/** Bytes of a name; offset and size follow. */
export const PAK_NAME = 56;
/** Entries of one directory; the largest games have some thousands. */
const MAX_ENTRIES = 2 ** 20;

export const PAK: FormatReader = {
  name: 'PAK',
  matches: (head, size) => u32At(head, 0) === MAGIC && u32At(head, 4) >= PAK_HEADER && u32At(head, 4) <= size,
  members: readPak,
  carveIf: 'no members',
};

async function* readPak({ source, head, diagnostics }: ReaderInput): AsyncGenerator<Member> {
  const offset = u32At(head, 4);
  const declared = Math.floor(u32At(head, 8) / PAK_ENTRY);
  const count = Math.min(declared, MAX_ENTRIES, Math.floor((source.size - offset) / PAK_ENTRY));
  if (count < declared)
    diagnostics.report(DX0309, 4, PAK_HEADER, {
      format: 'PAK',
      what: 'the end of the directory',
      offset: offset + PAK_ENTRY * declared,
      size: source.size,
    });
  const seen = new Set<number>();
  for (let i = 0; i < count; i++) {
    const entry = await readFrom(source, offset + PAK_ENTRY * i, PAK_ENTRY);
    const name = stringAt(entry, 0, PAK_NAME);
    const data = u32At(entry, PAK_NAME);
    const size = u32At(entry, PAK_NAME + 4);
    if (data + size > source.size)
      diagnostics.report(DX0309, offset + PAK_ENTRY * i + PAK_NAME, offset + PAK_ENTRY * (i + 1), {
        format: 'PAK',
        what: `the end of ${name}`,
        offset: data + size,
        size: source.size,
      });
    // Members that begin at the same byte are the same file under two names, or an attack.
    if (seen.has(data) && size > 0) {
      diagnostics.report(DX0312, data, data, { format: 'PAK', name });
      continue;
    }
    seen.add(data);
    yield { name, offset: data, source: partOfSource(source, data, size) };
  }
}
