/**
 * Translates a shader for the page and connects the lines of the code with the bytes of the instructions that they come from.
 *
 * Not for: translating (`dxlens/translate`).
 */
import { openShaderFile } from 'dxlens';
import { type TranslationMap, translate } from 'dxlens/translate';
import type { ListingData } from '../model/listing.ts';
import type { TranslationChoice, TranslationData } from '../model/translation.ts';
import { rolesOfCode } from './code-roles.ts';
import { instructionEnds, type ListedProgram } from './listing.ts';

/** The code of a shader in the language of `choice`, with its map. */
export function translationOf(bytes: Uint8Array, { version, ...choice }: TranslationChoice): TranslationData {
  const { stages, diagnostics } = translate(bytes, version === '' ? choice : { ...choice, version });
  const [stage] = stages;
  const [program] = openShaderFile(bytes).programs;
  if (stage === undefined || program === undefined) return { code: undefined, map: undefined, diagnostics };
  return { code: listingOfCode(stage.code, stage.map, program), map: stage.map, diagnostics };
}

function listingOfCode(text: string, map: TranslationMap, program: ListedProgram): ListingData {
  const count = text.split('\n').length;
  const starts = new Int32Array(count).fill(-1);
  const ends = new Int32Array(count).fill(-1);
  const tokenEnds = instructionEnds(program);
  for (const [i, [line, token]] of map.sourceMap.entries()) {
    const end = tokenEnds.get(4 * token);
    // Lines of the frame have the first token of the program, which is no instruction.
    if (token === 0 || end === undefined) continue;
    const after = map.sourceMap[i + 1]?.[0] ?? count + 1;
    starts.fill(program.offset + 4 * token, line - 1, after - 1);
    ends.fill(program.offset + end, line - 1, after - 1);
  }
  const names = new Set(map.bindings.map(({ name }) => name));
  return {
    text,
    numbers: Int32Array.from({ length: count }, (_, line) => line + 1),
    starts,
    ends,
    roles: rolesOfCode(text, names),
  };
}
