/** Text in place of the listings of programs, for the source of an effect of Direct3D 9: see src/decompile. */

export interface Fx2Source {
  /** The text before a parameter, by its number; before the techniques, for the number of parameters. */
  before(parameter: number): string;
  /** Words before the type of a parameter or of a member of one, by its path: `lights.direction`. */
  modifiers(path: string): string;
  /** The registers of a parameter, after its semantic. */
  registers(name: string): string;
  /** The text of the shader or expression at an offset; undefined for one that is listed. */
  program(offset: number): string | undefined;
}
