/** The messages of the assembler of shader models 4-5.1. The reporter fills in `{name}`. */
import { defineMessages } from '../../base/messages.ts';

/** Instructions of listings of shader models 4-5.1. */
export const LISTING_MESSAGES = /* @__PURE__ */ defineMessages({
  DX3100: {
    text: '{found} is not a version; a program begins with one',
    hint: 'begin with a line such as ps_5_0',
  },
  DX3101: { text: '{name} is not an instruction' },
  DX3102: { text: '{mnemonic} has no suffix {suffix}' },
  DX3103: {
    text: '{mnemonic}: operand {number} of {count} is missing: {what}',
    hint: 'write all operands, with commas between them',
  },
  DX3104: { text: '{found} is unexpected after {mnemonic}' },
  DX3105: {
    text: '{found} is neither a register nor a literal',
    hint: 'write a register such as r0.xyzw, or a literal such as l(1.000000)',
  },
  DX3106: {
    text: '{found} are not valid components here',
    hint: 'write components as x, y, z, w',
  },
  DX3107: { text: 'expected {expected}, found {found}' },
  DX3108: { text: '{found} is not a valid number here' },
  DX3109: { text: '{value} is out of range: {lowest} to {highest}' },
  DX3110: { text: 'a literal has {expected}, not {count}' },
  DX3111: { text: '{name} is not {what}' },
  DX3112: {
    text: 'the instruction takes {length} DWORDs; its length field holds at most {limit}',
    hint: 'copy operands with indices to registers first',
  },
  DX3113: {
    text: 'the listing does not say what this data block holds',
    hint: 'disassemble with --exact, or assemble into the original with --into',
  },
  DX3114: {
    severity: 'warning',
    text: '{text} is the text of several numbers; the nearest one is used, {bits}',
    hint: 'disassemble with --exact, or write more digits',
  },
  DX3115: {
    severity: 'warning',
    text: '{more} more literals are the text of several numbers',
    hint: 'disassemble with --exact, which loses nothing',
  },
  DX3116: {
    severity: 'warning',
    text: 'the text begins with a byte-order mark, which is skipped',
    hint: 'save the text without it',
  },
  DX3117: { text: 'a register has at most {limit} indices' },
  DX3118: { text: 'registers in indices are nested more than {limit} levels deep' },
  DX3119: {
    text: '{name}: its first DWORD has opcode {opcode} and a length of {said} DWORDs; there are {length}',
    hint: 'write known opcodes by name, and the words of unknown ones as the disassembler prints them',
  },
  DX3120: {
    text: 'a message needs its format in quotes',
    hint: 'write it like printf "x is %f", r0.x',
  },
  DX3121: { text: '{mnemonic} needs a suffix for its test' },
  DX3122: { text: 'components are missing' },
  DX3123: {
    severity: 'warning',
    text: ".{found} of a value is written as a mask, which Microsoft's compiler never does",
    hint: 'write one component or four',
  },
  DX3124: { severity: 'warning', text: '{value} is an integer; {reader} takes it as a float, {float}' },
});

/** Header sections of listings, whole containers, and programs put into an original. */
export const HEADER_MESSAGES = /* @__PURE__ */ defineMessages({
  DX3200: {
    text: 'expected a version line such as ps_5_0, or a comment',
    hint: 'begin the program with its version line; header sections are comments',
  },
  DX3201: {
    severity: 'warning',
    text: "unknown header section '{title}'; its lines are skipped",
    hint: 'write the title as the disassembler does',
  },
  DX3202: {
    text: 'a second program, {profile}; only libraries have more than one',
    hint: 'assemble each program from its own text',
  },
  DX3203: { text: 'a second section {section}', hint: 'leave out one of them' },
  DX3204: {
    text: '{section}: expected {expected}',
    hint: 'write the line as the disassembler does',
  },
  DX3205: { text: '{section}: {number} is more than the maximum, {limit}' },
  DX3206: {
    severity: 'warning',
    text: 'the line has {said} instruction slots, which is written; the program has {counted}',
    hint: 'leave out the line to have them counted',
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
    text: 'the library has {functions} functions and the text {programs} programs',
    hint: 'give each function of the library its program',
  },
  DX3211: { text: '{option} is for texts of shader models 1-3; this one is {profile}' },
  DX3212: { text: '{section}: structures are nested more than {limit} levels deep' },
  DX3214: {
    severity: 'warning',
    text: '{section}: the listing omits one class of this row; {type} is used',
    hint: 'check it in the table of class types',
  },
  DX3215: { text: 'a header section contains a NUL, which no name can have', hint: 'leave it out' },
  DX3220: { text: 'the original is not a DXBC container with a program of shader models 4-5.1' },
  DX3221: {
    text: 'the text is {profile} and the original is {original}',
    hint: 'assemble into an original of the same profile',
  },
  DX3222: {
    severity: 'warning',
    text: '{register} is not in the {signature} signature of the original, which stays as it is',
    hint: 'leave out the register, or assemble without --into',
  },
  DX3223: {
    severity: 'warning',
    text: '{register} is not in the bindings of the original, which stay as they are',
    hint: 'use a resource of the original, move one with `dxlens patch --rebind`, or assemble without --into',
  },
  DX3225: {
    severity: 'note',
    text: 'the programs of feature level 9 in the original stay as they are',
    hint: 'assemble without --into to replace them',
  },
  DX0240: {
    severity: 'warning',
    text: 'the debug information of the original describes instructions at other positions; it is left out',
    hint: 'change operands and values only, to keep it',
  },
});
