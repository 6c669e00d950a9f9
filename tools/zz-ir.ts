import { readFileSync } from 'node:fs';
import { openShaderFile } from '../src/file/index.ts';
import { lowerProgram } from '../src/lower/lower.ts';
import { runDefaultPasses } from '../src/ir/passes/run-passes.ts';
import * as ir from '../src/ir/index.ts';
const f = openShaderFile(new Uint8Array(readFileSync(process.argv[2]!)));
const { module } = lowerProgram(f.programs[0]!);
runDefaultPasses(module!);
console.log(ir.printIr(module!));
