/**
 * Pieces of lines of the text of a module, for its parser. Each takes time in proportion to its line: regular
 * expressions with two ends that move would not.
 */
import { OpFlag } from './ops.ts';

/** A line without a comment and the spaces around it. A comment begins with two slashes that are in no string. */
export function contentOf(line: string): string {
  const at = line.indexOf('//');
  if (at < 0) return line.trim();
  let isText = false;
  for (let i = 0; i < line.length; i++) {
    const char = line[i];
    if (isText && char === '\\') i++;
    else if (char === '"') isText = !isText;
    else if (!isText && char === '/' && line[i + 1] === '/') return line.slice(0, i).trim();
  }
  return line.trim();
}

const FIELD = / ([A-Za-z]\w*)=((?:"(?:[^"\\]|\\.)*"|[^" ])+)/g;

/** The fields of a declaration (`name=value`, values are JSON), and the first one that is damaged. */
export function fieldsOf(line: string): { readonly row: object; readonly damaged?: string } {
  const row: Record<string, unknown> = {};
  for (const [, name, value] of line.matchAll(FIELD)) {
    try {
      row[name!] = JSON.parse(value!);
    } catch {
      return { row, damaged: name! };
    }
  }
  return { row };
}

/** The opening of a region at the end of a line. */
export interface Opening {
  readonly cases: string | undefined;
  readonly parameters: string | undefined;
  /** Whether it is closed in the same line. */
  readonly isEmpty: boolean;
}

/** The text after the name of an operation. */
export interface Tail {
  readonly operands: string;
  readonly flags: number;
  readonly at: number;
  /** Undefined where no region begins. */
  readonly opening: Opening | undefined;
}

export const NO_TAIL: Tail = { operands: '', flags: 0, at: 0, opening: undefined };
export const NO_OPENING: Opening = { cases: undefined, parameters: undefined, isEmpty: false };

const BRACES = [' {', ' {}', ' { }'] as const;
const CASE = ' case ';

/** Cuts off what opens a region: cases, parameters, brace. */
export function openingOf(text: string): { readonly before: string; readonly opening: Opening } | undefined {
  const brace = BRACES.find((one) => text.endsWith(one));
  if (brace === undefined) return undefined;
  let before = text.slice(0, text.length - brace.length);
  let parameters: string | undefined;
  if (before.endsWith(')')) {
    const at = before.lastIndexOf('(');
    if (at < 1 || before[at - 1] !== ' ') return undefined;
    parameters = before.slice(at + 1, -1);
    before = before.slice(0, at - 1);
  }
  const at = ` ${before}`.indexOf(CASE);
  const cases = at < 0 ? undefined : before.slice(at + CASE.length - 1);
  if (at >= 0) before = before.slice(0, Math.max(at - 1, 0));
  return { before, opening: { cases, parameters, isEmpty: brace !== BRACES[0] } };
}

/** Cuts what follows an operation into operands, flags, token, and the opening of a region. */
export function tailOf(text: string): Tail | undefined {
  const open = openingOf(text);
  if (open === undefined && text.endsWith('{')) return undefined;
  let rest = open?.before ?? text;
  const token = / @(\d+)$/.exec(rest);
  if (token !== null) rest = rest.slice(0, token.index);
  let flags = 0;
  for (let isFlag = true; isFlag; ) {
    isFlag = false;
    for (const [name, bit] of Object.entries(OpFlag)) {
      if (!rest.endsWith(` ${name}`)) continue;
      rest = rest.slice(0, -1 - name.length);
      flags |= bit;
      isFlag = true;
    }
  }
  return { operands: rest.trim(), flags, at: Number(token?.[1] ?? 0), opening: open?.opening };
}

/**
 * The number of regions of the construct that each line opens, at least one; 0 for other lines. In one walk, however
 * deep they are.
 */
export function countRegions(lines: readonly string[]): Int32Array {
  const counts = new Int32Array(lines.length);
  const open: number[] = [];
  for (let i = 0; i < lines.length; i++) {
    const line = contentOf(lines[i]!);
    const isNext = line.startsWith('}');
    const opens = line.endsWith('{');
    if (isNext && opens && open.length > 0) counts[open.at(-1)!]!++;
    else if (isNext) open.pop();
    else if (opens) {
      open.push(i);
      counts[i] = 1;
    }
    if (!opens && line.endsWith('}') && !isNext) counts[i] = 1;
  }
  return counts;
}
