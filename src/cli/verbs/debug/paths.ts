/** `dxlens debug paths`: the personal paths in the debug information of a shader as text or JSON. */
import type { Diagnostics } from '../../../base/diagnostics.ts';
import { PathScrubber, type PersonalPathKind } from '../../../debug/paths/personal-paths.ts';
import { scrubbed } from '../../../debug/scrub.ts';
import type { ChosenShader } from '../../inputs/effect-shaders.ts';
import { fileText, oneLine } from '../../terminal-text.ts';
import type { ListStyle } from './list.ts';

const KINDS: Readonly<Record<PersonalPathKind, string>> = {
  home: 'directory of a user',
  share: 'directory of a machine',
  absolute: 'absolute path',
};

/** The list for one shader or some of an effect, or undefined, after a report, if it cannot be read. */
export function pathList(
  file: string,
  shaders: readonly ChosenShader[],
  { json, pretty, headings }: ListStyle,
  diagnosticsOf: (shader: ChosenShader) => Diagnostics,
): Uint8Array | undefined {
  const scrubber = new PathScrubber();
  for (const shader of shaders)
    if (scrubbed(shader.bytes, diagnosticsOf(shader), scrubber).bytes === undefined) return undefined;
  const paths = [...scrubber.found.values()];
  if (json) return Buffer.from(`${JSON.stringify({ file, paths }, undefined, pretty ? 2 : undefined)}\n`);
  let text = headings ? `${oneLine(file)}\n` : '';
  for (const { path, kind } of paths) text += `${KINDS[kind]}: ${fileText(path)}\n`;
  if (paths.length === 0) text += 'no personal paths\n';
  return Buffer.from(text);
}
