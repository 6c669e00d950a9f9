import { randomPrograms } from '../live/random-programs.ts';
import { bytesOf } from '../src/base/words.ts';
import { openShaderFile } from '../src/file/shader-file.ts';
import { generateSm1 } from '../src/generate/sm1/generate.ts';
import { printIr, runPasses } from '../src/ir/index.ts';
import { readSm1 } from '../src/isa/sm1/program.ts';
import { lowerSm1 } from '../src/lower/index.ts';
import { disassemble } from '../src/text/index.ts';

const [kind, seed, ir] = process.argv.slice(2);
for await (const { name, bytes } of randomPrograms(kind as any, Number(seed), 1)) {
  console.log(name);
  console.log(disassemble(bytes).text);
  const file = openShaderFile(bytes);
  const p = file.programs[0]!;
  const { module } = lowerSm1(readSm1(p.words), { separatesConstants: true });
  runPasses(module!, { keepsDots: true });
  if (ir) console.log(printIr(module!));
  const made = generateSm1(module!, { profile: file.profile! });
  console.log(made.words ? disassemble(bytesOf(made.words)).text : made.diagnostics);
}
process.exit(0);
