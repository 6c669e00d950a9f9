/**
 * The section of a preshader in a listing of shader models 2 and 3: it comes before the version of the shader and ends there.
 *
 * Not for: assembling it. The stream holds a preshader in comments, which `into` keeps.
 */

/** The section, from the word `preshader` to the line before the version. */
export interface PreshaderSection {
  readonly text: string;
  /** In characters from the start of the source. */
  readonly start: number;
  readonly end: number;
}

/** Comments and blanks, then the word `preshader` on a line of its own. */
const BEGINNING = /^(?:\s|\/\/[^\n]*\n|;[^\n]*\n)*?[ \t]*(preshader)[ \t]*\r?\n/;
const VERSION = /^[ \t]*[vp]s_[123]_\w+/m;

/** Returns the section of a preshader at the beginning of `source`, or undefined when there is none. */
export function preshaderIn(source: string): PreshaderSection | undefined {
  const beginning = BEGINNING.exec(source);
  if (beginning === null) return undefined;
  const start = beginning[0].lastIndexOf(beginning[1]!);
  const length = source.slice(start).search(VERSION);
  const end = length < 0 ? source.length : start + length;
  return { text: source.slice(start, end), start, end };
}

/** `source` without the section of its preshader; everything else stays at its line and column. */
export function withoutPreshader(source: string): string {
  const section = preshaderIn(source);
  if (section === undefined) return source;
  const blank = section.text.replace(/[^\r\n]/g, ' ');
  return source.slice(0, section.start) + blank + source.slice(section.end);
}
