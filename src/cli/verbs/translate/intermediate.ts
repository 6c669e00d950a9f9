/** The intermediate form of a shader, for `dxlens translate --to ir`. */
import { type Diagnostic, Diagnostics } from '../../../base/diagnostics.ts';
import { readShaderFile } from '../../../file/shader-file.ts';
import { IR_PASSES, type PassName, printIr, runPasses } from '../../../ir/index.ts';
import { lowerProgram } from '../../../lower/lower.ts';
import { validate } from '../../../validate/validate.ts';

/** The pass after which the module is printed; `lower` is none at all. */
export type Stop = PassName | 'lower';

export const STOPS: readonly Stop[] = ['lower', ...IR_PASSES.map(({ name }) => name)];

/** The text of the module of a shader, where it has one. */
export function intermediateOf(
  bytes: Uint8Array,
  stop: Stop | undefined,
  validated: boolean,
): { readonly ir: string | undefined; readonly diagnostics: readonly Diagnostic[] } {
  const errors = validated ? validate(bytes).diagnostics.filter(({ severity }) => severity === 'error') : [];
  if (errors.length > 0) return { ir: undefined, diagnostics: errors };
  const read = new Diagnostics();
  const { programs, container } = readShaderFile(bytes, read);
  const [program] = programs;
  const lowered = program === undefined ? undefined : lowerProgram(program, container);
  const diagnostics = [...read.list, ...(lowered?.diagnostics ?? [])];
  const isWrong = diagnostics.some(({ severity }) => severity === 'error');
  if (isWrong || lowered?.module === undefined) return { ir: undefined, diagnostics };
  // Passes that not all translations need run where the module is printed after them.
  if (stop !== 'lower')
    runPasses(lowered.module, {
      legacy: stop === 'legacy',
      scalar: stop === 'scalarize',
      ...(stop !== undefined && { until: stop }),
    });
  return { ir: printIr(lowered.module), diagnostics };
}
