/** Random programs of arithmetic, flow control and derivatives as pixel and vertex shaders of model 5.0. */
import type { Random } from '../../smith/random.ts';
import { Sm4Code } from '../../smith/runnable/sm4-code.ts';
import { geometryTrial } from './geometry.ts';
import { pixelTrial, vertexTrial } from './stages.ts';
import { tessellationTrial } from './tessellation-stages.ts';
import type { Family, Trial } from './trial.ts';
import { UNTRUSTED_SM4 } from './untrusted.ts';

/** Coarse derivatives may be those of any row or column; ours are of the first, llvmpipe's of each. */
const DERIVATIVES = ['deriv_rtx_fine', 'deriv_rty_fine'];

/** Derivatives of the inputs, which are exact; pixels that end. @param most the largest number of derivatives */
export function pixels(random: Random, most = 3): Trial {
  const code = new Sm4Code(random, { isModel5: true, without: UNTRUSTED_SM4, flow: 2, arrays: 1 });
  const early = random.between(0, most);
  for (let i = 0; i < early; i++) {
    const register = code.floatRegister();
    code.line(`${random.pick(DERIVATIVES)} r8.xyzw, ${code.floatRegister()}.${code.swizzle()}`);
    code.line(`mov ${register}.${code.mask()}, r8.xyzw`);
  }
  code.statements(random.between(4, 14));
  if (random.oneIn(3)) {
    const register = code.integerRegister();
    code.line(`discard${random.pick(['_z', '_nz'])} ${register}.${code.component()}`);
    code.statements(random.between(0, 4));
  }
  return pixelTrial(random, { code: code.lines, outputs: [] });
}

function vertices(random: Random): Trial {
  const code = new Sm4Code(random, { isModel5: true, without: UNTRUSTED_SM4, flow: 2, arrays: 1 });
  code.statements(random.between(4, 16));
  return vertexTrial(random, { code: code.lines, outputs: [] });
}

function points(random: Random): Trial {
  const code = new Sm4Code(random, { isModel5: true, without: UNTRUSTED_SM4, flow: 2, arrays: 1 });
  code.statements(random.between(4, 12));
  return geometryTrial(random, { code: code.lines, outputs: [] });
}

function patches(random: Random, stage: 'hs' | 'ds'): Trial {
  // Wine draws nothing with a hull shader that has arrays (untrusted.ts).
  const arrays = stage === 'hs' ? 0 : 1;
  const code = new Sm4Code(random, { isModel5: true, without: UNTRUSTED_SM4, flow: 2, arrays });
  code.statements(random.between(4, 12));
  return tessellationTrial(random, stage, { code: code.lines, outputs: [] });
}

export const STAGE_FAMILIES: readonly Family[] = [
  { name: 'pixel shaders', api: 'd3d11', share: 6, make: (random) => pixels(random) },
  { name: 'vertex shaders', api: 'd3d11', share: 5, make: vertices },
  { name: 'geometry shaders', api: 'd3d11', share: 4, make: points },
  { name: 'hull shaders', api: 'd3d11', share: 2, make: (random) => patches(random, 'hs') },
  { name: 'domain shaders', api: 'd3d11', share: 2, make: (random) => patches(random, 'ds') },
];
