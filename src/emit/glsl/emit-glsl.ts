/**
 * GLSL and GLSL ES from a module: declarations, helper functions, and the functions of the module. The module has been
 * through the passes; the plan says where everything is, and a row of versions.ts what the version has.
 *
 * Not for: names and numbers (src/translate), what is written for an operation (rules/).
 */

import { IR_STAGES } from '../../ir/declarations.ts';
import { type IrModule, type IrStage, type IrType, isTextureRead, Kind, kindOf } from '../../ir/index.ts';
import { helperNames } from '../common/helper-functions.ts';
import { LineWriter } from '../common/lines.ts';
import { DX6005 } from '../common/messages.ts';
import { LOCAL_NAMES, LOCAL_PATTERN, NameScope } from '../common/names.ts';
import type { Emission, EmitPlan, EmitReport, EmitTarget } from '../common/plan.ts';
import { isExpressible } from '../common/rules/constants.ts';
import { functionName, resultType } from '../common/rules/flow.ts';
import { phaseCalls, primitiveVertices, readsWrittenPoints } from '../common/stage-elements.ts';
import { endsWithoutReturn, writeFunctions } from '../common/text-context.ts';
import { TextEmitter } from '../common/text-emitter.ts';
import { Precedence, type TextLanguage } from '../common/text-language.ts';
import { glslBuiltin } from './builtins.ts';
import { GlslContext } from './context.ts';
import { helpersOf } from './helpers.ts';
import {
  declareElements,
  declareImmediates,
  declareResources,
  declareRuntime,
  declareShared,
  nameInputs,
  openEntry,
} from './interface.ts';
import { glslResources, UNITS } from './resources.ts';
import { GLSL_RULES } from './rules/index.ts';
import { PHASE_INSTANCE } from './stage-inputs.ts';
import { glslType, literal, zeroOf } from './types.ts';
import { GLSL_RESERVED, GLSL_VERSIONS, type GlslVersion, glslLimits, versionsWithStage } from './versions.ts';

// The functions of a hull shader: its phases, and an entry point that calls them.

const phaseName = (number: number) => `phase${number}`;

/**
 * Writes the functions of a hull shader: each invocation has a control point; the first one then runs the phases of the
 * patch.
 */
function writeHull(w: GlslContext, lines: LineWriter): void {
  const { points, patch } = phaseCalls(w.module);
  for (const number of points) writePhase(w, number, '', lines);
  for (const number of new Set(patch.map((one) => one.number))) writePhase(w, number, `uint ${PHASE_INSTANCE}`, lines);
  openEntry(w, lines);
  for (const number of points) lines.line(`${phaseName(number)}();`);
  if (patch.length > 0) {
    if (readsWrittenPoints(w.module)) lines.line('barrier();');
    lines.line('if (gl_InvocationID == 0) {');
    lines.indent();
    for (const { number, instance } of patch) lines.line(`${phaseName(number)}(${instance}u);`);
    lines.outdent();
    lines.line('}');
  }
  lines.outdent();
  lines.line('}');
}

function writePhase(w: GlslContext, number: number, parameter: string, lines: LineWriter): void {
  lines.line(`void ${phaseName(number)}(${parameter}) {`);
  lines.indent();
  w.emitter.region(w.module.functions[number]!.region);
  lines.outdent();
  lines.line('}');
  lines.line('');
}

// The layout qualifiers of a stage before its declarations: thread groups, depth tests, primitives.

type Words = Readonly<Record<string, string>>;

const INPUT_PRIMITIVES: Words = {
  point: 'points',
  line: 'lines',
  triangle: 'triangles',
  lineadj: 'lines_adjacency',
  triangleadj: 'triangles_adjacency',
};

const OUTPUT_TOPOLOGIES: Words = { pointlist: 'points', linestrip: 'line_strip', trianglestrip: 'triangle_strip' };

/** Writes the layouts of a stage. */
function writeLayouts(w: GlslContext, lines: LineWriter): void {
  const list = layoutsOf(w);
  for (const one of list) lines.line(one);
  if (list.length > 0) lines.line('');
}

function layoutsOf(w: GlslContext): string[] {
  const { stage, facts } = w.module;
  if (stage === 'cs') {
    const [x, y, z] = facts.threadGroupSize ?? [1, 1, 1];
    return [`layout(local_size_x = ${x}, local_size_y = ${y}, local_size_z = ${z}) in;`];
  }
  if (stage === 'gs') return geometryLayouts(w);
  if (stage === 'hs') return [`layout(vertices = ${Math.max(facts.outputPoints ?? 0, 1)}) out;`];
  if (stage === 'ds') return domainLayouts(w);
  return w.testsEarly ? ['layout(early_fragment_tests) in;'] : [];
}

const DOMAINS: Words = { isoline: 'isolines', tri: 'triangles', quad: 'quads' };

/** GLSL has no qualifier for powers of two: they are treated as integers, as in the interpreter. */
const PARTITIONINGS: Words = { fractionalOdd: 'fractional_odd_spacing', fractionalEven: 'fractional_even_spacing' };

/** How a patch is divided, which the hull shader says in Direct3D. */
function domainLayouts(w: GlslContext): string[] {
  const { domain = '', partitioning, outputPrimitive } = w.module.facts;
  if (partitioning === undefined)
    w.assumptions.add(
      'Patches are divided into whole parts and triangles go clockwise: the hull shader is not linked.',
    );
  const words = [DOMAINS[domain] ?? 'triangles', PARTITIONINGS[partitioning ?? ''] ?? 'equal_spacing'];
  // The order is that of vertices in a picture of the domain, whose second coordinate goes down in Direct3D and up in
  // OpenGL: clockwise here is counter-clockwise there, for the same vertices. It does not depend on `y_sign`, which
  // turns all triangles alike, tessellated or not.
  words.push(outputPrimitive === 'triangleCcw' ? 'cw' : 'ccw');
  if (outputPrimitive === 'point') words.push('point_mode');
  return [`layout(${words.join(', ')}) in;`];
}

function geometryLayouts(w: GlslContext): string[] {
  const { inputPrimitive = '', outputTopologies = [], maxVertices = 0, instances = 1 } = w.module.facts;
  if (primitiveVertices(w.module) === undefined)
    w.report(DX6005, 0, { target: w.version.name, what: `geometry shaders that get ${inputPrimitive}` });
  const input = INPUT_PRIMITIVES[inputPrimitive] ?? 'points';
  const output = OUTPUT_TOPOLOGIES[outputTopologies.find((name) => name in OUTPUT_TOPOLOGIES) ?? ''] ?? 'points';
  const hasInstances = instances > 1 && w.needsFact('geometryInstances', 'instances of geometry shaders', 0);
  return [
    `layout(${input}${hasInstances ? `, invocations = ${instances}` : ''}) in;`,
    `layout(${output}, max_vertices = ${Math.max(maxVertices, 1)}) out;`,
  ];
}

/** Names that the text has besides those of resources and values. */
const USED_NAMES = [
  'runtime',
  'immediate_constants',
  'clip_position',
  'discarded',
  'compare_array',
  // The block of runtime uniforms of each stage.
  ...IR_STAGES.map((stage) => `${stage}_runtime`),
];

/** Names of the text itself, among them those of inputs and outputs, and functions whose names begin alike. */
const FORM = new RegExp(
  `${LOCAL_PATTERN.source}|^(in|out)_|^(varying|geometry|point)\\d+$|^texture(Gather|Grad|Lod|Proj|Query)|^image(Atomic|Load|S)|^(groupM|m)emoryBarrier|^(atomic|dFd|Emit|End|interpolateAt|texelFetch)[A-Z]|^(un)?pack(Double|Half|Snorm|Unorm)`,
);

/** Targets by version: their lists of reserved words are long. */
const targets = new Map<string, EmitTarget>();

/** The target of a version: a key of GLSL_VERSIONS. */
export function glslTarget(number: string): EmitTarget {
  let target = targets.get(number);
  if (target === undefined) {
    target = targetOf(GLSL_VERSIONS[number as unknown as keyof typeof GLSL_VERSIONS]);
    targets.set(number, target);
  }
  return target;
}

function targetOf(version: GlslVersion): EmitTarget {
  const reserved = new Set([...GLSL_RESERVED, ...USED_NAMES, ...helperNames(helpersOf(version))]);
  return {
    name: version.name,
    stages: version.stages,
    reserved,
    reservedForVariables: { words: new Set([...reserved, ...LOCAL_NAMES]), form: FORM },
    resources: (module, uses, formats, report) => glslResources(version, module, uses, formats, report),
    builtin: (module, element, isInput) => glslBuiltin(version, module, element, isInput),
    canLayOut: isExpressible,
    // Not marksControlPoints: it would redeclare gl_PerVertex, which domain shaders do not do. Drivers refuse to link
    // blocks that differ.
    numbers: UNITS,
    entryPoint: 'main',
    versionsWithStage,
    elementName: (stage, isInput, name, location, previous) => {
      // Stages are linked by these names in versions without locations; all variables of a stage share a scope.
      if (isInput ? stage !== 'vs' : stage !== 'ps')
        return `${isInput ? inputPrefix(stage, previous) : outputPrefix(stage)}${location}`;
      return `${isInput ? 'in' : 'out'}_${name}`;
    },
    emit: (module, plan, report) => emitGlsl(version, reserved, module, plan, report),
  };
}

/** The prefix of outputs to the next stage: those of a geometry shader share a scope with its inputs. */
function outputPrefix(stage: IrStage): string {
  return stage === 'gs' ? 'geometry' : stage === 'hs' ? 'point' : 'varying';
}

/** The prefix of inputs, which have the names of the previous stage if it is known. */
function inputPrefix(stage: IrStage, previous: IrStage | undefined): string {
  return outputPrefix(stage === 'ds' ? 'hs' : (previous ?? 'vs'));
}

/** Writes a module. */
function emitGlsl(
  version: GlslVersion,
  reserved: ReadonlySet<string>,
  module: IrModule,
  plan: EmitPlan,
  report: EmitReport,
): Omit<Emission, 'diagnostics'> {
  const w = new GlslContext(version, module, plan, report);
  const lines = new LineWriter();
  const names = new NameScope(reserved);
  for (const { name } of plan.resources) names.unique(name);
  for (const { name } of [...plan.inputs, ...plan.outputs]) if (name !== '') names.unique(name);
  for (const { name } of plan.resources) w.dataNames.set(name, names.unique(`${name}_data`));
  w.emitter = new TextEmitter(module, languageOf(w), lines, names, report, plan.commentAt);
  nameInputs(w);
  writeFunctions(
    w,
    lines,
    (number) => writeSubroutine(w, number, lines),
    () => openEntry(w, lines),
  );
  if (module.stage === 'hs') writeHull(w, lines);
  const body = new LineWriter();
  writeLayouts(w, body);
  declareResources(w, body);
  declareElements(w, body);
  declareRuntime(w, body);
  declareImmediates(w, body);
  declareShared(w, body);
  for (const text of w.helpers.sources.values()) {
    body.block(text);
    body.line('');
  }
  const output = new LineWriter();
  writeHead(w, output);
  output.append(body);
  output.append(lines);
  w.emitter.release();
  return {
    code: output.text,
    sourceMap: output.sourceMap,
    runtimeUniforms: w.runtimeUniforms,
    features: [...w.extensions],
    languageFeatures: [],
    limits: glslLimits(version, module, plan),
    assumptions: [...w.assumptions],
    approximations: w.allApproximations(),
  };
}

/** Extensions that browsers have under another name. */
const NAMES_IN_BROWSERS: Readonly<Record<string, string>> = {
  GL_EXT_clip_cull_distance: 'GL_ANGLE_clip_cull_distance',
};

/** The directive of an extension; WebGL has one that is named otherwise. */
function extensionText(name: string): string {
  const other = NAMES_IN_BROWSERS[name];
  const directive = `#extension ${name} : require`;
  return other === undefined
    ? directive
    : `#ifdef ${other}\n#extension ${other} : require\n#else\n${directive}\n#endif`;
}

/** The version, extensions, and for OpenGL ES the precision of everything. */
function writeHead(w: GlslContext, lines: LineWriter): void {
  lines.line(w.version.directive);
  for (const name of w.extensions) lines.block(extensionText(name));
  if (w.version.isEs) {
    lines.line('precision highp float;');
    lines.line('precision highp int;');
    for (const type of w.opaqueTypes) lines.line(`precision highp ${type};`);
  }
  lines.line('');
}

/** A function that is called: what it gives is a structure. */
function writeSubroutine(w: GlslContext, number: number, lines: LineWriter): void {
  const { region, results } = w.module.functions[number]!;
  const { emitter } = w;
  const type = results.length > 0 ? resultType(number) : 'void';
  if (results.length > 0) {
    lines.line(`struct ${type} {`);
    for (const [i, result] of results.entries()) lines.line(`  ${glslType(result)} r${i};`);
    lines.line('};');
    lines.line('');
  }
  const parameters = emitter.parametersOf(region).map((value, i) => {
    const name = `p${i}`;
    emitter.variables.set(value, name);
    return `${glslType(w.module.ops.type[value]!)} ${name}`;
  });
  lines.line(`${type} ${functionName(number)}(${parameters.join(', ')}) {`);
  lines.indent();
  emitter.region(region);
  if (results.length > 0 && endsWithoutReturn(w, region))
    lines.line(`return ${type}(${results.map(zeroOf).join(', ')});`);
  lines.outdent();
  lines.line('}');
  lines.line('');
}

function languageOf(w: GlslContext): TextLanguage {
  return {
    isPrecise: w.isPrecise,
    argument: Precedence.lowest,
    typeName: glslType,
    literal: (value, component) => w.constantOf(value, component),
    constant: (name, type, value) => `${glslType(type)} ${name} = ${value};`,
    ...(w.version.preciseValues && {
      preciseConstant: (name, type, value) => `precise ${glslType(type)} ${name} = ${value};`,
    }),
    variable: (name, type, value) => `${glslType(type)} ${name} = ${value ?? zeroOf(type)};`,
    flag: (name) => `bool ${name} = false;`,
    loop: 'for (;;) {',
    continuing: undefined,
    switchOn: (selector) => `switch (${selector}) {`,
    cases: (values, isDefault, type: IrType) => {
      const kind = kindOf(type) === Kind.u32 ? Kind.u32 : Kind.i32;
      const labels = values.map((value) => `case ${literal(kind, value | 0)}:`);
      if (isDefault || labels.length === 0) labels.push('default:');
      return labels.join(' ');
    },
    needsCaseBreaks: true,
    once: [
      ['switch (0) {', 'default: {'],
      ['}', '}'],
    ],
    endless: undefined,
    write: (op) => GLSL_RULES[w.module.ops.code[op]!]!(w, op),
    nameOf: (op) => nameOf(w, op),
  };
}

/** Names for what is read from textures and buffers; the others are numbered. */
function nameOf(w: GlslContext, op: number): string | undefined {
  const { ops, accesses } = w.module;
  const code = ops.code[op]!;
  if (!isTextureRead(code)) return undefined;
  const access = accesses[ops.extra[op]!];
  return access === undefined ? undefined : `${w.rangeName(access.binding)}_texel`;
}
