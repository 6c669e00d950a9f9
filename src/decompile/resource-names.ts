/**
 * Names of resources, and the arrays that they are elements of: before model 5.1, programs declare each register by
 * itself, and reflection says which array it is of.
 */
import type { NameScope } from '../emit/common/names.ts';
import type { ResourceArray } from '../emit/hlsl/plan.ts';
import { HLSL_KEYWORDS, hlslIdentifier } from '../emit/hlsl/types.ts';
import type { IrBinding, IrModule } from '../ir/index.ts';
import type { ShaderInterface } from '../reflect/shader-interface.ts';
import { boundAs, resourceName } from '../translate/reflected.ts';

export interface ResourceNames {
  /** The text for each binding. */
  readonly names: readonly string[];
  /** The array that is declared for a binding; undefined where another binding of it has the declaration. */
  readonly arrays: ReadonlyMap<number, ResourceArray | undefined>;
}

/** The array that a register is an element of. */
interface Element {
  readonly array: string;
  readonly index: number;
  /** Elements of the array, as far as they are known. */
  readonly count: number;
}

/** The element that a register is by reflection. */
function elementOf(binding: IrBinding, reflection: ShaderInterface | undefined): Element | undefined {
  const row = binding.count === 1 ? boundAs(binding, reflection) : undefined;
  if (row === undefined || row.name.startsWith('$')) return undefined;
  // Model 4 has a row for the array, model 5.0 one for each element that the program uses.
  const [, array, digits] = /^([^[\]]+)\[(\d+)\]$/.exec(row.name) ?? [];
  if (array !== undefined) return { array, index: Number(digits), count: Number(digits) + 1 };
  if (row.bindCount < 2) return undefined;
  return { array: row.name, index: binding.register - row.bindPoint, count: row.bindCount };
}

/**
 * @param layouts of buffers with variables: nothing reads such a buffer by its name, which may be that of anything else
 * @param members bindings that are members of class instances, which have their names
 * @param legacy samplers by the textures that have their names
 */
export function resourceNames(
  { bindings }: IrModule,
  reflection: ShaderInterface | undefined,
  scope: NameScope,
  layouts: ReadonlyMap<number, unknown>,
  members: ReadonlySet<number> = new Set(),
  legacy: ReadonlyMap<number, number> = new Map(),
): ResourceNames {
  const names: string[] = [];
  const arrays = new Map<number, ResourceArray | undefined>();
  const elements = bindings.map((binding, i) => (members.has(i) ? undefined : elementOf(binding, reflection)));
  const keyOf = (number: number, { array, index }: Element) =>
    `${bindings[number]!.kind} ${array} ${bindings[number]!.register - index}`;
  const counts = new Map<string, number>();
  for (const [number, element] of elements.entries()) {
    if (element === undefined) continue;
    const key = keyOf(number, element);
    counts.set(key, Math.max(counts.get(key) ?? 0, element.count));
  }
  const known = new Map<string, string>();
  for (const [number, element] of elements.entries()) {
    const binding = bindings[number]!;
    if (legacy.has(number)) {
      names.push('');
      continue;
    }
    if (members.has(number)) {
      const name = boundAs(binding, reflection)?.name ?? '';
      names.push(/^\w+([.[\]\w]*)$/.test(name) ? name : hlslIdentifier(name));
      continue;
    }
    if (element === undefined) {
      const row = boundAs(binding, reflection);
      const isNamed = row !== undefined && /^[^$]/.test(row.name);
      const name = isNamed ? row.name : resourceName(binding, 0, reflection);
      const isFree = layouts.has(number) && !HLSL_KEYWORDS.has(name);
      names.push(isFree ? hlslIdentifier(name) : scope.unique(name));
      continue;
    }
    const first = binding.register - element.index;
    const key = keyOf(number, element);
    let name = known.get(key);
    if (name === undefined) {
      name = scope.unique(element.array);
      known.set(key, name);
      arrays.set(number, { name, first, count: counts.get(key)! });
    } else arrays.set(number, undefined);
    names.push(`${name}[${element.index}]`);
  }
  for (const [texture, sampler] of legacy) names[texture] = names[sampler]!;
  return { names, arrays };
}
