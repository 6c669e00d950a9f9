/**
 * `npm run live`: lists the comparisons. `npm run live -- NAME [--OPTION VALUE]`: runs one. `npm run live -- --ci PART
 * [--count N] [--failures FILE]`: runs those of CI (ci.ts).
 */
import { parseArgs } from 'node:util';
import { Oracle } from '../tools/oracle/client.ts';
import { runPart } from './ci.ts';
import { COMPARISONS, type Comparison, NEEDS, TEXT } from './comparisons.ts';
import { SERVE, serve } from './server.ts';

/** A mistake in the command line. */
class UsageError extends Error {}

/** The options of a command line by the table of a comparison. */
export function optionsOf({ options, names }: Comparison, args: readonly string[]): Record<string, unknown> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: names !== undefined,
    options: Object.fromEntries(
      Object.entries(options).map(([name, value]) => [name, { type: value === false ? 'boolean' : 'string' } as const]),
    ),
  });
  const result: Record<string, unknown> = { names: positionals };
  for (const [name, value] of Object.entries(options)) {
    const given = values[name];
    if (Array.isArray(value)) {
      if (given !== undefined && !value.includes(given))
        throw new UsageError(`--${name} is one of ${value.join(', ')}, not "${given}"`);
      result[name] = given ?? value[0];
    } else if (typeof value === 'number') {
      if (given !== undefined && (given === '' || !Number.isFinite(Number(given))))
        throw new UsageError(`--${name} is a number, not "${given}"`);
      result[name] = given === undefined ? value : Number(given);
    } else result[name] = given ?? (value === TEXT ? undefined : value);
  }
  return result;
}

/** The options of a comparison with their defaults, in one line. */
function usageOf({ options, names }: Comparison): string {
  const lines = Object.entries(options).map(([name, value]) => {
    if (value === false) return `[--${name}]`;
    if (typeof value === 'symbol') return `[--${name} ...]`;
    return `[--${name} ${Array.isArray(value) ? value.join('|') : value === '' ? '""' : value}]`;
  });
  return [...lines, ...(names === undefined ? [] : [`[${names}]`])].join(' ');
}

function list(): string {
  const width = Math.max(...Object.keys(COMPARISONS).map((name) => name.length));
  const rows = Object.entries<Comparison>(COMPARISONS).map(
    ([name, { does, needs }]) =>
      `  ${name.padEnd(width)}  ${does}${needs.length === 0 ? '' : ` (${needs.join(', ')})`}`,
  );
  const setUps = Object.entries(NEEDS).map(([need, command]) => `  ${need}: ${command}`);
  return [
    'usage: npm run live -- NAME [--OPTION VALUE ...]; NAME --help lists the options.',
    '',
    ...rows,
    '',
    'What they need is set up once:',
    ...setUps,
  ].join('\n');
}

async function main([name, ...args]: readonly string[]): Promise<void> {
  if (name === undefined || name === '--help') return console.log(list());
  if (name === '--ci') return runPart(args);
  if (name === SERVE) return serve(main);
  if (!Object.hasOwn(COMPARISONS, name))
    throw new UsageError(`there is no comparison "${name}"; "npm run live" lists them`);
  const comparison: Comparison = COMPARISONS[name as keyof typeof COMPARISONS];
  if (args.includes('--help')) return console.log(`${name}: ${comparison.does}\n${usageOf(comparison)}`);
  const options = optionsOf(comparison, args);
  if (comparison.needs.includes('oracle') && !Oracle.available())
    throw new UsageError(`${name} needs the oracle: ${NEEDS.oracle}`);
  const { run } = await import(`./${name}.ts`);
  await run(options);
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  const isUsage = error instanceof UsageError || String((error as { code?: string }).code).startsWith('ERR_PARSE_ARGS');
  if (!isUsage) throw error;
  console.error((error as Error).message);
  process.exit(2);
}
