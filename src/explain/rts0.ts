/**
 * Explains the DWORDs of the chunk RTS0, a root signature: header, parameters with the data that each points to,
 * samplers.
 *
 * Not for: reading it (chunks/rts0.ts, whose layouts these are).
 */
import {
  CONSTANTS,
  DescriptorRangeType,
  descriptorLayout,
  OFFSET_APPEND,
  RootParameterType,
  RootSignatureVersion,
  rangeLayout,
  SAMPLER,
  UNBOUNDED,
} from '../chunks/rts0.ts';
import {
  COMPARISON_FUNCTIONS,
  DESCRIPTOR_RANGE_FLAGS,
  LATER_ROOT_FLAGS,
  LATER_SHADER_VISIBILITIES,
  ROOT_FLAGS,
  SAMPLER_FILTERS,
  SHADER_VISIBILITIES,
  STATIC_BORDER_COLORS,
  TEXTURE_ADDRESS_MODES,
} from '../chunks/rts0-names.ts';
import type { Payload } from './payload.ts';
import {
  decimal,
  dword,
  enumerated,
  except,
  flagNames,
  float,
  hexadecimal,
  type Meaning,
  type RecordRow,
} from './records.ts';

const VISIBILITY = enumerated(SHADER_VISIBILITIES, LATER_SHADER_VISIBILITIES);
const ADDRESS = enumerated(TEXTURE_ADDRESS_MODES);

/** The meanings of the fields of descriptors, ranges and samplers; all others are plain numbers. */
const MEANINGS: Readonly<Record<string, Meaning>> = {
  rangeType: enumerated(DescriptorRangeType),
  numDescriptors: except(UNBOUNDED, 'unbounded', decimal),
  offsetInDescriptorsFromTableStart: except(OFFSET_APPEND, 'appended', decimal),
  // The flags of descriptors are some of those of ranges.
  flags: flagNames(DESCRIPTOR_RANGE_FLAGS),
  filter: enumerated(SAMPLER_FILTERS),
  addressU: ADDRESS,
  addressV: ADDRESS,
  addressW: ADDRESS,
  mipLODBias: float,
  comparisonFunc: enumerated(COMPARISON_FUNCTIONS),
  borderColor: enumerated(STATIC_BORDER_COLORS),
  minLOD: float,
  maxLOD: float,
  shaderVisibility: VISIBILITY,
};

const HEADER: RecordRow = [
  dword('version', enumerated(RootSignatureVersion)),
  dword('parameters', decimal),
  dword('offset of the parameters', hexadecimal),
  dword('static samplers', decimal),
  dword('offset of the static samplers', hexadecimal),
  dword('flags', flagNames(ROOT_FLAGS, LATER_ROOT_FLAGS)),
];
const PARAMETER: RecordRow = [
  dword('parameterType', enumerated(RootParameterType)),
  dword('shaderVisibility', VISIBILITY),
  dword('offset', hexadecimal),
];
const TABLE: RecordRow = [dword('ranges', decimal), dword('offset of the ranges', hexadecimal)];

const recordOf = (names: readonly string[]): RecordRow => names.map((name) => dword(name, MEANINGS[name] ?? decimal));

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
