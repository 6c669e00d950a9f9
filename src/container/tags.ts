/** The tags of the chunks that DXBC containers are known to hold. Not for: what each kind of chunk holds (chunk-kinds.ts). */
import { fourCC } from '../base/words.ts';

// biome-ignore format: a list of words
export const CHUNK_NAMES = [
  'RDEF', 'ISGN', 'ISG1', 'OSGN', 'OSG5', 'OSG1', 'PCSG', 'PSG1', 'SHDR', 'SHEX', 'STAT', 'SFI0',
  'IFCE', 'Aon9', 'XNAS', 'XNAP', 'RTS0', 'SPDB', 'SDBG', 'ILDB', 'ILDN', 'LIBF', 'LIBH', 'LFS0',
  'PRIV', 'RPLY', 'SMID', 'SDTL', 'PERF', 'CRPT', 'DXIL', 'PSV0', 'RDAT', 'HASH', 'VERS', 'SRCI',
  'PDBI', 'FX10', 'FXLC', 'CLI4', 'CTAB',
] as const;

export type ChunkName = (typeof CHUNK_NAMES)[number];

/** The tag of each kind of chunk, as the DWORD that files have. */
export const TAG = /* @__PURE__ */ Object.fromEntries(CHUNK_NAMES.map((name) => [name, fourCC(name)])) as Readonly<
  Record<ChunkName, number>
>;
