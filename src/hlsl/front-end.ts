/**
 * A source to a module of the IR, with what reflection needs: everything that compilation does before it knows which
 * language the program becomes.
 */

import type { IncludedText } from '../assemble/assemble.ts';
import { AssemblyDiagnostics } from '../assemble/diagnostics.ts';
import type { TextLocation } from '../assemble/text-location.ts';
import type { Level9Kind } from '../chunks/aon9.ts';
import { hasAnySwizzle } from '../generate/sm1/legalize.ts';
import type { IrStage } from '../ir/declarations.ts';
import { NO_OP } from '../ir/op-store.ts';
import { Op, OpFlag } from '../ir/ops.ts';
import { integersAsFloats } from '../ir/passes/integers-as-floats.ts';
import { walkModule } from '../ir/passes/walk.ts';
import { type CheckedSource, checkSource } from './check/check-source.ts';
import { checkEntry } from './check/entry-attributes.ts';
import { checkFlow } from './check/flow.ts';
import type { CheckOptions } from './check/globals.ts';
import { Reporter } from './check/scope.ts';
import type { CheckedFunction, TypedExpression, Variable } from './check/typed-tree.ts';
import { declareUniforms } from './check/uniform-parameters.ts';
import { readsInfinity } from './lower/folding-builder.ts';
import { type LoweredSource, lowerSource } from './lower/lower-source.ts';
import { hasHalves, isOfDirect3D9, type LoweringOptions } from './lower/lowering.ts';
import { dependsOnBool, flowControlOf, isStaticBranch } from './lower/sm1-flow.ts';
import { patchFunction } from './lower/stage-facts.ts';
import { reportEndlessLoops, reportUnset } from './lower/warnings.ts';
import { refusal, X3501, X3528, X3589, X4579 } from './messages.ts';
import { optimize } from './optimize.ts';
import { parseSource } from './syntax/parser.ts';
import { readTokens } from './syntax/token-list.ts';

/** How a source is compiled; the names of fxc's options are in the comments. */
export interface CompileOptions {
  /**
   * `/T`: the stage and the model, as `ps_5_0`; 4_0, 4_1, 5_0 and 5_1, and those of 1_1 to 3_0 but ps_1_x; `lib_4_0`,
   * `lib_4_1`, `lib_5_0`, and `lib_4_0_level_9_1` and the like.
   */
  readonly profile: string;
  /** `/E`: the entry point, `main` without; libraries have none. */
  readonly entry?: string;
  /** The name of the source in messages, and what includes are relative to. */
  readonly name?: string;
  /** `/D`: macros that are defined before the source begins, with their values. */
  readonly defines?: Readonly<Record<string, string>>;
  /** Returns the text of an `#include`, or undefined when there is no such file. */
  readonly include?: (path: string, from: string, kind: 'local' | 'system') => IncludedText | undefined;
  /** `/Zpr`: matrices are row by row in memory. */
  readonly rowMajor?: boolean;
  /** `/Gis`: arithmetic as written. */
  readonly strict?: boolean;
  /** `/Gpp`: half the bits are enough for all results of pixel shaders of models 2 and 3. */
  readonly partialPrecision?: boolean;
  /** `/Gec`: what only older models have may be used. */
  readonly compatibility?: boolean;
  /** `/Gfa`: branches become choices wherever that is possible; `/Gfp`: they stay. */
  readonly flow?: 'avoid' | 'prefer';
  /** `/Od`: the program stays as it is written. */
  readonly skipOptimization?: boolean;
  /** `/Gch`: the effect is one that shares variables with others of a pool. */
  readonly childEffect?: boolean;
  /** `/Op`: shaders of effects for Direct3D 9 compute all values themselves, without preshaders. */
  readonly skipPreshaders?: boolean;
  /** `/Gdp`: states of an effect may have values that the application computes. */
  readonly computedStates?: boolean;
  /** `/Zi`: the shader has debug information. */
  readonly debug?: boolean;
  /** With debug information: the shader names a file for it, by a hash of it (`/Zss`) or of the program (`/Zsb`). */
  readonly debugName?: 'source' | 'binary';
  /** `/enable_unbounded_descriptor_tables`: arrays of resources in model 5.1 may have no bound. */
  readonly unboundedTables?: boolean;
  /** `/all_resources_bound`: the application binds all resources that a program of model 5.1 declares. */
  readonly allResourcesBound?: boolean;
  /** `/res_may_alias`: resources of compute shaders may share memory. Only reflection differs. */
  readonly resourcesMayAlias?: boolean;
  /**
   * Other `D3DCOMPILE_*` flags for reflection, which the program does not depend on: levels of optimization, `/Ges`,
   * `/WX`, `/Vd`, `/Zpc`.
   */
  readonly notedFlags?: number;
}

/** A source that is ready to be generated. */
export interface LoweredProgram extends LoweredSource {
  readonly source: CheckedSource;
  readonly stage: IrStage;
  readonly version: readonly [number, number];
  readonly profile: string;
  readonly tokens: readonly TextLocation[];
  /** The name of the entry point. */
  readonly entryLocation: TextLocation;
  /** The programs of model 2 for feature level 9; their profile is that of the program. */
  readonly level9?: readonly LoweredLevel9[] | undefined;
  /** The root signature that the entry point names, as text. */
  readonly rootSignature: { readonly text: string; readonly location: TextLocation } | undefined;
}

export interface LoweredLevel9 {
  readonly kind: Level9Kind;
  readonly stage: IrStage;
  readonly errors: AssemblyDiagnostics;
  /** Undefined where there are errors, which functions of libraries may have. */
  readonly program: LoweredProgram | undefined;
}

/** Constructs that become choices, by the flow control that a profile has. */
const REMOVED_FLOW = { none: 'all', static: 'all', dynamic: 'needed' } as const;
const PROFILE = /^(?:([pvghdc]s)_([45])_([01])|(lib)_(?:(4)_([01])|(5)_(0)))$/;
/** Profiles of feature level 9: a program of model 4.0, and those of model 2 that do the same. */
const LEVEL_9 = /^([pv]s)_4_0_level_9_([013])$/;
/** Profiles of libraries for feature level 9, which may be for one stage only. */
const LEVEL_9_LIBRARY = /^lib_4_0_level_9_([13])(?:_([vp]s)_only)?$/;
/** Profiles of models 1 to 3. */
const DIRECT3D_9 = /^(?:(vs)_(1)_(1)|([vp]s)_(?:(2)_([0a]|sw)|(3)_(0|sw))|(ps)_(2)_(b))$/;
/** Code on the CPU that fills a texture: it is compiled like a pixel shader, with other inputs and outputs. */
export const TEXTURE_PROFILE = 'tx_1_0';
const TEXTURE_VERSION = [1, 0] as const;
/** Minor versions in the version token of profiles that have letters. */
const MINOR_VERSIONS: Readonly<Record<string, number>> = { a: 1, b: 1, sw: 255 };

export interface ParsedProfile {
  readonly stage: IrStage;
  readonly version: readonly [number, number];
  readonly isLibrary: boolean;
  /** The programs of model 2 for feature level 9. */
  readonly level9?: readonly Level9Target[];
}

interface Level9Target {
  readonly stage: IrStage;
  readonly profile: string;
  readonly kind: Level9Kind;
}

/**
 * Stage and version of a profile; undefined for one that is not compiled. Functions of libraries have the operations of
 * pixel shaders.
 */
export function parseProfile(profile: string): ParsedProfile | undefined {
  const level9 = LEVEL_9.exec(profile);
  if (level9 !== null) {
    const stage = level9[1] as IrStage;
    const old = kindsOf(stage, level9[2] === '0').map((kind) => ({ stage, profile: model2(stage, level9[2]), kind }));
    return { stage, version: [4, 0], isLibrary: false, level9: old };
  }
  const library = LEVEL_9_LIBRARY.exec(profile);
  if (library !== null) {
    const stages = (['vs', 'ps'] as const).filter((stage) => stage === (library[2] ?? stage));
    const old = stages.map((stage) => ({ stage, profile: model2(stage, library[1]), kind: 'level9' as const }));
    return { stage: 'ps', version: [4, 0], isLibrary: true, level9: old };
  }
  if (profile === TEXTURE_PROFILE) return { stage: 'ps', version: TEXTURE_VERSION, isLibrary: false };
  const found = PROFILE.exec(profile) ?? DIRECT3D_9.exec(profile);
  if (found === null) return undefined;
  const [stage, major, minor] = found.slice(1).filter((group) => group !== undefined);
  const version: [number, number] = [Number(major), MINOR_VERSIONS[minor!] ?? Number(minor)];
  const isLibrary = stage === 'lib';
  return { stage: isLibrary ? 'ps' : (stage as IrStage), version, isLibrary };
}

/** The profile of the program of model 2 for a feature level. */
function model2(stage: IrStage, level: string | undefined): string {
  return `${stage}_2_${level === '3' ? 'x' : '0'}`;
}

/** The programs of model 2. Those for XNA, at 9_0, do not move positions; the prepass computes positions only. */
function kindsOf(stage: IrStage, hasXna: boolean): readonly Level9Kind[] {
  if (!hasXna) return ['level9'];
  return stage === 'vs' ? ['level9', 'xna', 'xnaPrepass'] : ['level9', 'xna'];
}

/** A source that was parsed and checked. */
export interface ReadSource {
  /** The first `#pragma def`. */
  readonly definition?: TextLocation | undefined;
  readonly source: CheckedSource;
  readonly reporter: Reporter;
}

/**
 * Parses and checks a source; undefined where its syntax is wrong.
 *
 * @param effect makes the listener of an effect; undefined for a shader
 */
export function readSource(
  text: string,
  diagnostics: AssemblyDiagnostics,
  options: CompileOptions,
  effect?: CheckOptions['effect'],
): ReadSource | undefined {
  const { profile, name = 'input.hlsl', defines, include, rowMajor = false, compatibility = false } = options;
  const { list: tokens, packings, definition } = readTokens(text, name, diagnostics, { defines, include });
  const syntax = new AssemblyDiagnostics(text, name);
  const { declarations, firstFault } = parseSource(tokens, syntax, effect !== undefined);
  if (diagnostics.errors > 0) {
    diagnostics.adopt(syntax, 0, 0);
    return undefined;
  }
  const reporter = new Reporter(tokens, diagnostics, firstFault);
  const isRowMajorAt = (token: number) =>
    packings.findLast(({ from }) => from <= token)?.isRowMajor ?? (rowMajor || undefined);
  const source = checkSource(declarations, reporter, { isRowMajorAt, profile, isCompatible: compatibility, effect });
  if (syntax.errors > 0) {
    diagnostics.adopt(syntax, 0, 0);
    return undefined;
  }
  return { source, reporter, definition };
}

/** The module of a source, after the passes; undefined where there are errors. */
export function lowerProgram(
  text: string,
  diagnostics: AssemblyDiagnostics,
  options: CompileOptions,
): LoweredProgram | undefined {
  const { profile, entry = 'main' } = options;
  const parsed = parseProfile(profile);
  const read = parsed && readSource(text, diagnostics, options);
  if (parsed === undefined || read === undefined) return undefined;
  const { source, reporter } = read;
  const entryFunction = source.functions.findLast((one) => one.name === entry && one.body !== undefined);
  if (entryFunction === undefined) {
    diagnostics.report(X3501, reporter.tokens.at(-1)!, { name: entry });
    return undefined;
  }
  return diagnostics.errors > 0 ? undefined : lowerEntryPoint(read, entryFunction, options);
}

/**
 * The module of one entry point of a source, after the passes; undefined where there are errors.
 *
 * @param options its profile is one of a shader
 * @param values of uniform parameters, which are constants without; only effects have them
 */
export function lowerEntryPoint(
  { source, reporter, definition }: ReadSource,
  entryFunction: CheckedFunction,
  options: CompileOptions,
  values?: ReadonlyMap<Variable, TypedExpression>,
): LoweredProgram | undefined {
  const { profile } = options;
  const { diagnostics } = reporter;
  const parsed = parseProfile(profile);
  if (parsed === undefined) return undefined;
  const { stage, version, level9, isLibrary } = parsed;
  checkEntry(entryFunction, source, reporter, parsed);
  if (diagnostics.errors > 0) return undefined;
  const needsResults = stage === 'ps' && version[0] === 2;
  const openFunctions = new Set(checkFlow(entryFunction, reporter, !isLibrary, needsResults));
  const isDirect3D9 = isOfDirect3D9(version);
  if (definition !== undefined && !isDirect3D9 && options.compatibility !== true) diagnostics.report(X3589, definition);
  const uniforms = isLibrary
    ? new Map<Variable, Variable>()
    : new Map(declareUniforms(entryFunction, source, isDirect3D9, values));
  if (stage === 'hs') {
    const constants = patchFunction(source, entryFunction);
    if (constants !== undefined) {
      for (const one of checkFlow(constants, reporter, true)) openFunctions.add(one);
      for (const [parameter, constant] of declareUniforms(constants, source, isDirect3D9))
        uniforms.set(parameter, constant);
    }
  }
  if (diagnostics.errors > 0) return undefined;
  const { strict: isStrict = false, compatibility: isCompatible = false, flow } = options;
  const { skipOptimization: skipsOptimization = false, debug: hasPositions = false, partialPrecision } = options;
  const settings: LoweringOptions = {
    stage,
    version,
    profile,
    isLibrary,
    isStrict,
    isCompatible,
    partialPrecision,
    flow,
    skipsOptimization,
    allResourcesBound: options.allResourcesBound === true && version[0] === 5 && version[1] === 1,
    uniforms,
    hasPositions,
    values,
    openFunctions,
    hasNativeFunctions: profile === TEXTURE_PROFILE,
  };
  const lowered = lowerModule(source, entryFunction, reporter, settings);
  if (lowered === undefined) return undefined;
  const attribute = entryFunction.attributes.find(({ name }) => /^rootsignature$/i.test(name));
  const value = attribute?.values[0];
  const rootSignature =
    typeof value === 'string' ? { text: value, location: reporter.locationOf(attribute!) } : undefined;
  const entryLocation = reporter.locationOf({ first: entryFunction.nameToken, last: entryFunction.nameToken });
  const program = { tokens: reporter.tokens, entryLocation, source, stage, rootSignature };
  const main = { ...lowered, ...program, version, profile };
  if (level9 === undefined) return main;
  const programs = level9.map((target): LoweredLevel9 => {
    // The warnings are those of the other program.
    const errors = new AssemblyDiagnostics('', '');
    const again = new Reporter(reporter.tokens, errors, reporter.limit);
    const of9 = { stage: target.stage, version: LEVEL_9_VERSION };
    const old = lowerModule(source, entryFunction, again, { ...settings, ...of9, level9: target });
    return {
      kind: target.kind,
      stage: target.stage,
      errors,
      program: old && { ...old, ...program, ...of9, profile: target.profile },
    };
  });
  if (isLibrary) return { ...main, level9: programs };
  const failed = programs.find((one) => one.program === undefined);
  if (failed !== undefined) diagnostics.adoptErrors(failed.errors);
  return failed === undefined ? { ...main, level9: programs } : undefined;
}

/** The version of programs for feature level 9. */
const LEVEL_9_VERSION = [2, 0] as const;

/** Lowers an entry point and runs the passes; undefined where there are errors. */
function lowerModule(
  source: CheckedSource,
  entryFunction: CheckedFunction,
  reporter: Reporter,
  settings: LoweringOptions,
): LoweredSource | undefined {
  const { diagnostics } = reporter;
  const { flow, skipsOptimization, profile, level9 } = settings;
  const isDirect3D9 = isOfDirect3D9(settings.version);
  const lowered = lowerSource(source, entryFunction, reporter, settings);
  if (diagnostics.errors > 0) return undefined;
  const { module, refusals, inputRefusals, branches } = lowered;
  const flowControl = isDirect3D9 ? flowControlOf(level9?.profile ?? profile) : undefined;
  const isAllowed =
    flowControl === 'static' ? (branch: number) => isStaticBranch(lowered, source.buffers, branch) : undefined;
  reportUnset(module, lowered.unsetUses, reporter);
  if (isDirect3D9) integersAsFloats(module);
  optimize(module, {
    flow,
    skipsOptimization,
    removedFlow: flowControl && REMOVED_FLOW[flowControl],
    isAllowed,
    isOfRegister: isDirect3D9 ? (branch) => dependsOnBool(lowered, source.buffers, branch) : undefined,
    // Without any swizzle, lanes that stay cost more than they save.
    lanes: hasAnySwizzle(level9?.profile ?? profile) ? lowered.lanes : undefined,
    leavesChoices: isDirect3D9 && settings.stage === 'vs',
    hasBitFields: settings.version[0] >= 5,
    beforeRemoval: () => {
      for (const [op, at] of branches)
        if (module.ops.region[op] !== NO_OP && isAllowed?.(op) !== true) reporter.report(X3528, at);
    },
  });
  reportInfinities(lowered, entryFunction, reporter);
  if (settings.partialPrecision === true && hasHalves(settings.stage, settings.version))
    for (let op = 0; op < module.ops.count; op++) module.ops.flags[op]! |= OpFlag.half;
  reportEndlessLoops(module, lowered.loopStatements, reporter);
  for (const { ops, code, values: details, at } of [...refusals, ...inputRefusals])
    if (ops.length === 0 || ops.some((op) => module.ops.region[op] !== NO_OP))
      reporter.report(refusal(code), at, details);
  for (const report of lowered.signatureReports) report();
  return diagnostics.errors > 0 ? undefined : lowered;
}

/** Reports the first infinity or NaN that stays in a program of models 1 to 3. */
function reportInfinities({ module, infinities }: LoweredSource, entry: CheckedFunction, reporter: Reporter): void {
  if (infinities === undefined) return;
  let isReported = false;
  walkModule(module, (op) => {
    if (isReported || !readsInfinity(module.ops, op)) return;
    isReported = true;
    const at = infinities.get(op);
    if (at === undefined || module.ops.code[op] === Op.out) reporter.reportFunction(X4579, entry.nameToken);
    else reporter.report(X4579, at);
  });
}
