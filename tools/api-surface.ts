/**
 * Writes docs/api-surface.md: every public name of the package with its signature, one line each, so that a change of
 * the public interface is seen in review.
 *
 *     npm run api           writes the file
 *     npm run api:check     fails where the file is not up to date
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import ts from 'typescript';
import manifest from '../package.json' with { type: 'json' };

const PAGE = 'docs/api-surface.md';
/** Stable names, each counted once. Each of them must be preserved: only what an application needs is one. */
const MAX_STABLE = 262;
/** Types longer than this are cut: those of tables repeat the table. */
const MAX_TYPE = 600;

const HEADER = `# API surface

Every public name of the package with its signature, by subpath. Names under \`dxlens/internals\` may change in any release; the others are
stable. This file is written by \`npm run api\`; \`npm run api:check\` fails where
it is not up to date. \`npm run docs\` makes \`docs/api\`, a reference that describes the names.
`;

const FORMAT =
  ts.TypeFormatFlags.NoTruncation |
  ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope |
  ts.TypeFormatFlags.WriteArrowStyleSignature;

/** The subpaths of the package and their source files. */
function entryPoints(): readonly (readonly [string, string])[] {
  return Object.entries(manifest.exports).flatMap(([path, target]) =>
    typeof target === 'string'
      ? []
      : [[manifest.name + path.slice(1), target.types.replace('./dist/', 'src/').replace('.d.ts', '.ts')] as const],
  );
}

class Surface {
  readonly #checker: ts.TypeChecker;
  readonly #program: ts.Program;

  constructor(files: readonly string[]) {
    const { config } = ts.readConfigFile('tsconfig.json', ts.sys.readFile) as { config: object };
    const { options } = ts.parseJsonConfigFileContent(config, ts.sys, process.cwd());
    this.#program = ts.createProgram([...files], options);
    this.#checker = this.#program.getTypeChecker();
  }

  /** One line for each name that `file` exports, sorted. */
  lines(file: string): string[] {
    return this.#exports(file)
      .map((symbol) => this.#line(symbol))
      .sort();
  }

  /** The names that `files` export. */
  names(files: readonly string[]): Set<string> {
    return new Set(files.flatMap((file) => this.#exports(file).map(({ name }) => name)));
  }

  #exports(file: string): ts.Symbol[] {
    const source = this.#program.getSourceFile(resolve(file));
    const module = source && this.#checker.getSymbolAtLocation(source);
    if (module === undefined) throw new Error(`${file} exports nothing`);
    return this.#checker.getExportsOfModule(module);
  }

  #line(symbol: ts.Symbol): string {
    const target = symbol.flags & ts.SymbolFlags.Alias ? this.#checker.getAliasedSymbol(symbol) : symbol;
    const [declaration] = target.declarations ?? [];
    const { name } = symbol;
    if (declaration === undefined) return name;
    if (ts.isFunctionDeclaration(declaration)) return `function ${name}${this.#signatures(target, declaration)}`;
    if (ts.isClassDeclaration(declaration))
      return `class ${name}${parameters(declaration)} ${this.#classMembers(target, declaration)}`;
    if (ts.isInterfaceDeclaration(declaration))
      return `interface ${name}${parameters(declaration)}${heritage(declaration)} ${membersOf(declaration)}`;
    if (ts.isTypeAliasDeclaration(declaration))
      return `type ${name}${parameters(declaration)} = ${short(oneLine(declaration.type.getText()))}`;
    const type = this.#checker.getTypeOfSymbolAtLocation(target, declaration);
    return `const ${name}: ${short(this.#checker.typeToString(type, declaration, FORMAT))}`;
  }

  #signatures(symbol: ts.Symbol, at: ts.Node): string {
    const type = this.#checker.getTypeOfSymbolAtLocation(symbol, at);
    return type
      .getCallSignatures()
      .map((signature) =>
        oneLine(this.#checker.signatureToString(signature, at, FORMAT & ~ts.TypeFormatFlags.WriteArrowStyleSignature)),
      )
      .join(' & ');
  }

  #classMembers(symbol: ts.Symbol, at: ts.ClassDeclaration): string {
    const type = this.#checker.getDeclaredTypeOfSymbol(symbol);
    const parts = this.#checker.getPropertiesOfType(type).flatMap((property) => {
      const [declaration] = property.declarations ?? [];
      const name = declaration && ts.getNameOfDeclaration(declaration);
      const isPrivate = declaration && ts.getCombinedModifierFlags(declaration) & ts.ModifierFlags.Private;
      if (isPrivate || (name && ts.isPrivateIdentifier(name))) return [];
      const type = this.#checker.getTypeOfSymbolAtLocation(property, at);
      const calls = type.getCallSignatures();
      const flags = FORMAT & ~ts.TypeFormatFlags.WriteArrowStyleSignature;
      return calls.length > 0
        ? calls.map((call) => `${property.name}${oneLine(this.#checker.signatureToString(call, at, flags))}`)
        : `${property.name}: ${short(this.#checker.typeToString(type, at, FORMAT))}`;
    });
    return `{ ${parts.join('; ')} }`;
  }
}

function parameters(declaration: ts.DeclarationWithTypeParameterChildren): string {
  const list = declaration.typeParameters?.map((one) => oneLine(one.getText())) ?? [];
  return list.length === 0 ? '' : `<${list.join(', ')}>`;
}

function heritage({ heritageClauses }: ts.InterfaceDeclaration): string {
  return heritageClauses === undefined
    ? ''
    : ` ${heritageClauses.map((clause) => oneLine(clause.getText())).join(' ')}`;
}

/** The members of an interface as they are declared, without comments. */
function membersOf({ members }: ts.InterfaceDeclaration): string {
  return members.length === 0
    ? '{}'
    : `{ ${members.map((member) => oneLine(member.getText()).replace(/;$/, '')).join('; ')} }`;
}

/** A text without comments in one line. */
function oneLine(text: string): string {
  return text
    .replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

function short(text: string): string {
  return text.length > MAX_TYPE ? `${text.slice(0, MAX_TYPE)} ...` : text;
}

const points = entryPoints();
const surface = new Surface(points.map(([, file]) => file));
const sections = points.map(([name, file]) => {
  const lines = surface.lines(file);
  return `\n## ${name}\n\n\`\`\`text\n${lines.join('\n')}\n\`\`\`\n`;
});
const isInternal = (name: string) => name.startsWith(`${manifest.name}/internals/`);
const stable = surface.names(points.filter(([name]) => !isInternal(name)).map(([, file]) => file));
const internal = surface.names(points.filter(([name]) => isInternal(name)).map(([, file]) => file));
console.log(`${stable.size} stable names (at most ${MAX_STABLE}), ${internal.size} internal names`);
if (stable.size > MAX_STABLE) process.exitCode = 1;
const page = HEADER + sections.join('');
if (process.argv.includes('--check')) {
  const stored = readFileSync(PAGE, 'utf8');
  if (stored !== page) {
    const old = new Set(stored.split('\n'));
    const now = new Set(page.split('\n'));
    for (const line of old) if (!now.has(line)) console.error(`- ${line}`);
    for (const line of now) if (!old.has(line)) console.error(`+ ${line}`);
    console.error(`${PAGE} is not up to date; run npm run api`);
    process.exitCode = 1;
  } else console.log('the API surface is up to date');
} else writeFileSync(PAGE, page);
