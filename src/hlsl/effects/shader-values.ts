/**
 * Shaders as effects name them: `CompileShader`, `ConstructGSWithSO`, `BindInterfaces`, `NULL`.
 *
 * Not for: compiling them (compile-effect.ts).
 */
import { stringValue } from '../../assemble/sm1/numbers.ts';
import type { Fx4Instance } from '../../effects/fx4/model.ts';
import { elementOf, type GlobalContext } from '../check/globals.ts';
import { suggestion } from '../check/scope.ts';
import type { CheckedFunction, Parameter, TypedExpression, Variable } from '../check/typed-tree.ts';
import { isUniformParameter } from '../check/uniform-parameters.ts';
import { parseProfile } from '../front-end.ts';
import { DX6210, DX6211, DX6228, DX6232, DX6238, X3000, X3000_FUNCTION, X3004, X3013, X3041 } from '../messages.ts';
import type { CompileNode, EffectValue, ShaderCallNode } from '../syntax/tree.ts';
import { ERROR, interfacesOf, typeName } from '../types/types.ts';
import {
  type EffectObject,
  type EffectProfile,
  type EffectShader,
  NO_SHADER,
  type ShaderUse,
} from './checked-effect.ts';

/** Models of the shaders in an effect. */
const MODELS: Readonly<Record<EffectProfile, RegExp>> = {
  fx_2_0: /^[pv]s_[123]_(\d|sw|a|b)$/,
  fx_4_0: /_4_0(_level_9_\d)?$/,
  fx_4_1: /_4_[01](_level_9_\d)?$/,
  fx_5_0: /_(4_[01](_level_9_\d)?|5_0)$/,
  mgfx: /^[vp]s_(4_[01](_level_9_\d)?|5_0)$/,
  mgfx_opengl: /^[vp]s_[123]_(\d|sw|a|b)$/,
};
/** Profiles that Microsoft's compiler has. */
const PROFILES = /^[pvghdc]s_\d_(\d|sw|a|b)(_level_9_[013])?$/;
/** An element that is no element of an array. */
const NO_INDEX = 0xffff_ffff;
/** Arguments of `ConstructGSWithSO`: a shader and one declaration, or those of all streams and which is rasterized. */
const ONE_STREAM = 2;
const ALL_STREAMS = 6;

export class ShaderValues {
  constructor(
    private readonly context: GlobalContext,
    private readonly profile: EffectProfile,
    private readonly objects: ReadonlyMap<string, EffectObject>,
  ) {}

  /**
   * The shader that a value is; undefined for something else, or after a report.
   *
   * @param stage of the variable or state
   * @param isVariable effects of Direct3D 10 and 11 may have variables for other models, which are NULL
   */
  of(node: EffectValue, stage: string, isVariable = false): ShaderUse | undefined {
    switch (node.kind) {
      case 'null':
        return { ...NO_SHADER, stage };
      case 'compile': {
        const { profile } = node;
        if (isVariable && PROFILES.test(profile) && !MODELS[this.profile].test(profile)) {
          this.#named(node);
          return { ...NO_SHADER, stage, otherModel: profile };
        }
        const shader = this.#compile(node);
        return shader && { ...NO_SHADER, stage: shader.stage, shader };
      }
      case 'shaderCall':
        return node.name === 'BindInterfaces' ? this.#bind(node, stage) : this.#stream(node);
      case 'assembly':
        this.context.reporter.report(DX6211, node);
        return undefined;
      default:
        return undefined;
    }
  }

  /** Checks the names in a shader of a technique that is left out. */
  check(node: EffectValue): void {
    if (node.kind === 'compile') this.#named(node);
    else if (node.kind === 'shaderCall') for (const one of node.arguments) this.check(one);
  }

  #compile(node: CompileNode): EffectShader | undefined {
    const { profile } = node;
    const parsed = parseProfile(profile);
    const isPossible = parsed !== undefined && MODELS[this.profile].test(profile);
    if (PROFILES.test(profile) && !isPossible)
      this.context.reporter.report(DX6210, node, { profile, effect: this.profile });
    const chosen = PROFILES.test(profile) && !isPossible ? undefined : this.#named(node);
    return chosen && parsed && { ...chosen, stage: parsed.stage, profile, at: node };
  }

  /** The entry point and its values. */
  #named(node: CompileNode): Pick<EffectShader, 'entry' | 'values'> | undefined {
    const { reporter, scopes } = this.context;
    const { profile, entry } = node;
    if (!PROFILES.test(profile)) {
      reporter.report(X3041, node, { profile });
      return undefined;
    }
    const found = scopes.find(entry);
    if (found?.kind !== 'functions') {
      reporter.report(X3004, node, { name: entry, hint: suggestion(entry, scopes.names()) });
      return undefined;
    }
    return this.#entry(found.functions, node);
  }

  /** The function whose uniform parameters take the values. */
  #entry(functions: readonly CheckedFunction[], node: CompileNode): Pick<EffectShader, 'entry' | 'values'> | undefined {
    const { expressions, reporter } = this.context;
    const items = node.arguments.map((one) => expressions.check(one));
    if (items.some(({ type }) => type === ERROR)) return undefined;
    const uniformsOf = ({ parameters }: CheckedFunction) =>
      parameters.filter((one) => isUniformParameter(one) && !isInterface(one));
    const entry = functions.findLast((one) => uniformsOf(one).length === items.length);
    if (entry === undefined) {
      const given = `${node.entry}(${items.map(({ type }) => typeName(type)).join(', ')})`;
      const candidates = functions.map(
        (one) =>
          `${one.name}(${uniformsOf(one)
            .map(({ variable }) => typeName(variable.type))
            .join(', ')})`,
      );
      reporter.report(X3013, node, { given, candidates: candidates.slice(0, 6).join(', ') });
      return undefined;
    }
    const values = new Map<Variable, TypedExpression>();
    for (const [i, { variable }] of uniformsOf(entry).entries())
      values.set(variable, expressions.convert(items[i]!, variable.type, node));
    return { entry, values };
  }

  /** `ConstructGSWithSO`: of a shader, or of a variable that is one. */
  #stream(node: ShaderCallNode): ShaderUse | undefined {
    const { reporter, expressions } = this.context;
    const [source, ...rest] = node.arguments;
    const count = node.arguments.length;
    if (source === undefined || (count !== ONE_STREAM && count !== ALL_STREAMS)) {
      reporter.report(X3000_FUNCTION, node, { name: node.name, count });
      return undefined;
    }
    const used = this.#shaderOf(source, 'gs');
    if (used === undefined) return undefined;
    const { profile = '' } = used.shader ?? {};
    // Variables are not checked, as in fxc.
    if (source.kind !== 'name' && parseProfile(profile)?.level9 !== undefined)
      reporter.report(DX6238, node, { profile });
    const streams = (count === ALL_STREAMS ? rest.slice(0, -1) : rest).map((one) => this.#declaration(one));
    const last = rest.at(-1)!;
    const rasterizedStream = count === ALL_STREAMS && isExpression(last) ? (expressions.integerOf(last) ?? 0) >>> 0 : 0;
    return { stage: 'gs', shader: used.shader, streams, rasterizedStream, bindings: [] };
  }

  /** A shader, or that of a variable. */
  #shaderOf(source: EffectValue, stage: string): ShaderUse | undefined {
    if (source.kind !== 'name') return this.of(source, stage);
    const object = this.objects.get(source.name);
    if (object === undefined) this.context.reporter.report(X3004, source, { name: source.name, hint: '' });
    return object?.shaders[0];
  }

  #declaration(node: EffectValue): string | undefined {
    if (node.kind === 'string') {
      const text = stringValue(node.text);
      const wrong = text.split(';').find((element) => !isStreamedElement(element));
      if (wrong !== undefined) this.context.reporter.report(DX6232, node, { element: wrong.trim() });
      return text;
    }
    if (node.kind !== 'null') this.context.reporter.report(X3000, node, { found: 'a value that is no text' });
    return undefined;
  }

  #bind(node: ShaderCallNode, stage: string): ShaderUse | undefined {
    const [source, ...instances] = node.arguments;
    if (source === undefined || instances.length === 0) {
      this.context.reporter.report(X3000_FUNCTION, node, { name: node.name, count: node.arguments.length });
      return undefined;
    }
    const used = this.#shaderOf(source, stage);
    const count = used?.shader?.entry.parameters.filter(isInterface).length;
    if (count !== undefined && count !== instances.length) {
      this.context.reporter.report(DX6228, node, { expected: count, given: instances.length });
      return undefined;
    }
    const bindings = instances.flatMap((one) => this.instance(one) ?? []);
    return used && { ...used, bindings };
  }

  /** The object of a class, or of an interface, that a value names: a variable, or an element of one. */
  instance(node: EffectValue): Fx4Instance | undefined {
    const { reporter, expressions } = this.context;
    if (isExpression(node)) {
      const value = expressions.check(node);
      if (value.type === ERROR) return undefined;
      const element = elementOf(value.type);
      const index = node.kind === 'index' ? expressions.integerOf(node.index) : undefined;
      if (element.kind === 'interface' || (element.kind === 'struct' && interfacesOf(element).length > 0)) {
        if (value.kind === 'variable') return { name: value.variable.name, index: NO_INDEX };
        if (value.kind === 'element' && value.object.kind === 'variable' && index !== undefined)
          return { name: value.object.variable.name, index };
      }
    }
    reporter.report(X3000, node, { found: 'a value that is no object of a class' });
    return undefined;
  }
}

/** Whether an element of a stream is `SLOT:SEMANTIC.MASK`; slot and mask may be missing (source: oracle). */
function isStreamedElement(element: string): boolean {
  const colon = element.indexOf(':');
  const slot = element.slice(0, Math.max(0, colon)).trimStart();
  const dot = element.indexOf('.');
  const mask = dot < 0 ? '' : element.slice(dot + 1);
  return (colon < 0 || /^\d+$/.test(slot)) && ('xyzw'.includes(mask) || 'rgba'.includes(mask));
}

/** Whether a parameter is an object that the application binds. */
function isInterface({ variable, isUniform }: Parameter): boolean {
  return elementOf(variable.type).kind === 'interface' && !isUniform;
}

/** Whether a value is one of the language, not only of effects. */
export function isExpression(
  node: EffectValue,
): node is Exclude<EffectValue, { kind: 'null' | 'compile' | 'shaderCall' | 'assembly' }> {
  return !/^(null|compile|shaderCall|assembly)$/.test(node.kind);
}
