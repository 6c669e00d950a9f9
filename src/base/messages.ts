/**
 * Every diagnostic that dxlens can give: code, severity and text. `{name}` places are filled in by the reporter.
 * Tests assert codes and spans, never this prose.
 *
 * Numbers: DX0xxx what kind of file it is; DX1xxx containers and their chunks; DX2xxx shader model 1-3 streams;
 * DX3xxx shader model 4-5.1 programs. Microsoft's own codes (X5703) are kept as they are where they apply.
 */

export type Severity = 'error' | 'warning' | 'note';

interface MessageRow {
  readonly severity: Severity;
  readonly text: string;
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
  DX0014: {
    severity: 'warning',
    text: 'only the shader model 2 programs inside are judged; what is missing: {missing}',
  },
  DX0015: { severity: 'error', text: 'this is {kind}, not a compiled shader; `dxlens asm` assembles it' },
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
  // --- assembly of shader models 1-3 --------------------------------------------------------------------------------
  DX2202: { severity: 'error', text: '#error: {text}' },
  DX2203: { severity: 'note', text: '{text}' },
  DX2204: { severity: 'error', text: 'macros make more than {limit} tokens; the rest is not read' },
  DX2205: { severity: 'error', text: 'calls of macros nest deeper than {limit} levels; the rest is not read' },
  DX2206: { severity: 'error', text: 'more than {limit} files are included, or {length} characters; the rest is not read' },
  DX2201: { severity: 'error', text: 'indices nest deeper, or sums are longer, than {limit} symbols; the rest is not read' },
  // --- assembly of shader models 1-3: the parser (Microsoft's numbers) ---------------------------------------------
  X2000: { severity: 'error', text: '{found} does not fit here' },
  X2001: { severity: 'error', text: 'the text does not begin with a version of shader model 1 to 3' },
  X2003: { severity: 'error', text: '{mask} is no write mask' },
  X2004: { severity: 'error', text: '{swizzle} is no swizzle' },
  X2005: { severity: 'error', text: '{version} has no register {name}' },
  X2007: { severity: 'error', text: 'vs_1_1 addresses constants relative to a0.x and nothing else' },
  X2008: { severity: 'error', text: '{version} cannot address the destination relative to a register' },
  X2009: { severity: 'error', text: 'an index takes one register, and that one has no index of its own' },
  X2010: { severity: 'error', text: 'a complement is written 1-r; this one begins with {number}' },
  X2011: { severity: 'error', text: 'an operand is negated or divided, not both' },
  X2012: { severity: 'error', text: 'the complement takes no other source modifier' },
  X2013: { severity: 'error', text: 'sub is written as add, and this source modifier cannot be negated' },
  X2014: { severity: 'error', text: 'a destination takes no source modifier' },
  X2015: { severity: 'warning', text: '{old} is assembled as {version}' },
  X2018: { severity: 'error', text: 'the modifier ! stands alone' },
  X2019: { severity: 'error', text: 'a predicate takes no source modifier but !' },
  X2020: { severity: 'error', text: 'a predicate has no index' },
  X2022: { severity: 'error', text: 'the register has one component, which is not selected' },
  X2023: { severity: 'error', text: '{version} has no instruction {name}' },
  X2024: { severity: 'error', text: '{name}: in {version} the instruction does not take these suffixes' },
  X2027: { severity: 'error', text: '{version} runs no instructions in pairs' },
  X2028: { severity: 'error', text: '{version} has no predicates' },
  X2029: { severity: 'error', text: '{version} has no complement (1-r)' },
  X2030: { severity: 'warning', text: 'the debug information is longer than a comment can be and is left out' },
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
  // --- text of assembly: characters and directives. Numbers are Microsoft's ----------------------------------------
  X1001: { severity: 'error', text: 'the comment is not closed; the text ends in it' },
  X1002: { severity: 'error', text: 'the hexadecimal number does not fit into 64 bits' },
  X1003: { severity: 'error', text: 'the octal number does not fit into 64 bits' },
  X1004: { severity: 'error', text: 'the number does not fit into 64 bits' },
  X1005: { severity: 'error', text: 'the string is not closed in its line' },
  X1006: { severity: 'error', text: 'the string is not closed; the text ends in it' },
  X1007: { severity: 'error', text: 'the text ends behind the backslash of a string or character' },
  X1500: { severity: 'error', text: '{found} does not fit into the directive' },
  X1501: { severity: 'error', text: 'something stands behind the end of the directive' },
  X1502: { severity: 'error', text: 'the text ends inside of a condition; an #endif is missing' },
  X1503: { severity: 'error', text: 'the condition divides by zero' },
  X1504: { severity: 'error', text: 'there is no directive #{name}' },
  X1505: { severity: 'error', text: 'the caller gives no way to find included files' },
  X1506: { severity: 'error', text: 'files include each other more than {limit} levels deep' },
  X1507: { severity: 'error', text: 'the file {name} is not found' },
  X1508: { severity: 'error', text: '#elif without #if' },
  X1509: { severity: 'error', text: '#else without #if' },
  X1510: { severity: 'error', text: '#endif without #if' },
  X1511: { severity: 'error', text: 'the parameter {name} is there already' },
  X1513: { severity: 'error', text: '#elif behind #else' },
  X1514: { severity: 'error', text: 'a second #else' },
  X1515: { severity: 'error', text: 'the text ends in the call of the macro {name}' },
  X1516: { severity: 'error', text: 'the macro {name} takes {expected} argument(s), none of them empty' },
  X1518: { severity: 'error', text: 'the macro {name} leaves no value for the condition' },
  X1519: { severity: 'warning', text: 'the macro {name} had another meaning' },
  X3568: { severity: 'warning', text: 'the pragma {name} is unknown; it is passed over' },
} as const satisfies Record<string, MessageRow>;

export type DiagnosticCode = keyof typeof MESSAGES;
