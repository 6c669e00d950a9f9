/**
 * Compiles effects of MonoGame (`NAME.fx`) and compares them with the files of MonoGame's compiler next to them
 * (`NAME.mgfxo`, `NAME.dx11.mgfxo`, or inside of `NAME.xnb`): buffers, parameters, samplers, states, techniques, the
 * results of shaders. The compiled files have to be the same bytes after reading and writing, also those for OpenGL.
 *
 * MonoGame's repository has such pairs: the effects of its runtime in `Platform/Graphics/Effect/Resources`. Exit status
 * 1 when anything differs.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { compareRecompiled } from '../smith/checks/recompiled-runs.ts';
import { type MgfxEffect, parseMgfx, serializeMgfx } from '../src/effects/index.ts';
import { openShaderFile } from '../src/file/shader-file.ts';
import { compileEffect } from '../src/hlsl/index.ts';
import { validate } from '../src/validate/index.ts';
import type { Values } from './comparisons.ts';

const TOLERANCE = 2 ** -12;
const SUFFIXES = ['.dx11.mgfxo', '.mgfxo', '.xnb'];
const MAGIC = 'MGFX';

export function run({ directory, runs }: Values<'mgfx'>): void {
  let different = 0;
  let compared = 0;
  const fault = (name: string, what: string) => {
    different++;
    console.log(`${name}: ${what}`);
  };
  for (const name of readdirSync(directory).sort()) {
    if (/\.(mgfxo|xnb)$/.test(name)) {
      const bytes = effectIn(join(directory, name));
      const effect = bytes && parseMgfx(bytes);
      if (effect === undefined || Buffer.compare(serializeMgfx(effect), bytes!) !== 0) fault(name, 'other bytes');
    }
    if (!name.endsWith('.fx')) continue;
    const path = join(directory, name);
    const found = SUFFIXES.map((suffix) => path.replace(/\.fx$/, suffix)).find((one) => existsSync(one));
    const theirs = found === undefined ? undefined : parseMgfx(effectIn(found) ?? new Uint8Array());
    if (theirs === undefined) continue;
    compared++;
    const { bytes, diagnostics } = compileEffect(readFileSync(path, 'latin1'), {
      profile: `mgfx_${theirs.version}`,
      name: path,
      include: (file, from) => included(join(dirname(from), file)),
    });
    const ours = bytes && parseMgfx(bytes);
    if (ours === undefined) {
      fault(name, `not compiled: ${diagnostics[0]?.message}`);
      continue;
    }
    const [left, right] = [textOf(ours), textOf(theirs)];
    const line = left.findIndex((one, i) => one !== right[i]);
    if (line >= 0 || left.length !== right.length) fault(name, `${left[line]} instead of ${right[line]}`);
    for (const [i, { code, entry }] of ours.shaders.entries()) {
      const program = (one: Uint8Array) => openShaderFile(one).programs.find(({ level9 }) => !level9)!;
      const result = compareRecompiled(program(theirs.shaders[i]!.code), program(code), runs, TOLERANCE);
      if (!/^(same|close|limited)$/.test(result)) fault(`${name}, shader ${i} ${entry}`, result);
      const [wrong] = validate(code).diagnostics;
      if (wrong !== undefined) fault(`${name}, shader ${i} ${entry}`, wrong.message);
    }
  }
  console.log(`${compared} effects compared, ${different} differences`);
  process.exitCode = different > 0 ? 1 : 0;
}

/** The effect in a file; undefined where there is none. */
function effectIn(path: string): Uint8Array | undefined {
  const bytes = readFileSync(path);
  const start = bytes.indexOf(MAGIC);
  return start < 0 ? undefined : new Uint8Array(bytes.subarray(start));
}

/** A file by its name in any case, as on Windows. */
function included(path: string): { readonly name: string; readonly text: string } | undefined {
  const directory = dirname(path);
  const name = readdirSync(directory)
    .map((one) => join(directory, one))
    .find((one) => one.toLowerCase() === path.toLowerCase());
  return name === undefined ? undefined : { name, text: readFileSync(name, 'latin1') };
}

/** The content of an effect without its code, line by line. */
function textOf({ shaders, ...effect }: MgfxEffect): string[] {
  const content = { ...effect, shaders: shaders.map(({ code: _, source: __, ...shader }) => shader) };
  const asText = (_: string, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value;
  return JSON.stringify(content, asText, 1).split('\n');
}
