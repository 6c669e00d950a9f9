/**
 * How instructions of shader models 4 to 5.1 begin: the mnemonic with its suffixes and the values of its extended
 * opcode tokens, such as `sample_l_aoffimmi(1,0,0)(texture2d)`. Every spelling: oracle.
 */
import { maskText } from '../../isa/components.ts';
import type { Sm4Cursor } from '../../isa/sm4/cursor.ts';
import {
  PRECISE,
  SAMPLE_COUNT_SUFFIXES,
  SIZE_SUFFIXES,
  SUFFIXES,
  SYNC_SUFFIXES,
  sm4DimensionName,
  sm4ReturnTypeNames,
} from '../../isa/sm4/names.ts';
import { SM4_OPCODES, type Sm4Opcode } from '../../isa/sm4/opcodes.ts';
import {
  Sm4ExtendedOpcodeToken,
  Sm4InstructionControls,
  Sm4OpcodeToken,
  Sm4SyncControls,
} from '../../isa/sm4/tokens.ts';
import type { Markup } from '../markup.ts';
import { TextCache } from '../text-cache.ts';

/** The spellings in one markup. */
export class Sm4LineSpellings {
  readonly #markup: Markup;
  /** Mnemonics by {@link mnemonicKey}. */
  readonly mnemonics = new TextCache(12, 32);
  /** Mnemonics by their opcode tokens, where there are several, and declarations by all their words. */
  readonly runs = new TextCache(13, 88, 8);

  constructor(markup: Markup) {
    this.#markup = markup;
  }

  /**
   * Returns the mnemonic of the instruction at the cursor, whose row is `row`, with the space after it, and keeps it.
   */
  mnemonic(cursor: Sm4Cursor, row: Sm4Opcode): string {
    const { program, start, token } = cursor;
    const text = this.#spell(cursor, row);
    if (token >= 0) this.mnemonics.add(mnemonicKey(token), 0, text);
    else this.runs.addRun(program.words, start, opcodeTokens(program.words, start, cursor.end), text);
    return text;
  }

  #spell(cursor: Sm4Cursor, row: Sm4Opcode): string {
    const { keyword, literal } = this.#markup;
    const token = row.kind === 'marker' ? 0 : cursor.token;
    const { open, close } = keyword;
    let text = open + (row.kind === 'reserved' ? '' : row.mnemonic);
    text += extensionNames(cursor);
    if (Sm4InstructionControls.saturate.test(token)) text += SUFFIXES.saturate;
    text += close;
    const precise = Sm4InstructionControls.precise.get(token);
    if (precise !== 0) {
      const components = precise === 15 ? '' : `(${literal.open}${maskText(precise)}${literal.close})`;
      text += ` [${open}${PRECISE}${close}${components}]${open}${close}`;
    }
    text += extensionValues(cursor);
    if (row.code === SM4_OPCODES.resinfo.code) text += SIZE_SUFFIXES[Sm4InstructionControls.returnType.get(token)];
    if (row.code === SM4_OPCODES.sampleinfo.code)
      text += SAMPLE_COUNT_SUFFIXES[Sm4InstructionControls.returnType.get(token)];
    if (row.code === SM4_OPCODES.sync.code) return text + open + syncText(token) + close;
    if (row.controls === 'test')
      return `${text}${open}${Sm4InstructionControls.testNonZero.test(token) ? SUFFIXES.nonZero : SUFFIXES.zero} ${close}`;
    return `${text} `;
  }
}

const LENGTH_BITS = Sm4OpcodeToken.length.set(0, Sm4OpcodeToken.length.ones);

/** The bits of an opcode token without extended ones that its mnemonic depends on. */
export function mnemonicKey(token: number): number {
  return token & ~LENGTH_BITS;
}

/**
 * How many opcode tokens the instruction from DWORD `start` to `end` begins with: its extended ones continue while bit
 * 31 is set.
 */
export function opcodeTokens(words: Uint32Array, start: number, end: number): number {
  let at = start;
  while ((words[at++]! | 0) < 0 && at < end);
  return at - start;
}

/** By markup, with resources named by register and by range id. */
const spellingsByMarkup = new WeakMap<Markup, readonly [Sm4LineSpellings, Sm4LineSpellings]>();

/** The spellings in `markup`, which are built once. */
export function sm4LineSpellings(markup: Markup, rangeIds: boolean): Sm4LineSpellings {
  let spellings = spellingsByMarkup.get(markup);
  if (spellings === undefined) {
    spellings = [new Sm4LineSpellings(markup), new Sm4LineSpellings(markup)];
    spellingsByMarkup.set(markup, spellings);
  }
  return spellings[rangeIds ? 1 : 0];
}

/** The suffixes of a mnemonic for its extended opcode tokens. */
export function extensionNames({ sampleControls, resourceDimension, resourceReturnType }: Sm4Cursor): string {
  const offsets = sampleControls === 0 ? '' : SUFFIXES.offsets;
  return resourceDimension === 0 && resourceReturnType === 0 ? offsets : offsets + SUFFIXES.indexable;
}

/** The values of the extended opcode tokens, each in parentheses. */
export function extensionValues({ sampleControls, resourceDimension, resourceReturnType }: Sm4Cursor): string {
  let text = sampleControls === 0 ? '' : offsetsText(sampleControls);
  if (resourceDimension !== 0) text += dimensionText(resourceDimension);
  if (resourceReturnType !== 0) {
    text += `(${sm4ReturnTypeNames(Sm4ExtendedOpcodeToken.returnTypes.get(resourceReturnType))})`;
  }
  return text;
}

/** The texel offsets of an extended opcode token, each a signed number of four bits. */
function offsetsText(token: number): string {
  const signed = (nibble: number) => (nibble << 28) >> 28;
  const u = signed(Sm4ExtendedOpcodeToken.offsetU.get(token));
  const v = signed(Sm4ExtendedOpcodeToken.offsetV.get(token));
  const w = signed(Sm4ExtendedOpcodeToken.offsetW.get(token));
  return `(${u},${v},${w})`;
}

function dimensionText(token: number): string {
  const name = sm4DimensionName(Sm4ExtendedOpcodeToken.dimension.get(token));
  const stride = Sm4ExtendedOpcodeToken.stride.get(token);
  return stride === 0 ? `(${name})` : `(${name}, stride=${stride})`;
}

function syncText(token: number): string {
  let text = '';
  if (Sm4SyncControls.uavGlobal.test(token)) text += SYNC_SUFFIXES.uavGlobal;
  else if (Sm4SyncControls.uavGroup.test(token)) text += SYNC_SUFFIXES.uavGroup;
  if (Sm4SyncControls.sharedMemory.test(token)) text += SYNC_SUFFIXES.sharedMemory;
  if (Sm4SyncControls.threadsInGroup.test(token)) text += SYNC_SUFFIXES.threadsInGroup;
  return text;
}
