/**
 * Hints for misspelt names: the versions that have an instruction, the suffixes that it takes.
 */
import type { Message } from '../../base/messages.ts';
import { sm1Profile } from '../../base/profile.ts';
import { SM1_OPCODES, type Sm1OpcodeRow } from '../../isa/sm1/opcodes.ts';
import { X2024 } from '../messages.ts';
import type { Dialect } from './dialect.ts';
import { baseOf } from './suffixes.ts';

/** The hint for `name`, which is no instruction of the version (X2023) or has wrong suffixes (X2024). */
export function misfitHint(message: Message, name: string, dialect: Dialect): string | undefined {
  const base = baseOf(name);
  if (message === X2024) return suffixHint(base, dialect);
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

/** A byte-order mark at the beginning of a text, as bytes taken for characters or as a decoded character. */
const BYTE_ORDER_MARK = /^(?:\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff|\ufeff)/;

/** The hint for a `text` that begins with a byte-order mark; undefined: the default hint is used. */
export function versionHint(text: string): string | undefined {
  return BYTE_ORDER_MARK.test(text)
    ? 'save the text as ASCII, without the byte-order mark that it begins with'
    : undefined;
}
