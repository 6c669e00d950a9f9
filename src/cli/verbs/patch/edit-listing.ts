/**
 * Edits of the program as text: a listing of `--apply`, or the listing that `--edit` opens in an editor.
 *
 * Not for: starting the editor (editor.ts).
 */

import type { AssemblyDiagnostic } from '../../../assemble/diagnostics.ts';
import type { Shader } from '../../../shader/index.ts';
import { DX0029 } from '../../messages.ts';
import { reportFile } from '../../report.ts';
import { reportLosses } from '../asm/losses.ts';
import { type ReportStyle, reportAssembly } from '../asm/report.ts';
import { canAsk, confirms, EditedFile, EditorError } from './editor.ts';

/**
 * Puts a listing into the shader and reports its diagnostics.
 *
 * @param name of the listing in diagnostics
 * @returns false, and the shader is as before, when there are errors
 */
export function applyListing(
  shader: Shader,
  name: string,
  text: string,
  validated: boolean,
  style: ReportStyle,
): boolean {
  const original = shader.toBytes();
  const { replaced, diagnostics } = shader.replaceProgram(text, { name, validate: validated });
  const texts = (file: string) => (file === name ? text : undefined);
  reportAssembly(name, diagnostics as readonly AssemblyDiagnostic[], texts, style);
  if (replaced && !style.quiet) reportLosses(name, text, original);
  return replaced;
}

/**
 * Opens the listing of the shader in the editor until it assembles or the user gives up.
 *
 * @param name of the file for the editor
 * @returns whether the shader has the edited program
 */
export async function editListing(
  shader: Shader,
  name: string,
  validated: boolean,
  style: ReportStyle,
): Promise<boolean> {
  const { text } = shader.disassemble({ exact: true, debug: false });
  const file = new EditedFile(name, text);
  try {
    for (;;) {
      const edited = await file.edit();
      if (edited === text || applyListing(shader, name, edited, validated, style)) return true;
      if (!canAsk() || !(await confirms('Edit again?'))) return false;
    }
  } catch (error) {
    if (!(error instanceof EditorError)) throw error;
    reportFile(name, DX0029, { reason: error.message });
    return false;
  } finally {
    file.remove();
  }
}
