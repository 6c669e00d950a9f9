/**
 * Random compute shaders that read and write memory: raw, structured and typed views, atomic operations, counters,
 * group-shared memory.
 *
 * Each thread writes to elements of its own, so that the order of threads shows nowhere; elements that threads share
 * see only operations that give the same in every order.
 */

import { Random } from '../../smith/random.ts';
import { dxgiFormat } from '../../src/formats/formats.ts';
import { bitsOfFloat } from '../../src/numerics/conversion.ts';
import { type Bindings, BufferMemory } from '../../src/vm/bindings.ts';
import { createBufferView } from '../../src/vm/texture/load.ts';
import type { D3d11Request } from '../../tools/executor/d3d11-request.ts';
import { computeTrial, GROUPS, randomFloat, randomInteger, THREADS } from './compute.ts';
import { CODE_OUTPUTS } from './families-alu.ts';
import {
  DECLARATIONS,
  ELEMENTS,
  MemoryCode,
  SHARED_OPS,
  STRIDE,
  THREAD_BYTES,
  THREAD_ELEMENTS,
} from './memory-code.ts';
import type { Family, Trial } from './trial.ts';

const ALL = THREADS * GROUPS;

function wordsOf(random: Random, count: number): Uint32Array {
  return Uint32Array.from({ length: count }, () => randomInteger(random));
}

function bytesOf(words: Uint32Array): Uint8Array {
  return new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
}

/** The trial of memory; `hasGroup`: with group-shared memory. */
function memoryTrial(random: Random, hasGroup: boolean): Trial {
  const code = new MemoryCode(random, hasGroup).write();
  const seed = random.word();
  let results: () => readonly Uint32Array[] = () => [];
  const bind = (request: D3d11Request, bindings: Bindings) => {
    results = bindMemory(new Random(seed), request, bindings);
  };
  return computeTrial(random, {
    declarations: DECLARATIONS.filter((line) => hasGroup || !line.startsWith('dcl_tgsm')),
    code,
    outputs: CODE_OUTPUTS,
    bind,
    read: (request) => {
      for (const id of [4, 5, 6, 7]) request.readBuffer(id);
      request.readCounter(8);
    },
    more: () => results(),
  });
}

/** Makes the same buffers for both; returns what reads the results. */
function bindMemory(random: Random, request: D3d11Request, bindings: Bindings): () => readonly Uint32Array[] {
  const [structures, numbers] = [wordsOf(random, (ELEMENTS * STRIDE) / 4), wordsOf(random, 4 * ELEMENTS)];
  const floats = Uint32Array.from({ length: 4 * ELEMENTS }, () => bitsOfFloat(randomFloat(random)));
  const uints = { kind: 'typed', format: 3, elementBytes: 16, isRead: true } as const;
  request.buffer(2, bytesOf(structures), { kind: 'structured', stride: STRIDE, isRead: true }).view('cs', 1, 2);
  request.buffer(3, bytesOf(numbers), uints).view('cs', 2, 3);
  request.buffer(9, bytesOf(floats), { ...uints, format: 2 }).view('cs', 3, 9);
  bindings.resources.set(1, new BufferMemory(structures, STRIDE));
  const view = (format: string, words: Uint32Array) => createBufferView(bytesOf(words), dxgiFormat(format)!).view!;
  bindings.resources.set(2, view('R32G32B32A32_UINT', numbers));
  bindings.resources.set(3, view('R32G32B32A32_FLOAT', floats));
  const memory = wordsOf(random, (ALL * THREAD_BYTES) / 4);
  const memory2 = wordsOf(random, (ALL * STRIDE) / 4);
  const memory3 = wordsOf(random, ALL * THREAD_ELEMENTS);
  const shared = wordsOf(random, SHARED_OPS.length);
  const counted = new Uint32Array(ELEMENTS);
  request.buffer(4, bytesOf(memory), { kind: 'raw', isWritten: true }).unorderedView(1, 4);
  request.buffer(5, bytesOf(memory2), { kind: 'structured', stride: STRIDE, isWritten: true }).unorderedView(2, 5);
  request
    .buffer(6, bytesOf(memory3), { kind: 'typed', format: 42, elementBytes: 4, isWritten: true })
    .unorderedView(3, 6);
  request.buffer(7, bytesOf(shared), { kind: 'raw', isWritten: true }).unorderedView(4, 7);
  request
    .buffer(8, bytesOf(counted), { kind: 'structured', stride: 4, isWritten: true, flags: 4 })
    .unorderedView(5, 8, 0);
  // The request has copies; the interpreter changes these.
  const memories = [new BufferMemory(memory), new BufferMemory(memory2, STRIDE), new BufferMemory(shared)];
  const counter = new BufferMemory(counted, 4);
  bindings.unorderedAccess.set(1, memories[0]!);
  bindings.unorderedAccess.set(2, memories[1]!);
  bindings.unorderedAccess.set(3, view('R32_UINT', memory3));
  bindings.unorderedAccess.set(4, memories[2]!);
  bindings.unorderedAccess.set(5, counter);
  return () => [memory, memory2, memory3, shared, Uint32Array.of(counter.counter)];
}

export const MEMORY_FAMILIES: readonly Family[] = [
  { name: 'memory', api: 'd3d11', share: 6, make: (random) => memoryTrial(random, false) },
  { name: 'group memory', api: 'd3d11', share: 6, make: (random) => memoryTrial(random, true) },
];
