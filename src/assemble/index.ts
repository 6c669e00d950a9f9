/** The subpath `dxlens/assemble`: the assemblers of shader models 1 to 5.1 and of root signatures. */
export {
  type Assembled,
  type AssembleOptions,
  assemble,
  assembleUnvalidated,
  type IncludedText,
  type UnvalidatedAssembleOptions,
} from './assemble.ts';
export { assembleRootSignature, type RootSignatureOptions } from './root-signature/assemble-root-signature.ts';
