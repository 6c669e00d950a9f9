/**
 * Every public function that takes bytes runs in a target of fuzzing. The functions come from docs/api-surface.md,
 * which CI keeps up to date; whether a target runs one is counted by the engine, so a target cannot claim what it does
 * not call.
 */
import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { expect, test } from 'vitest';
import { caseOf, runCase } from '../../tools/fuzz/cases.ts';
import { TARGET_NAMES } from '../../tools/fuzz/targets/index.ts';

/** Functions that no target needs to run, each with the reason. There is none so far. */
const EXEMPT: Readonly<Record<string, string>> = {};

const BYTES =
  'ByteSource|Uint8Array|ArrayBuffer|ArrayBufferView|RandomAccessSource|HostBytes|Container|Chunk|ChunkBytes';
/** Types of parameters that are bytes, or are made of bytes and not read yet. */
const TAKES_BYTES = new RegExp(`\\b(${BYTES})\\b`);

/** Cases of each target: all that are needed run within the first ones. */
const CASES = 64;
const MAX_TIME = 4000;

/** The parameters before the type of the result. */
const parametersOf = (signature: string) => signature.split(/\) ?(?:=>|:)/)[0]!;

/** Names of the public functions and methods that take bytes, by the names that they have when they run. */
function functionsThatTakeBytes(page: string): Map<string, string> {
  const lines = page.split('\n');
  // Types of functions, such as ChunkParser.
  const types = lines.flatMap((line) => {
    const [, name, signature] = /^type (\w+)(?:<[^=]*>)? = (\(.*)/.exec(line) ?? [];
    return name !== undefined && TAKES_BYTES.test(parametersOf(signature!)) ? [name] : [];
  });
  const functions = new Map<string, string>();
  for (const line of lines) {
    const [, declared, signature] = /^(?:function|const) (\w+)(?:<.*?>)?(?:: )?(\(.*)/.exec(line) ?? [];
    if (declared !== undefined && TAKES_BYTES.test(parametersOf(signature!))) functions.set(declared, declared);
    const [, constant, type] = /^const (\w+): (\w+)</.exec(line) ?? [];
    // The public parser of a chunk is made of the reader of that chunk.
    if (constant !== undefined && types.includes(type!)) functions.set(constant, constant.replace(/^parse/, 'read'));
    const [, members] = /^class \w+.*? \{ (.*) \}$/.exec(line) ?? [];
    for (const member of members?.split('; ') ?? []) {
      const [, method, parameters] = /^(\w+)(\(.*)/.exec(member) ?? [];
      if (method !== undefined && TAKES_BYTES.test(parametersOf(parameters!))) functions.set(method, method);
    }
  }
  return functions;
}

test('the functions are those of the page', () => {
  const functions = functionsThatTakeBytes(readFileSync('docs/api-surface.md', 'utf8'));
  expect(functions.size).toBeGreaterThan(80);
  // One of each: a function, a constant, a method, a parameter that is a list.
  for (const name of ['disassemble', 'parseRdef', 'replaceProgram', 'validatePipeline', 'chunkPosition'])
    expect(functions.has(name), name).toBe(true);
  for (const name of ['printIr', 'serializeRdef', 'latin1Bytes']) expect(functions.has(name), name).toBe(false);
});

test('each runs in a target', { tags: ['slow', 'ci'] }, async () => {
  const functions = functionsThatTakeBytes(readFileSync('docs/api-surface.md', 'utf8'));
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  const ran = new Set<string>();
  const missing = () => [...functions].filter(([name, runsAs]) => !(name in EXEMPT) && !ran.has(runsAs));
  try {
    for (const target of TARGET_NAMES) {
      if (missing().length === 0) break;
      // Making an input calls some of the functions; only running it counts.
      const cases = Array.from({ length: CASES }, (_, index) => caseOf(target, 1, index));
      await session.post('Profiler.takePreciseCoverage');
      const end = performance.now() + MAX_TIME;
      for (const one of cases) {
        await runCase(one);
        if (performance.now() > end) break;
      }
      const { result } = await session.post('Profiler.takePreciseCoverage');
      for (const { url, functions: called } of result) {
        if (!url.includes('/src/')) continue;
        for (const { functionName, ranges } of called) if (ranges[0]!.count > 0) ran.add(functionName);
      }
    }
  } finally {
    session.disconnect();
  }
  expect(missing().map(([name]) => name)).toEqual([]);
  // An exemption of something that is gone is out of date.
  expect(Object.keys(EXEMPT).filter((name) => !functions.has(name))).toEqual([]);
});
