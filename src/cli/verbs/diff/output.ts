/** Prints the results of `dxlens diff`, as text or JSON.  */
import type { LineDiff } from '../../../diff/compare-listings.ts';
import type { SourceDiff } from '../../../diff/compare-sources.ts';
import type { PartDiff, ShaderDiff } from '../../../diff/diff-shaders.ts';
import type { ListingLine } from '../../../diff/listing-lines.ts';
import { displayName } from '../../inputs/read-input.ts';
import type { JsonFlags } from '../../options.ts';
import { type ColorChoice, STDOUT, wantsColor, writeOut, writeSeparator } from '../../streams.ts';
import { visible } from '../../terminal-text.ts';
import type { FilePair } from './pair-files.ts';
import { countLines, linesOf, shaderDiffText, statText } from './text.ts';

/** The members of the object for a comparison, after the names of the files. */
function diffJson({ facts, parts }: ShaderDiff | SourceDiff, stat: boolean): object {
  const list = facts === undefined ? 'sources' : 'listings';
  if (stat) return { facts: facts?.length, [list]: parts.map(partSummary) };
  return {
    facts,
    [list]: parts.map((part) => ({
      ...partSummary(part),
      renaming: Object.fromEntries(part.renaming),
      lines: part.lines.filter(({ change }) => change !== 'same').map(lineJson),
    })),
  };
}

function partSummary({ name, lines }: PartDiff): object {
  return { name, ...countLines(lines) };
}

function lineJson(line: LineDiff): object {
  const { change, before, after } = line;
  const [one, other] = linesOf(line);
  return { change, before: sideJson(before, one), after: sideJson(after, other) };
}

function sideJson(line: ListingLine | undefined, text: string): object | null {
  if (line === undefined) return null;
  const { instruction, number, offset } = line;
  return { instruction, number, offset, text };
}

export interface OutputOptions extends JsonFlags {
  /** HLSL sources are compared. */
  readonly hlsl?: true;
  /** Summaries only. */
  readonly stat?: true;
  /** Equal lines around each difference. */
  readonly unified: number;
  readonly quiet?: true;
  readonly color: ColorChoice;
}

export type PairResult = 'identical' | 'different' | 'renamed' | 'removed' | 'added';

/** Prints the results of comparisons. */
export class Output {
  readonly #options: OutputOptions;
  readonly #color: boolean;

  constructor(options: OutputOptions) {
    this.#options = options;
    this.#color = wantsColor(options.color, STDOUT);
  }

  get quiet(): boolean {
    return this.#options.quiet === true;
  }

  /** Whether HLSL sources are compared. */
  get isSource(): boolean {
    return this.#options.hlsl === true;
  }

  /** Prints a comparison. Two shaders that are identical are worth a line if they were named. */
  async comparison(before: string, after: string, diff: ShaderDiff | SourceDiff, named: boolean): Promise<void> {
    if (await this.#json(before, after, diff.identical ? 'identical' : 'different', diff)) return;
    const { stat = false, unified: context } = this.#options;
    if (diff.identical) {
      const result = this.isSource ? 'have the same source' : 'are identical';
      if (named) await this.line(`${displayName(before)} and ${displayName(after)} ${result}`);
    } else if (stat)
      await this.line(`${named ? `${displayName(before)} -> ${displayName(after)}` : after}: ${statText(diff)}`);
    else if (!this.quiet) {
      await writeSeparator();
      const names = [displayName(before), displayName(after)] as const;
      await writeOut(shaderDiffText(diff, { names, context, color: this.#color }));
    }
  }

  /** Prints a pair that needs no comparison, and a shader that only one of the directories has. */
  async uncompared({ before, after }: FilePair, directory: string): Promise<void> {
    const result = before === undefined ? 'added' : after === undefined ? 'removed' : 'renamed';
    if (await this.#json(before?.file, after?.file, result)) return;
    if (result === 'renamed') await this.line(`renamed: ${before?.below} -> ${after?.below}`);
    else await this.line(`only in ${directory}: ${(before ?? after)?.below}`);
  }

  /** Prints the last line. */
  async summary(text: string): Promise<void> {
    if (!this.quiet && !this.#isJson && !this.#options.stat) await writeSeparator();
    await this.line(text);
  }

  /** Prints a line of text. */
  async line(text: string): Promise<void> {
    if (!this.quiet && !this.#isJson) await writeOut(`${visible(text)}\n`);
  }

  get #isJson(): boolean {
    return this.#options.json === true;
  }

  async #json(
    before: string | undefined,
    after: string | undefined,
    result: PairResult,
    diff?: ShaderDiff | SourceDiff,
  ): Promise<boolean> {
    if (!this.#isJson) return false;
    const { pretty, stat = false } = this.#options;
    const members = diff === undefined || diff.identical ? {} : diffJson(diff, stat);
    const object = { before: before ?? null, after: after ?? null, result, ...members };
    if (!this.quiet) await writeOut(`${JSON.stringify(object, undefined, pretty ? 2 : undefined)}\n`);
    return true;
  }
}
