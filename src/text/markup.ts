/**
 * The markup of a listing: none, the HTML that `D3DDisassemble` writes under its color flag, or terminal colors.
 * Printers request the mark of a role and do not know which of the three they write.
 */

/** The strings before and after a part. */
export interface Mark {
  readonly open: string;
  readonly close: string;
}

export interface Markup {
  /** Microsoft's HTML has marks other than colors (`<!-- id=3 -->`). Printers write them when this is set. */
  readonly html: boolean;
  /** Around the entire listing. */
  readonly frame: Mark;
  /** Header sections, slot counts and other `//` lines. */
  readonly comment: Mark;
  /** Plain code: registers and punctuation. */
  readonly code: Mark;
  readonly keyword: Mark;
  /** Literal values. */
  readonly literal: Mark;
}

const mark = (open: string, close: string): Mark => ({ open, close });
const font = (color: string): Mark => mark(`<font color = "${color}">`, '</font>');
const none = mark('', '');

export const NO_MARKUP: Markup = { html: false, frame: none, comment: none, code: none, keyword: none, literal: none };

/** Byte for byte what `D3DDisassemble` writes with `D3D_DISASM_ENABLE_COLOR_CODE` (source: oracle). */
export const HTML: Markup = {
  html: true,
  frame: mark('<pre><body bgcolor="#000000">', '</pre>'),
  comment: font('#a0a0a0'),
  code: font('#e0e0e0'),
  keyword: font('#ffff40'),
  literal: font('#00ffff'),
};

/** Colors for terminals. Every mark closes with the default color, since marks of code do not nest there. */
export const ANSI: Markup = {
  html: false,
  frame: none,
  comment: mark('\x1b[90m', '\x1b[39m'),
  code: none,
  keyword: mark('\x1b[33m', '\x1b[39m'),
  literal: mark('\x1b[36m', '\x1b[39m'),
};
