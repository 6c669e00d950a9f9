/** Thread groups with barriers anywhere, as WebAssembly and in the interpreter: the same memory and faults. */
import { describe, expect, it } from 'vitest';
import { assemble } from '../../../src/assemble/index.ts';
import { openShaderFile } from '../../../src/file/shader-file.ts';
import { compile } from '../../../src/hlsl/index.ts';
import { readSm4 } from '../../../src/isa/sm4/program.ts';
import { Bindings, BufferMemory } from '../../../src/vm/bindings.ts';
import type { ComputeResult, ShaderEngine } from '../../../src/vm/engine.ts';
import { runCompute } from '../../../src/vm/sm4/compute.ts';
import { sm4Executable } from '../../../src/vm/sm4/executable.ts';
import { wasmEngine } from '../../../src/vm/wasm/engine.ts';

const WORDS = 64;

interface Outcome extends Pick<ComputeResult, 'fault' | 'location'> {
  readonly words: readonly number[];
}

/** The outcome of both engines, which has to be the same, with a constant. */
function outcomeOf(bytes: Uint8Array, constant = 0): Outcome {
  const executable = sm4Executable(readSm4(openShaderFile(bytes).programs[0]!.words));
  const outcome = (run: ShaderEngine['compute']): Outcome => {
    const buffer = new Uint32Array(WORDS);
    const bindings = new Bindings();
    bindings.unorderedAccess.set(0, new BufferMemory(buffer));
    bindings.constantBuffers.set(0, Uint32Array.of(constant, 0, 0, 0));
    // Undefined is a program that is not compiled.
    const { fault, location } = run({ executable, bindings }, [2, 1, 1], { maxInstructions: 50_000 })!;
    // Limits have no location in WebAssembly.
    return { fault, location: fault === 'limit' ? undefined : location, words: Array.from(buffer) };
  };
  const compiled = outcome(wasmEngine(0).compute);
  expect(compiled).toEqual(outcome((shader, ...rest) => runCompute(shader.executable, shader.bindings, ...rest)));
  return compiled;
}

function hlsl(body: string, constant: number, threads = 16): Outcome {
  const source = `RWByteAddressBuffer data : register(u0);
cbuffer Settings { uint n; };
groupshared uint part[${threads}];
#define WAIT GroupMemoryBarrierWithGroupSync()
[numthreads(${threads}, 1, 1)] void main(uint i : SV_GroupIndex, uint group : SV_GroupID) { ${body} }`;
  const { bytes, diagnostics } = compile(source, { profile: 'cs_5_0' });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return outcomeOf(bytes!, constant);
}

const LISTING = `cs_5_0
dcl_globalFlags refactoringAllowed
dcl_uav_raw u0
`;

function listing(text: string): Outcome {
  const { bytes, diagnostics } = assemble(`${LISTING}${text}\n`);
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return outcomeOf(bytes!);
}

describe('barriers', () => {
  it('are in loops', () => {
    const { words } = hlsl(
      `part[i] = i; WAIT;
[loop] for (uint s = n; s > 0; s >>= 1) { if (i < s) part[i] += part[i + s]; WAIT; }
if (i == 0) data.Store(4 * group, part[0]);`,
      8,
    );
    expect(words.slice(0, 2)).toEqual([120, 120]);
  });

  it('are in loops of loops, with values that live through both', () => {
    const { words } = hlsl(
      `uint sum = 0;
part[i] = i * 3;
[loop] for (uint a = 0; a < n; a++)
{
    WAIT;
    uint other = part[(i + a) & 15];
    [loop] for (uint b = 0; b < a; b++) { WAIT; part[i] = other + b; WAIT; sum += part[(i + 1) & 15] * (a + 1); }
    WAIT;
    part[i] += sum;
}
data.Store(4 * i, sum + part[i]);`,
      4,
    );
    expect(words.slice(0, 16).every((word) => word > 0)).toBe(true);
  });

  it('are in branches that all threads take', () => {
    const body = `part[i] = i + 1;
[branch] if (n > group) { WAIT; data.Store(4 * i, part[15 - i]); }
else { data.Store(4 * i + 64, part[i]); }`;
    const { words } = hlsl(body, 1);
    expect(words.slice(0, 32)).toEqual(Array.from({ length: 32 }, (_, i) => (i < 16 ? 16 - i : i - 15)));
  });

  it('are in cases of a switch, and in a loop that is left early', () => {
    const { fault, words } = hlsl(
      `uint count = 0;
part[i] = 1;
[loop] for (;;)
{
    [call] switch (n)
    {
        case 1: WAIT; count += part[15 - i]; break;
        case 2: count += 100; break;
        default: count += 10; WAIT; break;
    }
    WAIT;
    if (count >= 3) break;
}
data.Store(4 * i, count);`,
      1,
    );
    expect(fault).toBeUndefined();
    expect(words.slice(0, 16)).toEqual(new Array(16).fill(3));
  });

  it('save the arrays of a thread', () => {
    const { words } = hlsl(
      `uint list[4] = { i, i + 1, i + 2, i + 3 };
WAIT;
list[n] += 100;
WAIT;
data.Store(4 * i, list[0] + 1000 * list[(i & 1) + 1]);`,
      2,
    );
    expect(words.slice(0, 16)).toEqual(
      Array.from({ length: 16 }, (_, i) => i + 1000 * (i % 2 === 0 ? i + 1 : i + 102)),
    );
  });

  it('are after threads that may have ended', () => {
    const text = (limit: number) => `dcl_input vThreadIDInGroupFlattened
dcl_temps 1
dcl_thread_group 8, 1, 1
uge r0.x, vThreadIDInGroupFlattened.x, l(${limit})
retc_nz r0.x
sync_g_t
ishl r0.x, vThreadIDInGroupFlattened.x, l(2)
store_raw u0.x, r0.x, l(7)
ret`;
    expect(listing(text(8)).words.slice(0, 9)).toEqual([7, 7, 7, 7, 7, 7, 7, 7, 0]);
    expect(listing(text(6)).fault).toBe('divergentBarrier');
    expect(listing(text(4)).fault).toBe('deadlock');
    expect(listing(text(0)).fault).toBeUndefined();
  });

  it('are reported with their location where only some threads come', () => {
    const text = (condition: number) => `dcl_input vThreadIDInGroupFlattened
dcl_temps 1
dcl_thread_group 8, 1, 1
ult r0.x, vThreadIDInGroupFlattened.x, l(${condition})
if_nz r0.x
  sync_g_t
endif
ret`;
    expect(listing(text(2))).toMatchObject({ fault: 'divergentBarrier', location: { quad: 0, position: 7 } });
    expect(listing(text(4))).toMatchObject({ fault: 'deadlock', location: { quad: 0, other: 1, position: 7 } });
    expect(listing(text(9)).fault).toBeUndefined();
  });

  it('do not keep a loop from its limit', () => {
    expect(listing('dcl_thread_group 8, 1, 1\nloop\n  sync_g_t\nendloop\nret').fault).toBe('limit');
  });

  it('are the same one in two calls of a subroutine', () => {
    const { fault } = listing(`dcl_input vThreadIDInGroupFlattened
dcl_temps 1
dcl_thread_group 8, 1, 1
ult r0.x, vThreadIDInGroupFlattened.x, l(4)
if_nz r0.x
  call label0
else
  call label0
endif
ret
label label0
  sync_g_t
ret`);
    expect(fault).toBeUndefined();
  });
});
