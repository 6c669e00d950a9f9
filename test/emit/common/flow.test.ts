/** Statements for constructs that only sources of the intermediate form have. */
import { describe, expect, it } from 'vitest';
import { Diagnostics } from '../../../src/base/diagnostics.ts';
import { resourceUses } from '../../../src/emit/common/resource-uses.ts';
import { translate } from '../../../src/translate/index.ts';
import { planElements } from '../../../src/translate/interface.ts';
import { TARGETS } from '../../../src/translate/translate.ts';
import { moduleOfText } from '../../support/ir-run.ts';
import { assembled } from '../../translate/direct3d9/raised.ts';

/** The code of a pixel shader with an input and an output. */
function codeOf(body: string, to: 'wgsl' | 'glsl'): string {
  const elements = 'kind="vertex" register=0 mask=15';
  const header = `shader ps version=[5,0] profile="ps_5_0"\ninput 0 ${elements}\noutput 0 ${elements}\n`;
  const module = moduleOfText(`${header}fn 0 main main {\n${body}\nreturn\n}\n`);
  const target = TARGETS[to](to === 'glsl' ? '450' : '');
  const diagnostics = new Diagnostics();
  const report = ({ code }: { code: string }) => expect.unreachable(code);
  const elementsOf = (isInput: boolean) => planElements(module, isInput, target, diagnostics, report);
  const { code } = target.emit(
    module,
    {
      ...{ version: to === 'glsl' ? '450' : '', entryPoint: 'main', profile: 'guarded', robustness: 'd3d' },
      invariantPosition: true,
      ...{ uses: resourceUses(module), resources: [], inputs: elementsOf(true), outputs: elementsOf(false) },
      ...{ runtime: { name: 'runtime', group: 0, number: 0 }, constants: new Map() },
    },
    report,
  );
  return String(code);
}

describe.each(['wgsl', 'glsl'] as const)('in %s', (to) => {
  it('an if that is left from inside keeps what its else gives', () => {
    const code = codeOf(
      `%0:f32x4 = in<0.x>
%1:f32 = pick %0.x
%2:f32 = pick %0.y
%3:f32 = const 0.5
%4:bool = f.lt %1, %3
%5:bool = f.lt %2, %3
%6:f32 = const 7.0
%7:f32 = const 8.0
%8:f32 = const 9.0
%9:f32 = if $0 %4 {
if $1 %5 {
exit $0 %6
} else {
exit $1
}
exit $0 %7
} else {
exit $0 %8
}
out<0.x> %9`,
      to,
    );
    for (const value of ['7.0', '8.0', '9.0']) expect(code).toContain(value);
  });
});

describe('a return at the end', () => {
  const HEAD = 'ps_4_0\ndcl_input_ps linear v0.xyzw\ndcl_output o0.xyzw\ndcl_temps 1\n';
  const given = 'mov o0.xyzw, v0.xyzw\nret\n';
  const bodyOf = (body: string, to: 'wgsl' | 'glsl') => {
    const { stages } = translate(assembled(`${HEAD}${body}ret\n`), { to });
    const code = String(stages[0]!.code);
    return code.slice(code.indexOf(' main('));
  };

  it.each([
    ['both ways of an if', `if_nz v0.x\n${given}else\nmov o0.xyzw, v0.wzyx\nret\nendif\n`],
    ['ifs in ifs', `if_nz v0.x\nif_nz v0.y\n${given}else\n${given}endif\nelse\n${given}endif\n`],
    ['all cases of a switch', `switch v0.x\ncase l(1)\n${given}case l(2)\n${given}default\n${given}endswitch\n`],
    ['the only way out of a loop', `loop\nif_nz v0.x\n${given}endif\nendloop\n`],
  ])('is left out after %s', (_, body) => {
    expect(bodyOf(body, 'wgsl')).not.toMatch(/^ {2}return result;$/m);
    // No break follows a return either.
    expect(bodyOf(body, 'glsl')).not.toMatch(/return;\n\s*break;/);
  });

  it.each([
    ['an if without else', `if_nz v0.x\n${given}endif\nmov o0.xyzw, v0.xxxx\n`],
    ['a case that breaks', `switch v0.x\ncase l(1)\nbreak\ndefault\n${given}endswitch\nmov o0.xyzw, v0.xxxx\n`],
    ['a loop that is left', `loop\nif_nz v0.x\n${given}endif\nbreakc_nz v0.y\nendloop\nmov o0.xyzw, v0.xxxx\n`],
    // WGSL wants a way out of it.
    ['a loop without an end', 'loop\nendloop\n'],
  ])('is there after %s', (_, body) => {
    expect(bodyOf(body, 'wgsl')).toMatch(/^ {2}return result;\n\}\n$/m);
  });
});
