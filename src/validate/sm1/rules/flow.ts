/**
 * Flow control from 2_0 on: blocks and their nesting, subroutines, breaks, static flow instructions, where aL has a
 * value, and where gradients can be taken. Operands of flow instructions are checked in sources.ts.
 *
 * A model calls {@link checkFlow} last for every instruction, valid or not (source: oracle), `dcl` and `def*` included;
 * not for one that the version does not have or whose operands are too few or too many. The exceptions of vs_2_0 and
 * vs_2_x, whose `else` and `endif` have no rule of operand counts, are for the model to make. It calls {@link
 * checkFlowEnd} at the end.
 *
 * Calls only lead to labels that come later. So at a label all its callers are known, and what holds in the subroutine,
 * such as the depth of blocks around it, is the worst of them; nothing is walked twice.
 */
import { SM1_OPCODES, sm1OpcodeTable } from '../../../isa/sm1/opcodes.ts';
import { SM1_REGISTERS } from '../../../isa/sm1/registers.ts';
import type { Sm1RuleRow, XCode } from '../../rule.ts';
import {
  CALLS,
  DYNAMIC_IFS,
  FLAGS,
  LABEL_BYTES,
  LOOPS,
  MAX_IF_DEPTH,
  MAX_STATIC_FLOW,
  type Sm1Flow,
  type Sm1ValidationContext,
  STATIC_IFS,
} from '../context.ts';

const codes = (vs20: XCode, vs30: XCode, ps20: XCode, ps30: XCode) => ({ vs20, vs30, ps20, ps30 });

// biome-ignore format: one rule, one line
export const ELSE_WITHOUT_IF_RULE: Sm1RuleRow = { codes: codes('X5898', 'X5901', 'X5506', 'X5895'), aborts: true, text: '`else` without an `if`.', hint: 'Put `else` into an `if` block.' };
// biome-ignore format: one rule, one line
export const SECOND_ELSE_RULE: Sm1RuleRow = { codes: codes('X5899', 'X5902', 'X5893', 'X5896'), aborts: true, text: 'The `if` block already has an `else`.', hint: 'Remove one `else`.' };
// biome-ignore format: one rule, one line
export const ENDIF_WITHOUT_IF_RULE: Sm1RuleRow = { codes: codes('X5841', 'X5842', 'X5497', 'X5840'), aborts: true, text: '`endif` without an `if`.', hint: 'Close the innermost block first.' };
// biome-ignore format: one rule, one line
export const ENDREP_WITHOUT_REP_RULE: Sm1RuleRow = { codes: codes('X5838', 'X5839', 'X5836', 'X5837'), aborts: true, text: '`endrep` without a `rep`.', hint: 'Close the innermost block first.' };
// biome-ignore format: one rule, one line
export const ENDLOOP_WITHOUT_LOOP_RULE: Sm1RuleRow = { codes: { vs20: 'X5831', vs30: 'X5832', ps30: 'X5494' }, aborts: true, text: '`endloop` without a `loop`.', hint: 'Close the innermost block first.' };
// biome-ignore format: one rule, one line
export const BREAK_OUTSIDE_RULE: Sm1RuleRow = { codes: codes('X5900', 'X5903', 'X5894', 'X5897'), text: 'The break is not inside a loop.', hint: 'Break only inside `rep` or `loop`, in the same subroutine.' };
// biome-ignore format: one rule, one line
export const RET_IN_BLOCK_RULE: Sm1RuleRow = { codes: codes('X5834', 'X5835', 'X5495', 'X5833'), aborts: true, text: '`ret` inside a block.', hint: 'Close all blocks before `ret`.' };
// biome-ignore format: one rule, one line
export const AFTER_RET_RULE: Sm1RuleRow = { codes: codes('X5882', 'X5883', 'X5499', 'X5881'), aborts: true, text: 'The instruction after `ret` is not a `label`.', hint: 'Put a `label` after the `ret`.' };
// biome-ignore format: one rule, one line
export const LABEL_NOT_AFTER_RET_RULE: Sm1RuleRow = { codes: codes('X5496', 'X5816', 'X5489', 'X5813'), aborts: true, text: '`label` does not follow a `ret`.', hint: 'End the main program or the subroutine before it with `ret`.' };
// biome-ignore format: one rule, one line
export const LABEL_TOO_LARGE_RULE: Sm1RuleRow = { codes: { vs20: 'X5819' }, aborts: true, text: 'Label l{label} is greater than l{most}, the last one.', hint: 'Number the labels from 0 on.' };
// biome-ignore format: one rule, one line
export const LABEL_TWICE_RULE: Sm1RuleRow = { codes: codes('X5822', 'X5823', 'X5491', 'X5821'), aborts: true, text: 'Label l{label} is defined twice.', hint: 'Give each subroutine its own label.' };
// biome-ignore format: one rule, one line
export const CALL_BACKWARDS_RULE: Sm1RuleRow = { codes: codes('X5825', 'X5826', 'X5492', 'X5824'), aborts: true, text: 'Subroutine l{label} is defined before this call.', hint: 'Define subroutines after all their calls.' };
// biome-ignore format: one rule, one line
export const LOOP_DEPTH_RULE: Sm1RuleRow = { codes: codes('X5829', 'X5830', 'X5493', 'X5827'), aborts: true, text: 'Loops are nested more than {most} deep, callers counted.', hint: 'Nest fewer loops.' };
// biome-ignore format: one rule, one line
export const LOOP_DEPTH_COMPILED_RULE: Sm1RuleRow = { codes: codes('X5862', 'X5874', 'X5844', 'X5852'), aborts: true, text: 'The compiled program nests loops more than {most} deep.', hint: 'Nest fewer loops.' };
// biome-ignore format: one rule, one line
export const STATIC_IF_DEPTH_RULE: Sm1RuleRow = { codes: codes('X5868', 'X5878', 'X5847', 'X5856'), aborts: true, text: 'Static `if` blocks are nested more than {most} deep, callers counted.', hint: 'Nest fewer blocks.' };
// biome-ignore format: one rule, one line
export const STATIC_IF_DEPTH_COMPILED_RULE: Sm1RuleRow = { codes: codes('X5867', 'X5877', 'X6022', 'X5855'), aborts: true, text: 'The compiled program nests static `if` blocks more than {most} deep.', hint: 'Nest fewer blocks.' };
// biome-ignore format: one rule, one line
export const PREDICATE_IF_DEPTH_RULE: Sm1RuleRow = { codes: codes('X5865', 'X5876', 'X5846', 'X5854'), aborts: true, text: 'Dynamic blocks are nested more than {most} deep at an `if` of the predicate, callers counted.', hint: 'Nest fewer blocks.' };
// biome-ignore format: one rule, one line
export const PREDICATE_IF_DEPTH_COMPILED_RULE: Sm1RuleRow = { codes: codes('X5864', 'X5875', 'X5845', 'X5853'), aborts: true, text: 'The compiled program nests dynamic blocks more than {most} deep at an `if` of the predicate.', hint: 'Nest fewer blocks.' };
// biome-ignore format: one rule, one line
export const COMPARE_IF_DEPTH_RULE: Sm1RuleRow = { codes: codes('X5871', 'X5575', 'X5849', 'X5858'), aborts: true, text: 'Dynamic blocks are nested more than {most} deep at an `if` with a comparison, callers counted.', hint: 'Nest fewer blocks.' };
// biome-ignore format: one rule, one line
export const COMPARE_IF_DEPTH_COMPILED_RULE: Sm1RuleRow = { codes: codes('X5870', 'X5396', 'X5848', 'X5857'), aborts: true, text: 'The compiled program nests dynamic blocks more than {most} deep at an `if` with a comparison.', hint: 'Nest fewer blocks.' };
// biome-ignore format: one rule, one line
export const BREAK_DEPTH_RULE: Sm1RuleRow = { codes: codes('X5557', 'X5701', 'X5880', 'X5614'), aborts: true, text: 'A `break` with a comparison counts as a dynamic block, and dynamic blocks are nested more than {most} deep.', hint: 'Nest fewer blocks.' };
// biome-ignore format: one rule, one line
export const BREAK_DEPTH_COMPILED_RULE: Sm1RuleRow = { codes: codes('X6044', 'X5417', 'X5879', 'X6043'), aborts: true, text: 'The compiled program nests dynamic blocks more than {most} deep at a `break` with a comparison.', hint: 'Nest fewer blocks.' };
// biome-ignore format: one rule, one line
export const CALL_DYNAMIC_DEPTH_RULE: Sm1RuleRow = { codes: codes('X6053', 'X6055', 'X6048', 'X6050'), aborts: true, text: 'A `callnz` of the predicate counts as a dynamic block, and dynamic blocks are nested more than {most} deep.', hint: 'Nest fewer blocks.' };
// biome-ignore format: one rule, one line
export const CALL_DYNAMIC_DEPTH_COMPILED_RULE: Sm1RuleRow = { codes: codes('X6052', 'X6054', 'X6047', 'X6049'), aborts: true, text: 'The compiled program nests dynamic blocks more than {most} deep at a `callnz` of the predicate.', hint: 'Nest fewer blocks.' };
// biome-ignore format: one rule, one line
export const CALL_DEPTH_RULE: Sm1RuleRow = { codes: codes('X5861', 'X5873', 'X5843', 'X5851'), aborts: true, text: 'Calls are nested more than {most} deep.', hint: 'Inline a subroutine.' };
// biome-ignore format: one rule, one line
export const CALL_DEPTH_COMPILED_RULE: Sm1RuleRow = { codes: codes('X5860', 'X5872', 'X5498', 'X5850'), aborts: true, text: 'The compiled program nests calls more than {most} deep.', hint: 'Inline a subroutine.' };
// biome-ignore format: one rule, one line
export const LABEL_UNDEFINED_RULE: Sm1RuleRow = { codes: codes('X5885', 'X5886', 'X5503', 'X5884'), severity: 'shader', text: 'Subroutine l{label} is called, but not defined.', hint: 'Add the subroutine, or remove the call.' };
// biome-ignore format: one rule, one line
export const LABEL_UNUSED_RULE: Sm1RuleRow = { codes: codes('X5888', 'X5889', 'X5504', 'X5887'), severity: 'shader', text: 'Nothing calls subroutine l{label}.', hint: 'Remove the subroutine, or call it.' };
// biome-ignore format: one rule, one line
export const SUBROUTINE_OPEN_RULE: Sm1RuleRow = { codes: codes('X5891', 'X5892', 'X5505', 'X5890'), severity: 'shader', text: 'The last subroutine has no `ret`.', hint: 'End the subroutine with `ret`.' };
// biome-ignore format: one rule, one line
export const LOOP_OPEN_RULE: Sm1RuleRow = { codes: codes('X5907', 'X5909', 'X5507', 'X5905'), severity: 'shader', text: 'A loop is not closed.', hint: 'Add `endrep` or `endloop`.' };
// biome-ignore format: one rule, one line
export const IF_OPEN_RULE: Sm1RuleRow = { codes: codes('X5908', 'X5910', 'X5904', 'X5906'), severity: 'shader', text: 'An `if` is not closed.', hint: 'Add `endif`.' };
// biome-ignore format: one rule, one line
export const STATIC_FLOW_RULE: Sm1RuleRow = { codes: { vs20: 'X5520' }, severity: 'shader', text: '{count} static flow instructions; {most} are allowed.', hint: 'Use fewer `call`, `callnz`, `if`, `else`, `loop` and `rep`, or use vs_3_0.' };
// biome-ignore format: one rule, one line
export const STATIC_FLOW_COMPILED_RULE: Sm1RuleRow = { codes: { vs20: 'X5613' }, severity: 'shader', text: 'The compiled program has more static flow instructions than the target allows.', hint: 'Branch less, or compile for vs_3_0.' };
// biome-ignore format: one rule, one line
export const GRADIENT_IN_DYNAMIC_FLOW_RULE: Sm1RuleRow = { codes: { ps20: 'X6078', ps30: 'X6077' }, text: 'A gradient of a computed value is taken in dynamic flow, which not all pixels may reach: `texld`, `dsx` and `dsy` of r# are not allowed there.', hint: 'Move the instruction out of dynamic blocks and loops with `break`, or use `texldd` or `texldl`.' };

const { call, callnz, loop, ret, endloop, label, rep, endrep, ifc, endif, breakc } = SM1_OPCODES;
const { if: if_, else: else_ } = SM1_OPCODES;
const TEMP = SM1_REGISTERS.temp.code;
const BOOL = SM1_REGISTERS.constBool.code;
const PREDICATE = SM1_REGISTERS.predicate.code;

/** Kinds of blocks; the ones of `if` come first. */
const STATIC_IF = 0;
const DYNAMIC_IF = 1;
const LOOP = 2;
const REP = 3;
/** Flags of a block. */
const HAS_ELSE = 4;
const HAS_BREAK = 8;
const HAS_GRADIENT = 16;
const KIND = 3;
/** Flags of a label. */
const CALLED = 1;
const DEFINED = 2;
/** A caller has no aL. */
const WITHOUT_LOOP_COUNTER = 4;
/** A caller calls it in a loop with a break. */
const IN_BROKEN_LOOP = 8;

/** Opcodes that the flow rules act on; the others only must not follow `ret`. */
const ACTS = sm1OpcodeTable(({ category }) => (category === 'flow' ? 1 : 0));
/** Opcodes of pixel shaders that take a gradient of their first source. */
const GRADIENT = sm1OpcodeTable(({ quad }) => (quad ? 1 : 0));

/** Checks what the instruction does to the flow. */
export function checkFlow(ctx: Sm1ValidationContext): void {
  const { opcode, flow } = ctx;
  const afterRet = flow.afterRet;
  if (ACTS[opcode] !== 0) act(ctx, flow);
  else if (GRADIENT[opcode] !== 0 && flow.pixel && !afterRet) checkGradient(ctx, flow);
  if (afterRet && opcode !== label.code && !ctx.aborted) ctx.report(AFTER_RET_RULE);
}

function act(ctx: Sm1ValidationContext, flow: Sm1Flow): void {
  switch (ctx.opcode) {
    case if_.code:
      // Static flow is counted by the register, valid or not; an invalid operand opens no block (source: oracle).
      if (ctx.sourceType[0] === BOOL) flow.staticFlow++;
      if (ctx.sourceFaults !== 0) return;
      if (ctx.sourceType[0] === PREDICATE) {
        openDynamic(ctx, flow, PREDICATE_IF_DEPTH_RULE, PREDICATE_IF_DEPTH_COMPILED_RULE);
      } else openStatic(ctx, flow);
      return;
    case ifc.code:
      openDynamic(ctx, flow, COMPARE_IF_DEPTH_RULE, COMPARE_IF_DEPTH_COMPILED_RULE);
      return;
    case else_.code:
      checkElse(ctx, flow);
      return;
    case endif.code: {
      const top = flow.depth > 0 ? flow.blocks[flow.depth - 1]! & KIND : REP;
      if (top > DYNAMIC_IF) ctx.report(ENDIF_WITHOUT_IF_RULE);
      else {
        flow.depth--;
        if (top === STATIC_IF) flow.staticIfs--;
        else flow.dynamicIfs--;
      }
      return;
    }
    case loop.code:
      openLoop(ctx, flow, LOOP);
      return;
    case rep.code:
      openLoop(ctx, flow, REP);
      return;
    case endloop.code:
      closeLoop(ctx, flow, LOOP, ENDLOOP_WITHOUT_LOOP_RULE);
      return;
    case endrep.code:
      closeLoop(ctx, flow, REP, ENDREP_WITHOUT_REP_RULE);
      return;
    case call.code:
    case callnz.code:
      checkCall(ctx, flow);
      return;
    case label.code:
      checkLabel(ctx, flow);
      return;
    case ret.code:
      if (flow.depth > 0) ctx.report(RET_IN_BLOCK_RULE);
      flow.afterRet = true;
      flow.inSubroutine = false;
      // Of the callers only that their loops break lasts (source: oracle).
      flow.staticIfs = 0;
      flow.dynamicIfs = 0;
      flow.loops = 0;
      flow.calls = 0;
      flow.callersHaveCounter = false;
      return;
    default:
      checkBreak(ctx, flow);
  }
}

function reportDepth(
  ctx: Sm1ValidationContext,
  flow: Sm1Flow,
  rule: Sm1RuleRow,
  compiled: Sm1RuleRow,
  limit: number,
): void {
  ctx.report(flow.compiled ? compiled : rule, ctx.start, { most: limit });
}

function openStatic(ctx: Sm1ValidationContext, flow: Sm1Flow): void {
  if (++flow.staticIfs > MAX_IF_DEPTH) {
    reportDepth(ctx, flow, STATIC_IF_DEPTH_RULE, STATIC_IF_DEPTH_COMPILED_RULE, MAX_IF_DEPTH);
  } else flow.blocks[flow.depth++] = STATIC_IF;
}

function openDynamic(ctx: Sm1ValidationContext, flow: Sm1Flow, rule: Sm1RuleRow, compiled: Sm1RuleRow): void {
  if (++flow.dynamicIfs > MAX_IF_DEPTH) reportDepth(ctx, flow, rule, compiled, MAX_IF_DEPTH);
  else flow.blocks[flow.depth++] = DYNAMIC_IF;
}

function checkElse(ctx: Sm1ValidationContext, flow: Sm1Flow): void {
  const block = flow.depth > 0 ? flow.blocks[flow.depth - 1]! : REP;
  if ((block & KIND) > DYNAMIC_IF) ctx.report(ELSE_WITHOUT_IF_RULE);
  else if ((block & HAS_ELSE) !== 0) ctx.report(SECOND_ELSE_RULE);
  else {
    flow.blocks[flow.depth - 1] = block | HAS_ELSE;
    if (block === STATIC_IF) flow.staticFlow++;
  }
}

function openLoop(ctx: Sm1ValidationContext, flow: Sm1Flow, kind: number): void {
  flow.staticFlow++;
  if (++flow.loops > flow.maxLoops) {
    reportDepth(ctx, flow, LOOP_DEPTH_RULE, LOOP_DEPTH_COMPILED_RULE, flow.maxLoops);
    return;
  }
  flow.firstPending[flow.depth] = flow.pending.length;
  flow.blocks[flow.depth++] = kind;
  flow.subroutineLoops++;
  if (kind === LOOP) flow.subroutineCounters++;
}

function closeLoop(ctx: Sm1ValidationContext, flow: Sm1Flow, kind: number, rule: Sm1RuleRow): void {
  if (flow.depth === 0 || (flow.blocks[flow.depth - 1]! & KIND) !== kind) {
    ctx.report(rule);
    return;
  }
  flow.depth--;
  flow.pending.length = flow.firstPending[flow.depth]!;
  flow.loops--;
  flow.subroutineLoops--;
  if (kind === LOOP) flow.subroutineCounters--;
}

/** Index of the innermost open loop; -1 where there is none. At most as many steps as blocks can be nested. */
function innermostLoop(flow: Sm1Flow): number {
  if (flow.subroutineLoops === 0) return -1;
  let at = flow.depth - 1;
  while ((flow.blocks[at]! & KIND) < LOOP) at--;
  return at;
}

function checkBreak(ctx: Sm1ValidationContext, flow: Sm1Flow): void {
  if (ctx.opcode === breakc.code && flow.dynamicIfs >= MAX_IF_DEPTH) {
    reportDepth(ctx, flow, BREAK_DEPTH_RULE, BREAK_DEPTH_COMPILED_RULE, MAX_IF_DEPTH);
    return;
  }
  const at = innermostLoop(flow);
  if (at < 0) {
    ctx.report(BREAK_OUTSIDE_RULE);
    return;
  }
  // A break turns the loop's flow so far into dynamic flow (source: oracle); outer loops are not affected.
  const first = flow.firstPending[at]!;
  for (let i = flow.pending.length - 1; i >= first; i--) {
    flow.labels![flow.pending[i]! * LABEL_BYTES + FLAGS]! |= IN_BROKEN_LOOP;
  }
  flow.pending.length = first;
  if (flow.pixel && (flow.blocks[at]! & HAS_GRADIENT) !== 0) ctx.report(GRADIENT_IN_DYNAMIC_FLOW_RULE);
  flow.blocks[at]! |= HAS_BREAK;
}

function checkGradient(ctx: Sm1ValidationContext, flow: Sm1Flow): void {
  const computed = ctx.sourceCount > 0 && ctx.sourceType[0] === TEMP;
  const at = innermostLoop(flow);
  if (at >= 0 && computed) flow.blocks[at]! |= HAS_GRADIENT;
  // In a loop with a break, one gradient of a computed value makes all that follow count (source: oracle).
  const broken = at >= 0 && (flow.blocks[at]! & HAS_BREAK) !== 0 && (flow.blocks[at]! & HAS_GRADIENT) !== 0;
  const dynamic = computed && (ctx.predicated || flow.dynamicIfs > 0 || flow.callersBreak);
  if (dynamic || broken) ctx.report(GRADIENT_IN_DYNAMIC_FLOW_RULE, ctx.sourceAt[0]);
}

function checkLabelNumber(ctx: Sm1ValidationContext, flow: Sm1Flow): boolean {
  const number = ctx.sourceNumber[0]!;
  if (number > flow.maxLabel) {
    ctx.report(LABEL_TOO_LARGE_RULE, ctx.sourceAt[0], { label: number, most: flow.maxLabel });
    return false;
  }
  return true;
}

function checkCall(ctx: Sm1ValidationContext, flow: Sm1Flow): void {
  const conditional = ctx.opcode === callnz.code;
  if (!conditional || ctx.sourceType[1] === BOOL) flow.staticFlow++;
  // With an invalid condition the call still counts (source: oracle).
  if ((ctx.sourceFaults & 1) !== 0 || !checkLabelNumber(ctx, flow)) return;
  const number = ctx.sourceNumber[0]!;
  const labels = flow.labelsTo(number);
  const entry = number * LABEL_BYTES;
  if ((labels[entry + FLAGS]! & DEFINED) !== 0) {
    ctx.report(CALL_BACKWARDS_RULE, ctx.sourceAt[0], { label: number });
    return;
  }
  const dynamic = conditional && ctx.sourceFaults === 0 && ctx.sourceType[1] === PREDICATE ? 1 : 0;
  const dynamicIfs = flow.dynamicIfs + dynamic;
  if (dynamicIfs > MAX_IF_DEPTH) {
    reportDepth(ctx, flow, CALL_DYNAMIC_DEPTH_RULE, CALL_DYNAMIC_DEPTH_COMPILED_RULE, MAX_IF_DEPTH);
    return;
  }
  if (flow.calls >= flow.maxCalls) {
    reportDepth(ctx, flow, CALL_DEPTH_RULE, CALL_DEPTH_COMPILED_RULE, flow.maxCalls);
    return;
  }
  labels[entry + STATIC_IFS] = Math.max(labels[entry + STATIC_IFS]!, flow.staticIfs);
  labels[entry + DYNAMIC_IFS] = Math.max(labels[entry + DYNAMIC_IFS]!, dynamicIfs);
  labels[entry + LOOPS] = Math.max(labels[entry + LOOPS]!, flow.loops);
  labels[entry + CALLS] = Math.max(labels[entry + CALLS]!, flow.calls + 1);
  let now = labels[entry + FLAGS]! | CALLED;
  // Loops of a subroutine itself do not count for what it calls (source: oracle).
  const counter = flow.inSubroutine ? flow.callersHaveCounter : flow.subroutineCounters > 0;
  if (!counter) now |= WITHOUT_LOOP_COUNTER;
  const at = innermostLoop(flow);
  const broken = at >= 0 && (flow.blocks[at]! & HAS_BREAK) !== 0;
  if (flow.callersBreak || broken) now |= IN_BROKEN_LOOP;
  else if (at >= 0) flow.pending.push(number);
  labels[entry + FLAGS] = now;
}

function checkLabel(ctx: Sm1ValidationContext, flow: Sm1Flow): void {
  const afterRet = flow.afterRet;
  flow.afterRet = false;
  if (ctx.sourceFaults !== 0) return;
  if (!checkLabelNumber(ctx, flow)) return;
  const number = ctx.sourceNumber[0]!;
  const labels = flow.labelsTo(number);
  const entry = number * LABEL_BYTES;
  const now = labels[entry + FLAGS]!;
  if ((now & DEFINED) !== 0) {
    ctx.report(LABEL_TWICE_RULE, ctx.sourceAt[0], { label: number });
    return;
  }
  if (!afterRet) {
    ctx.report(LABEL_NOT_AFTER_RET_RULE);
    return;
  }
  labels[entry + FLAGS] = now | DEFINED;
  flow.inSubroutine = true;
  flow.staticIfs = labels[entry + STATIC_IFS]!;
  flow.dynamicIfs = labels[entry + DYNAMIC_IFS]!;
  flow.loops = labels[entry + LOOPS]!;
  // One that nothing calls is as deep as one that the main program calls (source: oracle).
  flow.calls = labels[entry + CALLS]! || 1;
  flow.callersHaveCounter = (now & WITHOUT_LOOP_COUNTER) === 0;
  flow.callersBreak = (now & IN_BROKEN_LOOP) !== 0;
}

/** Checks at the end of the shader what is left open; the first of what a model checks there (source: oracle). */
export function checkFlowEnd(ctx: Sm1ValidationContext): void {
  const { flow } = ctx;
  const { labels } = flow;
  if (labels !== undefined) {
    const stateOf = (n: number) => labels[n * LABEL_BYTES + FLAGS]! & (CALLED | DEFINED);
    for (let n = 0; n <= flow.highestLabel; n++) {
      if (stateOf(n) === CALLED) ctx.reportStream(LABEL_UNDEFINED_RULE, -1, { label: n });
    }
    for (let n = 0; n <= flow.highestLabel; n++) {
      if (stateOf(n) === DEFINED) ctx.reportStream(LABEL_UNUSED_RULE, -1, { label: n });
    }
  }
  if (flow.inSubroutine) ctx.reportStream(SUBROUTINE_OPEN_RULE);
  else if (flow.subroutineLoops > 0) ctx.reportStream(LOOP_OPEN_RULE);
  else if (flow.depth > 0) ctx.reportStream(IF_OPEN_RULE);
}

/** Checks at the end how many static flow instructions there are; vs_2_0 and vs_2_x have a limit. */
export function checkStaticFlow(ctx: Sm1ValidationContext): void {
  const { flow } = ctx;
  if (ctx.model !== 'vs20' || ctx.version > 0x201 || flow.staticFlow <= MAX_STATIC_FLOW) return;
  if (flow.compiled) ctx.reportStream(STATIC_FLOW_COMPILED_RULE);
  else ctx.reportStream(STATIC_FLOW_RULE, -1, { count: flow.staticFlow, most: MAX_STATIC_FLOW });
}
