/** Reads the header sections on feature level 9: the sources of constants and samplers. */

import {
  CLIP_PLANES,
  type ConstantMapping,
  type Level9Content,
  type RuntimeMapping,
  type SamplerMapping,
  type ScalarMapping,
} from '../../../chunks/aon9.ts';
import { CONVERSIONS, RUNTIME_KINDS, UNKNOWN_CONVERSION, UNKNOWN_RUNTIME_KIND } from '../../../text/dxbc/sections.ts';
import { DX3205 } from '../../messages.ts';
import type { Line, LineReports, Section } from './lines.ts';
import { contentOf, inverted, isEmpty, Row, readRows, sectionName } from './rows.ts';

const MAX_U16 = 0xffff;
/** The maximum number of rows of all tables of a program: offsets have 16 bits, and the largest row has 12 bytes. */
const MAX_ROWS = 5000;
/** By their spellings; all unknown bytes have the same one. */
const CONVERSION_BYTES = inverted([...CONVERSIONS, UNKNOWN_CONVERSION]);
const KINDS = [...RUNTIME_KINDS, UNKNOWN_RUNTIME_KIND];

export interface Mappings extends Pick<Level9Content, 'constants' | 'integers' | 'bools' | 'samplers' | 'runtime'> {}

/** The tables before one program of feature level 9. */
export function readMappings(sections: readonly Section[], reports: LineReports): Mappings {
  const constants: ConstantMapping[] = [];
  const integers: ScalarMapping[] = [];
  const bools: ScalarMapping[] = [];
  let samplers: SamplerMapping[] = [];
  let runtime: RuntimeMapping[] = [];
  for (const section of sections) {
    if (section.kind === 'constantMappings') readConstants(section, { constants, integers, bools }, reports);
    else if (section.kind === 'runtimeMappings') runtime = runtime.concat(readRows(section, reports, readRuntime));
    else if (section.kind === 'samplerMappings') samplers = samplers.concat(readRows(section, reports, readSampler));
  }
  const number = constants.length + integers.length + bools.length + samplers.length + runtime.length;
  if (number > MAX_ROWS) {
    const { title } = sections[0]!;
    reports.report(DX3205, title, { section: sectionName(sections[0]!), number, limit: MAX_ROWS });
  }
  return { constants, integers, bools, samplers, runtime };
}

/** Up to three tables of their own: bools, integers, floats. */
function readConstants(
  section: Section,
  to: { constants: ConstantMapping[]; integers: ScalarMapping[]; bools: ScalarMapping[] },
  reports: LineReports,
): void {
  const name = sectionName(section);
  let floats: boolean | undefined;
  for (const line of section.lines) {
    const content = contentOf(line);
    if (isEmpty(line)) floats = undefined;
    else if (content.startsWith('Target Reg')) floats = content.includes('Conversion');
    else if (!content.startsWith('---')) readConstant(line, floats, name, to, reports);
  }
}

function readConstant(
  line: Line,
  floats: boolean | undefined,
  name: string,
  to: { constants: ConstantMapping[]; integers: ScalarMapping[]; bools: ScalarMapping[] },
  reports: LineReports,
): void {
  const conversion = /\( *(\w+), *(\w+), *(\w+), *(\w+)\)\s*$/.exec(line.text);
  if (floats ?? conversion !== null) {
    const bytes = conversion?.slice(1).map((text) => CONVERSION_BYTES.get(text) ?? -1);
    const cut = conversion === null ? line : { ...line, text: line.text.slice(0, conversion.index) };
    const row = new Row(cut, name, reports);
    if (bytes === undefined || bytes.includes(-1))
      row.expected('a conversion such as ( FLT, FLT, FLT, FLT)', undefined, 0);
    const count = row.number('a number of registers', MAX_U16);
    const sourceRegister = row.number('the first register of the buffer', MAX_U16);
    const buffer = row.register('cb') ?? row.expected('a buffer such as cb0', row.peek(), 0);
    const clip = row.register('clip');
    const register = clip === undefined ? row.register('c') : clip + CLIP_PLANES;
    const targetRegister = register ?? row.expected('a register such as c0', row.peek(), 0);
    if (!row.ok) return;
    const conversions = bytes!.reduce((word, byte, i) => (word | (byte << (8 * i))) >>> 0, 0);
    to.constants.push({
      buffer: buffer & MAX_U16,
      sourceRegister,
      count,
      targetRegister: targetRegister & MAX_U16,
      conversions,
    });
    return;
  }
  const row = new Row(line, name, reports);
  const component = row.number('a component', MAX_U16);
  const sourceRegister = row.number('a register of the buffer', MAX_U16);
  const buffer = row.register('cb') ?? row.expected('a buffer such as cb0', row.peek(), 0);
  const bool = row.register('b');
  const targetRegister = bool ?? row.register('i') ?? row.expected('a register such as b0 or i0', row.peek(), 0);
  if (!row.ok) return;
  const mapping = { buffer: buffer & MAX_U16, sourceRegister, component, targetRegister: targetRegister & MAX_U16 };
  (bool === undefined ? to.integers : to.bools).push(mapping);
}

function readRuntime(row: Row): RuntimeMapping {
  const content = contentOf(row.line);
  const kind = KINDS.findIndex((text) => content.endsWith(text));
  if (kind < 0) row.expected('what the runtime fills in, such as Instance ID', undefined, 0);
  for (let left = KINDS[kind]?.split(' ').length ?? 0; left > 0; left--) row.take();
  return {
    kind,
    targetRegister: (row.register('c') ?? row.expected('a register such as c0', row.peek(), 0)) & MAX_U16,
  };
}

function readSampler(row: Row): SamplerMapping {
  const of = (prefix: string) =>
    (row.register(prefix) ?? row.expected(`a register such as ${prefix}0`, row.peek(), 0)) & 0xff;
  const sourceResource = of('t');
  const sourceSampler = of('s');
  return { sourceResource, sourceSampler, targetSampler: of('s') };
}
