/** The subpath `dxlens/text`: listings. */
export { disassemble } from './disassemble.ts';
export { disassembleShader, type Listing } from './listing.ts';
export { ANSI, HTML, type Mark, type Markup, NO_MARKUP } from './markup.ts';
export { D3D_DISASM_FLAGS, type ListingOptions, optionsOfFlags } from './options.ts';
export { printRootSignature } from './root-signature.ts';
