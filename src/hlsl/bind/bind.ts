/**
 * Binds the declarations of a shader to what its program uses of them: registers, resource definitions and signatures
 * in one step.
 *
 * Not for: the rules (registers.ts, signatures.ts, reflection.ts).
 */
import { CompileFlag } from '../../base/d3d/enumerations.ts';
import type { ClassLinkageContent } from '../../chunks/ifce.ts';
import type { Rdef } from '../../chunks/rdef.ts';
import type { SignatureElement } from '../../chunks/signature.ts';
import type { IrStage } from '../../ir/declarations.ts';
import type { IrModule } from '../../ir/module.ts';
import { NO_OP } from '../../ir/op-store.ts';
import { Op } from '../../ir/ops.ts';
import type { Variable } from '../check/typed-tree.ts';
import type { BufferDeclaration, ResourceDeclaration } from '../declarations.ts';
import { componentCount } from '../types/types.ts';
import { type BindingFault, layoutFaults, registerFaults } from './binding-faults.ts';
import { classLinkage } from './class-linkage.ts';
import { resourceDefinitions, signatureElements } from './reflection.ts';
import {
  assignRegisters,
  type BoundDeclaration,
  type BoundRange,
  fileOfType,
  hullBuffers,
  isLateBuffer,
} from './registers.ts';
import { type PackedElement, targetCount, toIrElement } from './signatures.ts';
import type { SignatureDirection } from './system-semantics.ts';
import { type BindingOwner, elementKey, type ProgramUse, programUse, type UseFacts } from './usage.ts';

/** The declarations of a shader, and how it was compiled. */
export interface BindableShader extends UseFacts {
  readonly stage: IrStage;
  /** The function of a library. */
  readonly isLibrary?: boolean;
  readonly version: readonly [major: number, minor: number];
  /** `D3DCOMPILE_*` flags of the caller. */
  readonly flags: number;
  /** The name of the compiler. */
  readonly creator: string;
  /** Buffers in the order of the source, `$Globals` first. */
  readonly buffers: readonly BufferDeclaration[];
  /** Resources in the order of the source. */
  readonly resources: readonly ResourceDeclaration[];
  readonly inputs: readonly PackedElement[];
  readonly outputs: readonly PackedElement[];
  /** Of hull and domain shaders. */
  readonly patchConstants?: readonly PackedElement[] | undefined;
  /** Variables of interfaces, in the order of the source, and which of them are parameters of the entry point. */
  readonly interfaces?: readonly Variable[] | undefined;
  /** Registers that other functions of a library gave to declarations. */
  readonly registers?: ReadonlyMap<BoundDeclaration, number> | undefined;
}

const UNBOUNDED_TABLES = 1 << CompileFlag.enableUnboundedDescriptorTables;

/** Everything that a compiled shader has besides its program. */
export interface BoundShader {
  readonly faults: readonly BindingFault[];
  readonly use: ProgramUse;
  readonly ranges: readonly BoundRange[];
  readonly resources: Rdef;
  readonly inputs: readonly SignatureElement[];
  readonly outputs: readonly SignatureElement[];
  readonly patchConstants: readonly SignatureElement[] | undefined;
  readonly linkage: ClassLinkageContent | undefined;
  /** The program loads from typed views for unordered access that have several components. */
  readonly loadsVectors: boolean;
}

/**
 * Binds a shader.
 *
 * @param module after all passes
 * @param owners the declaration of each of its bindings; undefined for group memory
 */
export function bindShader(
  module: IrModule,
  owners: readonly (BindingOwner | undefined)[],
  shader: BindableShader,
): BoundShader {
  const { stage, version, isLibrary = false } = shader;
  const [major, minor] = version;
  const reflected = isLibrary ? 'lib' : stage;
  const profile = `${reflected}_${major}_${minor}`;
  const use = programUse(module, owners, shader);
  const isHull = stage === 'hs' && minor === 0;
  const buffers = isHull ? hullBuffers(shader.buffers, use.early, profile) : shader.buffers;
  const late = new Set(isHull ? buffers.filter((one) => isLateBuffer(one, use.early, profile)) : []);
  const targets = stage === 'ps' ? targetCount(shader.outputs) : 0;
  const declarations = [...buffers, ...shader.resources];
  const hasUnboundedTables = (shader.flags & UNBOUNDED_TABLES) !== 0;
  const options = { profile, version, targets, registers: shader.registers, hasUnboundedTables };
  const assigned = assignRegisters(declarations, use.elements, options);
  const { ranges } = assigned;
  const { variables: usedVariables, counted } = use;
  const resources = resourceDefinitions({ ...shader, stage: reflected, buffers, ranges, usedVariables, counted, late });
  // Without points of its own, a hull shader gives those that it gets.
  const isPassed = stage === 'hs' && shader.outputs.length === 0;
  const signature = (elements: readonly PackedElement[], direction: SignatureDirection) => {
    const isWritten = direction === 'out' || (direction === 'patch' && stage === 'hs');
    const masks = isWritten ? use.outputs : use.inputs;
    const maskOf = (element: PackedElement) =>
      isPassed && direction !== 'patch'
        ? element.mask
        : (masks.get(elementKey(toIrElement(element, stage, direction))) ?? 0);
    return signatureElements(elements, maskOf, isWritten);
  };
  const faults = [
    ...registerFaults(assigned, options),
    ...buffers.flatMap((one) => (use.elements.has(one) ? layoutFaults(one, version) : [])),
  ];
  return {
    faults,
    use,
    ranges,
    resources,
    inputs: signature(shader.inputs, 'in'),
    outputs: signature(isPassed ? shader.inputs : shader.outputs, 'out'),
    patchConstants: shader.patchConstants && signature(shader.patchConstants, 'patch'),
    linkage: shader.links && classLinkage(shader.links, ranges, version),
    loadsVectors: loadsVectors(module, owners),
  };
}

function loadsVectors({ ops, accesses }: IrModule, owners: readonly (BindingOwner | undefined)[]): boolean {
  for (let op = 0; op < ops.count; op++) {
    const code = ops.code[op]!;
    if (ops.region[op] === NO_OP || (code !== Op['buf.fetch'] && code !== Op['img.load'])) continue;
    const declaration = owners[accesses[ops.extra[op]!]!.binding]?.declaration;
    if (declaration === undefined || 'kind' in declaration || fileOfType(declaration.type) !== 'u') continue;
    const { element } = declaration.type;
    if (element?.kind === 'numeric' && componentCount(element) > 1) return true;
  }
  return false;
}

/**
 * Gives the bindings of a module the registers that {@link bindShader} found. Bindings that nothing uses stay.
 *
 * @returns the range id of each binding, which 5.1 names resources by; -1 for those without a range
 */
export function bindModule(
  module: IrModule,
  owners: readonly (BindingOwner | undefined)[],
  ranges: readonly BoundRange[],
): number[] {
  const byDeclaration = new Map<BoundDeclaration, BoundRange[]>();
  for (const range of ranges) {
    const list = byDeclaration.get(range.declaration) ?? [];
    list.push(range);
    byDeclaration.set(range.declaration, list);
  }
  return owners.map((owner, i) => {
    const list = (owner && byDeclaration.get(owner.declaration)) ?? [];
    const range = list.find(({ element }) => element === undefined || element === owner?.element);
    if (range === undefined) return -1;
    const { register, space, count, element, id } = range;
    // Before 5.0 a range has several elements, each with a binding.
    const offset = element === undefined ? (owner?.element ?? 0) : 0;
    const isElement = owner?.element !== undefined;
    module.bindings[i] = {
      ...module.bindings[i]!,
      register: register + offset,
      space,
      count: isElement ? 1 : count,
    };
    return id;
  });
}
