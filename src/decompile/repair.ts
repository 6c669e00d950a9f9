/**
 * Sources that compile to the words of the original: a compiler shows where the words of a source differ, and the
 * source is changed there. Changes that bring it closer stay.
 *
 * Not for: compilers, which the caller brings.
 */
import { type ByteSource, toBytes } from '../base/bytes.ts';
import { Diagnostics } from '../base/diagnostics.ts';
import type { LineDiff } from '../diff/compare-listings.ts';
import { diffShaders } from '../diff/diff-shaders.ts';
import { DX6037, DX6038, DX6039 } from '../emit/common/messages.ts';
import type { HlslChoices } from '../emit/hlsl/plan.ts';
import { isEffect } from '../file/detect-format.ts';
import { readShaderFile, type ShaderFile } from '../file/shader-file.ts';
import { type DecompiledShader, decompileFile, STYLES } from './decompile.ts';

/** A source, with the way to compile it. */
export interface SourceToCompile {
  readonly code: string;
  readonly profile: string;
  readonly entryPoint: string;
  /** The switches of fxc, as `/Gis`. */
  readonly switches: readonly string[];
}

/** Compiles a source; returns undefined where it has errors. */
export type Compiler = (source: SourceToCompile) => Uint8Array | undefined | Promise<Uint8Array | undefined>;

export interface RepairOptions {
  readonly compile: Compiler;
  /** How often the compiler may be called (20 without). */
  readonly compilations?: number;
}

/** An instruction of the original that the source does not compile to, or one that it compiles to besides. */
export interface RemainingDifference {
  /** The instruction of the original, as listings print it; absent for one that is only in the new program. */
  readonly original?: string;
  readonly compiled?: string;
  /** Of the instruction of the original, in bytes from the start of the file; null for one that it does not have. */
  readonly offset: number | null;
}

export interface RepairedShader extends DecompiledShader {
  /** Whether the source compiles to the words of the original. */
  readonly identical: boolean;
  /** Instructions that differ, in order. */
  readonly differences: readonly RemainingDifference[];
  /** How often the compiler was called. */
  readonly compilations: number;
}

const COMPILATIONS = 20;
const WORD = 4;

/** A source, and how far its words are from those of the original. */
interface Attempt {
  readonly choices: HlslChoices;
  readonly made: DecompiledShader;
  readonly lines: readonly LineDiff[];
  readonly distance: number;
}

/**
 * Returns the source of a shader whose words are the closest to the original of those that were tried. Effects and
 * libraries are decompiled, but not repaired.
 *
 * @throws TypeError when the input holds no bytes
 */
export async function repair(original: ByteSource, options: RepairOptions): Promise<RepairedShader> {
  const bytes = toBytes(original, 'repair');
  const diagnostics = new Diagnostics();
  const file = readShaderFile(bytes, diagnostics);
  const hasMany = isEffect(file.format) || file.format === 'library';
  if (hasMany) diagnostics.report(DX6037, 0, 0);
  const search = new Search(file, options);
  const best = hasMany || file.programs.length === 0 ? undefined : await search.best();
  const made = best?.made ?? decompileFile(file, new Diagnostics(), STYLES.readable);
  const { compilations } = search;
  const differences = best === undefined ? [] : remaining(best.lines);
  const [first] = differences;
  const at = first?.offset ?? 0;
  if (first !== undefined) diagnostics.report(DX6038, at, at + WORD, { count: differences.length, compilations });
  if (best === undefined && compilations > 0) diagnostics.report(DX6039, 0, 0, { compilations });
  return {
    ...made,
    diagnostics: [...diagnostics.list, ...made.diagnostics],
    identical: best?.distance === 0,
    differences,
    compilations,
  };
}

class Search {
  compilations = 0;
  readonly #limit: number;
  readonly #tried = new Map<string, Attempt | undefined>();

  constructor(
    private readonly file: ShaderFile,
    private readonly options: RepairOptions,
  ) {
    this.#limit = options.compilations ?? COMPILATIONS;
  }

  async best(): Promise<Attempt | undefined> {
    let best = await this.#closer(undefined, STYLES.readable);
    best = await this.#closer(best, STYLES.exact);
    for (const choices of VARIANTS) best = await this.#closer(best, { ...STYLES.exact, ...choices });
    for (let before: Attempt | undefined; best !== before && best !== undefined; ) {
      before = best;
      const tokens = exchangedTokens(best.lines, this.file.programs[0]!.offset);
      if (tokens.length === 0) break;
      // All together, then one by one: an exchange may move another.
      best = await this.#closer(best, withExchanged(best.choices, tokens));
      if (best === before)
        for (const token of tokens) best = await this.#closer(best, withExchanged(best.choices, [token]));
    }
    return best;
  }

  /** The closer one of an attempt and a new one. */
  async #closer<Known extends Attempt | undefined>(known: Known, choices: HlslChoices): Promise<Attempt | Known> {
    if (known?.distance === 0) return known;
    const made = decompileFile(this.file, new Diagnostics(), choices);
    if (made.code === undefined) return known;
    let attempt = this.#tried.get(made.code);
    if (attempt === undefined && !this.#tried.has(made.code)) {
      if (this.compilations >= this.#limit) return known;
      attempt = await this.#compile(made, choices);
      this.#tried.set(made.code, attempt);
    }
    return attempt !== undefined && (known === undefined || attempt.distance < known.distance) ? attempt : known;
  }

  async #compile(made: DecompiledShader, choices: HlslChoices): Promise<Attempt | undefined> {
    this.compilations++;
    const { code, profile, entryPoint, switches } = made;
    const answer = await this.options.compile({ code: code!, profile, entryPoint, switches });
    if (answer === undefined) return undefined;
    const [again] = readShaderFile(answer, new Diagnostics()).programs;
    if (again === undefined) return undefined;
    const lines = programLines(this.file.bytes, answer);
    return { choices, made, lines, distance: distanceOf(lines) };
  }
}

/** Other sources that do the same and may compile to other words. */
const VARIANTS: readonly Partial<HlslChoices>[] = [
  { sharesProducts: false },
  { splitsVectors: false },
  { clips: false },
];

function withExchanged(choices: HlslChoices, tokens: readonly number[]): HlslChoices {
  const exchanged = new Set(choices.exchanged);
  for (const token of tokens) if (!exchanged.delete(token)) exchanged.add(token);
  return { ...choices, exchanged };
}

/** The lines of two programs; none where they have the same words. */
function programLines(original: Uint8Array, answer: Uint8Array): readonly LineDiff[] {
  const part = diffShaders(original, answer).parts.find(({ name }) => name === 'program');
  return part?.lines ?? [];
}

/** Lines whose registers only have other names follow from others. */
function distanceOf(lines: readonly LineDiff[]): number {
  let distance = 0;
  for (const { change } of lines)
    distance += change === 'same' ? 0 : change === 'renamed' || change === 'encoding' ? 1 : 8;
  return distance;
}

/** The tokens of instructions that have their operands in the other order. */
function exchangedTokens(lines: readonly LineDiff[], start: number): number[] {
  return lines.flatMap(({ change, before, after }) => {
    if (change !== 'changed' || before?.offset == null || after === undefined) return [];
    const [x, y] = [operandsOf(before.text), operandsOf(after.text)];
    const isExchange = before.text !== after.text && x.toSorted().join() === y.toSorted().join();
    return isExchange ? [(before.offset - start) / WORD] : [];
  });
}

/** The mnemonic and the operands of an instruction, without signs, which stay where they are in an exchange. */
function operandsOf(text: string): string[] {
  return text.replace(/-(?=[a-z|])/g, '').split(/,? (?![^(]*\))/);
}

function remaining(lines: readonly LineDiff[]): RemainingDifference[] {
  return lines.flatMap(({ change, before, after }) =>
    change === 'same'
      ? []
      : [
          {
            ...(before !== undefined && { original: before.text }),
            ...(after !== undefined && { compiled: after.text }),
            offset: before?.offset ?? null,
          },
        ],
  );
}
