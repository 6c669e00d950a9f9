/** Pieces of lines of the text of a module, for its parser. */
import { OpFlag } from './ops.ts';

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

/** What follows the name of an operation. */
export interface Tail {
  readonly operands: string;
  readonly flags: number;
  readonly at: number;
  readonly cases: string | undefined;
  readonly parameters: string | undefined;
  readonly opensRegion: boolean;
  /** Whether it is closed in the same line. */
  readonly isEmpty: boolean;
}

export const NO_TAIL: Tail = {
  operands: '',
  flags: 0,
  at: 0,
  cases: undefined,
  parameters: undefined,
  opensRegion: false,
  isEmpty: false,
};

const TAIL = /^(.*?)((?: (?:precise|nonuniform|invariant))*)(?: @(\d+))?(?:( case .*?)?(?: \(([^)]*)\))? (\{ ?\}?))?$/;

/** Cuts what follows an operation into operands, flags, token, and the opening of a region. */
export function tailOf(text: string): Tail | undefined {
  const match = TAIL.exec(text);
  if (match === null) return undefined;
  const [, operands = '', flags = '', at = '0', cases, parameters, brace] = match;
  let bits = 0;
  for (const [name, bit] of Object.entries(OpFlag)) if (flags.includes(name)) bits |= bit;
  const isEmpty = brace?.endsWith('}') ?? false;
  return {
    operands: operands.trim(),
    flags: bits,
    at: Number(at),
    cases,
    parameters,
    opensRegion: brace !== undefined,
    isEmpty,
  };
}

/** Counts the regions of the construct that line `from` opens. */
export function countRegions(lines: readonly string[], from: number): number {
  let depth = 0;
  let count = 0;
  for (let i = from; i < lines.length; i++) {
    const line = lines[i]!.trim();
    if (line.startsWith('}')) depth--;
    if (depth === 0 && line === '}') break;
    if (line.endsWith('{')) {
      if (depth === 0) count++;
      depth++;
    }
    if (depth === 0) break;
  }
  return count;
}
