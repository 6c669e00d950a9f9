/** The messages of the assembler of shader models 1-3. `{name}` places are filled in by the reporter. */
import { defineMessages } from '../../base/messages.ts';

/** The parser of shader models 1-3. The numbers X2xxx are Microsoft's. */
export const PARSER_MESSAGES = /* @__PURE__ */ defineMessages({
  DX2202: { severity: 'error', text: '#error: {text}' },
  DX2203: { severity: 'note', text: '{text}' },
  DX2204: { severity: 'error', text: 'macros make too much of this text; the rest is not read' },
  DX2205: { severity: 'error', text: 'calls of macros nest deeper than {limit} levels; the rest is not read' },
  DX2206: {
    severity: 'error',
    text: 'more than {limit} files are included, or {length} characters; the rest is not read',
  },
  DX2201: {
    severity: 'error',
    text: 'indices nest deeper, or sums are longer, than {limit} symbols; the rest is not read',
  },
  X2000: {
    severity: 'error',
    text: '{found} does not fit here',
    hint: 'look at the name and at what stands before it',
  },
  X2001: {
    severity: 'error',
    text: 'the text does not begin with a version such as ps_3_0 or ps_5_0',
    hint: 'begin with vs_1_1 to vs_3_sw, ps_1_1 to ps_3_sw, a profile of 4.0 to 5.1, or rootsig_1_1',
  },
  X2003: {
    severity: 'error',
    text: '{mask} is no write mask',
    hint: 'components of a mask stand in the order of xyzw, each once',
  },
  X2004: {
    severity: 'error',
    text: '{swizzle} is no swizzle',
    hint: 'a swizzle has one to four of the components xyzw',
  },
  X2005: {
    severity: 'error',
    text: '{version} has no register {name}',
    hint: 'use a register of this version, with a number that it has',
  },
  X2007: {
    severity: 'error',
    text: 'vs_1_1 addresses constants relative to a0.x and nothing else',
    hint: 'write c[a0.x + 5], or c5 without an address',
  },
  X2008: {
    severity: 'error',
    text: '{version} cannot address the destination relative to a register',
    hint: 'write the register itself; from vs_3_0 on outputs can be addressed',
  },
  X2009: {
    severity: 'error',
    text: 'an index takes one register, and that one has no index of its own',
    hint: 'add one register and a number: c[a0.x + 5]',
  },
  X2010: { severity: 'error', text: 'a complement is written 1-r; this one begins with {number}', hint: 'write 1-r0' },
  X2011: {
    severity: 'error',
    text: 'an operand is negated or divided, not both',
    hint: 'leave the minus or _dz, _dw out',
  },
  X2012: {
    severity: 'error',
    text: 'the complement takes no other source modifier',
    hint: 'compute the complement into a temporary first',
  },
  X2013: {
    severity: 'error',
    text: 'sub is written as add, and this source modifier cannot be negated',
    hint: 'copy the operand into a temporary first, without the modifier',
  },
  X2014: {
    severity: 'error',
    text: 'a destination takes no source modifier',
    hint: 'modifiers of results stand behind the mnemonic: mov_sat',
  },
  X2015: { severity: 'warning', text: '{old} is assembled as {version}', hint: 'write the later version' },
  X2018: {
    severity: 'error',
    text: 'the modifier ! stands alone',
    hint: 'write ! directly before b# or p0, without another modifier',
  },
  X2019: { severity: 'error', text: 'a predicate takes no source modifier but !', hint: 'write (p0) or (!p0)' },
  X2020: { severity: 'error', text: 'a predicate has no index', hint: 'write p0' },
  X2022: {
    severity: 'error',
    text: 'the register has one component, which is not selected',
    hint: 'select the component that it has, or none',
  },
  X2023: {
    severity: 'error',
    text: '{version} has no instruction {name}',
    hint: 'use a later version, or other instructions',
  },
  X2024: {
    severity: 'error',
    text: '{name}: in {version} the instruction does not take these suffixes',
    hint: 'leave the suffix out, or use a version that has it',
  },
  X2027: {
    severity: 'error',
    text: '{version} runs no instructions in pairs',
    hint: 'leave the + out; pairs are for ps_1_1 to ps_1_4',
  },
  X2028: { severity: 'error', text: '{version} has no predicates', hint: 'use vs_2_x, ps_2_x or a later version' },
  X2029: {
    severity: 'error',
    text: '{version} has no complement (1-r)',
    hint: 'compute 1 - r with add; the complement is for ps_1_1 to ps_1_4',
  },
  X2030: {
    severity: 'warning',
    text: 'the debug information is longer than a comment can be and is left out',
    hint: 'leave debug information out, or assemble a shorter text',
  },
});

/** Characters, literals and directives. The numbers are Microsoft's. */
export const PREPROCESSOR_MESSAGES = /* @__PURE__ */ defineMessages({
  X1001: { severity: 'error', text: 'the comment is not closed; the text ends in it', hint: 'close it with */' },
  X1002: {
    severity: 'error',
    text: 'the hexadecimal number does not fit into 64 bits',
    hint: 'write at most 16 hexadecimal digits',
  },
  X1003: {
    severity: 'error',
    text: 'the octal number does not fit into 64 bits',
    hint: 'write a smaller number; a leading 0 makes it octal',
  },
  X1004: { severity: 'error', text: 'the number does not fit into 64 bits', hint: 'write a smaller number' },
  X1005: {
    severity: 'error',
    text: 'the string is not closed in its line',
    hint: 'put the closing quote into the same line',
  },
  X1006: {
    severity: 'error',
    text: 'the string is not closed; the text ends in it',
    hint: 'put a closing quote behind it',
  },
  X1007: {
    severity: 'error',
    text: 'the text ends behind the backslash of a string or character',
    hint: 'put the closing quote behind it, or leave the backslash out',
  },
  X1500: {
    severity: 'error',
    text: '{found} does not fit into the directive',
    hint: 'write an expression of integers, names and operators',
  },
  X1501: {
    severity: 'error',
    text: 'something stands behind the end of the directive',
    hint: 'leave it out, or make it a comment',
  },
  X1502: {
    severity: 'error',
    text: 'the text ends inside of a condition; an #endif is missing',
    hint: 'close every #if, #ifdef and #ifndef with #endif',
  },
  X1503: { severity: 'error', text: 'the condition divides by zero', hint: 'divide by something else' },
  X1504: {
    severity: 'error',
    text: 'there is no directive #{name}',
    hint: 'use one of define, undef, if, ifdef, ifndef, elif, else, endif, include, line, error, pragma',
  },
  X1505: {
    severity: 'error',
    text: 'the caller gives no way to find included files',
    hint: 'give an include resolver; the program has one',
  },
  X1506: {
    severity: 'error',
    text: 'files include each other more than {limit} levels deep',
    hint: 'let the files not include each other; guard them with #ifndef',
  },
  X1507: { severity: 'error', text: 'the file {name} is not found', hint: 'mend the name, or name its folder with -I' },
  X1508: { severity: 'error', text: '#elif without #if', hint: 'begin the condition with #if, #ifdef or #ifndef' },
  X1509: { severity: 'error', text: '#else without #if', hint: 'begin the condition with #if, #ifdef or #ifndef' },
  X1510: { severity: 'error', text: '#endif without #if', hint: 'leave it out; every condition is closed already' },
  X1511: {
    severity: 'error',
    text: 'the parameter {name} is there already',
    hint: 'give each parameter a name of its own',
  },
  X1513: { severity: 'error', text: '#elif behind #else', hint: 'put #else last' },
  X1514: { severity: 'error', text: 'a second #else', hint: 'leave one of them out, or make it #elif' },
  X1515: {
    severity: 'error',
    text: 'the text ends in the call of the macro {name}',
    hint: 'close the parentheses of the call',
  },
  X1516: {
    severity: 'error',
    text: 'the macro {name} takes {expected} argument(s), none of them empty',
    hint: 'give as many arguments as the macro has parameters',
  },
  X1517: {
    severity: 'error',
    text: 'a macro of the condition calls another one, whose arguments are wrong or missing',
  },
  X1518: {
    severity: 'error',
    text: 'the macro {name} leaves no value for the condition',
    hint: 'give the macro a value, or ask with #ifdef',
  },
  X1519: {
    severity: 'warning',
    text: 'the macro {name} had another meaning',
    hint: 'take the old meaning away first, with #undef',
  },
  X3568: {
    severity: 'warning',
    text: 'the pragma {name} is unknown; it is passed over',
    hint: 'leave it out; def is known',
  },
});
