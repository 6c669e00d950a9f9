/**
 * The states of passes and samplers that effects of MonoGame have, and what they set.
 *
 * Source of names, values, defaults and of what one state sets of another: MonoGame's effect compiler (`MGFX.tpg`,
 * `PassInfo.cs`, `SamplerStateInfo.cs`) and state classes.
 */
import type {
  MgfxBlendState,
  MgfxColor,
  MgfxDepthStencilState,
  MgfxPass,
  MgfxRasterizerState,
  MgfxSamplerState,
} from '../../effects/mgfx/model.ts';
import { MGFX_VALUES } from '../../effects/mgfx/model.ts';
import { type Reporter, suggestion } from '../check/scope.ts';
import { DX6212, DX6219 } from '../messages.ts';
import type { StateCallNode, StateNode } from '../syntax/tree.ts';

/** Words of a source in lower case, with the numbers of MonoGame's enumeration. */
type Words = ReadonlyMap<string, number>;

/** @param words pairs of a word of the source and the name in MonoGame; a word alone is the name, too */
function wordsOf(names: readonly string[], words: string): Words {
  const pairs = words.split(' ').map((pair): [string, number] => {
    const [word = '', name = word] = pair.split('=');
    return [word.toLowerCase(), names.indexOf(name)];
  });
  return new Map(pairs);
}

const { blend, blendFunction, compare, stencil, cull, fill, address, filter } = MGFX_VALUES;
const BLEND = wordsOf(
  blend,
  'Zero One SrcColor=SourceColor InvSrcColor=InverseSourceColor SrcAlpha=SourceAlpha InvSrcAlpha=InverseSourceAlpha DestAlpha=DestinationAlpha InvDestAlpha=InverseDestinationAlpha DestColor=DestinationColor InvDestColor=InverseDestinationColor SrcAlphaSat=SourceAlphaSaturation BlendFactor InvBlendFactor=InverseBlendFactor',
);
/** The factors of alpha that a factor of colors sets. */
const ALPHA = wordsOf(
  blend,
  'SourceColor=SourceAlpha InverseSourceColor=InverseSourceAlpha DestinationColor=DestinationAlpha InverseDestinationColor=InverseDestinationAlpha',
);
const BLEND_FUNCTION = wordsOf(blendFunction, 'Add Subtract RevSubtract=ReverseSubtract Min Max');
const COMPARE = wordsOf(compare, compare.join(' '));
const STENCIL = wordsOf(
  stencil,
  'Keep Zero Replace IncrSat=IncrementSaturation DecrSat=DecrementSaturation Invert Incr=Increment Decr=Decrement',
);
const CULL = wordsOf(cull, 'None Cw=CullClockwiseFace Ccw=CullCounterClockwiseFace');
const FILL = wordsOf(fill, 'Solid WireFrame');
const ADDRESS = wordsOf(address, 'Wrap Clamp Mirror Border');
const FILTERS = ['None', 'Point', 'Linear', 'Anisotropic'] as const;
const FILTER = wordsOf(FILTERS, FILTERS.join(' '));
const BOOLEAN: Words = new Map([
  ['false', 0],
  ['0', 0],
  ['true', 1],
  ['1', 1],
]);
const CHANNELS: Words = new Map([
  ['none', 0],
  ['red', 1],
  ['green', 2],
  ['blue', 4],
  ['alpha', 8],
  ['all', 15],
  ['false', 0],
  ['0', 0],
  ['true', 15],
  ['1', 15],
]);

const MAX_INT = 0x7fff_ffff;
const ALL_CHANNELS = 15;
const WHITE: MgfxColor = [255, 255, 255, 255];

const newBlend = (): MgfxBlendState => ({
  alphaFunction: blendFunction.indexOf('Add'),
  alphaDestination: blend.indexOf('Zero'),
  alphaSource: blend.indexOf('One'),
  factor: WHITE,
  colorFunction: blendFunction.indexOf('Add'),
  colorDestination: blend.indexOf('Zero'),
  colorSource: blend.indexOf('One'),
  writeChannels: [ALL_CHANNELS, ALL_CHANNELS, ALL_CHANNELS, ALL_CHANNELS],
  multiSampleMask: MAX_INT,
});

const newDepthStencil = (): MgfxDepthStencilState => ({
  counterClockwiseDepthFail: stencil.indexOf('Keep'),
  counterClockwiseFail: stencil.indexOf('Keep'),
  counterClockwiseFunction: compare.indexOf('Always'),
  counterClockwisePass: stencil.indexOf('Keep'),
  depthEnable: true,
  depthFunction: compare.indexOf('LessEqual'),
  depthWriteEnable: true,
  stencilReference: 0,
  stencilDepthFail: stencil.indexOf('Keep'),
  stencilEnable: false,
  stencilFail: stencil.indexOf('Keep'),
  stencilFunction: compare.indexOf('Always'),
  stencilMask: MAX_INT,
  stencilPass: stencil.indexOf('Keep'),
  stencilWriteMask: MAX_INT,
  twoSided: false,
});

const newRasterizer = (): MgfxRasterizerState => ({
  cullMode: cull.indexOf('CullCounterClockwiseFace'),
  depthBias: 0,
  fillMode: fill.indexOf('Solid'),
  multiSample: true,
  scissorTest: false,
  slopeScaleDepthBias: 0,
});

/** The states of a pass; each group exists where the source sets one of it. */
class PassStates {
  #blend: MgfxBlendState | undefined;
  #depthStencil: MgfxDepthStencilState | undefined;
  #rasterizer: MgfxRasterizerState | undefined;

  get hasBlend(): boolean {
    return this.#blend !== undefined;
  }

  blend(states: Partial<MgfxBlendState>): void {
    this.#blend = { ...(this.#blend ?? newBlend()), ...states };
  }

  depthStencil(states: Partial<MgfxDepthStencilState>): void {
    this.#depthStencil = { ...(this.#depthStencil ?? newDepthStencil()), ...states };
  }

  rasterizer(states: Partial<MgfxRasterizerState>): void {
    this.#rasterizer = { ...(this.#rasterizer ?? newRasterizer()), ...states };
  }

  get states(): Pick<MgfxPass, 'blend' | 'depthStencil' | 'rasterizer'> {
    return { blend: this.#blend, depthStencil: this.#depthStencil, rasterizer: this.#rasterizer };
  }
}

/** The states of a sampler as a source has them. */
class SamplerStates {
  texture: string | undefined;
  /** Whether there is a state besides the texture. */
  isSet = false;
  addressU = address.indexOf('Wrap');
  addressV = address.indexOf('Wrap');
  addressW = address.indexOf('Wrap');
  borderColor = WHITE;
  minFilter = FILTERS.indexOf('Linear');
  magFilter = FILTERS.indexOf('Linear');
  mipFilter = FILTERS.indexOf('Linear');
  maxAnisotropy = 4;
  maxMipLevel = 0;
  mipMapLevelOfDetailBias = 0;

  get state(): MgfxSamplerState | undefined {
    if (!this.isSet) return undefined;
    const { addressU, addressV, addressW, borderColor, maxAnisotropy } = this;
    const made = { addressU, addressV, addressW, borderColor, filter: this.#filter, maxAnisotropy };
    // MonoGame has no other way to use the largest level alone.
    if (this.mipFilter === FILTERS.indexOf('None')) return { ...made, maxMipLevel: 0, mipMapLevelOfDetailBias: -16 };
    return { ...made, maxMipLevel: this.maxMipLevel, mipMapLevelOfDetailBias: this.mipMapLevelOfDetailBias };
  }

  get #filter(): number {
    if (this.minFilter === FILTERS.indexOf('Anisotropic')) return filter.indexOf('Anisotropic');
    const key = [this.minFilter, this.magFilter, this.mipFilter]
      .map((one) => (FILTERS[one] === 'None' ? 'Point' : FILTERS[one]))
      .join(' ');
    return Math.max(0, filter.indexOf(FILTER_NAMES[key] ?? 'Linear'));
  }
}

/** The names of filters, by those for smaller and larger textures and between levels. */
const FILTER_NAMES: Readonly<Record<string, string>> = {
  'Linear Linear Linear': 'Linear',
  'Linear Linear Point': 'LinearMipPoint',
  'Linear Point Linear': 'MinLinearMagPointMipLinear',
  'Linear Point Point': 'MinLinearMagPointMipPoint',
  'Point Linear Linear': 'MinPointMagLinearMipLinear',
  'Point Linear Point': 'MinPointMagLinearMipPoint',
  'Point Point Linear': 'PointMipLinear',
  'Point Point Point': 'Point',
};

/** Sets a state by the text of its value; returns false for text that is no value of it. */
type Setter<States> = (states: States, text: string) => boolean;

const word =
  <States>(words: Words, set: (states: States, value: number) => void): Setter<States> =>
  (states, text) => {
    const value = words.get(text.toLowerCase());
    if (value !== undefined) set(states, value);
    return value !== undefined;
  };
const flag = <States>(set: (states: States, value: boolean) => void): Setter<States> =>
  word(BOOLEAN, (states, value) => set(states, value === 1));
const float =
  <States>(set: (states: States, value: number) => void): Setter<States> =>
  (states, text) => {
    const value = Number(/^0x/i.test(text) ? text : text.replace(/f$/i, ''));
    if (Number.isFinite(value)) set(states, value);
    return Number.isFinite(value);
  };
const integer = <States>(set: (states: States, value: number) => void): Setter<States> =>
  float((states, value) => set(states, Math.floor(value) | 0));

function alphaOf(factor: number): number {
  return ALPHA.get(blend[factor]!.toLowerCase()) ?? factor;
}

const PASS_STATES: Readonly<Record<string, Setter<PassStates>>> = {
  AlphaBlendEnable: flag((pass, isEnabled) => {
    const destination = blend.indexOf(isEnabled ? 'InverseSourceAlpha' : 'Zero');
    const source = blend.indexOf('One');
    // It is the default only: factors that were set before stay.
    if (isEnabled && pass.hasBlend) return;
    pass.blend({
      colorSource: source,
      alphaSource: source,
      colorDestination: destination,
      alphaDestination: destination,
    });
  }),
  SrcBlend: word(BLEND, (pass, value) => pass.blend({ colorSource: value, alphaSource: alphaOf(value) })),
  DestBlend: word(BLEND, (pass, value) => pass.blend({ colorDestination: value, alphaDestination: alphaOf(value) })),
  // MonoGame leaves the function of colors as it is.
  BlendOp: word(BLEND_FUNCTION, (pass, value) => pass.blend({ alphaFunction: value })),
  ColorWriteEnable: (pass, text) => {
    const values = text.split('|').map((one) => CHANNELS.get(one.toLowerCase()));
    if (!values.every((one) => one !== undefined)) return false;
    const channels = values.reduce((all, one) => all | one, 0);
    pass.blend({ writeChannels: [channels, ALL_CHANNELS, ALL_CHANNELS, ALL_CHANNELS] });
    return true;
  },
  CullMode: word(CULL, (pass, cullMode) => pass.rasterizer({ cullMode })),
  FillMode: word(FILL, (pass, fillMode) => pass.rasterizer({ fillMode })),
  DepthBias: float((pass, depthBias) => pass.rasterizer({ depthBias })),
  SlopeScaleDepthBias: float((pass, slopeScaleDepthBias) => pass.rasterizer({ slopeScaleDepthBias })),
  MultiSampleAntiAlias: flag((pass, multiSample) => pass.rasterizer({ multiSample })),
  ScissorTestEnable: flag((pass, scissorTest) => pass.rasterizer({ scissorTest })),
  ZEnable: flag((pass, depthEnable) => pass.depthStencil({ depthEnable })),
  ZWriteEnable: flag((pass, depthWriteEnable) => pass.depthStencil({ depthWriteEnable })),
  ZFunc: word(COMPARE, (pass, depthFunction) => pass.depthStencil({ depthFunction })),
  StencilEnable: flag((pass, stencilEnable) => pass.depthStencil({ stencilEnable })),
  StencilFail: word(STENCIL, (pass, stencilFail) => pass.depthStencil({ stencilFail })),
  StencilFunc: word(COMPARE, (pass, stencilFunction) => pass.depthStencil({ stencilFunction })),
  StencilMask: integer((pass, stencilMask) => pass.depthStencil({ stencilMask })),
  StencilPass: word(STENCIL, (pass, stencilPass) => pass.depthStencil({ stencilPass })),
  StencilRef: integer((pass, stencilReference) => pass.depthStencil({ stencilReference })),
  StencilWriteMask: integer((pass, stencilWriteMask) => pass.depthStencil({ stencilWriteMask })),
  StencilZFail: word(STENCIL, (pass, stencilDepthFail) => pass.depthStencil({ stencilDepthFail })),
};

/** A state besides the texture. */
const sampling =
  (set: Setter<SamplerStates>): Setter<SamplerStates> =>
  (states, text) => {
    const isSet = set(states, text);
    states.isSet ||= isSet;
    return isSet;
  };
const maxMipLevel = sampling(
  integer((states, value) => {
    states.maxMipLevel = value;
  }),
);

const SAMPLER_STATES: Readonly<Record<string, Setter<SamplerStates>>> = {
  Texture: (states, text) => {
    states.texture = /^\(?([a-z_]\w*)\)?$/i.exec(text)?.[1];
    return states.texture !== undefined;
  },
  Filter: sampling(
    word(FILTER, (all, value) => Object.assign(all, { minFilter: value, magFilter: value, mipFilter: value })),
  ),
  MinFilter: sampling(word(FILTER, (all, minFilter) => Object.assign(all, { minFilter }))),
  MagFilter: sampling(word(FILTER, (all, magFilter) => Object.assign(all, { magFilter }))),
  MipFilter: sampling(word(FILTER, (all, mipFilter) => Object.assign(all, { mipFilter }))),
  AddressU: sampling(word(ADDRESS, (all, addressU) => Object.assign(all, { addressU }))),
  AddressV: sampling(word(ADDRESS, (all, addressV) => Object.assign(all, { addressV }))),
  AddressW: sampling(word(ADDRESS, (all, addressW) => Object.assign(all, { addressW }))),
  BorderColor: sampling((states, text) => {
    // 0xRRGGBB or 0xRRGGBBAA
    const [, digits] = /^0x([\da-f]{6}(?:[\da-f]{2})?)$/i.exec(text) ?? [];
    if (digits === undefined) return false;
    const bytes = `${digits}ff`.match(/../g)!.map((byte) => Number.parseInt(byte, 16));
    states.borderColor = [bytes[0]!, bytes[1]!, bytes[2]!, bytes[3]!];
    return true;
  }),
  MaxMipLevel: maxMipLevel,
  MaxLod: maxMipLevel,
  MaxAnisotropy: sampling(integer((all, maxAnisotropy) => Object.assign(all, { maxAnisotropy }))),
  MipLodBias: sampling(float((all, mipMapLevelOfDetailBias) => Object.assign(all, { mipMapLevelOfDetailBias }))),
};

/** Sets the states of a block, and reports those that MonoGame does not have. */
function setStates<States>(
  states: States,
  rows: Readonly<Record<string, Setter<States>>>,
  nodes: readonly (StateNode | StateCallNode)[],
  reporter: Reporter,
): States {
  for (const node of nodes) {
    const { name } = node;
    const known = Object.keys(rows).find((one) => one.toLowerCase() === name.toLowerCase());
    if (known === undefined || node.kind !== 'state' || node.index !== undefined) {
      reporter.report(DX6212, node, { name, hint: suggestion(name, Object.keys(rows)) });
      continue;
    }
    const { first, last } = node.value;
    const tokens = reporter.tokens.slice(first, last + 1);
    const value = tokens.map(({ text }) => text).join('');
    if (!rows[known]!(states, value)) reporter.report(DX6219, node.value, { name, value, hint: '' });
  }
  return states;
}

/** The states of a pass without its shaders. */
export function mgfxPassStates(
  nodes: readonly (StateNode | StateCallNode)[],
  reporter: Reporter,
): Pick<MgfxPass, 'blend' | 'depthStencil' | 'rasterizer'> {
  return setStates(new PassStates(), PASS_STATES, nodes, reporter).states;
}

/** The states of a sampler, and the name of its texture; both may be missing. */
export function mgfxSamplerStates(
  nodes: readonly StateNode[],
  reporter: Reporter,
): { readonly state: MgfxSamplerState | undefined; readonly texture: string | undefined } {
  const { state, texture } = setStates(new SamplerStates(), SAMPLER_STATES, nodes, reporter);
  return { state, texture };
}
