/**
 * Names that texts have at places where they use variables of resources, too: such a variable with one of these names would be hidden, or be another one.
 *
 * Not for: words of a language (reserved.ts of each), or functions of the module's own, whose names are in its scope (helper-texts.ts).
 */

/** Parameters and variables of functions that use a resource by its name. */
export const LOCAL_NAMES: readonly string[] =
  'at attempt chosen compare element found i level levels next offset old register_index row sampler_index size start value view view_index'.split(
    ' ',
  );

/** Names of a form: numbered parameters, words, arrays, ranges and functions of the program, and copies of system values. */
export const OWN_FORM = /^(?:[apwx]|input_range|output_range|Results|subroutine|phase)\d+$|^d3d_/;
