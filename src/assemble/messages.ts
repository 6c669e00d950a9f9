/**
 * The messages of the assemblers. The numbers X1xxx and X2xxx are Microsoft's. The reporter fills in the `{name}`
 * placeholders.
 */
import { error, note, warning } from '../base/messages.ts';

// The text of root signatures.

export const DX4020 = /* @__PURE__ */ error('DX4020', 'expected {expected}, found {found}');
export const DX4021 = /* @__PURE__ */ error('DX4021', '{name} is given twice', 'leave out one of them');
export const DX4022 = /* @__PURE__ */ error(
  'DX4022',
  'a second RootFlags',
  'join the flags of both with | in one RootFlags',
);
export const DX4023 = /* @__PURE__ */ error(
  'DX4023',
  '{entry} without {missing}',
  'every {entry} has one; write it anywhere in the parentheses',
);
export const DX4024 = /* @__PURE__ */ error('DX4024', '{entry} has {expected} registers; {found} is not one');
export const DX4025 = /* @__PURE__ */ error('DX4025', '{found} is not a value of {name}');
export const DX4026 = /* @__PURE__ */ error('DX4026', 'flags are 0 or names joined with |, not {found}');
export const DX4027 = /* @__PURE__ */ error(
  'DX4027',
  'root signatures of version 1.0 do not have these flags',
  'leave them out, or assemble as version 1.1',
);
export const DX4028 = /* @__PURE__ */ error('DX4028', '{found} is not a valid number here; expected {range}');
export const DX4030 = /* @__PURE__ */ error(
  'DX4030',
  'the macro {name} is not a root signature: it does not expand to strings',
  'give a macro that is defined as one or more strings',
);
export const DX4031 = /* @__PURE__ */ warning(
  'DX4031',
  'the root signature costs {cost} DWORDs; compilers accept that, the runtime accepts at most {limit}',
);

// The parser of shader models 1-3. The numbers X2xxx are Microsoft's.

export const DX2202 = /* @__PURE__ */ error('DX2202', '#error: {text}');
export const DX2203 = /* @__PURE__ */ note('DX2203', '{text}');
export const DX2204 = /* @__PURE__ */ error(
  'DX2204',
  'the macros of this text expand to too many tokens; the rest is not read',
);
export const DX2205 = /* @__PURE__ */ error(
  'DX2205',
  'calls of macros nest deeper than {limit} levels; the rest is not read',
);
export const DX2206 = /* @__PURE__ */ error(
  'DX2206',
  'more than {limit} files or {length} characters are included; the rest is not read',
);
export const DX2207 = /* @__PURE__ */ error(
  'DX2207',
  'the text has to begin with a version of models 4-5.1, such as ps_5_0: the original is no token stream of models 1-3',
);
export const DX2208 = /* @__PURE__ */ error(
  'DX2208',
  'the text is {profile}, the original is {original}',
  'assemble the text without an original',
);
export const DX2209 = /* @__PURE__ */ warning(
  'DX2209',
  'the debug information of the original describes another program; it is left out',
);
export const DX2201 = /* @__PURE__ */ error(
  'DX2201',
  'nested indices and sums need more than {limit} symbols; the rest is not read',
);
export const X2000 = /* @__PURE__ */ error(
  'X2000',
  '{found} is unexpected here',
  'check the name and the text before it',
);
export const X2001 = /* @__PURE__ */ error(
  'X2001',
  'the text does not begin with a version such as ps_3_0 or ps_5_0',
  'begin with vs_1_1 to vs_3_sw, ps_1_1 to ps_3_sw, a profile of 4.0 to 5.1, or rootsig_1_1',
);
export const X2003 = /* @__PURE__ */ error(
  'X2003',
  '{mask} is not a write mask',
  'write components of a mask in the order of xyzw, each once',
);
export const X2004 = /* @__PURE__ */ error(
  'X2004',
  '{swizzle} is not a swizzle',
  'a swizzle has one to four of the components xyzw',
);
export const X2005 = /* @__PURE__ */ error(
  'X2005',
  '{version} has no register {name}',
  'use a register and a number that this version has',
);
export const X2007 = /* @__PURE__ */ error(
  'X2007',
  'vs_1_1 addresses constants relative to a0.x only',
  'write c[a0.x + 5], or c5 without an address',
);
export const X2008 = /* @__PURE__ */ error(
  'X2008',
  '{version} cannot address the destination relative to a register',
  'write the register itself; relative outputs need vs_3_0',
);
export const X2009 = /* @__PURE__ */ error(
  'X2009',
  'an index takes one register, which has no index of its own',
  'add one register and a number: c[a0.x + 5]',
);
export const X2010 = /* @__PURE__ */ error(
  'X2010',
  'a complement is written 1-r; this one begins with {number}',
  'write 1-r0',
);
export const X2011 = /* @__PURE__ */ error(
  'X2011',
  'an operand cannot be both negated and divided',
  'leave out the minus or _dz, _dw',
);
export const X2012 = /* @__PURE__ */ error(
  'X2012',
  'the complement takes no other source modifier',
  'compute the complement into a temporary first',
);
export const X2013 = /* @__PURE__ */ error(
  'X2013',
  'sub is written as add, and this source modifier cannot be negated',
  'copy the operand into a temporary first, without the modifier',
);
export const X2014 = /* @__PURE__ */ error(
  'X2014',
  'a destination takes no source modifier',
  'write result modifiers after the mnemonic: mov_sat',
);
export const X2015 = /* @__PURE__ */ warning('X2015', '{old} is assembled as {version}', 'write the later version');
export const X2018 = /* @__PURE__ */ error(
  'X2018',
  'the modifier ! cannot be combined with another modifier',
  'write ! directly before b# or p0, without another modifier',
);
export const X2019 = /* @__PURE__ */ error(
  'X2019',
  'a predicate takes no source modifier except !',
  'write (p0) or (!p0)',
);
export const X2020 = /* @__PURE__ */ error('X2020', 'a predicate has no index', 'write p0');
export const X2022 = /* @__PURE__ */ error(
  'X2022',
  'the register has a single component; no component can be selected',
  'leave out the component',
);
export const X2023 = /* @__PURE__ */ error(
  'X2023',
  '{version} has no instruction {name}',
  'use a later version, or other instructions',
);
export const X2024 = /* @__PURE__ */ error(
  'X2024',
  '{name}: in {version} the instruction does not take these suffixes',
  'leave out the suffix, or use a version that has it',
);
export const X2027 = /* @__PURE__ */ error(
  'X2027',
  '{version} has no paired instructions',
  'leave out the +; pairs are for ps_1_1 to ps_1_4',
);
export const X2028 = /* @__PURE__ */ error(
  'X2028',
  '{version} has no predicates',
  'use vs_2_x, ps_2_x or a later version',
);
export const X2029 = /* @__PURE__ */ error(
  'X2029',
  '{version} has no complement (1-r)',
  'compute 1 - r with add; the complement is for ps_1_1 to ps_1_4',
);
export const X2030 = /* @__PURE__ */ warning(
  'X2030',
  'the debug information is too long for a comment and is left out',
  'leave out debug information, or assemble a shorter text',
);

// Characters, literals and directives. The numbers are Microsoft's.

export const X1001 = /* @__PURE__ */ error('X1001', 'the text ends inside a comment', 'close it with */');
export const X1002 = /* @__PURE__ */ error(
  'X1002',
  'the hexadecimal number needs more than 64 bits',
  'write at most 16 hexadecimal digits',
);
export const X1003 = /* @__PURE__ */ error(
  'X1003',
  'the octal number needs more than 64 bits',
  'write a smaller number; a leading 0 makes it octal',
);
export const X1004 = /* @__PURE__ */ error('X1004', 'the number needs more than 64 bits', 'write a smaller number');
export const X1005 = /* @__PURE__ */ error(
  'X1005',
  'the line ends inside a string',
  'put the closing quote on the same line',
);
export const X1006 = /* @__PURE__ */ error('X1006', 'the text ends inside a string', 'add the closing quote');
export const X1007 = /* @__PURE__ */ error(
  'X1007',
  'the text ends after the backslash of a string or character',
  'add the escaped character and the closing quote, or leave out the backslash',
);
export const X1500 = /* @__PURE__ */ error(
  'X1500',
  '{found} is unexpected in the directive',
  'write an expression of integers, names and operators',
);
export const X1501 = /* @__PURE__ */ error(
  'X1501',
  'there is text after the end of the directive',
  'leave it out, or make it a comment',
);
export const X1502 = /* @__PURE__ */ error(
  'X1502',
  'the text ends inside a condition; an #endif is missing',
  'close every #if, #ifdef and #ifndef with #endif',
);
export const X1503 = /* @__PURE__ */ error('X1503', 'the condition divides by zero', 'divide by something else');
export const X1504 = /* @__PURE__ */ error(
  'X1504',
  'there is no directive #{name}',
  'use one of define, undef, if, ifdef, ifndef, elif, else, endif, include, line, error, pragma',
);
export const X1505 = /* @__PURE__ */ error(
  'X1505',
  '#include needs an include callback, and there is none',
  'pass the option include; the program dxlens has one',
);
export const X1506 = /* @__PURE__ */ error(
  'X1506',
  'files include each other more than {limit} levels deep',
  'guard the files with #ifndef',
);
export const X1507 = /* @__PURE__ */ error(
  'X1507',
  'the file {name} is not found',
  'fix the name, or give its directory with -I',
);
export const X1508 = /* @__PURE__ */ error(
  'X1508',
  '#elif without #if',
  'begin the condition with #if, #ifdef or #ifndef',
);
export const X1509 = /* @__PURE__ */ error(
  'X1509',
  '#else without #if',
  'begin the condition with #if, #ifdef or #ifndef',
);
export const X1510 = /* @__PURE__ */ error(
  'X1510',
  '#endif without #if',
  'leave it out; every condition is closed already',
);
export const X1511 = /* @__PURE__ */ error(
  'X1511',
  'the parameter {name} is repeated',
  'give each parameter a name of its own',
);
export const X1513 = /* @__PURE__ */ error('X1513', '#elif after #else', 'put #else last');
export const X1514 = /* @__PURE__ */ error('X1514', 'a second #else', 'leave out one of them, or make it #elif');
export const X1515 = /* @__PURE__ */ error(
  'X1515',
  'the text ends inside a call of the macro {name}',
  'close the parentheses of the call',
);
export const X1516 = /* @__PURE__ */ error(
  'X1516',
  'the macro {name} takes {expected} argument(s), none of them empty',
  'give as many arguments as the macro has parameters',
);
export const X1517 = /* @__PURE__ */ error(
  'X1517',
  'a macro of the condition calls a macro with wrong or missing arguments',
);
export const X1518 = /* @__PURE__ */ error(
  'X1518',
  'the macro {name} leaves no value for the condition',
  'give the macro a value, or use #ifdef',
);
export const X1519 = /* @__PURE__ */ warning(
  'X1519',
  'the macro {name} is redefined',
  'remove the old definition with #undef first',
);
export const X3568 = /* @__PURE__ */ warning('X3568', 'the pragma {name} is unknown and is skipped', 'leave it out');

// Instructions of listings of shader models 4-5.1.

export const DX3100 = /* @__PURE__ */ error(
  'DX3100',
  '{found} is not a version; a program begins with one',
  'begin with a line such as ps_5_0',
);
export const DX3101 = /* @__PURE__ */ error('DX3101', '{name} is not an instruction');
export const DX3102 = /* @__PURE__ */ error('DX3102', '{mnemonic} has no suffix {suffix}');
export const DX3103 = /* @__PURE__ */ error(
  'DX3103',
  '{mnemonic}: operand {number} of {count} is missing: {what}',
  'write all operands, with commas between them',
);
export const DX3104 = /* @__PURE__ */ error('DX3104', '{found} is unexpected after {mnemonic}');
export const DX3105 = /* @__PURE__ */ error(
  'DX3105',
  '{found} is neither a register nor a literal',
  'write a register such as r0.xyzw, or a literal such as l(1.000000)',
);
export const DX3106 = /* @__PURE__ */ error(
  'DX3106',
  '{found} are not valid components here',
  'write components as x, y, z, w',
);
export const DX3107 = /* @__PURE__ */ error('DX3107', 'expected {expected}, found {found}');
export const DX3108 = /* @__PURE__ */ error('DX3108', '{found} is not a valid number here');
export const DX3109 = /* @__PURE__ */ error('DX3109', '{value} is out of range: {lowest} to {highest}');
export const DX3110 = /* @__PURE__ */ error('DX3110', 'a literal has {expected}, not {count}');
export const DX3111 = /* @__PURE__ */ error('DX3111', '{name} is not {what}');
export const DX3112 = /* @__PURE__ */ error(
  'DX3112',
  'the instruction takes {length} DWORDs; its length field holds at most {limit}',
  'copy operands with indices to registers first',
);
export const DX3113 = /* @__PURE__ */ error(
  'DX3113',
  'the listing does not say what this data block holds',
  'disassemble with --exact, or assemble into the original with --into',
);
export const DX3114 = /* @__PURE__ */ warning(
  'DX3114',
  '{text} is the text of several numbers; the nearest one is used, {bits}',
  'disassemble with --exact, or write more digits',
);
export const DX3115 = /* @__PURE__ */ warning(
  'DX3115',
  '{more} more literals are the text of several numbers',
  'disassemble with --exact, which loses nothing',
);
export const DX3116 = /* @__PURE__ */ warning(
  'DX3116',
  'the text begins with a byte-order mark, which is skipped',
  'save the text without it',
);
export const DX3117 = /* @__PURE__ */ error('DX3117', 'a register has at most {limit} indices');
export const DX3118 = /* @__PURE__ */ error('DX3118', 'registers in indices are nested more than {limit} levels deep');
export const DX3119 = /* @__PURE__ */ error(
  'DX3119',
  '{name}: its first DWORD has opcode {opcode} and a length of {said} DWORDs; there are {length}',
  'write known opcodes by name, and the words of unknown ones as the disassembler prints them',
);
export const DX3120 = /* @__PURE__ */ error(
  'DX3120',
  'a message needs its format in quotes',
  'write it like printf "x is %f", r0.x',
);
export const DX3121 = /* @__PURE__ */ error('DX3121', '{mnemonic} needs a suffix for its test');
export const DX3122 = /* @__PURE__ */ error('DX3122', 'components are missing');
export const DX3123 = /* @__PURE__ */ warning(
  'DX3123',
  ".{found} of a value is written as a mask, which Microsoft's compiler never does",
  'write one component or four',
);
export const DX3124 = /* @__PURE__ */ warning('DX3124', '{value} is an integer; {reader} takes it as a float, {float}');

// Header sections of listings, complete containers, and programs put into an original.

export const DX3200 = /* @__PURE__ */ error(
  'DX3200',
  'expected a version line such as ps_5_0, or a comment',
  'begin the program with its version line; header sections are comments',
);
export const DX3201 = /* @__PURE__ */ warning(
  'DX3201',
  "unknown header section '{title}'; its lines are skipped",
  'write the title as the disassembler does',
);
export const DX3202 = /* @__PURE__ */ error(
  'DX3202',
  'a second program, {profile}; only libraries have more than one',
  'assemble each program from its own text',
);
export const DX3203 = /* @__PURE__ */ error('DX3203', 'a second section {section}', 'leave out one of them');
export const DX3204 = /* @__PURE__ */ error(
  'DX3204',
  '{section}: expected {expected}',
  'write the line as the disassembler does',
);
export const DX3205 = /* @__PURE__ */ error('DX3205', '{section}: {number} is more than the maximum, {limit}');
export const DX3206 = /* @__PURE__ */ warning(
  'DX3206',
  'the line has {said} instruction slots, which is written; the program has {counted}',
  'leave out the line to have them counted',
);
export const DX3207 = /* @__PURE__ */ note(
  'DX3207',
  'there is no section {section}: {what}',
  'disassemble with the header, or assemble into the original with --into',
);
export const DX3208 = /* @__PURE__ */ warning(
  'DX3208',
  '{register} is declared by the program and has no row in {section}',
  'add the row to the section in the header',
);
export const DX3209 = /* @__PURE__ */ error(
  'DX3209',
  'the library has {functions} functions and the text {programs} programs',
  'give each function of the library its program',
);
export const DX3211 = /* @__PURE__ */ error(
  'DX3211',
  '{option} is for texts of shader models 1-3; this one is {profile}',
);
export const DX3212 = /* @__PURE__ */ error('DX3212', '{section}: structures are nested more than {limit} levels deep');
export const DX3214 = /* @__PURE__ */ warning(
  'DX3214',
  '{section}: the listing omits one class of this row; {type} is used',
  'check it in the table of class types',
);
export const DX3215 = /* @__PURE__ */ error(
  'DX3215',
  'a header section contains a NUL, which no name can have',
  'leave it out',
);
export const DX3220 = /* @__PURE__ */ error(
  'DX3220',
  'the original is not a DXBC container with a program of shader models 4-5.1',
);
export const DX3221 = /* @__PURE__ */ error(
  'DX3221',
  'the text is {profile} and the original is {original}',
  'assemble into an original of the same profile',
);
export const DX3222 = /* @__PURE__ */ warning(
  'DX3222',
  '{register} is not in the {signature} signature of the original, which stays as it is',
  'leave out the register, or assemble without --into',
);
export const DX3223 = /* @__PURE__ */ warning(
  'DX3223',
  '{register} is not in the bindings of the original, which stay as they are',
  'use a resource of the original, move one with `dxlens patch --rebind`, or assemble without --into',
);
export const DX3225 = /* @__PURE__ */ note(
  'DX3225',
  'the programs of feature level 9 in the original stay as they are',
  'assemble without --into to replace them',
);
export const DX0240 = /* @__PURE__ */ warning(
  'DX0240',
  'the debug information of the original describes instructions at other positions; it is left out',
  'change operands and values only, to keep it',
);
