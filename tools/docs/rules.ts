/** The rules of the validators as data: every row of every file below src/validate. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Severity } from '../../src/base/diagnostics.ts';
import { type RuleRow, SM1_MODELS, type Sm1Model, type Sm1RuleRow } from '../../src/validate/rule.ts';

const DIRECTORY = 'src/validate';

/** A row, and the models by the code that each gives it. */
export interface RuleEntry {
  readonly row: Sm1RuleRow;
  /** In the order of the codes. */
  readonly codes: readonly (readonly [code: string, models: readonly Sm1Model[]])[];
}

/** The versions of a model. */
export const MODEL_VERSIONS: Readonly<Record<Sm1Model, string>> = {
  vs11: 'vs_1_1',
  vs20: 'vs_2_0, vs_2_x, vs_2_sw',
  vs30: 'vs_3_0, vs_3_sw',
  ps11: 'ps_1_1 to ps_1_3',
  ps14: 'ps_1_4',
  ps20: 'ps_2_0, ps_2_x, ps_2_sw',
  ps30: 'ps_3_0, ps_3_sw',
};

/** A row whose code is one of our own, because Microsoft has none: of shader models 4 to 5.1, or of pipelines. */
export interface DxlensRuleRow extends RuleRow {
  readonly code: `DX${number}`;
  readonly severity?: Severity;
  /** Its name in the debug layers of Direct3D. */
  readonly runtime?: readonly string[];
}

/** Every row with X codes once, by its lowest code. */
export async function readRules(): Promise<RuleEntry[]> {
  const entries = (await rowsOf(isRow)).map((row): RuleEntry => ({ row, codes: codesOf(row) }));
  return entries.sort((a, b) => numberOf(a.codes[0]![0]) - numberOf(b.codes[0]![0]));
}

/** Every row with a code of our own once, by its code. */
export async function readDxlensRules(): Promise<DxlensRuleRow[]> {
  return (await rowsOf(isDxlensRow)).sort((a, b) => (a.code < b.code ? -1 : 1));
}

/** Messages are rows of another kind: they have codes and hints, too. */
function isRuleFile(file: string): boolean {
  return file.endsWith('.ts') && !file.endsWith('messages.ts');
}

/** The rows of one kind in all files. */
async function rowsOf<Row>(isWanted: (value: unknown) => value is Row): Promise<Row[]> {
  const rows = new Set<Row>();
  const files = readdirSync(DIRECTORY, { recursive: true, encoding: 'utf8' }).filter(isRuleFile);
  for (const file of files) {
    const module = (await import(pathToFileURL(join(DIRECTORY, file)).href)) as Record<string, unknown>;
    for (const value of Object.values(module)) if (isWanted(value)) rows.add(value);
  }
  return [...rows];
}

function isRow(value: unknown): value is Sm1RuleRow {
  const row = value as Sm1RuleRow | null;
  return typeof row === 'object' && row !== null && typeof row.codes === 'object' && typeof row.hint === 'string';
}

function isDxlensRow(value: unknown): value is DxlensRuleRow {
  const row = value as DxlensRuleRow | null;
  return typeof row === 'object' && row !== null && typeof row.code === 'string' && typeof row.hint === 'string';
}

function codesOf({ codes }: Sm1RuleRow): [string, Sm1Model[]][] {
  const byCode = new Map<string, Sm1Model[]>();
  for (const model of SM1_MODELS) {
    const code = codes[model];
    if (code === undefined) continue;
    byCode.set(code, [...(byCode.get(code) ?? []), model]);
  }
  return [...byCode].sort(([a], [b]) => numberOf(a) - numberOf(b));
}

function numberOf(code: string): number {
  return Number(code.slice(1));
}
