/**
 * glslang, which says whether sources of GLSL are valid. One process checks many sources, because each one reads the
 * functions of the language first.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ProcessDied } from '../../executor/framed-process.ts';
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

/**
 * The errors of glslang for the stages of a program together, each of them and how they are linked; undefined if it
 * accepts them.
 */
export function programError(stages: readonly GlslStage[]): string | undefined {
  const directory = mkdtempSync(join(tmpdir(), 'glslang-'));
  try {
    const files = stages.map(({ stage }) => join(directory, `program.${SUFFIXES[stage]}`));
    for (const [i, file] of files.entries()) writeFileSync(file, stages[i]!.code);
    const { status, stdout, error } = spawnSync(PROGRAM, ['-l', ...files], { encoding: 'utf8' });
    if (error !== undefined) throw error;
    const lines = stdout.split('\n').filter((line) => /ERROR|WARNING/.test(line));
    if (lines.length > 0) return lines.join('\n');
    return status === 0 ? undefined : `glslang ended with ${status}: ${stdout}`;
  } finally {
    rmSync(directory, { recursive: true });
  }
}

interface Waiting {
  readonly stage: GlslStage;
  readonly resolve: (error: string | undefined) => void;
  readonly reject: (error: Error) => void;
}

export class Glslang {
  #waiting: Waiting[] = [];

  /**
   * The errors of glslang for a stage, warnings included; undefined if it accepts it. Known after {@link check}; fails
   * where glslang crashes.
   */
  errorOf(stage: GlslStage): Promise<string | undefined> {
    if (UNKNOWN.some((name) => stage.code.includes(name))) return Promise.resolve(undefined);
    return new Promise((resolve, reject) => this.#waiting.push({ stage, resolve, reject }));
  }

  /** Checks the sources that wait. */
  async check(): Promise<void> {
    const sources = this.#waiting.splice(0);
    if (sources.length === 0) return;
    const directory = mkdtempSync(join(tmpdir(), 'glslang-'));
    const files = sources.map(({ stage }, i) => join(directory, `${i}.${SUFFIXES[stage.stage]}`));
    for (const [i, file] of files.entries()) writeFileSync(file, sources[i]!.stage.code);
    const { output, hasCrashed } = await runOn(files);
    rmSync(directory, { recursive: true });
    if (hasCrashed) {
      await this.#checkEach(sources);
      return;
    }
    // The name of a file comes before what is said of it.
    const numbers = new Map(files.map((file, i) => [file, i]));
    const errors: string[][] = files.map(() => []);
    let number = 0;
    for (const line of output.split('\n')) {
      number = numbers.get(line) ?? number;
      if (/^(ERROR|WARNING)/.test(line)) errors[number]!.push(line);
    }
    for (const [i, { resolve }] of sources.entries())
      resolve(errors[i]!.length > 0 ? errors[i]!.join('\n') : undefined);
  }

  /** After a crash: one text at a time, so that the one that it crashes on is known. */
  async #checkEach(sources: readonly Waiting[]): Promise<void> {
    const [first] = sources;
    if (sources.length === 1) first!.reject(new ProcessDied('crash'));
    else
      for (const one of sources) {
        this.#waiting = [one];
        await this.check();
      }
  }
}

interface Run {
  readonly output: string;
  readonly hasCrashed: boolean;
}

function runOn(files: readonly string[]): Promise<Run> {
  return new Promise((resolve, reject) => {
    const child = spawn(PROGRAM, files, { stdio: ['ignore', 'pipe', 'inherit'] });
    const parts: Buffer[] = [];
    child.stdout.on('data', (part: Buffer) => parts.push(part));
    child.on('error', reject);
    child.on('close', (_, signal) =>
      resolve({ output: Buffer.concat(parts).toString('utf8'), hasCrashed: signal !== null }),
    );
  });
}
