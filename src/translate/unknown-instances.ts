/**
 * Interface pointers without a chosen class instance: no language has interface calls. One message names all of them,
 * because an application has to choose all of them.
 *
 * Not for: code changes by a known instance (src/ir/passes/specialize.ts), or finding instances by name
 * (class-instances.ts).
 */
import { DX6007 } from '../emit/common/messages.ts';
import type { EmitReport, ResourceUses } from '../emit/common/plan.ts';
import type { IrModule } from '../ir/index.ts';
import { type IrInstances, unknownPointers } from '../ir/passes/specialize.ts';
import type { ShaderInterface } from '../reflect/shader-interface.ts';
import { elementName } from './class-instances.ts';

/** Reports pointers without an instance after the passes. Returns whether there are any. */
export function reportUnknownInstances(
  module: IrModule,
  instances: IrInstances | undefined,
  { isUsed }: ResourceUses,
  reflection: ShaderInterface | undefined,
  report: EmitReport,
): boolean {
  const unknown = unknownPointers(module, instances, isUsed);
  if (unknown === undefined) return false;
  const names = unknown.pointers.map((pointer) => pointerName(pointer, reflection));
  report(DX6007, module.ops.at[unknown.first]!, { pointers: names.join(', ') || 'an interface pointer' });
  return true;
}

/**
 * The name of an interface pointer, as `--instance` takes it: `lights[2]`, or its number where reflection has no name.
 */
function pointerName(pointer: number, reflection: ShaderInterface | undefined): string {
  const pointers = reflection?.constantBuffers.find(({ type }) => type === 'interfacePointers');
  for (const { name, interfaceSlots } of pointers?.variables ?? []) {
    const element = interfaceSlots.indexOf(pointer);
    if (element >= 0) return elementName(name, element, interfaceSlots.length);
  }
  return `interface pointer ${pointer}`;
}
