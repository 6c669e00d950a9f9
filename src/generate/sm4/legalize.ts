/** Replaces operations that a shader model does not have by others. */
import type { IrModule } from '../../ir/module.ts';
import { expandLegacy } from '../../ir/passes/legacy.ts';
import { joinNextRegions } from './next-regions.ts';

/** @param version ten times the major version, and the minor one */
export function legalize(module: IrModule, version: number): void {
  void version;
  expandLegacy(module);
  joinNextRegions(module);
}
