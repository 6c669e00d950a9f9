/**
 * GLSL 1.10 and GLSL ES 1.00 in one text, from a module of shader models 1 to 3 that has been through the passes:
 * attributes and variables between the stages, one array of constants, samplers. The text has no version directive:
 * without one, OpenGL takes it as 1.10 and OpenGL ES as 1.00.
 *
 * Not for: the rows of constants (src/hlsl/effects), newer versions (src/emit/glsl).
 */
import { type IrModule, type IrType, Kind, Op } from '../../ir/index.ts';
import { countedLoop } from '../common/counted-loops.ts';
import { LineWriter } from '../common/lines.ts';
import { DX6005 } from '../common/messages.ts';
import { LOCAL_NAMES, NameScope } from '../common/names.ts';
import type { EmitPlan, EmitReport, PlannedElement, PlannedResource } from '../common/plan.ts';
import { hasOperation, resourceUses } from '../common/resource-uses.ts';
import { inputRangeCopies, inputRangeName } from '../common/rules/io.ts';
import { writeFunctions } from '../common/text-context.ts';
import { TextEmitter } from '../common/text-emitter.ts';
import { Precedence, type TextLanguage } from '../common/text-language.ts';
import { type Feature, Glsl110Context, TARGET_NAME } from './context.ts';
import {
  type ElementText,
  inputText,
  isPosition,
  outputText,
  POSITION,
  POSITION_UNIFORM,
  samplerName,
  uniformsName,
} from './interface.ts';
import { GLSL110_RULES } from './rules.ts';
import { literal, RESERVED, typeName, zeroOf } from './spelling.ts';

/**
 * Writes a module.
 *
 * @param rows length of the array of constants, whose rows the module reads
 */
export function emitGlsl110(module: IrModule, rows: number, report: EmitReport): string {
  const inputs = module.inputs.map((one) => inputText(module.stage, one));
  const outputs = module.outputs.map((one) => outputText(module, one));
  const w = new Glsl110Context(module, planOf(module, inputs, outputs), report);
  const lines = new LineWriter();
  const names = new NameScope(new Set([...RESERVED, ...LOCAL_NAMES]));
  for (const { name } of w.plan.resources) names.unique(name);
  for (const { declaration, text } of [...inputs, ...outputs]) if (declaration !== undefined) names.unique(text);
  w.emitter = new TextEmitter(module, languageOf(w), lines, names, report);
  for (const [i, { text, isScalar }] of inputs.entries()) w.inputExpressions.set(i, { text, isScalar, kind: Kind.f32 });
  checkJumps(w);
  writeFunctions(
    w,
    lines,
    () => {},
    () => openEntry(w, lines),
  );
  const output = new LineWriter();
  writeHead(w, output);
  declare(w, [...inputs, ...outputs], rows, output);
  for (const text of w.helpers.sources.values()) {
    output.block(text);
    output.line('');
  }
  output.append(lines);
  w.emitter.release();
  return output.text;
}

function planOf(module: IrModule, inputs: readonly ElementText[], outputs: readonly ElementText[]): EmitPlan {
  const resources = module.bindings.map(
    ({ kind, register }, binding): PlannedResource => ({
      binding,
      element: 0,
      role: 'main',
      kind: kind === 'constants' ? 'uniformBuffer' : 'texture',
      name: kind === 'constants' ? uniformsName(module.stage) : samplerName(module.stage, register),
      group: 0,
      number: register,
    }),
  );
  const elements = (list: readonly ElementText[]) =>
    list.map(({ text, isScalar }, element): PlannedElement => {
      const isBuiltin = isScalar || text === POSITION;
      const slot = isBuiltin
        ? ({ kind: 'builtin', value: text } as const)
        : ({ kind: 'location', location: 0, type: 'f32' } as const);
      return { element, name: text, slot };
    });
  return {
    version: '110',
    entryPoint: 'main',
    profile: 'fast',
    robustness: 'off',
    uses: resourceUses(module),
    resources,
    inputs: elements(inputs),
    outputs: elements(outputs),
    invariantPosition: false,
    runtime: { name: '', group: 0, number: 0 },
    constants: new Map(),
  };
}

/** A construct that runs once is a loop here, through which no `continue` leads. */
function checkJumps({ emitter, report }: Glsl110Context): void {
  const { wrapped, jumps } = emitter.flow.plan;
  if (wrapped.size === 0) return;
  for (const [op, { kind }] of jumps)
    if (kind === 'continue')
      report(DX6005, emitter.module.ops.at[op]!, { target: TARGET_NAME, what: 'a jump out of a block in a loop' });
}

/** Lines that enable a feature in OpenGL ES and in OpenGL. */
const FEATURES: Readonly<Record<Feature, readonly [es: readonly string[], desktop: readonly string[]]>> = {
  lod: [
    [
      '#extension GL_EXT_shader_texture_lod : enable',
      '#define texture2DLod texture2DLodEXT',
      '#define textureCubeLod textureCubeLodEXT',
      '#define texture2DGrad texture2DGradEXT',
      '#define textureCubeGrad textureCubeGradEXT',
    ],
    [
      '#extension GL_ARB_shader_texture_lod : enable',
      '#define texture2DGrad texture2DGradARB',
      '#define texture3DGrad texture3DGradARB',
      '#define textureCubeGrad textureCubeGradARB',
    ],
  ],
  // Vertex shaders have levels without an extension, but some compilers of OpenGL want it.
  vertexLod: [[], ['#extension GL_ARB_shader_texture_lod : enable']],
  derivatives: [['#extension GL_OES_standard_derivatives : enable'], []],
  volumes: [['#extension GL_OES_texture_3D : enable', 'precision mediump sampler3D;'], []],
  depth: [
    ['#extension GL_EXT_frag_depth : enable', '#define frag_depth gl_FragDepthEXT'],
    ['#define frag_depth gl_FragDepth'],
  ],
};

/** Writes extensions, and for OpenGL ES the precision of everything. */
function writeHead(w: Glsl110Context, lines: LineWriter): void {
  const { stage, outputs } = w.module;
  if (outputs.some(({ special }) => special === 'depth')) w.needed.add('depth');
  const needed = [...w.needed].map((one) => FEATURES[one]);
  const es = needed.flatMap(([first]) => first);
  const desktop = needed.flatMap(([, second]) => second);
  const isDirective = (line: string) => line.startsWith('#');
  lines.line('#ifdef GL_ES');
  for (const line of es.filter(isDirective)) lines.line(line);
  lines.line(`precision ${stage === 'vs' ? 'highp' : 'mediump'} float;`);
  lines.line('precision mediump int;');
  for (const line of es) if (!isDirective(line)) lines.line(line);
  if (desktop.length > 0) lines.line('#else');
  for (const line of desktop) lines.line(line);
  lines.line('#endif');
  lines.line('');
}

const SAMPLER_TYPES: Readonly<Record<string, string>> = { textureCube: 'samplerCube', texture3D: 'sampler3D' };

/** Declares constants, samplers, inputs and outputs. */
function declare(w: Glsl110Context, elements: readonly ElementText[], rows: number, lines: LineWriter): void {
  const { stage, bindings, outputs, immediateConstants } = w.module;
  if (rows > 0) lines.line(`uniform vec4 ${uniformsName(stage)}[${rows}];`);
  if (outputs.some(isPosition) && stage === 'vs') lines.line(`uniform vec4 ${POSITION_UNIFORM};`);
  for (const { kind, register, dimension = '' } of bindings)
    if (kind === 'stage')
      lines.line(`uniform ${SAMPLER_TYPES[dimension] ?? 'sampler2D'} ${samplerName(stage, register)};`);
  for (const text of new Set(elements.map(({ declaration }) => declaration))) if (text !== undefined) lines.line(text);
  if (hasOperation(w.uses, 'icb.load')) lines.line(`vec4 immediate_constants[${immediateConstants.length >> 2}];`);
  lines.line('');
}

/** Opens the entry point. Arrays of constants do not exist, so that variables are filled. */
function openEntry(w: Glsl110Context, lines: LineWriter): void {
  const { module } = w;
  lines.line('void main() {');
  lines.indent();
  if (hasOperation(w.uses, 'icb.load')) {
    const words = module.immediateConstants;
    for (let i = 0; 4 * i + 3 < words.length; i++) {
      const row = Array.from(words.subarray(4 * i, 4 * i + 4), (word) => literal(Kind.f32, word | 0));
      lines.line(`immediate_constants[${i}] = vec4(${row.join(', ')});`);
    }
  }
  if (!hasOperation(w.uses, 'in.at')) return;
  for (const [i, { count }] of module.inputRanges.entries()) lines.line(`vec4 ${inputRangeName(i)}[${count}];`);
  for (const line of inputRangeCopies(w)) lines.line(line);
}

function languageOf(w: Glsl110Context): TextLanguage {
  const declared = (name: string, type: IrType, value: string) => `${typeName(type)} ${name} = ${value};`;
  return {
    isPrecise: w.isPrecise,
    argument: Precedence.lowest,
    typeName,
    literal: (value, component) => w.constantOf(value, component),
    constant: declared,
    variable: (name, type, value) => declared(name, type, value ?? zeroOf(type)),
    flag: (name) => `bool ${name} = false;`,
    loop: 'for (;;) {',
    // OpenGL ES need not have any other loop.
    counted: (op) => countedLoop(w, op, (name, count) => `for (int ${name} = 0; ${name} < ${count}; ${name}++) {`),
    continuing: undefined,
    // Programs of models 1 to 3 have no switches.
    switchOn: (selector) => `switch (${selector}) {`,
    cases: (values) => (values.length === 0 ? 'default:' : values.map((value) => `case ${value}:`).join(' ')),
    needsCaseBreaks: true,
    once: [['for (int once = 0; once < 1; once++) {'], ['}']],
    endless: undefined,
    write: (op) => GLSL110_RULES[w.module.ops.code[op]!]!(w, op),
    nameOf: (op) => nameOf(w, op),
  };
}

/** Names for texels; other values are numbered. */
function nameOf({ module: { ops, accesses }, plan }: Glsl110Context, op: number): string | undefined {
  const code = ops.code[op]!;
  const isTexel = code >= Op['tex.sample'] && code <= Op['tex.sample.grad'];
  const binding = isTexel ? accesses[ops.extra[op]!]?.binding : undefined;
  return binding === undefined ? undefined : `${plan.resources[binding]!.name}_texel`;
}
