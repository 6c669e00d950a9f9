/**
 * What somebody may have meant: the nearest name by edits, the versions that have an instruction, the suffixes it takes.
 *
 * Not for: long names; they are none of ours, and comparing costs the product of the lengths.
 */
import { sm1Profile } from '../../base/profile.ts';
import { SM1_OPCODES, type Sm1OpcodeRow } from '../../isa/sm1/opcodes.ts';
import { baseOf, type Dialect } from './dialect.ts';

/** What to do about `name`, which no instruction of the version has (X2023) or has so (X2024). */
export function misfitHint(code: 'X2023' | 'X2024', name: string, dialect: Dialect): string | undefined {
  const base = baseOf(name);
  if (code === 'X2024') return suffixHint(base, dialect);
  const rows: readonly Sm1OpcodeRow[] = Object.values(SM1_OPCODES);
  const row = rows.find(({ mnemonic, oldMnemonic }) => mnemonic === base || oldMnemonic === base);
  const range = row?.[dialect.stage];
  if (row === undefined) return undefined;
  const stage = dialect.versionToken - dialect.version;
  if (range === undefined) return `only ${dialect.stage === 'vs' ? 'pixel' : 'vertex'} shaders have ${base}`;
  return `${sm1Profile(stage + range.since)} to ${sm1Profile(stage + range.until)} have ${row.mnemonic}`;
}

function suffixHint(base: string, dialect: Dialect): string {
  const suffixes = dialect.suffixesOf(base);
  return suffixes.length === 0 ? `${base} takes no suffix` : `${base} takes ${suffixes.join(' ')}`;
}

const LONGEST = 20;

/**
 * The one of `names` that takes the fewest edits to get from `name`, if it is near; the first one where several are.
 *
 * @param longest length of the longest name that is compared
 */
export function nearestName(name: string, names: Iterable<string>, longest = LONGEST): string | undefined {
  if (name.length > longest) return undefined;
  let nearest: string | undefined;
  let fewest = Math.floor(name.length / 3) + 1;
  for (const candidate of names) {
    if (Math.abs(candidate.length - name.length) >= fewest || candidate === name) continue;
    const edits = editDistance(name, candidate);
    if (edits < fewest) {
      fewest = edits;
      nearest = candidate;
    }
  }
  return nearest;
}

/** Insertions, deletions, replacements and swaps of neighbours that turn `a` into `b`. */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let edits = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1));
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) edits = Math.min(edits, beforeLast[j - 2]! + 1);
      row.push(edits);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length]!;
}

/** Marks of byte order in front of a text, as bytes taken for characters or as what a decoder leaves of them. */
const BYTE_ORDER_MARK = /^(?:\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff|\ufeff)/;

/** Why `text` does not begin with a version, where that is plain; undefined: the usual hint will do. */
export function versionHint(text: string): string | undefined {
  return BYTE_ORDER_MARK.test(text)
    ? 'save the text as ASCII, without the byte-order mark that it begins with'
    : undefined;
}
