/** Descriptions of the passes, for documentation. */
import type { PassName } from './default-passes.ts';

export const PASS_DOCS: Readonly<Record<PassName, string>> = {
  inline: 'puts functions in place of their calls',
  specialize: 'makes what known class instances say constant',
  outputs: 'joins writes of components of one output',
  carried: 'joins components of registers that loops and branches change together',
  clean: 'simplifies, merges equal operations, removes dead ones',
  arrays: 'makes values of arrays that are indexed by constants',
  'constant-arrays': 'reads arrays of constants and of constant buffers where these are',
  forward: 'replaces loads of arrays and group memory by what was stored',
  webs: 'gives words without a type one, by how they are used',
  legacy:
    'expands the operations of Direct3D 9 but the product `f.mul9`; where it is asked for, as by the profile `exact`',
  scalarize: 'splits vectors; where it is asked for',
  'clean-again': 'the same as `clean`, after passes that leave something to clean',
};
