/**
 * Small vertex shaders that break one rule each, or that come close to breaking it, with the diagnostics of Microsoft's
 * validator (recorded; code and instruction number). Declarations and constants of pixel shaders are here too, as they
 * share the rules.
 */

import { Sm1Version } from '../src/base/profile.ts';
import { SM1_OPCODES, type Sm1Opcode } from '../src/isa/sm1/opcodes.ts';
import { SM1_SOURCE_MODIFIERS, SM1_TEXTURE_TYPES, SM1_USAGES, type Sm1RegisterName } from '../src/isa/sm1/registers.ts';
import { destinationToken, instructionWords, sourceToken, streamWords } from './sm1.ts';

export interface VsCase {
  readonly rule: string;
  readonly words: Uint32Array;
  readonly flags: number;
  /** `X5703@2 X5704@2`; empty: valid. */
  readonly diagnostics: string;
}

type Instruction = (version: number) => number[];
type Version = keyof typeof Sm1Version;

const MARK = 0x8000_0000;
const RELATIVE = 0x2000;
const [X, Y, XY, YZ, XYZ, XYZW] = [1, 2, 3, 6, 7, 15] as const;
const [TO_X, TO_XY] = [0x00, 0x54] as const;

const op =
  (name: Sm1Opcode, ...operands: readonly (number | readonly number[])[]): Instruction =>
  (version) =>
    instructionWords(version, SM1_OPCODES[name].code, operands.flat());
const dcl = (usage: (typeof SM1_USAGES)[number] | number, index: number, destination: number): Instruction => {
  const number = typeof usage === 'number' ? usage : SM1_USAGES.indexOf(usage);
  return op('dcl', (MARK | number | (index << 16)) >>> 0, destination);
};
const sampler = (type: string | number, destination: number): Instruction =>
  op('dcl', (MARK | ((typeof type === 'number' ? type : SM1_TEXTURE_TYPES.indexOf(type)) << 27)) >>> 0, destination);
const declare = (destination: number): Instruction => op('dcl', MARK, destination);

const to = destinationToken;
const from = sourceToken;
const r = (n: number, mask: number = XYZW, modifiers = 0) => to('temp', n, mask, modifiers);
const o = (n: number, mask: number = XYZW) => to('outputOrTexCoordOut', n, mask);
const v = (n: number, mask: number = XYZW, modifiers = 0) => to('input', n, mask, modifiers);
const s = (n: number, mask: number = XYZW, modifiers = 0) => to('sampler', n, mask, modifiers);
const c = (n: number, swizzle?: number) => from('const', n, swizzle);
const input = (n: number, swizzle?: number, modifier?: number) => from('input', n, swizzle, modifier);
const temp = (n: number, swizzle?: number) => from('temp', n, swizzle);
/** `token` made relative to `register`. */
const relative = (token: number, register: Sm1RegisterName, swizzle?: number) => [
  (token | RELATIVE) >>> 0,
  from(register, 0, swizzle),
];

function cases(
  version: Version,
  stage: 'vs' | 'ps',
  rows: readonly [string, readonly Instruction[], string, number?][],
): VsCase[] {
  const token = Sm1Version[version];
  const full = (stage === 'vs' ? 0xfffe_0000 : 0xffff_0000) + token;
  return rows.map(([rule, shader, diagnostics, flags = 0]) => ({
    rule: `${stage}_${version.slice(1)}: ${rule}`,
    words: streamWords(
      full,
      shader.map((instruction) => instruction(token)),
    ),
    flags,
    diagnostics,
  }));
}

const { negate, abs } = SM1_SOURCE_MODIFIERS;
const writePosition = op('mov', to('rasterizerOut', 0), c(0));
const loop = op('loop', from('loop', 0), from('constInt', 0));
const endloop = op('endloop');
const position0 = dcl('position', 0, o(0));

export const VS_CASES: readonly VsCase[] = [
  ...cases('v1_1', 'vs', [
    ['a temporary is read before it is written', [op('mov', r(0), temp(1)), writePosition], 'X5326@1'],
    ['oPos is not written', [op('mov', r(0), c(0))], 'X5351@-1'],
    ['oPos is written in part', [op('mov', to('rasterizerOut', 0, XYZ), c(0))], 'X5350@-1'],
    ['oT2 is written with a gap', [writePosition, op('mov', to('outputOrTexCoordOut', 2, YZ), c(0))], 'X5427@-1'],
    ['a0 is written with another mask than .x', [op('mov', to('addressOrTexture', 0), c(0)), writePosition], 'X5328@1'],
    ['frc writes .xy or .y', [op('frc', r(0, X), c(0)), op('frc', r(0, XY), c(0)), writePosition], 'X5340@1'],
    ['oFog is a scalar', [op('mov', to('rasterizerOut', 1), c(0)), writePosition], 'X5430@1'],
    ['rcp reads one component', [op('rcp', r(0), c(0)), writePosition], 'X5485@1'],
    ['DCL3: an input is declared whole', [dcl('position', 0, v(0, XY)), writePosition], 'X5800@1'],
  ]),
  ...cases('v2_0', 'vs', [
    ['r12 is beyond the temporaries', [op('mov', r(12), c(0))], 'X5374@1'],
    ['mova writes a0', [op('mova', r(0), c(0))], 'X5372@1'],
    ['mov does not write a0', [op('mov', to('addressOrTexture', 0, X), c(0))], 'X5711@1'],
    ['DCL3: an undeclared input is read', [op('mov', r(0), input(3))], 'X5702@1'],
    ['setp came with 2_x', [op('setp', to('predicate', 0), c(0), c(0))], 'X5655@1'],
  ]),
  ...cases('v2_x', 'vs', [
    ['r31 is the last temporary', [op('mov', r(31), c(0)), op('mov', r(32), c(0))], 'X5374@2'],
    ['_abs came with 3_0', [op('mov', r(0), from('const', 0, undefined, abs.code))], 'X5697@1'],
    ['constants are relative to a0 and aL', [op('mov', r(0), relative(c(0), 'temp', TO_X))], 'X5962@1'],
    ['aL has a value in loops only', [op('mov', r(0), relative(c(0), 'loop'))], 'X5705@1'],
    ['no destination is relative', [op('mov', relative(r(0), 'loop'), c(0))], 'X5725@1'],
    ['operands are counted', [op('add', r(0), c(0))], 'X5669@1'],
    ['x of defi is a count', [op('defi', to('constInt', 0), 256, 0, 0, 0)], 'X5998@1'],
    ['w of defi is 0', [op('defi', to('constInt', 0), 1, 0, 0, 1)], 'X5999@1'],
    [
      'defi sets a register once',
      [op('defi', to('constInt', 0), 1, 0, 0, 0), op('defi', to('constInt', 0), 1, 0, 0, 0)],
      'X5599@2',
    ],
    ['defb sets true or false', [op('defb', to('constBool', 0), 2)], 'X6000@1'],
    ['def comes before instructions', [op('nop'), op('def', to('const', 0), 0, 0, 0, 0)], 'X5730@2'],
    ['there is no minimum precision 3', [op('mov', (r(0) | 0xc000) >>> 0, c(0))], 'X6114@1', 2],
  ]),
  ...cases('v2_sw', 'vs', [
    ['software loops as often as it likes', [op('defi', to('constInt', 1000), 256, 300, 300, 0)], ''],
  ]),
  ...cases('v3_0', 'vs', [
    ['DCL3: an input is declared by components', [dcl('position', 0, v(0, XY)), op('mov', r(0, XY), input(0))], ''],
    ['DCL3: undeclared components are read', [dcl('position', 0, v(0, XY)), op('mov', r(0), input(0))], 'X5703@2'],
    ['DCL3: there is no usage 14', [dcl(14, 0, v(0))], 'X5635@1'],
    ['DCL3: usage indices end at 15', [dcl('color', 15, v(0)), dcl('color', 16, v(1))], 'X6021@2'],
    ['DCL3: two inputs of one usage', [dcl('color', 1, v(0)), dcl('color', 1, v(1))], 'X5638@2'],
    ['DCL3: tessfactor is no input', [dcl('tessfactor', 0, v(0))], 'X5977@1'],
    ['DCL3: positiont0 is no input', [dcl('positiont', 0, v(0))], 'X5978@1'],
    ['DCL3: v16 does not exist', [dcl('color', 0, v(16))], 'X5629@1'],
    ['DCL7: positiont0 is no output', [dcl('positiont', 0, o(1))], 'X5979@1'],
    ['DCL7: sample is no output', [dcl('sample', 0, o(1))], 'X5982@1'],
    ['DCL7: tessfactor0 is .x of an output', [dcl('tessfactor', 0, o(1, X)), dcl('tessfactor', 0, o(2))], 'X5980@2'],
    ['DCL7: psize0 has no mask', [dcl('psize', 0, o(1, X))], 'X5981@1'],
    ['DCL7: two outputs of one usage', [dcl('color', 1, o(1)), dcl('color', 1, o(2))], 'X5639@2'],
    ['DCL7: an empty mask', [dcl('color', 1, o(1, 0))], 'X5801@1'],
    ['DCL7: o12 does not exist', [dcl('color', 1, o(12))], 'X5629@1'],
    [
      'DCL7: the twelfth output is for psize0',
      [...Array.from({ length: 12 }, (_, n) => dcl('texcoord', n, o(n))), op('nop')],
      'X5622@13',
    ],
    [
      'DCL7: relative outputs want position0 in o0',
      [
        op('defi', to('constInt', 0), 1, 0, 0, 0),
        dcl('position', 0, o(3)),
        loop,
        op('mov', relative(o(4), 'loop'), c(0)),
        endloop,
      ],
      'X6074@4',
    ],
    ['DCL8: outputs share a register', [dcl('texcoord', 0, o(1, X)), dcl('texcoord', 1, o(1, YZ))], ''],
    ['DCL8: their masks overlap', [dcl('texcoord', 0, o(1, XY)), dcl('texcoord', 1, o(1, YZ))], 'X5633@2'],
    ['DCL9: an undeclared output is written', [position0, op('mov', o(1), c(0))], 'X5704@2'],
    [
      'DCL9: an output is declared in part',
      [dcl('texcoord', 0, o(1, XY)), op('mov', o(1), c(0)), op('mov', o(1), c(0))],
      'X5704@2',
    ],
    [
      'DCL9: a relative output needs no declaration of its own',
      [loop, op('mov', relative(o(1), 'loop'), c(0)), endloop],
      '',
    ],
    ['DCL1: a sampler has a texture type', [sampler(5, s(0))], 'X5586@1'],
    ['DCL1: a sampler has no mask', [sampler('2d', s(0, XY))], 'X5772@1'],
    ['an undeclared sampler is read', [op('texldl', r(0), c(0), from('sampler', 0))], 'X5577@1'],
    [
      'texldl reads z of cube maps',
      [sampler('cube', s(0)), dcl('texcoord', 0, v(0, 11)), op('texldl', r(0), input(0), from('sampler', 0))],
      'X5703@3',
    ],
    ['mova takes no _sat', [op('mova', to('addressOrTexture', 0, XYZW, 1), c(0))], 'X5722@1'],
    ['_pp is for pixel shaders', [op('mov', r(0, XYZW, 2), c(0))], 'X5723@1'],
    ['psize0 is a scalar', [dcl('psize', 0, o(1)), op('mov', o(1), c(0))], 'X5776@2'],
    ['psize0 takes no vector', [dcl('psize', 0, o(1)), op('lit', o(1), c(0))], 'X5781@2'],
    ['inputs are relative to aL', [op('mov', r(0), relative(input(0), 'addressOrTexture', TO_X))], 'X5964@1'],
    [
      'two faults of one source, then one of the next',
      [op('add', r(0), input(99, TO_XY, 5), from('sampler', 0))],
      'X5683@1 X5687@1 X5698@1 X5681@1',
    ],
    [
      'reads are checked after all sources, destinations after reads',
      [op('add', r(40), input(1), from('sampler', 0))],
      'X5681@1 X5703@1 X5721@1',
    ],
    ['a matrix has a mask of its rows', [op('m3x3', r(0), temp(1), c(0))], 'X5807@1'],
    ['a matrix takes no modifier', [op('m4x4', r(0), temp(1), from('const', 0, undefined, negate.code))], 'X5695@1'],
  ]),
  ...cases('v2_0', 'ps', [
    ['DCL2: texture coordinates have no gap', [declare(to('addressOrTexture', 0, YZ))], 'X5220@1 X5405@0'],
    ['DCL2: a color takes no modifier', [declare(v(0, XYZW, 4))], 'X5280@1 X5405@0'],
    ['DCL1: a sampler takes no modifier', [sampler('2d', s(0, XYZW, 1))], 'X5968@1 X5405@0'],
    ['there is no c32', [op('def', to('const', 32), 0, 0, 0, 0)], 'X5589@1 X5405@0'],
    [
      'def sets a register once',
      [op('def', to('const', 1), 0, 0, 0, 0), op('def', to('const', 1), 0, 0, 0, 0)],
      'X5590@2 X5405@0',
    ],
  ]),
  ...cases('v3_0', 'ps', [
    ['DCL4: position0 is no input', [dcl('position', 0, v(0))], 'X5971@1'],
    ['DCL4: other usages are', [dcl('fog', 3, v(0)), dcl('color', 15, v(1))], ''],
    ['DCL5: vFace takes no modifier', [declare(to('misc', 1, XYZW, 1))], 'X5969@1'],
    ['DCL6: vPos has x and y', [declare(to('misc', 0, XY)), declare(to('misc', 0, XYZW))], 'X5630@2'],
    ['DCL6: vPos.z does not exist', [declare(to('misc', 0, XYZW))], 'X5631@1'],
    [
      'usages of a register agree on _centroid',
      [dcl('texcoord', 0, v(0, X, 4)), dcl('texcoord', 1, v(0, Y))],
      'X6067@2',
    ],
  ]),
];
