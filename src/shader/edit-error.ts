/** The error of an edit that a shader does not allow. */

/**
 * An edit cannot be made in this shader: it has no such constant, the number of values is wrong, a register is taken. The shader
 * is as before.
 */
export class ShaderEditError extends RangeError {
  override readonly name = 'ShaderEditError';
  /** The message without the name of the method. */
  readonly reason: string;

  constructor(method: string, reason: string) {
    super(`${method}: ${reason}`);
    this.reason = reason;
  }
}
