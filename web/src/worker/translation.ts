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
  type TargetLanguage,
  type TranslateOptions,
  type TranslationMap,
  translate,
} from 'dxlens/translate';
import type { ListingData } from '../model/listing.ts';
import { chosenInstance, type TranslationChoice, type TranslationData } from '../model/translation.ts';
import { rolesOfCode, rolesOfSpirv } from './code-roles.ts';
import { linkedListing } from './linked-listing.ts';
import type { ListedProgram } from './listing.ts';

/** The code of a shader in the language of `choice`, with its map. */
export function translationOf(
  bytes: Uint8Array,
  { version, instances, ...choice }: TranslationChoice & { readonly to: Exclude<TargetLanguage, 'dxbc' | 'wasm'> },
): TranslationData {
  const pointers = interfacePointers(bytes);
  const options = {
    ...choice,
    ...(version !== '' && { version }),
    ...(pointers.length > 0 && { instances: classInstances(bytes, instanceNames(pointers, instances)).instances }),
  } satisfies TranslateOptions;
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
  return linkedListing(text, roles, map.sourceMap, program, (line) => line - 1);
}

function listingOfSpirv(words: Uint32Array, map: TranslationMap, program: ListedProgram): ListingData {
  const { text, lineWords } = spirvText(words);
  const lines = new Map(lineWords.map((word, line) => [word, line]));
  const roles = rolesOfSpirv(text, resourcesOf(map));
  return linkedListing(text, roles, map.sourceMap, program, (word) => lines.get(word) ?? lineWords.length);
}

function resourcesOf(map: TranslationMap): ReadonlySet<string> {
  return new Set(map.bindings.map(({ name }) => name));
}
