/** The families of random programs that run on GPU interfaces: those of Wine's Direct3D 9, and of its Direct3D 11 with the stages that the languages have. */
import { FAMILIES } from '../wine/families.ts';
import type { Family } from '../wine/trial.ts';

/** Families whose subject is not code, or a stage that is not translated. */
const OTHERS = /^(vertex|geometry|hull|domain) shaders|^tessellation|^draws: (coverage|depth|blending|lines|samples)/;

export const GPU_FAMILIES: readonly Family[] = FAMILIES.filter(({ api, name }) => api === 'd3d9' || !OTHERS.test(name));
