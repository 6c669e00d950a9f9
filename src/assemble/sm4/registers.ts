/**
 * Names of registers: the type of an operand by the letters before its number. Derived from the table of the printer.
 */
import { nearestName } from '../../base/nearest-name.ts';
import { SM4_OPERAND_TYPES, type Sm4OperandTypeName, type Sm4OperandTypeRow } from '../../isa/sm4/operands.ts';
import { Sm4ComponentCount, Sm4OperandToken } from '../../isa/sm4/tokens.ts';
import type { Scanner } from './scanner.ts';

const ROWS: readonly Sm4OperandTypeRow[] = Object.values(SM4_OPERAND_TYPES);

/** Types by their prefix, those of ranges included. */
const TYPES = new Map<string, number>();
for (const { prefix, rangePrefix, code } of ROWS) {
  TYPES.set(prefix, code);
  if (rangePrefix !== undefined) TYPES.set(rangePrefix, code);
}
const LOWER_TYPES = new Map([...TYPES].map(([prefix, code]) => [prefix.toLowerCase(), code]));
/** Types with a prefix of one letter, by the character. */
const LETTER_TYPES = new Int8Array(128).fill(-1);
for (const [prefix, code] of TYPES) if (prefix.length === 1) LETTER_TYPES[prefix.charCodeAt(0)] = code;

/** The type of the letters of a text from `start` to `end`, or -1. */
export function registerType({ codes, source }: Scanner, start: number, end: number): number {
  if (end === start + 1) {
    const code = codes[start]!;
    const type = LETTER_TYPES[code]!;
    return type >= 0 ? type : LETTER_TYPES[code | 0x20]!;
  }
  const name = source.slice(start, end);
  return TYPES.get(name) ?? LOWER_TYPES.get(name.toLowerCase()) ?? -1;
}

/** The register prefix that is most similar to `name`. */
export function nearestRegister(name: string): string | undefined {
  return nearestName(name, TYPES.keys());
}

/** Operand tokens of each type, all other fields 0. */
export const TYPE_TOKENS = Int32Array.from({ length: 256 }, (_, type) => Sm4OperandToken.type.set(0, type));

const ONE = Sm4ComponentCount.one;
const NONE = Sm4ComponentCount.none;

/** A table by type: `named` for the types of `names`, else `others`. */
function counts(others: number, named: number, ...names: readonly Sm4OperandTypeName[]): Uint8Array {
  const table = new Uint8Array(256).fill(others);
  for (const name of names) table[SM4_OPERAND_TYPES[name].code] = named;
  return table;
}

/** Types with a single register. */
export const ALONE = counts(0, 1, ...typesAlone());

function typesAlone(): Sm4OperandTypeName[] {
  const numbered: readonly Sm4OperandTypeName[] = [
    'temp',
    'input',
    'output',
    'inputPatchConstant',
    'immediateConstantBuffer',
  ];
  const more: readonly Sm4OperandTypeName[] = ['label', 'stream', 'functionBody', 'functionTable', 'groupSharedMemory'];
  const names = Object.entries(SM4_OPERAND_TYPES) as [Sm4OperandTypeName, Sm4OperandTypeRow][];
  return names
    .filter(([name, { indices }]) => indices === 'plain' && !numbered.includes(name) && !more.includes(name))
    .map(([name]) => name);
}

/** Types whose registers must name components: as a value or a result, and as a view. */
export const NAMED_TYPES = {
  value: counts(
    0,
    1,
    ...(['temp', 'input', 'output', 'indexableTemp', 'constantBuffer', 'immediateConstantBuffer'] as const),
    ...(['inputControlPoint', 'outputControlPoint', 'inputPatchConstant', 'thisPointer'] as const),
  ),
  view: counts(0, 1, 'resource'),
  none: counts(0, 1),
} as const;

/** The component count of a register without component names, as compilers write it, by type (source: oracle). */
export const NAMELESS = {
  destination: counts(ONE, NONE, 'null'),
  source: counts(ONE, NONE),
  view: counts(NONE, ONE),
  declared: counts(
    NONE,
    ONE,
    ...(['outputDepth', 'outputDepthGreaterEqual', 'outputDepthLessEqual', 'outputStencilRef'] as const),
    ...(['inputCoverageMask', 'innerCoverage', 'cycleCounter'] as const),
  ),
  /** In an index every register names its component in the text; these are encoded with one nameless component. */
  index: counts(
    Sm4ComponentCount.four,
    ONE,
    ...(['inputPrimitiveId', 'outputControlPointId', 'inputForkInstanceId', 'inputJoinInstanceId'] as const),
  ),
} as const;

/** The minimum initial size in words. */
const FIRST = 64;

export class WordBuffer {
  words: Uint32Array;
  count = 0;

  constructor(capacity = FIRST) {
    this.words = new Uint32Array(Math.max(FIRST, capacity));
  }

  put(word: number): void {
    if (this.count === this.words.length) this.#grow();
    this.words[this.count++] = word;
  }

  insert(at: number, word: number): void {
    if (this.count === this.words.length) this.#grow();
    this.words.copyWithin(at + 1, at, this.count);
    this.words[at] = word;
    this.count++;
  }

  /** A copy of the words so far. */
  finish(): Uint32Array {
    return this.words.slice(0, this.count);
  }

  #grow(): void {
    const larger = new Uint32Array(2 * this.words.length);
    larger.set(this.words);
    this.words = larger;
  }
}
