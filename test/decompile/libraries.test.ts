/** Libraries as source. live/decompile-libraries.ts compiles sources with Microsoft's compiler and compares. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RECORDED, readProvenance } from '../../fixtures/recorded.ts';
import { Diagnostics } from '../../src/base/diagnostics.ts';
import { readContainer } from '../../src/container/dxbc.ts';
import { decompile } from '../../src/decompile/index.ts';
import { reflectLibrary } from '../../src/reflect/library.ts';

const recorded = (id: string) => new Uint8Array(readFileSync(join(RECORDED, `${id}.bin`)));
const LIBRARIES = readProvenance().flatMap(({ id, how }) => (how === 'compiled' && /\.lib_/.test(id) ? id : []));

describe('the source of a library', () => {
  it('exports every function with its parameters', () => {
    expect(LIBRARIES.length).toBeGreaterThan(5);
    for (const id of LIBRARIES) {
      const bytes = recorded(id);
      const { code, entryPoint } = decompile(bytes);
      const described = reflectLibrary(readContainer(bytes, new Diagnostics())!, new Diagnostics());
      expect(entryPoint, id).toBe('');
      expect(code!.match(/^export /gm), id).toHaveLength(described.functions.length);
      for (const { name, parameters } of described.functions) {
        const head = code!.slice(code!.search(new RegExp(`^export .* ${name}\\(`, 'm'))).split('\n{\n')[0]!;
        for (const one of parameters) expect(head, `${id} ${name}`).toMatch(new RegExp(`\\b${one.name}\\b`));
      }
    }
  });

  it('has the profile of the library in its first line', () => {
    for (const id of LIBRARIES) {
      const { code, profile } = decompile(recorded(id));
      expect(code!.split('\n')[0]).toContain(`/T ${profile}`);
      expect(id).toContain(profile.slice(0, 7));
    }
  });
});
