/** The instructions of random programs of models 1 to 3 that are run and compared, with the versions that have them. */

export interface Sm1Version {
  readonly stage: 'vs' | 'ps';
  readonly major: number;
  readonly minor: number;
}

export interface Sm1Op {
  readonly sources: number;
  readonly grows?: boolean;
  /** Steps between. */
  readonly scratch?: string;
  readonly masks?: readonly string[];
  readonly available: (version: Sm1Version) => boolean;
}

const all = () => true;
const isVs = ({ stage }: Sm1Version) => stage === 'vs';
const isPs = ({ stage }: Sm1Version) => stage === 'ps';
const from2 = ({ major }: Sm1Version) => major >= 2;
/** Everything but the pixel shaders before 1_4. */
const hasMoreOps = ({ stage, major }: Sm1Version) => stage === 'vs' || major >= 2;

export const SM1_OPS: Readonly<Record<string, Sm1Op>> = {
  mov: { sources: 1, available: all },
  add: { sources: 2, available: all },
  sub: { sources: 2, available: ({ major }) => major < 2 },
  mul: { sources: 2, grows: true, available: all },
  mad: { sources: 3, grows: true, available: all },
  lrp: { sources: 3, grows: true, available: (version) => from2(version) || isPs(version) },
  dp3: { sources: 2, grows: true, available: all },
  dp4: { sources: 2, grows: true, available: (version) => hasMoreOps(version) || version.minor >= 2 },
  dp2add: { sources: 3, grows: true, available: (version) => isPs(version) && from2(version) },
  min: { sources: 2, available: hasMoreOps },
  max: { sources: 2, available: hasMoreOps },
  slt: { sources: 2, available: isVs },
  sge: { sources: 2, available: isVs },
  abs: { sources: 1, available: from2 },
  frc: { sources: 1, available: from2 },
  crs: { sources: 2, grows: true, masks: ['x', 'y', 'z', 'xy', 'yz', 'xyz'], available: from2 },
  sgn: { sources: 1, scratch: ', r5, r6', available: (version) => isVs(version) && from2(version) },
  cmp: { sources: 3, available: (version) => isPs(version) && (from2(version) || version.minor >= 2) },
  cnd: { sources: 3, available: (version) => isPs(version) && version.major < 2 },
};

/** Operations with a tolerance, which only the last results may have. */
export const SM1_INEXACT = ['rcp', 'rsq', 'exp', 'log', 'pow', 'nrm', 'sincos', 'lit', 'dst', 'expp', 'logp'] as const;
