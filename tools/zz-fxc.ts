import { readFileSync } from 'node:fs';
import { Oracle } from './oracle/client.ts';
import { disassemble } from '../src/text/index.ts';
const [file, profile = 'ps_5_0', entry = 'main', flags='0'] = process.argv.slice(2);
const o = await Oracle.start();
const { hr, output, messages } = await o.compile(readFileSync(file!, 'latin1'), entry, profile, {flags: Number(flags)});
console.log(messages); if (hr === 0) console.log(disassemble(output).text);
o.stop();
