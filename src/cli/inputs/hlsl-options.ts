/**
 * The options of verbs that also take HLSL instead of a compiled shader, and of `dxlens compile`.
 *
 * Not for: compiling (hlsl-source.ts).
 */
import { type Command, Option } from 'commander';
import { looksLikeText } from '../../file/text-format.ts';
import { withoutByteOrderMark } from '../foreign-files.ts';
import { type ColorChoice, STDERR, wantsColor } from '../streams.ts';
import type { HlslSettings } from './hlsl-source.ts';
import { addDefine, addDirectory } from './includes.ts';

/** Options of the verbs that take HLSL; others already have --profile and --entry. */
export interface HlslFlags {
  readonly hlslProfile?: string;
  readonly hlslEntry?: string;
  readonly define?: Readonly<Record<string, string>>;
  readonly include?: readonly string[];
  readonly color?: ColorChoice;
}

/** Adds the options for inputs that are HLSL. */
export function takeHlsl(command: Command): Command {
  const first = 'default: that of the first line // fxc';
  command.option('-T, --hlsl-profile <profile>', `of HLSL: compile for this profile, such as ps_5_0 (${first})`);
  return takeSourceOptions(command);
}

/** Adds those options without the profile. */
export function takeSourceOptions(command: Command): Command {
  return command
    .option('-E, --hlsl-entry <name>', 'of HLSL: the entry point (default: that of the first line // fxc, or main)')
    .addOption(new Option('-D, --define <name=value>', 'of HLSL: define a macro').argParser(addDefine))
    .addOption(
      new Option('-I, --include <dir>', 'of HLSL: search this directory for #include').argParser(addDirectory),
    );
}

/** The settings in the options of a command line. */
export function hlslOf({ hlslProfile, hlslEntry, define, include, color = 'auto' }: HlslFlags): HlslSettings {
  return {
    flags: {
      ...(hlslProfile !== undefined && { profile: hlslProfile }),
      ...(hlslEntry !== undefined && { entry: hlslEntry }),
      ...(define !== undefined && { define }),
      ...(include !== undefined && { include }),
    },
    color: wantsColor(color, STDERR),
  };
}

/**
 * The bytes of an input: those of a compiled shader as they are, and HLSL compiled. Undefined after a report. The
 * compiler is loaded for a text only.
 *
 * @param output a path that no included file may have
 */
export async function compiledIfHlsl(
  file: string,
  bytes: Uint8Array,
  settings: HlslSettings,
  quiet: boolean,
  output?: string,
): Promise<Uint8Array | undefined> {
  if (!looksLikeText(withoutByteOrderMark(bytes))) return bytes;
  return (await import('./hlsl-source.ts')).compiledInput(file, bytes, settings, quiet, output);
}
