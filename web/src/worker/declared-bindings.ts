/**
 * Bindings of a shader of models 4.0 to 5.1 that has no reflection data, as its program declares them.
 *
 * Not for: shaders with the chunk RDEF, whose bindings have names.
 */
import type { Reflection } from 'dxlens/reflect';
import {
  readSm4,
  readSm4Declarations,
  SM4_RESOURCE_DIMENSIONS,
  SM4_RESOURCE_PREFIXES,
  SM4_RETURN_TYPES,
  type Sm4DeclaredResource,
  sm4RegisterCount,
} from 'dxlens/sm4';
import type { ListedProgram } from './listing.ts';
import type { DeclaredBinding } from './protocol.ts';

/** The bindings that the first program declares; undefined for a shader with reflection data, or without such a program. */
export function declaredBindings(
  reflection: Reflection | undefined,
  programs: readonly ListedProgram[],
): readonly DeclaredBinding[] | undefined {
  // Without the chunk there is no compiler either.
  if (reflection?.format !== 'dxbc' || reflection.creator !== null) return undefined;
  const program = programs.find(({ isa }) => isa === 'sm4');
  if (program === undefined) return undefined;
  return readSm4Declarations(readSm4(program.words)).resources.map(bindingOf);
}

function bindingOf(resource: Sm4DeclaredResource): DeclaredBinding {
  const { type, id, firstRegister, space, layout, size, dimension, returnType, sampleCount } = resource;
  const prefix = SM4_RESOURCE_PREFIXES[type];
  const isTyped = layout === 'typed';
  return {
    // Instructions name constant buffers cb0, everything else as it is bound.
    name: `${prefix}${id}`,
    register: `${type === 'cbv' ? 'b' : prefix}${firstRegister}`,
    space,
    type: typeName(resource),
    size: layout === 'structured' || (layout === 'constants' && size > 0) ? size : undefined,
    dimension: isTyped
      ? `${SM4_RESOURCE_DIMENSIONS[dimension] ?? 'unknown'}${sampleCount > 0 ? `, ${sampleCount} samples` : ''}`
      : '',
    returnType: isTyped ? (SM4_RETURN_TYPES[returnType] ?? 'unknown') : '',
    count: sm4RegisterCount(resource),
  };
}

function typeName({ type, layout, comparison }: Sm4DeclaredResource): string {
  if (type === 'cbv') return 'constant buffer';
  if (type === 'sampler') return comparison ? 'comparison sampler' : 'sampler';
  const view = type === 'srv' ? 'shader resource' : 'unordered access view';
  return layout === 'typed' ? view : `${view}, ${layout}`;
}
