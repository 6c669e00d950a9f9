/** The messages of the assembler of shader models 1-3. The reporter fills in `{name}`. */
import { defineMessages } from '../../base/messages.ts';

/** The parser of shader models 1-3. The numbers X2xxx are Microsoft's. */
export const PARSER_MESSAGES = /* @__PURE__ */ defineMessages({
  DX2202: { text: '#error: {text}' },
  DX2203: { severity: 'note', text: '{text}' },
  DX2204: { text: 'the macros of this text expand to too many tokens; the rest is not read' },
  DX2205: { text: 'calls of macros nest deeper than {limit} levels; the rest is not read' },
  DX2206: {
    text: 'more than {limit} files or {length} characters are included; the rest is not read',
  },
  DX2207: {
    text: 'the text has to begin with a version of models 4-5.1, such as ps_5_0: the original is no token stream of models 1-3',
  },
  DX2208: {
    text: 'the text is {profile}, the original is {original}',
    hint: 'assemble the text without an original',
  },
  DX2209: {
    severity: 'warning',
    text: 'the debug information of the original describes another program; it is left out',
  },
  DX2201: {
    text: 'nested indices and sums need more than {limit} symbols; the rest is not read',
  },
  X2000: {
    text: '{found} is unexpected here',
    hint: 'check the name and the text before it',
  },
  X2001: {
    text: 'the text does not begin with a version such as ps_3_0 or ps_5_0',
    hint: 'begin with vs_1_1 to vs_3_sw, ps_1_1 to ps_3_sw, a profile of 4.0 to 5.1, or rootsig_1_1',
  },
  X2003: {
    text: '{mask} is not a write mask',
    hint: 'write components of a mask in the order of xyzw, each once',
  },
  X2004: {
    text: '{swizzle} is not a swizzle',
    hint: 'a swizzle has one to four of the components xyzw',
  },
  X2005: {
    text: '{version} has no register {name}',
    hint: 'use a register and a number that this version has',
  },
  X2007: {
    text: 'vs_1_1 addresses constants relative to a0.x only',
    hint: 'write c[a0.x + 5], or c5 without an address',
  },
  X2008: {
    text: '{version} cannot address the destination relative to a register',
    hint: 'write the register itself; relative outputs need vs_3_0',
  },
  X2009: {
    text: 'an index takes one register, which has no index of its own',
    hint: 'add one register and a number: c[a0.x + 5]',
  },
  X2010: { text: 'a complement is written 1-r; this one begins with {number}', hint: 'write 1-r0' },
  X2011: {
    text: 'an operand cannot be both negated and divided',
    hint: 'leave out the minus or _dz, _dw',
  },
  X2012: {
    text: 'the complement takes no other source modifier',
    hint: 'compute the complement into a temporary first',
  },
  X2013: {
    text: 'sub is written as add, and this source modifier cannot be negated',
    hint: 'copy the operand into a temporary first, without the modifier',
  },
  X2014: {
    text: 'a destination takes no source modifier',
    hint: 'write result modifiers after the mnemonic: mov_sat',
  },
  X2015: { severity: 'warning', text: '{old} is assembled as {version}', hint: 'write the later version' },
  X2018: {
    text: 'the modifier ! cannot be combined with another modifier',
    hint: 'write ! directly before b# or p0, without another modifier',
  },
  X2019: { text: 'a predicate takes no source modifier except !', hint: 'write (p0) or (!p0)' },
  X2020: { text: 'a predicate has no index', hint: 'write p0' },
  X2022: {
    text: 'the register has a single component; no component can be selected',
    hint: 'leave out the component',
  },
  X2023: {
    text: '{version} has no instruction {name}',
    hint: 'use a later version, or other instructions',
  },
  X2024: {
    text: '{name}: in {version} the instruction does not take these suffixes',
    hint: 'leave out the suffix, or use a version that has it',
  },
  X2027: {
    text: '{version} has no paired instructions',
    hint: 'leave out the +; pairs are for ps_1_1 to ps_1_4',
  },
  X2028: { text: '{version} has no predicates', hint: 'use vs_2_x, ps_2_x or a later version' },
  X2029: {
    text: '{version} has no complement (1-r)',
    hint: 'compute 1 - r with add; the complement is for ps_1_1 to ps_1_4',
  },
  X2030: {
    severity: 'warning',
    text: 'the debug information is too long for a comment and is left out',
    hint: 'leave out debug information, or assemble a shorter text',
  },
});

/** Characters, literals and directives. The numbers are Microsoft's. */
export const PREPROCESSOR_MESSAGES = /* @__PURE__ */ defineMessages({
  X1001: { text: 'the text ends inside a comment', hint: 'close it with */' },
  X1002: {
    text: 'the hexadecimal number needs more than 64 bits',
    hint: 'write at most 16 hexadecimal digits',
  },
  X1003: {
    text: 'the octal number needs more than 64 bits',
    hint: 'write a smaller number; a leading 0 makes it octal',
  },
  X1004: { text: 'the number needs more than 64 bits', hint: 'write a smaller number' },
  X1005: {
    text: 'the line ends inside a string',
    hint: 'put the closing quote on the same line',
  },
  X1006: {
    text: 'the text ends inside a string',
    hint: 'add the closing quote',
  },
  X1007: {
    text: 'the text ends after the backslash of a string or character',
    hint: 'add the escaped character and the closing quote, or leave out the backslash',
  },
  X1500: {
    text: '{found} is unexpected in the directive',
    hint: 'write an expression of integers, names and operators',
  },
  X1501: {
    text: 'there is text after the end of the directive',
    hint: 'leave it out, or make it a comment',
  },
  X1502: {
    text: 'the text ends inside a condition; an #endif is missing',
    hint: 'close every #if, #ifdef and #ifndef with #endif',
  },
  X1503: { text: 'the condition divides by zero', hint: 'divide by something else' },
  X1504: {
    text: 'there is no directive #{name}',
    hint: 'use one of define, undef, if, ifdef, ifndef, elif, else, endif, include, line, error, pragma',
  },
  X1505: {
    text: '#include needs an include callback, and there is none',
    hint: 'pass the option include; the program dxlens has one',
  },
  X1506: {
    text: 'files include each other more than {limit} levels deep',
    hint: 'guard the files with #ifndef',
  },
  X1507: {
    text: 'the file {name} is not found',
    hint: 'fix the name, or give its directory with -I',
  },
  X1508: { text: '#elif without #if', hint: 'begin the condition with #if, #ifdef or #ifndef' },
  X1509: { text: '#else without #if', hint: 'begin the condition with #if, #ifdef or #ifndef' },
  X1510: { text: '#endif without #if', hint: 'leave it out; every condition is closed already' },
  X1511: {
    text: 'the parameter {name} is repeated',
    hint: 'give each parameter a name of its own',
  },
  X1513: { text: '#elif after #else', hint: 'put #else last' },
  X1514: { text: 'a second #else', hint: 'leave out one of them, or make it #elif' },
  X1515: {
    text: 'the text ends inside a call of the macro {name}',
    hint: 'close the parentheses of the call',
  },
  X1516: {
    text: 'the macro {name} takes {expected} argument(s), none of them empty',
    hint: 'give as many arguments as the macro has parameters',
  },
  X1517: {
    text: 'a macro of the condition calls a macro with wrong or missing arguments',
  },
  X1518: {
    text: 'the macro {name} leaves no value for the condition',
    hint: 'give the macro a value, or use #ifdef',
  },
  X1519: {
    severity: 'warning',
    text: 'the macro {name} is redefined',
    hint: 'remove the old definition with #undef first',
  },
  X3568: {
    severity: 'warning',
    text: 'the pragma {name} is unknown and is skipped',
    hint: 'leave it out',
  },
});
