/**
 * Assigned values of an effect of Direct3D 10 and 11: constants, variables, expressions, shaders.
 *
 * Not for: where they are assigned (fx4-source.ts).
 */

import { Diagnostics } from '../../base/diagnostics.ts';
import { readConstantTable } from '../../chunks/ctab.ts';
import { readContainer } from '../../container/dxbc.ts';
import { TAG } from '../../container/tags.ts';
import { Fx4Scalar } from '../../effects/fx4/enums.ts';
import type { Effect4, Fx4Assignment, Fx4Constant, Fx4Shader, Fx4Type } from '../../effects/fx4/model.ts';
import { FX4_STATES, type Fx4State, fx4ValueName } from '../../effects/fx4/states.ts';
import { DX6005 } from '../../emit/common/messages.ts';
import { expressionCode } from '../../isa/preshader/code.ts';
import { constantsOf, type Sm1ConstantDesc, type Sm1TypeDesc } from '../../reflect/sm1-constants.ts';
import { asciiQuoted } from '../../text/fx/fx2-text.ts';
import { preshaderSource } from '../preshader-source.ts';
import type { DeclaredConstant, DeclaredType } from '../shared-globals.ts';
import { preshaderVariables } from '../sm1-slots.ts';
import { fx4Number } from './fx4-declarations.ts';
import type { ProgramSource, ShaderFunctions } from './shader-functions.ts';

export class Fx4Values {
  /** Whether an expression is computed while the effect is used: the compiler refuses them without a switch. */
  hasExpressions = false;
  readonly views = new Map<string, string>();
  readonly structs = new Set<string>();
  readonly #variables = new Map<string, Fx4Type>();

  constructor(
    effect: Effect4,
    private readonly functions: ShaderFunctions,
    private readonly diagnostics: Diagnostics,
    private readonly names: ReadonlyMap<number, string>,
  ) {
    for (const { variables } of [...effect.buffers, ...effect.sharedBuffers])
      for (const { name, type } of variables) this.#variables.set(name, type);
  }

  /** The text of an assigned value; undefined where diagnostics say why there is none. */
  value({ state, value }: Fx4Assignment): string | undefined {
    const row = FX4_STATES[state];
    if (row === undefined || value === undefined) return undefined;
    switch (value.kind) {
      case 'constants':
        return constantsText(row, value.constants);
      case 'variable':
        // Numbers of variables count as expressions.
        if (row.type !== 'object' && row.type !== 'Texture') this.hasExpressions = true;
        return value.name ?? 'NULL';
      case 'constantIndex': {
        const type = this.#variables.get(value.name ?? '');
        const part = type && partAt(type, 4 * value.index);
        if (type !== undefined) this.hasExpressions = true;
        return `${value.name}${type === undefined ? `[${value.index}]` : part}`;
      }
      case 'variableIndex':
        this.hasExpressions = true;
        return `${value.name}[${value.indexName}]`;
      case 'expressionIndex': {
        const index = this.#expression(value.code.bytes, value.code.offset, 1);
        return index === undefined ? undefined : `${value.name}[${index}]`;
      }
      case 'expression':
        return this.#expression(value.code.bytes, value.code.offset, row.components ?? 1);
      case 'shader':
        return this.shader(value.shader);
    }
  }

  /** A shader that is compiled where it is assigned. */
  shader({ code, offset, streamOut, extra }: Fx4Shader): string | undefined {
    if (code === undefined || code.byteLength === 0) return 'NULL';
    if ((extra?.bindings.length ?? 0) > 0) {
      this.#report(offset, code.byteLength, 'a shader with interfaces');
      return undefined;
    }
    const made = this.functions.add(code, offset, this.names.get(offset) ?? 'shader');
    if (made === undefined) return undefined;
    this.#keepViews(made.source, offset, code.byteLength);
    const compiled = `CompileShader(${made.source.profile}, ${made.name}())`;
    const quoted = (list: Fx4Shader['streamOut']) =>
      list.map((one) => (one === undefined ? 'NULL' : asciiQuoted(one))).join(', ');
    if (extra !== undefined && extra.streamOutCount > 0) {
      const streams = Array.from({ length: 4 }, (_, i) => streamOut[i]);
      return `ConstructGSWithSO(${compiled}, ${quoted(streams)}, ${extra.rasterizedStream})`;
    }
    const [first] = streamOut;
    return extra !== undefined || first === undefined ? compiled : `ConstructGSWithSO(${compiled}, ${quoted([first])})`;
  }

  /** Views have the types that shaders read them as. */
  #keepViews({ views }: ProgramSource, offset: number, size: number): void {
    for (const [name, type] of views.types) {
      const stem = name.replace(/\[.*/, '');
      const known = this.views.get(stem);
      if (known !== undefined && known !== type)
        this.#report(offset, size, `${stem} as ${type}, which other shaders have as ${known}`);
      this.views.set(stem, type);
    }
    for (const struct of views.structs) this.structs.add(struct);
  }

  #expression(bytes: Uint8Array, offset: number, width: number): string | undefined {
    this.hasExpressions = true;
    const container = readContainer(bytes, new Diagnostics());
    const [code, literals, table] = [TAG.FXLC, TAG.CLI4, TAG.CTAB].map((tag) => container?.find(tag)?.data);
    const read = code && expressionCode(code, literals);
    const constants = table === undefined ? [] : constantsOf(readConstantTable(table));
    const declared = constants.flatMap((one) => this.declared(one) ?? []);
    const unknown = constants.find(({ name }) => !declared.some((one) => one.name === name));
    const source =
      unknown !== undefined
        ? `the constant ${unknown.name} of an expression`
        : read === undefined
          ? 'an expression without code'
          : preshaderSource(read, preshaderVariables(declared), () => this.functions.unique('k'));
    const output = typeof source === 'string' ? undefined : source.outputs[0];
    if (typeof source === 'string' || output === undefined) {
      this.#report(offset, bytes.byteLength, typeof source === 'string' ? source : 'an expression without a value');
      return undefined;
    }
    const { statements } = source;
    if (statements.length === 0) return output.text;
    const name = this.functions.unique('state_value');
    const type = width === 1 ? output.type : `${output.type}${width}`;
    const body = [...statements, `return ${output.text};`].map((line) => `  ${line}`).join('\n');
    this.functions.declare(`${type} ${name}()\n{\n${body}\n}`);
    return `${name}()`;
  }

  /** Returns a constant with the type that its variable has; undefined where no variable has it. */
  declared(constant: Sm1ConstantDesc): DeclaredConstant | undefined {
    const type = this.#variables.get(constant.name);
    const typed = type && declaredAs(type, constant);
    return typed && { ...constant, ...typed, name: constant.name };
  }

  #report(offset: number, size: number, what: string): void {
    this.diagnostics.report(DX6005, offset, offset + size, { target: 'HLSL', what });
  }
}

/** The part of a variable at a byte offset, as text after its name. */
function partAt(type: Fx4Type, offset: number): string {
  const { elements, stride, members } = type;
  if (elements > 0 && stride > 0)
    return `[${Math.floor(offset / stride)}]${partAt({ ...type, elements: 0 }, offset % stride)}`;
  const member = members.findLast(({ position }) => position <= offset);
  if (member !== undefined) return `.${member.name}${partAt(member.type, offset - member.position)}`;
  return offset === 0 && !/\dx\d$/.test(type.name) ? '' : `[${offset >> 4}]`;
}

function declaredAs(type: Fx4Type, described: Sm1TypeDesc): DeclaredType | undefined {
  if (Math.max(type.elements, 1) !== Math.max(described.elements, 1)) return undefined;
  const isArray = type.elements > 0;
  if (type.members.length !== described.structMembers.length) return undefined;
  const members = type.members.flatMap((member, i) => declaredAs(member.type, described.structMembers[i]!) ?? []);
  return members.length === type.members.length ? { ...described, isArray, structMembers: members } : undefined;
}

function constantsText(row: Fx4State, constants: readonly Fx4Constant[]): string {
  if (row.type === 'object' || row.type === 'Texture') return 'NULL';
  const list = constants.map(({ scalar, bits }) => {
    const name = fx4ValueName(row, bits);
    const isNamed = scalar === Fx4Scalar.uint || scalar === Fx4Scalar.int;
    return name !== undefined && isNamed ? name : fx4Number(scalar, bits);
  });
  return list.length === 1 ? list[0]! : `float${list.length}(${list.join(', ')})`;
}
