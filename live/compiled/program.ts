/**
 * Compiled shaders of models 4.0 to 5.1, opened for trials: the program, its signatures, and what reflection says of
 * its buffers.
 */
import { ComponentType, namesByNumber, ReturnType, recordByNumber } from '../../src/base/d3d/enumerations.ts';
import { SystemValue, type SystemValueName } from '../../src/base/d3d/system-values.ts';
import { NO_REGISTER, type SignatureElement } from '../../src/chunks/signature.ts';
import { openShaderFile } from '../../src/file/shader-file.ts';
import {
  readSm4StageDeclarations,
  type Sm4Declarations,
  type Sm4StageDeclarations,
} from '../../src/isa/sm4/declarations.ts';
import { SM4_OPERAND_TYPES } from '../../src/isa/sm4/operands.ts';
import { readSm4 } from '../../src/isa/sm4/program.ts';
import { readShaderInterface, type ShaderInterface } from '../../src/reflect/shader-interface.ts';
import type { Bindings } from '../../src/vm/bindings.ts';
import { type Sm4DrawShader, sm4DrawShader } from '../../src/vm/draw/draw-call.ts';
import type { QuadObserver } from '../../src/vm/quad-flow.ts';
import type { Sm4Step } from '../../src/vm/sm4/executable.ts';
import type { Stage } from '../../tools/executor/d3d11-commands.ts';

export interface CompiledProgram {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly stage: Stage;
  readonly declarations: Sm4Declarations;
  /** Elements with a register. */
  readonly inputs: readonly SignatureElement[];
  readonly outputs: readonly SignatureElement[];
  readonly patchConstants: readonly SignatureElement[];
  readonly stageDeclarations: Sm4StageDeclarations;
  /** Whether inputs are evaluated away from the center of the pixel by instructions. */
  readonly evaluatesInputs: boolean;
  /** Whether it reads views that it may write, or changes words there. */
  readonly readsWrittenMemory: boolean;
  /** The numbers of the views whose texels are compared. */
  readonly compared: ReadonlySet<number>;
  /** The numbers of the samplers that integers are read with: some interfaces do not filter these. */
  readonly unfiltered: ReadonlySet<number>;
  /** Undefined where the file has no reflection. */
  readonly reflection: ShaderInterface | undefined;
  /** The program for the interpreter. @param observer sees its quads */
  readonly shader: (bindings: Bindings, observer?: QuadObserver<Sm4Step>) => Sm4DrawShader;
}

const STAGES: ReadonlySet<string> = new Set(['vs', 'hs', 'ds', 'gs', 'ps', 'cs'] satisfies Stage[]);

/** Opens a container; undefined for what is no program of these models, and for libraries. */
export function compiledProgramOf(name: string, bytes: Uint8Array): CompiledProgram | undefined {
  const { programs, container } = openShaderFile(bytes);
  const [first] = programs;
  if (first?.isa !== 'sm4' || container === undefined) return undefined;
  const program = readSm4(first.words);
  const { stage } = program;
  if (stage === undefined || !STAGES.has(stage)) return undefined;
  const opened = sm4DrawShader(program, container);
  const { steps, declarations } = opened.executable;
  const withRegister = (elements: readonly SignatureElement[] | undefined) =>
    (elements ?? []).filter(({ register }) => register !== NO_REGISTER);
  return {
    name,
    bytes,
    stage: stage as Stage,
    declarations,
    inputs: withRegister(opened.inputs),
    outputs: withRegister(opened.outputs),
    patchConstants: withRegister(opened.patchConstants),
    stageDeclarations: readSm4StageDeclarations(program),
    evaluatesInputs: steps.some(({ mnemonic }) => mnemonic.startsWith('eval_')),
    readsWrittenMemory: steps.some(({ mnemonic, named }) =>
      named.some(({ type }) => type === SM4_OPERAND_TYPES.unorderedAccessView.code && !mnemonic.startsWith('store_')),
    ),
    compared: new Set(steps.flatMap(({ mnemonic, named }) => (COMPARISON.test(mnemonic) ? named[0]!.id : []))),
    unfiltered: new Set(
      steps.flatMap(({ named: [view, sampler] }) =>
        sampler?.type === SM4_OPERAND_TYPES.sampler.code && isInteger(declarations, view!.id) ? sampler.id : [],
      ),
    ),
    reflection: readShaderInterface(container, stage),
    shader: (bindings, observer) => ({ ...opened, bindings, executable: { ...opened.executable, observer } }),
  };
}

/** `sample_c`, `gather4_po_c_s` and so on. */
const COMPARISON = /_c(_|$)/;

function isInteger({ resources }: Sm4Declarations, id: number): boolean {
  const found = resources.find((one) => one.type === 'srv' && one.id === id);
  return found?.returnType === ReturnType.sint || found?.returnType === ReturnType.uint;
}

const SYSTEM_VALUE_NAMES = recordByNumber(SystemValue);

/** The system value of an element: `undefined` for none. */
export function systemValueOf({ systemValue }: SignatureElement): SystemValueName {
  return (SYSTEM_VALUE_NAMES[systemValue] ?? 'undefined') as SystemValueName;
}

/** The types that elements have, as sections of listings write them. */
export type ElementType = 'float' | 'uint' | 'int';
const ELEMENT_TYPES: Readonly<Partial<Record<keyof typeof ComponentType, ElementType>>> = {
  uint32: 'uint',
  sint32: 'int',
  float32: 'float',
};
const COMPONENT_TYPES = namesByNumber(ComponentType);

export function elementType({ componentType }: SignatureElement): ElementType {
  return ELEMENT_TYPES[COMPONENT_TYPES[componentType] ?? 'float32'] ?? 'float';
}
