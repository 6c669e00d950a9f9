/**
 * Texture operations: reads and writes of single texels, sizes, levels of detail and sample counts; filtered reads
 * (samples, comparisons, gathers).
 */
import { type IrAccess, type IrType, Kind, kindOf, typeOf } from '../../../ir/index.ts';
import { DX6032 } from '../../common/messages.ts';
import type { PlannedResource, ResourceRole } from '../../common/plan.ts';
import { type Argument, accessOf, type Selection, selectRegister, viewAlone } from '../../common/register-selection.ts';
import { Precedence } from '../../common/text-language.ts';
import { hasNoOffsets, offsetVector, type ViewShape } from '../../common/view-shapes.ts';
import type { WgslContext, WgslRule } from '../context.ts';
import { handleType, texelKind } from '../resources.ts';

const { f32, i32, u32 } = Kind;

/** A function that reads a texel, and gives zeros outside. */
function fetchFunction(w: WgslContext, view: PlannedResource, shape: ViewShape): string {
  const type = handleType(view);
  const isDepth = view.kind === 'depthTexture';
  const scalar = texelKind(view);
  const value = `vec4${scalar[0]}`;
  const preferred = `fetch_${isDepth ? 'depth_' : ''}${shape.multisampled ? 'sample_' : ''}${shape.view.replace('-', '_')}_${scalar}`;
  return w.helpers.define(preferred, (name) => {
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

/** Integer coordinates with offsets, and the slice. */
function texelCoordinates(w: WgslContext, value: number, shape: ViewShape, access: IrAccess): Argument[] {
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
  const selection = viewAlone(access.binding, viewIndex);
  const isDepth = main.kind === 'depthTexture';
  const text = select(w, op, selection, {}, list, typeOf(Kind[texelKind(main)], 4), (view, _, expressions) => {
    if (w.checksRanges) return `${fetchFunction(w, view, shape)}(${[view.name, ...expressions].join(', ')})`;
    const call = `textureLoad(${[view.name, ...expressions].join(', ')})`;
    return isDepth ? `vec4f(${call}, 0.0, 0.0, 1.0)` : call;
  });
  return texel(w, op, text, main);
};

// --- queries --------------------------------------------------------------------------------------------------------

/** A function that gives width, height, depth or slices, and levels of a texture. */
function sizeFunction(w: WgslContext, view: PlannedResource, shape: ViewShape): string {
  const isStorage = view.kind === 'storageTexture';
  const hasLevels = !isStorage && !shape.multisampled;
  const layers = shape.isArray ? 'textureNumLayers(view)' : '0u';
  const preferred = `size_${isStorage ? `${view.format}_${view.access}_` : view.kind === 'depthTexture' ? 'depth_' : ''}${shape.multisampled ? 'sample_' : ''}${shape.isFlat ? 'flat_' : ''}${shape.view.replace('-', '_')}_${texelKind(view)}`;
  return w.helpers.define(preferred, (name) => {
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
  const selection = viewAlone(access.binding, viewIndex);
  const list: Argument[] = [{ text: w.operandAs(op, 0, u32), type: 'u32' }];
  return select(
    w,
    op,
    selection,
    {},
    list,
    typeOf(u32, 4),
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
    viewIndex,
    samplerIndex,
  };
  const list: Argument[] = [{ text: w.emitter.operand(op, 0, Precedence.unary), type: w.type(f32, axes) }];
  return select(w, op, selection, {}, list, typeOf(f32, 2), (view, _, [at]) => {
    const sizes = `${axes === 1 ? 'f32' : w.type(f32, axes)}(textureDimensions(${view.name})${axes === 1 ? '.x' : ''})`;
    return `${w.helper('lod_of', axes)}(${at} * ${sizes}, textureNumLevels(${view.name}))`;
  });
};

/** Samples of a view, or of the targets. */
function sampleCount(w: WgslContext, op: number, index: number): string {
  const { ops } = w.module;
  const binding = ops.extra[op]!;
  if (binding < 0) return w.uniform('sample_count');
  const selection = viewAlone(binding, ops.arity[op]! > index ? index : -1);
  return select(w, op, selection, {}, [], u32, (view) => `textureNumSamples(${view.name})`);
}

const samplePosition: WgslRule = (w, op) => {
  w.assumptions.add('Samples have the standard positions of Direct3D.');
  return `${w.helper('sample_position')}(${w.operandAs(op, 0, u32)}, ${sampleCount(w, op, 1)})`;
};

/** Views for unordered access: out of range, reads give zeros; writes are dropped by WGSL itself. */
const load: WgslRule = (w, op) => {
  const { access, shape, viewIndex } = accessOf(w, op);
  const main = w.resource(access.binding);
  const selection = viewAlone(access.binding, viewIndex);
  const list = texelCoordinates(w, w.module.ops.operand(op, 0), shape, access);
  w.languageFeatures.add('readonly_and_readwrite_storage_textures');
  const value = `vec4${texelKind(main)[0]}`;
  const text = select(w, op, selection, {}, list, typeOf(Kind[texelKind(main)], 4), (view, _, expressions) => {
    if (!w.checksRanges) return `textureLoad(${[view.name, ...expressions].join(', ')})`;
    const preferred = `load_${shape.view.replace('-', '_')}_${view.format}_${view.access}`;
    const called = w.helpers.define(preferred, (name) => {
      const coords = `vec${shape.texelAxes}i`;
      const slice = shape.isArray ? ', slice: i32' : '';
      const test = shape.isArray ? ' || u32(slice) >= textureNumLayers(view)' : '';
      return `fn ${name}(view: ${handleType(view)}, at: ${coords}${slice}) -> ${value} {\n  if (any(${coords.replace('i', 'u')}(at) >= textureDimensions(view))${test}) { return ${value}(); }\n  return textureLoad(view, at${shape.isArray ? ', slice' : ''});\n}`;
    });
    return `${called}(${[view.name, ...expressions].join(', ')})`;
  });
  return texel(w, op, text, main);
};

const store: WgslRule = (w, op) => {
  const { ops } = w.module;
  const { access, shape, viewIndex } = accessOf(w, op);
  const main = w.resource(access.binding);
  const list = texelCoordinates(w, ops.operand(op, 0), shape, access);
  list.push({ text: w.operandAs(op, 1, Kind[texelKind(main)]), type: `vec4${texelKind(main)[0]}` });
  const text = selectRegister(
    w,
    op,
    viewAlone(access.binding, viewIndex),
    list,
    undefined,
    (element, _, expressions) =>
      `textureStore(${[w.resource(access.binding, element).name, ...expressions].join(', ')})`,
  );
  w.write(`${text};`);
  return '';
};

export const TEXEL_RULES = {
  'tex.fetch': fetch,
  'tex.fetch.sample': fetch,
  'tex.lod': lod,
  'tex.size': size,
  'tex.samples': (w, op) => sampleCount(w, op, 0),
  'tex.samplepos': samplePosition,
  'img.load': load,
  'img.store': store,
} as const satisfies Record<string, WgslRule>;

/** Writes a read of one texture with arguments that are names or expressions. */
type Body = (view: PlannedResource, sampler: PlannedResource | undefined, expressions: readonly string[]) => string;

/** Which variables of the registers are read. */
export interface Roles {
  readonly view?: PlannedResource['role'];
  readonly sampler?: PlannedResource['role'];
}

/** Calls `body` for the register that an operation reads, or writes a function that selects it. */
export function select(
  w: WgslContext,
  op: number,
  selection: Selection,
  roles: Roles,
  list: readonly Argument[],
  type: IrType,
  body: Body,
): string {
  const { view, sampler } = selection;
  return selectRegister(w, op, selection, list, type, (viewElement, samplerElement, expressions) =>
    body(
      w.resource(view, viewElement, roles.view),
      sampler < 0 ? undefined : w.resource(sampler, samplerElement, roles.sampler),
      expressions,
    ),
  );
}

/** Constant offsets as a last argument; empty without. */
export function offsetText(access: IrAccess, shape: ViewShape): string {
  const text = offsetVector(access, shape, (width) => `vec${width}i`);
  return text === undefined ? '' : `, ${text}`;
}

/** The value of a read: depths have one component. */
export function texel(w: WgslContext, op: number, text: string, view: PlannedResource): string {
  return w.result(op, text, Kind[texelKind(view)]);
}

const AXES = [0, 1, 2] as const;

/** The coordinates of a filtered read, and the slice. */
function coordinates(w: WgslContext, value: number, shape: ViewShape): Argument[] {
  const text = w.part(value, AXES.slice(0, shape.axes));
  const list: Argument[] = [
    shape.isFlat ? { text: `vec2f(${text}, 0.5)`, type: 'vec2f' } : { text, type: w.type(f32, shape.axes) },
  ];
  if (shape.isArray) list.push({ text: `i32(round(${w.part(value, [shape.axes])}))`, type: 'i32' });
  return list;
}

function noteClamp(w: WgslContext, op: number, access: IrAccess): void {
  if (access.hasClamp) w.report(DX6032, w.module.ops.at[op]!);
}

/** The variable of a view: depths are only compared. */
function viewRole(w: WgslContext, { binding }: IrAccess, compares: boolean): ResourceRole {
  return !compares && w.has(binding, 0, 'color') ? 'color' : 'main';
}

/** The variable of a sampler: one that is used for both has another for comparisons. */
function samplerRole(w: WgslContext, { sampler }: IrAccess, compares: boolean): ResourceRole {
  return compares && w.has(sampler, 0, 'comparison') ? 'comparison' : 'main';
}

/** @param extra operands after the coordinates: how many, and whether they are derivatives */
function sampling(name: string, extra: 'none' | 'float' | 'level' | 'gradients' | 'reference'): WgslRule {
  return (w, op) => {
    const { ops } = w.module;
    const { access, shape, viewIndex, samplerIndex } = accessOf(w, op);
    noteClamp(w, op, access);
    const list = coordinates(w, ops.operand(op, 0), shape);
    const compares = extra === 'reference';
    if (extra === 'gradients') {
      for (const i of [1, 2]) {
        const text = w.emitter.operand(op, i);
        list.push(
          shape.isFlat ? { text: `vec2f(${text}, 0.0)`, type: 'vec2f' } : { text, type: w.type(f32, shape.axes) },
        );
      }
    } else if (extra !== 'none') list.push({ text: w.emitter.operand(op, 1), type: 'f32' });
    const offset = hasNoOffsets(shape) ? '' : offsetText(access, shape);
    const selection: Selection = { view: access.binding, sampler: access.sampler, viewIndex, samplerIndex };
    const roles = { view: viewRole(w, access, compares), sampler: samplerRole(w, access, compares) };
    const text = select(w, op, selection, roles, list, typeOf(f32, 4), (view, sampler, expressions) => {
      const call = `${name}(${[view.name, sampler?.name, ...expressions].join(', ')}${offset})`;
      return compares ? `vec4f(${call})` : call;
    });
    return w.result(op, text, f32);
  };
}

/**
 * @param hasOffset the second operand has the offsets, which WGSL needs to be constant: the coordinates move instead
 */
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
    const offset = hasOffset || hasNoOffsets(shape) ? '' : offsetText(access, shape);
    const selection: Selection = { view: access.binding, sampler: access.sampler, viewIndex, samplerIndex };
    const kind = Kind[texelKind(w.resource(access.binding))];
    const sampler = !compares && kind !== f32 ? 'unfiltered' : samplerRole(w, access, compares);
    const roles = { view: viewRole(w, access, compares), sampler };
    const text = select(
      w,
      op,
      selection,
      roles,
      list,
      typeOf(compares ? f32 : kind, 4),
      (view, sampler, expressions) => {
        let [at, ...rest] = expressions as [string, ...string[]];
        if (hasOffset) {
          const index = shape.isArray ? 1 : 0;
          const shift = `extractBits(${rest[index]}, 0u, 6u)`;
          at = `(${at}) + vec2f(${shift}) / vec2f(textureDimensions(${view.name}))`;
          rest = rest.filter((_, i) => i !== index);
        }
        const args = [view.name, sampler?.name, at, ...rest].join(', ');
        if (compares) return `textureGatherCompare(${args}${offset})`;
        return `textureGather(${access.channel}, ${args}${offset})`;
      },
    );
    return w.result(op, text, compares ? f32 : kind);
  };
}

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
} as const satisfies Record<string, WgslRule>;
