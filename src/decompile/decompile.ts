/**
 * HLSL from a compiled shader: lowering, the passes that keep what the compiler wrote, names, and the text.
 *
 * Not for: the text of operations (src/emit/hlsl).
 */
import { type ByteSource, toBytes } from '../base/bytes.ts';
import { type Diagnostic, Diagnostics } from '../base/diagnostics.ts';
import { DX6001 } from '../emit/common/messages.ts';
import { NameScope } from '../emit/common/names.ts';
import type { EmitReport, PlannedResource } from '../emit/common/plan.ts';
import { resourceUses, Use, viewKind } from '../emit/common/resource-uses.ts';
import { emitHlsl, type HlslPlan } from '../emit/hlsl/emit-hlsl.ts';
import type { EntryParameter } from '../emit/hlsl/interface.ts';
import { HLSL_RESERVED } from '../emit/hlsl/types.ts';
import { readShaderFile } from '../file/shader-file.ts';
import { type IrBinding, type IrElement, type IrModule, Kind } from '../ir/index.ts';
import { runDefaultPasses } from '../ir/passes/run-passes.ts';
import { lowerProgram } from '../lower/lower.ts';
import { DX5091 } from '../lower/messages.ts';
import type { ParameterDesc } from '../reflect/parameters.ts';
import type { ShaderInterface } from '../reflect/shader-interface.ts';
import { boundAs, nameElements, reflectSm4, resourceName } from '../translate/reflected.ts';
import { STAGE_NAMES } from '../translate/stages.ts';
import { planSm1, SM1_OPTIONS } from './sm1.ts';

export interface DecompiledShader {
  /** The source; undefined where the diagnostics say why there is none. */
  readonly code: string | undefined;
  /** The profile that the source compiles for, as `ps_5_0`. */
  readonly profile: string;
  readonly entryPoint: string;
  /** The switches of fxc that the source needs, as `/Gis`. */
  readonly switches: readonly string[];
  /** Pairs of a line, from 1, and a token. */
  readonly sourceMap: readonly (readonly [number, number])[];
  readonly diagnostics: readonly Diagnostic[];
}

export interface DecompileOptions {
  /**
   * `readable` (the default) is for people; `exact` stays as close to the words of the program as it can.
   */
  readonly style?: 'readable' | 'exact';
}

/** Stages that the text has an entry point for. */
const STAGES = ['vs', 'ps', 'cs'];
const WORD = 4;

/**
 * Returns the first program of a shader as HLSL source.
 *
 * @throws TypeError when the input holds no bytes
 */
export function decompile(input: ByteSource, _options: DecompileOptions = {}): DecompiledShader {
  const diagnostics = new Diagnostics();
  const file = readShaderFile(toBytes(input, 'decompile'), diagnostics);
  const [program] = file.programs;
  const result = (
    code?: string,
    profile = '',
    switches: readonly string[] = [],
    sourceMap: [number, number][] = [],
  ): DecompiledShader => ({
    code: diagnostics.hasErrors ? undefined : code,
    profile,
    entryPoint: 'main',
    switches,
    sourceMap,
    diagnostics: diagnostics.list,
  });
  if (program === undefined) {
    if (!diagnostics.hasErrors) diagnostics.report(DX5091, 0, 0);
    return result();
  }
  const { module, diagnostics: found } = lowerProgram(program, undefined, SM1_OPTIONS);
  for (const one of found) diagnostics.list.push(one);
  if (module === undefined) return result();
  const report: EmitReport = (message, at, values = {}) => {
    const start = program.offset + WORD * at;
    diagnostics.report(message, start, start + WORD, values);
  };
  if (program.isa === 'sm1') {
    const plan = planSm1(module, program, report);
    const { code, sourceMap } = emitHlsl(module, plan, report);
    module.release();
    return result(code as string, plan.target, plan.switches, sourceMap);
  }
  if (!STAGES.includes(module.stage)) {
    report(DX6001, 0, { target: 'HLSL', stage: STAGE_NAMES[module.stage] });
    return result();
  }
  const { sm4 } = reflectSm4(file);
  nameElements(module, sm4);
  runDefaultPasses(module);
  const { profile } = module.facts;
  const switches = switchesOf(module);
  const plan = planOf(module, sm4, switches);
  const { code, sourceMap } = emitHlsl(module, plan, report);
  module.release();
  return result(code as string, profile, switches, sourceMap);
}

const KINDS: Readonly<Record<string, number>> = { float32: Kind.f32, sint32: Kind.i32, uint32: Kind.u32 };

/** The switches of fxc that a program needs. */
function switchesOf(module: IrModule): string[] {
  return module.bindings.some(({ count }) => count === 0) ? ['/enable_unbounded_descriptor_tables'] : [];
}

function planOf(module: IrModule, reflection: ShaderInterface | undefined, switches: readonly string[]): HlslPlan {
  const uses = resourceUses(module);
  const names = new NameScope(HLSL_RESERVED);
  const resources = module.bindings.map(
    (binding, number): PlannedResource => ({
      binding: number,
      element: 0,
      role: 'main',
      kind: 'texture',
      format: formatOf(binding, uses.bindings[number]!, reflection),
      name: names.unique(resourceName(binding, 0, reflection)),
      group: binding.space,
      number: binding.register,
    }),
  );
  const { profile } = module.facts;
  return {
    version: '',
    entryPoint: 'main',
    profile: 'fast',
    robustness: 'off',
    uses,
    resources,
    inputs: [],
    outputs: [],
    invariantPosition: false,
    runtime: { name: 'runtime', group: 0, number: 0 },
    constants: new Map(),
    inputsOfEntry: parametersOf(module, module.inputs, reflection?.inputParameters ?? [], true, names),
    outputsOfEntry: parametersOf(module, module.outputs, reflection?.outputParameters ?? [], false, names),
    heading: ['// fxc', `/T ${profile}`, '/E main', ...switches].join(' '),
  };
}

const SCALARS = { f32: 'float', i32: 'int', u32: 'uint' } as const;

/** The type of the elements of a typed view. */
function formatOf(binding: IrBinding, use: number, reflection: ShaderInterface | undefined): string {
  const first = binding.returnTypes?.[0];
  const norm = first === 'unorm' || first === 'snorm' ? `${first} ` : '';
  const scalar = `${norm}${SCALARS[viewKind(binding)]}`;
  if (binding.kind !== 'uav') return `${scalar}4`;
  if ((use & (Use.load | Use.fetch | Use.atomic)) !== 0) return scalar;
  const row = boundAs(binding, reflection);
  const width = row === undefined ? 4 : ((row.uFlags >> 2) & 3) + 1;
  return width === 1 ? scalar : `${scalar}${width}`;
}

/** Semantics of registers without a number, with their types. */
const SPECIALS: Readonly<Record<string, readonly [semantic: string, kind: number, width: number]>> = {
  threadId: ['SV_DispatchThreadID', Kind.u32, 3],
  threadGroupId: ['SV_GroupID', Kind.u32, 3],
  threadIdInGroup: ['SV_GroupThreadID', Kind.u32, 3],
  threadIdInGroupFlattened: ['SV_GroupIndex', Kind.u32, 1],
  coverage: ['SV_Coverage', Kind.u32, 1],
  innerCoverage: ['SV_InnerCoverage', Kind.u32, 1],
  primitiveId: ['SV_PrimitiveID', Kind.u32, 1],
  depth: ['SV_Depth', Kind.f32, 1],
  depthGreaterEqual: ['SV_DepthGreaterEqual', Kind.f32, 1],
  depthLessEqual: ['SV_DepthLessEqual', Kind.f32, 1],
  stencilReference: ['SV_StencilRef', Kind.u32, 1],
};

const MODIFIERS: Readonly<Record<string, string>> = {
  constant: 'nointerpolation ',
  linearCentroid: 'centroid ',
  linearNoperspective: 'noperspective ',
  linearNoperspectiveCentroid: 'noperspective centroid ',
  linearSample: 'sample ',
  linearNoperspectiveSample: 'noperspective sample ',
};

/** The parameters of the entry point: the signature in its order, then registers without a number. */
function parametersOf(
  module: IrModule,
  elements: readonly IrElement[],
  signature: readonly ParameterDesc[],
  isInput: boolean,
  names: NameScope,
): EntryParameter[] {
  const taken = new Set<number>();
  const list = signature.map((parameter): EntryParameter => {
    const { semanticName, semanticIndex, mask, componentType } = parameter;
    const found = elements.flatMap((element, i) => (matches(element, parameter) ? i : []));
    for (const i of found) taken.add(i);
    const isSystem = /^sv_/i.test(semanticName);
    const kind = KINDS[String(componentType)] ?? Kind.f32;
    const name = isSystem ? semanticName.slice(3) : semanticName;
    const interpolation = found.map((i) => elements[i]!.interpolation).find((one) => one !== undefined);
    const isFlat = module.stage === 'ps' && isInput && kind !== Kind.f32;
    return {
      name: names.unique(`${isInput ? '' : 'out_'}${name.toLowerCase()}${semanticIndex === 0 ? '' : semanticIndex}`),
      semantic: `${semanticName}${semanticIndex === 0 && !/\d$/.test(semanticName) ? '' : semanticIndex}`,
      kind,
      first: mask === 0 ? 0 : 31 - Math.clz32(mask & -mask),
      width: Math.max(bitCount(mask), 1),
      modifiers:
        isInput && module.stage === 'ps' && !isFlat && (!isSystem || semanticName.toLowerCase() === 'sv_position')
          ? (MODIFIERS[interpolation ?? ''] ?? '')
          : '',
      elements: found,
    };
  });
  for (const [i, element] of elements.entries()) {
    const special = SPECIALS[element.special ?? ''];
    if (taken.has(i) || special === undefined) continue;
    const [semantic, kind, width] = special;
    list.push({
      name: names.unique(`${isInput ? '' : 'out_'}${semantic.slice(3).toLowerCase()}`),
      semantic,
      kind,
      first: 0,
      width,
      modifiers: '',
      elements: [i],
    });
  }
  return list;
}

function bitCount(mask: number): number {
  let count = 0;
  for (let left = mask; left !== 0; left &= left - 1) count++;
  return count;
}

/** Whether an element is of a parameter; registers without a number have the semantic of what they are. */
function matches(element: IrElement, { register, mask, semanticName }: ParameterDesc): boolean {
  if (element.special !== undefined) return SPECIALS[element.special]?.[0].toLowerCase() === semanticName.toLowerCase();
  return element.register === register && (element.mask & mask) !== 0;
}
