/** `dxlens debug list`: the debug information of a shader as text or JSON. */
import type { Diagnostics } from '../../../base/diagnostics.ts';
import type { DebugInformation } from '../../../debug/model.ts';
import { debugInformationOf } from '../../../debug/read.ts';
import { type Format, isEffect } from '../../../file/detect-format.ts';
import { readShaderFile, reportNoPrograms } from '../../../file/shader-file.ts';
import type { ChosenShader } from '../../inputs/effect-shaders.ts';
import { jsonText } from '../../inputs/read-chosen.ts';
import { fileText, oneLine } from '../../terminal-text.ts';
import { isInOne } from './chosen.ts';
import { informationText } from './list-text.ts';

export interface ListStyle {
  readonly json: boolean;
  readonly pretty: boolean;
  /** Whether the text begins with a line that names the input. */
  readonly headings: boolean;
}

/** Formats that are read even though they have no program of their own. */
const WITHOUT_PROGRAM: ReadonlySet<Format> = new Set<Format>(['library', 'root-signature', 'dxil']);

/** Instructions as other answers number them. */
function programJson({ instructions, ...others }: DebugInformation): object {
  return { ...others, instructions: instructions.map((one) => ({ instruction: one.index + 1, ...one })) };
}

/** The list for one shader or some of an effect, or undefined, after a report, if it cannot be read. */
export function debugList(
  file: string,
  bytes: Uint8Array,
  shaders: readonly ChosenShader[],
  { json, pretty, headings }: ListStyle,
  diagnostics: Diagnostics,
): Uint8Array | undefined {
  const opened = readShaderFile(bytes, diagnostics);
  const inEffect = isEffect(opened.format);
  if (opened.programs.length === 0 && !inEffect && !WITHOUT_PROGRAM.has(opened.format)) {
    reportNoPrograms(opened, 'list the debug information', 'a program', diagnostics);
    return undefined;
  }
  const { programs: all, debugName } = debugInformationOf(opened, diagnostics);
  const programs = inEffect ? all.filter(({ offset }) => isInOne(shaders, offset)) : all;
  const { format, profile } = opened;
  if (json) {
    const document = { file, format, profile, debugName, programs: programs.map(programJson) };
    return Buffer.from(jsonText(document, pretty));
  }
  const parts = programs.map(informationText);
  if (debugName !== null) parts.push(`debug file: ${fileText(debugName)}\n`);
  if (parts.length === 0) parts.push('no debug information\n');
  return Buffer.from(`${headings ? `${oneLine(file)}\n` : ''}${parts.join('\n')}`);
}
