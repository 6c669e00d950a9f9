import { readFileSync } from 'node:fs';
import { AssemblyDiagnostics } from '../src/assemble/diagnostics.ts';
import { lowerProgram } from '../src/hlsl/front-end.ts';
import { printIr } from '../src/ir/print.ts';
import { verifyIr } from '../src/ir/verify.ts';
const [file, profile = 'ps_5_0', entry = 'main'] = process.argv.slice(2);
const text = readFileSync(file!, 'latin1');
const d = new AssemblyDiagnostics(text, file!);
const p = lowerProgram(text, d, { profile, entry, name: file! });
for (const x of d.list) console.log(`${x.line}:${x.column} ${x.severity} ${x.code} ${x.message}`);
if (p) { console.log(printIr(p.module)); console.log(verifyIr(p.module)); }
