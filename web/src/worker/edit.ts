/**
 * Assembles an edited listing into the shader that it comes from, and says which words of the program changed.
 *
 * Not for: assembling itself (`dxlens/shader`).
 */
import type { Diagnostic } from 'dxlens';
import { assemble } from 'dxlens/assemble';
import { diffShaders } from 'dxlens/internals/diff';
import { openShader } from 'dxlens/shader';
import { pairLines } from '../model/side-by-side.ts';
import type { ChangedWords } from './protocol.ts';

/** The result for an edited text. */
export interface AssembledEdit {
  /** Undefined where the text has errors. */
  readonly bytes: Uint8Array | undefined;
  /** Spans are characters of the text. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * The shader `original` with the program of `text`. What the text leaves as it is stays bit for bit. A program that
 * breaks the rules of a validator is assembled, too: the page validates what it shows.
 *
 * @param original undefined for a text that comes from no shader
 */
export function assembleEdit(original: Uint8Array | undefined, text: string): AssembledEdit {
  if (original === undefined) return assemble(text, { validate: false, name: 'listing' });
  const shader = openShader(original);
  const { replaced, diagnostics } = shader.replaceProgram(text, { name: 'listing', validate: false });
  return { bytes: replaced ? shader.toBytes() : undefined, diagnostics };
}

/**
 * The shader that `text` is; where the text has errors, the smallest one of its profile, so that the text can be
 * corrected.
 */
export function shaderOfText(text: string, profile: string): Uint8Array {
  const minimal = /_[1-3]_/.test(profile) ? profile : `${profile}\nret`;
  return assembleEdit(undefined, text).bytes ?? assembleEdit(undefined, minimal).bytes ?? new Uint8Array(0);
}

/**
 * The instructions of `edited` whose words are not those of `original`, and the number of those that are gone. An
 * instruction that replaces another is a change of it.
 */
export function changesOf(
  original: Uint8Array,
  edited: Uint8Array,
): { readonly changes: ChangedWords[]; readonly removed: number } {
  const pairs = diffShaders(original, edited).parts.flatMap(({ lines }) => pairLines(lines));
  return {
    changes: pairs.flatMap(({ change, before, after }) =>
      change === 'same' || typeof after?.offset !== 'number'
        ? []
        : [{ offset: after.offset, before: before?.words.slice(), after: after.words.slice() }],
    ),
    removed: pairs.filter(({ change }) => change === 'removed').length,
  };
}
