/** The messages of the assembler of shader models 4-5.1. `{name}` places are filled in by the reporter. */
import { defineMessages } from '../../base/messages.ts';

/** Instructions of listings of shader models 4-5.1. */
export const LISTING_MESSAGES = /* @__PURE__ */ defineMessages({
  DX3100: {
    severity: 'error',
    text: '{found} is no version; a program begins with one',
    hint: 'begin with a line such as ps_5_0',
  },
  DX3101: { severity: 'error', text: '{name} is no instruction' },
  DX3102: { severity: 'error', text: '{mnemonic} has no suffix {suffix}' },
  DX3103: {
    severity: 'error',
    text: '{mnemonic}: operand {number} of {count} is missing: {what}',
    hint: 'write all operands, with commas between them',
  },
  DX3104: { severity: 'error', text: '{found}: nothing more belongs to {mnemonic}' },
  DX3105: {
    severity: 'error',
    text: '{found} is no register and no literal',
    hint: 'write a register such as r0.xyzw, or a literal such as l(1.000000)',
  },
  DX3106: {
    severity: 'error',
    text: '{found} are no components for this place',
    hint: 'name components by x, y, z, w',
  },
  DX3107: { severity: 'error', text: '{expected} is missing; {found} stands there' },
  DX3108: { severity: 'error', text: '{found} is no number for this place' },
  DX3109: { severity: 'error', text: '{value} does not fit; {lowest} to {highest} do' },
  DX3110: { severity: 'error', text: 'a literal has {expected}, not {count}' },
  DX3111: { severity: 'error', text: '{name} is not {what}' },
  DX3112: {
    severity: 'error',
    text: 'the instruction takes {length} DWORDs; its length field holds {limit}',
    hint: 'copy operands with indices to registers first',
  },
  DX3113: {
    severity: 'error',
    text: 'the listing does not say what this data block holds',
    hint: 'leave the line out; the block is lost then',
  },
  DX3114: {
    severity: 'warning',
    text: '{text} is how several numbers print; the nearest one is taken, {bits}',
    hint: 'disassemble with --hex, or write the bits themselves',
  },
  DX3115: {
    severity: 'warning',
    text: '{more} more literals are how several numbers print',
    hint: 'disassemble with --hex, which loses nothing',
  },
  DX3116: {
    severity: 'warning',
    text: 'the text begins with a byte-order mark, which is left out',
    hint: 'save the text without it',
  },
  DX3117: { severity: 'error', text: 'a register has at most {limit} indices' },
  DX3118: { severity: 'error', text: 'registers in indices nest deeper than {limit} levels' },
  DX3119: {
    severity: 'error',
    text: '{name}: its first DWORD says opcode {opcode} and {said} DWORDs; {length} are there',
    hint: 'write known opcodes by name, and the words of unknown ones as the disassembler prints them',
  },
  DX3120: {
    severity: 'error',
    text: 'a message has its format in quotes',
    hint: 'write it like printf "x is %f", r0.x',
  },
  DX3121: { severity: 'error', text: '{mnemonic} does not say what it tests for' },
  DX3122: { severity: 'error', text: 'components are missing' },
});

/** Header sections of listings, whole containers, and programs put into an original. */
export const HEADER_MESSAGES = /* @__PURE__ */ defineMessages({
  DX3200: {
    severity: 'error',
    text: 'here a version line such as ps_5_0 or a comment is expected',
    hint: 'begin the program with its version line; header sections are comments',
  },
  DX3201: {
    severity: 'warning',
    text: "there is no header section '{title}'; its lines are left out",
    hint: 'write the title as the disassembler does',
  },
  DX3202: {
    severity: 'error',
    text: 'a second program of {profile}; only libraries have more than one',
    hint: 'assemble each program from a text of its own',
  },
  DX3203: { severity: 'error', text: 'a second section {section}', hint: 'leave one of them out' },
  DX3204: {
    severity: 'error',
    text: '{section}: {expected} is expected here',
    hint: 'write the line as the disassembler does',
  },
  DX3205: { severity: 'error', text: '{section}: {number} is more than {limit}, the most that fits' },
  DX3206: {
    severity: 'warning',
    text: 'the line says {said} instruction slots, which is written; the program has {counted}',
    hint: 'leave the line out to have them counted',
  },
  DX3207: {
    severity: 'note',
    text: 'there is no section {section}: {what}',
    hint: 'disassemble with the header, or assemble into the original with --into',
  },
  DX3208: {
    severity: 'warning',
    text: '{register} is declared by the program and has no row in {section}',
    hint: 'add the row to the section in the header',
  },
  DX3209: {
    severity: 'error',
    text: 'the library has {functions} functions and the text {programs} programs',
    hint: 'give each function of the library its program',
  },
  DX3211: { severity: 'error', text: '{option} is for texts of shader models 1-3; this one is {profile}' },
  DX3212: { severity: 'error', text: '{section}: more than {limit} levels of structures' },
  DX3214: {
    severity: 'warning',
    text: '{section}: the listing leaves out one class of this row; {type} is taken',
    hint: 'check it in the table of class types',
  },
  DX3215: { severity: 'error', text: 'a NUL stands in a header section; no name can have any', hint: 'leave it out' },
  DX3220: { severity: 'error', text: 'the original is no DXBC container with a program of shader models 4-5.1' },
  DX3221: {
    severity: 'error',
    text: 'the text is of {profile} and the original of {original}',
    hint: 'assemble into an original of the same profile',
  },
  DX3222: {
    severity: 'warning',
    text: '{register} is not in the {signature} signature of the original, which stays as it is',
    hint: 'leave the register out, or assemble without --into',
  },
  DX3223: {
    severity: 'warning',
    text: '{register} is not among the bindings of the original, which stay as they are',
    hint: 'use a resource of the original, or assemble without --into',
  },
  DX3225: {
    severity: 'note',
    text: 'the programs of feature level 9 in the original stay as they are',
    hint: 'assemble without --into to replace them, too',
  },
  DX3224: { severity: 'error', text: 'only texts of shader models 4-5.1 can be assembled into an original' },
});
