/**
 * Decompiles a shader for the page: its HLSL as a listing, and what it could not express.
 *
 * Not for: decompiling (`dxlens/decompile`), linking lines (linked-listing.ts).
 */
import { openShaderFile } from 'dxlens';
import { decompile } from 'dxlens/decompile';
import type { TranslationData } from '../model/translation.ts';
import { rolesOfCode } from './code-roles.ts';
import { linkedListing } from './linked-listing.ts';

/** The HLSL of a shader. */
export function decompilationOf(bytes: Uint8Array): TranslationData {
  const { code, sourceMap, diagnostics } = decompile(bytes);
  const none = { map: undefined, pointers: [], diagnostics };
  const [program] = openShaderFile(bytes).programs;
  if (code === undefined || program === undefined) return { code: undefined, ...none };
  const roles = rolesOfCode(code, globalsOf(code));
  // Lines are counted from 1.
  return { code: linkedListing(code, roles, sourceMap, program, (line) => line - 1), ...none };
}

/** A variable outside of functions, or in a constant buffer: its name is before its register, size, value or end. */
const GLOBAL = /^[\w<>, ]+ (\w+)(?:\[\w*\])*(?: :[^;]+)?(?: = [^;]+)?;$/;

/** The names of constants and resources: what the application binds. */
function globalsOf(code: string): ReadonlySet<string> {
  const names = new Set<string>();
  let inBuffer = false;
  for (const line of code.split('\n')) {
    if (line.startsWith('cbuffer ')) inBuffer = true;
    else if (line === '};') inBuffer = false;
    const isMember = inBuffer && line.startsWith('  ');
    const name = isMember || !/^[\s/]/.test(line) ? GLOBAL.exec(line)?.[1] : undefined;
    if (name !== undefined) names.add(name);
  }
  return names;
}
