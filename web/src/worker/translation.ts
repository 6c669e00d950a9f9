/**
 * Translates a shader for the page and connects the lines of the code with the bytes of the instructions that they come
 * from.
 *
 * Not for: translating (`dxlens/translate`).
 */
import { openShaderFile } from 'dxlens';
import {
  classInstances,
  type InterfacePointer,
  interfacePointers,
  spirvText,
  type TranslateOptions,
  type TranslationMap,
  translate,
} from 'dxlens/translate';
import type { ListingData } from '../model/listing.ts';
import { chosenInstance, type TranslationChoice, type TranslationData } from '../model/translation.ts';
import { rolesOfCode, rolesOfSpirv } from './code-roles.ts';
import { instructionEnds, type ListedProgram } from './listing.ts';

/** The code of a shader in the language of `choice`, with its map. */
export function translationOf(
  bytes: Uint8Array,
  { version, instances, ...choice }: TranslationChoice,
): TranslationData {
  const pointers = interfacePointers(bytes);
  const options: TranslateOptions = {
    ...choice,
    ...(version !== '' && { version }),
    ...(pointers.length > 0 && { instances: classInstances(bytes, instanceNames(pointers, instances)).instances }),
  };
  const { stages, diagnostics } = translate(bytes, options);
  const [stage] = stages;
  const [program] = openShaderFile(bytes).programs;
  if (stage === undefined || program === undefined) return { code: undefined, map: undefined, pointers, diagnostics };
  const { code, map } = stage;
  if (typeof code === 'string') return { code: listingOfCode(code, map, program), map, pointers, diagnostics };
  return { code: listingOfSpirv(code, map, program), words: code, map, pointers, diagnostics };
}

/** The class instance of each interface pointer: the chosen one, or the first compatible one. */
function instanceNames(
  pointers: readonly InterfacePointer[],
  chosen: TranslationChoice['instances'],
): Record<string, string> {
  return Object.fromEntries(
    pointers.flatMap((pointer) => {
      const name = chosenInstance(pointer, chosen);
      return name === undefined ? [] : [[pointer.name, name]];
    }),
  );
}

function listingOfCode(text: string, map: TranslationMap, program: ListedProgram): ListingData {
  const roles = rolesOfCode(text, resourcesOf(map));
  // Lines are counted from 1.
  return linkedListing(text, roles, map, program, (line) => line - 1);
}

function listingOfSpirv(words: Uint32Array, map: TranslationMap, program: ListedProgram): ListingData {
  const { text, lineWords } = spirvText(words);
  const lines = new Map(lineWords.map((word, line) => [word, line]));
  const roles = rolesOfSpirv(text, resourcesOf(map));
  return linkedListing(text, roles, map, program, (word) => lines.get(word) ?? lineWords.length);
}

function resourcesOf(map: TranslationMap): ReadonlySet<string> {
  return new Set(map.bindings.map(({ name }) => name));
}

/** @param lineOf the line, from 0, of a location of the source map */
function linkedListing(
  text: string,
  roles: Int32Array,
  { sourceMap }: TranslationMap,
  program: ListedProgram,
  lineOf: (place: number) => number,
): ListingData {
  const count = text.split('\n').length;
  const starts = new Int32Array(count).fill(-1);
  const ends = new Int32Array(count).fill(-1);
  const tokenEnds = instructionEnds(program);
  for (const [i, [place, token]] of sourceMap.entries()) {
    const end = tokenEnds.get(4 * token);
    // Lines of the frame have the first token of the program, which is no instruction.
    if (token === 0 || end === undefined) continue;
    const next = sourceMap[i + 1];
    const after = next === undefined ? count : lineOf(next[0]);
    starts.fill(program.offset + 4 * token, lineOf(place), after);
    ends.fill(program.offset + end, lineOf(place), after);
  }
  return { text, numbers: Int32Array.from({ length: count }, (_, line) => line + 1), starts, ends, roles };
}
