/** Statements for constructs that only texts of the intermediate form have. */
import { describe, expect, it } from 'vitest';
import { Diagnostics } from '../../../src/base/diagnostics.ts';
import { resourceUses } from '../../../src/emit/common/resource-uses.ts';
import { planElements } from '../../../src/translate/interface.ts';
import { TARGETS } from '../../../src/translate/targets.ts';
import { moduleOfText } from '../../support/ir-run.ts';

/** The code of a pixel shader with an input and an output. */
function codeOf(body: string, to: 'wgsl' | 'glsl'): string {
  const elements = 'kind="vertex" register=0 mask=15';
  const header = `shader ps version=[5,0] profile="ps_5_0"\ninput 0 ${elements}\noutput 0 ${elements}\n`;
  const module = moduleOfText(`${header}fn 0 main main {\n${body}\nreturn\n}\n`);
  const target = TARGETS[to](to === 'glsl' ? '450' : '');
  const diagnostics = new Diagnostics();
  const report = (code: string) => expect.unreachable(code);
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
