/**
 * The options of fxc, as build scripts write them, as those of the verb: `/T ps_5_0`, `-Tps_5_0`, `/Zpr`.
 *
 * Not for: what an option does (compile.ts).
 */

/** Options with a value. */
const WITH_VALUE: Readonly<Record<string, string>> = {
  T: '--profile',
  E: '--entry',
  D: '--define',
  I: '--include',
  Fo: '--output',
  Fc: '--listing',
  Fh: '--header',
  Fd: '--pdb',
  Vn: '--variable',
};

const FLAGS: Readonly<Record<string, string>> = {
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
  enable_unbounded_descriptor_tables: '--unbounded-tables',
  all_resources_bound: '--all-resources-bound',
  res_may_alias: '--resources-may-alias',
};

/** Words of the command line as options of the verb. */
export function fromFxc(words: readonly string[]): string[] {
  const made: string[] = [];
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    if (word === '--') return [...made, ...words.slice(i)];
    const name = /^[-/](\w+)$/.exec(word)?.[1];
    // dxlens prints no logo that this could leave out.
    if (name === 'nologo') continue;
    if (name !== undefined && name in FLAGS) made.push(FLAGS[name]!);
    else if (name !== undefined && name in WITH_VALUE) {
      made.push(WITH_VALUE[name]!);
      const value = words[++i];
      if (value !== undefined) made.push(value);
    } else for (const one of attached(word)) made.push(one);
  }
  return made;
}

/** An option with its value in the same word: `/Tps_5_0`, `/DLIGHTS=4`. */
function attached(word: string): string[] {
  const found = /^[-/](Fo|Fc|Fh|Fd|Vn|T|E|D|I)(.+)$/.exec(word);
  // A path may begin with a slash and one of these letters.
  if (found === null || (word.startsWith('/') && found[2]!.includes('/'))) return [word];
  return [WITH_VALUE[found[1]!]!, found[2]!];
}
