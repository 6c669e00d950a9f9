/**
 * Compiles HLSL to the containers that Direct3D 10 to 12 load, as Microsoft's compiler does: the same layouts, registers,
 * signatures and reflection, and a program that computes the same.
 */
import { type AssemblyDiagnostic, AssemblyDiagnostics } from '../assemble/diagnostics.ts';
import { textOf } from '../assemble/text-location.ts';
import type { ByteSource } from '../base/bytes.ts';
import { checkOptions, type OptionTypes } from '../base/check-options.ts';
import type { Writable } from '../base/writable.ts';
import { generateSm4 } from '../generate/sm4/generate.ts';
import type { IrBinding } from '../ir/declarations.ts';
import type { IrModule } from '../ir/module.ts';
import { NO_OP } from '../ir/op-store.ts';
import { Op } from '../ir/ops.ts';
import {
  assignRegisters,
  type BindingOwner,
  type BoundDeclaration,
  type BoundRange,
  bufferLayout,
  elementKey,
  type PackedElement,
  programUse,
  resourceDefinitions,
  type SignatureDirection,
  signatureElements,
  targetCount,
  toIrElement,
  writeShader,
} from './bind/index.ts';
import { type LoweredProgram, lowerProgram, parseProfile, type SourceOptions } from './front-end.ts';
import type { BindingSource } from './lower/lowering.ts';
import { X3506 } from './messages.ts';
import { reportRegisters } from './register-faults.ts';

export type CompileOptions = SourceOptions;

export interface Compiled {
  /** The container; undefined where there are errors. */
  readonly bytes: Uint8Array | undefined;
  readonly diagnostics: readonly AssemblyDiagnostic[];
}

/** The name of the compiler in reflection. */
const CREATOR = 'dxlens';

const OPTIONS: OptionTypes<CompileOptions> = {
  profile: 'string',
  entry: 'string',
  name: 'string',
  defines: 'object',
  include: 'function',
  rowMajor: 'boolean',
  strict: 'boolean',
  compatibility: 'boolean',
  flow: 'string',
  skipOptimization: 'boolean',
};

/**
 * Compiles one source. Faults of the source are diagnostics, never exceptions.
 *
 * @param text bytes are taken as one character each, so that columns count bytes as Microsoft's do
 * @throws TypeError when `text` is neither a string nor bytes, or an option is unknown or of the wrong type
 */
export function compile(text: string | ByteSource, options: CompileOptions): Compiled {
  checkOptions(options, OPTIONS, 'compile');
  const source = textOf(text, 'compile');
  const { name = 'input.hlsl', profile } = options;
  const diagnostics = new AssemblyDiagnostics(source, name);
  if (parseProfile(profile) === undefined) {
    const nowhere = { source, start: 0, end: 0, line: 1, column: 1, file: name };
    diagnostics.report(X3506, nowhere, { profile });
    return { bytes: undefined, diagnostics: diagnostics.list };
  }
  const lowered = lowerProgram(source, diagnostics, options);
  const bytes = lowered && generate(lowered, diagnostics, source, name);
  return { bytes: diagnostics.errors > 0 ? undefined : bytes, diagnostics: diagnostics.list };
}

function generate(
  lowered: LoweredProgram,
  diagnostics: AssemblyDiagnostics,
  source: string,
  name: string,
): Uint8Array | undefined {
  const { module, stage, version, profile, inputs, outputs, patchConstants } = lowered;
  const { buffers, resources } = lowered.source;
  const declarations: BoundDeclaration[] = [...buffers, ...resources];
  const owners = lowered.bindingSources.map((one) => ownerOf(one, lowered));
  const use = programUse(module, owners);
  const targets = stage === 'ps' ? targetCount(outputs.elements) : 0;
  const ranges = assignRegisters(declarations, use.elements, { profile, version, targets });
  const nowhere = { source, start: 0, end: 0, line: 1, column: 1, file: name };
  reportRegisters(diagnostics, ranges, { stage, version, targets, nowhere });
  if (diagnostics.errors > 0) return undefined;
  placeBindings(module, owners, ranges);
  sizeBuffers(lowered);
  const definitions = resourceDefinitions({
    stage,
    version,
    flags: 0,
    creator: CREATOR,
    buffers,
    ranges,
    usedVariables: use.variables,
    counted: use.counted,
  });
  const signature = (packed: readonly PackedElement[], direction: SignatureDirection) => {
    const isWritten = direction !== 'in' && !(direction === 'patch' && stage === 'ds');
    const used = isWritten ? use.outputs : use.inputs;
    return signatureElements(
      packed,
      (element) => used.get(elementKey(toIrElement(element, stage, direction))) ?? 0,
      isWritten,
    );
  };
  const { words, diagnostics: faults } = generateSm4(module, { profile });
  for (const { code, severity, message } of faults) diagnostics.report({ code, severity, text: message }, nowhere);
  if (words === undefined) return undefined;
  return writeShader({
    words,
    resources: definitions,
    inputs: signature(inputs.elements, 'in'),
    outputs: signature(outputs.elements, 'out'),
    patchConstants: patchConstants && signature(patchConstants.elements, 'patch'),
  });
}

/** Declares constant buffers up to the last row that is read. */
function sizeBuffers({ module, lastRows, bindingSources, source, version }: LoweredProgram): void {
  const { ops, bindings } = module;
  for (let op = 0; op < ops.count; op++) {
    if (ops.code[op] !== Op['cb.load'] || ops.region[op] === NO_OP) continue;
    const number = ops.extra[op]! >> 2;
    const binding = bindings[number]! as Writable<IrBinding>;
    const row = ops.operand(op, 0);
    const last = ops.code[row] === Op.const ? ops.operand(row, 0) : lastRows.get(op);
    const { kind, number: buffer } = bindingSources[number]!;
    if (kind !== 'buffer') continue;
    const rows = bufferLayout(source.buffers[buffer]!, version).size / ROW;
    binding.size = Math.max(binding.size ?? 0, Math.min(last === undefined ? rows : last + 1, rows));
  }
}

/** Bytes of a row. */
const ROW = 16;

function ownerOf({ kind, number, element }: BindingSource, { source }: LoweredProgram): BindingOwner | undefined {
  if (kind === 'group') return undefined;
  const declaration = kind === 'buffer' ? source.buffers[number]! : source.resources[number]!;
  return element === undefined ? { declaration } : { declaration, element };
}

/** Gives bindings their registers. */
function placeBindings(
  module: IrModule,
  owners: readonly (BindingOwner | undefined)[],
  ranges: readonly BoundRange[],
): void {
  for (const [i, owner] of owners.entries()) {
    if (owner === undefined) continue;
    const { declaration, element = 0 } = owner;
    const range =
      ranges.find((one) => one.declaration === declaration && one.element === element) ??
      ranges.find((one) => one.declaration === declaration && one.element === undefined);
    if (range === undefined) continue;
    const binding = module.bindings[i]! as Writable<IrBinding>;
    binding.register = range.register + (range.element === undefined ? element : 0);
    binding.space = range.space;
    if (owner.element === undefined) binding.count = range.count;
  }
}
