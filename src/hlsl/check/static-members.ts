/**
 * Static members of structures: variables with the name of the structure before theirs, `S::k`. A constant has its
 * value where it is declared; any other one is defined at file scope, as `float S::k = 2;`.
 *
 * Not for: static methods, which are methods without an object (check-source.ts).
 */
import type { Writable } from '../../base/writable.ts';
import { X3009, X3011, X3100, X3101, X3103 } from '../messages.ts';
import type { Tokens, VariableNode } from '../syntax/tree.ts';
import { isSameType } from '../types/conversions.ts';
import { type HlslType, hasResources } from '../types/types.ts';
import { knownValue } from './constant-value.ts';
import { type GlobalContext, newVariable } from './globals.ts';
import type { Variable } from './typed-tree.ts';

interface StaticMember {
  readonly node: Tokens;
  readonly variable: Variable;
  isDefined: boolean;
}

export class StaticMembers {
  readonly #members = new Map<Variable, StaticMember>();

  constructor(private readonly context: GlobalContext) {}

  /** Declares a member; `structure` is the name as written. */
  declare(node: VariableNode, type: HlslType, structure: string): void {
    const { scopes, source, expressions, reporter } = this.context;
    const name = `${structure}::${node.name}`;
    const isConst = node.modifiers.includes('const');
    const variable: Writable<Variable> = {
      ...newVariable(name, type, 'static', node),
      isConst,
      isPrecise: node.modifiers.includes('precise'),
    };
    const hasValue = isConst && node.initializer !== undefined;
    if (!isConst && node.initializer !== undefined) reporter.report(X3009, node);
    scopes.add(name, { kind: 'variable', variable });
    this.#members.set(variable, { node, variable, isDefined: hasValue });
    if (!hasValue) return;
    variable.initializer = expressions.initializer(node.initializer!, type, node);
    if (!hasResources(type) && knownValue(variable.initializer) === undefined) reporter.report(X3011, node, { name });
    source.statics.push(variable);
  }

  /** Defines a member where its name has that of a structure; returns false for any other name. */
  define(node: VariableNode): boolean {
    const { scopes, source, expressions, reporter, types } = this.context;
    const { name } = node;
    if (!name.includes('::')) return false;
    const found = scopes.find(name);
    const member = found?.kind === 'variable' ? this.#members.get(found.variable) : undefined;
    if (member === undefined) reporter.report(X3100, node, { name });
    else if (member.isDefined) return false;
    else {
      const { variable } = member;
      // The lengths of an array count only as a part of a named type (source: oracle).
      const isSame = isSameType(types.resolve(node.type), variable.type);
      if (!isSame || node.lengths.length > 0 || node.modifiers.includes('const') !== variable.isConst)
        reporter.report(X3101, node, { name });
      member.isDefined = true;
      variable.initializer = node.initializer && expressions.initializer(node.initializer, variable.type, node);
      source.statics.push(variable);
    }
    return true;
  }

  /** After all declarations: reports members that nothing defines. A syntax error may be the reason. */
  finish(): void {
    if (Number.isFinite(this.context.reporter.limit)) return;
    for (const { node, variable, isDefined } of this.#members.values())
      if (!isDefined) this.context.reporter.report(X3103, node, { name: variable.name });
  }
}
