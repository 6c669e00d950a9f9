/** Stages in the words of messages. */
import type { IrStage } from '../ir/index.ts';

export const STAGE_NAMES: Readonly<Record<IrStage, string>> = {
  vs: 'vertex',
  ps: 'pixel',
  gs: 'geometry',
  hs: 'hull',
  ds: 'domain',
  cs: 'compute',
};
