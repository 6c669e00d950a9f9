/**
 * Trials of compiled vertex shaders. Each vertex is a point on a pixel of its own, and a pixel shader puts outputs to
 * targets, bit for bit. So that the position of the point is known, the position that the program writes becomes an
 * output as others are, and an instruction at its beginning passes on a position from the vertex buffer; all else of
 * the program stays.
 */
import { Random } from '../../smith/random.ts';
import { centers, type DrawDescription } from './draw.ts';
import { drawTrial } from './draw-trial.ts';
import { edited, freeRegister, linesOf, positionElement, renamed, renamedLine, vectorElement } from './edit.ts';
import { outputResult, registerBatches, targetShader } from './outputs.ts';
import { type CompiledProgram, elementType, systemValueOf } from './program.ts';
import type { CompiledTrial } from './trial.ts';
import { randomWords } from './words.ts';

const WIDTH = 8;
const HEIGHT = 4;
const CELLS = WIDTH * HEIGHT;
/** The input that has the position. */
const POSITION_NAME = 'PLACE';
/** Inputs that are counted, and not read from buffers. */
const GENERATED: ReadonlySet<string> = new Set(['vertexId', 'instanceId']);

/** The trials of a vertex shader, each with as many outputs as there are targets; none for one that has no outputs. */
export function vertexTrials(program: CompiledProgram, seed: number): CompiledTrial[] {
  const batches = registerBatches(program.outputs);
  if (batches.length === 0) return [];
  const positioned = withPosition(program);
  return batches.map((batch, i) => trialOf(positioned, batch, seed, `${program.name}, outputs ${i}`));
}

function trialOf(program: CompiledProgram, registers: readonly number[], seed: number, name: string): CompiledTrial {
  const random = new Random(seed);
  const description: DrawDescription = {
    topology: 'point-list',
    vertices: CELLS,
    values: program.inputs
      .filter((element) => !GENERATED.has(systemValueOf(element)))
      .map((element) => {
        const { semanticName: semantic, semanticIndex: index } = element;
        const type = elementType(element);
        const words =
          semantic === POSITION_NAME ? centers({ width: WIDTH, height: HEIGHT }) : randomWords(random, type, 4 * CELLS);
        return { semantic, index, type, words };
      }),
    width: WIDTH,
    height: HEIGHT,
    targets: registers.map(() => 'uint'),
  };
  return drawTrial({
    name,
    program,
    seed,
    others: { ps: targetShader(program.outputs, registers) },
    description,
    targets: registers.map((register) => outputResult(program.outputs, register)),
  });
}

/** Returns a copy of the program with a position from an additional input. */
function withPosition(program: CompiledProgram): CompiledProgram {
  const input = freeRegister(program.inputs, 'input');
  const output = freeRegister(program.outputs, 'output');
  const { declarations, code } = linesOf(program);
  const lines = [
    ...declarations.map(renamedLine),
    `dcl_input v${input}.xyzw`,
    `dcl_output_siv o${output}.xyzw, position`,
    `mov o${output}.xyzw, v${input}.xyzw`,
    ...code,
  ];
  return edited(program, lines, {
    inputs: [...program.inputs, { ...vectorElement(POSITION_NAME, input), readWriteMask: 15 }],
    outputs: [...program.outputs.map(renamed), positionElement(output)],
  });
}
