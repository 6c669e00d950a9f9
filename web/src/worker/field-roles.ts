/**
 * The role of a bit-field by its name and the kind of its token: the roles are the colors of the page.
 *
 * Not for: what fields mean (the tables of the library).
 */
import type { FieldRole } from './protocol.ts';

/** Fields with the same role in every token. */
const BY_NAME: Readonly<Record<string, FieldRole>> = {
  opcode: 'opcode',
  'opcode class': 'opcode',
  reserved: 'reserved',
  'parameter mark': 'reserved',
  'instruction mark': 'reserved',
  mask: 'destination',
  'write mask': 'destination',
  'result modifiers': 'destination',
  'result shift': 'destination',
  saturate: 'destination',
  precise: 'destination',
  swizzle: 'source',
  component: 'source',
  modifier: 'source',
  'source modifier': 'source',
  type: 'resource',
  'register type, bits 4:3': 'resource',
  'register type, bits 2:0': 'resource',
  'register number': 'resource',
  register: 'resource',
  index: 'resource',
  id: 'resource',
  number: 'resource',
  space: 'resource',
  'first register': 'resource',
  'last register': 'resource',
  value: 'immediate',
  x: 'immediate',
  y: 'immediate',
  z: 'immediate',
  w: 'immediate',
};

/** Kinds of tokens whose only field is data. */
const DATA = /text|comment|payload|data|trailing|surplus/i;

/**
 * Returns the role of a field.
 *
 * @param kind the kind of the token; empty for a record of a chunk
 */
export function fieldRole(name: string, kind: string): FieldRole {
  const role = BY_NAME[name];
  if (role !== undefined) return role;
  return DATA.test(kind) ? 'text' : 'control';
}
