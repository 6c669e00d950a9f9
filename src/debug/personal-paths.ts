/**
 * Paths in strings that name a user, a machine or the directories of one, and their replacement with neutral paths of
 * the same length, so that nothing after them moves.
 *
 * Not for: the positions of strings in debug information (scrub.ts and the other files of this directory).
 */
import { getOrInsert } from '../base/collections.ts';
import { latin1Bytes, latin1Text } from '../base/words.ts';

/**
 * Why a path is personal: `home`, below the directory of a user; `share`, on a named machine; `absolute`, any other
 * absolute path.
 */
export type PersonalPathKind = 'home' | 'share' | 'absolute';

/** A path that names a user, a machine, or its directories. */
export interface PersonalPath {
  /** As it is in the file, one character a byte. */
  readonly path: string;
  readonly kind: PersonalPathKind;
}

/** Separators as file systems have them, or escaped as in sources. */
const SEPARATOR = /([\\/]+)/;
/** A drive and one separator, not two slashes: those begin a comment. */
const DRIVE = /^[A-Za-z]:(?:\\|\/(?!\/))/;
const SHARE = /^(?:\\\\){1,2}[^\\/\s"?.]/;
const POSIX = /^\/[^/\s]/;
/** The directory of a user, in an absolute or a relative path. */
const HOME = /(?:^|[\\/])(?:Users|home|Documents and Settings)[\\/]+[^\\/\s]/i;
/** Directories whose children are those of users. */
const HOMES: ReadonlySet<string> = new Set(['users', 'home', 'documents and settings']);
/** Characters that no path has. */
const NO_PATH = /["<>|*?\n\r\t]/;
/** Text that a relative path does not have, but source code of one line does. */
const CODE = /[;{}=]|^\s*(?:\/\/|#)/;

/** Paths in any text up to the end of a word, and quoted strings, where paths may have spaces. */
const IN_WORDS = /(?<![\w.])(?:[A-Za-z]:(?:\\|\/(?!\/))|\\\\(?=\w)|\/(?:home|Users)\/)[^\s"'<>|:*?;,()[\]{}]*/g;
const IN_TEXT = new RegExp(`"([^"\\n]*)"|${IN_WORDS.source}`, 'g');

/**
 * Finds personal paths in strings, and replaces them. Equal directories get equal names, and different ones different
 * names.
 */
export class PathScrubber {
  readonly found = new Map<string, PersonalPath>();
  /** Neutral names by lower-case names; file names in program databases occur in lower case, too. */
  readonly #names = new Map<string, string>();
  readonly #used = new Set<string>();
  readonly #drives = new Map<string, string>();

  /** The text of a name of a file, or of anything else with paths; of the same length. */
  scrub(text: string): string {
    if (!/[\\/]/.test(text)) return text;
    if (kindOf(text) !== undefined) return this.#path(text);
    return text.replace(IN_TEXT, (match, quoted: string | undefined) => {
      if (quoted === undefined) return this.#path(match);
      if (kindOf(quoted) !== undefined) return `"${this.#path(quoted)}"`;
      return match.replace(IN_WORDS, (path) => this.#path(path));
    });
  }

  #path(path: string): string {
    const parts = path.split(SEPARATOR);
    let result = '';
    for (const [i, part] of parts.entries()) {
      const isHome = HOMES.has((parts[i - 2] ?? '').toLowerCase());
      const isName = i === parts.length - 1 && part.includes('.') && !isHome;
      if (i % 2 === 1 || part === '' || part === '.' || part === '..' || isName) result += part;
      else if (i === 0 && /^[A-Za-z]:$/.test(part)) result += this.#drive(part);
      else result += this.#nameFor(part);
    }
    if (result !== path && !this.found.has(path)) this.found.set(path, { path, kind: kindOf(path) ?? 'absolute' });
    return result;
  }

  /** The first drive becomes C, the others the letters after it. */
  #drive(drive: string): string {
    const key = drive.toLowerCase();
    const letter = getOrInsert(this.#drives, key, () =>
      String.fromCharCode('c'.charCodeAt(0) + (this.#drives.size % DRIVES)),
    );
    return `${drive === key ? letter : letter.toUpperCase()}:`;
  }

  #nameFor(directory: string): string {
    const key = directory.toLowerCase();
    const known = this.#names.get(key);
    if (known !== undefined) return known;
    const { length } = directory;
    let name = NEUTRAL.test(key) ? key : 'x'.repeat(length);
    for (let n = 1; this.#used.has(name) && n < MAX_TRIES; n++) {
      const suffix = n.toString(36);
      if (suffix.length > length) break;
      name = 'x'.repeat(length - suffix.length) + suffix;
    }
    this.#names.set(key, name);
    this.#used.add(name);
    return name;
  }
}

/** A name that replaced another one. */
const NEUTRAL = /^x+[0-9a-z]{0,3}$/;
/** Letters from C to Z. */
const DRIVES = 24;
/** Names of one length that are tried: more directories than that get the same name. */
const MAX_TRIES = 50_000;

/**
 * The kind of a text that is a path from its first to its last character; undefined where it is none, or not personal.
 */
function kindOf(text: string): PersonalPathKind | undefined {
  if (NO_PATH.test(text)) return undefined;
  const isAbsolute = DRIVE.test(text) || POSIX.test(text);
  if (HOME.test(text) && (isAbsolute || !CODE.test(text))) return 'home';
  if (SHARE.test(text)) return 'share';
  return isAbsolute ? 'absolute' : undefined;
}

/** Replaces the paths of the text from `start` to `end`, in place. Returns whether anything changed. */
export function scrubText(bytes: Uint8Array, start: number, end: number, scrubber: PathScrubber): boolean {
  if (end <= start || start < 0 || end > bytes.byteLength) return false;
  const text = latin1Text(bytes, start, end);
  const scrubbed = scrubber.scrub(text);
  if (scrubbed === text) return false;
  bytes.set(latin1Bytes(scrubbed), start);
  return true;
}

/**
 * Replaces the paths of each NUL-terminated string from `start` to `end`. In a string with `prefix`, only the rest is a
 * path; others are skipped.
 */
export function scrubStrings(
  bytes: Uint8Array,
  start: number,
  end: number,
  scrubber: PathScrubber,
  prefix = '',
): boolean {
  const limit = Math.min(end, bytes.byteLength);
  let isChanged = false;
  for (let at = start; at < limit; ) {
    const nul = bytes.indexOf(0, at);
    const stop = nul < 0 || nul > limit ? limit : nul;
    const from = at + prefix.length;
    if (from <= stop && latin1Text(bytes, at, from) === prefix && scrubText(bytes, from, stop, scrubber))
      isChanged = true;
    at = stop + 1;
  }
  return isChanged;
}
