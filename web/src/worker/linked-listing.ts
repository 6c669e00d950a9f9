/**
 * Code that was made from a program as a listing, so that its lines and those of the program select each other. Apart
 * from translation.ts, because HLSL needs nothing else of it: the page loads the other languages when they are chosen.
 */
import type { TranslationMap } from 'dxlens/translate';
import type { ListingData } from '../model/listing.ts';
import { instructionEnds, type ListedProgram } from './listing.ts';

/**
 * The listing of `text` whose lines have the bytes of the instructions that they come from.
 *
 * @param sourceMap locations in the text with the tokens of the program that they come from
 * @param lineOf the line, from 0, of a location
 */
export function linkedListing(
  text: string,
  roles: Int32Array,
  sourceMap: TranslationMap['sourceMap'],
  program: ListedProgram,
  lineOf: (location: number) => number,
): ListingData {
  const count = text.split('\n').length;
  const starts = new Int32Array(count).fill(-1);
  const ends = new Int32Array(count).fill(-1);
  const tokenEnds = instructionEnds(program);
  for (const [i, [location, token]] of sourceMap.entries()) {
    const end = tokenEnds.get(4 * token);
    // Lines of the frame have the first token of the program, which is no instruction.
    if (token === 0 || end === undefined) continue;
    const next = sourceMap[i + 1];
    const after = next === undefined ? count : lineOf(next[0]);
    starts.fill(program.offset + 4 * token, lineOf(location), after);
    ends.fill(program.offset + end, lineOf(location), after);
  }
  return { text, numbers: Int32Array.from({ length: count }, (_, line) => line + 1), starts, ends, roles };
}
