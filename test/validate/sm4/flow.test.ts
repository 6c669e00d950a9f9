/**
 * Control flow, subroutines, interfaces and class linkage of models 4 to 5.1, against recorded diagnostics of
 * Microsoft's validator.
 */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sm4DiagnosticLines } from '../../../smith/checks/sm4-diagnostics.ts';
import {
  LINKAGE_OFFSETS as AT,
  type FlowStage,
  flowContainer,
  hullContainer,
  linkageBytes,
} from '../../support/sm4-flow-programs.ts';

/** Stage, major version, program, diagnostics (source: oracle). */
const FLOW: readonly (readonly [FlowStage, number, string, string])[] = [
  ['vs', 5, 'if nop else loop breakc endloop endif ret', ''],
  ['vs', 4, 'switch case(1) case(2) nop break default endswitch ret', ''],
  ['vs', 5, 'if else else endif ret', 'DX3650@3'],
  ['ps', 4, 'else ret', 'DX3651@1'],
  ['vs', 5, 'loop endif endloop ret', 'DX3651@2'],
  ['vs', 5, 'if endloop endif ret', 'DX3651@2'],
  ['vs', 5, 'endswitch ret', 'DX3651@1'],
  ['vs', 5, 'switch case(1) if case(2) endif break endswitch ret', 'DX3651@4'],
  ['vs', 5, 'if default endif ret', 'DX3651@2'],
  ['vs', 5, 'switch case(1) break case(2) break case(1) break endswitch ret', 'DX3652@6'],
  ['vs', 5, 'switch default default nop endswitch ret', 'DX3653@3'],
  ['vs', 5, 'break nop', 'DX3654@1 DX3658@2'],
  ['vs', 5, 'if breakc endif ret', 'DX3654@2'],
  ['vs', 5, 'switch case(1) continue endswitch ret', 'DX3654@3'],
  ['vs', 5, 'loop if continuec break endif endloop ret', ''],
  ['vs', 5, 'switch case(1) nop case(2) break endswitch ret', 'DX3655@4'],
  ['vs', 5, 'switch case(1) breakc default break endswitch ret', 'DX3655@4'],
  ['vs', 5, 'switch case(1) loop break endloop case(2) break endswitch ret', 'DX3655@6'],
  ['vs', 5, 'switch case(1) if nop endif case(2) comment case(3) ret endswitch ret', ''],
  ['vs', 5, 'switch nop case(1) break endswitch ret', 'DX3655@3'],
  ['vs', 5, 'switch nop endswitch ret', ''],
  ['vs', 5, 'switch if endif endswitch ret', 'DX3656@3'],
  ['vs', 5, 'switch break endswitch ret', 'DX3656@2'],
  ['vs', 5, 'switch call(0) endswitch ret label(0) ret', 'DX3656@2'],
  ['vs', 5, 'switch switch endswitch endswitch ret', ''],
  ['vs', 5, 'ret nop', 'DX3657@2'],
  ['vs', 5, 'ret comment ret', ''],
  ['vs', 5, 'ret indexable(1)', 'DX3300 DX3657@2'],
  ['vs', 5, 'ret body(4) ret', 'DX3300 DX3679 DX3680'],
  ['vs', 5, 'loop break nop endloop ret', 'DX3658@3'],
  ['vs', 5, 'loop break continue endloop ret', ''],
  ['vs', 5, 'loop break ret endloop ret', 'DX3658@3'],
  ['vs', 5, 'loop if break else ret endif nop endloop ret', ''],
  ['vs', 5, 'if loop nop', 'DX3659'],
  ['vs', 5, 'call(0) loop', 'DX3666 DX3659'],
  ['ps', 5, 'call(0) loop', 'DX3666 DX3659'],
  ['vs', 5, 'nop indexable(1) ret', 'DX3300'],
  ['vs', 5, 'nop indexable(3) ret', 'DX3300 DX3300'],
  ['vs', 5, 'nop constants comment ret', 'DX3300'],
  ['ps', 5, 'nop texture(0) sampler(0) ret', 'DX3300 DX3300'],
  ['vs', 5, 'call(0) callc(1) ret label(1) nop ret label(0) if ret endif ret', ''],
  ['vs', 5, 'callBody(0) ret', 'DX3660@1'],
  ['vs', 5, 'call(0) ret label(0) ret label(0) ret', 'DX3661@5'],
  ['vs', 4, 'call(0) ret label(0) ret label(0) nop ret', 'DX3661@5'],
  ['vs', 5, 'call(0) retc label(0) ret', 'DX3662@3'],
  ['vs', 5, 'call(0) if ret endif label(0) ret', 'DX3662@5'],
  ['vs', 5, 'call(0) if ret label(0) ret endif', 'DX3663@4'],
  ['vs', 5, 'ret label(0) ret', 'DX3664@2'],
  ['vs', 5, 'call(0) ret label(0) call(0) ret', 'DX3665@4'],
  ['vs', 4, 'call(0) ret label(0) call(0) ret', ''],
  ['vs', 5, 'call(2) call(1) ret', 'DX3666 DX3666'],
  ['vs', 5, 'call(0) ret label(0) nop', 'DX3668'],
  ['vs', 5, 'call(0) ret label(0) ret comment', ''],
];

test.each(FLOW)('%s_%i_0: %s', (stage, major, names, diagnostics) => {
  expect(sm4DiagnosticLines(flowContainer(stage, major, names)).join(' ')).toBe(diagnostics);
});

test('a label of model 4 that nothing calls is reported, where the code of Microsoft crashes', () => {
  expect(sm4DiagnosticLines(flowContainer('vs', 4, 'ret label(1) ret'))).toEqual(['DX3667']);
});

const INTERFACES: readonly (readonly [FlowStage, string, string])[] = [
  ['ps', 'body(0) table(0:0) pointers(0:1:1:0) fcall(0:0) ret bodyLabel(0) ret', 'DX3690@3'],
  ['vs', 'body(0) ret', 'DX3679 DX3680'],
  ['ps', 'body(0) body(0) table(0:0) ret', 'DX3675@2 DX3680 DX3679 DX3666'],
  ['ps', 'body(0) table(0:0) table(0:0,0) ret', 'DX3675@3 DX3680 DX3679 DX3666'],
  ['vs', 'body(1) body(0) table(7:0,2) ret', 'DX3676@3 DX3666 DX3666 DX3679 DX3680 DX3680 DX3680 DX3679'],
  ['ps', 'pointers(5:2:1:) pointers(6:1:1:4) ret', 'DX3690@1 DX3676@2 DX3690@2 DX3675@2 DX3679'],
  ['ps', 'body(0) table(0:0,0) pointers(0:1:1:0) fcall(0:0) ret', 'DX3678@3 DX3690@3 DX3680 DX3666'],
  ['ps', 'pointers(251:3:1:) fcall(0:251) fcall(0:252) ret', 'DX3690@1 DX3681@1'],
  ['ps', 'fcall(0:0) ret', 'DX3682@1'],
  ['ps', 'pointers(0:1:2:) fcall(1:0) fcall(2:0) ret', 'DX3690@1 DX3683@3'],
  ['ps', 'pointers(0:2:1:) fcall(0:1:1) ret', 'DX3690@1 DX3682@2'],
  ['ps', 'pointers(0:4:1:) fcall(0:0:1) ret', 'DX3690@1 DX3679'],
  ['ps', 'pointers(0:4:1:) fcall(0:0:3) ret', 'DX3690@1'],
  ['ps', 'indexable(0) pointers(0:4:1:) dynamicFcall(0:0) ret', 'DX3690@2'],
  ['ps', 'ret bodyLabel(3) ret', 'DX3677@2 DX3669'],
  [
    'ps',
    'body(0) body(1) table(0:0,1) pointers(0:1:2:0) fcall(1:0) ret bodyLabel(1) ret bodyLabel(0) ret',
    'DX3690@4 DX3669',
  ],
  [
    'ps',
    'body(0) table(0:0) table(1:0) pointers(0:1:1:0) pointers(1:1:1:1) fcall(0:0) ret bodyLabel(0) ret',
    'DX3690@4 DX3690@5 DX3669',
  ],
  ['ps', 'body(0) table(0:0) pointers(0:1:1:0) fcall(0:0) nop bodyLabel(0) ret', 'DX3690@3 DX3662@6'],
  ['ps', 'body(0) table(0:0) pointers(0:1:1:0) fcall(0:0) ret bodyLabel(0) ret bodyLabel(0) ret', 'DX3690@3 DX3661@8'],
];

test.each(INTERFACES)('%s_5_0: %s', (stage, names, diagnostics) => {
  expect(sm4DiagnosticLines(flowContainer(stage, 5, names)).join(' ')).toBe(diagnostics);
});

test('4096 calls through interface pointers are allowed', { tags: 'slow' }, () => {
  const program = (count: number) => `pointers(0:1:1:) ${'fcall(0:0) '.repeat(count)}ret`;
  expect(sm4DiagnosticLines(flowContainer('ps', 5, program(4096)))).toEqual(['DX3690@1']);
  expect(sm4DiagnosticLines(flowContainer('ps', 5, program(4098)))).toEqual(['DX3690@1', 'DX3685@4098', 'DX3685@4099']);
});

/** A program that declares all that {@link linkageBytes} has. */
const COMPLETE =
  'buffer(0,11) sampler(2) texture(1) body(0) body(1) table(0:0) table(1:0) table(2:1) pointers(0:1:1:0) ' +
  'pointers(1:2:1:1,2) fcall(0:0) fcall(0:1:1) ret bodyLabel(0) ret bodyLabel(1) ret';

/** The subject, program, changes of class linkage, size to which it is cut or -1, diagnostics (source: oracle). */
const LINKAGE: readonly (readonly [string, string, Readonly<Record<number, number>>, number, string])[] = [
  ['sound', COMPLETE, {}, -1, ''],
  [
    'too many of all',
    COMPLETE,
    { 2: 1, 6: 1, 14: 1 },
    -1,
    'DX3700 DX3700 DX3700 DX3702 DX3702 DX3702 DX3702 DX3702 DX3705',
  ],
  ['no types', COMPLETE, { 4: 0 }, -1, 'DX3701 DX3702 DX3702 DX3702 DX3702 DX3702'],
  ['records outside', COMPLETE, { 24: 1000 }, -1, 'DX3702 DX3705 DX3690@9 DX3690@10'],
  ['no instances, outside', COMPLETE, { 0: 0, 16: 1000 }, -1, 'DX3702'],
  ['instances outside', COMPLETE, { 16: 1000 }, -1, 'DX3702'],
  ['types outside', COMPLETE, { 20: 1000 }, -1, 'DX3702 DX3702 DX3702 DX3702 DX3702 DX3702'],
  ['an interface without classes', COMPLETE, { [AT.records + 4]: 0 }, -1, 'DX3703 DX3692@9'],
  ['a list of an interface outside', COMPLETE, { [AT.records + 8]: 1000 }, -1, 'DX3702 DX3692@9'],
  ['more slots than there can be', COMPLETE, { [AT.records + 16]: 300 }, -1, 'DX3702 DX3705 DX3692@10 DX3694'],
  ['a class twice', COMPLETE, { [AT.lists + 8]: 1 }, -1, 'DX3704'],
  ['a class that is not there', COMPLETE, { [AT.lists + 8]: 9 }, -1, 'DX3702'],
  ['another sum of slots', COMPLETE, { 12: 4 }, -1, 'DX3705'],
  ['reserved number of a class', COMPLETE, { [AT.types + 4]: 1 }, -1, 'DX3706'],
  ['constants of a class', COMPLETE, { [AT.types + 6]: 4097 }, -1, 'DX3706 DX3707 DX3695'],
  ['textures of a class', COMPLETE, { [AT.types + 8]: 129 }, -1, 'DX3706 DX3707'],
  ['samplers of a class', COMPLETE, { [AT.types + 10]: 17 }, -1, 'DX3706 DX3707'],
  ['class of an instance', COMPLETE, { [AT.instances + 4]: 2 }, -1, 'DX3702'],
  ['offset of an instance', COMPLETE, { [AT.instances + 10]: 4090 }, -1, 'DX3707 DX3695'],
  ['buffer of an instance', COMPLETE, { [AT.instances + 8]: 14 }, -1, 'DX3707 DX3695 DX3695'],
  ['no buffer for constants', COMPLETE, { [AT.instances + 8]: 65535 }, -1, 'DX3707'],
  ['texture of an instance', COMPLETE, { [AT.instances + 28]: 128 }, -1, 'DX3707 DX3695'],
  ['sampler of an instance', COMPLETE, { [AT.instances + 30]: 16 }, -1, 'DX3707 DX3695'],
  ['name outside', COMPLETE, { [AT.instances]: 2000 }, -1, 'DX3702'],
  ['name of a class outside', COMPLETE, { [AT.types + 2]: 9 }, -1, 'DX3702'],
  ['cut in the header', COMPLETE, {}, 20, 'DX3702 DX3702 DX3702 DX3705 DX3690@9 DX3690@10'],
  ['nothing', COMPLETE, {}, 0, 'DX3690@9 DX3690@10'],
  ['nothing declared', 'ret', {}, -1, 'DX3695 DX3695 DX3695 DX3695 DX3695 DX3695 DX3693 DX3693'],
  ['another buffer', COMPLETE.replace('buffer(0,11)', 'buffer(1,11)'), {}, -1, 'DX3695 DX3695 DX3695 DX3695'],
  ['a smaller buffer', COMPLETE.replace('buffer(0,11)', 'buffer(0,10)'), {}, -1, 'DX3695'],
  ['another texture', COMPLETE.replace('texture(1)', 'texture(2)'), {}, -1, 'DX3695'],
  ['another sampler', COMPLETE.replace('sampler(2)', 'sampler(3)'), {}, -1, 'DX3695'],
  [
    'pointers inside of an array',
    COMPLETE.replace('pointers(1:2:1:1,2)', 'pointers(2:1:1:1,2)'),
    {},
    -1,
    'DX3691@10 DX3690@10 DX3669',
  ],
  [
    'pointers after the calls',
    'pointers(7:1:1:) fcall(0:7) ret',
    {},
    -1,
    'DX3690@1 DX3695 DX3695 DX3695 DX3695 DX3695 DX3695 DX3693 DX3693',
  ],
  ['tables in another order', COMPLETE.replace(':1,2)', ':2,1)'), {}, -1, 'DX3692@10'],
  ['another length', COMPLETE.replace('pointers(1:2:1:1,2)', 'pointers(1:3:1:1,2)'), {}, -1, 'DX3694 DX3679'],
];

test.each(LINKAGE)('class linkage: %s', (_, names, changes, size, diagnostics) => {
  expect(sm4DiagnosticLines(flowContainer('ps', 5, names, linkageBytes(changes, size))).join(' ')).toBe(diagnostics);
});

test('the last name of class linkage may not run on to its end', () => {
  const bytes = linkageBytes().fill(0x41, -4);
  expect(sm4DiagnosticLines(flowContainer('ps', 5, COMPLETE, bytes))).toEqual(['DX3708']);
});

const HULL_SHADER = new URL('../../../fixtures/recorded/tessellation.whole.hs_5_0.bin', import.meta.url);

/** Declarations, what phases have in them, what follows them, diagnostics (source: oracle). */
const HULL: readonly (readonly [string, Readonly<Record<number, string>>, string, string])[] = [
  ['', { 1: 'loop' }, '', 'DX3659'],
  ['', { 1: 'loop ret endloop' }, '', ''],
  ['', { 1: 'call(0)', 2: 'call(0)' }, 'label(0) ret', 'DX3670@35'],
  ['', { 1: 'call(0)', 2: 'call(1)' }, 'label(0) call(2) ret label(1) call(2) ret label(2) ret', ''],
  ['', { 1: 'call(0) call(1)' }, 'label(0) call(1) ret label(1) ret', 'DX3670@91'],
  [
    'body(0) body(1) table(0:0) table(1:1) pointers(0:1:1:0) pointers(1:1:1:1)',
    { 1: 'fcall(0:0)', 2: 'fcall(0:1)' },
    'bodyLabel(0) ret bodyLabel(1) ret',
    'DX3690@6 DX3690@7',
  ],
  [
    'body(0) body(1) table(0:0) table(1:1) pointers(0:1:1:0) pointers(1:1:1:1)',
    { 1: 'fcall(0:0)', 2: 'fcall(0:0)' },
    'bodyLabel(0) ret bodyLabel(1) ret',
    'DX3690@6 DX3690@7 DX3684@41',
  ],
  [
    'body(0) body(1) table(0:0,0) pointers(0:1:2:0)',
    { 1: 'fcall(0:0)', 2: 'fcall(1:0)' },
    'bodyLabel(0) ret',
    'DX3690@5 DX3679 DX3680',
  ],
];

test.each(HULL)('hull shader: %s %o %s', (declarations, calls, after, diagnostics) => {
  const bytes = hullContainer(new Uint8Array(readFileSync(HULL_SHADER)), declarations, calls, after);
  expect(sm4DiagnosticLines(bytes).join(' ')).toBe(diagnostics);
});
