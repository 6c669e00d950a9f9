/**
 * How an HLSL source is compiled: the profile and the entry point that the user chose, the options of its first line
 * `// fxc /T ps_5_0 /E main /Gis`, as `dxlens decompile` writes it, or what its functions are likely for.
 *
 * Not for: compiling (worker/hlsl.ts).
 */
import type { CompileOptions } from 'dxlens/compile';
import { likelyEntry, type SourceFunction, type StageName } from './functions.ts';

/** The profile and the entry point of a source. */
export interface EntryChoice {
  readonly profile: string;
  readonly entry: string;
}

export type SourceOptions = Partial<Omit<CompileOptions, 'name' | 'include'>>;

export const STAGES: Readonly<Record<StageName, string>> = {
  vs: 'Vertex',
  ps: 'Pixel',
  gs: 'Geometry',
  hs: 'Hull',
  ds: 'Domain',
  cs: 'Compute',
};

const MODELS = ['4_0', '4_1', '5_0', '5_1'];
const OF_TESSELLATION = ['5_0', '5_1'];
const OF_DIRECT3D_9 = ['2_0', '3_0', '4_0_level_9_1', '4_0_level_9_3', ...MODELS];

/** The models that each stage is compiled for. */
export const MODELS_BY_STAGE: Readonly<Record<StageName, readonly string[]>> = {
  vs: OF_DIRECT3D_9,
  ps: OF_DIRECT3D_9,
  gs: MODELS,
  hs: OF_TESSELLATION,
  ds: OF_TESSELLATION,
  cs: MODELS,
};

const DEFAULT_MODEL = '5_0';
/** The model of sources with functions of Direct3D 9. */
const OLD_MODEL = '3_0';
const OLD_READ = /\btex(?:1D|2D|3D|CUBE)(?:bias|grad|lod|proj)?\s*\(/;
/** Registers have spaces since this model. */
const SPACE_MODEL = '5_1';

/** The options of fxc without a value that change the result. */
const SWITCHES: Readonly<Record<string, SourceOptions>> = {
  Zpr: { rowMajor: true },
  Zpc: { rowMajor: false },
  Gis: { strict: true },
  Gpp: { partialPrecision: true },
  Op: { skipPreshaders: true },
  Gec: { compatibility: true },
  Gfa: { flow: 'avoid' },
  Gfp: { flow: 'prefer' },
  Od: { skipOptimization: true },
  Zi: { debug: true },
  enable_unbounded_descriptor_tables: { unboundedTables: true },
  all_resources_bound: { allResourcesBound: true },
  res_may_alias: { resourcesMayAlias: true },
};

const FIRST_LINE = /^\/\/ fxc\b([^\n]*)/;

/** The options of the first line; without any where it has none. */
export function firstLineOptions(text: string): SourceOptions {
  const words = (FIRST_LINE.exec(text)?.[1] ?? '').split(/\s+/).filter(Boolean);
  let options: SourceOptions = {};
  for (let i = 0; i < words.length; i++) {
    const [, name = '', attached = ''] = /^[-/]([TED])(.*)$/.exec(words[i]!) ?? [];
    if (name === '') {
      options = { ...options, ...SWITCHES[words[i]!.slice(1)] };
      continue;
    }
    const value = attached === '' ? (words[++i] ?? '') : attached;
    if (name === 'T') options = { ...options, profile: value };
    else if (name === 'E') options = { ...options, entry: value };
    else {
      const [macro = '', ...content] = value.split('=');
      const defined = content.length === 0 ? '1' : content.join('=');
      if (/^[A-Za-z_]\w*$/.test(macro)) options = { ...options, defines: { ...options.defines, [macro]: defined } };
    }
  }
  return options;
}

/** The text with another profile and entry point in its first line; unchanged where that has no options. */
export function withFirstLine(text: string, choice: EntryChoice): string {
  const line = FIRST_LINE.exec(text)?.[0];
  if (line === undefined) return text;
  const set = (before: string, option: string, value: string) => {
    const given = new RegExp(`\\s[-/]${option}\\s*\\S+`);
    return given.test(before) ? before.replace(given, ` /${option} ${value}`) : `${before} /${option} ${value}`;
  };
  return set(set(line.trimEnd(), 'T', choice.profile), 'E', choice.entry) + text.slice(line.length);
}

/** The text for a browser that does not know the choice: with a first line where it would guess something else. */
export function textWithChoice(
  text: string,
  functions: readonly SourceFunction[],
  choice: EntryChoice | undefined,
): string {
  const guessed = chosenEntry(text, functions, undefined);
  if (choice === undefined || (guessed?.profile === choice.profile && guessed.entry === choice.entry)) return text;
  return withFirstLine(hasFirstLine(text) ? text : `// fxc\n${text}`, choice);
}

/** Whether the first line decides how the text is compiled. */
export function hasFirstLine(text: string): boolean {
  return FIRST_LINE.test(text);
}

/**
 * The profile and the entry point that count: those of the first line, then those that the user chose, then what the
 * functions are likely for. Undefined for a source without an entry point.
 */
export function chosenEntry(
  text: string,
  functions: readonly SourceFunction[],
  given: EntryChoice | undefined,
): EntryChoice | undefined {
  const first = firstLineOptions(text);
  const isKnown = given !== undefined && functions.some(({ name }) => name === given.entry);
  const likely = functions.find(({ name }) => name === first.entry) ?? likelyEntry(functions);
  const guessed = likely && { profile: `${likely.stage ?? 'ps'}_${modelOf(text)}`, entry: likely.name };
  const base = isKnown ? given : guessed;
  const { profile = base?.profile, entry = base?.entry ?? (first.profile === undefined ? undefined : 'main') } = first;
  return profile === undefined || entry === undefined ? undefined : { profile, entry };
}

/** The profile for another entry point: that of its stage, in the same model if the stage has it. */
export function profileFor(stage: StageName | undefined, before: string | undefined): string {
  const [old = 'ps', ...words] = (before ?? `ps_${DEFAULT_MODEL}`).split('_');
  const model = words.join('_');
  const hasModel = stage === undefined || MODELS_BY_STAGE[stage].includes(model);
  return `${stage ?? old}_${hasModel ? model : DEFAULT_MODEL}`;
}

function modelOf(text: string): string {
  if (OLD_READ.test(text)) return OLD_MODEL;
  return /\bspace\d+\b/.test(text) ? SPACE_MODEL : DEFAULT_MODEL;
}
