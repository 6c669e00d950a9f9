/**
 * The enumerations of Direct3D 9 that states have as values: one table, names by number. A source spells a value as the
 * header d3d9types.h does without the prefix, in any case (source: oracle, for each name that it takes).
 *
 * Not for: which state has which enumeration (states.ts).
 */

/** An enumeration of Direct3D 9. */
export interface Fx2Enumeration {
  /** The prefix of the names in the header: `D3DBLEND_`. */
  readonly prefix: string;
  /** The prefix of the names in source code; absent for none, null if source code has no names. */
  readonly source?: string | null;
  readonly values: Readonly<Record<string, number>>;
  /** Names that the compiler takes from no source. */
  readonly unspelled?: readonly string[];
  /** The bits that are one of {@link values}; absent where all are. */
  readonly mask?: number;
  /** Names of flags, which are added with `|`. */
  readonly flags?: Readonly<Record<string, number>>;
  /** A second number in addition to that of {@link mask}. */
  readonly second?: { readonly mask: number; readonly values: Readonly<Record<string, number>> };
  /** The bits that are a number without names. */
  readonly number?: number;
}

/** Numbers the names from `first` on. */
function from(first: number, names: string): Readonly<Record<string, number>> {
  return Object.fromEntries(names.split(' ').map((name, i) => [name, first + i]));
}

/** Gives the names the bits 1, 2, 4, ... */
function bits(names: string): Readonly<Record<string, number>> {
  return Object.fromEntries(names.split(' ').map((name, i) => [name, 2 ** i]));
}

// biome-ignore format: one enumeration, one line
export const FX2_ENUMERATIONS = {
  bool: { prefix: '', values: from(0, 'FALSE TRUE') },
  zBuffer: { prefix: 'D3DZB_', values: from(0, 'FALSE TRUE USEW') },
  fill: { prefix: 'D3DFILL_', values: from(1, 'POINT WIREFRAME SOLID') },
  shade: { prefix: 'D3DSHADE_', values: from(1, 'FLAT GOURAUD PHONG') },
  blend: { prefix: 'D3DBLEND_', values: from(1, 'ZERO ONE SRCCOLOR INVSRCCOLOR SRCALPHA INVSRCALPHA DESTALPHA INVDESTALPHA DESTCOLOR INVDESTCOLOR SRCALPHASAT BOTHSRCALPHA BOTHINVSRCALPHA BLENDFACTOR INVBLENDFACTOR') },
  blendAlpha: { prefix: 'D3DBLEND_', values: from(1, 'ZERO ONE SRCCOLOR INVSRCCOLOR SRCALPHA INVSRCALPHA DESTALPHA INVDESTALPHA DESTCOLOR INVDESTCOLOR SRCALPHASAT BOTHSRCALPHA BOTHINVSRCALPHA BLENDFACTOR INVBLENDFACTOR'), unspelled: ['SRCCOLOR', 'INVSRCCOLOR', 'DESTCOLOR', 'INVDESTCOLOR'] },
  cull: { prefix: 'D3DCULL_', values: from(1, 'NONE CW CCW') },
  compare: { prefix: 'D3DCMP_', values: from(1, 'NEVER LESS EQUAL LESSEQUAL GREATER NOTEQUAL GREATEREQUAL ALWAYS') },
  fog: { prefix: 'D3DFOG_', values: from(0, 'NONE EXP EXP2 LINEAR') },
  stencil: { prefix: 'D3DSTENCILOP_', values: from(1, 'KEEP ZERO REPLACE INCRSAT DECRSAT INVERT INCR DECR') },
  wrap: { prefix: 'D3DWRAPCOORD_', source: 'COORD', values: {}, mask: 0, flags: bits('0 1 2 3') },
  material: { prefix: 'D3DMCS_', values: from(0, 'MATERIAL COLOR1 COLOR2') },
  vertexBlend: { prefix: 'D3DVBF_', values: { ...from(0, 'DISABLE 1WEIGHTS 2WEIGHTS 3WEIGHTS'), TWEENING: 255, '0WEIGHTS': 256 } },
  clipPlanes: { prefix: 'D3DCLIPPLANE', source: 'CLIPPLANE', values: {}, mask: 0, flags: bits('0 1 2 3 4 5') },
  patchEdge: { prefix: 'D3DPATCHEDGE_', values: from(0, 'DISCRETE CONTINUOUS') },
  monitor: { prefix: 'D3DDMT_', source: null, values: from(0, 'ENABLE DISABLE') },
  channels: { prefix: 'D3DCOLORWRITEENABLE_', values: {}, mask: 0, flags: bits('RED GREEN BLUE ALPHA') },
  blendOperation: { prefix: 'D3DBLENDOP_', values: from(1, 'ADD SUBTRACT REVSUBTRACT MIN MAX') },
  degree: { prefix: 'D3DDEGREE_', values: { LINEAR: 1, QUADRATIC: 2, CUBIC: 3, QUINTIC: 5 } },
  textureOperation: { prefix: 'D3DTOP_', values: from(1, 'DISABLE SELECTARG1 SELECTARG2 MODULATE MODULATE2X MODULATE4X ADD ADDSIGNED ADDSIGNED2X SUBTRACT ADDSMOOTH BLENDDIFFUSEALPHA BLENDTEXTUREALPHA BLENDFACTORALPHA BLENDTEXTUREALPHAPM BLENDCURRENTALPHA PREMODULATE MODULATEALPHA_ADDCOLOR MODULATECOLOR_ADDALPHA MODULATEINVALPHA_ADDCOLOR MODULATEINVCOLOR_ADDALPHA BUMPENVMAP BUMPENVMAPLUMINANCE DOTPRODUCT3 MULTIPLYADD LERP') },
  textureArgument: { prefix: 'D3DTA_', values: from(0, 'DIFFUSE CURRENT TEXTURE TFACTOR SPECULAR TEMP CONSTANT'), mask: 0xf, flags: { COMPLEMENT: 0x10, ALPHAREPLICATE: 0x20 } },
  coordinateIndex: { prefix: 'D3DTSS_TCI_', values: { PASSTHRU: 0, CAMERASPACENORMAL: 0x1_0000, CAMERASPACEPOSITION: 0x2_0000, CAMERASPACEREFLECTIONVECTOR: 0x3_0000, SPHEREMAP: 0x4_0000 }, mask: 0xffff_0000, number: 0xffff },
  textureTransform: { prefix: 'D3DTTFF_', values: from(0, 'DISABLE COUNT1 COUNT2 COUNT3 COUNT4'), mask: 0xff, flags: { PROJECTED: 256 } },
  light: { prefix: 'D3DLIGHT_', values: from(1, 'POINT SPOT DIRECTIONAL') },
  address: { prefix: 'D3DTADDRESS_', values: from(1, 'WRAP MIRROR CLAMP BORDER MIRRORONCE') },
  filter: { prefix: 'D3DTEXF_', values: { ...from(0, 'NONE POINT LINEAR ANISOTROPIC'), PYRAMIDALQUAD: 6, GAUSSIANQUAD: 7 } },
  fvf: { prefix: 'D3DFVF_', values: { XYZ: 2, XYZRHW: 4, XYZB1: 6, XYZB2: 8, XYZB3: 10, XYZB4: 12, XYZB5: 14, XYZW: 0x4002 }, mask: 0x400e, flags: { NORMAL: 0x10, PSIZE: 0x20, DIFFUSE: 0x40, SPECULAR: 0x80, LASTBETA_UBYTE4: 0x1000, LASTBETA_D3DCOLOR: 0x8000 }, second: { mask: 0xf00, values: Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`TEX${n}`, 0x100 * n])) } },
} as const satisfies Record<string, Fx2Enumeration>;

export type Fx2EnumerationName = keyof typeof FX2_ENUMERATIONS;

/** A value as a sum of names. */
export interface Fx2ValueNames {
  /** As d3d9types.h has them: `D3DBLEND_ONE`, `D3DTTFF_COUNT2 | D3DTTFF_PROJECTED`. */
  readonly d3d: string;
  /** As a source spells them; null where a source cannot. */
  readonly source: string | null;
}

/** Returns the names whose sum is `value`; undefined where it has bits without a name, or is 0 and 0 has none. */
export function fx2ValueNames(name: Fx2EnumerationName, value: number): Fx2ValueNames | undefined {
  const row: Fx2Enumeration = FX2_ENUMERATIONS[name];
  const { prefix, source = '', values, unspelled = [], mask = 0xffff_ffff, flags = {}, second, number = 0 } = row;
  const names: string[] = [];
  let rest = value;
  const take = (choices: Readonly<Record<string, number>>, bits: number, always: boolean): void => {
    const part = (value & bits) >>> 0;
    const found = Object.entries(choices).find(([, one]) => one === part);
    if (found === undefined || (part === 0 && !always)) return;
    names.push(found[0]);
    rest = (rest ^ part) >>> 0;
  };
  take(values, mask, mask !== 0);
  for (const [flag, bit] of Object.entries(flags)) {
    if ((rest & bit) === 0) continue;
    names.push(flag);
    rest = (rest ^ bit) >>> 0;
  }
  if (second !== undefined) take(second.values, second.mask, false);
  const plain = rest > 0 && (rest & ~number) === 0 ? [`${rest}`] : [];
  if ((rest > 0 && plain.length === 0) || names.length === 0) return undefined;
  const text = (before: string): string => [...names.map((one) => before + one), ...plain].join(' | ');
  return {
    d3d: text(prefix),
    source: source === null || names.some((one) => unspelled.includes(one)) ? null : text(source),
  };
}
