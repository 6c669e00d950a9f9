/**
 * Compiles HLSL to the containers that Direct3D 10 to 12 load, as Microsoft's compiler does: the same layouts,
 * registers, signatures and reflection, and a program that computes the same.
 */
import { type AssemblyDiagnostic, AssemblyDiagnostics } from '../assemble/diagnostics.ts';
import { assembleRootSignature } from '../assemble/root-signature/assemble-root-signature.ts';
import { type TextLocation, textOf } from '../assemble/text-location.ts';
import type { ByteSource } from '../base/bytes.ts';
import { checkOptions, type OptionTypes } from '../base/check-options.ts';
import { CompileFlag } from '../base/d3d/enumerations.ts';
import type { Message } from '../base/messages.ts';
import { bytesOf } from '../base/words.ts';
import type { Writable } from '../base/writable.ts';
import type { FunctionSignatureContent } from '../chunks/library.ts';
import type { RootSignature } from '../chunks/rts0.ts';
import { digits, md5 } from '../container/digest.ts';
import { writeSpdb } from '../debug/spdb/write-database.ts';
import { type GeneratedSm4, generateSm4 } from '../generate/sm4/generate.ts';
import type { IrBinding } from '../ir/declarations.ts';
import type { IrModule } from '../ir/module.ts';
import { NO_OP } from '../ir/op-store.ts';
import { Op } from '../ir/ops.ts';
import { IntegerRanges } from '../ir/passes/integer-ranges.ts';
import { debugDatabase } from './bind/debug.ts';
import {
  type BindingFault,
  type BindingOwner,
  type BoundRange,
  bindModule,
  bindShader,
  bufferLayout,
  type ClassLinks,
  functionSignature,
  linkClasses,
  readRootSignature,
  type ShaderContent,
  writeShader,
} from './bind/index.ts';
import { libraryName } from './check/exported-functions.ts';
import type { CheckedFunction } from './check/typed-tree.ts';
import { compileLibrary, type LibraryEntry } from './compile-library.ts';
import { compileLevel9, compileSm1, type Sm1Options } from './compile-sm1.ts';
import { OF_EFFECT } from './effects/expression-constants.ts';
import { compileTexture } from './effects/texture-shader.ts';
import { type CompileOptions, type LoweredProgram, lowerProgram, parseProfile, TEXTURE_PROFILE } from './front-end.ts';
import type { BindingSource } from './lower/bindings.ts';
import {
  signatureFault as boundFault,
  X3208,
  X3209,
  X3506,
  X3539,
  X3719,
  X3722,
  X3723,
  X4602,
  X8000_LIBRARY,
} from './messages.ts';

export interface Compiled {
  /** The container; undefined where there are errors. */
  readonly bytes: Uint8Array | undefined;
  readonly diagnostics: readonly AssemblyDiagnostic[];
}

const NOWHERE = { start: 0, end: 0, line: 1, column: 1 };

/** The options of a shader; those of effects have no entry point. */
interface ShaderOptions extends Omit<CompileOptions, 'entry'>, Sm1Options {
  readonly entry: string | undefined;
}

/** The `D3DCOMPILE_*` flags that options are. */
function flagsOf(options: ShaderOptions): number {
  const { flow, debugName, notedFlags = 0 } = options;
  const flags: Readonly<Partial<Record<keyof typeof CompileFlag, boolean | undefined>>> = {
    debug: options.debug,
    skipOptimization: options.skipOptimization,
    packMatrixRowMajor: options.rowMajor,
    partialPrecision: options.partialPrecision,
    avoidFlowControl: flow === 'avoid',
    preferFlowControl: flow === 'prefer',
    enableBackwardsCompatibility: options.compatibility,
    ieeeStrictness: options.strict,
    resourcesMayAlias: options.resourcesMayAlias,
    enableUnboundedDescriptorTables: options.unboundedTables,
    allResourcesBound: options.allResourcesBound,
    debugNameForSource: debugName === 'source',
    debugNameForBinary: debugName === 'binary',
  };
  let bits = notedFlags;
  for (const [name, isSet] of Object.entries(flags)) if (isSet) bits |= 1 << CompileFlag[name as keyof typeof flags];
  return bits;
}

/** Profiles of root signatures: the entry point is a macro whose value is the text of one. */
const ROOT_SIGNATURE = /^rootsig_1_([01])$/;
/** The name of the compiler in reflection. */
export const CREATOR = 'dxlens';
/** The first model whose shaders are containers. */
const FIRST_WITH_CONTAINER = 4;

export const COMPILE_OPTIONS: OptionTypes<CompileOptions> = {
  profile: 'string',
  entry: 'string',
  name: 'string',
  defines: 'object',
  include: 'function',
  rowMajor: 'boolean',
  strict: 'boolean',
  partialPrecision: 'boolean',
  compatibility: 'boolean',
  flow: 'string',
  skipOptimization: 'boolean',
  skipPreshaders: 'boolean',
  childEffect: 'boolean',
  computedStates: 'boolean',
  debug: 'boolean',
  debugName: 'string',
  unboundedTables: 'boolean',
  allResourcesBound: 'boolean',
  resourcesMayAlias: 'boolean',
  notedFlags: 'number',
};

/**
 * Compiles one source to a shader, or to a library of its exported functions; `compileEffect` is for effects. Faults of
 * the source are diagnostics, never exceptions.
 *
 * @param text bytes are taken as one character each, so that columns count bytes as Microsoft's do
 * @throws TypeError when `text` is neither a string nor bytes, or an option is unknown or of the wrong type
 */
export function compile(text: string | ByteSource, options: CompileOptions): Compiled {
  checkOptions(options, COMPILE_OPTIONS, 'compile');
  const source = textOf(text, 'compile');
  const { name = 'input.hlsl', profile } = options;
  const diagnostics = new AssemblyDiagnostics(source, name);
  const [, rootVersion] = ROOT_SIGNATURE.exec(profile) ?? [];
  if (rootVersion !== undefined) {
    const { entry = 'main', defines = {}, include } = options;
    const rootSignatureVersion = rootVersion === '0' ? '1.0' : '1.1';
    const settings = { name, entry, defines, rootSignatureVersion } as const;
    return assembleRootSignature(source, include === undefined ? settings : { ...settings, include });
  }
  const parsed = parseProfile(profile);
  if (parsed === undefined) {
    const message = /^ps_1_[1-4]$/.test(profile) ? X3539 : X3506;
    diagnostics.report(message, { ...NOWHERE, source, file: name }, { profile });
    return { bytes: undefined, diagnostics: diagnostics.list };
  }
  const refused = refusedOption(options);
  if (refused !== undefined) {
    diagnostics.report(refused, { ...NOWHERE, source, file: name });
    return { bytes: undefined, diagnostics: diagnostics.list };
  }
  const sources = new Map([[name, source]]);
  const noted = { ...options, ...notedIncludes(options, sources) };
  if (parsed.isLibrary) {
    const write = (lowered: LoweredProgram, library: LibraryEntry) =>
      generate(lowered, diagnostics, sources, { ...options, entry: library.entry.name }, library);
    const nowhere = { ...NOWHERE, source, file: name };
    const library = compileLibrary(source, diagnostics, noted, write, CREATOR, nowhere);
    return { bytes: library, diagnostics: diagnostics.list };
  }
  const lowered = lowerProgram(source, diagnostics, noted);
  const settings = { ...options, entry: options.entry ?? 'main' };
  const bytes = lowered && generateShader(lowered, diagnostics, settings, sources);
  return { bytes: diagnostics.errors > 0 ? undefined : bytes, diagnostics: diagnostics.list };
}

/** The error of an option that a profile does not have. */
function refusedOption({ profile, ...options }: CompileOptions): Message | undefined {
  const isModel51 = profile.endsWith('_5_1');
  if (options.compatibility === true && isModel51) return X3723;
  if (options.flow === 'avoid' && isModel51 && options.allResourcesBound !== true) return X3722;
  return options.resourcesMayAlias === true && !/^cs_5/.test(profile) ? X3719 : undefined;
}

/**
 * The bytes of a lowered source; undefined where there are errors.
 *
 * @param options without an entry point for shaders of effects
 * @param sources the text of each file, for debug information
 */
export function generateShader(
  lowered: LoweredProgram,
  diagnostics: AssemblyDiagnostics,
  options: ShaderOptions,
  sources: ReadonlyMap<string, string>,
): Uint8Array | undefined {
  if (lowered.version[0] >= FIRST_WITH_CONTAINER) return generate(lowered, diagnostics, sources, options);
  const { name = 'input.hlsl' } = options;
  const nowhere = { ...NOWHERE, source: sources.get(name)!, file: name };
  const flags = flagsOf(options) | (options.entry === undefined ? OF_EFFECT : 0);
  if (lowered.profile === TEXTURE_PROFILE) return compileTexture(lowered, CREATOR, flags, diagnostics, nowhere);
  return compileSm1(lowered, CREATOR, flags, diagnostics, nowhere, options);
}

function generate(
  lowered: LoweredProgram,
  diagnostics: AssemblyDiagnostics,
  sources: ReadonlyMap<string, string>,
  options: ShaderOptions,
  library?: LibraryEntry,
): Uint8Array | undefined {
  const { name = 'input.hlsl' } = options;
  const source = sources.get(name)!;
  const { module, stage, version, inputs, outputs, patchConstants } = lowered;
  const { buffers, resources } = lowered.source;
  const owners = lowered.bindingSources.map((one) => ownerOf(one, lowered));
  const emitted = stage === 'gs' ? dropStreams(module) : undefined;
  const links = linkClasses(module, lowered.source);
  const bound = bindShader(module, owners, {
    links,
    baseRows: lowered.baseRows,
    interfaces: lowered.source.interfaces,
    stage,
    isLibrary: library !== undefined,
    version,
    flags: flagsOf(options),
    creator: CREATOR,
    buffers,
    resources,
    inputs: inputs.elements,
    outputs: outputs.elements.filter(({ stream }) => emitted?.has(stream) !== false),
    registers: library?.registers,
    patchConstants: patchConstants?.elements,
  });
  const nowhere = { ...NOWHERE, source, file: name };
  reportBinding(bound.faults[0], diagnostics, nowhere);
  if (diagnostics.errors > 0) return undefined;
  const rangeIds = bindModule(module, owners, bound.ranges);
  sizeBuffers(lowered, links);
  const sendsMessages = hasMessages(module);
  if (library !== undefined) {
    noteRegisters(library.registers, bound.ranges);
    if (sendsMessages) diagnostics.report(X4602, nowhere);
    if (links !== undefined) diagnostics.report(X8000_LIBRARY, nowhere);
  }
  const {
    words,
    positions,
    traced,
    diagnostics: faults,
  } = generateSm4(module, {
    traced: lowered.positions?.changes.map(({ value }) => value),
    profile: lowered.level9 === undefined ? lowered.profile : `${library === undefined ? stage : 'lib'}_4_0`,
    flushes: true,
    vectors: lowered.lanes,
    rangeIds,
    interfaces: links?.pointers,
    declared: links && declaredInstances(links, owners),
  });
  for (const { code, severity, message } of faults) diagnostics.report({ code, severity, text: message }, nowhere);
  if (words === undefined) return undefined;
  const level9 = level9Programs(lowered, library, bound.ranges, diagnostics, nowhere);
  if (diagnostics.errors > 0) return undefined;
  return writeShader({
    level9,
    ...bound,
    ...(library !== undefined && {
      inputs: undefined,
      outputs: undefined,
      functionSignature: functionSignatureOf(library.entry),
    }),
    words,
    sendsMessages,
    rootSignature: rootSignatureOf(lowered, diagnostics),
    debug: debugOf(lowered, { words, instructions: positions, traced }, sources, options),
  });
}

/**
 * The programs for feature level 9; undefined for other shaders. A function of a library may be for one stage only: a
 * warning says for which one it is not, and there is an error where it is for none.
 */
function level9Programs(
  { level9, entryLocation }: LoweredProgram,
  library: LibraryEntry | undefined,
  ranges: readonly BoundRange[],
  diagnostics: AssemblyDiagnostics,
  nowhere: TextLocation,
): ShaderContent['level9'] {
  const programs: NonNullable<ShaderContent['level9']>[number][] = [];
  for (const { kind, stage, program: lowered, errors } of level9 ?? []) {
    const program = lowered && compileLevel9(kind, lowered, library !== undefined, ranges, CREATOR, errors, nowhere);
    if (program === undefined) continue;
    programs.push({ kind, program });
    library?.stages.add(stage);
  }
  const failed = (level9 ?? []).filter(({ errors }) => errors.errors > 0);
  if (library === undefined || programs.length === 0) for (const { errors } of failed) diagnostics.adoptErrors(errors);
  else
    for (const { stage } of failed)
      diagnostics.report(stage === 'vs' ? X3208 : X3209, entryLocation, { name: library.entry.name });
  return level9 && programs;
}

/** Keeps the registers of declarations for the functions that follow in a library. */
function noteRegisters(registers: LibraryEntry['registers'], ranges: readonly BoundRange[]): void {
  for (const { declaration, register, element = 0 } of ranges) registers.set(declaration, register - element);
}

/** The result and the parameters of a library function. */
function functionSignatureOf(entry: CheckedFunction): FunctionSignatureContent {
  const { result, semantic } = entry;
  const parameters = entry.parameters.map(({ variable: { name, type }, ...rest }) => ({ ...rest, name, type }));
  return functionSignature(
    { name: libraryName(entry), type: result, semantic, direction: 'out', modifiers: [] },
    parameters,
  );
}

/** An include callback that notes the text of each file. */
export function notedIncludes(
  { include }: CompileOptions,
  sources: Map<string, string>,
): Pick<CompileOptions, 'include'> {
  if (include === undefined) return {};
  return {
    include: (path, from, kind) => {
      const found = include(path, from, kind);
      if (found !== undefined && !sources.has(found.name)) sources.set(found.name, found.text);
      return found;
    },
  };
}

type Traced = GeneratedSm4['traced'];

/** The program database of a program that is compiled with debug information, and the name of its file. */
function debugOf(
  { positions, tokens, profile, module, entryScalars }: LoweredProgram,
  generated: { readonly words: Uint32Array; readonly instructions: readonly number[]; readonly traced: Traced },
  sources: ReadonlyMap<string, string>,
  options: ShaderOptions,
): ShaderContent['debug'] {
  if (positions === undefined) return undefined;
  const { entry, name = 'input.hlsl', defines = {}, debugName } = options;
  const pairs = [
    { name: 'hlslFlags', value: `0x${flagsOf(options).toString(16)}` },
    { name: 'hlslTarget', value: profile },
  ];
  if (entry !== undefined) pairs.push({ name: 'hlslEntry', value: entry });
  const macros = Object.entries(defines).map(([macro, value]) => ` /D${macro}=${value}`);
  if (macros.length > 0) pairs.push({ name: 'hlslDefines', value: macros.join('') });
  const program = { ...generated, positions, tokens, name, sources, module, entryScalars };
  const database = writeSpdb(debugDatabase({ compiler: CREATOR, arguments: pairs, ...program }));
  if (debugName === undefined) return { database, name: undefined };
  return { database, name: `${digits(md5(debugName === 'source' ? database : bytesOf(generated.words)))}.pdb` };
}

/**
 * Drops the streams of a geometry shader that the program does not use, as Microsoft's compiler does.
 *
 * @returns those that get vertices: only they have outputs
 */
function dropStreams(module: IrModule): ReadonlySet<number> {
  const { ops, facts } = module;
  const emitted = new Set<number>();
  const used = new Set<number>();
  for (let op = 0; op < ops.count; op++) {
    const code = ops.code[op]!;
    if (ops.region[op] === NO_OP || (code !== Op.emit && code !== Op.cut)) continue;
    used.add(ops.extra[op]!);
    if (code === Op.emit) emitted.add(ops.extra[op]!);
  }
  const topologies = facts.outputTopologies?.map((one, stream) => (used.has(stream) ? one : 'undefined'));
  if (topologies !== undefined) module.facts = { ...facts, outputTopologies: topologies };
  return emitted;
}

/** Whether a program sends messages to a debugger, or stops there. */
function hasMessages({ ops }: IrModule): boolean {
  for (let op = 0; op < ops.count; op++) if (ops.code[op] === Op.message && ops.region[op] !== NO_OP) return true;
  return false;
}

/** The root signature of the attribute `[RootSignature("...")]`, which models from 5.0 on have. */
function rootSignatureOf(
  { rootSignature, version }: LoweredProgram,
  diagnostics: AssemblyDiagnostics,
): RootSignature | undefined {
  if (rootSignature === undefined || version[0] < 5) return undefined;
  const { signature, faults } = readRootSignature(rootSignature.text, version);
  for (const { code, message } of faults) diagnostics.report(boundFault(code, message), rootSignature.location);
  return signature;
}

/** Codes of faults that Microsoft's compiler reports without a location. */
const WITHOUT_LOCATION: ReadonlySet<string> = new Set(['X4567', 'X4578', 'X4609', 'X4610']);

/** Reports the first fault of registers and offsets, as Microsoft's compiler does. */
function reportBinding(fault: BindingFault | undefined, diagnostics: AssemblyDiagnostics, nowhere: TextLocation): void {
  if (fault === undefined) return;
  const { code, message, hint, declaration, variable } = fault;
  const named = (variable ?? declaration).location;
  diagnostics.report(boundFault(code, message, hint), WITHOUT_LOCATION.has(code) ? nowhere : (named ?? nowhere));
}

/** Declares constant buffers up to the last row that is read, or that an index can reach. */
function sizeBuffers(
  { module, lastRows, counterBounds, bindingSources, source, version }: LoweredProgram,
  links: ClassLinks | undefined,
): void {
  const { ops, bindings } = module;
  const rowsOf = bindingSources.map(({ kind, number }) =>
    kind === 'buffer' ? bufferLayout(source.buffers[number]!, version).size / ROW : 0,
  );
  for (const [variable, buffer] of links?.variables ?? []) {
    const number = bindingSources.findIndex((one) => one.kind === 'buffer' && source.buffers[one.number] === buffer);
    const { offset, size } = bufferLayout(buffer, version).variables.find((one) => one.variable === variable)!;
    const binding = bindings[number]! as Writable<IrBinding>;
    binding.size = Math.max(binding.size ?? 0, Math.ceil((offset + size) / ROW));
  }
  const ranges = new IntegerRanges(module, counterBounds);
  for (let op = 0; op < ops.count; op++) {
    if (ops.code[op] !== Op['cb.load'] || ops.region[op] === NO_OP) continue;
    const number = ops.extra[op]! >> 2;
    const binding = bindings[number]! as Writable<IrBinding>;
    const rows = rowsOf[number]!;
    const { high } = ranges.of(ops.operand(op, 0));
    const last = Math.min(high, lastRows.get(op) ?? high);
    binding.size = Math.max(binding.size ?? 0, Math.min(last + 1, rows));
  }
}

/** The bindings of objects that the application may bind to interfaces. */
function declaredInstances({ declarations }: ClassLinks, owners: readonly (BindingOwner | undefined)[]): number[] {
  return owners.flatMap((owner, i) => (owner !== undefined && declarations.has(owner.declaration) ? [i] : []));
}

/** Bytes of a row. */
const ROW = 16;

function ownerOf({ kind, number, element }: BindingSource, { source }: LoweredProgram): BindingOwner | undefined {
  if (kind === 'group' || kind === 'registers') return undefined;
  const declaration = kind === 'buffer' ? source.buffers[number]! : source.resources[number]!;
  return element === undefined ? { declaration } : { declaration, element };
}
