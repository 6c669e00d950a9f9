/** The form of jobs: the text, the validator and the schema, which has to agree with it. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { Random } from '../../../smith/random.ts';
import { jobSchema } from '../../../src/vm/job/job-shape.ts';
import { jsonFault, locateJson } from '../../../src/vm/job/json-text.ts';
import { parseJob, validateJob } from '../../../src/vm/job/parse-job.ts';

/** A job with much of what there is. */
const FULL = {
  version: 1,
  description: 'all sorts',
  buffers: {
    a: { format: 'R32_UINT', data: [1, [2, '0xff'], 'NaN'] },
    b: { size: 16, stride: 4 },
    c: { format: ['R32G32B32_FLOAT', 'R32_UINT'], data: { base64: 'AAAAAA==' } },
    d: { cbuffer: { shader: 's', name: 'Globals' }, values: { x: 1, y: { z: [true, 2] } } },
  },
  textures: { t: { width: 4, height: 4, mips: 3, format: 'D3DFMT_A8R8G8B8', data: { file: 'x.png' } } },
  samplers: {
    l: { minFilter: 'linear', addressModeU: 'mirror-once', borderColor: [0, 0, 0, 'Infinity'], compare: 'less' },
  },
  shaders: { s: { text: 'ps_2_0' } },
  commands: [
    { command: 'clear', texture: 't', value: [0, 0, 0, 1] },
    { command: 'clear', buffer: 'a', value: 0 },
    { command: 'copy', from: 'a', to: 'b', source: { offset: 4 } },
    { command: 'resolve', from: 't', to: 't' },
    { command: 'generate-mips', texture: 't' },
    {
      command: 'dispatch',
      shader: 's',
      groups: [1, 2, 3],
      bindings: { t0: 't', u0: { buffer: 'b', counter: 3 } },
      seed: 7,
    },
    { command: 'invoke', name: 'r', shader: 's', inputs: [{ POSITION: [1, 2, 3] }], constants: { c0: [1, 2, 3, 4] } },
    {
      command: 'draw',
      vs: { shader: 's' },
      count: 3,
      vertexBuffers: [{ buffer: 'a', attributes: [{ semantic: 'POSITION', format: 'R32_FLOAT' }] }],
      targets: ['t', { texture: 't', firstMip: 1 }],
      rasterizer: { cullMode: 'none' },
      blend: { targets: [{ color: { srcFactor: 'src-alpha' } }] },
    },
  ],
  outputs: { o: { texture: 't', as: 'png', file: 'o.png' }, r: { invocation: 'r' } },
  limits: { instructions: 5, seconds: 1.5 },
} as const;

const codesOf = (job: unknown) => validateJob(job).diagnostics.map(({ code, path }) => `${code} ${path}`);

describe('validateJob', () => {
  it('accepts all sorts of fields', () => {
    expect(codesOf(FULL)).toEqual([]);
  });

  it.each([
    [{ ...FULL, version: 2 }, 'DX7010 $.version'],
    [{ ...FULL, versoin: 1 }, 'DX7001 $.versoin'],
    [{ version: 1 }, 'DX7003 $'],
    [{ ...FULL, buffers: [] }, 'DX7002 $.buffers'],
    [{ ...FULL, limits: { instructions: 0 } }, 'DX7004 $.limits.instructions'],
    [{ ...FULL, limits: { instructions: 1.5 } }, 'DX7002 $.limits.instructions'],
    [{ ...FULL, samplers: { l: { minFilter: 'liner' } } }, 'DX7005 $.samplers.l.minFilter'],
    [{ ...FULL, shaders: { s: {} } }, 'DX7007 $.shaders.s'],
    [{ ...FULL, shaders: { s: { text: '', file: '' } } }, 'DX7007 $.shaders.s'],
    [{ ...FULL, commands: [{ command: 'drew' }] }, 'DX7005 $.commands[0].command'],
    [{ ...FULL, commands: [{ command: 'dispatch', shader: 'x' }] }, 'DX7006 $.commands[0].shader'],
    [{ ...FULL, buffers: { ...FULL.buffers, t: {} } }, 'DX7011 $.textures.t'],
    [{ ...FULL, buffers: { ...FULL.buffers, a: { data: [1, [null]] } } }, 'DX7002 $.buffers.a.data[1][0]'],
    [{ ...FULL, textures: { ...FULL.textures, 'a b': { width: '4' } } }, 'DX7002 $.textures["a b"].width'],
  ])('%#: reports where a field is wrong', (job, expected) => {
    expect(codesOf(job)).toContain(expected);
  });

  it.each([null, 1, 'x', [], undefined])('reports %s, which is no object', (value) => {
    expect(codesOf(value)).toEqual(['DX7002 $']);
  });
});

describe('parseJob', () => {
  it('gives line and column', () => {
    const { diagnostics } = parseJob(
      '{\n  "version": 1,\r\n  "commands": [\n    {"command": "clear", "valeu": 1, "texture": "x"}]}',
    );
    const positions = diagnostics.map(({ code, line, column }) => [code, line, column]);
    // The name of the field that is unknown, and the value that names nothing.
    expect(positions).toEqual([
      ['DX7001', 4, 26],
      ['DX7006', 4, 49],
    ]);
  });

  it.each([
    ['', 'DX7000', 1, 1],
    ['{"version": 1,}', 'DX7000', 1, 15],
    ['{"version": 01}', 'DX7000', 1, 14],
    ['{"a": "\n"}', 'DX7000', 1, 8],
    ['{"a": 1} x', 'DX7000', 1, 10],
    ['{"a": 1, "a": 2}', 'DX7008', 1, 10],
    ['{"a": "\\q"}', 'DX7000', 1, 8],
  ])('%j', { tags: 'slow' }, (text, code, line, column) => {
    expect(parseJob(text).diagnostics).toMatchObject([{ code, line, column }]);
  });

  it('ends at a depth of lists that no job has', () => {
    expect(parseJob(`${'['.repeat(100_000)}`).diagnostics).toMatchObject([{ code: 'DX7009' }]);
  });

  it('agrees with JSON.parse about random damage', { tags: 'slow' }, () => {
    const random = new Random(17);
    const text = JSON.stringify(FULL, undefined, 1);
    for (let i = 0; i < 2000; i++) {
      const at = random.below(text.length);
      const damaged =
        text.slice(0, at) +
        random.pick(['', '"', ',', '{', ']', '0', '\\', 'e', '-', '.']) +
        text.slice(at + random.below(3));
      let isJson = true;
      try {
        JSON.parse(damaged);
      } catch {
        isJson = false;
      }
      const fault = jsonFault(damaged);
      if (isJson) expect([undefined, 'duplicate']).toContain(fault?.kind);
      else expect(fault).toBeDefined();
    }
  });

  it('locates each value', () => {
    const text = JSON.stringify(FULL, undefined, 2);
    const walk = (value: unknown, path: (string | number)[]): void => {
      const { start, end } = locateJson(text, path);
      expect(JSON.parse(text.slice(start, end))).toEqual(value);
      if (typeof value !== 'object' || value === null) return;
      for (const [key, one] of Object.entries(value)) walk(one, [...path, Array.isArray(value) ? Number(key) : key]);
    };
    walk(FULL, []);
  });
});

describe('jobSchema', () => {
  const validate = new Ajv2020({ strict: true, strictRequired: false }).compile(jobSchema());

  it('accepts what the validator accepts', () => {
    expect(validate(FULL)).toBe(true);
  });

  it('agrees with the validator about random changes', { tags: 'slow' }, () => {
    const random = new Random(4);
    let rejected = 0;
    for (let i = 0; i < 3000; i++) {
      const job = structuredClone(FULL) as unknown;
      change(job, random);
      // The schema knows neither which names there are nor that names are unique.
      const errors = validateJob(job).diagnostics.filter(({ code }) => code !== 'DX7006' && code !== 'DX7011');
      expect([validate(job), JSON.stringify(job)]).toEqual([errors.length === 0, JSON.stringify(job)]);
      if (errors.length > 0) rejected++;
    }
    expect(rejected).toBeGreaterThan(1000);
    expect(rejected).toBeLessThan(2900);
  });
});

const VALUES: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  3,
  1e9,
  '',
  'x',
  'NaN',
  'point',
  'R8_UINT',
  [],
  [1, 2],
  [1, 2, 3, 4],
  {},
  { a: 1 },
];

/** Replaces, adds or removes a value somewhere in `job`. */
function change(job: unknown, random: Random): void {
  let at = job as Record<string, unknown>;
  for (;;) {
    const keys = Object.keys(at);
    const key = keys.length === 0 ? 'x' : random.pick(keys);
    const next = at[key];
    if (typeof next === 'object' && next !== null && !random.oneIn(4)) {
      at = next as Record<string, unknown>;
      continue;
    }
    if (random.oneIn(6) && !Array.isArray(at)) delete at[key];
    else if (random.oneIn(6))
      at[Array.isArray(at) ? String(keys.length) : random.pick(['size', 'x', 'format', 'mips', 'offset'])] =
        random.pick(VALUES);
    else at[key] = random.pick(VALUES);
    return;
  }
}
