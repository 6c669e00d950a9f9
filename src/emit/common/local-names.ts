/**
 * Local names of generated helper functions. A resource variable must not have one of these names, or the local
 * variable would shadow it.
 *
 * Not for: words of a language (reserved.ts of each), or module-specific functions, whose names are in the scope of the
 * module (helper-texts.ts).
 */

/** Parameters and variables of functions that use a resource by its name. */
export const LOCAL_NAMES: readonly string[] =
  'at attempt chosen compare element found i level levels next offset old register_index row sampler_index size start value view view_index'.split(
    ' ',
  );

/** Numbered names: parameters, words, arrays, ranges and functions of the program, and copies of system values. */
export const LOCAL_PATTERN = /^(?:[apwx]|input_range|output_range|Results|subroutine|phase)\d+$|^d3d_/;
