/**
 * WGSL from a module: declarations, helper functions, and the functions of the module. The module has been through the
 * passes; the plan says where everything is.
 *
 * Not for: names and numbers (src/translate), what is written for an operation (rules/).
 */

import { type IrModule, isTextureRead, Kind, kindOf } from '../../ir/index.ts';
import { helperNames } from '../common/helper-functions.ts';
import { LineWriter } from '../common/lines.ts';
import { DX6012 } from '../common/messages.ts';
import { LOCAL_NAMES, LOCAL_PATTERN, NameScope } from '../common/names.ts';
import type { Emission, EmitPlan, EmitReport, EmitTarget } from '../common/plan.ts';
import { hasOperation } from '../common/resource-uses.ts';
import { isExpressible } from '../common/rules/constants.ts';
import { functionName, resultType } from '../common/rules/flow.ts';
import { featureOfFormat, imageFormats } from '../common/texel-formats.ts';
import { endsWithoutReturn, writeFunctions } from '../common/text-context.ts';
import { TextEmitter } from '../common/text-emitter.ts';
import { Precedence, type TextLanguage } from '../common/text-language.ts';
import { BUILTIN_FEATURES, wgslBuiltin } from './builtins.ts';
import { WgslContext } from './context.ts';
import { HELPERS } from './helpers.ts';
import {
  declareImmediates,
  declareInterface,
  declareResources,
  declareRuntime,
  declareShared,
  nameInputs,
  openEntry,
  stageVariables,
  WEBGPU_LIMITS,
} from './interface.ts';
import { wgslResources } from './resources.ts';
import { WGSL_RULES } from './rules/index.ts';
import { literal, WGSL_RESERVED, wgslType } from './types.ts';
import { prepareUniformFlow, threadNumber } from './uniform-flow.ts';

/** Names that the text has besides those of resources and values. */
const USED_NAMES = [
  'Inputs',
  'Outputs',
  'Runtime',
  'input',
  'result',
  'given',
  'runtime',
  'immediate_constants',
  'group_value',
  'workgroup_id',
];

const RESERVED: ReadonlySet<string> = /* @__PURE__ */ new Set([
  ...WGSL_RESERVED,
  ...imageFormats(),
  ...USED_NAMES,
  ...helperNames(HELPERS),
]);

/** Types and functions whose names begin alike, besides names of the text itself. */
const FORM = new RegExp(
  `${LOCAL_PATTERN.source}|^texture(_|Barrier|Dimensions|Gather|Load|Num|Sample|Store)|^(atomic[A-Z]|dpd[xy]|fwidth|un?pack[24]x|storageBarrier|workgroup)`,
);

const RESERVED_FOR_VARIABLES: ReadonlySet<string> = /* @__PURE__ */ new Set([...RESERVED, ...LOCAL_NAMES]);

export const WGSL: EmitTarget = {
  name: 'WGSL',
  stages: ['vs', 'ps', 'cs'],
  reserved: RESERVED,
  reservedForVariables: { words: RESERVED_FOR_VARIABLES, form: FORM },
  prepare: prepareUniformFlow,
  resources: wgslResources,
  builtin: wgslBuiltin,
  canLayOut: isExpressible,
  guaranteed: WEBGPU_LIMITS,
  emit: emitWgsl,
};

/** Operations whose derivatives WGSL would refuse where lanes may differ, as Direct3D does not. */
const QUAD_OPERATIONS = [
  'tex.sample',
  'tex.sample.bias',
  'tex.sample.cmp',
  'tex.lod',
  'deriv.x',
  'deriv.y',
  'deriv.x.coarse',
  'deriv.y.coarse',
  'deriv.x.fine',
  'deriv.y.fine',
  'eval.sample',
  'eval.snapped',
] as const;

/** Writes a module. */
function emitWgsl(module: IrModule, plan: EmitPlan, report: EmitReport): Omit<Emission, 'diagnostics'> {
  const w = new WgslContext(module, plan, report);
  const lines = new LineWriter();
  const names = new NameScope(RESERVED);
  names.unique(plan.entryPoint);
  names.unique(plan.runtime.name);
  for (const { name } of plan.resources) names.unique(name);
  for (const { typeName } of plan.constants.values()) names.unique(typeName);
  w.emitter = new TextEmitter(module, languageOf(w), lines, names, report, plan.commentAt);
  nameInputs(w);
  for (const op of w.flow.unreached) report(DX6012, module.ops.at[op]!, { target: 'WGSL' });
  writeFunctions(
    w,
    lines,
    (number) => writeSubroutine(w, number, lines),
    () => openEntry(w, lines),
  );
  const output = new LineWriter();
  writeHead(w, output);
  declareInterface(w, output);
  declareResources(w, output);
  declareRuntime(w, output);
  declareImmediates(w, output);
  declareShared(w, output);
  for (const text of w.helpers.sources.values()) {
    output.block(text);
    output.line('');
  }
  output.append(lines);
  w.emitter.release();
  for (const { kind, access = 'write', format = '' } of plan.resources) {
    if (kind !== 'storageTexture') continue;
    if (access !== 'write') w.languageFeatures.add('readonly_and_readwrite_storage_textures');
    const feature = featureOfFormat(format, access);
    if (feature !== undefined && feature !== '') w.features.add(feature);
    if (featureOfFormat(format, 'write') !== '') w.languageFeatures.add('texture_formats_tier1');
  }
  return {
    code: output.text,
    sourceMap: output.sourceMap,
    runtimeUniforms: w.runtimeUniforms,
    features: [...w.features],
    languageFeatures: [...w.languageFeatures],
    stageVariables: stageVariables(module, plan),
    assumptions: [...w.assumptions],
    approximations: w.allApproximations(),
  };
}

function writeHead(w: WgslContext, lines: LineWriter): void {
  const extensions = new Set<string>();
  for (const { slot } of [...w.plan.inputs, ...w.plan.outputs])
    if (slot.kind === 'builtin' && BUILTIN_FEATURES[slot.value] !== undefined)
      extensions.add(BUILTIN_FEATURES[slot.value]![0]);
  for (const name of extensions) lines.line(`enable ${name};`);
  if (w.module.stage === 'ps' && QUAD_OPERATIONS.some((name) => hasOperation(w.uses, name)))
    lines.line('diagnostic(off, derivative_uniformity);');
  if (lines.tokens.length > 0) lines.line('');
}

/** A function that is called: what it gives is a structure. */
function writeSubroutine(w: WgslContext, number: number, lines: LineWriter): void {
  const { region, results } = w.module.functions[number]!;
  const { emitter } = w;
  if (results.length > 0) {
    lines.line(`struct ${resultType(number)} {`);
    for (const [i, type] of results.entries()) lines.line(`  r${i}: ${wgslType(type)},`);
    lines.line('}');
    lines.line('');
  }
  const parameters = emitter.parametersOf(region).map((value, i) => {
    const name = `p${i}`;
    emitter.variables.set(value, name);
    return `${name}: ${wgslType(w.module.ops.type[value]!)}`;
  });
  lines.line(
    `fn ${functionName(number)}(${parameters.join(', ')})${results.length > 0 ? ` -> ${resultType(number)}` : ''} {`,
  );
  lines.indent();
  emitter.region(region);
  if (results.length > 0 && endsWithoutReturn(w, region)) lines.line(`return ${resultType(number)}();`);
  lines.outdent();
  lines.line('}');
  lines.line('');
}

function languageOf(w: WgslContext): TextLanguage {
  return {
    isPrecise: w.isPrecise,
    argument: Precedence.bitwise,
    typeName: wgslType,
    literal: (value, component) => w.constantOf(value, component),
    constant: (name, _type, value) => `let ${name} = ${value};`,
    variable: (name, type, value) => `var ${name}: ${wgslType(type)}${value === undefined ? '' : ` = ${value}`};`,
    flag: (name) => `var ${name} = false;`,
    loop: 'loop {',
    continuing: 'continuing {',
    switchOn: (selector) => `switch (${selector}) {`,
    condition: (op) => (w.flow.ofFirst.has(op) ? conditionOfFirst(w, op) : undefined),
    cases: (values, isDefault, type) => {
      const components = values.map((value) => literal(kindOf(type) === Kind.u32 ? Kind.u32 : Kind.i32, value | 0));
      if (components.length === 0) return 'default:';
      return `case ${[...components, ...(isDefault ? ['default'] : [])].join(', ')}:`;
    },
    needsCaseBreaks: false,
    once: [
      ['switch (0u) {', 'default: {'],
      ['}', '}'],
    ],
    endless: 'if (false) { break; }',
    // A call statement may only call a user-defined function.
    unused: (text) => (isUserCall(w, text) ? `${text};` : `_ = ${text};`),
    write: (op) => WGSL_RULES[w.module.ops.code[op]!]!(w, op),
    nameOf: (op) => nameOf(w, op),
  };
}

/** Whether a text is only a call of a user-defined function. */
function isUserCall(w: WgslContext, text: string): boolean {
  const start = text.indexOf('(');
  if (!w.helpers.sources.has(text.slice(0, start))) return false;
  let depth = 0;
  for (let i = start; i < text.length; i++) {
    if (text[i] === '(') depth++;
    else if (text[i] === ')' && --depth === 0) return i === text.length - 1;
  }
  return false;
}

/** The condition of a construct in the first thread of the group. */
function conditionOfFirst(w: WgslContext, op: number): string {
  w.assumptions.add(
    'All threads of a group reach the same barriers: conditions of barriers are those of the first thread.',
  );
  const value = w.module.ops.operand(op, 0);
  const kind = kindOf(w.module.ops.type[value]!);
  const word = kind === Kind.bool ? `select(0u, 1u, ${w.emitter.value(value)})` : w.as(value, Kind.u32);
  const { text } = w.inputExpressions.get(threadNumber(w.module))!;
  const given = `${w.helper('of_first_thread')}(${word}, ${text})`;
  return kind === Kind.bool ? `${given} != 0u` : w.castText(given, Kind.u32, kind, 1);
}

/** Names for what is read from textures and buffers; the others are numbered. */
function nameOf(w: WgslContext, op: number): string | undefined {
  const { ops, accesses } = w.module;
  const code = ops.code[op]!;
  const isTexture = isTextureRead(code);
  if (!isTexture) return undefined;
  const access = accesses[ops.extra[op]!];
  return access === undefined ? undefined : `${w.resource(access.binding).name}_texel`;
}
