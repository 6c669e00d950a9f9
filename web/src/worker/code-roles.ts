/**
 * The roles of the parts of translated code: comments, words of the language, numbers, and names of what the
 * application binds.
 */
import { RoleWriter } from './operand-roles.ts';

const PART =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|^#[^\n]*|(?:0[xX][\da-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)[a-zA-Z]*|[A-Za-z_]\w*/gm;

/** Words that declare something or decide what runs next, of WGSL, GLSL and HLSL. */
const KEYWORDS = new Set(
  (
    'fn struct var let const if else loop for while do switch case default break continue continuing return discard enable requires ' +
    'diagnostic layout uniform buffer shared in out inout flat precision highp mediump lowp void readonly writeonly coherent ' +
    'cbuffer register packoffset groupshared globallycoherent precise linear centroid nointerpolation noperspective sample static'
  ).split(' '),
);

/**
 * The parts of `code` with roles, as a listing has them. `resources` are the names of variables that the application
 * binds.
 */
export function rolesOfCode(code: string, resources: ReadonlySet<string>): Int32Array {
  const roles = new RoleWriter();
  for (const { 0: text, index } of code.matchAll(PART)) {
    const end = index + text.length;
    if (text.startsWith('/')) roles.add(index, end, 'comment');
    else if (text.startsWith('#')) roles.add(index, end, 'control');
    else if (/^[.\d]/.test(text)) roles.add(index, end, 'immediate');
    else if (code[index - 1] === '.') continue;
    else if (KEYWORDS.has(text)) roles.add(index, end, 'opcode');
    else if (resources.has(text)) roles.add(index, end, 'resource');
  }
  return roles.finish();
}

const SPIRV_PART = /;[^\n]*|"(?:\\.|[^"\\])*"|%\d+|Op[A-Z]\w*|!?-?\d[\w.+-]*|[A-Za-z_][\w.|]*/g;

/** The parts of SPIR-V text with roles; there, names of variables are operands of OpName. */
export function rolesOfSpirv(text: string, resources: ReadonlySet<string>): Int32Array {
  const ids = new Set<string>();
  for (const [, id, name] of text.matchAll(/OpName (%\d+) "([^"\\\n]*)"/g)) if (resources.has(name!)) ids.add(id!);
  const roles = new RoleWriter();
  for (const { 0: part, index } of text.matchAll(SPIRV_PART)) {
    const end = index + part.length;
    if (part.startsWith(';')) roles.add(index, end, 'comment');
    else if (ids.has(part)) roles.add(index, end, 'resource');
    else if (part.startsWith('%')) roles.add(index, end, text.startsWith(' = ', end) ? 'destination' : 'source');
    else if (/^Op[A-Z]/.test(part)) roles.add(index, end, 'opcode');
    else if (/^["!\-\d]/.test(part) && !/^\dD$/.test(part)) roles.add(index, end, 'immediate');
    else roles.add(index, end, 'control');
  }
  return roles.finish();
}
