/** The subpath `dxlens/text`: listings. */
export { disassemble, disassembleShader, type Listing } from './disassemble.ts';
export { ANSI, HTML, type Mark, type Markup, NO_MARKUP } from './markup.ts';
export { D3D_DISASM_FLAGS, type ListingOptions, optionsOfFlags } from './options.ts';
export { printRootSignature } from './root-signature.ts';
