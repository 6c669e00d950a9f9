/**
 * The chunks that DXBC containers are known to hold: their tags, and what each holds.
 *
 * Not for: reading them (a file for each, such as rdef.ts).
 */
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

/** Tags by name. Calls are marked as pure, so that a bundle without a use of the list does not include it. */
export function tagsOf(...names: readonly ChunkName[]): readonly number[] {
  return names.map((name) => TAG[name]);
}

/** A set of tags by name; see {@link tagsOf}. */
export function tagSet(...names: readonly ChunkName[]): ReadonlySet<number> {
  return new Set(tagsOf(...names));
}

/** The content of each kind of chunk, in one line. */
export const CHUNK_KINDS: Readonly<Record<ChunkName, string>> = {
  RDEF: 'resource definitions: buffers, variables, types and bindings',
  ISGN: 'input signature',
  ISG1: 'input signature with streams and minimum precision',
  OSGN: 'output signature',
  OSG5: 'output signature with streams',
  OSG1: 'output signature with streams and minimum precision',
  PCSG: 'patch constant signature',
  PSG1: 'patch constant signature with streams and minimum precision',
  SHDR: 'program of shader model 4',
  SHEX: 'program of shader model 5, or of 4 with extensions',
  STAT: 'statistics: instruction counts, tessellation, sampling frequency',
  SFI0: 'features that the shader asks of the hardware',
  IFCE: 'class linkage: class types, instances and interface slots',
  Aon9: 'program of feature level 9, with the mapping of its constants and samplers',
  XNAS: 'program of feature level 9_0 for XNA',
  XNAP: 'prepass program of feature level 9_0 for XNA',
  RTS0: 'root signature',
  SPDB: 'debug information: a program database (PDB)',
  SDBG: 'debug information of older compilers',
  ILDB: 'debug information of DXIL',
  ILDN: 'name of the file with the debug information',
  LIBF: 'one function of a library: a container of its own',
  LIBH: 'header of a library: its functions by name',
  LFS0: 'signature of a library function',
  PRIV: 'private data of an application',
  RPLY: 'debug information that strippers remove',
  SMID: 'test: another program for the same shader',
  SDTL: 'test: details of the compilation',
  PERF: 'test: times of the compilation',
  CRPT: 'test: report of the compilation',
  DXIL: 'program of shader model 6',
  PSV0: 'pipeline state validation of shader model 6: what the runtime checks',
  RDAT: 'runtime data of libraries of shader model 6: functions, subobjects, nodes',
  HASH: 'hash of a shader of shader model 6',
  VERS: 'version of the compiler',
  SRCI: 'sources of a shader of shader model 6',
  PDBI: 'debug information of shader model 6: what a program database is made of',
  FX10: 'effect of fx_4_0 or fx_4_1',
  FXLC: 'preshader: code of an effect',
  CLI4: 'preshader: literals',
  CTAB: 'preshader: constant table',
};
