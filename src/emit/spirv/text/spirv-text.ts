/**
 * Modules of SPIR-V as text, in the language of `spirv-as` and `spirv-dis` of SPIRV-Tools: one line an instruction, ids
 * as numbers. spirv-as makes the same words of it (with `--preserve-numeric-ids`).
 *
 * Not for: all of SPIR-V. The table of instructions has what translations write; of anything else the words are
 * printed, which spirv-as takes as well.
 */

import { type Diagnostic, Diagnostics } from '../../../base/diagnostics.ts';
import { DX6078, DX6079, DX6080 } from '../../common/messages.ts';
import { HEADER_WORDS, SPIRV_MAGIC } from '../grammar.ts';
import { KnownIds, printInstruction } from './instruction.ts';

/** A module as text. Plain data. */
export interface SpirvText {
  /** Lines that end with a line feed. Empty for what is no module. */
  readonly text: string;
  /**
   * For each line the word of the module that it begins with, as in the `sourceMap` of a translation; -1 for comments.
   */
  readonly lineWords: readonly number[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Prints a module of SPIR-V as `spirv-dis --raw-id` does. Numbers have the fewest digits that give the same bits again.
 *
 * ```ts
 * const { stages } = translateToSpirv(shader);
 * for (const { code } of stages) console.log(spirvText(code).text);
 * ```
 *
 * @param words a complete module, such as the code of a translation to SPIR-V. A truncated one is printed up to its end, with a diagnostic.
 * @throws TypeError for anything but words
 */
export function spirvText(words: Uint32Array): SpirvText {
  if (!(words instanceof Uint32Array)) throw new TypeError('expected a Uint32Array, the words of a module');
  const diagnostics = new Diagnostics();
  const lines: string[] = [];
  const lineWords: number[] = [];
  if (isModule(words, diagnostics)) {
    for (const line of headerLines(words)) {
      lines.push(line);
      lineWords.push(-1);
    }
    const known = new KnownIds();
    for (let at = HEADER_WORDS; at < words.length; ) {
      const count = words[at]! >>> 16;
      const left = words.length - at;
      if (count === 0 || count > left) {
        diagnostics.report(DX6079, 4 * at, 4 * words.length, { word: at, count, left });
        break;
      }
      const { line, reason } = printInstruction(words.subarray(at, at + count), known);
      if (reason !== undefined) diagnostics.report(DX6080, 4 * at, 4 * (at + count), { word: at, reason });
      lines.push(line);
      lineWords.push(at);
      at += count;
    }
  }
  return { text: lines.map((line) => `${line}\n`).join(''), lineWords, diagnostics: diagnostics.list };
}

function isModule(words: Uint32Array, diagnostics: Diagnostics): boolean {
  let reason = '';
  if (words[0] !== SPIRV_MAGIC) reason = 'the first one is not 0x07230203';
  else if (words.length < HEADER_WORDS) reason = `there are ${words.length}, and its header has ${HEADER_WORDS}`;
  if (reason === '') return true;
  diagnostics.report(DX6078, 0, 4 * Math.min(words.length, HEADER_WORDS), { reason });
  return false;
}

/** Comments with what the header says. */
function headerLines([, version = 0, generator = 0, bound = 0, schema = 0]: Uint32Array): string[] {
  return [
    '; SPIR-V',
    `; Version: ${(version >>> 16) & 0xff}.${(version >>> 8) & 0xff}`,
    `; Generator: ${generator}`,
    `; Bound: ${bound}`,
    `; Schema: ${schema}`,
  ];
}
