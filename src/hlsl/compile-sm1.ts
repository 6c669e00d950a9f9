/**
 * Compiles a lowered source to the stream of shader models 1 to 3: registers of constants, samplers, inputs and
 * outputs, the constant table as a comment, and the program.
 */
import type { AssemblyDiagnostics } from '../assemble/diagnostics.ts';
import type { TextLocation } from '../assemble/text-location.ts';
import type { Message } from '../base/messages.ts';
import {
  SM1_LIBRARY_PIXEL,
  SM1_LIBRARY_VERTEX,
  SM1_PIXEL,
  SM1_VERSION,
  SM1_VERTEX,
  Sm1Version,
} from '../base/profile.ts';
import { bytesOf, joinWords, wordsOf } from '../base/words.ts';
import type { Level9Content, Level9Kind } from '../chunks/aon9.ts';
import { type ConstantTable, constantTable, serializeConstantTable } from '../chunks/ctab.ts';
import { type UniformKind, type UniformScalar, useFlowRegisters } from '../generate/sm1/flow-registers.ts';
import { generateSm1 } from '../generate/sm1/generate.ts';
import type { Sm1ProgramSize } from '../generate/sm1/size.ts';
import type { TracedSm1Program } from '../generate/sm1/writes.ts';
import { Sm1CommentTag, sm1Comment } from '../isa/sm1/comments.ts';
import { renameSm1Registers, type Sm1RegisterRef, sm1OpcodeOf } from '../isa/sm1/edit.ts';
import { decodeSm1, encodeSm1 } from '../isa/sm1/encode.ts';
import { SM1_MAX_TEXTURE_ORDER, sm1SlotLimits, sm1TempLimit } from '../isa/sm1/limits.ts';
import { debugComment } from './bind/debug-sm1.ts';
import {
  type BoundRange,
  bindLevel9,
  bindSm1Constants,
  conditionAt,
  numberSm1Registers,
  registerScalars,
  sm1ConstantLimit,
  toLevel9Element,
} from './bind/index.ts';
import { COMPATIBILITY } from './bind/reflection.ts';
import { FIRST_COORDINATE } from './bind/sm1-signatures.ts';
import type { TakePreshader } from './effects/preshaders.ts';
import type { LoweredProgram } from './front-end.ts';
import type { BindingSource } from './lower/bindings.ts';
import { flowControlOf } from './lower/sm1-flow.ts';
import { signatureFault, X4505, X4547, X4548, X5233, X5426, X5589, X5608, X5609, X5612, X5615 } from './messages.ts';

/** The major and minor version in a version token. */
const VERSION = 0xffff;
/** `D3DCOMPILE_SKIP_OPTIMIZATION` */
const SKIP_OPTIMIZATION = 0x4;
/** `D3DCOMPILE_NO_PRESHADER` */
const NO_PRESHADER = 0x100;

/**
 * Gives a module its registers, and returns its constant table. Reports the first fault of registers.
 */
function bindSm1(
  lowered: LoweredProgram,
  creator: string,
  flags: number,
  diagnostics: AssemblyDiagnostics,
  nowhere: TextLocation,
): ConstantTable {
  const { module, bindingSources, source, lastRows, profile } = lowered;
  numberSm1Registers(module);
  if (hasFlowRegisters(lowered)) readFlowRegisters(lowered, (flags & SKIP_OPTIMIZATION) !== 0);
  const { constants, faults } = bindSm1Constants(
    module,
    bindingSources,
    source,
    lastRows,
    (flags & COMPATIBILITY) !== 0,
  );
  const [fault] = faults;
  if (fault !== undefined)
    diagnostics.report(signatureFault(fault.code, fault.message), fault.declaration.location ?? nowhere);
  return constantTable({
    creator,
    target: profile,
    version: versionToken(lowered),
    flags,
    constants,
  });
}

/** How a program of models 1 to 3 is written. */
export interface Sm1Options {
  /** Takes what depends on constants alone out of the program; undefined to leave it there. */
  readonly takePreshader?: TakePreshader | undefined;
  /**
   * Whether the program may have more instructions and registers than its model, because it becomes code of another
   * language.
   */
  readonly isTranslated?: boolean;
}

/** The bytes of a program; undefined where there are errors. */
export function compileSm1(
  lowered: LoweredProgram,
  creator: string,
  flags: number,
  diagnostics: AssemblyDiagnostics,
  nowhere: TextLocation,
  { takePreshader, isTranslated }: Sm1Options,
): Uint8Array | undefined {
  const taken = (flags & SKIP_OPTIMIZATION) !== 0 ? undefined : takePreshader?.(lowered, hasFlowRegisters(lowered));
  const tableFlags = takePreshader === undefined ? flags | NO_PRESHADER : flags;
  const table = bindSm1(lowered, creator, tableFlags, diagnostics, nowhere);
  const isVariable = isBooleanOf(lowered);
  const isBoolean = (constant: UniformScalar) =>
    isVariable(constant) || taken?.isCondition(constant.binding, constant.row) === true;
  const generated = generate(lowered, lowered.profile, isBoolean, diagnostics, nowhere, isTranslated);
  if (generated === undefined) return undefined;
  const { words } = generated;
  const constants = sm1Comment(Sm1CommentTag.constantTable, wordsOf(serializeConstantTable(table)));
  const preshader = taken === undefined ? new Uint32Array(0) : taken.comment(creator, flags);
  if (constants === undefined || preshader === undefined) {
    diagnostics.report(X4548, nowhere);
    return undefined;
  }
  const others = constants.byteLength + preshader.byteLength;
  const debug = debugOf(lowered, creator, generated, others, () => diagnostics.report(X4547, nowhere));
  return bytesOf(joinWords([words.subarray(0, 1), debug, constants, preshader, words.subarray(1)]));
}

/**
 * The content of the chunk for feature level 9; undefined where there are errors.
 *
 * @param ranges the registers in the program of model 4.0
 */
export function compileLevel9(
  kind: Level9Kind,
  lowered: LoweredProgram,
  isLibrary: boolean,
  ranges: readonly BoundRange[],
  creator: string,
  diagnostics: AssemblyDiagnostics,
  nowhere: TextLocation,
): Level9Content | undefined {
  const { module, bindingSources, source, lastRows, profile } = lowered;
  numberSm1Registers(module, !isLibrary);
  const sources = [...bindingSources];
  const { content, faults, isBoolean } = bindLevel9({
    module,
    sources,
    declarations: source,
    lastRows,
    clipPlanes: lowered.clipPlanes,
    ranges,
  });
  const [fault] = faults;
  if (fault !== undefined)
    diagnostics.report(signatureFault(fault.code, fault.message), fault.declaration?.location ?? nowhere);
  const generated = generate(lowered, profile, isBoolean, diagnostics, nowhere);
  if (generated === undefined) return undefined;
  const version = isLibrary ? ofLibrary(versionToken(lowered)) : versionToken(lowered);
  if (kind !== 'level9') return { ...content, version, words: inputsInTemps(generated.words, lowered) };
  const bound = { ...lowered, bindingSources: sources };
  const debug = debugOf(bound, creator, generated, 0, () => diagnostics.report(X4547, nowhere));
  const words = joinWords([generated.words.subarray(0, 1), debug, generated.words.subarray(1)]);
  return { ...content, version, words: isLibrary ? functionOf(words) : words };
}

/** A function made of a shader: its results are texture coordinates in both stages. */
function functionOf(words: Uint32Array): Uint32Array {
  const program = decodeSm1(bytesOf(words));
  const rename = ({ register, number }: Sm1RegisterRef): Sm1RegisterRef =>
    register === 'colorOut' ? { register: 'outputOrTexCoordOut', number } : { register, number };
  const renamed = wordsOf(encodeSm1(renameSm1Registers(program, rename, { start: 0, end: program.nodes.length })));
  renamed[0] = ofLibrary(renamed[0]!);
  return renamed;
}

/** The version token of a function instead of that of a shader. */
function ofLibrary(token: number): number {
  const isPixel = SM1_VERSION.stage.get(token) === SM1_PIXEL;
  return SM1_VERSION.stage.set(token, isPixel ? SM1_LIBRARY_PIXEL : SM1_LIBRARY_VERTEX);
}

/** Programs for XNA find their inputs in the temporary registers with the numbers of the signature (source: oracle). */
function inputsInTemps(
  words: Uint32Array,
  { module: { inputs, stage }, inputs: signature }: LoweredProgram,
): Uint32Array {
  const file = stage === 'vs' ? 'input' : 'addressOrTexture';
  const registers = new Map(
    signature.elements.map((packed) => {
      const { semantic, semanticIndex } = toLevel9Element(packed, signature.elements, stage, 'in');
      return [`${semantic} ${semanticIndex}`, packed.register] as const;
    }),
  );
  const temps = new Map(
    inputs.map(({ register, semantic, semanticIndex }) => {
      const number = stage === 'vs' ? register : register - FIRST_COORDINATE;
      return [number, registers.get(`${semantic} ${semanticIndex}`)!] as const;
    }),
  );
  const count = Math.max(-1, ...temps.values()) + 1;
  const rename = ({ register, number }: Sm1RegisterRef): Sm1RegisterRef => {
    if (register === 'temp') return { register, number: number + count };
    const temp = register === file ? temps.get(number) : undefined;
    return temp === undefined ? { register, number } : { register: 'temp', number: temp };
  };
  const program = decodeSm1(bytesOf(words));
  const start = program.nodes.findIndex((node) => !/^(dcl|def)/.test(sm1OpcodeOf(node) ?? ''));
  const renamed = renameSm1Registers(program, rename, { start, end: program.nodes.length });
  return wordsOf(encodeSm1(renamed));
}

interface GeneratedProgram {
  readonly words: Uint32Array;
  readonly traced: TracedSm1Program;
}

/** A program that fits into its profile. */
function generate(
  lowered: LoweredProgram,
  profile: string,
  isBoolean: (constant: UniformScalar) => boolean,
  diagnostics: AssemblyDiagnostics,
  nowhere: TextLocation,
  isTranslated = false,
): GeneratedProgram | undefined {
  if (diagnostics.errors > 0) return undefined;
  const {
    words,
    size,
    traced,
    diagnostics: faults,
  } = generateSm1(lowered.module, {
    profile,
    isBoolean,
    isTranslated,
    vectors: lowered.lanes,
  });
  for (const { code, severity, message } of faults) diagnostics.report({ code, severity, text: message }, nowhere);
  if (words === undefined || size === undefined || traced === undefined) return undefined;
  if (!isTranslated) checkSize(lowered, words[0]! & VERSION, size, diagnostics);
  return diagnostics.errors > 0 ? undefined : { words, traced };
}

/**
 * The comment with debug information; empty where it was not asked for.
 *
 * @param otherComments bytes of those before the instructions
 * @param reportLength is called where it is too long for a comment
 */
function debugOf(
  { positions, ...lowered }: LoweredProgram,
  compiler: string,
  { words, traced }: GeneratedProgram,
  otherComments: number,
  reportLength: () => void,
): Uint32Array {
  if (positions === undefined) return new Uint32Array(0);
  const program = { ...lowered, compiler, words, traced, positions };
  const payload = debugComment(program, (size) => size + SM1_COMMENT_HEADER + otherComments);
  const comment = sm1Comment(Sm1CommentTag.debug, wordsOf(payload));
  if (comment === undefined) reportLength();
  return comment ?? new Uint32Array(0);
}

/** Bytes of a comment before its payload: its token and its tag. */
const SM1_COMMENT_HEADER = 8;

/** Reports what a program has too much of, at the entry point. */
function checkSize(
  { stage, profile, entryLocation }: LoweredProgram,
  version: number,
  { arithmeticSlots, textureSlots, textureOrder, temps, constants }: Sm1ProgramSize,
  diagnostics: AssemblyDiagnostics,
): void {
  const isPixel = stage === 'ps';
  const limits = sm1SlotLimits(isPixel, version);
  const check = (message: Message, count: number, limit: number | undefined): boolean => {
    if (limit === undefined || count <= limit) return false;
    diagnostics.report(message, entryLocation, { count, profile, limit });
    return true;
  };
  const isVs11 = !isPixel && version < Sm1Version.v2_0;
  const [ofArithmetic, total] = [isPixel ? X5608 : isVs11 ? X5612 : X5615, arithmeticSlots + textureSlots];
  const isTooLarge =
    check(X5589, constants, sm1ConstantLimit(profile)) ||
    (isPixel && check(X5233, textureSlots, limits?.texture)) ||
    check(ofArithmetic, arithmeticSlots, limits?.arithmetic) ||
    (isPixel && check(X5609, total, limits?.total)) ||
    (isPixel && version === Sm1Version.v2_0 && check(X5426, textureOrder, SM1_MAX_TEXTURE_ORDER));
  if (!isTooLarge) check(X4505, temps, sm1TempLimit(profile));
}

/** Whether a register of a variable has a condition, 0 or 1. */
function isBooleanOf({ bindingSources, source, module }: LoweredProgram): (constant: UniformScalar) => boolean {
  const kinds = bindingSources.map(({ kind, number, element = 0 }, i) =>
    kind === 'variable' && module.bindings[i]!.file === 'float'
      ? registerScalars(source.buffers[number]!.variables[element]!.type)
      : [],
  );
  return ({ binding, row }) => kinds[binding]?.[row] === 'bool';
}

/** Whether loops and branches of a profile read integer and boolean constants, as Microsoft's compiler has them. */
function hasFlowRegisters({ stage, version: [major] }: LoweredProgram): boolean {
  return major >= 3 || (major === 2 && stage === 'vs');
}

/** Gives variables that count loops or choose branches bindings of their own. */
function readFlowRegisters({ module, bindingSources, source, profile }: LoweredProgram, isUnoptimized: boolean): void {
  const countsLoops = !isUnoptimized || flowControlOf(profile) === 'static';
  const sources = bindingSources as BindingSource[];
  const conditionOf = ({ binding, row, component }: UniformScalar): number | undefined => {
    const { kind, number, element = 0 } = sources[binding]!;
    return kind === 'variable'
      ? conditionAt(source.buffers[number]!.variables[element]!.type, 4 * row + component)
      : undefined;
  };
  const kindOf = (scalar: UniformScalar): UniformKind => {
    if (conditionOf(scalar) !== undefined) return 'bool';
    const { kind, number, element = 0 } = sources[scalar.binding]!;
    if (kind !== 'variable' || !countsLoops) return undefined;
    // An array of integers counts no loops.
    const { type } = source.buffers[number]!.variables[element]!;
    return type.kind === 'numeric' && type.shape === 'scalar' && /^u?int$/.test(type.scalar) ? 'int' : undefined;
  };
  const newRegister = (scalar: UniformScalar, file: 'int' | 'bool') => {
    const { binding } = scalar;
    const row = conditionOf(scalar) ?? scalar.row;
    const owner = sources[binding]!;
    const known = sources.findIndex((one, i) => one === owner && module.bindings[i]!.file === file);
    if (known >= 0) return { binding: known, row };
    sources.push(owner);
    return { binding: module.bindings.push({ ...module.bindings[binding]!, file }) - 1, row };
  };
  useFlowRegisters(module, { kindOf, newRegister });
}

function versionToken({ stage, version: [major, minor] }: LoweredProgram): number {
  const token = SM1_VERSION.stage.set(0, stage === 'ps' ? SM1_PIXEL : SM1_VERTEX);
  return SM1_VERSION.minor.set(SM1_VERSION.major.set(token, major), minor);
}
