/**
 * Compiles a lowered source to the stream of shader models 1 to 3: registers of constants, samplers, inputs and
 * outputs, the constant table as a comment, and the program.
 */
import type { AssemblyDiagnostics } from '../assemble/diagnostics.ts';
import type { TextLocation } from '../assemble/text-location.ts';
import { SM1_PIXEL, SM1_VERSION, SM1_VERTEX } from '../base/profile.ts';
import { bytesOf, wordsOf } from '../base/words.ts';
import { type ConstantTable, constantTable, serializeConstantTable } from '../chunks/ctab.ts';
import { generateSm1 } from '../generate/sm1/generate.ts';
import { Sm1CommentTag } from '../isa/sm1/comments.ts';
import { SM1_COMMENT } from '../isa/sm1/opcodes.ts';
import { Sm1CommentToken } from '../isa/sm1/tokens.ts';
import { bindSm1Constants, numberSm1Registers } from './bind/index.ts';
import type { LoweredProgram } from './front-end.ts';
import { signatureFault } from './messages.ts';

/** The flag for a program without a preshader, which constant tables of shaders have. */
const NO_PRESHADER = 0x100;
const COMPATIBILITY = 0x1000;

/** Gives a module its registers, and returns its constant table. Reports the first fault of registers. */
export function bindSm1(
  lowered: LoweredProgram,
  creator: string,
  flags: number,
  diagnostics: AssemblyDiagnostics,
  nowhere: TextLocation,
): ConstantTable {
  const { module, bindingSources, source, lastRows, profile } = lowered;
  numberSm1Registers(module);
  const { constants, faults } = bindSm1Constants(
    module,
    bindingSources,
    source,
    lastRows,
    (flags & COMPATIBILITY) !== 0,
  );
  const [fault] = faults;
  if (fault !== undefined)
    diagnostics.report(signatureFault(fault.code, fault.message), fault.declaration.location ?? nowhere);
  return constantTable({
    creator,
    target: profile,
    version: versionToken(lowered),
    flags: flags | NO_PRESHADER,
    constants,
  });
}

/** The bytes of a program; undefined where there are errors. */
export function compileSm1(
  lowered: LoweredProgram,
  creator: string,
  flags: number,
  diagnostics: AssemblyDiagnostics,
  nowhere: TextLocation,
): Uint8Array | undefined {
  const { module, profile } = lowered;
  const table = bindSm1(lowered, creator, flags, diagnostics, nowhere);
  if (diagnostics.errors > 0) return undefined;
  const { words, diagnostics: faults } = generateSm1(module, { profile });
  for (const { code, severity, message } of faults) diagnostics.report({ code, severity, text: message }, nowhere);
  if (words === undefined) return undefined;
  const comment = wordsOf(serializeConstantTable(table));
  const length = Sm1CommentToken.length.set(SM1_COMMENT, comment.length + 1);
  return bytesOf(Uint32Array.of(words[0]!, length, Sm1CommentTag.constantTable, ...comment, ...words.subarray(1)));
}

function versionToken({ stage, version: [major, minor] }: LoweredProgram): number {
  const token = SM1_VERSION.stage.set(0, stage === 'ps' ? SM1_PIXEL : SM1_VERTEX);
  return SM1_VERSION.minor.set(SM1_VERSION.major.set(token, major), minor);
}
