/** Textures: methods of their variables. */
import { type IrAccess, Kind, kindOf, Op, refOf, widthOf } from '../../../ir/index.ts';
import { accessOf } from '../../common/register-selection.ts';
import { viewKind } from '../../common/resource-uses.ts';
import { swizzle } from '../../common/text-emitter.ts';
import { Precedence } from '../../common/text-language.ts';
import type { ViewShape } from '../../common/view-shapes.ts';
import type { HlslContext, HlslRule } from '../context.ts';
import { sourceOf } from '../indices.ts';
import { legacySuffix } from '../interface.ts';
import { partText } from '../layouts.ts';

const { f32, i32, u32 } = Kind;

/**
 * The constant offset of an access as an argument; empty for none.
 *
 * @param isNeeded whether other arguments follow. Cubes have none in any case.
 */
function offsetArgument({ offsets }: IrAccess, { axes, view }: ViewShape, isNeeded = false): string {
  if (view.startsWith('cube') || (!isNeeded && offsets.every((one) => one === 0))) return '';
  return `, ${axes === 1 ? offsets[0] : `int${axes}(${offsets.slice(0, axes).join(', ')})`}`;
}

function samplerText(w: HlslContext, op: number, access: IrAccess, samplerIndex: number): string {
  return w.viewText(op, access.sampler, samplerIndex);
}

/** The kind of a value that a view gives. */
function kindOfView(w: HlslContext, binding: number): number {
  return Kind[viewKind(w.binding(binding))];
}

/**
 * A method of a texture with a sampler.
 *
 * @param operands how many operands come after the coordinates
 */
const sampling =
  (method: string, operands: number, isScalar = false): HlslRule =>
  (w, op) => {
    const { access, shape, viewIndex, samplerIndex } = accessOf(w, op);
    if (w.plan.legacySamplers?.has(access.binding)) return legacyRead(w, op, access, method);
    const args = [samplerText(w, op, access, samplerIndex)];
    for (let i = 0; i <= operands; i++) args.push(w.operandAs(op, i, f32, Precedence.lowest));
    const status = w.statusOf(op);
    const takesClamp = !method.endsWith('Level') && !method.endsWith('LevelZero');
    const needsAll = access.hasClamp || status !== '';
    const offset = offsetArgument(access, shape, needsAll);
    const level = access.hasClamp ? w.operandAs(op, operands + 1, f32, Precedence.lowest) : '0.0';
    const clamp = needsAll && takesClamp ? `, ${level}` : '';
    const view = w.viewText(op, access.binding, viewIndex);
    const text = `${view}.${method}(${args.join(', ')}${offset}${clamp}${status})`;
    if (!isScalar) return elementOf(w, op, text, access.binding);
    const width = widthOf(w.module.ops.type[op]!);
    return w.result(op, width === 1 ? text : `${text}.${'xxxx'.slice(0, width)}`, f32);
  };

/** The ends of the names of functions of Direct3D 9, by method. */
const LEGACY: Readonly<Record<string, string>> = { SampleBias: 'bias', SampleLevel: 'lod', SampleGrad: 'grad' };

/** A read by a function of Direct3D 9, which takes a bias or level as a fourth coordinate. */
function legacyRead(w: HlslContext, op: number, { binding, sampler }: IrAccess, method: string): string {
  const { ops } = w.module;
  const name = `tex${legacySuffix(w, binding)}${LEGACY[method] ?? ''}`;
  const argument = (i: number) => w.operandAs(op, i, f32, Precedence.lowest);
  const args = ops.operands(op).map((_, i) => argument(i));
  const zero = widthOf(ops.type[ops.operand(op, 0)]!) < 3 ? ', 0.0' : '';
  const list =
    method === 'SampleBias' || method === 'SampleLevel' ? `float4(${args[0]}${zero}, ${args[1]})` : args.join(', ');
  return elementOf(w, op, `${name}(${w.resource(sampler).name}, ${list})`, binding);
}

/** An element of a view that was read. */
function elementOf(w: HlslContext, op: number, text: string, binding: number): string {
  return w.result(op, widened(w, op, text, w.typedWidth(binding)), kindOfView(w, binding));
}

const CHANNELS = ['Red', 'Green', 'Blue', 'Alpha'] as const;

const gathering =
  (compares: boolean, hasOffset: boolean): HlslRule =>
  (w, op) => {
    const { access, shape, viewIndex, samplerIndex } = accessOf(w, op);
    const channel = access.channel === 0 && !compares ? '' : CHANNELS[access.channel]!;
    const method = `Gather${compares ? 'Cmp' : ''}${compares && access.channel === 0 ? '' : channel}`;
    const args = [samplerText(w, op, access, samplerIndex), w.operandAs(op, 0, f32, Precedence.lowest)];
    if (compares) args.push(w.operandAs(op, hasOffset ? 2 : 1, f32, Precedence.lowest));
    if (hasOffset) args.push(w.operandAs(op, 1, i32, Precedence.lowest));
    const status = w.statusOf(op);
    const offset = hasOffset ? '' : offsetArgument(access, shape, status !== '');
    const view = w.viewText(op, access.binding, viewIndex);
    const text = `${view}.${method}(${args.join(', ')}${offset}${status})${usedPart(w, op)}`;
    return w.result(op, text, kindOfView(w, access.binding));
  };

/** Coordinates, and the level after them, as a vector of unsigned numbers where they are such: no casts are needed. */
function unsignedVector(w: HlslContext, op: number, width: number, hasLevel: boolean): string | undefined {
  const { module } = w;
  const { ops } = module;
  const sources = Array.from({ length: width }, (_, i) => sourceOf(module, ops.operand(op, 0), i));
  if (hasLevel) sources.push(sourceOf(module, ops.operand(op, 1), 0));
  const isUnsigned = sources.every(({ value }) => kindOf(ops.type[value]!) === u32 || ops.code[value] === Op.const);
  if (!isUnsigned || ops.code[sources[0]!.value] === Op.const || sources.length < 2) return undefined;
  return w.emitter.pick(sources.map(({ value, component }) => refOf(value, component)));
}

/** A texel: coordinates and level are one vector, samples an argument. */
const fetch =
  (isSample: boolean): HlslRule =>
  (w, op) => {
    const { access, shape, viewIndex } = accessOf(w, op);
    const width = shape.axes + (shape.isArray ? 1 : 0);
    const signed = (i: number) => w.operandAs(op, i, i32, Precedence.lowest);
    const at = isSample
      ? `${unsignedVector(w, op, width, false) ?? signed(0)}, ${signed(1)}`
      : (unsignedVector(w, op, width, true) ?? `int${width + 1}(${signed(0)}, ${signed(1)})`);
    const view = w.viewText(op, access.binding, viewIndex);
    const status = w.statusOf(op);
    const text = `${view}.Load(${at}${offsetArgument(access, shape, status !== '')}${status})`;
    return elementOf(w, op, text, access.binding);
  };

/** A function that asks a texture for its sizes: width, height, depth or slices, levels. */
const size: HlslRule = (w, op) => {
  const { access, shape, viewIndex } = accessOf(w, op);
  const isUav = w.binding(access.binding).kind === 'uav';
  const kind = kindOf(w.module.ops.type[op]!) === f32 ? f32 : u32;
  const type = w.type(kind, 4);
  const view = w.viewText(op, access.binding, viewIndex);
  const names = ['size.x', 'size.y', 'size.z'].slice(0, shape.view.startsWith('cube') ? 2 : shape.axes);
  if (shape.isArray) names.push(['size.x', 'size.y', 'size.z'][names.length]!);
  const hasLevels = !isUav && !shape.multisampled;
  const args = [
    ...(hasLevels ? ['level'] : []),
    ...names,
    ...(hasLevels ? ['size.w'] : shape.multisampled ? ['size.w'] : []),
  ];
  const name = w.helpers.distinct(`${w.resource(access.binding).name}_size`, (helper) =>
    w.spelling.fn(helper, [['level', 'uint']], type, [
      `${type} size = 0;`,
      `${view}.GetDimensions(${args.join(', ')});`,
      'return size;',
    ]),
  );
  return w.result(op, `${name}(${w.operandAs(op, 0, u32, Precedence.lowest)})`, kind);
};

const samples: HlslRule = (w, op) => {
  const { ops } = w.module;
  const binding = ops.extra[op]!;
  if (binding < 0) return 'GetRenderTargetSampleCount()';
  const view = w.viewText(op, binding, ops.arity[op]! > 0 ? 0 : -1);
  const isArray = w.binding(binding).dimension === 'texture2DMSArray';
  const name = w.helpers.distinct(`${w.resource(binding).name}_samples`, (helper) =>
    w.spelling.fn(helper, [], 'uint', [
      `uint width, height, ${isArray ? 'slices, ' : ''}samples;`,
      `${view}.GetDimensions(width, height, ${isArray ? 'slices, ' : ''}samples);`,
      'return samples;',
    ]),
  );
  return `${name}()`;
};

const samplePosition: HlslRule = (w, op) => {
  const { ops } = w.module;
  const binding = ops.extra[op]!;
  const index = w.operandAs(op, 0, i32, Precedence.lowest);
  if (binding < 0) return `GetRenderTargetSamplePosition(${index})`;
  return `${w.viewText(op, binding, ops.arity[op]! > 1 ? 1 : -1)}.GetSamplePosition(${index})`;
};

const lod: HlslRule = (w, op) => {
  const { access, viewIndex, samplerIndex } = accessOf(w, op);
  const view = w.viewText(op, access.binding, viewIndex);
  const args = `${samplerText(w, op, access, samplerIndex)}, ${w.emitter.named(w.module.ops.operand(op, 0))}`;
  return `float2(${view}.CalculateLevelOfDetail(${args}), ${view}.CalculateLevelOfDetailUnclamped(${args}))`;
};

const load: HlslRule = (w, op) => {
  const { access, viewIndex } = accessOf(w, op);
  const view = w.viewText(op, access.binding, viewIndex);
  const status = w.statusOf(op);
  const at = w.operandAs(op, 0, u32, Precedence.lowest);
  const text = status === '' ? `${view}[${at}]` : `${view}.Load(${at}${status})`;
  return elementOf(w, op, text, access.binding);
};

const store: HlslRule = (w, op) => {
  const { access, viewIndex } = accessOf(w, op);
  const view = w.viewText(op, access.binding, viewIndex);
  const kind = kindOfView(w, access.binding);
  const value = storedText(w, op, access.binding, kind);
  w.write(`${view}[${w.operandAs(op, 0, u32, Precedence.lowest)}] = ${value};`);
  return '';
};

/** The swizzle of the components that a read has; empty for all of them. */
function usedPart(w: HlslContext, op: number): string {
  const used = w.plan.texels?.get(op);
  return used === undefined ? '' : `.${swizzle(used, 0)}`;
}

/** An element of a typed view as the components that a read has. */
export function widened(w: HlslContext, op: number, text: string, width: number): string {
  const used = w.plan.texels?.get(op);
  const list = (used ?? [0, 1, 2, 3]).map((component) => Math.min(component, width - 1));
  return partText(text, list, width);
}

/** The value of a store to a typed view: as many components as its elements have. */
export function storedText(w: HlslContext, op: number, binding: number, kind: number): string {
  const value = w.module.ops.operand(op, 1);
  const width = w.typedWidth(binding);
  if (width === 4) return w.as(value, kind);
  const part = w.part(value, [0, 1, 2, 3].slice(0, width));
  return w.castText(part, kindOf(w.module.ops.type[value]!), kind, width);
}

const status: HlslRule = (w, op) => w.statuses.get(w.module.ops.operand(op, 0)) ?? '0';

const isMapped: HlslRule = (w, op) => `CheckAccessFullyMapped(${w.operandAs(op, 0, u32, Precedence.lowest)})`;

export const TEXTURE_RULES = {
  'tex.sample': sampling('Sample', 0),
  'tex.sample.bias': sampling('SampleBias', 1),
  'tex.sample.level': sampling('SampleLevel', 1),
  'tex.sample.grad': sampling('SampleGrad', 2),
  'tex.sample.cmp': sampling('SampleCmp', 1, true),
  'tex.sample.cmp.zero': sampling('SampleCmpLevelZero', 1, true),
  'tex.gather': gathering(false, false),
  'tex.gather.cmp': gathering(true, false),
  'tex.gather.offset': gathering(false, true),
  'tex.gather.offset.cmp': gathering(true, true),
  'tex.fetch': fetch(false),
  'tex.fetch.sample': fetch(true),
  'tex.lod': lod,
  'tex.size': size,
  'tex.samples': samples,
  'tex.samplepos': samplePosition,
  'img.load': load,
  'img.store': store,
  status,
  'status.mapped': isMapped,
} as const;
