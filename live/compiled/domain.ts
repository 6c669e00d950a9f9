/**
 * Trials of compiled domain shaders. A vertex shader and a hull shader pass on control points; the hull shader writes
 * the patch constants that the program reads, and integer factors. Points of the tessellator are pixels: instructions
 * at the beginning of the program write a position from u, v and the number of the patch, and the position that the
 * program writes becomes an output as others are.
 */

import { Random } from '../../smith/random.ts';
import type { SignatureElement } from '../../src/chunks/signature.ts';
import { maskText } from '../../src/isa/components.ts';
import { floatOfBits } from '../../src/numerics/conversion.ts';
import { assembled } from '../wine/compute.ts';
import { signature } from '../wine/signatures.ts';
import type { DrawDescription } from './draw.ts';
import { drawTrial } from './draw-trial.ts';
import { edited, freeRegister, linesOf, positionElement, renamed, renamedLine, withTemp } from './edit.ts';
import { outputResult, registerBatches, targetShader } from './outputs.ts';
import { passVertex, sectionElement } from './pass.ts';
import { domainOf, patchDeclarations, patchElements, patchSection, patchVertices } from './patch.ts';
import { type CompiledProgram, elementType } from './program.ts';
import type { CompiledTrial } from './trial.ts';
import { randomTypedWord, randomWords } from './words.ts';

/** Pixels of a patch in each direction: no two points are in the same one. */
const PATCH = 64;
const PATCHES = 2;
const MAX_FACTOR = 6;

/** The trials of a domain shader, each with as many outputs as there are targets. */
export function domainTrials(program: CompiledProgram, seed: number): CompiledTrial[] {
  const batches = registerBatches(program.outputs);
  if (batches.length === 0) return [];
  const withInputs = readingPositions(program);
  return batches.map((batch, i) => trialOf(withInputs, batch, seed, `${program.name}, outputs ${i}`));
}

function trialOf(program: CompiledProgram, registers: readonly number[], seed: number, name: string): CompiledTrial {
  const random = new Random(seed);
  const description: DrawDescription = {
    ...patchVertices(program, PATCHES, (element, count) => randomWords(random, elementType(element), count)),
    width: PATCHES * PATCH,
    height: PATCH,
    targets: registers.map(() => 'uint'),
  };
  return drawTrial({
    name,
    program,
    seed,
    others: {
      vs: passVertex(program.inputs),
      hs: passHull(program, random),
      ps: targetShader(program.outputs, registers),
    },
    description,
    targets: registers.map((register) => outputResult(program.outputs, register)),
  });
}

/** Returns a copy of the program with a position for each point: a pixel that no other point has. */
function readingPositions(program: CompiledProgram): CompiledProgram {
  const output = freeRegister(program.outputs, 'output');
  const { declarations, code } = linesOf(program);
  const { lines, temp } = withTemp(declarations.map(renamedLine));
  const added = ['dcl_input vDomain', 'dcl_input vPrim'];
  const position = [
    `dcl_input vDomain.${domainOf(program).location}`,
    'dcl_input vPrim',
    `dcl_output_siv o${output}.xyzw, position`,
    `mad ${temp}.xy, vDomain.xyxx, l(0.9375, 0.9375, 0.0, 0.0), l(${0.3125 / PATCH}, ${0.3125 / PATCH}, 0.0, 0.0)`,
    `utof ${temp}.z, vPrim`,
    `add ${temp}.x, ${temp}.x, ${temp}.z`,
    `mad o${output}.xy, ${temp}.xyxx, l(${(2 / PATCHES).toFixed(6)}, -2.0, 0.0, 0.0), l(-1.0, 1.0, 0.0, 0.0)`,
    `mov o${output}.zw, l(0.0, 0.0, 0.5, 1.0)`,
  ];
  const others = lines.filter((line) => !added.some((declaration) => line.startsWith(declaration)));
  return edited(program, [...others, ...position, ...code], {
    inputs: program.inputs,
    outputs: [...program.outputs.map(renamed), positionElement(output)],
  });
}

/** A hull shader that passes on control points and writes the patch constants of a program. */
function passHull(program: CompiledProgram, random: Random): Uint8Array {
  const { inputControlPoints } = program.stageDeclarations;
  const { name } = domainOf(program);
  const patch = patchElements(program);
  const points = program.inputs.map(sectionElement);
  return assembled(`${patchSection(patch)}
${signature('Input', points)}
${signature('Output', points)}
hs_5_0
hs_decls
dcl_input_control_point_count ${inputControlPoints}
dcl_output_control_point_count ${inputControlPoints}
dcl_tessellator_domain domain_${name}
dcl_tessellator_partitioning partitioning_integer
dcl_tessellator_output_primitive output_point
dcl_hs_max_tessfactor l(64.0)
dcl_globalFlags refactoringAllowed
hs_fork_phase
dcl_input vPrim
${patchDeclarations(patch, 'dcl_output').join('\n')}
dcl_temps 1
mov r0.x, vPrim
${patch
  .map(({ element, factor }) =>
    factor === undefined
      ? `movc o${element.register}.${maskText(element.mask)}, r0.xxxx, ${randomLiteral(random, element)}, ${randomLiteral(random, element)}`
      : `mov o${element.register}.x, l(${random.between(1, MAX_FACTOR)}.0)`,
  )
  .join('\n')}
ret
`);
}

/** Values of all components. */
function randomLiteral(random: Random, element: SignatureElement): string {
  const type = elementType(element);
  const values = [...'xyzw'].map(() => {
    const word = randomTypedWord(random, type);
    // Floats are integer multiples of 1/64.
    return type === 'float' ? floatOfBits(word).toFixed(6) : String(word);
  });
  return `l(${values.join(', ')})`;
}
