/** The shaders of `dxlens translate --link`: each input is translated with the others of its pipeline. */
import type { Diagnostic } from '../../base/diagnostics.ts';
import type { TranslateOptions } from '../../translate/options.ts';
import type { TranslatedStage } from '../../translate/stage-translator.ts';
import { translate } from '../../translate/translate-validated.ts';
import { UsageError } from '../exit-status.ts';
import { readInput } from '../inputs/read-input.ts';
import { STANDARD } from '../streams.ts';

/** An input of a pipeline. Plain data. */
export interface PipelineShader {
  readonly file: string;
  readonly bytes: Uint8Array;
}

/** What becomes of one input. */
export interface StageResult {
  /** undefined after an error. */
  readonly stage: TranslatedStage | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads the shaders of a pipeline. One that cannot be read is left out here and reported as an input of its own.
 *
 * @throws UsageError for standard input, which is read once only
 */
export async function readPipeline(files: readonly string[]): Promise<PipelineShader[]> {
  const shaders: PipelineShader[] = [];
  for (const file of files) {
    if (file === STANDARD) throw new UsageError('--link needs files, not standard input');
    const bytes = await readInput(file);
    if (bytes instanceof Uint8Array) shaders.push({ file, bytes });
  }
  return shaders;
}

/** Translates a pipeline and returns the stage of one of its files. */
export function linkedStage(pipeline: readonly PipelineShader[], file: string, options: TranslateOptions): StageResult {
  const number = pipeline.findIndex((one) => one.file === file);
  const { stages, diagnostics } = translate(
    pipeline.map(({ bytes }) => bytes),
    { ...options, link: true },
  );
  const own = diagnostics.filter(({ shader }) => shader === number).map(({ shader: _, ...rest }) => rest);
  // A pipeline that lacks a stage is not linked; the error is reported for that stage.
  return { stage: stages.length === pipeline.length ? stages[number] : undefined, diagnostics: own };
}
