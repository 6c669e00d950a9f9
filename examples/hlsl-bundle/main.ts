/** Prints what the bundle has of two shaders, without a compiler. */
import * as pixel from '../hlsl-page/waves.hlsl?ps_5_0&pixelMain';
import * as vertex from '../hlsl-page/waves.hlsl?vs_5_0&vertexMain';

for (const { bytes, reflection } of [vertex, pixel]) {
  const inputs = reflection.inputParameters.map(({ semanticName }) => semanticName);
  const constants = reflection.constantBuffers.flatMap(({ variables }) => variables.map(({ name }) => name));
  console.log(`${reflection.profile}: ${bytes.length} bytes; inputs ${inputs}; constants ${constants}`);
}
