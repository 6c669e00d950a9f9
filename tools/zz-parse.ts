import { readFileSync, globSync } from 'node:fs';
import { AssemblyDiagnostics } from '../src/assemble/diagnostics.ts';
import { readTokens } from '../src/hlsl/syntax/token-list.ts';
import { parseSource } from '../src/hlsl/syntax/parser.ts';
const files = process.argv.slice(2);
let ok = 0, bad = 0, decls = 0;
for (const f of files) {
  const text = readFileSync(f, 'latin1');
  const d = new AssemblyDiagnostics(text, f);
  const tree = parseSource(readTokens(text, f, d, {}), d);
  decls += tree.length;
  if (d.list.some(x => x.severity === 'error')) { bad++; const e = d.list.find(x=>x.severity==='error')!; console.log(`${f}:${e.line}:${e.column} ${e.code} ${e.message}`); } else ok++;
}
console.log({ ok, bad, decls });
