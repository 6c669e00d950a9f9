/**
 * Whether discarded pixels have to go on: in Direct3D they still take part in derivatives and write nothing, while `discard` of GLSL ends them.
 */
import { type IrModule, NO_OP, OP_ROWS, Op } from '../../ir/index.ts';
import type { ResourceUses } from '../common/plan.ts';
import { forEachOp, hasOperation } from '../common/resource-uses.ts';

/** Writes that end with the invocation: outputs are lost anyway. */
const HARMLESS: ReadonlySet<number> = /* @__PURE__ */ new Set([Op.out, Op['out.at'], Op['var.store'], Op.discard]);

/** Whether something after a `discard` uses values of other pixels, writes memory or changes which pixels run. */
export function needsDiscardFlag(module: IrModule, uses: ResourceUses): boolean {
  if (!hasOperation(uses, 'discard')) return false;
  const { ops } = module;
  let isAfter = false;
  let found = false;
  let inLoop = false;
  let hasQuad = false;
  forEachOp(module, (op) => {
    const code = ops.code[op]!;
    const { effect } = OP_ROWS[code]!;
    const matters = effect === 'quad' || (effect === 'writes' && !HARMLESS.has(code));
    hasQuad ||= matters;
    if (code === Op.discard) {
      isAfter = true;
      for (let owner = module.owner[ops.region[op]!]!; owner !== NO_OP; owner = module.owner[ops.region[owner]!]!)
        inLoop ||= ops.code[owner] === Op.loop;
    } else if (isAfter && matters) found = true;
  });
  return found || (inLoop && hasQuad) || (isAfter && hasQuad && module.functions.length > 1);
}
