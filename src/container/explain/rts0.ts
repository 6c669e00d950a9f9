/**
 * What the DWORDs of the chunk RTS0 are, a root signature: header, parameters with what each one points to, samplers.
 *
 * Not for: reading it (container/rts0.ts, whose layouts these are).
 */
import { CONSTANTS, descriptorLayout, RootParameterType, rangeLayout, SAMPLER } from '../rts0.ts';
import type { Payload } from './payload.ts';
import { dword, float, hexadecimal, type RecordRow } from './records.ts';

const HEADER: RecordRow = [
  dword('version'),
  dword('parameters'),
  dword('offset of the parameters', hexadecimal),
  dword('static samplers'),
  dword('offset of the static samplers', hexadecimal),
  dword('flags', hexadecimal),
];
const PARAMETER: RecordRow = [dword('parameterType'), dword('shaderVisibility'), dword('offset', hexadecimal)];
const TABLE: RecordRow = [dword('ranges'), dword('offset of the ranges', hexadecimal)];
const FLOATS: ReadonlySet<string> = new Set(['mipLODBias', 'minLOD', 'maxLOD']);

const recordOf = (names: readonly string[]): RecordRow =>
  names.map((name) => (FLOATS.has(name) ? dword(name, float) : dword(name)));

/** Marks the records in `payload`. */
export function explainRts0(payload: Payload): void {
  if (!payload.record(0, HEADER, 'header')) return;
  const version = payload.u32(0);
  const ranges = recordOf(rangeLayout(version));
  const descriptor = recordOf(descriptorLayout(version));
  payload.table(payload.u32(8), payload.u32(4), PARAMETER, 'parameter', (at, record) => {
    const offset = payload.u32(at + 8);
    switch (payload.u32(at)) {
      case RootParameterType.descriptorTable:
        if (!payload.record(offset, TABLE, `table of ${record}`)) return;
        payload.table(payload.u32(offset + 4), payload.u32(offset), ranges, `${record}, range`);
        break;
      case RootParameterType.constants:
        payload.record(offset, recordOf(CONSTANTS), `constants of ${record}`);
        break;
      case RootParameterType.cbv:
      case RootParameterType.srv:
      case RootParameterType.uav:
        payload.record(offset, descriptor, `descriptor of ${record}`);
        break;
    }
  });
  payload.table(payload.u32(16), payload.u32(12), recordOf(SAMPLER), 'static sampler');
}
