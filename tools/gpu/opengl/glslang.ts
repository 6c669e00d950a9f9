/** glslang, which says whether texts of GLSL are valid. One process checks many texts, because each one reads the functions of the language first. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GlslStage } from './request.ts';

const PROGRAM = 'glslangValidator';
const SUFFIXES = { vs: 'vert', ps: 'frag', cs: 'comp', gs: 'geom', hs: 'tesc', ds: 'tese' } as const;

/** Extensions of OpenGL ES that Debian's glslang does not know; drivers do. */
const UNKNOWN = ['GL_EXT_clip_cull_distance'];

/** Why glslang cannot be used; undefined where it can. */
export function glslangMissing(): string | undefined {
  const { error } = spawnSync(PROGRAM, ['--version']);
  return error === undefined ? undefined : 'glslang is not installed: run tools/gpu/setup.sh';
}

interface Waiting {
  readonly stage: GlslStage;
  readonly resolve: (error: string | undefined) => void;
}

export class Glslang {
  #waiting: Waiting[] = [];

  /** What glslang says against a stage, warnings included; undefined where it accepts it. Known after {@link check}. */
  errorOf(stage: GlslStage): Promise<string | undefined> {
    if (UNKNOWN.some((name) => stage.code.includes(name))) return Promise.resolve(undefined);
    return new Promise((resolve) => this.#waiting.push({ stage, resolve }));
  }

  /** Checks the texts that wait. */
  async check(): Promise<void> {
    const texts = this.#waiting.splice(0);
    if (texts.length === 0) return;
    const directory = mkdtempSync(join(tmpdir(), 'glslang-'));
    const files = texts.map(({ stage }, i) => join(directory, `${i}.${SUFFIXES[stage.stage]}`));
    for (const [i, file] of files.entries()) writeFileSync(file, texts[i]!.stage.code);
    const output = await outputOf(files);
    rmSync(directory, { recursive: true });
    for (const [i, { resolve }] of texts.entries()) {
      // The name of a file comes before what is said of it; a process that ended early has not named all.
      const start = output.indexOf(`${files[i]}\n`);
      const next = i + 1 < files.length ? output.indexOf(`${files[i + 1]}\n`) : output.length;
      const lines = output.slice(start, next < 0 ? output.length : next).split('\n');
      const errors = lines.filter((line) => /^(ERROR|WARNING)/.test(line));
      resolve(start < 0 ? 'ERROR: glslang ended before this text' : errors.length > 0 ? errors.join('\n') : undefined);
    }
  }
}

function outputOf(files: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(PROGRAM, files, { stdio: ['ignore', 'pipe', 'inherit'] });
    const parts: Buffer[] = [];
    child.stdout.on('data', (part: Buffer) => parts.push(part));
    child.on('error', reject);
    child.on('close', () => resolve(Buffer.concat(parts).toString('utf8')));
  });
}
