import { readFileSync } from 'node:fs';
import { compile } from '../src/hlsl/compile.ts';
import { disassemble } from '../src/text/index.ts';
import { validate } from '../src/validate/index.ts';
const [file, profile = 'ps_5_0', entry = 'main'] = process.argv.slice(2);
const { bytes, diagnostics } = compile(readFileSync(file!, 'latin1'), { profile, entry, name: file! });
for (const x of diagnostics) console.log(`${x.line}:${x.column} ${x.severity} ${x.code} ${x.message}`);
if (bytes) { console.log(disassemble(bytes).text); console.log(validate(bytes).diagnostics.map(d=>`${d.code} ${d.message}`)); }
