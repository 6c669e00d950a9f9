/** The facts of a stage and of its program, as modules have them. */
import {
  namesByNumber,
  TessellatorDomain,
  TessellatorOutputPrimitive,
  TessellatorPartitioning,
} from '../../base/d3d/enumerations.ts';
import type { Writable } from '../../base/writable.ts';
import type { IrFacts } from '../../ir/index.ts';
import type { Sm4Declarations } from '../../isa/sm4/declarations.ts';
import { SM4_INPUT_PRIMITIVES, SM4_OUTPUT_TOPOLOGIES } from '../../isa/sm4/names.ts';
import { type Sm4Program, sm4ProfileOf } from '../../isa/sm4/program.ts';
import { readSm4StageDeclarations, type Sm4StageDeclarations } from '../../isa/sm4/stage-declarations.ts';
import { Sm4GlobalFlags } from '../../isa/sm4/tokens.ts';

const DOMAINS = /* @__PURE__ */ namesByNumber(TessellatorDomain);
const PARTITIONINGS = /* @__PURE__ */ namesByNumber(TessellatorPartitioning);
const OUTPUT_PRIMITIVES = /* @__PURE__ */ namesByNumber(TessellatorOutputPrimitive);

/** Returns the facts of a program. */
export function stageFacts(
  program: Sm4Program,
  { globalFlags, threadGroupSize, interfaces }: Sm4Declarations,
): IrFacts {
  const { stage } = program;
  const facts: Writable<IrFacts> = { version: [program.major, program.minor], profile: sm4ProfileOf(program) };
  // Assigned: spreading each of them takes longer (measured).
  if (Sm4GlobalFlags.refactoringAllowed.test(globalFlags)) facts.allowsRefactoring = true;
  if (Sm4GlobalFlags.forceEarlyDepthStencil.test(globalFlags)) facts.forcesEarlyDepth = true;
  if (threadGroupSize !== undefined) facts.threadGroupSize = threadGroupSize;
  if (stage === 'gs' || stage === 'hs' || stage === 'ds')
    Object.assign(facts, primitiveFacts(stage, readSm4StageDeclarations(program)));
  if (interfaces.size > 0) facts.pointerArrays = pointerArrays(interfaces);
  facts.tokens = program.words.length;
  return facts;
}

function pointerArrays(interfaces: Sm4Declarations['interfaces']): NonNullable<IrFacts['pointerArrays']> {
  return [...interfaces].flatMap(([first, { count, dynamicallyIndexed }]) =>
    dynamicallyIndexed ? [[first, count] as const] : [],
  );
}

function primitiveFacts(stage: 'gs' | 'hs' | 'ds', facts: Sm4StageDeclarations): Partial<IrFacts> {
  if (stage === 'gs')
    return {
      inputPrimitive: SM4_INPUT_PRIMITIVES[facts.inputPrimitive] ?? String(facts.inputPrimitive),
      outputTopologies: facts.outputTopologies.map((number) => SM4_OUTPUT_TOPOLOGIES[number] ?? String(number)),
      maxVertices: facts.maxVertices,
      instances: facts.instances,
    };
  const domain = DOMAINS[facts.domain] ?? 'undefined';
  if (stage === 'ds') return { inputPoints: facts.inputControlPoints, domain };
  return {
    inputPoints: facts.inputControlPoints,
    outputPoints: facts.outputControlPoints,
    domain,
    partitioning: PARTITIONINGS[facts.partitioning] ?? 'undefined',
    outputPrimitive: OUTPUT_PRIMITIVES[facts.tessellatorOutput] ?? 'undefined',
    // A limit that is no number limits nothing; damaged programs have such ones.
    ...(Number.isFinite(facts.maxTessFactor) && { maxTessFactor: facts.maxTessFactor }),
  };
}
