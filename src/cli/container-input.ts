/** Inputs that have to be DXBC containers. */
import { diagnostic } from '../base/diagnostics.ts';
import { isContainer } from '../container/dxbc.ts';
import { kindOf, kindText } from '../container/sniff.ts';
import { readInput } from './inputs.ts';
import { report } from './report.ts';

/** The bytes of an input that begins like a container; undefined where it cannot be read or is something else, which is told. */
export async function readContainerInput(name: string, quiet: boolean): Promise<Uint8Array | undefined> {
  const bytes = await readInput(name);
  if (!(bytes instanceof Uint8Array)) {
    report(name, [bytes], quiet);
    return undefined;
  }
  if (isContainer(bytes)) return bytes;
  const size = bytes.byteLength;
  const span = { unit: 'byte', start: 0, end: size } as const;
  const kind = kindOf(bytes);
  const known = kind.kind !== 'unknown';
  const none = size === 0 ? diagnostic('DX0003', span) : diagnostic('DX0001', span, { size });
  report(name, [known ? diagnostic('DX1036', span, { kind: kindText(kind) }) : none], quiet);
  return undefined;
}
