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
import { typeName } from '../types/types.ts';

/** A side of an entry point; `patch` has the constants of a patch, which hull shaders write and domain shaders read. */
export type SignatureDirection = 'in' | 'out' | 'patch';

/** Elements of one class share rows. */
export type RowClass = 'user' | 'position' | 'distance' | 'generated';

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

/** Rows by semantic in small letters; factors of the tessellator have a row for each domain. */
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

/**
 * Registers without a number, by stage and direction, then by semantic in small letters. Signatures do not list them.
 */
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
  'ds patch': { sv_domainlocation: 'domainPoint', sv_primitiveid: 'primitiveId' },
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

/** A semantic that is only a name. */
export const USER_NAMED: SemanticRule = {
  rowClass: 'user',
  isSystemValue: false,
  isTarget: false,
  special: undefined,
  isStored: true,
  systemValue: () => 0,
  declared: () => undefined,
};

/** System values that are only names in a stage: the stage before writes them, or the one after reads them. */
const NAMES: Readonly<Record<string, ReadonlySet<string>>> = /* @__PURE__ */ namesBySide();

function namesBySide(): Record<string, ReadonlySet<string>> {
  const ofVertex = ['sv_position', 'sv_clipdistance', 'sv_culldistance', 'sv_rendertargetarrayindex'];
  const all = new Set([...ofVertex, 'sv_viewportarrayindex']);
  const instance = new Set(['sv_instanceid']);
  const sides = ['vs out', 'hs in', 'hs out', 'ds in', 'ds out', 'gs in', 'gs out', 'ps in'];
  return {
    'vs in': all,
    'hs patch': all,
    'ds patch': all,
    ...Object.fromEntries(sides.map((side) => [side, instance])),
  };
}

/** The first model (major × 10 + minor) of system values that not all models have, by side and semantic. */
const FIRST_MODELS: Readonly<Record<string, number>> = {
  'ps in sv_sampleindex': 41,
  'ps in sv_coverage': 50,
  'ps in sv_innercoverage': 50,
  'ps out sv_coverage': 41,
  'ps out sv_depthgreaterequal': 50,
  'ps out sv_depthlessequal': 50,
  'ps out sv_stencilref': 50,
};

/** The largest semantic index of system values that have more than one. */
const LAST_INDICES: Readonly<Record<string, number>> = { sv_target: 7, sv_clipdistance: 1, sv_culldistance: 1 };

/** System values that are integers. */
const INTEGRAL: ReadonlySet<string> = new Set([
  ...['sv_vertexid', 'sv_instanceid', 'sv_primitiveid', 'sv_sampleindex', 'sv_rendertargetarrayindex'],
  ...[
    'sv_viewportarrayindex',
    'sv_gsinstanceid',
    'sv_dispatchthreadid',
    'sv_groupid',
    'sv_groupthreadid',
    'sv_groupindex',
  ],
  ...['sv_outputcontrolpointid'],
]);
/** Integers of output of pixel shaders, which inputs may have as floats. */
const MASKS: ReadonlySet<string> = new Set(['sv_coverage', 'sv_stencilref']);
const FLOATS: ReadonlySet<string> = new Set([
  ...['sv_depth', 'sv_depthgreaterequal', 'sv_depthlessequal', 'sv_domainlocation'],
]);
/** The most components of system values that are in no register with a number. */
const WIDTHS: Readonly<Record<string, number>> = {
  sv_depth: 1,
  sv_depthgreaterequal: 1,
  sv_depthlessequal: 1,
  sv_coverage: 1,
  sv_innercoverage: 1,
  sv_stencilref: 1,
  sv_gsinstanceid: 1,
  sv_primitiveid: 1,
  sv_groupindex: 1,
  sv_groupid: 3,
  sv_groupthreadid: 3,
  sv_dispatchthreadid: 3,
  sv_domainlocation: 3,
};
/** System values of other stages whose types Microsoft's compiler looks at first. */
const OF_VERTEX_OUTPUTS: ReadonlySet<string> = new Set([
  ...['sv_vertexid', 'sv_sampleindex', 'sv_coverage', 'sv_innercoverage', 'sv_gsinstanceid'],
]);
const CHECKED_FIRST: Readonly<Record<string, ReadonlySet<string>>> = {
  'ps in': new Set(['sv_vertexid', 'sv_gsinstanceid']),
  'vs in': new Set(['sv_sampleindex', 'sv_coverage', 'sv_gsinstanceid', 'sv_innercoverage']),
  'vs out': OF_VERTEX_OUTPUTS,
  'gs out': OF_VERTEX_OUTPUTS,
  'ds out': OF_VERTEX_OUTPUTS,
  'gs in': OF_VERTEX_OUTPUTS,
  'ds in': new Set(['sv_outputcontrolpointid']),
};

/** Why a variable cannot have a system value; undefined if it can. */
function typeFault({ type }: SignatureVariable, name: string, key: string, side: string): SemanticFault | undefined {
  // Vertex buffers may have anything for these.
  if (NAMES['vs in']!.has(key) && (side === 'vs in' || side.endsWith('patch'))) return undefined;
  // The register decides there.
  if (side === 'ps in' && key === 'sv_primitiveid') return undefined;
  const isFloat = /float|half|double/.test(type.scalar);
  const isInteger = INTEGRAL.has(key);
  const code = 'X4555';
  const message = `${typeName(type)} cannot be the type of ${name}`;
  if (isFloat && (isInteger || (side === 'ps out' && MASKS.has(key))))
    return { code, message: `${message}, which is an integer` };
  if (!isFloat && FLOATS.has(key)) return { code, message: `${message}, which is a float` };
  if (isInteger && type.scalar === 'bool' && side !== 'vs in')
    return { code, message: `${message}, which is an integer` };
  const width = WIDTHS[key];
  if (width !== undefined && type.rows * type.columns > width)
    return { code, message: `${message}, which has at most ${width} component(s)` };
  return undefined;
}

/** A semantic of Direct3D 9 as `D3DCOMPILE_ENABLE_BACKWARDS_COMPATIBILITY` reads it. */
export function legacySemantic(semantic: string, stage: IrStage, direction: SignatureDirection): string {
  const { name, number } = splitSemantic(semantic);
  const key = name.toLowerCase();
  if (stage === 'ps' && direction === 'out')
    return key === 'color' ? `SV_Target${number}` : key === 'depth' ? 'SV_Depth' : semantic;
  const isVertexInput = stage === 'vs' && direction === 'in';
  if (key === 'position' && number === 0 && !isVertexInput && direction !== 'patch') return 'SV_Position';
  if (stage === 'ps' && key === 'vpos') return 'SV_Position';
  return stage === 'ps' && key === 'vface' ? 'SV_IsFrontFace' : semantic;
}

/** The treatment of a semantic in a stage, or why the stage cannot have it. */
export function semanticRule(
  variable: SignatureVariable,
  name: string,
  number: number,
  stage: IrStage,
  direction: SignatureDirection,
  [major, minor]: readonly [major: number, minor: number],
): SemanticRule | SemanticFault {
  const key = name.toLowerCase();
  const side = `${stage} ${direction}`;
  const isOutput = direction === 'out' || (direction === 'patch' && stage === 'hs');
  const later = legacySemantic(variable.semantic, stage, direction);
  const hint = later === variable.semantic ? '' : `; it is ${later} with --compatibility (/Gec)`;
  const refused = {
    code: 'X4502',
    message: `${name} is not an ${isOutput ? 'output' : 'input'} semantic of ${stage}_${major}_${minor}${hint}`,
  };
  if (!key.startsWith('sv_')) return side === 'ps out' || stage === 'cs' ? refused : USER_NAMED;
  if (10 * major + minor < (FIRST_MODELS[`${side} ${key}`] ?? 0)) return refused;
  const rule = systemRule(variable, key, stage, direction);
  if (rule === undefined)
    return (CHECKED_FIRST[side]?.has(key) === true ? typeFault(variable, name, key, side) : undefined) ?? refused;
  const last = LAST_INDICES[key] ?? 0;
  const rows = variable.length ?? 1;
  if (rule.isSystemValue && !isTessFactor(key) && number + rows - 1 > last)
    return { code: 'X4502', message: `the index of ${name} is at most ${last}` };
  return typeFault(variable, name, key, side) ?? rule;
}

function systemRule(
  variable: SignatureVariable,
  key: string,
  stage: IrStage,
  direction: SignatureDirection,
): SemanticRule | undefined {
  const side = `${stage} ${direction}`;
  if (NAMES[side]?.has(key)) return USER_NAMED;
  const hidden = HIDDEN[side]?.[key];
  if (hidden !== undefined) return { ...USER_NAMED, isSystemValue: true, special: hidden, isStored: false };
  const row = rowFor(ROWS.get(key) ?? [], variable, stage, direction);
  if (row === undefined) return undefined;
  const isTarget = row.name === 'target';
  return {
    rowClass: GENERATED.has(`${side} ${key}`) ? 'generated' : (ROW_CLASSES[row.name] ?? 'user'),
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

/** Whether the name of a semantic is that of factors of a patch. */
export function isTessFactor(name: string): boolean {
  return /^sv_(inside)?tessfactor$/i.test(name);
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
    if (isTessFactor(row.semantic))
      return direction === 'patch' && (isLine(row) ? length === 2 : row.declared.length === length);
    if (direction === 'patch') return false;
    const stages: readonly IrStage[] = direction === 'in' ? row.inputs : row.outputs;
    return stages.includes(key);
  });
}
