/**
 * The options of public functions: an unknown name or a value of another type is a `TypeError` that names the valid
 * ones.
 *
 * Not for: faults in the input, which are diagnostics.
 */
import { typeText } from './bytes.ts';
import { nearestName } from './nearest-name.ts';

/**
 * The permitted type of an option: the result of `typeof`, the list of its values, or `any` where the function checks
 * it itself.
 */
export type OptionType = 'boolean' | 'string' | 'number' | 'function' | 'object' | 'any' | readonly string[];

/** The type of each option of `Options`. The compiler asks for a row when an option is added. */
export type OptionTypes<Options> = Readonly<Record<keyof Required<Options>, OptionType>>;

/**
 * Checks the options object of a public function. An option that is `undefined` counts as absent.
 *
 * @param caller name of the public function, for the message
 * @throws TypeError when `options` is no object, has an unknown option, or an option of the wrong type
 */
export function checkOptions<Options extends object>(
  options: Options,
  types: OptionTypes<Options>,
  caller: string,
): void {
  if (typeof options !== 'object' || options === null)
    throw new TypeError(`${caller}: options must be an object, not ${typeText(options)}`);
  for (const name in options) {
    if (!Object.hasOwn(types, name)) throw new TypeError(`${caller}: ${unknownOption(name, Object.keys(types))}`);
    const value: unknown = options[name];
    if (value !== undefined) checkValue(name, value, types[name], caller);
  }
}

function unknownOption(name: string, names: readonly string[]): string {
  const nearest = nearestName(name.toLowerCase(), new Set(names.map((one) => one.toLowerCase())));
  const right = names.find((one) => one.toLowerCase() === (nearest ?? name.toLowerCase()));
  const hint = right === undefined ? `the options are ${names.join(', ')}` : `did you mean '${right}'?`;
  return `unknown option '${name}'; ${hint}`;
}

function checkValue(name: string, value: unknown, type: OptionType, caller: string): void {
  if (type === 'any') return;
  if (typeof type !== 'string') {
    if (typeof value === 'string' && type.includes(value)) return;
    const given = typeof value === 'string' ? `'${value}'` : typeText(value);
    throw new TypeError(`${caller}: ${name} must be ${type.map((one) => `'${one}'`).join(' or ')}, not ${given}`);
  }
  if (typeof value === type && value !== null) return;
  const article = type === 'object' ? 'an' : 'a';
  throw new TypeError(`${caller}: ${name} must be ${article} ${type}, not ${typeText(value)}`);
}
