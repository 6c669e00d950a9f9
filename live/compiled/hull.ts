/**
 * Trials of compiled hull shaders. A vertex shader passes on the control points that they read. A domain shader takes
 * what they write to points, which are the only primitives of the tessellator here. Factors may be anything, but two
 * corners are points of every patch that is drawn: each has a pixel and some of the registers, and all other points are
 * outside. A patch without points has nothing in its pixels.
 */

import { Random } from '../../smith/random.ts';
import { ComponentType } from '../../src/base/d3d/enumerations.ts';
import type { SignatureElement } from '../../src/chunks/signature.ts';
import { maskText } from '../../src/isa/components.ts';
import { assembled } from '../wine/compute.ts';
import { signature } from '../wine/signatures.ts';
import type { DrawDescription } from './draw.ts';
import { drawTrial } from './draw-trial.ts';
import { allLinesOf, edited, positionElement, vectorElement } from './edit.ts';
import { maskOf, outputType, registersOf, swizzleOf, TARGETS, targetShader } from './outputs.ts';
import { passVertex, sectionElement } from './pass.ts';
import { domainOf, patchDeclarations, patchElements, patchSection, patchVertices } from './patch.ts';
import { type CompiledProgram, elementType } from './program.ts';
import type { ComparedResult } from './results.ts';
import type { CompiledTrial } from './trial.ts';
import { randomWords } from './words.ts';

const PATCHES = 4;
/** Corners that have a pixel: u is 0 or 1, v is 0. */
const CORNERS = 2;
const WIDTH = CORNERS * PATCHES;
const VALUES: readonly SignatureElement[] = Array.from({ length: TARGETS }, (_, register) => ({
  ...vectorElement('VALUE', register),
  semanticIndex: register,
  componentType: ComponentType.uint32,
}));
const OUTPUTS = [...VALUES, positionElement(TARGETS)];

/** A register that a hull shader writes, as a domain shader reads it. */
interface Written {
  readonly name: string;
  readonly elements: readonly SignatureElement[];
  readonly register: number;
}

/** The trials of a hull shader, each with as many registers as there are targets at two corners. */
export function hullTrials(program: CompiledProgram, seed: number): CompiledTrial[] {
  const lines = allLinesOf(program).map((line) =>
    line.replace(/^(dcl_tessellator_output_primitive) .*$/, '$1 output_point'),
  );
  const pointed = edited(program, lines, program);
  const written = writtenBy(program);
  const count = CORNERS * TARGETS;
  return Array.from({ length: Math.ceil(written.length / count) }, (_, i) =>
    trialOf(pointed, written.slice(count * i, count * (i + 1)), seed, `${program.name}, registers ${i}`),
  );
}

function writtenBy({ outputs, patchConstants, stageDeclarations }: CompiledProgram): Written[] {
  const points = Array.from({ length: stageDeclarations.outputControlPoints }, (_, point) =>
    registersOf(outputs).map((register) => ({ name: `vicp[${point}][${register}]`, elements: outputs, register })),
  );
  const patch = registersOf(patchConstants).map((register) => ({
    name: `vpc${register}`,
    elements: patchConstants,
    register,
  }));
  return [...points.flat(), ...patch];
}

function trialOf(program: CompiledProgram, written: readonly Written[], seed: number, name: string): CompiledTrial {
  const random = new Random(seed);
  const description: DrawDescription = {
    // Without signs, so that more factors are positive: others draw nothing.
    ...patchVertices(program, PATCHES, (element, count) =>
      randomWords(random, elementType(element), count).map((word) => word & 0x7fff_ffff),
    ),
    width: WIDTH,
    height: 1,
    targets: VALUES.map(() => 'uint'),
  };
  return drawTrial({
    name,
    program,
    seed,
    others: {
      vs: passVertex(program.inputs),
      ds: cornerShader(program, written),
      ps: targetShader(
        OUTPUTS,
        VALUES.map(({ register }) => register),
      ),
    },
    description,
    targets: VALUES.map((_, target) => resultOf(written.slice(CORNERS * target, CORNERS * (target + 1)))),
  });
}

/** The result of a target: each corner of a patch has a register. */
function resultOf(corners: readonly Written[]): ComparedResult {
  return {
    name: corners.map(({ name }) => name).join(' and '),
    type(word) {
      const of = corners[(word >> 2) % CORNERS];
      return of === undefined ? 'unwritten' : outputType(of.elements, of.register, word & 3);
    },
  };
}

/**
 * A domain shader that passes on registers at corners: of each target the first one at u = 0 and the second one at u =
 * 1.
 */
function cornerShader(program: CompiledProgram, written: readonly Written[]): Uint8Array {
  const { name: domain, location } = domainOf(program);
  const { outputControlPoints } = program.stageDeclarations;
  const patch = patchElements(program);
  const points = registersOf(program.outputs).map(
    (register) => `dcl_input vicp[${outputControlPoints}][${register}].${maskText(maskOf(program.outputs, register))}`,
  );
  return assembled(`${signature('Input', program.outputs.map(sectionElement))}
${patchSection(patch)}
${signature('Output', OUTPUTS.map(sectionElement))}
ds_5_0
dcl_input_control_point_count ${outputControlPoints}
dcl_tessellator_domain domain_${domain}
dcl_globalFlags refactoringAllowed
${[...patchDeclarations(patch, 'dcl_input'), `dcl_input vDomain.${location}`, 'dcl_input vPrim', ...points].join('\n')}
${VALUES.map(({ register }) => `dcl_output o${register}.xyzw`).join('\n')}
dcl_output_siv o${TARGETS}.xyzw, position
dcl_temps 3
eq r0.xyz, vDomain.xxyx, l(0.0, 1.0, 0.0, 0.0)
and r0.xy, r0.xyxx, r0.zzzz
or r0.x, r0.x, r0.y
utof r1.x, vPrim
mad r1.x, r1.x, l(${(2 * CORNERS) / WIDTH}), l(${1 / WIDTH - 1})
add r1.y, r1.x, l(${2 / WIDTH})
movc r1.x, r0.y, r1.y, r1.x
movc o${TARGETS}.x, r0.x, r1.x, l(5.0)
mov o${TARGETS}.yzw, l(0.0, 0.0, 0.5, 1.0)
${VALUES.flatMap((_, target) => {
  const [first, second] = [0, 1].map((corner) => copy(`r${1 + corner}`, written[CORNERS * target + corner]));
  return [...first!, ...second!, `movc o${target}.xyzw, r0.yyyy, r2.xyzw, r1.xyzw`];
}).join('\n')}
ret
`);
}

/** Lines that copy a register to a temporary one. */
function copy(to: string, from: Written | undefined): string[] {
  const zero = `mov ${to}.xyzw, l(0, 0, 0, 0)`;
  if (from === undefined) return [zero];
  const mask = maskText(maskOf(from.elements, from.register));
  return [zero, `mov ${to}.${mask}, ${from.name}.${swizzleOf(mask)}`];
}
