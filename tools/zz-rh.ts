import { randomPrograms } from '../live/random-programs.ts';
import { Oracle } from './oracle/client.ts';
const o = await Oracle.start();
for await (const { name, bytes } of randomPrograms('hlsl', Number(process.argv[2]), 1)) { console.log(name); console.log(Buffer.from((await o.disassemble(bytes)).output).toString('latin1')); }
process.exit(0);
