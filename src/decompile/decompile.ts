/**
 * HLSL from a compiled shader: lowering, the passes that keep what the compiler wrote, names, and the text.
 *
 * Not for: the text of operations (src/emit/hlsl).
 */
import { type ByteSource, toBytes } from '../base/bytes.ts';
import { type Diagnostic, Diagnostics } from '../base/diagnostics.ts';
import { SM1_VERSION } from '../base/profile.ts';
import { DX6001, DX6005 } from '../emit/common/messages.ts';
import { NameScope } from '../emit/common/names.ts';
import type { EmitReport, PlannedResource } from '../emit/common/plan.ts';
import { resourceUses, Use, viewKind } from '../emit/common/resource-uses.ts';
import { emitHlsl } from '../emit/hlsl/emit-hlsl.ts';
import type { HlslPlan } from '../emit/hlsl/plan.ts';
import { HLSL_RESERVED, hlslIdentifier } from '../emit/hlsl/types.ts';
import { isLevel9, readShaderFile, type ShaderFile } from '../file/shader-file.ts';
import type { IrBinding, IrModule } from '../ir/index.ts';
import { runDefaultPasses } from '../ir/passes/run-passes.ts';
import { lowerProgram } from '../lower/lower.ts';
import { DX5091 } from '../lower/messages.ts';
import { defaultValueOf } from '../reflect/default-value.ts';
import { readShaderInterface, type ShaderInterface } from '../reflect/shader-interface.ts';
import { boundAs, nameElements, resourceName } from '../translate/reflected.ts';
import { STAGE_NAMES } from '../translate/stages.ts';
import { appendBuffers } from './append-buffers.ts';
import { dropDefaultBodies, planClasses } from './class-linkage.ts';
import { elementTypes } from './element-types.ts';
import { constantLayouts } from './layouts.ts';
import { signatureOf } from './signature.ts';
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

/** Stages that the text has an entry point for. */
const STAGES = ['vs', 'ps', 'gs', 'hs', 'ds', 'cs'];
const WORD = 4;

/**
 * Returns the first program of a shader as HLSL source.
 *
 * @throws TypeError when the input holds no bytes
 */
export function decompile(input: ByteSource): DecompiledShader {
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
  const { container } = file;
  const sm4 = container && readShaderInterface(container, module.stage, defaultValueOf);
  nameElements(module, sm4);
  dropDefaultBodies(module);
  runDefaultPasses(module);
  const profile = profileOf(module, file);
  const switches = switchesOf(module);
  const plan = planOf(module, file, sm4, profile, switches);
  if (typeof plan === 'string') {
    report(DX6005, 0, { target: 'HLSL', what: plan });
    return result();
  }
  const emission = emitHlsl(module, plan, report);
  const code = emission.code as string;
  const { facts } = module;
  module.release();
  // Feature level 9 has no unsigned numbers, and fewer system values.
  if (profile !== facts.profile && /\buint|SV_ClipDistance/.test(code)) {
    const changed = code.replace(`/T ${profile}`, `/T ${facts.profile}`);
    return result(changed, facts.profile, switches, emission.sourceMap);
  }
  return result(code, profile, switches, emission.sourceMap);
}

/** The profile; that of feature level 9 where the file has a program for it as well. */
function profileOf({ stage, facts }: IrModule, { programs }: ShaderFile): string {
  const level9 = programs.find(isLevel9);
  if (level9 === undefined) return facts.profile;
  const isFirst = SM1_VERSION.minor.get(level9.words[0] ?? 0) === 0;
  return `${stage}_4_0_level_${level9.chunk === 'Aon9' ? (isFirst ? '9_1' : '9_3') : '9_0'}`;
}

/** The switches of fxc that a program needs, as far as its words show them. */
function switchesOf({ bindings, facts }: IrModule): string[] {
  const switches: string[] = [];
  if (facts.skipsOptimization) switches.push('/Od');
  // Strict arithmetic: the flag is absent, and only programs of model 5 have it.
  if (facts.version[0] >= 5 && !facts.allowsRefactoring) switches.push('/Gis');
  if (bindings.some(({ count }) => count === 0)) switches.push('/enable_unbounded_descriptor_tables');
  return switches;
}

function planOf(
  module: IrModule,
  { container }: ShaderFile,
  reflection: ShaderInterface | undefined,
  profile: string,
  switches: readonly string[],
): HlslPlan | string {
  const names = new NameScope(HLSL_RESERVED, hlslIdentifier);
  const entryPoint = names.unique('main');
  const layouts = constantLayouts(module, reflection, names);
  const classes = planClasses(module, container, reflection, layouts, names);
  if (typeof classes === 'string') return classes;
  const uses = resourceUses(module);
  const resources = module.bindings.map(
    (binding, number): PlannedResource => ({
      binding: number,
      element: 0,
      role: 'main',
      kind: 'texture',
      format: formatOf(binding, uses.bindings[number]!, reflection),
      name: classes?.undeclared.has(number)
        ? (boundAs(binding, reflection)?.name ?? '')
        : names.unique(resourceName(binding, 0, reflection)),
      group: binding.space,
      number: binding.register,
    }),
  );
  const elements = elementTypes(module, reflection, names);
  const globals = names.fork();
  return {
    version: '',
    entryPoint,
    names,
    layouts,
    elements,
    appendBuffers: appendBuffers(module, reflection, elements),
    profile: 'fast',
    robustness: 'off',
    uses,
    resources,
    inputs: [],
    outputs: [],
    invariantPosition: false,
    runtime: { name: 'runtime', group: 0, number: 0 },
    constants: new Map(),
    signature: signatureOf(module, reflection, names),
    ...(classes !== undefined && { classes: { ...classes, names: globals } }),
    isStrict: switches.includes('/Gis'),
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
  const row = boundAs(binding, reflection);
  if (row === undefined && (use & (Use.load | Use.fetch | Use.atomic)) !== 0) return scalar;
  const width = row === undefined ? 4 : ((row.uFlags >> 2) & 3) + 1;
  return width === 1 ? scalar : `${scalar}${width}`;
}
