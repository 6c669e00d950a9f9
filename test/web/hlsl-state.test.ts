/** HLSL that changes while it is compiled: one call at a time, the last text wins, old diagnostics are dropped. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import * as hlsl from '../../web/src/state/hlsl.ts';
import * as store from '../../web/src/state/store.ts';
import type { CompileData, CompileInput, Reply, Request, ShaderData } from '../../web/src/worker/protocol.ts';

interface Asked {
  readonly input: CompileInput;
  /** Answers with a shader of a profile, or with errors. */
  readonly answer: (profile: string | undefined) => Promise<void>;
}

/** The calls of the compiler that have no answer. */
const asked: Asked[] = [];

/** A worker that answers when the test says so. */
class StandIn {
  #receive: ((event: { data: Reply }) => void) | undefined;

  addEventListener(name: string, listener: never): void {
    if (name === 'message') this.#receive = listener;
  }

  postMessage(request: Request): void {
    if ('cancel' in request) return;
    const { call, name, input } = request;
    const reply = async (result: unknown) => {
      this.#receive?.({ data: { call, result } });
      for (let i = 0; i < 20; i++) await Promise.resolve();
    };
    if (name === 'compile')
      asked.push({
        input: input as CompileInput,
        answer: (profile) => reply(resultOf(input as CompileInput, profile)),
      });
    else void reply(name === 'check' ? { valid: true, diagnostics: [] } : {});
  }
}

function resultOf({ id, text }: CompileInput, profile: string | undefined): CompileData {
  const span = { unit: 'char', start: 0, end: text.length } as const;
  const error = { code: 'X3000', severity: 'error', message: text, span, notes: [] } as const;
  return {
    shader:
      profile === undefined ? undefined : ({ id, profile, format: 'dxbc', bytes: new Uint8Array(4) } as ShaderData),
    values: [profile ?? null],
    diagnostics: profile === undefined ? [{ ...error, file: 'a.hlsl', line: 1, column: 1, endColumn: 2 }] : [],
    problem: undefined,
    choice: undefined,
    functions: [],
    roles: new Int32Array(0),
    milliseconds: 1,
  };
}

beforeAll(() => {
  vi.stubGlobal('Worker', StandIn);
});
afterAll(() => {
  vi.unstubAllGlobals();
});
beforeEach(async () => {
  vi.useFakeTimers();
  store.rows.value = [{ id: 3, file: 'a.hlsl', path: '', offset: 0, format: 'HLSL', values: [] }];
  hlsl.addSource(3, { name: 'a.hlsl', text: 'one' });
  const source = hlsl.sourceOf(3)!;
  hlsl.showCompiled(source, 'one', resultOf(hlsl.compileInput(source), 'ps_5_0'));
});
afterEach(() => {
  hlsl.forgetSources();
  store.resetShader();
  store.rows.value = [];
  asked.length = 0;
  vi.useRealTimers();
});

const type = async (text: string) => {
  hlsl.changeSource(text);
  await vi.advanceTimersByTimeAsync(1000);
};

test('keys that follow each other are one call', async () => {
  hlsl.changeSource('one t');
  await vi.advanceTimersByTimeAsync(50);
  hlsl.changeSource('one two');
  await vi.advanceTimersByTimeAsync(50);
  expect(asked).toEqual([]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked.map(({ input }) => input)).toEqual([{ id: 3, text: 'one two', choice: undefined, target: 'shader' }]);
  await asked[0]!.answer('vs_5_0');
  expect(store.shader.value?.profile).toBe('vs_5_0');
  expect(store.rows.value[0]?.values).toEqual(['vs_5_0']);
});

test('a change while a call runs waits for it; of the old text, only the shader counts', async () => {
  await type('two');
  await type('three');
  await type('four');
  expect(asked.map(({ input }) => input.text)).toEqual(['two']);
  await asked[0]!.answer(undefined);
  expect(hlsl.compiled.value).toMatchObject({ text: 'one', diagnostics: [] });
  expect(asked.map(({ input }) => input.text)).toEqual(['two', 'four']);
  await type('five');
  await asked[1]!.answer('gs_5_0');
  expect([store.shader.value?.profile, hlsl.compiled.value?.text]).toEqual(['gs_5_0', 'one']);
  await asked[2]!.answer(undefined);
  expect(hlsl.compiled.value).toMatchObject({ text: 'five', isCompiled: false, diagnostics: [{ message: 'five' }] });
  // The last shader without errors stays.
  expect(store.shader.value?.profile).toBe('gs_5_0');
});

test('an answer for a shader that is not shown any more is dropped', async () => {
  await type('two');
  hlsl.leaveSource();
  await asked[0]!.answer('cs_5_0');
  expect([store.shader.value?.profile, hlsl.compiled.value]).toEqual(['ps_5_0', undefined]);
  expect(hlsl.sourceOf(3)?.text).toBe('two');
});

test('a decompiled source is compiled into its shader once it is changed', async () => {
  const source = hlsl.addDecompiled(3, 'original');
  expect(hlsl.compileInput(source).target).toBe('original');
  hlsl.showCompiled(source, 'original', resultOf(hlsl.compileInput(source), 'ps_5_0'));
  expect(store.rows.value[0]?.isEdited).toBe(false);
  await type('changed');
  expect(asked[0]!.input.target).toBe('program');
  await asked[0]!.answer('ps_5_0');
  expect(store.rows.value[0]?.isEdited).toBe(true);
  await type('original');
  expect(asked[1]!.input.target).toBe('original');
  await asked[1]!.answer('ps_5_0');
  expect(store.rows.value[0]?.isEdited).toBe(false);
});

test('a choice is compiled at once, and remembered for files of the same name', async () => {
  const choice = { profile: 'ps_4_0', entry: 'run' };
  hlsl.chooseEntry(choice);
  expect(asked.map(({ input }) => input.choice)).toEqual([choice]);
  await asked[0]!.answer('ps_4_0');
  hlsl.addSource(4, { name: 'a.hlsl', text: '' });
  expect(hlsl.sourceOf(4)?.choice).toEqual(choice);
});
