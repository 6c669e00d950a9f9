/** Entry points of all stages: attributes, structs of points and patches, parameters, bodies, results. */

import {
  type IrElement,
  type IrFunction,
  type IrRange,
  isConstruct,
  Kind,
  NO_OP,
  Op,
  typeOf,
  widthOf,
} from '../../ir/index.ts';
import type { LineWriter } from '../common/lines.ts';
import { forEachOp } from '../common/resource-uses.ts';
import { AXES } from '../common/rules/constants.ts';
import { endsWithoutReturn } from '../common/text-context.ts';
import { Precedence } from '../common/text-language.ts';
import type { HlslContext } from './context.ts';
import { localLines, outputCopies, uniformParameters } from './interface.ts';
import type { EntryElement, EntryParameter, EntryStruct, FunctionHead, HlslPlan, HlslSignature } from './plan.ts';
import { hlslType } from './types.ts';

const STREAMS: Readonly<Record<string, string>> = {
  pointlist: 'PointStream',
  linestrip: 'LineStream',
  trianglestrip: 'TriangleStream',
};

/** Words for the vertices of a primitive, and how many it has. */
const PRIMITIVES: Readonly<Record<string, readonly [word: string, count: number]>> = {
  point: ['point', 1],
  line: ['line', 2],
  triangle: ['triangle', 3],
  lineadj: ['lineadj', 4],
  triangleadj: ['triangleadj', 6],
};

/** Says where the inputs and outputs of a module are in the text. */
export function nameElements(w: HlslContext, signature: HlslSignature): void {
  const { inputElements, outputElements } = w;
  const name = (
    named: (EntryElement | undefined)[],
    list: readonly EntryParameter[],
    numbersOf: (one: EntryParameter) => readonly (readonly number[])[],
    { prefix = '', points }: { prefix?: string; points?: string } = {},
  ) => {
    for (const one of list)
      for (const [i, numbers] of numbersOf(one).entries())
        for (const number of numbers) {
          const name = `${prefix}${one.name}${one.count === undefined ? '' : `[${i}]`}`;
          named[number] = { ...one, name, ...(points !== undefined && { points }) };
        }
  };
  const elementsOf = ({ elements }: EntryParameter) => elements;
  name(inputElements, signature.inputs, elementsOf);
  const { points, madePoints, made, constants, result, outputs = [] } = signature;
  name(outputElements, outputs, elementsOf);
  for (const struct of [points, madePoints])
    if (struct !== undefined) name(inputElements, struct.members, elementsOf, { points: struct.variable });
  if (result !== undefined && !isStruct(result))
    name(outputElements, [{ ...result.members[0]!, name: result.variable }], elementsOf);
  for (const struct of [made, result && isStruct(result) ? result : undefined, ...(signature.streams ?? [])])
    if (struct !== undefined) name(outputElements, struct.members, elementsOf, { prefix: `${struct.variable}.` });
  findCopies(w);
  if (constants === undefined) return;
  const prefix = `${constants.variable}.`;
  name(w.module.stage === 'ds' ? inputElements : outputElements, constants.members, elementsOf, { prefix });
  name(inputElements, constants.members, ({ readBy = [] }) => readBy, { prefix });
}

/** Whether outputs are in a struct. */
function isStruct({ type }: EntryStruct): boolean {
  return type !== '';
}

/** Finds the ranges of inputs that are no array of the signature, and that are not read by vertex. */
function findCopies(w: HlslContext): void {
  const { ops, inputRanges, stage } = w.module;
  forEachOp(w.module, (op) => {
    if (ops.code[op] !== Op['in.at']) return;
    const range = ops.extra[op]! >> 2;
    const { kind } = inputRanges[range]!;
    const isCopied =
      ops.arity[op] === 1 &&
      !(kind === 'patch' && stage === 'hs') &&
      rangeMember(w, inputRanges[range]!, ops.extra[op]! & 3) === undefined;
    if (isCopied) w.copiedRanges.add(range);
  });
}

/** The structs that have the elements of a kind: parameters, vertices, control points, patch constants. */
export function structOf({ plan }: HlslContext, kind: IrRange['kind']): EntryStruct | undefined {
  const { inputs, points, madePoints, constants } = plan.signature;
  if (kind === 'patch') return constants;
  if (kind === 'outputPoint') return madePoints;
  return points ?? { type: '', variable: '', members: inputs };
}

/**
 * The array of the signature that contains a range of registers, as one of its elements; undefined where the range is
 * in more than one member.
 *
 * @param index the text of an index that counts from the first register of the range
 */
export function rangeMember(
  w: HlslContext,
  { kind, register, count }: IrRange,
  component: number,
  index: IndexText = () => '',
): EntryElement | undefined {
  const struct = structOf(w, kind);
  for (const one of struct?.members ?? []) {
    if (one.register === undefined || one.count === undefined) continue;
    const isThis =
      one.register <= register &&
      register + count <= one.register + one.count &&
      component >= one.first &&
      component < one.first + one.width;
    if (!isThis) continue;
    const name = `${one.name}[${indexSum(register - one.register, index)}]`;
    if (kind === 'patch') return { ...one, name: `${struct!.variable}.${name}` };
    return { ...one, name, ...(struct!.type !== '' && { points: struct!.variable }) };
  }
  return undefined;
}

/** The text of an index where at least a precedence is needed. */
export type IndexText = (precedence: number) => string;

/** A number and an index, as one index. */
export function indexSum(first: number, index: IndexText): string {
  if (first === 0) return index(Precedence.lowest);
  const text = index(Precedence.additive);
  return /^\d+$/.test(text) ? String(first + Number(text)) : `${first} + ${text}`;
}

function elementType({ kind, scalar, width }: EntryParameter): string {
  return scalar === undefined ? hlslType(typeOf(kind, width)) : `${scalar}${width === 1 ? '' : width}`;
}

function memberText(one: EntryParameter): string {
  const { modifiers, name, count, semantic } = one;
  return `${modifiers}${elementType(one)} ${name}${count === undefined ? '' : `[${count}]`} : ${semantic}`;
}

/** The structs of a signature by name. */
export function signatureStructs({
  points,
  made,
  constants,
  result,
  streams = [],
}: HlslSignature): Map<string, string> {
  const structs = new Map<string, string>();
  for (const struct of [points, made, constants, result, ...streams]) {
    if (struct === undefined || struct.members.length === 0 || !isStruct(struct)) continue;
    const members = struct.members.map((one) => `  ${memberText(one)};`);
    structs.set(struct.type, [`struct ${struct.type}`, '{', ...members, '};'].join('\n'));
  }
  return structs;
}

/** Writes the functions of a module. */
export function writeEntries(w: HlslContext, plan: HlslPlan, lines: LineWriter): void {
  if (w.module.stage === 'hs') writeHull(w, plan, lines);
  else {
    const main = w.module.functions.find(({ kind }) => kind === 'main');
    const { firstLines = [], lastLines = [] } = plan;
    const head = plan.head ?? entryHead(w, plan.signature);
    const end = head.returned === '' ? 'return;' : `return ${head.returned};`;
    w.returns = (isLast) =>
      w.returned < 0 ? [...outputCopies(w), ...lastLines, ...(isLast && end === 'return;' ? [] : [end])] : [];
    for (const line of attributes(w)) lines.line(line);
    const start = `${plan.head === undefined ? '' : 'export '}${head.type} ${plan.entryPoint}`;
    const isDeclared = plan.head === undefined && head.returned !== '' && w.returned < 0;
    const before = isDeclared ? [`${head.type} ${head.returned};`, ...firstLines] : firstLines;
    writeFunction(w, lines, start, head.parameters, main, before, head.suffix);
  }
}

/** The head of an entry point, which returns its outputs. */
function entryHead(w: HlslContext, signature: HlslSignature): FunctionHead {
  const { result } = signature;
  const parameters = parameterLines(w, signature);
  const [first] = result?.members ?? [];
  if (result === undefined || first === undefined) return { type: 'void', suffix: '', returned: '', parameters };
  w.returned = returnedValue(w, result);
  const { variable: returned } = result;
  if (isStruct(result)) return { type: result.type, suffix: '', returned, parameters };
  return { type: elementType(first), suffix: ` : ${first.semantic}`, returned, parameters };
}

/** The operation that writes the only output, at the end of the program; -1 where others write it as well. */
function returnedValue(w: HlslContext, result: EntryStruct): number {
  const { module } = w;
  const { ops } = module;
  if (isStruct(result)) return NO_OP;
  const region = module.functions.find(({ kind }) => kind === 'main')?.region;
  const written: number[] = [];
  let returnsBefore = false;
  forEachOp(module, (op) => {
    if (ops.code[op] === Op.out || ops.code[op] === Op['out.at']) written.push(op);
    returnsBefore ||= w.isReturn(op) && ops.region[op] !== region;
  });
  const [op] = written as [number];
  const { first, width } = result.members[0]!;
  const isComplete =
    written.length === 1 &&
    !returnsBefore &&
    ops.region[op] === region &&
    (ops.extra[op]! & 3) === first &&
    widthOf(ops.type[ops.operand(op, 0)]!) === width;
  if (!isComplete) return NO_OP;
  for (let at = ops.next[op]!; at !== NO_OP; at = ops.next[at]!) if (ops.code[at] !== Op.return) return NO_OP;
  return op;
}

function attributes({ module: { stage, facts } }: HlslContext): string[] {
  const lines: string[] = [];
  if (stage === 'cs') lines.push(`[numthreads(${(facts.threadGroupSize ?? [1, 1, 1]).join(', ')})]`);
  if (stage === 'ds') lines.push(`[domain("${facts.domain ?? 'tri'}")]`);
  if (stage === 'gs') {
    lines.push(`[maxvertexcount(${facts.maxVertices ?? 1})]`);
    if ((facts.instances ?? 1) > 1) lines.push(`[instance(${facts.instances})]`);
  }
  if (facts.forcesEarlyDepth) lines.push('[earlydepthstencil]');
  return lines;
}

function parameterLines(w: HlslContext, signature: HlslSignature): string[] {
  const { stage, facts } = w.module;
  const { inputs, points, constants, streams = [] } = signature;
  const list: string[] = [];
  if (stage === 'gs' && points !== undefined) {
    const [word, count] = PRIMITIVES[facts.inputPrimitive ?? ''] ?? ['point', 1];
    // Patches of control points as primitives: `patch32`.
    const patch = /^patch(\d+)$/i.exec(facts.inputPrimitive ?? '');
    if (points.members.length > 0)
      list.push(
        patch === null
          ? `${word} ${points.type} ${points.variable}[${count}]`
          : `InputPatch<${points.type}, ${patch[1]}> ${points.variable}`,
      );
  }
  if (stage === 'ds') {
    if ((constants?.members.length ?? 0) > 0) list.push(`${constants!.type} ${constants!.variable}`);
    if ((points?.members.length ?? 0) > 0)
      list.push(`const OutputPatch<${points!.type}, ${facts.inputPoints ?? 1}> ${points!.variable}`);
  }
  for (const one of inputs) list.push(memberText(one));
  for (const { type, stream, topology } of streams)
    list.push(`inout ${STREAMS[topology] ?? 'PointStream'}<${type}> ${stream}`);
  return list.concat(uniformParameters(w));
}

/** Writes a function: its head, what `before` gives, the body, and what ends it. */
function writeFunction(
  w: HlslContext,
  lines: LineWriter,
  head: string,
  parameters: readonly string[],
  body: IrFunction | undefined,
  before: readonly string[] = [],
  suffix = '',
): void {
  if (parameters.length === 0) lines.line(`${head}()${suffix}`);
  else {
    lines.line(`${head}(`);
    const last = parameters.length - 1;
    for (const [i, one] of parameters.entries()) lines.line(`  ${one}${i === last ? `)${suffix}` : ','}`);
  }
  lines.line('{');
  lines.indent();
  for (const line of [...before, ...vertexLines(w), ...localLines(w)]) lines.line(line);
  if (body !== undefined) {
    w.emitter.region(body.region);
    if (endsWithoutReturn(w, body.region)) for (const line of w.returnLines(true)) lines.line(line);
  }
  lines.outdent();
  lines.line('}');
}

/** The vertices that a geometry shader appends. */
function vertexLines({ plan }: HlslContext): string[] {
  const { streams = [] } = plan.signature;
  return streams.flatMap(({ type, variable, members }) =>
    members.length === 0 ? [] : [`${type} ${variable} = (${type})0;`],
  );
}

// --- hull shaders -------------------------------------------------------------------------------------------------

const PARTITIONINGS: Readonly<Record<string, string>> = {
  integer: 'integer',
  pow2: 'pow2',
  fractionalOdd: 'fractional_odd',
  fractionalEven: 'fractional_even',
};

const OUTPUT_PRIMITIVES: Readonly<Record<string, string>> = {
  point: 'point',
  line: 'line',
  triangleCw: 'triangle_cw',
  triangleCcw: 'triangle_ccw',
};

/** Writes the function of patch constants, and that of a control point. */
function writeHull(w: HlslContext, plan: HlslPlan, lines: LineWriter): void {
  const { functions, facts } = w.module;
  const { inputs, points, made, madePoints, constants } = plan.signature;
  const patch = `InputPatch<${points!.type}, ${facts.inputPoints ?? 1}> ${points!.variable}`;
  const hasPoints = points!.members.length > 0;
  const phases = functions.filter(({ kind }) => kind === 'fork' || kind === 'join');
  const isOf = (names: readonly string[]) => (one: EntryParameter) => names.includes(one.semantic.toLowerCase());
  const ofPatch = inputs.filter(isOf(['sv_primitiveid'])).map(memberText);
  const readsMade = readsPoints(w, madePoints!);
  const pointCount = facts.outputPoints ?? 1;
  const parameters = [
    ...(hasPoints ? [patch] : []),
    ...(readsMade ? [`OutputPatch<${made!.type}, ${pointCount}> ${madePoints!.variable}`] : []),
    ...ofPatch,
  ];
  const name = w.emitter.names.unique('patch_constants');
  useRegisterArray(w);
  const { variable, type } = constants!;
  w.returns = (isLast) => (isLast ? [] : ['return;']);
  const withReturns = phases.filter(({ region }) => hasInnerReturn(w, region));
  const helpers = new Map<IrFunction, string>();
  for (const phase of withReturns) {
    const helper = w.emitter.names.unique(phase.kind);
    helpers.set(phase, helper);
    const instance = w.emitter.names.unique('instance');
    setInstance(w, instance);
    writeFunction(
      w,
      lines,
      `void ${helper}`,
      [...withoutSemantics(parameters), `inout ${type} ${variable}`, `uint ${instance}`],
      phase,
    );
    lines.line('');
  }
  lines.line(`${type} ${name}(`);
  for (const [i, one] of parameters.entries()) lines.line(`  ${one}${i === parameters.length - 1 ? ')' : ','}`);
  if (parameters.length === 0) lines.line('  )');
  lines.line('{');
  lines.indent();
  lines.line(`${type} ${variable} = (${type})0;`);
  for (const line of [...registerLines(w), ...localLines(w)]) lines.line(line);
  for (const phase of phases) {
    const instance = phase.instances > 1 ? w.emitter.names.unique('i') : '0';
    setInstance(w, instance);
    if (phase.instances > 1) {
      lines.line(`[unroll] for (uint ${instance} = 0; ${instance} < ${phase.instances}; ${instance}++) {`);
      lines.indent();
    }
    const helper = helpers.get(phase);
    if (helper === undefined) w.emitter.region(phase.region);
    else lines.line(`${helper}(${[...parameters.map(argumentOf), variable, instance].join(', ')});`);
    if (phase.instances > 1) {
      lines.outdent();
      lines.line('}');
    }
  }
  for (const line of registerCopies(w, constants!)) lines.line(line);
  lines.line(`return ${variable};`);
  lines.outdent();
  lines.line('}');
  lines.line('');
  lines.line(`[domain("${facts.domain ?? 'tri'}")]`);
  lines.line(`[partitioning("${PARTITIONINGS[facts.partitioning ?? ''] ?? 'integer'}")]`);
  lines.line(`[outputtopology("${OUTPUT_PRIMITIVES[facts.outputPrimitive ?? ''] ?? 'triangle_cw'}")]`);
  const main = functions.find(({ kind }) => kind === 'controlPoint');
  const isEmpty = made!.members.length === 0;
  lines.line(`[outputcontrolpoints(${isEmpty ? 0 : pointCount})]`);
  lines.line(`[patchconstantfunc("${name}")]`);
  const max = facts.maxTessFactor ?? 0;
  // Microsoft's compiler ignores the attribute if its value is an integer.
  if (max > 0 && max < 64) lines.line(`[maxtessfactor(${Number.isInteger(max) ? max.toFixed(1) : max})]`);
  // A shader without a result makes no points if it says 0 of them, otherwise those of the patch. Of a patch with one
  // point, the compiler makes a phase for a copy.
  if (isEmpty || (main === undefined && pointCount === 1)) {
    for (const line of [`void ${plan.entryPoint}(${patch})`, '{', '}']) lines.line(line);
    return;
  }
  const ofPoint = inputs.filter((one) => main !== undefined || isOf(['sv_outputcontrolpointid'])(one)).map(memberText);
  if (main !== undefined) {
    w.returns = () => [`return ${made!.variable};`];
    writeFunction(w, lines, `${made!.type} ${plan.entryPoint}`, [...(hasPoints ? [patch] : []), ...ofPoint], main, [
      `${made!.type} ${made!.variable} = (${made!.type})0;`,
    ]);
    return;
  }
  // Without a phase of control points, they are those of the patch.
  const id = w.emitter.names.unique('id');
  lines.line(`${made!.type} ${plan.entryPoint}(${patch}, uint ${id} : SV_OutputControlPointID)`);
  lines.line('{');
  lines.line(`  ${made!.type} ${made!.variable};`);
  for (const [i, { name: member }] of made!.members.entries())
    lines.line(`  ${made!.variable}.${member} = ${points!.variable}[${id}].${points!.members[i]?.name ?? member};`);
  lines.line(`  return ${made!.variable};`);
  lines.line('}');
}

/** Whether the patch constants are computed of the control points that the shader makes. */
function readsPoints({ module: { ops, inputRanges }, module, uses }: HlslContext, { members }: EntryStruct): boolean {
  let isIndexed = false;
  forEachOp(module, (op) => {
    isIndexed ||= ops.code[op] === Op['in.at'] && inputRanges[ops.extra[op]! >> 2]!.kind === 'outputPoint';
  });
  return isIndexed || members.some(({ elements }) => elements.flat().some((one) => uses.inputs[one]));
}

/** Whether a function has a `return` in a construct. */
function hasInnerReturn(w: HlslContext, region: number, isInner = false): boolean {
  const { module } = w;
  for (let op = module.first[region]!; op >= 0; op = module.ops.next[op]!) {
    if (isInner && w.isReturn(op)) return true;
    if (!isConstruct(module.ops.code[op]!)) continue;
    for (let i = module.regionCount(op) - 1; i >= 0; i--)
      if (hasInnerReturn(w, module.ops.extra[op]! + i, true)) return true;
  }
  return false;
}

/** Parameters without their semantics, for functions that are called. */
function withoutSemantics(parameters: readonly string[]): string[] {
  return parameters.map((one) => one.replace(/ : \w+$/, ''));
}

/** The name of a parameter. */
function argumentOf(parameter: string): string {
  return /(\w+)(?: : \w+)?$/.exec(parameter)![1]!;
}

/** Registers of patch constants. */
const PATCH_REGISTERS = 32;

/** Uses an array of registers for patch constants where an index reaches more than one of their arrays. */
function useRegisterArray(w: HlslContext): void {
  const { module } = w;
  const hasArray = (op: number, range: IrRange) => rangeMember(w, range, module.ops.extra[op]! & 3) !== undefined;
  let needsRegisters = false;
  forEachOp(module, (op) => {
    const code = module.ops.code[op]!;
    if (code !== Op['out.at'] && code !== Op['in.at']) return;
    const ranges = code === Op['out.at'] ? module.outputRanges : module.inputRanges;
    const range = ranges[module.ops.extra[op]! >> 2]!;
    if (range.kind === 'patch' && !hasArray(op, range)) needsRegisters = true;
  });
  if (!needsRegisters) return;
  const name = w.emitter.names.unique('registers');
  w.registers = name;
  const setNames = (elements: readonly IrElement[], named: (EntryElement | undefined)[]) => {
    for (const [i, { kind, register }] of elements.entries())
      if (kind === 'patch') named[i] = { name: `${name}[${register}]`, kind: Kind.f32, first: 0, width: 4 };
  };
  setNames(module.inputs, w.inputElements);
  setNames(module.outputs, w.outputElements);
}

function registerLines({ registers }: HlslContext): string[] {
  return registers === undefined ? [] : [`float4 ${registers}[${PATCH_REGISTERS}] = (float4[${PATCH_REGISTERS}])0;`];
}

function registerCopies(w: HlslContext, { variable, members }: EntryStruct): string[] {
  if (w.registers === undefined) return [];
  return members.flatMap(({ name, register = 0, count, first, width, kind }) =>
    Array.from({ length: count ?? 1 }, (_, i) => {
      const part = `${w.registers}[${register + i}].${AXES.slice(first, first + width)}`;
      const target = count === undefined ? name : `${name}[${i}]`;
      return `${variable}.${target} = ${w.castText(part, Kind.f32, kind, width)};`;
    }),
  );
}

/** Says what the number of the instance of a phase is. */
function setInstance(w: HlslContext, text: string): void {
  for (const [i, { special }] of w.module.inputs.entries())
    if (special === 'forkInstanceId' || special === 'joinInstanceId')
      w.inputElements[i] = { name: text, kind: Kind.u32, first: 0, width: 1 };
}
