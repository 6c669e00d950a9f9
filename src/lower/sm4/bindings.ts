/**
 * Bindings as declarations of views, samplers and constant buffers make them.
 *
 * Not for: finding them by what operands name (module-declarations.ts).
 */
import { namesByNumber, ResourceDimension, ReturnType } from '../../base/d3d/enumerations.ts';
import type { IrBinding } from '../../ir/index.ts';
import { newBinding } from '../../ir/new-declarations.ts';
import type { Sm4Cursor } from '../../isa/sm4/cursor.ts';
import { type Sm4DeclaredResource, sm4RegisterCount } from '../../isa/sm4/declarations.ts';
import { SM4_OPERAND_TYPES } from '../../isa/sm4/operands.ts';
import { Sm4DeclarationControls, Sm4ReturnTypeToken } from '../../isa/sm4/tokens.ts';

const TYPES = SM4_OPERAND_TYPES;
const DIMENSIONS = /* @__PURE__ */ namesByNumber(ResourceDimension);
const RETURN_TYPES = /* @__PURE__ */ namesByNumber(ReturnType);

const BINDING_KINDS = { cbv: 'constants', sampler: 'sampler', srv: 'view', uav: 'uav' } as const;
const RESOURCE_TYPE_OF: ReadonlyMap<number, keyof typeof BINDING_KINDS> = /* @__PURE__ */ new Map([
  [TYPES.constantBuffer.code, 'cbv'],
  [TYPES.sampler.code, 'sampler'],
  [TYPES.resource.code, 'srv'],
  [TYPES.unorderedAccessView.code, 'uav'],
]);

/** Registers of a binding with all of its type, which class instances index. */
const REGISTERS_OF_TYPE = { cbv: 16, sampler: 16, srv: 128, uav: 64 } as const;

/** The type of the operands that name a resource. */
export function operandTypeOf(type: Sm4DeclaredResource['type']): number {
  for (const [operand, resource] of RESOURCE_TYPE_OF) if (resource === type) return operand;
  return -1;
}

/** The return types of a word, as declarations name them. */
function returnTypesOf(word: number): NonNullable<IrBinding['returnTypes']> {
  const { x, y, z, w } = Sm4ReturnTypeToken;
  return [returnType(x.get(word)), returnType(y.get(word)), returnType(z.get(word)), returnType(w.get(word))];
}

function returnType(number: number): keyof typeof ReturnType {
  return RETURN_TYPES[number] ?? 'none';
}

/** The binding that a declaration makes. The cursor goes to it. */
export function bindingOf(resource: Sm4DeclaredResource, cursor: Sm4Cursor): IrBinding {
  cursor.goto(resource.position);
  const { type, layout } = resource;
  const { firstRegister, space } = resource;
  const binding = newBinding(BINDING_KINDS[type], firstRegister, space, sm4RegisterCount(resource));
  if (layout === 'typed') {
    binding.dimension = DIMENSIONS[resource.dimension] ?? 'unknown';
    binding.returnTypes = returnTypesOf(cursor.word(cursor.payload));
  } else if (layout === 'raw') binding.dimension = 'rawBuffer';
  else if (layout === 'structured') {
    binding.dimension = 'structuredBuffer';
    binding.stride = resource.size;
  }
  if (resource.sampleCount > 0) binding.samples = resource.sampleCount;
  if (type === 'cbv') binding.size = resource.size;
  if (resource.dynamicallyIndexed) binding.isIndexed = true;
  if (resource.comparison) binding.isComparison = true;
  if (type === 'uav') {
    const controls = Sm4DeclarationControls;
    if (controls.globallyCoherent.test(cursor.token)) binding.isCoherent = true;
    if (controls.rasterizerOrdered.test(cursor.token)) binding.isRasterizerOrdered = true;
  }
  if (resource.usesCounter) binding.hasCounter = true;
  if (resource.orderPreservingCounter) binding.isOrdered = true;
  return binding;
}

/** The binding of all registers of a type, for an instruction that says itself what it reads; undefined for an operand of another type. */
export function bindingOfAll(type: number, dimension: number, returnTypes: number): IrBinding | undefined {
  const kind = RESOURCE_TYPE_OF.get(type);
  if (kind === undefined) return undefined;
  const binding = newBinding(BINDING_KINDS[kind], 0, 0, REGISTERS_OF_TYPE[kind]);
  if (kind === 'srv' || kind === 'uav') {
    binding.dimension = DIMENSIONS[dimension] ?? 'unknown';
    binding.returnTypes = returnTypesOf(returnTypes);
  }
  return binding;
}
