/**
 * THE TABLE of the columns of a scan: name, type, meaning, and the function that reads the value. The type of a record,
 * `--columns`, `--where`, the schema of Parquet files and the page of the columns derive from it. Bindings and
 * signatures are short strings, one an entry: `t0 texture2D albedo`, `v1.xy TEXCOORD0 float32`.
 *
 * Not for: how other values are computed (facts.ts).
 */

import { crc32, fnv0Hash64, sha1 } from '../base/hashes.ts';
import { fourCCText } from '../base/words.ts';
import { TAG } from '../container/tags.ts';
import type { ShaderFile } from '../file/shader-file.ts';
import { maskText } from '../isa/components.ts';
import { findSm1Comment, Sm1CommentTag } from '../isa/sm1/comments.ts';
import type { Sm4DeclaredResource } from '../isa/sm4/declarations.ts';
import { SM4_RESOURCE_PREFIXES, SM4_UNBOUNDED, type Sm4ResourceType } from '../isa/sm4/operands.ts';
import { type BindingDesc, registerLetter } from '../reflect/bindings.ts';
import type { ParameterDesc } from '../reflect/parameters.ts';
import type { Sm1SamplerDesc, Sm1SemanticDesc } from '../reflect/sm1.ts';
import type { Sm1ConstantDesc } from '../reflect/sm1-constants.ts';
import { CATEGORIES, CATEGORY_DOCS, type InstructionCategory, type ShaderFacts } from './facts.ts';

/** Entries of a list; shaders of compilers have less than a hundred. */
export const MAX_LIST = 1024;
/** Characters of a text or of an entry of a list. */
export const MAX_TEXT = 1024;

const CUT = '...';

/** `text`, cut to {@link MAX_TEXT} characters. */
export function limitedText(text: string): string {
  return text.length <= MAX_TEXT ? text : text.slice(0, MAX_TEXT - CUT.length) + CUT;
}

/** The first {@link MAX_LIST} of `items` as strings. */
export function limitedList<Item>(items: readonly Item[], textOf: (item: Item) => string): string[] {
  return (items.length <= MAX_LIST ? items : items.slice(0, MAX_LIST)).map((item) => limitedText(textOf(item)));
}

/** A register that is none: the element has no number. */
const NO_REGISTER = 0xffff_ffff;

function words(...parts: readonly (string | number | null | undefined)[]): string {
  return parts.filter((part) => part !== null && part !== undefined && part !== '').join(' ');
}

// --- shader models 1 to 3 -------------------------------------------------------------------------------------------

/** `s0 2d diffuse` */
export function sm1BindingEntries(samplers: readonly Sm1SamplerDesc[]): string[] {
  return limitedList(samplers, ({ register, dimension, name }) => words(register, dimension, name));
}

/** `c0-c3 float4x4 worldViewProjection` */
export function sm1ConstantEntries(constants: readonly Sm1ConstantDesc[]): string[] {
  return limitedList(constants, ({ register, registerCount, typeName, elements, name }) => {
    const number = Number(/\d+$/.exec(register)?.[0] ?? 0);
    const range = registerCount > 1 ? `-${register.replace(/\d+$/, '')}${number + registerCount - 1}` : '';
    return words(register + range, typeName + (elements > 1 ? `[${elements}]` : ''), name);
  });
}

/** `v0.xyz texcoord0`; vPos and vFace have no usage. */
export function sm1SignatureEntries(semantics: readonly Sm1SemanticDesc[]): string[] {
  return limitedList(semantics, ({ register, mask, usage, usageIndex }) =>
    words(`${register}.${mask}`, usage === null ? null : `${usage}${usageIndex}`),
  );
}

// --- shader models 4 to 5.1 -----------------------------------------------------------------------------------------

/** The class letters of registers in HLSL: constant buffers are `b` there. */
const LETTERS: Readonly<Record<Sm4ResourceType, string>> = { ...SM4_RESOURCE_PREFIXES, cbv: 'b' };

function rangeText(letter: string, first: number, count: number, space: number): string {
  const last = count === 1 ? '' : count === 0 ? '-' : `-${letter}${first + count - 1}`;
  return `${letter}${first}${last}${space === 0 ? '' : ` space${space}`}`;
}

/** `t0 texture2D albedo`, `b0 cbuffer perFrame`, `t4-t7 space1 texture2D maps`; a range without an end is `t0-`. */
export function bindingEntries(bindings: readonly BindingDesc[]): string[] {
  return limitedList(bindings, ({ name, type, dimension, bindPoint, bindCount, space }) => {
    const what = type === 'texture' ? dimension : dimension === 'unknown' ? type : `${type} ${dimension}`;
    return words(rangeText(registerLetter(type), bindPoint, bindCount, space), what, name);
  });
}

/** Bindings from the declarations of a program whose chunk RDEF was stripped: `t0 typed`, without names. */
export function declaredEntries(resources: readonly Sm4DeclaredResource[]): string[] {
  return limitedList(resources, ({ type, layout, firstRegister, lastRegister, space }) => {
    const count = lastRegister === SM4_UNBOUNDED ? 0 : lastRegister - firstRegister + 1;
    return words(rangeText(LETTERS[type], firstRegister, count, space), layout === 'constants' ? 'cbuffer' : layout);
  });
}

/** `v1.xy TEXCOORD0 float32`; an element without a register has only its semantic and type. */
export function signatureEntries(prefix: string, parameters: readonly ParameterDesc[]): string[] {
  return limitedList(parameters, ({ semanticName, semanticIndex, register, mask, componentType, stream }) =>
    words(
      register === NO_REGISTER ? null : `${prefix}${register}.${maskText(mask)}`,
      `${semanticName}${semanticIndex}`,
      componentType,
      stream === 0 ? null : `stream${stream}`,
    ),
  );
}

/** Chunks that hold debug information, or the name of the file that does. */
const DEBUG_CHUNKS = ['SDBG', 'SPDB', 'ILDB', 'ILDN', 'PDBI', 'SRCI'] as const;

/** Every form of debug information. */
export const DEBUG_FORMS = ['DBUG', ...DEBUG_CHUNKS] as const;
export type DebugForm = (typeof DEBUG_FORMS)[number];

/** The forms that `file` has, each once: first those of its token streams. */
function debugForms({ programs, container }: ShaderFile): DebugForm[] {
  const forms: DebugForm[] = [];
  const isDbug = programs.some(({ isa, words }) => isa === 'sm1' && findSm1Comment(words, Sm1CommentTag.debug));
  if (isDbug) forms.push('DBUG');
  for (const name of DEBUG_CHUNKS) if (container?.find(TAG[name]) !== undefined) forms.push(name);
  return forms;
}

/** The type of each column type in a record. */
export interface ColumnValues {
  text: string;
  /** At most 2^53. */
  integer: number;
  boolean: boolean;
  /** Columns of strings. */
  list: readonly string[];
}

export type ColumnType = keyof ColumnValues;

/** A value of any column; null where the shader has none. */
export type ColumnValue = ColumnValues[ColumnType] | null;

/** Where a shader is; the caller, who searches for shaders, provides it. */
export interface ShaderLocation {
  readonly path: string | null;
  readonly member: string | null;
  readonly byteOffset: number;
  readonly foundBy: string;
  readonly sha256: string | null;
}

/** A column: `location` reads it where the shader was found, `facts` from the shader. */
export type ColumnRow<Type extends ColumnType = ColumnType> = {
  readonly [T in Type]: {
    readonly type: T;
    /** Its content, in one line. */
    readonly doc: string;
  } & (
    | { readonly location: (location: ShaderLocation) => ColumnValues[T] | null }
    | { readonly facts: (facts: ShaderFacts) => ColumnValues[T] | null }
  );
}[Type];

type Facts<Type extends ColumnType> = (facts: ShaderFacts) => ColumnValues[Type] | null;

const text = (doc: string, facts: Facts<'text'>) => ({ type: 'text', doc, facts }) as const;
const integer = (doc: string, facts: Facts<'integer'>) => ({ type: 'integer', doc, facts }) as const;
const boolean = (doc: string, facts: Facts<'boolean'>) => ({ type: 'boolean', doc, facts }) as const;
const list = (doc: string, facts: Facts<'list'>) => ({ type: 'list', doc, facts }) as const;

/**
 * A profile: the stage before the first version number, and the version; libraries of feature level 9 have both twice.
 */
const PROFILE = /^(?:lib_\d+_\d+_)?(vs|ps|gs|hs|ds|cs|lib|ms|as)_(\d+)_(\w+)$/;

function profilePart({ file }: ShaderFacts, group: 1 | 2): string | null {
  const found = PROFILE.exec(file.profile ?? '');
  if (found === null) return null;
  return group === 1 ? found[1]! : `${found[2]}.${found[3]}`;
}

function threadGroup(facts: ShaderFacts): string | null {
  const size = facts.declarations()?.threadGroupSize ?? facts.dxilReflection()?.pipelineState?.numThreads;
  return size ? size.join('x') : null;
}

function constantRegisters(facts: ShaderFacts): number | null {
  const declarations = facts.declarations();
  if (declarations === undefined) return facts.sm1Counts()?.constantRegisters ?? null;
  let rows = 0;
  for (const { layout, size } of declarations.resources) if (layout === 'constants') rows += size;
  return rows;
}

function bindings(facts: ShaderFacts): string[] {
  const sm1 = facts.sm1Reflection();
  if (sm1 !== undefined) return sm1BindingEntries(sm1.samplers);
  const bound = facts.sm4Reflection()?.boundResources ?? [];
  return bound.length > 0 ? bindingEntries(bound) : declaredEntries(facts.declarations()?.resources ?? []);
}

function signature(facts: ShaderFacts, which: 'input' | 'output' | 'patchConstant', prefix: string): string[] {
  const sm1 = facts.sm1Reflection();
  if (sm1 !== undefined) return which === 'patchConstant' ? [] : sm1SignatureEntries(sm1[`${which}s`]);
  const reflection = facts.sm4Reflection() ?? facts.dxilReflection();
  return reflection === undefined ? [] : signatureEntries(prefix, reflection[`${which}Parameters`]);
}

function severityCount(facts: ShaderFacts, wanted: string): number {
  return facts.validation().diagnostics.filter(({ severity }) => severity === wanted).length;
}

type CountColumn = `${InstructionCategory}Ops`;

/** A column for each category of instructions. */
const COUNT_COLUMNS = Object.fromEntries(
  CATEGORIES.map((category) => [
    `${category}Ops`,
    integer(`instructions: ${CATEGORY_DOCS[category]}`, (facts) => facts.instructions()?.byCategory[category] ?? null),
  ]),
) as Readonly<Record<CountColumn, ColumnRow<'integer'>>>;

// biome-ignore format: one row, one column
export const SCAN_COLUMNS = {
  path: { type: 'text', doc: 'the file', location: ({ path }) => path },
  member: { type: 'text', doc: 'the members inside the file down to the shader, joined by /; null for the file itself', location: ({ member }) => member },
  byteOffset: { type: 'integer', doc: 'where the shader begins in the innermost member, or in the file', location: ({ byteOffset }) => byteOffset },
  foundBy: { type: 'text', doc: 'how it was found: content, c-array, effect, or carving', location: ({ foundBy }) => foundBy },
  sha256: { type: 'text', doc: 'SHA-256 of its bytes in hexadecimal digits; identical shaders have the same', location: ({ sha256 }) => sha256 },
  fnv64: text('FNV hash of 64 bits by which 3Dmigoto names shaders: 16 hexadecimal digits', (facts) => fnv0Hash64(facts.code())),
  crc32: text('CRC-32 by which ReShade and RenoDX name shaders: 8 hexadecimal digits', (facts) => crc32(facts.code()).toString(16).padStart(8, '0')),
  sha1: text('SHA-1 by which DXVK names shaders', (facts) => sha1(facts.code())),
  bytes: integer('size in bytes', ({ bytes }) => bytes.byteLength),
  format: text('sm1, tx, dxbc, library, dxil, root-signature, fx2, fx4, or fx5', ({ file }) => file.format),
  profile: text('profile of the main program: ps_2_x, cs_5_0', ({ file }) => file.profile),
  stage: text('vs, ps, gs, hs, ds, cs, or lib', (facts) => profilePart(facts, 1)),
  model: text('shader model: 1.1, 2.x, 3.0, 5.1', (facts) => profilePart(facts, 2)),
  level9: boolean('whether the container has a program for feature level 9', ({ file }) => file.container === undefined ? null : file.programs.some(({ level9 }) => level9)),
  slots: integer('instruction slots, as the last line of a listing counts them', (facts) => facts.sm4Counts()?.instructionCount ?? facts.sm1Reflection()?.slots.total ?? null),
  textureSlots: integer('texture instruction slots among them (models 1-3)', (facts) => facts.sm1Reflection()?.slots.texture ?? null),
  instructions: integer('instructions that run', (facts) => facts.instructions()?.total ?? null),
  ...COUNT_COLUMNS,
  temps: integer('temporary registers', (facts) => facts.sm4Counts()?.tempRegisterCount ?? facts.sm1Reflection()?.tempCount ?? null),
  tempArrays: integer('registers in arrays of temporaries (models 4-5.1)', (facts) => facts.sm4Counts()?.tempArrayCount ?? null),
  constantRegisters: integer('models 1-3: constant registers that instructions name; 4-5.1: declared rows of all constant buffers', constantRegisters),
  constants: list('models 1-3: the constant table, such as "c0-c3 float4x4 worldViewProjection"', (facts) => { const sm1 = facts.sm1Reflection(); return sm1 === undefined ? null : sm1ConstantEntries(sm1.constants); }),
  cbuffers: integer('declared constant buffers (models 4-5.1)', (facts) => facts.resources('cbv')),
  textures: integer('declared textures and buffers that are read; models 1-3: samplers', (facts) => facts.resources('srv') ?? facts.sm1Reflection()?.samplers.length ?? null),
  samplers: integer('declared samplers', (facts) => facts.resources('sampler') ?? facts.sm1Reflection()?.samplers.length ?? null),
  uavs: integer('declared unordered access views (models 4-5.1)', (facts) => facts.resources('uav')),
  bindings: list('resources with their registers: "t0 texture2D albedo", "s0 2d diffuse"', bindings),
  inputs: list('input signature: "v1.xy TEXCOORD0 float32", "v0.xyz position0"', (facts) => signature(facts, 'input', 'v')),
  outputs: list('output signature', (facts) => signature(facts, 'output', 'o')),
  patchConstants: list('patch constant signature', (facts) => signature(facts, 'patchConstant', 'vpc')),
  threadGroup: text('threads of a group: 8x8x1', threadGroup),
  features: list('hardware features that it requires: doubles, uavSlots64', (facts) => [...(facts.dxilReflection()?.features ?? facts.features())]),
  minFeatureLevel: text('lowest feature level: 9_1, 11_0', (facts) => facts.sm4Reflection()?.minFeatureLevel ?? null),
  rootSignature: boolean('whether the container has a root signature', ({ file }) => file.container === undefined ? null : file.container.chunks.some(({ tag }) => fourCCText(tag) === 'RTS0')),
  chunks: list('tags of the chunks of the container, in order', ({ file }) => file.container === undefined ? null : limitedList(file.container.chunks, ({ tag }) => fourCCText(tag))),
  preshader: boolean('whether a preshader sets some of its constants (models 1-3)', (facts) => { const sm1 = facts.sm1Reflection(); return sm1 === undefined ? null : sm1.preshader !== null; }),
  compiler: text('the compiler, as the shader names it', (facts) => { const creator = facts.sm1Reflection()?.creator ?? facts.sm4Reflection()?.creator; return creator === undefined || creator === null ? null : limitedText(creator); }),
  compilerFlags: integer('flags of the compiler (D3DCOMPILE_*, D3DXSHADER_*)', (facts) => { const sm4 = facts.sm4Reflection(); return sm4 !== undefined && sm4.creator !== null ? sm4.flags : (facts.sm1Reflection()?.flags ?? null); }),
  debug: list('forms of debug information: DBUG, SDBG, SPDB, ILDB, ILDN, PDBI, SRCI', ({ file }) => debugForms(file)),
  sourceFiles: list('files that the debug information names, as the compiler wrote their paths', (facts) => limitedList([...new Set(facts.debug().programs.flatMap(({ files }) => files.map(({ name }) => name)))], (name) => name)),
  entryPoint: text('the function that was compiled, from the debug information', (facts) => { const entry = facts.debug().programs.find(({ entryPoint }) => entryPoint !== null)?.entryPoint ?? null; return entry === null ? null : limitedText(entry); }),
  debugName: text('name of the file with the debug information (chunk ILDN)', (facts) => { const { debugName } = facts.debug(); return debugName === null ? null : limitedText(debugName); }),
  checksumOk: boolean('whether the digest of the container is right', (facts) => facts.checksum()),
  valid: boolean("whether it passes Microsoft's validation, as `dxlens validate` reports it; null for formats without rules", (facts) => facts.validation().valid ?? null),
  errors: integer('errors that validation reports', (facts) => severityCount(facts, 'error')),
  warnings: integer('warnings that validation reports', (facts) => severityCount(facts, 'warning')),
  diagnostic: text('code of the first error, else of the first warning: X5703, DX3311', (facts) => { const { diagnostics } = facts.validation(); return (diagnostics.find(({ severity }) => severity === 'error') ?? diagnostics.find(({ severity }) => severity === 'warning'))?.code ?? null; }),
} as const satisfies Readonly<Record<string, ColumnRow>>;

export type ScanColumn = keyof typeof SCAN_COLUMNS;

export const SCAN_COLUMN_NAMES = Object.keys(SCAN_COLUMNS) as readonly ScanColumn[];

/** One record: a value for each column, null where the shader has none. */
export type ShaderRecord = {
  -readonly [Name in ScanColumn]: ColumnValues[(typeof SCAN_COLUMNS)[Name]['type']] | null;
};

/** The row of a column, for code that handles any of them. */
export function scanColumn(name: ScanColumn): ColumnRow {
  return SCAN_COLUMNS[name];
}

/** Whether a column depends on where the shader was found, not on its bytes. */
export function isLocationColumn(name: ScanColumn): boolean {
  return 'location' in SCAN_COLUMNS[name];
}
