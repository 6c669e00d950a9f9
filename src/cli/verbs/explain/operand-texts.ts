/** The operands of opcodes as one line: for `dxlens explain` and the opcode pages of the documentation. */
import { sm1Profile } from '../../../base/profile.ts';
import { maskText } from '../../../isa/components.ts';
import type { Sm1OpcodeRow, Sm1OperandRow, Sm1VersionRange } from '../../../isa/sm1/opcodes.ts';
import type { Sm4OpcodeRow, Sm4OperandRow } from '../../../isa/sm4/opcodes.ts';

/** `destination (f32), source (f32)`; defaults are omitted. */
export function sm4OperandsText({ operands, payload = [] }: Sm4OpcodeRow): string {
  return [...operands.map(sm4OperandText), ...payload.map((word) => `[${word}]`)].join(', ');
}

const DEFAULT_ACCESS: ReadonlySet<string> = new Set(['read', 'write', 'name', 'declare']);

function sm4OperandText(operand: Sm4OperandRow): string {
  const { role, type, components, access, precisionOfDestination, usedBits, alternative } = operand;
  const marks = (operand.optional ? '?' : '') + (precisionOfDestination ? '*' : '');
  const isNamed = access === 'name' || access === 'declare';
  const details = [
    ...(isNamed ? [] : [type]),
    ...(components === 'mask' || (isNamed && components !== 'one') ? [] : [components]),
    ...(DEFAULT_ACCESS.has(access) ? [] : [access]),
    ...(usedBits === undefined ? [] : [`low ${usedBits} bits`]),
    ...(alternative === undefined ? [] : [`or ${alternative}`]),
  ];
  return role + marks + (details.length === 0 ? '' : ` (${details.join(' ')})`);
}

/** `destination f32, source f32 .xyz`; defaults are omitted. */
export function sm1OperandsText({ operands, oldOperands = [] }: Sm1OpcodeRow): string {
  return [
    sm1OperandList(operands),
    ...oldOperands.map((old) => `before ${sm1VersionText(old.below)}: ${sm1OperandList(old.operands)}`),
  ].join('; ');
}

function sm1OperandList(operands: readonly Sm1OperandRow[]): string {
  return operands.map(sm1OperandText).join(', ');
}

/** `source f32 .xyz`; defaults are omitted. */
function sm1OperandText({ role, type, components, access, rows }: Sm1OperandRow): string {
  const read = typeof components === 'number' ? `.${maskText(components)}` : components;
  const isDefault = components === 'mask' || components === 'none';
  const defaultAccess = role === 'destination' || role === 'loopCounter' ? 'write' : 'read';
  return [
    role,
    ...(role === type || role === 'label' || role === 'sampler' ? [] : [type]),
    ...(isDefault ? [] : [read]),
    ...(rows === undefined ? [] : [`x ${rows} registers`]),
    ...(access === defaultAccess ? [] : [access === 'readWrite' ? 'read and written' : access]),
  ].join(' ');
}

/** `1_1 to 3_0`; '' for none. */
export function sm1VersionsText(range: Sm1VersionRange | undefined): string {
  if (range === undefined) return '';
  return range.since === range.until
    ? sm1VersionText(range.since)
    : `${sm1VersionText(range.since)} to ${sm1VersionText(range.until)}`;
}

/** `2_x` for the low half of a version token. */
export function sm1VersionText(number: number): string {
  return sm1Profile(number).slice('vs_'.length);
}
