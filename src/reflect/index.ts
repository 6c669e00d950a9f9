/** The subpath `dxlens/reflect`: what a program that uses a shader has to know about it, as plain data. */
import { Diagnostics } from '../base/diagnostics.ts';
import { requireBytes } from '../base/words.ts';
import { type FoundProgram, findPrograms } from '../container/programs.ts';
import { readSm1 } from '../isa/sm1/program.ts';
import { reflectSm1, type Sm1Reflection } from './sm1.ts';

export {
  reflectSm1,
  type Sm1ConstantDesc,
  type Sm1DefinitionDesc,
  type Sm1Flow,
  type Sm1PreshaderDesc,
  type Sm1Reflection,
  type Sm1SamplerDesc,
  type Sm1SemanticDesc,
  type Sm1TypeDesc,
} from './sm1.ts';

/** What is known about one program of a file; more kinds of programs will follow. */
export type Reflection = Sm1Reflection;

/**
 * Reflects every program in `bytes`: a token stream of shader model 1-3, one in C source, or those of feature level 9 in a
 * container. Empty where there is none that is read.
 *
 * @param diagnostics told what is wrong with the file; spans are bytes of the file
 * @throws TypeError when `bytes` is no `Uint8Array`
 */
export function reflect(bytes: Uint8Array, diagnostics: Diagnostics = new Diagnostics()): Reflection[] {
  requireBytes(bytes, 'reflect');
  return reflectPrograms(findPrograms(bytes, diagnostics).programs, diagnostics);
}

/** Reflects programs that were found in a file already. */
export function reflectPrograms(programs: readonly FoundProgram[], diagnostics: Diagnostics): Reflection[] {
  return programs.map(({ words, offset }) => {
    const inside = diagnostics.at(offset);
    return reflectSm1(readSm1(words, inside), inside);
  });
}
