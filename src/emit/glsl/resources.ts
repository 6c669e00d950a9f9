/**
 * The variables that the resources of a module need in GLSL: a texture is one variable with each sampler that reads it,
 * and one without where its texels are read or it is asked for sizes.
 */
import { MAX_SELECTED_REGISTERS } from '../../base/limits.ts';
import { type IrBinding, type IrModule, type IrStage, OP_ROWS, Op } from '../../ir/index.ts';
import { DX6004, DX6005, DX6006, DX6011, DX6014, DX6034 } from '../common/messages.ts';
import {
  type EmitReport,
  type NeededResource,
  type NumberClasses,
  type NumberRule,
  type PlannedResource,
  type ResourceKind,
  type ResourceUses,
  type Variable,
  type ViewFormats,
  variableOfRegister,
} from '../common/plan.ts';
import {
  bufferVariables,
  constantsVariable,
  defaultFormat,
  forEachOp,
  registerName,
  SAMPLE_TYPES,
  Use,
  viewKind,
} from '../common/resource-uses.ts';
import { type ImageFormatName, kindOfFormat, texelFormat } from '../common/texel-formats.ts';
import { VIEW_SHAPES } from '../common/view-shapes.ts';
import { type GlslFact, type GlslVersion, versionsWith } from './versions.ts';

/** Formats of images, and whether OpenGL ES has them. */
const IMAGE_FORMATS: Readonly<Record<ImageFormatName, readonly [qualifier: string, isInEs: boolean]>> = {
  r32float: ['r32f', true],
  r32uint: ['r32ui', true],
  r32sint: ['r32i', true],
  rg32float: ['rg32f', false],
  rg32uint: ['rg32ui', false],
  rg32sint: ['rg32i', false],
  rgba32float: ['rgba32f', true],
  rgba32uint: ['rgba32ui', true],
  rgba32sint: ['rgba32i', true],
  rg16float: ['rg16f', false],
  rgba16float: ['rgba16f', true],
  rg16unorm: ['rg16', false],
  rg16snorm: ['rg16_snorm', false],
  rgba16unorm: ['rgba16', false],
  rgba16snorm: ['rgba16_snorm', false],
  rgba8unorm: ['rgba8', true],
  rgba8snorm: ['rgba8_snorm', true],
  rgba8uint: ['rgba8ui', true],
  rgba8sint: ['rgba8i', true],
  rgba16uint: ['rgba16ui', true],
  rgba16sint: ['rgba16i', true],
  r8unorm: ['r8', false],
  r8snorm: ['r8_snorm', false],
  r8uint: ['r8ui', false],
  r8sint: ['r8i', false],
  rg8unorm: ['rg8', false],
  rg8snorm: ['rg8_snorm', false],
  rg8uint: ['rg8ui', false],
  rg8sint: ['rg8i', false],
  r16unorm: ['r16', false],
  r16snorm: ['r16_snorm', false],
  r16uint: ['r16ui', false],
  r16sint: ['r16i', false],
  r16float: ['r16f', false],
  rg16uint: ['rg16ui', false],
  rg16sint: ['rg16i', false],
  rgb10a2uint: ['rgb10_a2ui', false],
  rgb10a2unorm: ['rgb10_a2', false],
  rg11b10ufloat: ['r11f_g11f_b10f', false],
};

export function imageQualifier(format: string): string {
  return IMAGE_FORMATS[format as ImageFormatName][0];
}

/** All variables for the bindings that a module uses, in the order of its bindings. */
export function glslResources(
  version: GlslVersion,
  module: IrModule,
  uses: ResourceUses,
  formats: ViewFormats,
  report: EmitReport,
): NeededResource[] {
  return new ResourceFinder(version, module, uses, formats, report).find();
}

/** A sampler that reads a texture, and whether it compares. */
interface Pair {
  readonly sampler: number;
  readonly compares: boolean;
}

class ResourceFinder {
  constructor(
    private readonly version: GlslVersion,
    private readonly module: IrModule,
    private readonly uses: ResourceUses,
    private readonly formats: ViewFormats,
    private readonly report: EmitReport,
  ) {}

  find(): NeededResource[] {
    const { module, report } = this;
    const pairs = this.#pairs();
    const needed: NeededResource[] = [];
    for (const [number, binding] of module.bindings.entries()) {
      if (binding.kind === 'sampler' || this.uses.bindings[number] === 0) continue;
      const at = this.uses.at[number]!;
      const name = registerName(binding);
      const { count } = binding;
      const ofTexture = pairs.get(number) ?? [];
      const samplers = ofTexture.map(({ sampler }) => module.bindings[sampler]!.count);
      if (count === 0 || samplers.includes(0)) {
        report(DX6004, at, { target: this.version.name, name });
        continue;
      }
      const most = Math.max(count, ...samplers.map((each) => each * count));
      if (most > MAX_SELECTED_REGISTERS) {
        report(DX6006, at, { name, count: most, limit: MAX_SELECTED_REGISTERS });
        continue;
      }
      const variables = this.#variablesOf(number, ofTexture);
      for (let element = 0; element < count; element++)
        for (const variable of variables) {
          const registers = variable.sampler === undefined ? 1 : module.bindings[variable.sampler.binding]!.count;
          for (let i = 0; i < registers; i++) {
            const sampler = variable.sampler && { binding: variable.sampler.binding, element: i };
            needed.push(variableOfRegister(variable, number, element, { sampler }));
          }
        }
    }
    return needed;
  }

  /** The samplers of each texture. */
  #pairs(): Map<number, Pair[]> {
    const { ops, accesses } = this.module;
    const pairs = new Map<number, Pair[]>();
    if (this.uses.samplers.every((use) => use === 0)) return pairs;
    forEachOp(this.module, (op) => {
      if (OP_ROWS[ops.code[op]!]!.attribute !== 'access') return;
      const { binding, sampler } = accesses[ops.extra[op]!]!;
      if (sampler < 0) return;
      const compares = isComparing(ops.code[op]!);
      const list = pairs.get(binding) ?? [];
      pairs.set(binding, list);
      if (!list.some((one) => one.sampler === sampler && one.compares === compares)) list.push({ sampler, compares });
    });
    return pairs;
  }

  /** Reports what the version does not have. */
  #needs(fact: GlslFact, what: string, at: number): void {
    if (!this.version[fact]) this.report(DX6011, at, { target: this.version.name, what, versions: versionsWith(fact) });
  }

  #variablesOf(number: number, pairs: readonly Pair[]): Variable[] {
    const binding = this.module.bindings[number]!;
    const at = this.uses.at[number]!;
    switch (binding.kind) {
      case 'constants': {
        const variable = constantsVariable(binding);
        if (variable.kind === 'readOnlyStorageBuffer') this.#needs('memory', 'more than 64 KB of constants', at);
        return [variable];
      }
      case 'group':
        return [{ role: 'main', kind: 'workgroup' }];
      default: {
        const { dimension } = binding;
        const isBuffer = dimension === 'buffer' || dimension === 'rawBuffer' || dimension === 'structuredBuffer';
        if (binding.isRasterizerOrdered) this.report(DX6034, at, { name: registerName(binding) });
        if (binding.kind === 'uav') {
          this.#needs('memory', `writing ${registerName(binding)}`, at);
          return isBuffer ? this.#writtenBuffer(number) : this.#image(number);
        }
        return isBuffer ? [this.#readBuffer(number)] : this.#textures(number, pairs);
      }
    }
  }

  #writtenBuffer(number: number): Variable[] {
    const binding = this.module.bindings[number]!;
    const format = binding.dimension === 'buffer' ? this.#wordFormat(number, binding) : undefined;
    const main: Variable = { role: 'main', kind: 'storageBuffer', format, minSize: 4 };
    return bufferVariables(main, this.uses.bindings[number]!);
  }

  #format(number: number, binding: IrBinding): string {
    const use = this.uses.bindings[number]!;
    const writes = (use & (Use.store | Use.atomic)) !== 0;
    const reads = (use & (Use.load | Use.atomic)) !== 0;
    return this.formats.get(number) ?? defaultFormat(binding, reads && writes);
  }

  /** The format of the elements of a buffer that is an array of words; reports one that is not made of words. */
  #wordFormat(number: number, binding: IrBinding): string {
    const format = this.#format(number, binding);
    const name = registerName(binding);
    if (texelFormat(format) === undefined)
      this.report(DX6014, this.uses.at[number]!, { target: this.version.name, name, format });
    return format;
  }

  /** Buffers that are only read: memory, texels of a buffer, or of a texture with two dimensions. */
  #readBuffer(number: number): Variable {
    const binding = this.module.bindings[number]!;
    const isTyped = binding.dimension === 'buffer';
    const { memory, textureBuffers } = this.version;
    if (memory && !(isTyped && textureBuffers))
      return {
        role: 'main',
        kind: 'readOnlyStorageBuffer',
        format: isTyped ? this.#wordFormat(number, binding) : undefined,
        minSize: 4,
      };
    const kind = isTyped ? viewKind(binding) : 'u32';
    const sampleType = kind === 'f32' ? 'unfilterable-float' : SAMPLE_TYPES[kind];
    const format = isTyped ? this.#format(number, binding) : 'r32uint';
    if (textureBuffers) return { role: 'main', kind: 'texelBuffer', sampleType, format };
    return { role: 'main', kind: 'texture', viewDimension: '2d', sampleType, format };
  }

  #image(number: number): Variable[] {
    const { module, version } = this;
    const binding = module.bindings[number]!;
    const use = this.uses.bindings[number]!;
    const at = this.uses.at[number]!;
    const shape = VIEW_SHAPES[binding.dimension ?? 'unknown'];
    const name = registerName(binding);
    if (shape === undefined) {
      this.report(DX6005, at, { target: version.name, what: `a view of dimension ${binding.dimension} (${name})` });
      return [];
    }
    const isAtomic = (use & Use.atomic) !== 0;
    if (isAtomic) this.#needs('imageAtomics', `atomic operations on the texture ${name}`, at);
    const writes = (use & (Use.store | Use.atomic)) !== 0;
    const reads = (use & (Use.load | Use.atomic)) !== 0;
    let format = this.#format(number, binding);
    if (isAtomic && this.formats.get(number) === undefined) format = defaultFormat(binding, true);
    if (!version.allImageFormats) {
      // OpenGL ES has no formats with two components: the application makes the texture with four.
      if (!IMAGE_FORMATS[format as ImageFormatName][1]) {
        if (this.formats.isChosen(number)) this.#needs('allImageFormats', `the format ${format} (${name})`, at);
        else format = defaultFormat(binding, false);
      }
      if (reads && writes && !format.startsWith('r32')) {
        const what = `reading and writing ${name} with the format ${format}`;
        this.#needs('allImageFormats', what, at);
      }
    }
    const access = reads && writes ? 'read_write' : writes ? 'write' : 'read';
    return [{ role: 'main', kind: 'storageTexture', viewDimension: shape.view, format, access }];
  }

  #textures(number: number, pairs: readonly Pair[]): Variable[] {
    const { module, version } = this;
    const binding = module.bindings[number]!;
    const use = this.uses.bindings[number]!;
    const at = this.uses.at[number]!;
    const shape = VIEW_SHAPES[binding.dimension ?? 'unknown'];
    const name = registerName(binding);
    if (shape === undefined) {
      this.report(DX6005, at, { target: version.name, what: `a view of dimension ${binding.dimension} (${name})` });
      return [];
    }
    if (shape.view === 'cube-array') this.#needs('cubeArrays', `an array of cubes (${name})`, at);
    if (shape.multisampled)
      this.#needs(
        shape.isArray ? 'multisampledArrays' : 'multisampled',
        `a texture with several samples (${name})`,
        at,
      );
    const kind = viewKind(binding);
    const filtered = SAMPLE_TYPES[kind];
    const texture: Variable = {
      role: 'main',
      kind: 'texture',
      viewDimension: shape.view,
      sampleType: filtered === 'float' ? 'unfilterable-float' : filtered,
      multisampled: shape.multisampled || undefined,
    };
    const list: Variable[] = pairs.map(({ sampler, compares }) => ({
      role: compares ? 'comparison' : 'main',
      kind: compares ? 'depthTexture' : 'texture',
      viewDimension: shape.view,
      sampleType: compares ? 'depth' : filtered,
      sampler: { binding: sampler, element: 0 },
    }));
    const alone = use & (Use.fetch | Use.query);
    return alone === 0 ? list : [texture, ...list];
  }
}

const COMPARISONS: ReadonlySet<number> = /* @__PURE__ */ new Set([
  Op['tex.sample.cmp'],
  Op['tex.sample.cmp.zero'],
  Op['tex.gather.cmp'],
  Op['tex.gather.offset.cmp'],
]);

/** Whether an operation compares with texels. */
export function isComparing(code: number): boolean {
  return COMPARISONS.has(code);
}

/** The type of a texture, a buffer of texels or an image. */
export function handleType(resource: PlannedResource): string {
  const { kind, viewDimension = '2d', multisampled } = resource;
  const prefix = { f32: '', i32: 'i', u32: 'u' }[texelKind(resource)];
  if (kind === 'texelBuffer') return `${prefix}samplerBuffer`;
  const dimension = DIMENSIONS[viewDimension];
  if (kind === 'storageTexture') return `${prefix}image${dimension}`;
  if (kind === 'depthTexture') return `sampler${dimension}Shadow`;
  return `${prefix}sampler${multisampled === true ? dimension.replace('2D', '2DMS') : dimension}`;
}

const DIMENSIONS = {
  '1d': '2D',
  '1d-array': '2DArray',
  '2d': '2D',
  '2d-array': '2DArray',
  cube: 'Cube',
  'cube-array': 'CubeArray',
  '3d': '3D',
} as const;

/** Components of texels as a kind. */
export function texelKind({ kind, format, sampleType }: PlannedResource): 'f32' | 'i32' | 'u32' {
  if (kind === 'storageTexture') return kindOfFormat(format ?? '');
  return sampleType === 'sint' ? 'i32' : sampleType === 'uint' ? 'u32' : 'f32';
}

// Source: OpenGL ES 3.0, table 6.33: 24 constant buffers and 32 textures for all stages, at most 12 and 16 in one
// stage. Every number is below these limits if no stage exceeds its share.

/** The first number of buffers of constants; the last one of a stage is that of its runtime uniforms. */
const CONSTANT_UNITS: Readonly<Record<IrStage, number>> = { ps: 0, cs: 0, vs: 12, gs: 24, hs: 36, ds: 48 };
const RUNTIME_UNIFORMS = 11;
/** Numbers of constants that exceed what every device has. */
const OTHERS = 60;
const TEXTURE_UNITS: Readonly<Record<IrStage, number>> = { ps: 0, cs: 0, vs: 16, gs: 32, hs: 48, ds: 64 };
/** First number of buffers that are written, and of images: few implementations have many. */
const STORAGE_UNITS: Readonly<Record<IrStage, number>> = { ps: 0, cs: 0, vs: 8, gs: 12, hs: 14, ds: 16 };

type UnitClass = 'constants' | 'textures' | 'storage' | 'images';

const CLASSES: Readonly<Record<ResourceKind, UnitClass>> = {
  uniformBuffer: 'constants',
  storageBuffer: 'storage',
  readOnlyStorageBuffer: 'storage',
  storageTexture: 'images',
  texture: 'textures',
  depthTexture: 'textures',
  texelBuffer: 'textures',
  storageTexelBuffer: 'images',
  sampler: 'textures',
  comparisonSampler: 'textures',
  workgroup: 'storage',
};

export const UNITS: NumberClasses = {
  isShared: true,
  classOf: (kind) => CLASSES[kind],
  rule: (module, needed) => new UnitRule(module, needed),
};

class UnitRule implements NumberRule {
  readonly #stage: IrStage;
  readonly #next = new Map<UnitClass, number>();
  /**
   * Numbers for constants whose registers are no numbers: those that no other register of the shader has, the last one
   * first.
   */
  readonly #free: number[] = [];

  constructor({ stage, bindings }: IrModule, needed: readonly NeededResource[]) {
    this.#stage = stage;
    const taken = new Set<number>();
    for (const { binding, element, kind } of needed) {
      const { register, space } = bindings[binding]!;
      if (CLASSES[kind] === 'constants' && space === 0) taken.add(register + element);
    }
    for (let number = 0; number < RUNTIME_UNIFORMS; number++) if (!taken.has(number)) this.#free.push(number);
  }

  numbersOf({ register, space }: IrBinding, { element, kind }: NeededResource): readonly [number, number] {
    const unit = CLASSES[kind];
    if (unit === 'constants') {
      const number = register + element;
      const unit = space === 0 && number < RUNTIME_UNIFORMS ? number : this.#free.pop();
      if (unit !== undefined) return [0, CONSTANT_UNITS[this.#stage] + unit];
    }
    const first = unit === 'constants' ? OTHERS : (unit === 'textures' ? TEXTURE_UNITS : STORAGE_UNITS)[this.#stage];
    const next = this.#next.get(unit) ?? first;
    this.#next.set(unit, next + 1);
    return [0, next];
  }

  runtime(): readonly [number, number] {
    return [0, CONSTANT_UNITS[this.#stage] + RUNTIME_UNIFORMS];
  }
}
