// npx tsx tools/zz-fxc.ts FILE PROFILE ENTRY FLAGS OUT : Microsoft's messages and listing
import { readFileSync, writeFileSync } from 'node:fs';
import { Oracle } from './oracle/client.ts';

const [file, profile, entry = 'main', flags = '0', out] = process.argv.slice(2);
const oracle = await Oracle.start({ limitSeconds: 60 });
const a = await oracle.compile(readFileSync(file!, 'latin1'), entry, profile!, { flags: Number(flags) });
console.log('hr', a.hr.toString(16), a.output.length, a.messages);
if (a.hr === 0) {
  if (out) writeFileSync(out, a.output);
  const d = await oracle.disassemble(a.output);
  console.log(Buffer.from(d.output).toString('latin1'));
}
process.exit(0);
