/** The subpath `dxlens/assemble`: the assembler of shader models 1 to 3. */
export { type Assembled, type AssembleOptions, assemble, type IncludedText } from './assemble.ts';
export type { AssemblyDiagnostic } from './diagnostics.ts';
export { assembleRootSignature, type RootSignatureOptions } from './root-signature.ts';
