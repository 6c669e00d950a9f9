/** Reads of textures. A texture or sampler in a range is selected by a function with a case for each register. */
import { type IrAccess, Kind, kindOf, OP_NAMES, Op } from '../../ir/index.ts';
import type { PlannedResource } from '../common/plan.ts';
import { isWholeConstant } from '../common/resource-uses.ts';
import type { WgslContext } from './context.ts';
import { WGSL_DIMENSIONS, type WgslDimension } from './dimensions.ts';
import { handleType, texelKind } from './resources.ts';
import type { WgslRule } from './rule.ts';
import { floatOf } from './types.ts';

const { f32, i32, u32 } = Kind;

/** An argument of a read: its text and its type, for functions that select a register. */
export interface Argument {
  readonly text: string;
  readonly type: string;
}

/** Writes a read of one texture with arguments that are names or expressions. */
type Body = (view: PlannedResource, sampler: PlannedResource | undefined, texts: readonly string[]) => string;

interface Selection {
  readonly view: number;
  readonly sampler: number;
  readonly viewRole: PlannedResource['role'];
  readonly samplerRole: PlannedResource['role'];
  /** Operand numbers of the indexes; -1 without. */
  readonly viewIndex: number;
  readonly samplerIndex: number;
}

/** Calls `body` for the register that an operation reads, or writes a function that selects it. */
export function select(
  w: WgslContext,
  op: number,
  selection: Selection,
  list: readonly Argument[],
  type: string,
  body: Body,
): string {
  const { ops } = w.module;
  const { view, sampler } = selection;
  const wordAt = (i: number) => (i < 0 ? 0 : w.emitter.wordOf(ops.operand(op, i)));
  const viewWord = wordAt(selection.viewIndex);
  const samplerWord = wordAt(selection.samplerIndex);
  const viewAt = (i: number) => w.resource(view, i, selection.viewRole);
  const samplerAt = (i: number) => (sampler < 0 ? undefined : w.resource(sampler, i, selection.samplerRole));
  const texts = list.map(({ text }) => text);
  if (viewWord !== undefined && samplerWord !== undefined) return body(viewAt(viewWord), samplerAt(samplerWord), texts);
  const names = list.map((_, i) => `a${i}`);
  const parameters = list.map((one, i) => `a${i}: ${one.type}`);
  const given = [...texts];
  if (samplerWord === undefined) {
    parameters.unshift('sampler_index: u32');
    given.unshift(w.operandAs(op, selection.samplerIndex, u32));
  }
  if (viewWord === undefined) {
    parameters.unshift('view_index: u32');
    given.unshift(w.operandAs(op, selection.viewIndex, u32));
  }
  const choose = (index: string, count: number, at: (i: number) => string, indent: string): string => {
    const cases = Array.from({ length: count }, (_, i) => `${indent}  case ${i}u: {\n${at(i)}\n${indent}  }`);
    return `${indent}switch (${index}) {\n${cases.join('\n')}\n${indent}  default: {}\n${indent}}`;
  };
  const inner = (i: number, indent: string): string =>
    samplerWord === undefined
      ? choose(
          'sampler_index',
          w.binding(sampler).count,
          (s) => `${indent}    return ${body(viewAt(i), samplerAt(s), names)};`,
          indent,
        )
      : `${indent}return ${body(viewAt(i), samplerAt(samplerWord), names)};`;
  const text =
    viewWord === undefined
      ? choose('view_index', w.binding(view).count, (i) => inner(i, '      '), '  ')
      : inner(viewWord, '  ');
  const base = `${viewAt(0).name}_${OP_NAMES[ops.code[op]!]!.replace(/\./g, '_')}`;
  const key = `${parameters.join(', ')}) -> ${type} {\n${text}\n  return ${type}();\n}`;
  // Reads that differ in what is constant have functions of their own.
  let name = base;
  for (let i = 1; w.helpers.texts.has(name) && w.helpers.texts.get(name) !== `fn ${name}(${key}`; i++)
    name = `${base}${i}`;
  w.helpers.own(name, () => `fn ${name}(${key}`);
  return `${name}(${given.join(', ')})`;
}

/** What an operation reads: its access, its dimension, and where its indexes are. */
function accessOf(
  w: WgslContext,
  op: number,
): { access: IrAccess; shape: WgslDimension; viewIndex: number; samplerIndex: number } {
  const { ops, accesses } = w.module;
  const access = accesses[ops.extra[op]!]!;
  const dimension = w.binding(access.binding).dimension ?? 'unknown';
  const samplerIndex = access.isSamplerIndexed ? ops.arity[op]! - 1 : -1;
  const viewIndex = access.isIndexed ? ops.arity[op]! - (access.isSamplerIndexed ? 2 : 1) : -1;
  // A view without a dimension was refused with its variables.
  return { access, shape: WGSL_DIMENSIONS[dimension] ?? WGSL_DIMENSIONS.texture2D!, viewIndex, samplerIndex };
}

/** The coordinates of a filtered read, and the slice. */
function coordinates(w: WgslContext, value: number, shape: WgslDimension): Argument[] {
  const axes = Array.from({ length: shape.axes }, (_, i) => i);
  const text = w.part(value, axes);
  const list: Argument[] = [
    shape.isFlat ? { text: `vec2f(${text}, 0.5)`, type: 'vec2f' } : { text, type: w.type(f32, shape.axes) },
  ];
  if (shape.isArray) list.push({ text: `i32(round(${w.part(value, [shape.axes])}))`, type: 'i32' });
  return list;
}

/** Constant offsets as a last argument; empty without. */
function offsetText({ offsets }: IrAccess, { isFlat, axes }: WgslDimension): string {
  if (offsets.every((one) => one === 0)) return '';
  if (isFlat) return `, vec2i(${offsets[0]}, 0)`;
  return `, vec${axes}i(${offsets.slice(0, axes).join(', ')})`;
}

const hasNoOffsets = ({ view }: WgslDimension) => view === 'cube' || view === 'cube-array';

function noteClamp(w: WgslContext, op: number, access: IrAccess): void {
  if (access.hasClamp) w.report('DX6032', w.module.ops.at[op]!);
}

/** The value of a read: depths have one component. */
function texel(w: WgslContext, op: number, text: string, view: PlannedResource): string {
  return w.result(op, text, Kind[texelKind(view)]);
}

const NEEDS_COLOR: ReadonlySet<number> = new Set([Op['tex.sample.bias'], Op['tex.sample.grad']]);

/** @param extra operands after the coordinates: how many, and whether they are derivatives */
function sampling(name: string, extra: 'none' | 'float' | 'level' | 'gradients' | 'reference'): WgslRule {
  return (w, op) => {
    const { ops } = w.module;
    const { access, shape, viewIndex, samplerIndex } = accessOf(w, op);
    noteClamp(w, op, access);
    const list = coordinates(w, ops.operand(op, 0), shape);
    const binding = access.binding;
    const compares = extra === 'reference';
    const isWhole = extra !== 'level' || isWholeConstant(w.module, ops.operand(op, 1));
    const isColor = (NEEDS_COLOR.has(ops.code[op]!) || !isWhole) && w.has(binding, 0, 'color');
    const isDepth = !isColor && w.resource(binding).kind === 'depthTexture';
    if (extra === 'gradients') {
      for (const i of [1, 2]) {
        const text = w.emitter.operand(op, i);
        list.push(
          shape.isFlat ? { text: `vec2f(${text}, 0.0)`, type: 'vec2f' } : { text, type: w.type(f32, shape.axes) },
        );
      }
    } else if (extra === 'level' && isDepth)
      list.push({ text: `${floatOf(w.emitter.wordOf(ops.operand(op, 1))!)}u`, type: 'u32' });
    else if (extra !== 'none') list.push({ text: w.emitter.operand(op, 1), type: 'f32' });
    const offset = hasNoOffsets(shape) ? '' : offsetText(access, shape);
    const selection: Selection = {
      view: binding,
      sampler: access.sampler,
      viewRole: isColor ? 'color' : 'main',
      samplerRole: compares && w.has(access.sampler, 0, 'comparison') ? 'comparison' : 'main',
      viewIndex,
      samplerIndex,
    };
    const text = select(w, op, selection, list, 'vec4f', (view, sampler, texts) => {
      const call = `${name}(${[view.name, sampler?.name, ...texts].join(', ')}${offset})`;
      return compares ? `vec4f(${call})` : isDepth ? `vec4f(${call}, 0.0, 0.0, 1.0)` : call;
    });
    return w.result(op, text, f32);
  };
}

/** @param hasOffset the second operand has the offsets, which WGSL needs to be constant: the coordinates move instead */
function gathering(compares: boolean, hasOffset: boolean): WgslRule {
  return (w, op) => {
    const { ops } = w.module;
    const { access, shape, viewIndex, samplerIndex } = accessOf(w, op);
    const list = coordinates(w, ops.operand(op, 0), shape);
    if (hasOffset) {
      const value = ops.operand(op, 1);
      list.push({ text: w.as(value, i32), type: 'vec2i' });
      w.approximations.add(
        'Offsets of gathers that are not constant move the coordinates, which differs at borders of wrapped textures.',
      );
    }
    if (compares) list.push({ text: w.emitter.operand(op, hasOffset ? 2 : 1), type: 'f32' });
    const isDepth = w.resource(access.binding).kind === 'depthTexture';
    const offset = hasOffset || hasNoOffsets(shape) ? '' : offsetText(access, shape);
    const selection: Selection = {
      view: access.binding,
      sampler: access.sampler,
      viewRole: 'main',
      samplerRole: compares && w.has(access.sampler, 0, 'comparison') ? 'comparison' : 'main',
      viewIndex,
      samplerIndex,
    };
    const kind = Kind[texelKind(w.resource(access.binding))];
    const text = select(w, op, selection, list, w.type(compares ? f32 : kind, 4), (view, sampler, texts) => {
      let [at, ...rest] = texts as [string, ...string[]];
      if (hasOffset) {
        const place = shape.isArray ? 1 : 0;
        const shift = `extractBits(${rest[place]}, 0u, 6u)`;
        at = `(${at}) + vec2f(${shift}) / vec2f(textureDimensions(${view.name}))`;
        rest = rest.filter((_, i) => i !== place);
      }
      const args = [view.name, sampler?.name, at, ...rest].join(', ');
      if (compares) return `textureGatherCompare(${args}${offset})`;
      return isDepth ? `textureGather(${args}${offset})` : `textureGather(${access.channel}, ${args}${offset})`;
    });
    return w.result(op, text, compares ? f32 : kind);
  };
}

/** A function that reads a texel, and gives zeros outside. */
function fetchFunction(w: WgslContext, view: PlannedResource, shape: WgslDimension): string {
  const type = handleType(view);
  const isDepth = view.kind === 'depthTexture';
  const scalar = texelKind(view);
  const value = `vec4${scalar[0]}`;
  const name = `fetch_${isDepth ? 'depth_' : ''}${shape.multisampled ? 'sample_' : ''}${shape.type}_${scalar}`;
  return w.helpers.own(name, () => {
    const coords = `vec${shape.texelAxes}i`;
    const parameters = [
      `view: ${type}`,
      `at: ${coords}`,
      ...(shape.isArray ? ['slice: i32'] : []),
      `${shape.multisampled ? 'index' : 'level'}: u32`,
    ];
    const size = shape.multisampled ? 'textureDimensions(view)' : 'textureDimensions(view, level)';
    const unsigned = coords.replace('i', 'u');
    const call = `textureLoad(view, at, ${shape.isArray ? 'slice, ' : ''}${shape.multisampled ? 'index' : 'level'})`;
    const tests = [
      shape.multisampled ? 'index >= textureNumSamples(view)' : 'level >= textureNumLevels(view)',
      ...(shape.isArray ? ['u32(slice) >= textureNumLayers(view)'] : []),
    ];
    return [
      `fn ${name}(${parameters.join(', ')}) -> ${value} {`,
      `  if (${tests.join(' || ')}) { return ${value}(); }`,
      `  if (any(${unsigned}(at) >= ${size})) { return ${value}(); }`,
      `  return ${isDepth ? `vec4f(${call}, 0.0, 0.0, 1.0)` : call};`,
      '}',
    ].join('\n');
  });
}

/** Whole coordinates with offsets, and the slice. */
function texelCoordinates(w: WgslContext, value: number, shape: WgslDimension, access: IrAccess): Argument[] {
  const from = kindOf(w.module.ops.type[value]!);
  const axes = Array.from({ length: shape.axes }, (_, i) => i);
  let text = w.castText(w.part(value, axes), from, i32, shape.axes);
  if (shape.isFlat) text = `vec2i(${text}, 0)`;
  const offset = offsetText(access, shape).slice(2);
  if (offset !== '') text = `(${text}) + ${offset}`;
  const list: Argument[] = [{ text, type: `vec${shape.texelAxes}i` }];
  if (shape.isArray) list.push({ text: w.castText(w.part(value, [shape.axes]), from, i32, 1), type: 'i32' });
  return list;
}

const fetch: WgslRule = (w, op) => {
  const { ops } = w.module;
  const { access, shape, viewIndex } = accessOf(w, op);
  const list = texelCoordinates(w, ops.operand(op, 0), shape, access);
  list.push({ text: w.operandAs(op, 1, u32), type: 'u32' });
  const main = w.resource(access.binding);
  const selection: Selection = {
    view: access.binding,
    sampler: -1,
    viewRole: 'main',
    samplerRole: 'main',
    viewIndex,
    samplerIndex: -1,
  };
  const isDepth = main.kind === 'depthTexture';
  const text = select(w, op, selection, list, `vec4${texelKind(main)[0]}`, (view, _, texts) => {
    if (w.checksRanges) return `${fetchFunction(w, view, shape)}(${[view.name, ...texts].join(', ')})`;
    const call = `textureLoad(${[view.name, ...texts].join(', ')})`;
    return isDepth ? `vec4f(${call}, 0.0, 0.0, 1.0)` : call;
  });
  return texel(w, op, text, main);
};

// --- queries --------------------------------------------------------------------------------------------------------

/** A function that gives width, height, depth or slices, and levels of a texture. */
function sizeFunction(w: WgslContext, view: PlannedResource, shape: WgslDimension): string {
  const isStorage = view.kind === 'storageTexture';
  const hasLevels = !isStorage && !shape.multisampled;
  const layers = shape.isArray ? 'textureNumLayers(view)' : '0u';
  const name = `size_${isStorage ? `${view.format}_${view.access}_` : view.kind === 'depthTexture' ? 'depth_' : ''}${shape.multisampled ? 'sample_' : ''}${shape.isFlat ? 'flat_' : ''}${shape.type}_${texelKind(view)}`;
  return w.helpers.own(name, () => {
    const sizes = shape.isFlat
      ? shape.isArray
        ? `size.x, ${layers}, 0u`
        : 'size.x, 0u, 0u'
      : shape.view === '3d'
        ? 'size'
        : `size, ${layers}`;
    return [
      `fn ${name}(view: ${handleType(view)}, level: u32) -> vec4u {`,
      `  let levels = ${hasLevels ? 'textureNumLevels(view)' : '1u'};`,
      '  if (level >= levels) { return vec4u(0u, 0u, 0u, levels); }',
      `  let size = textureDimensions(view${hasLevels ? ', level' : ''});`,
      `  return vec4u(${sizes}, levels);`,
      '}',
    ].join('\n');
  });
}

const size: WgslRule = (w, op) => {
  const { access, shape, viewIndex } = accessOf(w, op);
  const selection: Selection = {
    view: access.binding,
    sampler: -1,
    viewRole: 'main',
    samplerRole: 'main',
    viewIndex,
    samplerIndex: -1,
  };
  const list: Argument[] = [{ text: w.operandAs(op, 0, u32), type: 'u32' }];
  return select(
    w,
    op,
    selection,
    list,
    'vec4u',
    (view, _, [level]) => `${sizeFunction(w, view, shape)}(${view.name}, ${level})`,
  );
};

const lod: WgslRule = (w, op) => {
  const { access, shape, viewIndex, samplerIndex } = accessOf(w, op);
  w.approximations.add('Levels of detail that the shader asks for are computed from derivatives, without the sampler.');
  const axes = shape.isFlat ? 1 : shape.view === '3d' ? 3 : 2;
  if (hasNoOffsets(shape)) return w.refuse(op, 'the level of detail of a cube');
  const selection: Selection = {
    view: access.binding,
    sampler: access.sampler,
    viewRole: 'main',
    samplerRole: 'main',
    viewIndex,
    samplerIndex,
  };
  const list: Argument[] = [{ text: w.emitter.operand(op, 0, 9), type: w.type(f32, axes) }];
  return select(w, op, selection, list, 'vec2f', (view, _, [at]) => {
    const sizes = `${axes === 1 ? 'f32' : w.type(f32, axes)}(textureDimensions(${view.name})${axes === 1 ? '.x' : ''})`;
    return `${w.helper('lod_of', axes)}(${at} * ${sizes}, textureNumLevels(${view.name}))`;
  });
};

/** Samples of a view, or of the targets. */
function sampleCount(w: WgslContext, op: number, index: number): string {
  const { ops } = w.module;
  const binding = ops.extra[op]!;
  if (binding < 0) return w.uniform('sample_count');
  const selection: Selection = {
    view: binding,
    sampler: -1,
    viewRole: 'main',
    samplerRole: 'main',
    viewIndex: ops.arity[op]! > index ? index : -1,
    samplerIndex: -1,
  };
  return select(w, op, selection, [], 'u32', (view) => `textureNumSamples(${view.name})`);
}

const samplePosition: WgslRule = (w, op) => {
  w.assumptions.add('Samples have the standard positions of Direct3D.');
  return `${w.helper('sample_position')}(${w.operandAs(op, 0, u32)}, ${sampleCount(w, op, 1)})`;
};

const status: WgslRule = (w) => {
  w.assumptions.add('All texels of textures are in memory.');
  return '0xffffffffu';
};

/** Views for unordered access: out of range, reads give zeros; writes are dropped by WGSL itself. */
const load: WgslRule = (w, op) => {
  const { access, shape, viewIndex } = accessOf(w, op);
  const main = w.resource(access.binding);
  const selection: Selection = {
    view: access.binding,
    sampler: -1,
    viewRole: 'main',
    samplerRole: 'main',
    viewIndex,
    samplerIndex: -1,
  };
  const list = texelCoordinates(w, w.module.ops.operand(op, 0), shape, access);
  w.languageFeatures.add('readonly_and_readwrite_storage_textures');
  const value = `vec4${texelKind(main)[0]}`;
  const text = select(w, op, selection, list, value, (view, _, texts) => {
    if (!w.checksRanges) return `textureLoad(${[view.name, ...texts].join(', ')})`;
    const name = w.helpers.own(`load_${shape.type}_${view.format}_${view.access}`, () => {
      const own = `load_${shape.type}_${view.format}_${view.access}`;
      const coords = `vec${shape.texelAxes}i`;
      const slice = shape.isArray ? ', slice: i32' : '';
      const test = shape.isArray ? ' || u32(slice) >= textureNumLayers(view)' : '';
      return `fn ${own}(view: ${handleType(view)}, at: ${coords}${slice}) -> ${value} {\n  if (any(${coords.replace('i', 'u')}(at) >= textureDimensions(view))${test}) { return ${value}(); }\n  return textureLoad(view, at${shape.isArray ? ', slice' : ''});\n}`;
    });
    return `${name}(${[view.name, ...texts].join(', ')})`;
  });
  return texel(w, op, text, main);
};

const store: WgslRule = (w, op) => {
  const { ops } = w.module;
  const { access, shape, viewIndex } = accessOf(w, op);
  const main = w.resource(access.binding);
  const list = texelCoordinates(w, ops.operand(op, 0), shape, access);
  list.push({ text: w.operandAs(op, 1, Kind[texelKind(main)]), type: `vec4${texelKind(main)[0]}` });
  const index = viewIndex < 0 ? 0 : w.emitter.wordOf(ops.operand(op, viewIndex));
  const texts = list.map(({ text }) => text).join(', ');
  if (index !== undefined) {
    w.emitter.line(`textureStore(${w.resource(access.binding, index).name}, ${texts});`);
    return '';
  }
  const { count } = w.binding(access.binding);
  const name = w.helpers.own(`${main.name}_store`, () => {
    const cases = Array.from(
      { length: count },
      (_, i) =>
        `    case ${i}u: { textureStore(${[w.resource(access.binding, i).name, ...list.map((_, a) => `a${a}`)].join(', ')}); }`,
    );
    return `fn ${main.name}_store(view_index: u32, ${list.map(({ type }, i) => `a${i}: ${type}`).join(', ')}) {\n  switch (view_index) {\n${cases.join('\n')}\n    default: {}\n  }\n}`;
  });
  w.emitter.line(`${name}(${w.operandAs(op, viewIndex, u32)}, ${texts});`);
  return '';
};

export const TEXTURE_RULES = {
  'tex.sample': sampling('textureSample', 'none'),
  'tex.sample.bias': sampling('textureSampleBias', 'float'),
  'tex.sample.level': sampling('textureSampleLevel', 'level'),
  'tex.sample.grad': sampling('textureSampleGrad', 'gradients'),
  'tex.sample.cmp': sampling('textureSampleCompare', 'reference'),
  'tex.sample.cmp.zero': sampling('textureSampleCompareLevel', 'reference'),
  'tex.gather': gathering(false, false),
  'tex.gather.cmp': gathering(true, false),
  'tex.gather.offset': gathering(false, true),
  'tex.gather.offset.cmp': gathering(true, true),
  'tex.fetch': fetch,
  'tex.fetch.sample': fetch,
  'tex.lod': lod,
  'tex.size': size,
  'tex.samples': (w, op) => sampleCount(w, op, 0),
  'tex.samplepos': samplePosition,
  status,
  'status.mapped': (w, op) => {
    const text = `${w.emitter.operand(op, 0, 7)} != ${kindOf(w.module.ops.type[w.module.ops.operand(op, 0)]!) === u32 ? '0u' : '0'}`;
    w.emitter.precedence = 5;
    return text;
  },
  'img.load': load,
  'img.store': store,
} as const satisfies Record<string, WgslRule>;
