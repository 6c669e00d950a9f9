/**
 * The options of fxc, as build scripts write them, as those of the verb: `/T ps_5_0`, `-Tps_5_0`, `/Zpr`.
 *
 * Not for: what an option does (compile.ts).
 */
import { existsSync, readFileSync } from 'node:fs';
import { UsageError } from '../process.ts';

/** Options with a value. */
const WITH_VALUE: ReadonlyMap<string, string> = new Map(
  Object.entries({
    T: '--profile',
    E: '--entry',
    D: '--define',
    I: '--include',
    Fo: '--output',
    Fl: '--output',
    Fc: '--listing',
    Fh: '--header',
    Fd: '--pdb',
    Vn: '--variable',
    Fe: '--messages',
    P: '--preprocess',
    setprivate: '--private-data',
    setrootsignature: '--root-signature',
  }),
);

const FLAGS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    Od: '--no-optimize',
    Zpr: '--row-major',
    Zpc: '--column-major',
    Gis: '--ieee-strict',
    Gpp: '--partial-precision',
    Op: '--no-preshaders',
    Gfa: '--avoid-flow',
    Gfp: '--prefer-flow',
    Gec: '--compatibility',
    Ges: '--strict-syntax',
    O0: '--optimization-level=0',
    O1: '--optimization-level=1',
    O2: '--optimization-level=2',
    O3: '--optimization-level=3',
    WX: '--warnings-as-errors',
    Vd: '--no-validate',
    Gch: '--child-effect',
    Gdp: '--computed-states',
    Zi: '--debug-info',
    Zss: '--debug-name=source',
    Zsb: '--debug-name=binary',
    Qstrip_debug: '--strip-debug',
    Qstrip_reflect: '--strip-reflection',
    Qstrip_rootsignature: '--strip-root-signature',
    Ni: '--numbers',
    No: '--offsets',
    Lx: '--hex',
    Cc: '--html',
    Vi: '--show-includes',
    '?': '--help',
    help: '--help',
    enable_unbounded_descriptor_tables: '--unbounded-tables',
    all_resources_bound: '--all-resources-bound',
    res_may_alias: '--resources-may-alias',
  }),
);

/** Options of fxc that compile nothing, and the command that does the same. */
const OTHER_COMMANDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    dumpbin: 'dxlens disasm FILE prints the listing of a compiled shader',
    getprivate: 'dxlens container get FILE PRIV -o OUT writes the private data of a shader',
    extractrootsignature: 'dxlens container get FILE RTS0 -o OUT writes the root signature of a shader',
    verifyrootsignature: 'dxlens validate --link tests a shader against a root signature',
  }),
);

/**
 * The words of a command line as options of the verb, and those of response files (`@FILE`).
 *
 * @throws UsageError for a word that looks like an option of fxc and is none, and the error of the file system for a
 *   response file that cannot be read
 */
export function wordsOfFxc(words: readonly string[]): string[] {
  const expanded = words.flatMap((word) =>
    word.startsWith('@') && !existsSync(word) ? responseWords(readFileSync(word.slice(1), 'utf8')) : [word],
  );
  return fromFxc(expanded, refuseUnknown);
}

/** @throws UsageError for a word with a slash that is neither an option nor a file */
function refuseUnknown(word: string, previous: string): void {
  const name = /^\/(\w+)$/.exec(word)?.[1];
  // After an option it may be the value.
  if (name === undefined || previous.startsWith('-') || existsSync(word)) return;
  const command = OTHER_COMMANDS.get(name);
  throw new UsageError(command === undefined ? `unknown option '${word}'` : `no option '${word}': ${command}`);
}

/** The words in a response file; those with spaces are in quotes. */
function responseWords(text: string): string[] {
  return [...text.matchAll(/(?:[^\s"]|"[^"]*"?)+/g)].map(([word]) => word.replaceAll('"', ''));
}

/**
 * Words of the command line as options of the verb.
 *
 * @param other is called with each word that is no option of fxc, and the word before it
 */
export function fromFxc(words: readonly string[], other?: (word: string, previous: string) => void): string[] {
  const made: string[] = [];
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    if (word === '--') return [...made, ...words.slice(i)];
    const name = /^[-/](\w+|\?)$/.exec(word)?.[1] ?? '';
    const flag = FLAGS.get(name);
    const option = WITH_VALUE.get(name);
    // dxlens prints no logo that this could leave out.
    if (name === 'nologo') continue;
    if (flag !== undefined) made.push(flag);
    else if (option !== undefined) {
      made.push(option);
      const value = words[++i];
      if (value !== undefined) made.push(value);
    } else {
      const found = attached(word);
      if (found.length === 1) other?.(word, words[i - 1] ?? '');
      for (const one of found) made.push(one);
    }
  }
  return made;
}

/** An option with its value in the same word: `/Tps_5_0`, `/DLIGHTS=4`, `/Fo:shader.cso`. */
function attached(word: string): string[] {
  const [, name, colon, value] = /^[-/](Fo|Fl|Fc|Fh|Fd|Fe|Vn|T|E|D|I|P)(:?)(.+)$/.exec(word) ?? [];
  // A path may begin with a slash and one of these letters.
  const isPath = colon === '' && word.startsWith('/') && value!.includes('/');
  return name === undefined || isPath ? [word] : [WITH_VALUE.get(name)!, value!];
}
