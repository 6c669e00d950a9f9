/** Root signatures as tables: what the text says is in the rows. */
import { expect, test } from 'vitest';
import { assembleRootSignature } from '../../src/assemble/root-signature/assemble-root-signature.ts';
import { reflectShader } from '../../src/reflect/reflect.ts';
import { rootSignatureCost } from '../../src/validate/validate-root-signature.ts';
import { rootSignatureRows } from '../../web/src/model/root-signature.ts';

function signatureOf(text: string) {
  const { bytes } = assembleRootSignature(text);
  const { reflection } = reflectShader(bytes!);
  if (reflection?.format !== 'root-signature' || reflection.rootSignature === null)
    throw new Error('no root signature');
  return reflection.rootSignature;
}

const TEXT = `rootsig_1_1
RootFlags(ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT | DENY_HULL_SHADER_ROOT_ACCESS),
RootConstants(num32BitConstants=4, b2, space=1, visibility=SHADER_VISIBILITY_PIXEL),
CBV(b0, flags=DATA_STATIC),
UAV(u3),
DescriptorTable(SRV(t0, numDescriptors=8, flags=DESCRIPTORS_VOLATILE | DATA_VOLATILE), UAV(u4, numDescriptors=unbounded, offset=9)),
DescriptorTable(Sampler(s1), visibility=SHADER_VISIBILITY_VERTEX),
StaticSampler(s0, filter=FILTER_MIN_MAG_MIP_LINEAR, addressU=TEXTURE_ADDRESS_CLAMP, mipLODBias=-0.5, maxLOD=4)`;

test('parameters have what the text says', () => {
  const signature = signatureOf(TEXT);
  const { version, flags, cost, parameters } = rootSignatureRows(signature);
  expect(version).toBe('1.1');
  expect(flags).toEqual(['ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT', 'DENY_HULL_SHADER_ROOT_ACCESS']);
  expect(cost).toBe(rootSignatureCost(signature));
  expect(
    parameters.map(({ type, visibility, cost, bindings }) => [
      type,
      visibility,
      cost,
      ...bindings.map((one) =>
        [one.type, one.register, one.space, one.count, one.offset, one.flags.join(' ')].join('|'),
      ),
    ]),
  ).toEqual([
    ['constants', 'PIXEL', 4, 'constants|b2|1|4 DWORDs||'],
    ['CBV', 'ALL', 2, 'CBV|b0|0|1||DATA_STATIC'],
    ['UAV', 'ALL', 2, 'UAV|u3|0|1||'],
    [
      ...['descriptor table', 'ALL', 1, 'SRV|t0|0|8|append|DESCRIPTORS_VOLATILE DATA_VOLATILE'],
      'UAV|u4|0|unbounded|9|',
    ],
    ['descriptor table', 'VERTEX', 1, 'sampler|s1|0|1|append|'],
  ]);
});

test('static samplers have names instead of numbers', () => {
  expect(rootSignatureRows(signatureOf(TEXT)).samplers).toEqual([
    {
      register: 's0',
      space: 0,
      visibility: 'ALL',
      filter: 'MIN_MAG_MIP_LINEAR',
      address: ['CLAMP', 'WRAP', 'WRAP'],
      comparison: 'LESS_EQUAL',
      border: 'OPAQUE_WHITE',
      anisotropy: 16,
      bias: '-0.5',
      lod: '0 to 4',
    },
  ]);
});

test('numbers without a name stay numbers', () => {
  const signature = signatureOf(TEXT);
  const strange = rootSignatureRows({
    ...signature,
    flags: 0x8000_0001,
    parameters: [{ parameterType: 9, shaderVisibility: 77 }],
    staticSamplers: [{ ...signature.staticSamplers[0]!, filter: 0x7777, maxLOD: 0x7f7f_ffff, minLOD: 0xff80_0000 }],
  });
  expect(strange.flags).toEqual(['ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT', '0x80000000']);
  expect(strange.parameters).toEqual([{ index: 0, type: 'unknown (9)', visibility: '0x4d', cost: 0, bindings: [] }]);
  expect([strange.samplers[0]!.filter, strange.samplers[0]!.lod]).toEqual(['0x7777', '-infinity to FLT_MAX']);
});
