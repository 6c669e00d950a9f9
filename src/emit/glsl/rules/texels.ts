/**
 * Reads and writes of single texels, of typed buffers that are textures, and what textures are asked: sizes, levels of
 * detail, samples.
 */
import { Kind, kindOf, typeOf } from '../../../ir/index.ts';
import type { PlannedResource } from '../../common/plan.ts';
import { type Argument, accessOf } from '../../common/register-selection.ts';
import { BUFFER_RULES, isTextureAccess } from '../../common/rules/buffers.ts';
import type { AtomicOperation } from '../../common/text-language.ts';
import { hasNoOffsets, type ViewShape } from '../../common/view-shapes.ts';
import type { GlslContext, GlslRule } from '../context.ts';
import { texelKind } from '../resources.ts';
import { levelsOf, parameterType, samplesOf, selectPair, selectView, texelCoordinates } from './textures.ts';

const { f32, u32 } = Kind;

const SAMPLES_IN_RANGE = 'Numbers of samples are below the sample count of their texture.';

/** A function that reads a texel of a texture, and gives zeros outside. */
function fetchFunction(w: GlslContext, view: PlannedResource, shape: ViewShape): string {
  const type = parameterType(w, view);
  const kind = Kind[texelKind(view)];
  const width = shape.texelAxes + (shape.isArray ? 1 : 0);
  const result = w.type(kind, 4);
  const zero = w.spelling.zero(typeOf(kind, 4));
  return w.helpers.define(`fetch_${type}`, (name) => {
    const last = shape.multisampled ? 'index' : 'level';
    const size = shape.multisampled ? 'textureSize(view)' : 'textureSize(view, level)';
    return [
      `${result} ${name}(${type} view, ivec${width} at, int ${last}, uint count) {`,
      `  if (uint(${last}) >= count) return ${zero};`,
      `  if (any(greaterThanEqual(uvec${width}(at), uvec${width}(${size})))) return ${zero};`,
      `  return texelFetch(view, at, ${last});`,
      '}',
    ].join('\n');
  });
}

const fetch: GlslRule = (w, op) => {
  const { ops } = w.module;
  const { access, shape, viewIndex } = accessOf(w, op);
  const last = ops.operand(op, 1);
  const list = [texelCoordinates(w, ops.operand(op, 0), shape, access), { text: w.as(last, Kind.i32), type: 'int' }];
  const kind = Kind[texelKind(w.resource(access.binding))];
  const isFirst = w.emitter.wordOf(last) === 0;
  const text = selectView(w, op, access.binding, viewIndex, list, typeOf(kind, 4), (view, expressions) => {
    const args = [view.name, ...expressions].join(', ');
    if (!w.checksRanges) return `texelFetch(${args})`;
    const count = isFirst ? '1u' : shape.multisampled ? sampleLimit(w, view) : levelsOf(w, view);
    return `${fetchFunction(w, view, shape)}(${args}, ${count})`;
  });
  return w.result(op, text, kind);
};

/** Returns the limit of a sample index; samples outside are undefined in Direct3D, too. */
function sampleLimit(w: GlslContext, view: PlannedResource): string {
  if (w.version.levelQueries) return samplesOf(w, view);
  w.assumptions.add(SAMPLES_IN_RANGE);
  return '0xffffffffu';
}

// --- queries --------------------------------------------------------------------------------------------------------

/** A function that gives width, height, depth or slices, and levels of a texture or image. */
function sizeFunction(w: GlslContext, view: PlannedResource, shape: ViewShape): string {
  const isImage = view.kind === 'storageTexture';
  const type = parameterType(w, view);
  const preferred = isImage ? `size_${view.name}` : `size_${type}${shape.isFlat ? '_flat' : ''}`;
  return w.helpers.define(preferred, (helper) => {
    const query = isImage
      ? `imageSize(${view.name})`
      : shape.multisampled
        ? 'textureSize(view)'
        : 'textureSize(view, level)';
    const axes = shape.view === '3d' || shape.isArray ? 3 : 2;
    const sizes = shape.isFlat ? `size.x, ${shape.isArray ? 'size.z' : '0u'}, 0u` : axes === 3 ? 'size' : 'size, 0u';
    return [
      `uvec4 ${helper}(${isImage ? '' : `${type} view, `}int level, uint levels) {`,
      '  if (uint(level) >= levels) return uvec4(0u, 0u, 0u, levels);',
      `  uvec${axes} size = uvec${axes}(${query});`,
      `  return uvec4(${sizes}, levels);`,
      '}',
    ].join('\n');
  });
}

const size: GlslRule = (w, op) => {
  const { access, shape, viewIndex } = accessOf(w, op);
  const level = w.module.ops.operand(op, 0);
  const list: Argument[] = [{ text: w.as(level, Kind.i32), type: 'int' }];
  const isFirst = w.emitter.wordOf(level) === 0 && !w.readsLast(op);
  return selectView(w, op, access.binding, viewIndex, list, typeOf(u32, 4), (view, [at]) => {
    const isImage = view.kind === 'storageTexture';
    const levels = isImage || shape.multisampled || isFirst ? '1u' : levelsOf(w, view);
    return `${sizeFunction(w, view, shape)}(${isImage ? '' : `${view.name}, `}${at}, ${levels})`;
  });
};

const lod: GlslRule = (w, op) => {
  const { access, shape } = accessOf(w, op);
  const axes = shape.isFlat ? 1 : shape.view === '3d' || hasNoOffsets(shape) ? 3 : 2;
  const at = w.part(
    w.module.ops.operand(op, 0),
    Array.from({ length: axes }, (_, i) => i),
  );
  if (w.version.levelQueries) {
    const list = [{ text: shape.isFlat ? `vec2(${at}, 0.5)` : at, type: w.type(f32, shape.isFlat ? 2 : axes) }];
    return selectPair(w, op, false, list, typeOf(f32, 2), (view, [text]) => `textureQueryLod(${view.name}, ${text})`);
  }
  if (hasNoOffsets(shape)) return w.refuse(op, 'the level of detail of a cube');
  w.approximations.add('Levels of detail that the shader asks for are computed from derivatives, without the sampler.');
  const list = [{ text: at, type: w.type(f32, axes) }];
  return selectPair(w, op, false, list, typeOf(f32, 2), (view, [text]) => {
    const sizes = axes === 1 ? 'float' : w.type(f32, axes);
    const texels = `(${text}) * ${sizes}(textureSize(${view.name}, 0)${axes === 1 ? '.x' : ''})`;
    return `${w.helper('lod_of', axes)}(${texels}, ${levelsOf(w, w.resource(access.binding, view.element))})`;
  });
};

/** Samples of a view, or of the targets. */
function sampleCount(w: GlslContext, op: number, index: number): string {
  const { ops } = w.module;
  const binding = ops.extra[op]!;
  if (binding < 0) return w.uniform('sample_count');
  const viewIndex = ops.arity[op]! > index ? index : -1;
  return selectView(w, op, binding, viewIndex, [], u32, (view) => samplesOf(w, view));
}

const samplePosition: GlslRule = (w, op) => {
  w.assumptions.add('Samples have the standard positions of Direct3D.');
  return `${w.helper('sample_position')}(${w.operandAs(op, 0, u32)}, ${sampleCount(w, op, 1)})`;
};

// --- views for unordered access -------------------------------------------------------------------------------------

const load: GlslRule = (w, op) => {
  const { access, shape, viewIndex } = accessOf(w, op);
  const list = [texelCoordinates(w, w.module.ops.operand(op, 0), shape, access)];
  const kind = Kind[texelKind(w.resource(access.binding))];
  const text = selectView(w, op, access.binding, viewIndex, list, typeOf(kind, 4), (view, [at]) => {
    if (!w.checksRanges) return `imageLoad(${view.name}, ${at})`;
    const { type } = list[0]!;
    const test = `any(greaterThanEqual(u${type.slice(1)}(at), u${type.slice(1)}(imageSize(${view.name}))))`;
    const name = w.helpers.define(`${view.name}_texel`, (helper) =>
      w.spelling.fn(helper, [['at', type]], w.type(kind, 4), [
        `if (${test}) return ${w.spelling.zero(typeOf(kind, 4))};`,
        `return imageLoad(${view.name}, at);`,
      ]),
    );
    return `${name}(${at})`;
  });
  return w.result(op, text, kind);
};

const store: GlslRule = (w, op) => {
  const { ops } = w.module;
  const { access, shape, viewIndex } = accessOf(w, op);
  const kind = Kind[texelKind(w.resource(access.binding))];
  const list = [
    texelCoordinates(w, ops.operand(op, 0), shape, access),
    { text: w.operandAs(op, 1, kind), type: w.type(kind, 4) },
  ];
  const text = selectView(
    w,
    op,
    access.binding,
    viewIndex,
    list,
    undefined,
    (view, expressions) => `imageStore(${[view.name, ...expressions].join(', ')})`,
  );
  w.write(`${text};`);
  return '';
};

/** An atomic operation on a texel, or on a word of a buffer. Pixels that are discarded change nothing. */
const atomic =
  (operation: AtomicOperation): GlslRule =>
  (w, op) => {
    const text = isTextureAccess(w, op) ? imageAtomic(w, op, operation) : BUFFER_RULES[`atomic.${operation}`](w, op);
    if (!w.keepsDiscarded) return text;
    if (kindOf(w.module.ops.type[op]!) !== Kind.none) return w.choice('discarded', w.zero(op), text);
    w.write(`${text};`);
    return '';
  };

function imageAtomic(w: GlslContext, op: number, operation: AtomicOperation): string {
  const { ops } = w.module;
  const { access, shape, viewIndex } = accessOf(w, op);
  if (!w.version.imageAtomics) return w.zero(op);
  const kind = Kind[texelKind(w.resource(access.binding))];
  const values = operation === 'compare' ? ['compare', 'value'] : ['value'];
  const at = texelCoordinates(w, ops.operand(op, 0), shape, access);
  const type = w.type(kind);
  const list = [at, ...values.map((_, i) => ({ text: w.operandAs(op, 1 + i, kind), type }))];
  const text = selectView(w, op, access.binding, viewIndex, list, kind, (view, expressions) => {
    const name = w.helpers.define(`${view.name}_atomic_${operation}`, (helper) => {
      const parameters = [['at', at.type], ...values.map((one) => [one, type] as const)] as const;
      return w.spelling.fn(helper, parameters, type, imageAtomicLines(w, operation, `${view.name}, at`, kind));
    });
    return `${name}(${expressions.join(', ')})`;
  });
  return w.result(op, text, kind);
}

/** The smaller or larger one by the other sign is compared and exchanged; the rest are functions of GLSL. */
function imageAtomicLines(w: GlslContext, operation: AtomicOperation, target: string, kind: number): readonly string[] {
  const isSigned = operation === 'imin' || operation === 'imax';
  const isNativeSign = (kind === Kind.i32) === isSigned;
  if (operation.endsWith('min') || operation.endsWith('max')) {
    const choice = operation.slice(1);
    if (isNativeSign) return [`return imageAtomic${choice === 'min' ? 'Min' : 'Max'}(${target}, value);`];
    const [type, other] = kind === Kind.i32 ? ['int', 'uint'] : ['uint', 'int'];
    const start = kind === Kind.i32 ? '0' : '0u';
    return [
      `${type} old = imageAtomicAdd(${target}, ${start});`,
      'for (;;) {',
      `  ${type} chosen = ${type}(${choice}(${other}(old), ${other}(value)));`,
      '  if (chosen == old) return old;',
      `  ${type} found = imageAtomicCompSwap(${target}, old, chosen);`,
      '  if (found == old) return old;',
      '  old = found;',
      '}',
    ];
  }
  return w.atomicLines(operation, target, 'imageAtomic');
}

// --- typed buffers --------------------------------------------------------------------------------------------------

function isTexels(w: GlslContext, op: number): boolean {
  const { ops, accesses } = w.module;
  const { kind } = w.resource(accesses[ops.extra[op]!]!.binding);
  return kind === 'texelBuffer' || kind === 'texture';
}

/** Elements of a buffer that is a texture. */
function elementsOf(w: GlslContext, view: PlannedResource): string {
  if (view.kind === 'texture') return w.resourceUniform(view, 'length', 'elements');
  return `uint(textureSize(${view.name}))`;
}

const fetchElement: GlslRule = (w, op) => {
  if (!isTexels(w, op)) return BUFFER_RULES['buf.fetch'](w, op);
  const { access, viewIndex } = accessOf(w, op);
  const kind = Kind[texelKind(w.resource(access.binding))];
  const list = [{ text: w.operandAs(op, 0, u32), type: 'uint' }];
  const text = selectView(w, op, access.binding, viewIndex, list, typeOf(kind, 4), (view, [index]) => {
    const name = w.helpers.define(`${view.name}_fetch`, (helper) => {
      const read =
        view.kind === 'texture'
          ? `texelFetch(${view.name}, ${w.cell()}(element, textureSize(${view.name}, 0).x), 0)`
          : `texelFetch(${view.name}, int(element))`;
      const body = [`return ${read};`];
      if (w.checksRanges)
        body.unshift(`if (element >= ${elementsOf(w, view)}) return ${w.spelling.zero(typeOf(kind, 4))};`);
      return w.spelling.fn(helper, [['element', 'uint']], w.type(kind, 4), body);
    });
    return `${name}(${index})`;
  });
  return w.result(op, text, kind);
};

const bufferSize: GlslRule = (w, op) => {
  const { access, viewIndex } = accessOf(w, op);
  if (!isTexels(w, op) || w.binding(access.binding).dimension !== 'buffer') return BUFFER_RULES['buf.size'](w, op);
  return selectView(w, op, access.binding, viewIndex, [], u32, (view) => elementsOf(w, view));
};

const counter =
  (name: 'counter.next' | 'counter.last'): GlslRule =>
  (w, op) => {
    const text = BUFFER_RULES[name](w, op);
    return w.keepsDiscarded ? w.choice('discarded', w.zero(op), text) : text;
  };

export const TEXEL_RULES = {
  ...BUFFER_RULES,
  'buf.fetch': fetchElement,
  'buf.size': bufferSize,
  'tex.fetch': fetch,
  'tex.fetch.sample': fetch,
  'tex.lod': lod,
  'tex.size': size,
  'tex.samples': (w, op) => sampleCount(w, op, 0),
  'tex.samplepos': samplePosition,
  'img.load': load,
  'img.store': store,
  'atomic.add': atomic('add'),
  'atomic.and': atomic('and'),
  'atomic.or': atomic('or'),
  'atomic.xor': atomic('xor'),
  'atomic.imin': atomic('imin'),
  'atomic.imax': atomic('imax'),
  'atomic.umin': atomic('umin'),
  'atomic.umax': atomic('umax'),
  'atomic.exchange': atomic('exchange'),
  'atomic.compare': atomic('compare'),
  'counter.next': counter('counter.next'),
  'counter.last': counter('counter.last'),
} as const satisfies Record<string, GlslRule>;
