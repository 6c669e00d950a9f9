/**
 * The sections on feature level 9: where the constants and samplers of the shader model 2 program come from, and its
 * listing. Every spelling here: oracle.
 */
import { CLIP_PLANES, type Level9Program, type ScalarMapping } from '../../chunks/aon9.ts';
import { left, right } from './columns.ts';

/** The component of the constant buffer, by its byte. */
export const CONVERSIONS = [' FLT', 'BOOL', ' INT', 'UINT'];
export const UNKNOWN_CONVERSION = 'UNKN';

/** The values that the runtime writes into a constant. */
export const RUNTIME_KINDS = ['Vertex Shader position offset', 'Instance ID'];
export const UNKNOWN_RUNTIME_KIND = 'Unknown Value';

/** The tables; empty when there is nothing to map. Every table ends with an empty line. */
export function printMappings(program: Level9Program): string {
  const sections: string[] = [];
  const constants = printConstants(program);
  if (constants !== '') {
    sections.push(`// Constant buffer to DX9 shader constant mappings:\n//\n${constants}`);
  }
  if (program.runtime.length > 0) sections.push(printRuntime(program));
  if (program.samplers.length > 0) sections.push(printSamplers(program));
  return sections.length === 0 ? '' : `//\n${sections.join('//\n//\n')}//\n`;
}

function printConstants(program: Level9Program): string {
  const tables: string[] = [];
  if (program.bools.length > 0) tables.push(printScalars(program.bools, 'b'));
  if (program.integers.length > 0) tables.push(printScalars(program.integers, 'i'));
  if (program.constants.length > 0) tables.push(printFloats(program));
  return tables.join('//\n');
}

function printScalars(mappings: readonly ScalarMapping[], register: string): string {
  let text = `// Target Reg Buffer  Source Reg Component
// ---------- ------- ---------- ---------
`;
  for (const mapping of mappings) {
    const target = left(register + mapping.targetRegister, 10);
    const source = right(mapping.sourceRegister, 10);
    text += `// ${target} ${left(`cb${mapping.buffer}`, 7)} ${source} ${right(mapping.component, 9)}\n`;
  }
  return text;
}

function printFloats(program: Level9Program): string {
  let text = `// Target Reg Buffer  Start Reg # of Regs        Data Conversion
// ---------- ------- --------- --------- ----------------------
`;
  for (const mapping of program.constants) {
    const { targetRegister, conversions } = mapping;
    const target = targetRegister >= CLIP_PLANES ? `clip${targetRegister - CLIP_PLANES}` : `c${targetRegister}`;
    const cells = `${left(`cb${mapping.buffer}`, 7)} ${right(mapping.sourceRegister, 9)} ${right(mapping.count, 9)}`;
    text += `// ${left(target, 10)} ${cells}  (${conversionsText(conversions)})\n`;
  }
  return text;
}

function conversionsText(conversions: number): string {
  const of = (shift: number) => CONVERSIONS[(conversions >>> shift) & 0xff] ?? UNKNOWN_CONVERSION;
  return `${of(0)},${of(8)},${of(16)},${of(24)}`;
}

function printRuntime(program: Level9Program): string {
  let text = `// Runtime generated constant mappings:
//
// Target Reg                               Constant Description
// ---------- --------------------------------------------------
`;
  for (const mapping of program.runtime) {
    const kind = RUNTIME_KINDS[mapping.kind] ?? UNKNOWN_RUNTIME_KIND;
    text += `// ${left(`c${mapping.targetRegister}`, 10)} ${right(kind, 50)}\n`;
  }
  return text;
}

function printSamplers(program: Level9Program): string {
  let text = `// Sampler/Resource to DX9 shader sampler mappings:
//
// Target Sampler Source Sampler  Source Resource
// -------------- --------------- ----------------
`;
  for (const mapping of program.samplers) {
    const target = left(`s${mapping.targetSampler}`, 14);
    const sampler = left(`s${mapping.sourceSampler}`, 15);
    text += `// ${target} ${sampler} ${left(`t${mapping.sourceResource}`, 16)} \n`;
  }
  return text;
}
