/** All families of random programs that run on Wine. */
import { ALU_FAMILIES } from './families-alu.ts';
import { COMPARISON_FAMILIES } from './families-comparisons.ts';
import { D3D9_FAMILIES } from './families-d3d9.ts';
import { D3D9_DRAW_FAMILIES } from './families-d3d9-draws.ts';
import { D3D9_INEXACT_FAMILIES } from './families-d3d9-inexact.ts';
import { D3D9_TEXTURE_FAMILIES } from './families-d3d9-textures.ts';
import { DRAW_FAMILIES } from './families-draws.ts';
import { LINE_FAMILIES } from './families-lines.ts';
import { MEMORY_FAMILIES } from './families-memory.ts';
import { SPECIAL_FAMILIES } from './families-special.ts';
import { STAGE_FAMILIES } from './families-stages.ts';
import { TESSELLATION_FAMILIES } from './families-tessellation.ts';
import { TEXTURE_FAMILIES } from './families-textures.ts';
import type { Family } from './trial.ts';

export const FAMILIES: readonly Family[] = [
  ...ALU_FAMILIES,
  ...MEMORY_FAMILIES,
  ...SPECIAL_FAMILIES,
  ...STAGE_FAMILIES,
  ...TEXTURE_FAMILIES,
  ...COMPARISON_FAMILIES,
  ...DRAW_FAMILIES,
  ...LINE_FAMILIES,
  ...TESSELLATION_FAMILIES,
  ...D3D9_FAMILIES,
  ...D3D9_TEXTURE_FAMILIES,
  ...D3D9_INEXACT_FAMILIES,
  ...D3D9_DRAW_FAMILIES,
];
