/**
 * The source of one shader: lowering, the passes that keep what the compiler wrote, names, and the text.
 *
 * Not for: the text of operations (src/emit/hlsl), files with several programs (decompile.ts).
 */
import type { Diagnostics } from '../base/diagnostics.ts';
import { SM1_VERSION, SM4_VERSION } from '../base/profile.ts';
import { elementComponents } from '../chunks/rdef.ts';
import { DX6001, DX6005 } from '../emit/common/messages.ts';
import { NameScope } from '../emit/common/names.ts';
import type { EmitReport, PlannedResource } from '../emit/common/plan.ts';
import { resourceUses, Use, viewKind } from '../emit/common/resource-uses.ts';
import { emitHlsl, type HlslEmission } from '../emit/hlsl/emit-hlsl.ts';
import type { MemoryVariable } from '../emit/hlsl/layouts.ts';
import type { HlslChoices, HlslPlan } from '../emit/hlsl/plan.ts';
import { hlslIdentifier } from '../emit/hlsl/types.ts';
import { isLevel9, reportNoPrograms, type ShaderFile } from '../file/shader-file.ts';
import type { IrBinding, IrModule } from '../ir/index.ts';
import { removeDead } from '../ir/passes/dce.ts';
import { joinCarried } from '../ir/passes/join-carried.ts';
import { runDefaultPasses } from '../ir/passes/run-passes.ts';
import { simplify } from '../ir/passes/simplify.ts';
import { lowerProgram } from '../lower/lower.ts';
import { defaultValueOf } from '../reflect/default-value.ts';
import { readShaderInterface, type ShaderInterface } from '../reflect/shader-interface.ts';
import { boundAs, nameElements, resourceName } from '../translate/reflected.ts';
import { STAGE_NAMES } from '../translate/stages.ts';
import { appendBuffers } from './append-buffers.ts';
import { dropDefaultBodies, planClasses } from './class-linkage.ts';
import type { ProgramSource } from './effects/shader-functions.ts';
import { elementTypes } from './element-types.ts';
import { splitIndexFields } from './index-fields.ts';
import { chooseFloats, joinScalars } from './join-scalars.ts';
import { constantLayouts } from './layouts.ts';
import { legacySamplers } from './legacy-samplers.ts';
import { libraryEntry, typeElements } from './library-function.ts';
import { moveLiteralProducts } from './literal-products.ts';
import { type ResourceNames, resourceNames } from './resource-names.ts';
import { shareProducts } from './share-products.ts';
import { reservedIn, type SharedGlobals } from './shared-globals.ts';
import { signatureOf } from './signature.ts';
import { signInputs } from './signed-inputs.ts';
import { planSm1, SM1_OPTIONS } from './sm1.ts';
import { sortComponents } from './sm1-idioms.ts';
import { openSoleCases } from './sole-cases.ts';
import { splitVectors } from './split-vectors.ts';
import { sm4Switches } from './switches.ts';
import { narrowTexels, TEXEL, texelWidths } from './texel-components.ts';
import { readTextureBuffers } from './texture-buffers.ts';
import { readFloatSizes } from './texture-sizes.ts';

/** Stages that the text has an entry point for. */
const STAGES = ['vs', 'ps', 'gs', 'hs', 'ds', 'cs'];
const WORD = 4;
/** The number of pixel shaders in version tokens. */
const PIXEL_SHADER = 0;

/** Returns the source of the first program of a file; undefined where diagnostics say why there is none. */
export function shaderSource(
  file: ShaderFile,
  diagnostics: Diagnostics,
  choices: HlslChoices,
  shared?: SharedGlobals,
): ProgramSource | undefined {
  const [first] = file.programs;
  // Functions of libraries are of no stage; pixel shaders have all of their operations.
  const program = first && shared?.described ? { ...first, words: asPixelShader(first.words) } : first;
  if (program === undefined) {
    if (!diagnostics.hasErrors) reportNoPrograms(file, 'decompile', 'a program', diagnostics);
    return undefined;
  }
  const { module, diagnostics: found } = lowerProgram(program, undefined, SM1_OPTIONS);
  for (const one of found) diagnostics.list.push(one);
  if (module === undefined) return undefined;
  const report: EmitReport = (message, at, values = {}) => {
    const start = program.offset + WORD * at;
    diagnostics.report(message, start, start + WORD, values);
  };
  if (program.isa === 'sm1') {
    const plan = planSm1(module, program, report, choices, shared);
    const emission = emitHlsl(module, plan, report);
    module.release();
    return programSource(emission, plan.target, plan.switches, plan.heading.split('\n').slice(1));
  }
  if (!STAGES.includes(module.stage)) {
    report(DX6001, 0, { target: 'HLSL', stage: STAGE_NAMES[module.stage] });
    return undefined;
  }
  const { container } = file;
  const sm4 = container && readShaderInterface(container, module.stage, defaultValueOf);
  if (shared?.described) typeElements(module, shared.described);
  else nameElements(module, sm4);
  readTextureBuffers(module, sm4);
  dropDefaultBodies(module);
  runDefaultPasses(module, { keepsArrays: true });
  openSoleCases(module);
  if (joinCarried(module)) {
    simplify(module);
    removeDead(module);
  }
  readFloatSizes(module);
  splitIndexFields(module);
  if (choices.splitsVectors) {
    splitVectors(module);
    sortComponents(module, !choices.keepsOrder);
    simplify(module);
    removeDead(module);
  }
  signInputs(module);
  chooseFloats(module);
  removeDead(module);
  if (!choices.keepsOrder) {
    joinScalars(module);
    removeDead(module);
  }
  const products: ReadonlySet<number> = choices.sharesProducts ? shareProducts(module) : new Set();
  moveLiteralProducts(module);
  const profile = profileOf(module, file);
  const legacy = shared === undefined ? legacySamplers(module, sm4) : new Map<number, number>();
  const switches = [...sm4Switches(module, container), ...(legacy.size > 0 ? ['/Gec'] : [])];
  const made = planOf(module, file, sm4, profile, switches, legacy, report, shared);
  if (typeof made === 'string') {
    report(DX6005, 0, { target: 'HLSL', what: made });
    return undefined;
  }
  const plan: HlslPlan = { ...made, choices, products, texels: narrowTexels(module, program.words) };
  const emission = emitHlsl(module, plan, report);
  const code = emission.code as string;
  const { facts } = module;
  module.release();
  // Feature level 9 has no unsigned numbers, and fewer system values.
  if (profile !== facts.profile && /\buint|SV_ClipDistance/.test(code)) {
    const changed = code.replace(`/T ${profile}`, `/T ${facts.profile}`);
    return programSource({ ...emission, code: changed }, facts.profile, switches);
  }
  return programSource(emission, profile, switches);
}

function programSource(
  { code, sourceMap, declarations, bindings, views }: HlslEmission,
  profile: string,
  switches: readonly string[],
  remarks: readonly string[] = [],
): ProgramSource {
  return { code: code as string, profile, switches, sourceMap, remarks, declarations, bindings, views };
}

function asPixelShader(words: Uint32Array): Uint32Array {
  const changed = words.slice();
  changed[0] = SM4_VERSION.stage.set(changed[0]!, PIXEL_SHADER);
  return changed;
}

/** The profile; that of feature level 9 where the file has a program for it as well. */
function profileOf({ stage, facts }: IrModule, { programs }: ShaderFile): string {
  const level9 = programs.find(isLevel9);
  if (level9 === undefined) return facts.profile;
  const isFirst = SM1_VERSION.minor.get(level9.words[0] ?? 0) === 0;
  return `${stage}_4_0_level_${level9.chunk === 'Aon9' ? (isFirst ? '9_1' : '9_3') : '9_0'}`;
}

function planOf(
  module: IrModule,
  { container }: ShaderFile,
  reflection: ShaderInterface | undefined,
  profile: string,
  switches: readonly string[],
  legacy: ReadonlyMap<number, number>,
  report: EmitReport,
  shared: SharedGlobals | undefined,
): Omit<HlslPlan, 'choices' | 'products'> | string {
  const names = new NameScope(reservedIn(shared), hlslIdentifier);
  const entryPoint = shared?.entryPoint ?? names.unique('main');
  const layouts = constantLayouts(module, reflection, names, shared !== undefined);
  const classes = planClasses(module, container, reflection, layouts, names);
  if (typeof classes === 'string') return classes;
  const uses = resourceUses(module);
  const bound =
    shared === undefined
      ? resourceNames(module, reflection, names, layouts, classes?.undeclared, legacy)
      : sharedNames(module, reflection, names);
  for (const what of shared === undefined ? [] : missingIn(module, layouts, reflection, shared))
    report(DX6005, 0, { target: 'HLSL', what });
  const widths = texelWidths(module);
  const resources = module.bindings.map(
    (binding, number): PlannedResource => ({
      binding: number,
      element: 0,
      role: 'main',
      kind: 'texture',
      format: formatOf(binding, uses.bindings[number]!, widths.get(number) ?? 1, reflection),
      name: bound.names[number]!,
      group: binding.space,
      number: binding.register,
    }),
  );
  const entry = shared?.described && libraryEntry(module, shared.described, names);
  if (typeof entry === 'string') report(DX6005, 0, { target: 'HLSL', what: entry });
  const elements = elementTypes(module, reflection, names);
  const globals = names.fork();
  const signature = typeof entry === 'object' ? entry.signature : signatureOf(module, reflection, names);
  return {
    version: '',
    entryPoint,
    names,
    layouts,
    elements,
    arrays: bound.arrays,
    legacySamplers: legacy,
    parameterSamplers: new Set(
      [...legacy.values()].filter((one) => boundAs(module.bindings[one]!, reflection)?.name.startsWith('$')),
    ),
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
    signature,
    ...(typeof entry === 'object' && { head: entry.head, firstLines: entry.firstLines, lastLines: entry.lastLines }),
    ...(classes !== undefined && { classes: { ...classes, names: globals } }),
    isStrict: switches.includes('/Gis'),
    isPart: shared !== undefined,
    heading: ['// fxc', `/T ${profile}`, '/E main', ...switches].join(' '),
  };
}

/** The names of resources that the file of the program declares. */
function sharedNames({ bindings }: IrModule, reflection: ShaderInterface | undefined, names: NameScope): ResourceNames {
  const nameOf = (binding: IrBinding) =>
    binding.kind === 'group'
      ? names.unique(resourceName(binding, 0, reflection))
      : (sharedName(binding, reflection) ?? names.unique('unnamed'));
  return { names: bindings.map(nameOf), arrays: new Map() };
}

/** The name of a resource that the file of the program declares; undefined without reflection. */
function sharedName(binding: IrBinding, reflection: ShaderInterface | undefined): string | undefined {
  const row = boundAs(binding, reflection);
  if (row === undefined) return undefined;
  return row.bindCount === 1 ? row.name : `${row.name}[${binding.register - row.bindPoint}]`;
}

/** Constants and resources of a program that its file cannot declare as the program has them. */
function missingIn(
  { bindings }: IrModule,
  layouts: HlslPlan['layouts'],
  reflection: ShaderInterface | undefined,
  shared: SharedGlobals,
): string[] {
  const isMoved = ({ name, offset }: MemoryVariable) => (shared.offsetOf?.(name) ?? offset) !== offset;
  return bindings.flatMap((binding, number) => {
    if (binding.kind === 'group') return [];
    const name = sharedName(binding, reflection);
    if (name === undefined) return `a resource without a name (register ${binding.register})`;
    if (binding.kind === 'constants') {
      const moved = layouts.get(number)?.variables.find(isMoved);
      if (moved !== undefined) return `the offset of ${moved.name}, which is another one in the effect`;
      return layouts.has(number) ? [] : `the constants of ${name} as a shader reads them`;
    }
    return boundAs(binding, reflection)?.type === 'tbuffer' ? `the texture buffer ${name}` : [];
  });
}

const SCALARS = { f32: 'float', i32: 'int', u32: 'uint' } as const;

/** The type of the elements of a typed view. @param used how many components of them the program uses */
function formatOf(binding: IrBinding, use: number, used: number, reflection: ShaderInterface | undefined): string {
  const first = binding.returnTypes?.[0];
  const norm = first === 'unorm' || first === 'snorm' ? `${first} ` : '';
  const scalar = `${norm}${SCALARS[viewKind(binding)]}`;
  const row = boundAs(binding, reflection);
  // A view that is read has one component, except with a capability that few devices had.
  const isRead = binding.kind === 'uav' && (use & (Use.load | Use.fetch | Use.atomic)) !== 0;
  const declared = row === undefined ? (isRead ? 1 : TEXEL) : elementComponents(row.uFlags);
  const width = used > declared ? TEXEL : declared;
  return width === 1 ? scalar : `${scalar}${width}`;
}
