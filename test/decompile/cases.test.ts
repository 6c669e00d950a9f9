/**
 * Cases that decompilers to HLSL are known to get wrong. Each text is compared with the expected one, and the shader
 * that Microsoft's compiler made of it, which is recorded, with the original: by runs, and by signatures and bindings.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  DECOMPILED_CASES,
  decompiledOriginals,
  decompiledText,
  programListing,
  RECORD_DECOMPILED,
  readDecompiledAnswers,
  unpackShader,
} from '../../fixtures/decompile.ts';
import { listingDigest } from '../../fixtures/recorded.ts';
import { isCompared } from '../../smith/checks/decompiled-facts.ts';
import { compareRecompiled } from '../../smith/checks/recompiled-runs.ts';
import { assemble } from '../../src/assemble/assemble.ts';
import { hostFor } from '../../src/cli/verbs/run/run.ts';
import { decompile } from '../../src/decompile/index.ts';
import { diffShaders } from '../../src/diff/index.ts';
import { openShaderFile } from '../../src/file/shader-file.ts';
import { parseJob } from '../../src/vm/job/parse-job.ts';
import { run } from '../../src/vm/job/run.ts';

const RUNS = 16;
const RECORD = `record the answers of Microsoft's compiler again: ${RECORD_DECOMPILED}`;
const ANSWERS = readDecompiledAnswers();
/** Differences that are known: constants of a preshader are declared by the program, and ps_1_4 names nothing. */
const CHANGES: Readonly<Record<string, readonly string[]>> = {
  'preshader.fx_2_0.0': [
    'changed: constant rows',
    ...['a', 'rows', 'time', 'world'].map((name) => `removed: constant preshader.${name}`),
    ...['a', 'time', 'world'].map((name) => `added: constant ${name}`),
  ],
  // Inputs, outputs and samplers are declared since 2_0, by the components that are used.
  'ps_1_4-phases': [
    ...['s0', 's2', 's3', 's4'].map((name) => `changed: sampler ${name}`),
    'removed: input texcoord0',
    'changed: input texcoord1',
    'removed: input texcoord2',
    'changed: input texcoord3',
    'changed: input texcoord4',
    'removed: input color0',
    'changed: output color0',
    'changed: output depth0',
    ...['bump_matrix_3', 's0', 's2', 's3', 's4'].map((name) => `added: constant ${name}`),
  ],
};
const programOf = (bytes: Uint8Array) => openShaderFile(bytes).programs[0]!;

const SHADERS = decompiledOriginals().map(({ title, style, shows, id, source, path }) => {
  const recorded = ANSWERS.get(id);
  if (recorded === undefined) throw new Error(`${id} has no answer: ${RECORD}`);
  const original = source ? unpackShader(recorded.original!) : new Uint8Array(readFileSync(path));
  return { title, style, shows, id, source, recorded, original, answer: unpackShader(recorded.answer) };
});
const shaderOf = (id: string) => SHADERS.find((shader) => shader.id === id)!;

describe.for(SHADERS)('$title: $id', ({ style, shows, id, source, recorded, original, answer }) => {
  it('has the text that the recorded answer is to', async () => {
    if (source) expect(listingDigest(source.text), `the source is another; ${RECORD}`).toBe(recorded.sourceDigest);
    const { code, profile, switches } = decompile(original, { style });
    expect(listingDigest(code!), `the text is another; ${RECORD}`).toBe(recorded.textDigest);
    expect({ profile, switches }, RECORD).toEqual({ profile: recorded.profile, switches: recorded.switches });
    await expect(code).toMatchFileSnapshot(decompiledText(id));
    expect(code).toContain(shows);
  });

  it('does the same when it is compiled again', () => {
    expect(compareRecompiled(programOf(original), programOf(answer), RUNS)).toBe('same');
  });

  it.runIf(style === 'exact')('has the same words when it is compiled again', () => {
    expect(programListing(answer)).toEqual(programListing(original));
  });

  it('has the same signatures and bindings when it is compiled again', () => {
    const changes = diffShaders(original, answer).facts.filter(isCompared);
    expect(changes.map(({ subject, name, change }) => `${change}: ${subject} ${name}`)).toEqual(CHANGES[id] ?? []);
  });
});

describe('the cases', () => {
  it('are twenty, and those of the style `exact`, with an answer for each shader', () => {
    expect(DECOMPILED_CASES.filter(({ isExact }) => isExact !== true).length).toBe(20);
    expect([...ANSWERS.keys()]).toEqual(SHADERS.map(({ id }) => id));
  });

  it('equal pictures: the shader that is compiled again draws each pixel as the original does', () => {
    const picture = (sepia: Uint8Array) => {
      const { job } = parseJob(readFileSync('samples/run/sepia.json', 'utf8'));
      const host = hostFor('samples/run');
      const { outputs, diagnostics } = run(job!, {
        ...host,
        readFile: (name) => (name === 'sepia.cso' ? sepia : host.readFile(name)),
      });
      expect(diagnostics).toEqual([]);
      if (outputs.picture?.as !== 'png') throw new Error('not an image');
      return outputs.picture.image;
    };
    const { original, answer } = shaderOf('sepia');
    expect(picture(answer)).toEqual(picture(original));
  });

  it("listings as input: Microsoft's listing of a shader, assembled, gives the same text", () => {
    const listing = readFileSync('fixtures/recorded/lake.main.ps_5_0.txt', 'latin1');
    expect(decompile(assemble(listing).bytes!).code).toBe(readFileSync(decompiledText('lake.main.ps_5_0'), 'utf8'));
  });
});
