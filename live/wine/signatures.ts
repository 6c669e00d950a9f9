/** Sections of a listing that describe signatures, as the assembler reads them. */

export interface SignatureElement {
  readonly name: string;
  readonly index?: number;
  readonly mask?: string;
  readonly register: number;
  /** NONE, POS, VERTID, PRIMID, TARGET ... */
  readonly systemValue?: string;
  readonly format: 'float' | 'uint' | 'int';
}

/** The section of an input or output signature. */
export function signature(kind: 'Input' | 'Output', elements: readonly SignatureElement[]): string {
  const rows = elements.map(({ name, index = 0, mask = 'xyzw', register, systemValue = 'NONE', format }) => {
    const shown = [...'xyzw'].map((component) => (mask.includes(component) ? component : ' ')).join('');
    return `// ${name.padEnd(20)} ${String(index).padStart(5)}   ${shown} ${String(register).padStart(8)} ${systemValue.padStart(8)} ${format.padStart(7)}   ${shown}`;
  });
  return `// ${kind} signature:
//
// Name                 Index   Mask Register SysValue  Format   Used
// -------------------- ----- ------ -------- -------- ------- ------
${rows.length > 0 ? rows.join('\n') : '// no Input'}
//`;
}
