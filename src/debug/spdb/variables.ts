/**
 * Variables of a program database as data of the common model.
 *
 * Not for: functions (functions.ts).
 */
import { COMPONENTS } from '../../isa/components.ts';
import type { DebugRange, DebugValue, DebugVariable } from '../model.ts';
import { LOCAL_FLAG } from './codeview.ts';
import { partName } from './component-name.ts';
import type { PdbFunctions } from './functions.ts';
import { spdbRegister } from './registers.ts';
import { type Spdb, sectionAddress } from './spdb.ts';
import type { PdbGlobal, PdbLocation } from './symbols.ts';

/** A slot of {@link PdbGlobal} that is not used. */
const NO_SLOT = 0xffff;

/** The variables of functions, in their order, then global ones. */
export function pdbVariables(spdb: Spdb, functions: PdbFunctions): DebugVariable[] {
  const address = sectionAddress(spdb, 1) ?? 0;
  const variables: DebugVariable[] = [];
  for (const [scope, index] of functions.scopes) {
    for (const { name, type, flags, locations } of scope.locals) {
      variables.push({
        name,
        type: spdb.types.name(type),
        location: null,
        function: index,
        parameter: (flags & LOCAL_FLAG.parameter) !== 0,
        values: locations.flatMap((location) => valuesOf(spdb, type, location, address)),
      });
    }
  }
  for (const { symbols } of spdb.modules) for (const global of symbols.globals) variables.push(globalOf(spdb, global));
  return variables;
}

/** Nothing for a register that listings do not know. */
function valuesOf(spdb: Spdb, type: number, location: PdbLocation, address: number): DebugValue[] {
  const register = spdbRegister(location);
  if (typeof register === 'string') return [];
  return [
    {
      part: location.partial ? partName(spdb.types, type, location.offset) : '',
      register: register.name,
      component: register.component === '' ? null : register.component.slice(1),
      ranges: rangesOf(location, address),
    },
  ];
}

/** The parts of a range that are not in one of its gaps. */
function rangesOf({ start, length, gaps }: PdbLocation, address: number): DebugRange[] {
  const ranges: DebugRange[] = [];
  let from = start + address;
  const end = from + length;
  for (const gap of gaps) {
    const gapStart = start + address + gap.start;
    if (gapStart > from) ranges.push({ start: from, end: Math.min(gapStart, end) });
    from = Math.max(from, gapStart + gap.length);
  }
  if (from < end) ranges.push({ start: from, end });
  return ranges;
}

/** A global variable is at its binding throughout the program. */
function globalOf(spdb: Spdb, { name, type, ...slots }: PdbGlobal): DebugVariable {
  const { dataSlot, dataOffset, textureSlot, samplerSlot, uavSlot } = slots;
  const values: DebugValue[] = [];
  const add = (register: string, component: string | null) =>
    values.push({ part: '', register, component, ranges: [{ start: 0, end: null }] });
  if (dataSlot !== NO_SLOT) add(`cb${dataSlot}[${dataOffset >>> 4}]`, COMPONENTS[(dataOffset >>> 2) & 3]!);
  if (textureSlot !== NO_SLOT) add(`t${textureSlot}`, null);
  if (samplerSlot !== NO_SLOT) add(`s${samplerSlot}`, null);
  if (uavSlot !== NO_SLOT) add(`u${uavSlot}`, null);
  return { name, type: spdb.types.name(type), location: null, function: null, parameter: false, values };
}
