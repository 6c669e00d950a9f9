/**
 * System values of signatures: the stages that have each, the rows that it may share, and whether it has a register
 * without a number.
 *
 * Not for: packing (signatures.ts).
 */
import { appendTo } from '../../base/collections.ts';
import { FIRST_PIXEL_OUTPUT, SYSTEM_VALUES } from '../../base/d3d/system-values.ts';
import type { IrSpecial, IrStage } from '../../ir/declarations.ts';
import type { SignatureVariable } from '../declarations.ts';

/** A side of an entry point; `patch` has the constants of a patch, which hull shaders write and domain shaders read. */
export type SignatureDirection = 'in' | 'out' | 'patch';

/** Elements of one class share rows. */
export type RowClass = 'ordinary' | 'position' | 'distance' | 'generated';

/** The treatment of a semantic in a stage. */
export interface SemanticRule {
  readonly rowClass: RowClass;
  /** It is a system value here, and not only a name. */
  readonly isSystemValue: boolean;
  /** `SV_Target`: the index is the register. */
  readonly isTarget: boolean;
  /** The register without a number that has it. */
  readonly special: IrSpecial | undefined;
  /** Whether signatures list it. */
  readonly isStored: boolean;
  /** `D3D_NAME` of the element with a semantic index. */
  systemValue(semanticIndex: number): number;
  /** The name in declarations. */
  declared(semanticIndex: number): string | undefined;
}

export interface SemanticFault {
  readonly code: string;
  readonly message: string;
}

/** A semantic in two: the name, as written, and the number at its end. */
export function splitSemantic(semantic: string): { readonly name: string; readonly number: number } {
  const digits = /\d+$/.exec(semantic)?.[0] ?? '';
  return { name: semantic.slice(0, semantic.length - digits.length), number: Number(digits) };
}

type Row = (typeof SYSTEM_VALUES)[number];

/** Rows by semantic in small letters; those of factors by domain are told apart by their counts. */
const ROWS: ReadonlyMap<string, readonly Row[]> = /* @__PURE__ */ rowsBySemantic();

function rowsBySemantic(): Map<string, Row[]> {
  const rows = new Map<string, Row[]>();
  for (const row of SYSTEM_VALUES) if (row.semantic !== '') appendTo(rows, row.semantic.toLowerCase(), row);
  return rows;
}

const ROW_CLASSES: Readonly<Partial<Record<Row['name'], RowClass>>> = {
  position: 'position',
  clipDistance: 'distance',
  cullDistance: 'distance',
  isFrontFace: 'generated',
  sampleIndex: 'generated',
};

/** Generated values that share no rows with others, in addition to those of {@link ROW_CLASSES}. */
const GENERATED: ReadonlySet<string> = new Set(['gs out sv_primitiveid']);

/** Registers without a number, by stage and direction, then by semantic in small letters. Signatures do not list them. */
const HIDDEN: Readonly<Record<string, Readonly<Record<string, IrSpecial>>>> = {
  'cs in': {
    sv_dispatchthreadid: 'threadId',
    sv_groupid: 'threadGroupId',
    sv_groupthreadid: 'threadIdInGroup',
    sv_groupindex: 'threadIdInGroupFlattened',
  },
  'ps in': { sv_coverage: 'coverage', sv_innercoverage: 'innerCoverage' },
  'gs in': { sv_gsinstanceid: 'instanceId' },
  'hs in': { sv_outputcontrolpointid: 'outputPointId', sv_primitiveid: 'primitiveId' },
  'ds in': { sv_domainlocation: 'domainPoint', sv_primitiveid: 'primitiveId' },
};

/** Those that signatures list with no register. */
const LISTED: typeof HIDDEN = {
  'ps out': {
    sv_depth: 'depth',
    sv_depthgreaterequal: 'depthGreaterEqual',
    sv_depthlessequal: 'depthLessEqual',
    sv_coverage: 'coverage',
    sv_stencilref: 'stencilReference',
  },
  'gs in': { sv_primitiveid: 'primitiveId' },
};

const ORDINARY: SemanticRule = {
  rowClass: 'ordinary',
  isSystemValue: false,
  isTarget: false,
  special: undefined,
  isStored: true,
  systemValue: () => 0,
  declared: () => undefined,
};

/** The treatment of a semantic in a stage, or why the stage cannot have it. */
export function semanticRule(
  variable: SignatureVariable,
  name: string,
  stage: IrStage,
  direction: SignatureDirection,
  version: readonly [major: number, minor: number],
): SemanticRule | SemanticFault {
  const key = name.toLowerCase();
  if (!key.startsWith('sv_')) return ORDINARY;
  const side = `${stage} ${direction}`;
  const hidden = HIDDEN[side]?.[key];
  if (hidden !== undefined) return { ...ORDINARY, isSystemValue: true, special: hidden, isStored: false };
  const row = rowFor(ROWS.get(key) ?? [], variable, stage, direction);
  if (row === undefined) {
    const what = direction === 'out' || (direction === 'patch' && stage === 'hs') ? 'output' : 'input';
    const message = `${name} is not an ${what} of ${stage}_${version[0]}_${version[1]}`;
    return { code: 'X4502', message };
  }
  const isTarget = row.name === 'target';
  return {
    rowClass: GENERATED.has(`${side} ${key}`) ? 'generated' : (ROW_CLASSES[row.name] ?? 'ordinary'),
    isSystemValue: true,
    isTarget,
    special: LISTED[side]?.[key],
    isStored: true,
    systemValue: (index) => (row.code >= FIRST_PIXEL_OUTPUT ? 0 : codeOf(row, index)),
    declared: (index) => (isTarget ? undefined : declaredName(row, index)),
  };
}

function codeOf(row: Row, index: number): number {
  return isLine(row) ? LINE_CODES[index]! : row.code;
}

function isLine({ name }: Row): boolean {
  return name === 'finalLineDensityTessFactor' || name === 'finalLineDetailTessFactor';
}

const LINES = /* @__PURE__ */ ['finalLineDensityTessFactor', 'finalLineDetailTessFactor'].map(
  (name) => SYSTEM_VALUES.find((row) => row.name === name)!,
);
const LINE_CODES = /* @__PURE__ */ LINES.map(({ code }) => code);

function declaredName(row: Row, index: number): string | undefined {
  return isLine(row) ? LINES[index]?.declared[0] : row.declared[row.declared.length > 1 ? index : 0];
}

/** The row of a system value that a stage has; factors of the tessellator are those of the domain with their count. */
function rowFor(
  rows: readonly Row[],
  { length = 1 }: SignatureVariable,
  stage: IrStage,
  direction: SignatureDirection,
): Row | undefined {
  const key = stage as Exclude<IrStage, 'cs'>;
  return rows.find((row) => {
    const isFactor = row.semantic === 'SV_TessFactor' || row.semantic === 'SV_InsideTessFactor';
    if (isFactor) return direction === 'patch' && (isLine(row) ? length === 2 : row.declared.length === length);
    if (direction === 'patch') return false;
    const stages: readonly IrStage[] = direction === 'in' ? row.inputs : row.outputs;
    return stages.includes(key);
  });
}
