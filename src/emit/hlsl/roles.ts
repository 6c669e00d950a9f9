/** Names of values by their use: what is stored into an output, and coordinates of textures. */
import { isTextureRead, Op, widthOf } from '../../ir/index.ts';
import { forEachOp } from '../common/resource-uses.ts';
import type { HlslContext } from './context.ts';
import type { EntryElement } from './plan.ts';

/** Operations whose values have no variable: they may be next to a value that is stored. */
const UNNAMED = /* @__PURE__ */ new Set<number>([Op.const, Op.in, Op['cb.load']]);

/** Returns names of values by what reads them. */
export function rolesOf(w: HlslContext): ReadonlyMap<number, string> {
  const { module } = w;
  const { ops } = module;
  const roles = new Map<number, string>();
  const add = (value: number, name: string) => {
    if (!roles.has(value)) roles.set(value, name);
  };
  forEachOp(module, (op) => {
    const code = ops.code[op]!;
    if (code === Op.out) {
      const element = w.outputElements[ops.extra[op]! >> 2];
      if (element === undefined || element.first !== (ops.extra[op]! & 3)) return;
      const value = ops.operand(op, 0);
      for (const one of [value, mainPart(w, value)])
        if (one !== undefined && widthOf(ops.type[one]!) >= Math.min(element.width, 3))
          add(one, outputName(w, element));
    } else if (isTextureRead(code)) {
      const value = ops.operand(op, 0);
      for (const one of [value, mainPart(w, value)])
        if (one !== undefined && widthOf(ops.type[one]!) === 2) add(one, 'coordinates');
    }
  });
  return roles;
}

/** The value whose components come first in a vector, all and in order, with nothing but constants and inputs after. */
function mainPart({ module: { ops } }: HlslContext, vector: number): number | undefined {
  if (ops.code[vector] !== Op.pick) return undefined;
  const references = ops.operands(vector);
  const value = references[0]! >> 2;
  const width = widthOf(ops.type[value]!);
  const isFirst = references.length >= width && references.every((one, i) => i >= width || one === (value << 2) + i);
  const areOthersUnnamed = references.slice(width).every((one) => UNNAMED.has(ops.code[one >> 2]!));
  return isFirst && (areOthersUnnamed || width >= 3) ? value : undefined;
}

/** The name of a value that is stored into an output: that of the output, if no input has it. */
function outputName({ module, inputElements, outputElements }: HlslContext, { name }: EntryElement): string {
  const member = memberOf(name);
  if (member === 'position' && module.stage !== 'ps') return 'clip_position';
  const isTarget = (one: string) => /^target\d*$/.test(one);
  const isOnlyTarget =
    isTarget(member) && outputElements.every((one) => !one || one.name === name || !isTarget(memberOf(one.name)));
  const isVariable = member === name && !isOnlyTarget;
  // The variable of a lone output has a number where its name is taken.
  const label = isOnlyTarget ? 'color' : isVariable ? member.replace(/\d+$/, '') : member;
  return isVariable || inputElements.some((one) => one?.name === label) ? `out_${label}` : label;
}

/** The member of a variable that an output is; the name of an output that is a variable. */
function memberOf(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1).replace(/\[\d+\]$/, '');
}
