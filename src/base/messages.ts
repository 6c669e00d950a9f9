/**
 * Every diagnostic that dxlens can give: code, severity and text. `{name}` places are filled in by the reporter.
 * Tests assert codes and spans, never this prose.
 *
 * Numbers: DX0xxx what kind of file it is; DX1xxx containers and their chunks; DX2xxx shader model 1-3 streams;
 * DX3xxx shader model 4-5.1 programs;
 * DX4xxx root signatures. Microsoft's own codes (X5703) are kept as they are where they apply.
 */

export type Severity = 'error' | 'warning' | 'note';

export interface MessageRow {
  readonly severity: Severity;
  readonly text: string;
  /** What to do about it; a hint where there is no better one. */
  readonly hint?: string;
}

export const MESSAGES = {
  // --- what kind of file ---------------------------------------------------------------------------------------
  DX0001: { severity: 'error', text: 'no compiled shader is recognised in these {size} bytes' },
  DX0002: { severity: 'error', text: 'this is {kind}, which dxlens does not read yet; what is missing: {missing}' },
  DX0003: { severity: 'error', text: 'the input is empty' },
  DX0004: { severity: 'error', text: 'the file cannot be read: {reason}' },
  DX0005: { severity: 'error', text: 'the output cannot be written: {reason}' },
  DX0006: {
    severity: 'warning',
    text: 'the array {name} holds {value}, too much for {size} byte(s); high bits are dropped',
  },
  DX0007: { severity: 'error', text: 'the array {name} is not closed; the text ends in it' },
  DX0008: { severity: 'error', text: 'no number here in the array {name}; it is read up to this place' },
  DX0009: { severity: 'warning', text: 'of {count} arrays only the first one with a shader is read: {name}' },
  DX0010: { severity: 'error', text: 'there are more than {limit} arrays of numbers; the rest is not read' },
  DX0011: { severity: 'error', text: 'the input has {size} bytes; at most {limit} are read' },
  DX0012: { severity: 'error', text: 'more than {limit} diagnostics; the others are not listed' },
  DX0013: { severity: 'error', text: 'this is {kind}; dxlens cannot {verb} it yet; what is missing: {missing}' },
  DX0015: { severity: 'error', text: 'this is {kind}, not a compiled shader; `dxlens asm` assembles it' },
  DX0016: { severity: 'error', text: 'this is {kind}, not an assembly text{way}' },
  DX0017: { severity: 'error', text: 'this is {kind}, and there is no root signature in it' },
  DX0018: { severity: 'error', text: 'there is nothing to judge among the {count} file(s) in this folder' },
  // --- containers ----------------------------------------------------------------------------------------------
  DX1001: { severity: 'error', text: 'a DXBC header takes 32 bytes; the input has {size}' },
  DX1002: { severity: 'error', text: 'the header says {declared} bytes, the input has {size}' },
  DX1003: {
    severity: 'warning',
    text: 'the digest does not fit the contents: {found} stands there, {expected} is right',
  },
  DX1004: { severity: 'error', text: 'the chunk table needs {needed} bytes; the container has {size}' },
  DX1005: { severity: 'error', text: 'chunk {index} begins at {offset}, outside the container of {size} bytes' },
  DX1006: { severity: 'error', text: 'chunk {index} ({tag}) says {declared} bytes; {available} are left' },
  DX1007: { severity: 'warning', text: 'chunk {index} ({tag}) overlaps {other}' },
  DX1008: { severity: 'error', text: 'the container has no program' },
  DX1009: { severity: 'warning', text: 'container version {version}; only 1 is known' },
  DX1010: { severity: 'error', text: '{chunk}: {what} at {offset} lies outside the container' },
  DX1011: { severity: 'warning', text: '{chunk}: {what} at {offset} lies outside the chunk of {size} bytes' },
  DX1012: { severity: 'error', text: '{chunk}: {count} {what} do not fit; there is room for {room}' },
  DX1013: { severity: 'error', text: '{chunk}: a payload of {size} bytes; {expected} expected' },
  DX1014: { severity: 'error', text: '{chunk}: the type at {offset} contains itself' },
  DX1015: { severity: 'error', text: '{chunk}: types nest deeper than {limit} levels' },
  DX1016: { severity: 'error', text: 'the listing stops here: it has reached {limit} characters' },
  DX1017: { severity: 'warning', text: '{chunk}: more is wrong; what follows is left out' },
  DX1018: { severity: 'note', text: 'chunk {index}: a second {tag}; only the first one counts' },
  DX1019: { severity: 'note', text: 'the listing has no header sections: {reason}' },
  DX1020: { severity: 'error', text: '{chunk}: names of more than {limit} characters in all; the rest is left out' },
  DX1021: { severity: 'error', text: 'no more {tag} chunks are printed: they have reached {limit}' },
  DX1022: { severity: 'warning', text: '{chunk}: a default value of {size} bytes; they come in whole DWORDs' },
  DX1023: { severity: 'error', text: '{chunk}: {what} is said to be at offset 0' },
  // --- containers: writing, stripping, parts (DX1030 to DX1059) -----------------------------------------------------
  DX1030: {
    severity: 'error',
    text: 'this container is not laid out as compilers do, and parts cannot be taken: {reason}',
  },
  DX1031: {
    severity: 'error',
    text: 'the digest does not fit the contents: {found} stands there, {expected} is right; `dxlens container sign` puts it',
  },
  DX1032: { severity: 'error', text: 'the container has no {part}' },
  DX1033: { severity: 'warning', text: '{count} bytes belong to no chunk and are not written again' },
  DX1034: { severity: 'note', text: 'the digest was none of the two that fit; the new one is the {kind} digest' },
  DX1035: { severity: 'error', text: 'chunks share their bytes; written one by one they would take {size} bytes' },
  DX1036: { severity: 'error', text: 'this is {kind}, not a DXBC container' },
  DX1037: { severity: 'error', text: '{part} is no part that can be {verb}' },
  DX1038: { severity: 'error', text: 'there are no bytes to set as {part}' },
  DX1039: {
    severity: 'note',
    text: 'of {count} chunks {tag} the first one is taken; the others have the numbers {others}',
  },
  DX1040: { severity: 'error', text: 'what is damaged in this container would be lost; it is not written anew' },
  DX1041: { severity: 'error', text: 'the container has no chunk {chunk}' },
  DX1042: { severity: 'error', text: 'the new root signature: {reason}' },
  DX1043: { severity: 'error', text: 'the new root signature stands in no container of the usual layout: {reason}' },
  DX1044: {
    severity: 'error',
    text: 'the digest is neither the retail nor the debug one: {found} stands there, {expected} is right',
  },
  DX1045: {
    severity: 'warning',
    text: "chunk {index} ({tag}) is replaced by the first {tag}, as Microsoft's D3DSetBlobPart does; its bytes are lost",
  },
  // --- containers: writers of resource definitions, signatures, linkage (DX1060 to DX1079) ---------------------------
  // --- containers: parts of shader model 6 (DX1080 to DX1099) ---------------------------------------------------------
  DX1080: { severity: 'error', text: '{chunk}: {what} at {offset} do not fit into the {size} bytes of the chunk' },
  DX1081: { severity: 'warning', text: '{chunk}: version {version} is unknown; it is read as {known}' },
  DX1082: { severity: 'note', text: '{chunk}: {count} bytes behind the last known field are not read' },
  DX1083: { severity: 'warning', text: '{chunk}: {what} at {target}, where there is none' },
  // --- containers: reflection (DX1100 to DX1119) ------------------------------------------------------------------------
  DX1100: { severity: 'warning', text: 'the container has not got {what}; Direct3D reflects nothing without' },
  DX1101: { severity: 'error', text: '{chunk}: more than {limit} members and interface slots; the rest is left out' },
  DX1102: { severity: 'error', text: 'the library header names {declared} functions; there are {count} LIBF chunks' },
  DX1103: { severity: 'error', text: 'the LIBF chunk holds no container' },
  DX1104: { severity: 'error', text: '{chunk}: {name} has {size} interface slots; a shader has at most {limit}' },
  // --- shader model 1-3 streams, preshaders and texture shaders ---------------------------------------------------
  DX2001: { severity: 'error', text: 'a token stream begins with a version; there is nothing' },
  DX2002: { severity: 'error', text: '{token} is no version of this kind of shader' },
  DX2003: { severity: 'error', text: 'the stream has no END token' },
  DX2004: { severity: 'error', text: 'the comment says {declared} DWORDs; {left} are left' },
  DX2005: { severity: 'warning', text: 'opcode {opcode} is unknown' },
  DX2006: {
    severity: 'warning',
    text: 'the instruction says {length} DWORDs; its parameter tokens take {found}, which is what is printed',
  },
  DX2007: { severity: 'note', text: '{count} DWORDs behind the END token belong to no instruction' },
  DX2010: { severity: 'warning', text: 'a constant table begins with 28 bytes; this one has {size}' },
  DX2011: { severity: 'warning', text: 'the {count} constants lie outside the constant table of {size} bytes' },
  DX2012: { severity: 'warning', text: 'the name of constant {index} lies outside the constant table of {size} bytes' },
  DX2013: { severity: 'warning', text: 'the type of {name} lies outside the constant table of {size} bytes' },
  DX2014: { severity: 'warning', text: 'a structure says {count} members; {found} lie inside the constant table' },
  DX2020: { severity: 'error', text: 'there is no code (comment FXLC)' },
  DX2021: { severity: 'error', text: 'the code says {count} instructions; it ends after {found}' },
  // --- what the documents ask and Microsoft's validator does not enforce ---------------------------------------------
  DX2101: { severity: 'note', text: '{rule}: the field "{field}" is {value}; the documents ask for {expected}' },
  DX2102: { severity: 'note', text: 'IT2: controls {value} mean nothing for {mnemonic}' },
  DX2103: {
    severity: 'note',
    text: 'DCL4: an input of a pixel shader is declared as {usage} {index}; the documents know texcoord 0 to 7 and color 0',
  },
  DX2104: { severity: 'note', text: 'DCL5: vFace is declared with the mask {mask}; the documents ask for a full one' },
  DX2105: { severity: 'note', text: '{rule}: a declaration has {what}; the documents leave no place for it' },
  DX2106: {
    severity: 'error',
    text: 'an address other than aL has to select one component; the validator refuses this without a code of its own',
  },
  DX2107: { severity: 'warning', text: '{count} more findings of this program are not listed' },
  // --- assembly of shader models 1-3 --------------------------------------------------------------------------------
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
  // --- assembly of shader models 1-3: the parser (Microsoft's numbers) ---------------------------------------------
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
  // --- shader model 4-5.1 programs -------------------------------------------------------------------------------
  DX3001: { severity: 'error', text: 'a program begins with a version and a length; {words} DWORDs are there' },
  DX3002: { severity: 'error', text: 'the program says {declared} DWORDs; {words} are there' },
  DX3003: {
    severity: 'error',
    text: 'an instruction of {length} DWORDs (opcode {opcode}); what follows cannot be read',
  },
  DX3004: { severity: 'error', text: 'the instruction {token} says {length} DWORDs; {left} are left' },
  DX3005: { severity: 'error', text: 'program type {type} does not exist' },
  DX3006: { severity: 'warning', text: 'opcode {opcode} is unknown; its {length} DWORDs are printed as they are' },
  // --- shader model 4-5.1: encoding, edits (DX3030 to DX3049), inspection (DX3050 to DX3069) --------------------------
  // --- assembly of shader models 4-5.1: instructions (DX3100 to DX3199) ------------------------------------------------
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
  // --- assembly of shader models 4-5.1: header sections, whole containers (DX3200 to DX3299) ---------------------------
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
  DX3210: {
    severity: 'error',
    text: 'here the program of the section {section} is expected',
    hint: 'put the listing of the shader model 2 program under the title',
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
  // --- root signatures: bytes (DX4000 to DX4019), text (DX4020 to DX4049), rules (DX4050 to DX4099) ---------------------
  DX4000: { severity: 'error', text: '{chunk}: version {version} is none of a root signature (1 is 1.0, 2 is 1.1)' },
  DX4001: { severity: 'error', text: '{chunk}: there is no root parameter of type {type}' },
  DX4002: { severity: 'error', text: '{chunk}: {count} {what} more are too many; {limit} records are read in all' },
  DX4020: { severity: 'error', text: '{found} where {expected} is expected' },
  DX4021: { severity: 'error', text: '{name} is given twice', hint: 'leave one of them out' },
  DX4022: { severity: 'error', text: 'a second RootFlags', hint: 'join the flags of both with | in one RootFlags' },
  DX4023: {
    severity: 'error',
    text: '{entry} without {missing}',
    hint: 'every {entry} has one; write it in any place',
  },
  DX4024: { severity: 'error', text: '{entry} has {expected} registers, and {found} is none' },
  DX4025: { severity: 'error', text: '{found} is none of the values of {name}' },
  DX4026: { severity: 'error', text: 'flags are 0 or names joined with |, and not {found}' },
  DX4027: {
    severity: 'error',
    text: 'root signatures of version 1.0 have no such flags',
    hint: 'leave them out, or assemble as version 1.1',
  },
  DX4028: { severity: 'error', text: '{found} is no number that fits here: {range}' },
  DX4030: {
    severity: 'error',
    text: 'the macro {name} does not stand for strings, which hold root signatures',
    hint: 'name a macro that is defined with one or several strings in a row',
  },
  DX4031: {
    severity: 'warning',
    text: 'the root signature costs {cost} DWORDs; compilers take that, the runtime takes {limit} at most',
  },
  DX4032: { severity: 'error', text: 'this is {kind}, which has no use for {option}' },
  DX4050: { severity: 'error', text: 'root signature flags {flags}: a bit of them means nothing' },
  DX4051: { severity: 'error', text: 'there is no shader visibility {value}' },
  DX4052: { severity: 'error', text: 'there is no descriptor range of type {type}' },
  DX4053: {
    severity: 'error',
    text: 'samplers and other descriptors in one table',
    hint: 'put the samplers into a table of their own',
  },
  DX4054: {
    severity: 'error',
    text: 'a range of 0 descriptors',
    hint: 'write how many there are, or leave the range out',
  },
  DX4055: {
    severity: 'error',
    text: 'the range follows one that has no end or ends at the last slot of the table',
    hint: 'put the range without an end last, or say at which offset this one begins',
  },
  DX4056: { severity: 'error', text: '{count} registers from {register} on are more than there are' },
  DX4057: { severity: 'error', text: '{count} descriptors from slot {slot} on are more than a table has' },
  DX4058: { severity: 'error', text: 'flags {flags}: a bit of them means nothing here' },
  DX4059: {
    severity: 'error',
    text: 'flags {flags} say something about data, and samplers point at none',
    hint: 'leave the DATA_ flags of samplers out',
  },
  DX4060: { severity: 'error', text: 'flags {flags} hold more than one DATA_ flag', hint: 'keep one of them' },
  DX4061: {
    severity: 'error',
    text: 'flags {flags}: data cannot be static behind descriptors that are volatile',
    hint: 'use DATA_STATIC_WHILE_SET_AT_EXECUTE, or leave one of the two out',
  },
  DX4062: {
    severity: 'error',
    text: 'flags {flags} call the descriptors both volatile and static',
    hint: 'keep one DESCRIPTORS_ flag',
  },
  DX4063: {
    severity: 'error',
    text: 'flags {flags} keep checks of bounds, and samplers have none',
    hint: 'leave DESCRIPTORS_STATIC_KEEPING_BUFFER_BOUNDS_CHECKS of samplers out',
  },
  DX4065: {
    severity: 'error',
    text: 'register space {space} is reserved for the system',
    hint: 'use a space below 0xfffffff0',
  },
  DX4066: {
    severity: 'error',
    text: 'registers from {kind}{first} of space {space} on are those of {other}, too, for a stage that sees both',
    hint: 'move one of them to other registers, another space, or another visibility',
  },
  DX4067: { severity: 'error', text: 'there is no filter {value}' },
  DX4068: { severity: 'error', text: '{field}: there is no texture address mode {value}' },
  DX4069: { severity: 'error', text: 'mipLODBias is {value}; it goes from -16 to 15.99' },
  DX4070: { severity: 'error', text: 'maxAnisotropy is {value}; it goes from 0 to {limit}' },
  DX4071: { severity: 'error', text: 'there is no comparison function {value}, and the filter compares' },
  DX4072: { severity: 'error', text: 'there is no border color {value}' },
  DX4073: { severity: 'error', text: '{field} is not a number' },
  DX4075: {
    severity: 'error',
    text: 'the root signature costs {cost} DWORDs, more than the {limit} that the runtime takes',
    hint: 'a table costs 1, a root descriptor 2, and constants cost as many as there are',
  },
  // --- text of assembly: characters and directives. Numbers are Microsoft's ----------------------------------------
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
} as const satisfies Record<string, MessageRow>;

export type DiagnosticCode = keyof typeof MESSAGES;
