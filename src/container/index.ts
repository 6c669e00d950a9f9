/** The subpath `dxlens/container`: kinds of files, the DXBC container and its digest. */
export { type CArray, readCArrays } from './c-array.ts';
export {
  type ConstantTable,
  CTAB_REGISTER_SETS,
  CTAB_TYPES,
  CtabClass,
  type CtabConstant,
  type CtabMember,
  type CtabType,
  ctabDefault,
  readConstantTable,
} from './ctab.ts';
export { containerDigest } from './digest.ts';
export { type Chunk, Container, isContainer, readContainer, readDirectory } from './dxbc.ts';
export { type FileKind, KINDS, type Kind, kindOf, kindOfContainer, missingFor } from './sniff.ts';
