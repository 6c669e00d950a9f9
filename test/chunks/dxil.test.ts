/**
 * Parts of containers of shader model 6 say what the compiler's own listing of the same container says, and what the
 * sources ask for (fixtures/dxil).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../../fixtures/sources.ts';
import { Random } from '../../smith/random.ts';
import { Diagnostics } from '../../src/base/diagnostics.ts';
import {
  DXIL_INTERPOLATIONS,
  DXIL_SEMANTIC_KINDS,
  DXIL_SHADER_KINDS,
  DXIL_SUBOBJECT_KINDS,
  PSV_RESOURCE_TYPES,
  readDxilProgram,
  readHash,
  readVers,
} from '../../src/chunks/dxil.ts';
import { type PipelineStateValidation, type PsvElement, readPsv0 } from '../../src/chunks/psv0.ts';
import { type RuntimeData, readRdat } from '../../src/chunks/rdat.ts';
import { readSignature } from '../../src/chunks/signature.ts';
import { type Container, readContainer } from '../../src/container/dxbc.ts';
import { type ChunkName, TAG } from '../../src/container/tags.ts';
import { detectFormat } from '../../src/file/detect-format.ts';
import { type DxilReflection, reflect } from '../../src/reflect/index.ts';

const RECORDED = join(ROOT, 'fixtures/dxil/recorded');
const IDS = readdirSync(RECORDED).flatMap((name) => (name.endsWith('.bin') ? [name.slice(0, -4)] : []));

interface Fixture {
  readonly bytes: Uint8Array;
  readonly container: Container;
  readonly diagnostics: Diagnostics;
  readonly listing: string;
}

function fixtureOf(id: string): Fixture {
  const bytes = new Uint8Array(readFileSync(join(RECORDED, `${id}.bin`)));
  const diagnostics = new Diagnostics();
  const listing = readFileSync(join(RECORDED, `${id}.txt`), 'latin1').replaceAll(/^; ?/gm, '');
  return { bytes, container: readContainer(bytes, diagnostics)!, diagnostics, listing };
}

type Reader<Part> = (container: Container, chunk: NonNullable<ReturnType<Container['find']>>, d: Diagnostics) => Part;

function partOf<Part>({ container, diagnostics }: Fixture, name: ChunkName, read: Reader<Part>): Part | undefined {
  const chunk = container.find(TAG[name]);
  return chunk && read(container, chunk, diagnostics);
}

/** The lines of the listing between `title` and the next empty line or title. */
function section(listing: string, title: string, from = 0): string[] {
  const at = listing.indexOf(`${title}\n`, from);
  if (at < 0) return [];
  const lines = listing.slice(at + title.length + 1).split('\n');
  const begin = lines.findIndex((line) => line !== '');
  const end = lines.findIndex((line, i) => i > begin && line.trim() === '');
  return lines.slice(begin, end < 0 ? undefined : end);
}

/** `Name: 3` and `Name=3` of the section on the pipeline. */
function pipelineFacts(listing: string): Record<string, string> {
  const at = listing.indexOf('PSVRuntimeInfo:');
  const text = at < 0 ? '' : listing.slice(at, listing.indexOf('\n\n', at));
  return Object.fromEntries(
    [...text.matchAll(/^ ?([\w[\]]+)(?:: |=)(.*)$/gm)].map(([, name, value]) => [name!, value!.trim()]),
  );
}

/** The compiler's text for the fields of a stage. */
function stageFacts({ info, ...psv }: PipelineStateValidation): Record<string, string> {
  const facts: Record<string, unknown> = {
    MinimumExpectedWaveLaneCount: psv.minimumExpectedWaveLaneCount,
    MaximumExpectedWaveLaneCount: psv.maximumExpectedWaveLaneCount,
    UsesViewID: psv.usesViewId,
    SigInputElements: psv.inputs.length,
    SigOutputElements: psv.outputs.length,
    SigPatchConstOrPrimElements: psv.patchConstantsOrPrimitives.length,
    SigInputVectors: psv.inputVectors,
    EntryFunctionName: psv.entryFunctionName,
    LinAlgRuntimeInfoPresent: false,
  };
  for (const [i, vectors] of psv.outputVectors.entries()) facts[`SigOutputVectors[${i}]`] = vectors;
  switch (info.stage) {
    case 'vertex':
      facts.OutputPositionPresent = Number(info.outputPositionPresent);
      break;
    case 'pixel':
      facts.DepthOutput = Number(info.depthOutput);
      facts.SampleFrequency = Number(info.sampleFrequency);
      break;
    case 'hull':
      facts.InputControlPointCount = info.inputControlPointCount;
      facts.OutputControlPointCount = info.outputControlPointCount;
      facts.Domain = ['', 'isoline', 'tri', 'quad'][info.tessellatorDomain];
      facts.OutputPrimitive = ['', 'point', 'line', 'triangle_cw', 'triangle_ccw'][info.tessellatorOutputPrimitive];
      break;
    case 'domain':
      // The compiler prints no domain here; the source has one.
      expect(info.tessellatorDomain).toBe(2);
      facts.InputControlPointCount = info.inputControlPointCount;
      facts.OutputPositionPresent = Number(info.outputPositionPresent);
      break;
    case 'geometry':
      facts.InputPrimitive = ['', 'point', 'line', 'triangle'][info.inputPrimitive];
      facts.OutputTopology = ['', 'point'][info.outputTopology];
      facts.OutputStreamMask = info.outputStreamMask;
      facts.OutputPositionPresent = Number(info.outputPositionPresent);
      break;
    case 'mesh':
      facts.MeshOutputTopology = ['', 'line', 'triangle'][info.meshOutputTopology!];
      break;
  }
  if (['mesh', 'amplification', 'compute'].includes(info.stage ?? '')) {
    facts.NumThreads = `(${psv.numThreads!.join(',')})`;
    if (psv.groupSharedBytes) facts.NumBytesGroupSharedMemory = psv.groupSharedBytes;
  }
  return Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, String(value)]));
}

const INTERPOLATION_NAMES: Readonly<Record<(typeof DXIL_INTERPOLATIONS)[number], string>> = {
  undefined: '',
  constant: 'nointerpolation',
  linear: 'linear',
  linearCentroid: 'centroid',
  linearNoperspective: 'noperspective',
  linearNoperspectiveCentroid: 'noperspective centroid',
  linearSample: 'sample',
  linearNoperspectiveSample: 'noperspective sample',
};

/** `TEXCOORD 0 linear`, as the listing has it. */
function elementText(element: PsvElement): string {
  const { semanticIndices, semanticKind, interpolationMode, dynamicIndexMask } = element;
  // System values have no name there; their kind says it.
  const kind = DXIL_SEMANTIC_KINDS[semanticKind]!;
  const semanticName = element.semanticName || `SV_${kind[0]!.toUpperCase()}${kind.slice(1)}`;
  const mode = INTERPOLATION_NAMES[DXIL_INTERPOLATIONS[interpolationMode]!];
  const dynamic = [...'xyzw'].filter((_, i) => dynamicIndexMask & (1 << i)).join('');
  return [semanticName, ...semanticIndices.slice(0, 1), mode, dynamic].filter((text) => text !== '').join(' ');
}

/** The lines of a second table of a signature, which has interpolation modes. */
function elementsIn(listing: string, title: string): string[] {
  const pipeline = listing.indexOf('PSVRuntimeInfo');
  return section(listing, title, pipeline)
    .slice(2)
    .map((line) => line.trim().split(/\s+/).join(' '));
}

/** `output 3 depends on inputs: { 0, 4 }` after `title`, as pairs. */
function dependenciesIn(listing: string, title: string): Record<number, number[]> {
  const at = listing.indexOf(`\n${title}:`);
  const found: Record<number, number[]> = {};
  if (at < 0) return found;
  for (const line of listing
    .slice(at + 1)
    .split('\n')
    .slice(1)) {
    const match = /^ *output (\d+) depends on inputs: \{ (.*) \}$/.exec(line);
    if (!match) break;
    found[Number(match[1])] = match[2]!.split(', ').map(Number);
  }
  return found;
}

/** The dependencies of a table with a mask of outputs for each input. */
function dependenciesOf(table: Uint32Array, vectors: number): Record<number, number[]> {
  const words = (vectors + 7) >>> 3;
  const found: Record<number, number[]> = {};
  for (let output = 0; output < 4 * vectors; output++) {
    for (let input = 0; words * input < table.length; input++) {
      if (table[words * input + (output >>> 5)]! & (1 << (output & 31))) {
        found[output] ??= [];
        found[output].push(input);
      }
    }
  }
  return found;
}

const bitsOf = (mask: Uint32Array) =>
  Array.from({ length: 32 * mask.length }, (_, i) => i).filter((i) => mask[i >>> 5]! & (1 << (i & 31)));

function listIn(listing: string, title: string): number[] {
  const match = new RegExp(`^${title}: \\{ (.*) \\}$`, 'm').exec(listing);
  return match?.[1]?.trim() ? match[1].split(', ').map(Number) : [];
}

describe.each(IDS)('%s', (id) => {
  const fixture = fixtureOf(id);
  const { listing, container, diagnostics } = fixture;
  const program = partOf(fixture, 'DXIL', readDxilProgram)!;
  const psv = partOf(fixture, 'PSV0', readPsv0);

  test('is detected by content, and its program has the requested profile', () => {
    const [, profile] = /\.([a-z]+_6_\d)/.exec(id)!;
    expect(detectFormat(fixture.bytes)).toEqual({ format: 'dxil', profile });
    expect(program.profile).toBe(profile);
    const bitcode = container.find(TAG.DXIL)!.data.subarray(program.bitcodeOffset);
    expect(bitcode.byteLength).toBeGreaterThanOrEqual(program.bitcodeSize);
    expect([...bitcode.subarray(0, 4)]).toEqual([0x42, 0x43, 0xc0, 0xde]);
  });

  test('has the hash that the compiler says', () => {
    const hash = partOf(fixture, 'HASH', readHash)!;
    expect(listing).toContain(`shader hash: ${hash.digest}\n`);
  });

  test('has a pipeline state that the compiler prints alike', () => {
    const facts = pipelineFacts(listing);
    expect(psv === undefined).toBe(Object.keys(facts).length === 0);
    if (psv === undefined) return;
    expect(facts).toEqual(stageFacts(psv));
    expect(psv.info.stage).toBe(DXIL_SHADER_KINDS[program.kind]);
  });

  test('has signatures with the interpolation and indices that the compiler prints', () => {
    if (psv === undefined) return;
    const mesh = psv.info.stage === 'mesh';
    // Rows of one element print as one.
    const lines = (elements: readonly PsvElement[]) => elements.map(elementText);
    expect(lines(psv.inputs)).toEqual(elementsIn(listing, 'Input signature:'));
    expect(lines(psv.outputs)).toEqual(elementsIn(listing, mesh ? 'Vertex Output signature:' : 'Output signature:'));
    const others = mesh ? 'Primitive Output signature:' : 'Patch Constant signature:';
    expect(lines(psv.patchConstantsOrPrimitives)).toEqual(elementsIn(listing, others));
  });

  test('has the resources that the compiler lists', () => {
    if (psv === undefined) return;
    const lines = section(listing, 'Resource Bindings:').slice(2);
    const listed = lines.map((line) => {
      const [, register, space, count] = /\b([a-z]+\d+)(?:,space(\d+))? *(\d+|unbounded)$/.exec(line)!;
      return `${register} ${space ?? 0} ${count}`;
    });
    const found = psv.resources.map(({ type, space, lowerBound, upperBound }) => {
      const name = PSV_RESOURCE_TYPES[type]!;
      const prefix = name === 'sampler' ? 's' : name === 'cbv' ? 'cb' : name.startsWith('srv') ? 't' : 'u';
      const count = upperBound === 0xffff_ffff ? 'unbounded' : upperBound - lowerBound + 1;
      return `${prefix}${lowerBound} ${space} ${count}`;
    });
    expect(found).toEqual(listed);
  });

  test('has the dependencies that the compiler prints', () => {
    if (psv === undefined || !listing.includes('ViewId state:')) return;
    const { dependencies, outputVectors, patchConstantOrPrimitiveVectors } = psv;
    const mesh = psv.info.stage === 'mesh';
    const streams = outputVectors.flatMap((vectors, stream) => (vectors > 0 ? [stream] : []));
    for (const stream of streams) {
      const of = streams.length > 1 ? ` for Stream ${stream}` : '';
      const found = dependenciesOf(dependencies.inputToOutput[stream]!, outputVectors[stream]!);
      expect(found).toEqual(dependenciesIn(listing, `Inputs contributing to computation of Outputs${of}`));
      const byView = bitsOf(dependencies.viewIdToOutput[stream]!);
      expect(byView).toEqual(listIn(listing, `Outputs${of} dependent on ViewId`));
    }
    const constants = 'Inputs contributing to computation of PCOutputs';
    expect(dependenciesOf(dependencies.inputToPatchConstant, patchConstantOrPrimitiveVectors)).toEqual(
      dependenciesIn(listing, constants),
    );
    const byView = mesh ? 'Primitive Outputs dependent on ViewId' : 'PCOutputs dependent on ViewId';
    expect(bitsOf(dependencies.viewIdToPatchConstantOrPrimitive)).toEqual(listIn(listing, byView));
    const patch = 'PCInputs contributing to computation of Outputs';
    expect(dependenciesOf(dependencies.patchConstantToOutput, outputVectors[0]!)).toEqual(
      dependenciesIn(listing, patch),
    );
  });

  test('has ISG1, OSG1 and PSG1 with the names that the compiler lists', () => {
    const mesh = listing.includes('Vertex Output signature:');
    const titles = [
      ['ISG1', 'Input signature:'],
      ['OSG1', mesh ? 'Vertex Output signature:' : 'Output signature:'],
      ['PSG1', mesh ? 'Primitive Output signature:' : 'Patch Constant signature:'],
    ] as const;
    for (const [tag, title] of titles) {
      const signature = partOf(fixture, tag, readSignature);
      const found = (signature?.elements ?? []).map((one) => `${one.semanticName} ${one.semanticIndex}`);
      const lines = section(listing, title)
        .slice(2)
        .filter((line) => /^\S+ +\d+ /.test(line));
      const listed = lines.map((line) => /^(?:m\d:)?(\S+) +(\d+)/.exec(line)!.slice(1).join(' '));
      expect(found, tag).toEqual(listed);
    }
  });

  test('is read without a complaint', () => {
    partOf(fixture, 'RDAT', readRdat);
    partOf(fixture, 'VERS', readVers);
    expect(diagnostics.list).toEqual([]);
  });
});

describe('RDAT', () => {
  const rdat = (id: string): RuntimeData => partOf(fixtureOf(id), 'RDAT', readRdat)!;

  test.each(['library.lib_6_3', 'library.lib_6_6.newer'])('%s has the functions of its source', (id) => {
    const { functions, resources } = rdat(id);
    const kinds = functions.map((one) => [one.unmangledName, DXIL_SHADER_KINDS[one.shaderKind]]);
    expect(Object.fromEntries(kinds)).toEqual({
      helper: 'library',
      generate: 'rayGeneration',
      closest: 'closestHit',
      any: 'anyHit',
      miss: 'miss',
      intersect: 'intersection',
      call: 'callable',
      vertex: 'vertex',
    });
    const uses = (name: string) => {
      const { resources: indices } = functions.find((one) => one.unmangledName === name)!;
      return indices.map((index) => resources[index]!.name).sort();
    };
    expect(uses('generate')).toEqual(['Camera', 'picture', 'scene']);
    expect(uses('closest')).toEqual(['normals']);
    expect(uses('miss')).toEqual([]);
    const { dependencies } = functions.find((one) => one.unmangledName === 'helper')!;
    expect(dependencies).toHaveLength(1);
    expect(dependencies[0]).toContain('missing');
    const closest = functions.find((one) => one.unmangledName === 'closest')!;
    expect([closest.payloadSizeInBytes, closest.attributeSizeInBytes]).toEqual([20, 8]);
    const scene = resources.find(({ name }) => name === 'scene')!;
    expect([scene.space, scene.lowerBound, scene.upperBound]).toEqual([1, 0, 0]);
  });

  test.each(['library.lib_6_3', 'library.lib_6_6.newer'])('%s has the subobjects that the compiler prints', (id) => {
    const lines = section(fixtureOf(id).listing, 'Subobjects:').map((line) => line.trim());
    const { subobjects } = rdat(id);
    const names = lines.map((line) => /^(\w+) (\w+) = /.exec(line)!.slice(1));
    const kind = (name: string) => name[0]!.toUpperCase() + name.slice(1);
    expect(subobjects.map((one) => [kind(DXIL_SUBOBJECT_KINDS[one.kind]!), one.name])).toEqual(names);
    const byName = Object.fromEntries(subobjects.map(({ name, kind: _, ...rest }) => [name, rest]));
    expect(lines[0]).toContain(`<${byName.everything!.rootSignature!.byteLength} bytes>`);
    expect(lines[1]).toContain(`<${byName.own!.rootSignature!.byteLength} bytes>`);
    expect(byName.config).toEqual({ flags: 1 });
    expect(byName.sizes).toEqual({ maxPayloadSizeInBytes: 20, maxAttributeSizeInBytes: 8 });
    expect(byName.depth).toEqual({ maxTraceRecursionDepth: 3 });
    expect(byName.opaque1).toEqual({ type: 0, anyHit: '', closestHit: 'closest', intersection: '' });
    expect(byName.procedural).toEqual({ type: 1, anyHit: 'any', closestHit: 'closest', intersection: 'intersect' });
    expect(byName.local1).toEqual({ subobject: 'own', exports: ['closest', 'any'] });
    expect(byName.all).toEqual({ subobject: 'sizes', exports: [] });
  });

  test('nodes of work graphs are those of the source', () => {
    const { functions, nodes, nodeIds, nodePorts, nodeAttributes, portAttributes, unknown } = rdat('nodes.lib_6_8');
    const node = (name: string) => nodes[functions.find((one) => one.unmangledName === name)!.shaderInfo!]!;
    expect(functions.map((one) => DXIL_SHADER_KINDS[one.shaderKind])).toEqual(['node', 'node', 'node']);
    expect(['first', 'second', 'third'].map((name) => node(name).launchType)).toEqual([1, 2, 3]);
    expect(functions.find((one) => one.unmangledName === 'first')!.shaderFlags).toBe(1);
    expect(nodeIds).toContainEqual({ name: 'first', index: 2 });
    expect(node('first').outputs).toHaveLength(2);
    expect(node('second').inputs).toHaveLength(1);
    // The input of `second`: at most 4 records (kind 2) of 4 bytes (kind 4).
    const [input] = node('second').inputs;
    const attributes = nodePorts[input!]!.attributes.map((index) => portAttributes[index]!);
    expect(attributes).toContainEqual({ kind: 2, value: 4 });
    expect(attributes).toContainEqual({ kind: 4, value: 4 });
    // The attributes of `third`: the depth of its recursion (kind 5), the index of its arguments (kind 6).
    const nodeRows = node('third').attributes.map((index) => nodeAttributes[index]!);
    expect(nodeRows).toContainEqual({ kind: 5, value: 3 });
    expect(nodeRows).toContainEqual({ kind: 6, value: 1 });
    expect(unknown).toEqual([]);
  });

  test('VERS names the compiler', () => {
    const version = partOf(fixtureOf('library.lib_6_3'), 'VERS', readVers)!;
    // The provenance says 1.9.0.5517: the count of commits is its last number.
    expect(version.commitCount).toBe(5517);
    expect(version.commit).toMatch(/^[0-9a-f]{8,40}$/);
  });
});

describe('reflection', () => {
  const reflected = (id: string): DxilReflection => {
    const { reflection, diagnostics } = reflect(fixtureOf(id).bytes);
    expect(diagnostics).toEqual([]);
    return reflection as DxilReflection;
  };

  test.each(IDS)('%s: features are those that the compiler notes', (id) => {
    const { listing } = fixtureOf(id);
    const noted = section(listing, 'Note: shader requires additional functionality:').map((line) => line.trim());
    // One line of the note for each feature, in words of its own.
    expect(reflected(id).features).toHaveLength(noted.length);
  });

  test('a pixel shader has its profile, features, resources and root signature', () => {
    const one = reflected('pixel.main.ps_6_0');
    expect([one.profile, one.dxilVersion, one.features]).toEqual(['ps_6_0', '1.0', ['minimumPrecision']]);
    expect(one.outputParameters.map((parameter) => parameter.systemValueType)).toEqual(['target', 'target', 'depth']);
    const images = one.pipelineState!.resources.find(({ space }) => space === 5);
    expect(images).toMatchObject({ type: 'srvTyped', kind: 'texture2D', upperBound: 0xffff_ffff });
    expect(one.rootSignature!.parameters).toHaveLength(4);
    expect(one.parts.map(({ tag }) => tag)).toEqual(['SFI0', 'ISG1', 'OSG1', 'PSV0', 'RTS0', 'STAT', 'HASH', 'DXIL']);
  });

  test('libraries have names instead of numbers', () => {
    const { functions, subobjects } = reflected('library.lib_6_3').library!;
    expect(functions.find(({ unmangledName }) => unmangledName === 'miss')).toMatchObject({
      shaderKind: 'miss',
      shaderStages: ['miss'],
      minShaderModel: '6.3',
      payloadSizeInBytes: 20,
    });
    expect(subobjects.find(({ name }) => name === 'everything')).toMatchObject({
      kind: 'globalRootSignature',
      rootSignatureSize: 116,
    });
  });
});

test('damaged parts are reported, never thrown', { tags: 'slow' }, () => {
  const random = new Random(6);
  const codes = new Set<string>();
  for (const id of IDS) {
    const { bytes } = fixtureOf(id);
    for (let i = 0; i < 60; i++) {
      const damaged = new Uint8Array(bytes);
      for (let k = random.between(1, 4); k > 0; k--)
        damaged[32 + random.below(damaged.length - 32)] = random.below(256);
      const diagnostics = new Diagnostics();
      const container = readContainer(damaged, diagnostics);
      for (const chunk of container?.chunks ?? []) {
        readDxilProgram(container!, chunk, diagnostics);
        readHash(container!, chunk, diagnostics);
        readVers(container!, chunk, diagnostics);
        readPsv0(container!, chunk, diagnostics);
        readRdat(container!, chunk, diagnostics);
      }
      JSON.stringify(reflect(damaged));
      for (const { code, span } of diagnostics.list) {
        codes.add(code);
        expect(span.start).toBeGreaterThanOrEqual(0);
        expect(span.end).toBeLessThanOrEqual(damaged.length);
      }
    }
  }
  for (const code of ['DX1080', 'DX1081', 'DX1082', 'DX1083']) expect(codes).toContain(code);
});
