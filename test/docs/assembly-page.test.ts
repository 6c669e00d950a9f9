/** The steps of docs/assembly.md that change a shader: what they change, and what they keep. */
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RECORDED } from '../../fixtures/recorded.ts';
import { Diagnostics } from '../../src/base/diagnostics.ts';
import { wordsOf } from '../../src/base/words.ts';
import { readStat } from '../../src/chunks/stat.ts';
import { type Container, readContainer } from '../../src/container/dxbc.ts';
import { pickChunks } from '../../src/container/shader-chunks.ts';
import { readSm4 } from '../../src/isa/sm4/program.ts';
import { type CommandResult, Shell } from '../support/shell.ts';
import { ON_WINDOWS, skipFor } from '../support/skip-for.ts';

const TONE = 'post-effects.tone.ps_5_0';

const shell = new Shell('assembly-page');
const { directory } = shell;
afterAll(() => shell.remove());

const containerOf = (bytes: Uint8Array): Container => readContainer(bytes, new Diagnostics())!;

/** The instructions of the program in a container, as hexadecimal words. */
function instructionsOf(bytes: Uint8Array): string[] {
  const container = containerOf(bytes);
  const program = readSm4(wordsOf(pickChunks(container, new Diagnostics()).program!.data));
  return Array.from({ length: program.count }, (_, i) => {
    const end = i + 1 < program.count ? program.starts[i + 1]! : program.end;
    return [...program.words.subarray(program.starts[i]!, end)].map((word) => word.toString(16)).join(' ');
  });
}

function chunkHex(bytes: Uint8Array): [string, string][] {
  return containerOf(bytes).chunks.map(({ name, data }) => [name, Buffer.from(data).toString('hex')]);
}

function statisticsOf(bytes: Uint8Array) {
  const container = containerOf(bytes);
  return readStat(container, pickChunks(container, new Diagnostics()).statistics!, new Diagnostics()).all();
}

skipFor(describe, ON_WINDOWS)('a constant and an instruction of a ps_5_0 are changed', () => {
  const page = readFileSync('docs/assembly.md', 'utf8');
  const steps = /```sh\n(dxlens disasm tone[^`]*)```/.exec(page)![1]!;
  copyFileSync(join(RECORDED, `${TONE}.bin`), join(directory, 'tone.cso'));
  let run: CommandResult;
  beforeAll(async () => {
    run = await shell.run(steps);
  });
  const read = (name: string) => new Uint8Array(readFileSync(join(directory, name)));

  test('the steps of the page run, without a warning, and show two lines', () => {
    expect(run.stderr).toBe('');
    expect(run.stdout.split('\n').filter((line) => line.startsWith('>'))).toHaveLength(2);
    expect(run.stdout).toContain('0x3f000000');
    expect(run.stdout).toContain('mul_sat');
  });

  test('the listing of the result is the text', () => {
    expect(readFileSync(join(directory, 'back.asm'), 'latin1')).toBe(
      readFileSync(join(directory, 'changed.asm'), 'latin1'),
    );
  });

  test('only their words, STAT and the digest differ', () => {
    const [before, after] = [read('tone.cso'), read('changed.cso')];
    const [old, now] = [instructionsOf(before), instructionsOf(after)];
    expect(now.length).toBe(old.length);
    const changed = now.flatMap((words, i) => (words === old[i] ? [] : [i]));
    expect(changed).toHaveLength(2);
    const [oldChunks, newChunks] = [chunkHex(before), chunkHex(after)];
    expect(newChunks.map(([name]) => name)).toEqual(oldChunks.map(([name]) => name));
    for (const [i, [name, data]] of oldChunks.entries()) {
      if (name !== 'SHEX' && name !== 'STAT') expect(newChunks[i]![1], name).toBe(data);
    }
    expect(containerOf(after).digest).toBe('retail');
    // A division and a multiplication count alike.
    expect(statisticsOf(after)).toEqual(statisticsOf(before));
  });
});
