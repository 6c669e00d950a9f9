/**
 * The functions of a module of SPIR-V: those that are called, the phases of a hull shader, and the entry point.
 *
 * Not for: blocks (flow.ts), what is written for an operation (rules/).
 */
import { NO_OP, Op, parametersOf } from '../../ir/index.ts';
import { phaseCalls, readsWrittenPoints } from '../common/stage-elements.ts';
import type { SpirvContext } from './context.ts';
import { copyInputRanges, copyOutputRanges, declareArrays, sharesArrays } from './elements.ts';
import { FlowWriter } from './flow.ts';
import { Scope, Spv } from './grammar.ts';
import { SPIRV_RULES } from './rules/index.ts';

/** Writes the functions of a module. */
export class FunctionWriter {
  /** Pairs of a word of the functions and the token that it is from. */
  readonly tokens: [number, number][] = [];
  #token = -1;
  readonly #flow: FlowWriter;
  #number = 0;

  constructor(readonly w: SpirvContext) {
    this.#flow = new FlowWriter(this);
  }

  /** Gives the memory to the next module, when this one is written. */
  release(): void {
    this.#flow.release();
    this.w.release();
  }

  /** Arrays that all functions share, where there are several. */
  declareShared(): void {
    if (sharesArrays(this.w)) declareArrays(this.w);
  }

  operation(op: number): void {
    const { w } = this;
    const { ops } = w.module;
    const token = ops.at[op]!;
    if (token !== this.#token) {
      this.#token = token;
      this.#startToken(token);
    }
    const id = SPIRV_RULES[ops.code[op]!]!(w, op);
    if (id !== 0) w.values[op] = id;
  }

  /** Notes that the next instruction is from a token. A token without instructions has no entry. */
  #startToken(token: number): void {
    const { tokens } = this;
    const at = this.w.m.main.length;
    if (tokens.at(-1)?.[0] === at) tokens.pop();
    if (tokens.at(-1)?.[1] !== token) tokens.push([at, token]);
  }

  leaveFunction(op: number): void {
    const { w } = this;
    const { ops, functions } = w.module;
    const { kind, results } = functions[this.#number]!;
    if (kind !== 'subroutine') {
      // Geometry shaders give outputs with each vertex.
      if (kind === 'main' && w.module.stage !== 'gs') copyOutputRanges(w);
      w.code.effect(Spv.Return);
    } else if (results.length === 0) w.code.effect(Spv.Return);
    else {
      const type = w.m.struct(results.map((one) => w.m.type(one)));
      const isReturn = op !== NO_OP && ops.code[op] === Op.return;
      const value = isReturn
        ? w.code.construct(
            type,
            results.map((_, i) => w.operand(op, i)),
          )
        : w.m.zero(type);
      w.code.effect(Spv.ReturnValue, value);
    }
  }

  /** Whether a construct is in the function that is written. */
  readonly #isInside = (construct: number): boolean => {
    const { ops, owner, functions } = this.w.module;
    let region = ops.region[construct]!;
    while (owner[region] !== NO_OP) region = ops.region[owner[region]!]!;
    return functions[this.#number]!.region === region;
  };

  #body(region: number): void {
    const flow = this.#flow;
    flow.region(region);
    if (flow.isOpen) {
      this.leaveFunction(NO_OP);
      flow.isOpen = false;
    }
    this.w.code.effect(Spv.FunctionEnd);
  }

  subroutine(number: number): void {
    const { w } = this;
    const { m, code } = w;
    this.#number = number;
    const { region, results } = w.module.functions[number]!;
    const parameters = parametersOf(w.module, region);
    const types = parameters.map((value) => m.type(w.module.ops.type[value]!));
    const result = results.length === 0 ? m.void : m.struct(results.map((type) => m.type(type)));
    code.effect(Spv.Function, result, w.functionId(number), 0, m.function(result, types));
    for (const [i, value] of parameters.entries()) {
      const id = m.id();
      code.effect(Spv.FunctionParameter, types[i]!, id);
      w.values[value] = id;
    }
    this.#flow.start(m.id());
    this.#flow.declareVariables(this.#isInside);
    this.#body(region);
  }

  main(entry: number): void {
    const { w } = this;
    const { m, code, module } = w;
    this.#number = module.functions.findIndex(({ kind }) => kind === 'main');
    code.effect(Spv.Function, m.void, entry, 0, m.function(m.void, []));
    this.#flow.start(m.id());
    if (!sharesArrays(w)) declareArrays(w);
    if (this.#number < 0) {
      code.effect(Spv.Return);
      code.effect(Spv.FunctionEnd);
      return;
    }
    this.#flow.declareVariables(this.#isInside);
    copyInputRanges(w);
    this.#body(module.functions[this.#number]!.region);
  }

  /** A phase of a hull shader: fork and join phases get the number of their instance. */
  phase(number: number): void {
    const { w } = this;
    const { m, code } = w;
    this.#number = number;
    const { region, kind, name } = w.module.functions[number]!;
    const parameters = kind === 'controlPoint' ? [] : [m.uint];
    const id = w.functionId(number);
    m.name(id, name);
    code.effect(Spv.Function, m.void, id, 0, m.function(m.void, parameters));
    if (parameters.length > 0) {
      w.phaseInstance = m.id();
      code.effect(Spv.FunctionParameter, m.uint, w.phaseInstance);
    }
    this.#flow.start(m.id());
    this.#flow.declareVariables(this.#isInside);
    this.#body(region);
  }

  /**
   * The entry point of a hull shader: each invocation has a control point; the first one then runs the phases of the
   * patch.
   */
  hull(entry: number): void {
    const { w } = this;
    const { m, code, module } = w;
    code.effect(Spv.Function, m.void, entry, 0, m.function(m.void, []));
    this.#flow.start(m.id());
    const { points, patch } = phaseCalls(module);
    for (const number of points) code.call(m.void, w.functionId(number), []);
    if (patch.length > 0) {
      if (readsWrittenPoints(module))
        code.effect(Spv.ControlBarrier, m.unsigned(Scope.Workgroup), m.unsigned(Scope.Invocation), m.unsigned(0));
      const isFirst = code.binary(Spv.IEqual, m.bool, code.load(m.uint, w.invocation), m.unsigned(0));
      code.guardedEffect(isFirst, () => {
        for (const { number, instance } of patch) code.call(m.void, w.functionId(number), [m.unsigned(instance)]);
      });
    }
    code.effect(Spv.Return);
    code.effect(Spv.FunctionEnd);
  }
}
