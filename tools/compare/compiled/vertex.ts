/**
 * Trials of compiled vertex shaders. Each vertex is a point on a pixel of its own, and a pixel shader puts outputs to targets, bit for bit. So that the
 * place of the point is known, the position that the program writes becomes an output as others are, and an instruction at its beginning
 * hands on a position from the vertex buffer; all else of the program stays.
 */
import { ComponentType } from '../../../src/base/d3d/enumerations.ts';
import { SystemValue } from '../../../src/base/d3d/system-values.ts';
import {
  parseContainer,
  programChunk,
  removeChunks,
  serializeContainer,
  serializeSignature,
  setChunk,
  TAG,
} from '../../../src/container/index.ts';
import type { SignatureElement } from '../../../src/container/signature.ts';
import { disassemble } from '../../../src/text/index.ts';
import { Random } from '../../../test/support/smith/random.ts';
import { boundTrial, resultsOf, writtenBy } from '../gpu/from-bindings.ts';
import { NoTrial } from '../gpu/from-request.ts';
import { assembled } from '../wine/compute.ts';
import { shaderOf } from '../wine/geometry.ts';
import { type SignatureElement as SectionElement, signature } from '../wine/signatures.ts';
import { writtenResults } from './dispatch.ts';
import { centers, type DrawDescription, drawnTargets, gpuDraw } from './draw.ts';
import { type CompiledProgram, compiledProgramOf, componentsOf, elementType, systemValueOf } from './program.ts';
import type { ComparedResult } from './results.ts';
import { boundShader, type CompiledTrial, observedShader, plainShader } from './trial.ts';
import { randomTypedWord } from './words.ts';

const WIDTH = 8;
const HEIGHT = 4;
const CELLS = WIDTH * HEIGHT;
const MAX_REGISTERS = 32;
/** Targets that every interface has. */
const TARGETS = 8;
/** The input that has the position. */
const PLACE = 'PLACE';
/** The name of what was the position or a distance. */
const RENAMED = 'OUTPUT_';
/** Inputs that are counted, and not read from buffers. */
const GENERATED: ReadonlySet<string> = new Set(['vertexId', 'instanceId']);

/** The trials of a vertex shader, each with as many outputs as there are targets; none for one that has no outputs. */
export function vertexTrials(program: CompiledProgram, seed: number): CompiledTrial[] {
  const registers = [...new Set(program.outputs.map(({ register }) => register))].sort((a, b) => a - b);
  if (registers.length === 0) return [];
  const edited = withPlace(program);
  const batches = Array.from({ length: Math.ceil(registers.length / TARGETS) }, (_, i) =>
    registers.slice(TARGETS * i, TARGETS * (i + 1)),
  );
  return batches.map((batch, i) => trialOf(edited, batch, seed, `${program.name}, outputs ${i}`));
}

function trialOf(program: CompiledProgram, registers: readonly number[], seed: number, name: string): CompiledTrial {
  const random = new Random(seed);
  const pixels = pixelShader(program, registers);
  const description: DrawDescription = {
    topology: 'point-list',
    vertices: CELLS,
    values: program.inputs
      .filter((element) => !GENERATED.has(systemValueOf(element)))
      .map((element) => {
        const { semanticName: semantic, semanticIndex: index } = element;
        const type = elementType(element);
        const words =
          semantic === PLACE
            ? centers({ width: WIDTH, height: HEIGHT })
            : Uint32Array.from({ length: 4 * CELLS }, () => randomTypedWord(random, type));
        return { semantic, index, type, words };
      }),
    width: WIDTH,
    height: HEIGHT,
    targets: registers.map(() => 'uint'),
  };
  const written = writtenResults(boundShader(program, seed));
  return {
    name,
    gpu: (options) =>
      boundTrial(
        [boundShader(program, seed), plainShader('ps', pixels)],
        { draw: (stages) => gpuDraw(description, stages), targets: registers.length },
        options,
      ),
    results: [...written, ...registers.map((register) => resultOf(program, register))],
    run(noise) {
      const shader = boundShader(program, seed);
      const vertex = observedShader(program, shader.bindings, noise);
      const drawn = drawnTargets(description, { vertex: vertex.shader, pixel: shaderOf(pixels) });
      vertex.check();
      return [...writtenBy(shader).flatMap(resultsOf), ...drawn];
    },
  };
}

/** The result of an output register: components by the elements that share it. */
function resultOf({ outputs }: CompiledProgram, register: number): ComparedResult {
  const elements = outputs.filter((element) => element.register === register);
  return {
    name: `o${register}`,
    type(word) {
      const bit = 1 << (word & 3);
      // The shader never writes components of this mask.
      const element = elements.find(({ mask, readWriteMask }) => (mask & ~readWriteMask & bit) !== 0);
      if (element === undefined) return 'unwritten';
      return elementType(element) === 'float' ? 'float' : 'integer';
    },
  };
}

/** The same program with a position from an input of its own. */
function withPlace(program: CompiledProgram): CompiledProgram {
  const free = (elements: readonly SignatureElement[], what: string) => {
    const register = Math.max(-1, ...elements.map((element) => element.register)) + 1;
    if (register >= MAX_REGISTERS) throw new NoTrial(`no ${what} register is left for the position`);
    return register;
  };
  const input = free(program.inputs, 'input');
  const output = free(program.outputs, 'output');
  const place = { componentType: ComponentType.float32, mask: 15, readWriteMask: 15, stream: 0, minPrecision: 0 };
  const inputs = [
    ...program.inputs,
    { ...place, semanticName: PLACE, semanticIndex: 0, systemValue: SystemValue.undefined, register: input },
  ];
  const outputs = [
    ...program.outputs.map(renamed),
    {
      ...place,
      readWriteMask: 0,
      semanticName: 'SV_Position',
      semanticIndex: 0,
      systemValue: SystemValue.position,
      register: output,
    },
  ];
  const lines = disassemble(program.bytes, { header: false, exact: true, debug: false }).text.split('\n');
  const last = lines.findLastIndex((line) => line.startsWith('dcl_'));
  const version = lines.findIndex((line) => /^vs_\d_\d/.test(line));
  const text = [
    ...lines.slice(0, version + 1),
    ...lines.slice(version + 1, last + 1).map((line) => line.replace(/^dcl_output_siv (o\S+), .*$/, 'dcl_output $1')),
    `dcl_input v${input}.xyzw`,
    `dcl_output_siv o${output}.xyzw, position`,
    `mov o${output}.xyzw, v${input}.xyzw`,
    ...lines.slice(last + 1),
  ].join('\n');
  const chunk = programChunk(parseContainer(assembled(text)).value!.chunks)!;
  const { chunks } = parseContainer(program.bytes).value!;
  const kept = removeChunks(chunks, 'ISGN', 'ISG1', 'OSGN', 'OSG1', 'OSG5', 'SHDR', 'SHEX');
  const signed = setChunk(
    setChunk(kept, 'ISGN', serializeSignature(inputs, TAG.ISGN)),
    'OSGN',
    serializeSignature(outputs, TAG.OSGN),
  );
  const bytes = serializeContainer(setChunk(signed, chunk.tag, chunk.data));
  return compiledProgramOf(program.name, bytes)!;
}

/** System values become outputs as others are. */
function renamed(element: SignatureElement): SignatureElement {
  if (systemValueOf(element) === 'undefined') return element;
  const name = element.semanticName.replace(/^SV_/i, RENAMED);
  return { ...element, semanticName: name, systemValue: SystemValue.undefined };
}

/** Puts registers to targets. All outputs are in its signature, because neighbors are linked by registers, too. */
function pixelShader({ outputs }: CompiledProgram, registers: readonly number[]): Uint8Array {
  const inputs = outputs.map(
    (element): SectionElement => ({
      name: element.semanticName,
      index: element.semanticIndex,
      mask: componentsOf(element.mask),
      register: element.register,
      systemValue: systemValueOf(element) === 'position' ? 'POS' : 'NONE',
      format: elementType(element),
    }),
  );
  const targets = registers.map(
    (_, i): SectionElement => ({ name: 'SV_Target', index: i, register: i, systemValue: 'TARGET', format: 'uint' }),
  );
  const masks = registers.map((register) =>
    componentsOf(outputs.reduce((all, one) => (one.register === register ? all | one.mask : all), 0)),
  );
  const swizzles = masks.map((mask) =>
    [...'xyzw'].map((component) => (mask.includes(component) ? component : mask[0])).join(''),
  );
  return assembled(`${signature('Input', inputs)}
${signature('Output', targets)}
ps_5_0
dcl_globalFlags refactoringAllowed
${registers.map((register, i) => `dcl_input_ps constant v${register}.${masks[i]}`).join('\n')}
${registers.map((_, i) => `dcl_output o${i}.xyzw`).join('\n')}
${registers.map((register, i) => `mov o${i}.xyzw, l(0, 0, 0, 0)\nmov o${i}.${masks[i]}, v${register}.${swizzles[i]}`).join('\n')}
ret
`);
}
