/**
 * From a container to the findings about it: the digest, the parts that must be there, the program, then what the program and the
 * other parts say about each other.
 *
 * Not for: rules of programs (rules/), or which files are containers (../validate.ts).
 */
import { Diagnostics } from '../../base/diagnostics.ts';
import { wordsOf } from '../../base/words.ts';
import type { Container } from '../../container/dxbc.ts';
import { TAG } from '../../container/tags.ts';
import type { Stage } from '../../isa/sm4/opcodes.ts';
import { readSm4 } from '../../isa/sm4/program.ts';
import { Sm4Findings } from './findings.ts';
import { judgeSm4Program } from './validator.ts';

/** Judges `container`, which has a program of shader model 4 to 5.1, as Microsoft's compiler judges its own output. */
export function validateSm4(container: Container): Sm4Findings {
  const chunk = container.find(TAG.SHEX) ?? container.find(TAG.SHDR);
  if (chunk === undefined) return new Sm4Findings();
  const program = readSm4(wordsOf(chunk.data), new Diagnostics());
  return judgeSm4Program(program, program.stage as Stage, { linkage: container.find(TAG.IFCE) }).findings;
}
