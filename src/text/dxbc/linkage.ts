/** The sections on class linkage: class types, class instances and interface slots. Every spelling here: oracle. */
import {
  type ClassInstance,
  type ClassLinkage,
  type ClassType,
  type InterfaceSlots,
  NO_SLOT,
} from '../../chunks/ifce.ts';
import { left, right } from './columns.ts';

const RULE = '// +----------+---------+---------------------------------------\n';
export const COLUMNS_A_ROW = 8;
/** Microsoft's printer leaves out one class after every full row: they are counted, but not printed. */
const COLUMNS_COUNTED = COLUMNS_A_ROW + 1;

/** The three tables; those on instances only when there are any. */
export function printLinkage(linkage: ClassLinkage): string {
  let text = `//
// Available Class Types:
//
// Name                             ID CB Stride Texture Sampler
// ------------------------------ ---- --------- ------- -------
`;
  linkage.types.forEach((type, index) => {
    text += printType(type, index);
  });
  text += '//\n';
  if (linkage.instances.length > 0) {
    text += `// Available Class Instances:
//
// Name                        Type CB CB Offset Texture Sampler
// --------------------------- ---- -- --------- ------- -------
`;
    for (const instance of linkage.instances) text += printInstance(instance);
    text += '//\n';
  }
  return `${text}// Interface slots, ${linkage.slotCount} total:\n//\n//             Slots\n${RULE}${printSlots(linkage.slots)}`;
}

function printType(type: ClassType, index: number): string {
  const { constantBufferStride, textureStride, samplerStride } = type;
  const strides = `${right(constantBufferStride, 9)} ${right(textureStride, 7)} ${right(samplerStride, 7)}`;
  return `// ${left(type.name, 30)} ${right(index, 4)} ${strides}\n`;
}

function printInstance(instance: ClassInstance): string {
  const name = instance.elements === 1 ? instance.name : `${instance.name}[${instance.elements}]`;
  const buffer = slotText(instance.constantBuffer);
  const offset = instance.constantBuffer === NO_SLOT ? '-' : instance.constantBufferOffset;
  const cells = `${right(buffer, 2)} ${right(offset, 9)} ${right(slotText(instance.texture), 7)} ${right(slotText(instance.sampler), 7)}`;
  return `// ${left(name, 27)} ${right(instance.type, 4)} ${cells}\n`;
}

function slotText(slot: number): string | number {
  return slot === NO_SLOT ? '-' : slot;
}

function printSlots(slots: readonly InterfaceSlots[]): string {
  let text = '';
  let first = 0;
  for (const { count, typeIds, tableIds } of slots) {
    for (let from = 0; from < typeIds.length; from += COLUMNS_COUNTED) {
      let types = '';
      let tables = '';
      for (let i = from; i < from + COLUMNS_A_ROW && i < typeIds.length; i++) {
        types += left(String(typeIds[i]), 5);
        tables += left(String(tableIds[i]), 5);
      }
      const range = from === 0 ? rangeText(first, count) : '         ';
      text += `// | Type ID  |${range}|${types}\n// | Table ID |         |${tables}\n`;
      // Once a row, not once a group: Microsoft's numbers are too high when a group has several rows.
      first = (first + count) >>> 0;
    }
    text += RULE;
  }
  return text;
}

/** The slots of a group, in a column of 9. */
function rangeText(first: number, count: number): string {
  if (count <= 1) return `${right(first, 4)}     `;
  return `${right(first, 4)}-${left(String((first + count - 1) >>> 0), 4)}`;
}
