import { sm4Shader } from '../smith/hlsl/shaders.ts';
const s = sm4Shader(Number(process.argv[2]));
console.log(`// fxc /T ${s.profile} /E main ${s.flags ?? ''}`); console.log(s.source);
