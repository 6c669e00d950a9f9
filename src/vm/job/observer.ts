/** Who looks at the quads of a job while they run: traces and steppers. */
import type { QuadObserver } from '../quad-flow.ts';
import type { Sm1Step } from '../sm1/step.ts';
import type { Sm4Step } from '../sm4/step.ts';
import type { Sm1JobShader, Sm4JobShader } from './shaders.ts';

/** Gives an observer for the quads of a shader in a command. */
export interface JobObserver {
  sm4(shader: Sm4JobShader, command: number): QuadObserver<Sm4Step>;
  sm1(shader: Sm1JobShader, command: number): QuadObserver<Sm1Step>;
}

/** The shader with an executable that is observed. */
export function observedSm4(shader: Sm4JobShader, observer: JobObserver | undefined, command: number): Sm4JobShader {
  if (observer === undefined) return shader;
  return { ...shader, executable: { ...shader.executable, observer: observer.sm4(shader, command) } };
}

/** Returns the shader of models 1 to 3 with steps that report to the observer. */
export function observedSm1(shader: Sm1JobShader, observer: JobObserver | undefined, command: number): Sm1JobShader {
  if (observer === undefined) return shader;
  return { ...shader, executable: { ...shader.executable, observer: observer.sm1(shader, command) } };
}
