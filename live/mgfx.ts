/**
 * Compiles effects of MonoGame (`NAME.fx`) and compares them with the files of MonoGame's compiler next to them
 * (`NAME.mgfxo`, `NAME.dx11.mgfxo`, `NAME.ogl.mgfxo`, or inside of `NAME.xnb`): buffers, parameters, samplers, states,
 * techniques, the results of shaders. Those for OpenGL run on Mesa, as GLSL and as GLSL ES, and default values are not
 * compared: MonoGame's compiler leaves them out. Files have to be the same bytes after reading and writing.
 *
 * MonoGame's repository has such pairs: the effects of its runtime in `Platform/Graphics/Effect/Resources`. Exit status
 * 1 when anything differs.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { compareRecompiled } from '../smith/checks/recompiled-runs.ts';
import { Random } from '../smith/random.ts';
import { type MgfxEffect, MgfxProfile, parseMgfx, serializeMgfx } from '../src/effects/index.ts';
import { MGFX_WRITTEN_VERSIONS } from '../src/effects/mgfx/write.ts';
import { openShaderFile } from '../src/file/shader-file.ts';
import { compileEffect } from '../src/hlsl/index.ts';
import { validate } from '../src/validate/index.ts';
import { openglMissing } from '../tools/gpu/opengl/client.ts';
import type { Values } from './comparisons.ts';
import { Glsl110Runs, randomInputs } from './gpu/glsl110-runs.ts';

const TOLERANCE = 2 ** -12;
const SUFFIXES = ['.dx11.mgfxo', '.ogl.mgfxo', '.mgfxo', '.xnb'];
const MAGIC = 'MGFX';

export async function run({ directory, runs }: Values<'mgfx'>): Promise<void> {
  let different = 0;
  let compared = 0;
  let shaders = 0;
  const fault = (name: string, what: string) => {
    different++;
    console.log(`${name}: ${what}`);
  };
  const missing = openglMissing();
  if (missing !== undefined) console.error(missing);
  const drivers = missing === undefined ? [new Glsl110Runs('opengl-compatibility'), new Glsl110Runs('opengl-es')] : [];
  for (const name of readdirSync(directory).sort()) {
    if (/\.(mgfxo|xnb)$/.test(name)) {
      const bytes = effectIn(join(directory, name));
      const effect = bytes && parseMgfx(bytes);
      const isWritten = effect !== undefined && MGFX_WRITTEN_VERSIONS.some((version) => version === effect.version);
      if (effect === undefined || (isWritten && Buffer.compare(serializeMgfx(effect), bytes!) !== 0))
        fault(name, 'other bytes');
    }
    if (!name.endsWith('.fx')) continue;
    const path = join(directory, name);
    for (const found of SUFFIXES.map((suffix) => path.replace(/\.fx$/, suffix)).filter((one) => existsSync(one))) {
      const theirs = parseMgfx(effectIn(found) ?? new Uint8Array());
      if (theirs === undefined) continue;
      compared++;
      const ours = compiled(path, theirs, (what) => fault(name, what));
      if (ours === undefined) continue;
      const isOpenGl = theirs.profile === MgfxProfile.openGl;
      const [left, right] = [textOf(ours, isOpenGl), textOf(theirs, isOpenGl)];
      const line = left.findIndex((one, i) => one !== right[i]);
      if (line >= 0 || left.length !== right.length) fault(name, `${left[line]} instead of ${right[line]}`);
      for (const [i, { entry }] of ours.shaders.entries()) {
        if (theirs.shaders[i] === undefined) continue;
        shaders++;
        const differences = isOpenGl
          ? await compareGlsl(ours, theirs, i, drivers, runs)
          : compareDxbc(ours, theirs, i, runs);
        for (const one of differences) fault(`${name}, shader ${i} ${entry}`, one);
      }
    }
  }
  for (const one of drivers) one.stop();
  console.log(`${compared} effects with ${shaders} shaders compared, ${different} differences`);
  process.exitCode = different > 0 ? 1 : 0;
}

/** A source, compiled for the platform and the version of a file. */
function compiled(path: string, theirs: MgfxEffect, fault: (what: string) => void): MgfxEffect | undefined {
  // Older versions have the same content.
  const version = Math.max(theirs.version, MGFX_WRITTEN_VERSIONS[0]);
  const { bytes, diagnostics } = compileEffect(textIn(path), {
    profile: theirs.profile === MgfxProfile.openGl ? `mgfx_opengl_${version}` : `mgfx_${version}`,
    name: path,
    include: (file, from) => included(join(dirname(from), file)),
  });
  const ours = bytes && parseMgfx(bytes);
  if (ours === undefined) fault(`not compiled: ${diagnostics[0]?.message}`);
  else if (Buffer.compare(serializeMgfx(ours), bytes!) !== 0) fault('other bytes after reading and writing');
  return ours;
}

function compareDxbc(ours: MgfxEffect, theirs: MgfxEffect, i: number, runs: number): string[] {
  const { code } = ours.shaders[i]!;
  const program = (one: Uint8Array) => openShaderFile(one).programs.find(({ level9 }) => !level9)!;
  const result = compareRecompiled(program(theirs.shaders[i]!.code), program(code), runs, TOLERANCE);
  const [wrong] = validate(code).diagnostics;
  return [...(/^(same|close|limited)$/.test(result) ? [] : [result]), ...(wrong === undefined ? [] : [wrong.message])];
}

async function compareGlsl(
  ours: MgfxEffect,
  theirs: MgfxEffect,
  i: number,
  drivers: readonly Glsl110Runs[],
  runs: number,
): Promise<string[]> {
  const faults: string[] = [];
  for (const driver of drivers)
    for (let seed = 1; seed <= runs; seed++) {
      const inputs = randomInputs(new Random(seed), theirs, theirs.shaders[i]!);
      const expected = await driver.run(theirs.shaders[i]!, inputs);
      const found = await driver.run(ours.shaders[i]!, inputs);
      if (typeof found === 'string') faults.push(found);
      // Mesa has errors of MojoShader's code, too: there is nothing to compare with then.
      if (typeof found === 'string' || typeof expected === 'string') continue;
      for (const [name, values] of expected) {
        const other = found.get(name);
        const at = values.findIndex((value, k) => !isClose(value, other?.[k] ?? Number.NaN));
        if (at >= 0) faults.push(`${name}[${at}] is ${other?.[at]} instead of ${values[at]}`);
      }
    }
  return faults;
}

/** Whether two results are close; what is no number may be anything. */
function isClose(value: number, other: number): boolean {
  return !Number.isFinite(value) || Math.abs(value - other) <= TOLERANCE * Math.max(1, Math.abs(value));
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
  return name === undefined ? undefined : { name, text: textIn(name) };
}

/** The text of a file without a byte order mark. */
function textIn(path: string): string {
  return readFileSync(path, 'latin1').replace(/^\u00ef\u00bb\u00bf/, '');
}

/** The content of an effect without its code, line by line. */
function textOf({ shaders, version: _, ...effect }: MgfxEffect, isOpenGl: boolean): string[] {
  const content = { ...effect, shaders: shaders.map(({ code: _, source: __, entry: ___, ...shader }) => shader) };
  const asText = (_: string, value: unknown) =>
    value instanceof Uint8Array ? (isOpenGl ? value.byteLength : Buffer.from(value).toString('hex')) : value;
  return JSON.stringify(content, asText, 1).split('\n');
}
