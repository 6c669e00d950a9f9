/**
 * The JSON Schema (draft 2020-12) of what `dxlens reflect --json` prints, made from the types of `dxlens/reflect` and
 * their comments by TypeScript's own checker.
 *
 * Not for: the schemas of jobs and maps, which are made from shapes (src/base/json-schema.ts).
 */
import ts from 'typescript';

type Json = { [name: string]: unknown };

const SOURCE = 'src/reflect/reflect.ts';
const ROOT = 'Reflection';
const HASHES = 'src/reflect/reflect.ts';

/** The fields that the program adds to each reflection; `hashes` is another one. */
const ADDED = {
  file: { description: 'The input, as the command line names it; - is standard input.', type: 'string' },
  shader: { description: 'The shader of an effect that was chosen.', type: 'string' },
};

const HASHES_COMMENT = 'The hashes by which other tools name the shader; with --hashes.';

export function reflectionSchema(): Json {
  const options: ts.CompilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    allowImportingTsExtensions: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  };
  const program = ts.createProgram([SOURCE, HASHES], options);
  const checker = program.getTypeChecker();
  const exported = (file: string, wanted: string) => {
    const module = checker.getSymbolAtLocation(program.getSourceFile(file)!)!;
    return checker.getExportsOfModule(module).find(({ name }) => name === wanted)!;
  };
  const schema = new SchemaMaker(checker).schemaOf(exported(SOURCE, ROOT), exported(HASHES, 'ShaderHashes'));
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'A line of dxlens reflect --json',
    ...schema,
  };
}

/** Fields with floating-point numbers. */
const FLOATS = /\.(?:values|value)$/;
/** Numbers that JSON lacks. */
const SPECIAL = { enum: ['NaN', 'Infinity', '-Infinity'] };

class SchemaMaker {
  readonly #definitions: Json = {};

  constructor(private readonly checker: ts.TypeChecker) {}

  schemaOf(root: ts.Symbol, hashes: ts.Symbol): Json {
    const { types } = this.checker.getDeclaredTypeOfSymbol(root) as ts.UnionType;
    const variants = types.map((one) => this.#type(one, root.name));
    const added = {
      ...ADDED,
      hashes: { ...this.#type(this.checker.getDeclaredTypeOfSymbol(hashes), hashes.name), description: HASHES_COMMENT },
    };
    for (const { $ref } of variants) {
      const definition = this.#definitions[String($ref).replace('#/$defs/', '')] as { properties: Json };
      definition.properties = { ...added, ...definition.properties };
    }
    return { type: 'object', anyOf: variants, required: ['file'], $defs: this.#definitions };
  }

  /** @param where names the property for errors about types that JSON does not have */
  #type(type: ts.Type, where: string): Json {
    const { flags } = type;
    if (flags & ts.TypeFlags.Null) return { type: 'null' };
    if (flags & ts.TypeFlags.StringLiteral || flags & ts.TypeFlags.NumberLiteral)
      return { const: (type as ts.LiteralType).value };
    if (flags & ts.TypeFlags.BooleanLiteral) return { const: this.checker.typeToString(type) === 'true' };
    if (flags & ts.TypeFlags.Boolean) return { type: 'boolean' };
    if (flags & ts.TypeFlags.String) return { type: 'string' };
    if (flags & ts.TypeFlags.Number)
      return FLOATS.test(where) ? { anyOf: [{ type: 'number' }, SPECIAL] } : { type: 'number' };
    if (type.isUnion()) return this.#union(type, where);
    if (this.checker.isTupleType(type)) return this.#tuple(type as ts.TypeReference, where);
    if (this.checker.isArrayType(type))
      return { type: 'array', items: this.#type(this.checker.getTypeArguments(type as ts.TypeReference)[0]!, where) };
    if (flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) return this.#object(type, where);
    throw new Error(`${where}: JSON has no ${this.checker.typeToString(type)}`);
  }

  #union({ types }: ts.UnionType, where: string): Json {
    const defined = types.filter(({ flags }) => !(flags & ts.TypeFlags.Undefined));
    const isBoolean = defined.filter(({ flags }) => flags & ts.TypeFlags.BooleanLiteral).length === 2;
    const others = isBoolean ? defined.filter(({ flags }) => !(flags & ts.TypeFlags.BooleanLiteral)) : defined;
    const literals = others.flatMap((one) => (one.isLiteral() ? [one.value] : []));
    const schemas = [
      ...(isBoolean ? [{ type: 'boolean' }] : []),
      ...(literals.length > 0 ? [{ enum: literals }] : []),
      ...others.filter((one) => !one.isLiteral()).map((one) => this.#type(one, where)),
    ];
    return schemas.length === 1 ? schemas[0]! : { anyOf: schemas };
  }

  #tuple(type: ts.TypeReference, where: string): Json {
    const items = this.checker.getTypeArguments(type).map((one) => this.#type(one, where));
    return { type: 'array', prefixItems: items, minItems: items.length, items: false };
  }

  /** Interfaces are definitions, so that they may contain themselves. */
  #object(type: ts.Type, where: string): Json {
    const name = type.aliasSymbol?.name ?? type.symbol?.name ?? '__intersection';
    const isNamed = !name.startsWith('__');
    const reference = { $ref: `#/$defs/${name}` };
    if (isNamed && Object.hasOwn(this.#definitions, name)) return reference;
    const schema: Json = {};
    if (isNamed) this.#definitions[name] = schema;
    Object.assign(schema, this.#fields(type, isNamed ? name : where));
    return isNamed ? reference : schema;
  }

  #fields(type: ts.Type, where: string): Json {
    const { checker } = this;
    const index = checker.getIndexInfoOfType(type, ts.IndexKind.String);
    if (index !== undefined) return { type: 'object', additionalProperties: this.#type(index.type, where) };
    const properties: Json = {};
    const required: string[] = [];
    for (const property of checker.getPropertiesOfType(type)) {
      const { name } = property;
      const description = textOf(property, checker);
      const value = checker.getTypeOfSymbol(property);
      properties[name] = { ...(description === '' ? {} : { description }), ...this.#type(value, `${where}.${name}`) };
      const mayLack = property.flags & ts.SymbolFlags.Optional || includesUndefined(value);
      if (!mayLack) required.push(name);
    }
    const description = textOf(type.symbol, checker);
    return {
      ...(description === '' ? {} : { description }),
      type: 'object',
      properties,
      required,
      additionalProperties: false,
    };
  }
}

/** The comment of a type or property as plain text. */
function textOf(symbol: ts.Symbol | undefined, checker: ts.TypeChecker): string {
  const comment = ts.displayPartsToString(symbol?.getDocumentationComment(checker));
  return comment.replaceAll(/\{@link (\w+)\}/g, '$1').replaceAll('`', '');
}

/** JSON leaves out what is undefined. */
function includesUndefined(type: ts.Type): boolean {
  return type.isUnion() && type.types.some(({ flags }) => flags & ts.TypeFlags.Undefined);
}
