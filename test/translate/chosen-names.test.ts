/**
 * Variables of resources whose names are those that translations have for their own functions, parameters and values.
 * That compilers accept the code is what live/translate-valid.ts shows; here is what it depends on.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RECORDED } from '../../fixtures/recorded.ts';
import { glslTarget } from '../../src/emit/glsl/emit-glsl.ts';
import { WGSL } from '../../src/emit/wgsl/emit-wgsl.ts';
import { type TranslateOptions, type TranslationMap, translate } from '../../src/translate/index.ts';

const recorded = (id: string) => new Uint8Array(readFileSync(join(RECORDED, `${id}.bin`)));

/**
 * Structured, raw and typed buffers, counters, atomic operations, memory of groups, textures that are written, arrays
 * of registers, arrays, subroutines.
 */
const FIXTURES = [
  'group-shared.main.cs_5_0',
  'compute-algorithms.fourier.cs_5_0',
  'indexing.pixel.ps_5_1',
  'flow.main.ps_5_0',
  'headers-pixel.loads.ps_5_0',
  'd3d9-pixel-flow.position.ps_3_0',
];
const LARGE_FIXTURES = ['uav-every-kind.pixel.ps_5_0', 'uav-every-kind.main.cs_5_0'];

interface TextFunction {
  readonly name: string;
  readonly locals: readonly string[];
  readonly body: string;
}

const FUNCTIONS = {
  wgsl: /^fn (\w+)\(([^)]*)\)[^{]*\{\n([\s\S]*?)^\}/gm,
  glsl: /^\w+ (\w+)\(([^)]*)\) \{\n([\s\S]*?)^\}/gm,
} as const;
const VARIABLES = {
  wgsl: /\b(?:let|var) (\w+)/g,
  glsl: /^ +(?:const )?(?:u?int|float|bool|double|[iudb]?vec[234]|mat\w+) (\w+)\b(?! *\()/gm,
} as const;
const GLOBALS = {
  wgsl: /^(?:@.*\) )?(?:var(?:<[^>]*>)?|fn|const|struct) (\w+)/gm,
  glsl: /^(?:layout\([^)]*\) )?(?:\w+ )*?(?:uniform|buffer|shared|in|out|struct|const)(?: \w+)*? (\w+)(?= ?[;{[=])|^\w+ (\w+)\((?![^)]*\) *$)/gm,
} as const;

function functionsOf(text: string, language: keyof typeof FUNCTIONS): TextFunction[] {
  return Array.from(text.matchAll(FUNCTIONS[language]), ([, name = '', parameters = '', body = '']) => {
    const words = parameters.split(',').filter((one) => one.trim() !== '');
    const named = words.map((one) => (language === 'wgsl' ? one.split(':')[0]! : one.trim().split(' ').at(-1)!).trim());
    const variables = Array.from(body.matchAll(VARIABLES[language]), ([, variable = '']) => variable);
    return { name, locals: [...named, ...variables], body };
  });
}

const wordsOf = (text: string) => new Set(text.match(/\b[A-Za-z_]\w*\b/g));

describe.each([
  ['wgsl', { to: 'wgsl' }],
  ['glsl', { to: 'glsl', version: '450' }],
] as const)('in %s', (language, options: TranslateOptions) => {
  const { reserved } = language === 'wgsl' ? WGSL : glslTarget('450');

  const title = 'no name of %s hides a variable or is that of two things';
  it.each(FIXTURES)(title, { tags: 'slow' }, hidesNothing);
  it.each(LARGE_FIXTURES)(title, { tags: ['slow', 'ci'] }, hidesNothing);

  function hidesNothing(id: string): void {
    const bytes = recorded(id);
    const [reference] = translate(bytes, { ...options, validate: false }).stages;
    expect(reference).toBeDefined();
    const { code, map } = reference as { code: string; map: TranslationMap };
    for (const word of wordsOf(code))
      for (const { type, register, space, role, sampler } of map.bindings) {
        if (type === 'runtime') continue;
        const row = { type, register, space, role, name: word, ...(sampler && { sampler }) };
        const { stages } = translate(bytes, { validate: false, ...options, bindings: [row as never] });
        const text = stages[0]!.code as string;
        const named = stages[0]!.map.bindings.filter((one) => one.type !== 'runtime');
        const names = named.map(({ name }) => name);
        expect(new Set(names).size, word).toBe(names.length);
        for (const name of names) expect(reserved.has(name), `${word}: ${name}`).toBe(false);
        const globals = Array.from(text.matchAll(GLOBALS[language]), ([, a, b]) => a ?? b!);
        expect(
          globals.filter((one, i) => globals.indexOf(one) !== i),
          word,
        ).toEqual([]);
        for (const { name, locals, body } of functionsOf(text, language)) {
          // Functions that are the same in all translations use no resource by its name.
          if (reserved.has(name)) continue;
          const used = wordsOf(body);
          const hidden = names.filter((one) => used.has(one) && locals.includes(one));
          expect(hidden, `${word}, in ${name}`).toEqual([]);
        }
      }
  }
});
