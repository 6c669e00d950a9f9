/** Reads the header sections of libraries: the list of functions, and the signature of one. */

import { VariableClass } from '../../../base/d3d/enumerations.ts';
import { VARIABLE_TYPE_NAMES } from '../../../base/d3d/variable-types.ts';
import {
  type FunctionParameter,
  type FunctionSignature,
  PARAMETER_IN,
  PARAMETER_OUT,
} from '../../../chunks/library.ts';
import { DX3204 } from '../../messages.ts';
import type { LineReports, Section } from './lines.ts';
import { contentOf, isEmpty, type Row, readRows, sectionName } from './rows.ts';

/** The register and component of a parameter without one. */
const NONE = 0xffff_ffff;
const NAME_COLUMN = 20;
/** The text of a missing name. */
const NO_NAME = '(null)';

export interface LibrarySection {
  readonly flags: number;
  readonly names: readonly string[];
}

/** `Library:  flags 0, 3 functions:` and the names. */
export function readLibrarySection(section: Section, reports: LineReports): LibrarySection {
  const title = /^Library: +flags ([0-9a-f]{1,8}), \d+ functions?:$/.exec(contentOf(section.title));
  if (title === null) {
    const expected = 'Library:  flags 0, 1 functions:';
    reports.report(DX3204, section.title, { section: sectionName(section), expected });
  }
  const names: string[] = [];
  for (const line of section.lines) {
    if (isEmpty(line)) break;
    const row = /^\/\/ +\d+ {2}(.*)$/.exec(line.text);
    if (row === null) {
      reports.report(DX3204, line, { section: sectionName(section), expected: 'the number and name of a function' });
    } else names.push(row[1]!.trimEnd());
  }
  return { flags: title === null ? 0 : Number.parseInt(title[1]!, 16), names };
}

/**
 * `Function parameter signature`. The chunk has a mode of interpolation, too, which no listing shows; 0 where the
 * source gives none.
 */
export function readFunctionSignature(section: Section, reports: LineReports): FunctionSignature {
  const [returns, ...parameters] = readRows(section, reports, readParameter);
  return { returns, parameters, intact: true };
}

interface RegisterComponent {
  readonly register: number;
  readonly component: number;
}
const NO_REGISTER: RegisterComponent = { register: NONE, component: NONE };

function readParameter(row: Row): FunctionParameter {
  const word = row.take();
  const named = typeOf(word?.text ?? '');
  const rowMajor = row.peek()?.text === 'row_major';
  if (rowMajor) row.take();
  const shape = named === undefined || (rowMajor && named.class !== VariableClass.matrixColumns) ? undefined : named;
  if (shape === undefined) row.expected('a type such as float4', word, 0);
  const direction = DIRECTIONS.get(row.peek()?.text ?? '') ?? 0;
  if (direction !== 0) row.take();
  let rows = 0;
  let columns = 0;
  const location = (prefix: string): RegisterComponent => {
    const mask = row.take()?.text ?? '';
    const component = 'xyzw'.indexOf(mask[0] ?? '?');
    rows = row.number('a number of registers');
    const register = row.register(prefix) ?? row.expected(`a register such as ${prefix}0`, row.peek(), 0);
    columns = mask.length;
    return { register, component: component < 0 ? row.expected('components such as xyz', row.peek(), 0) : component };
  };
  const output = (direction & PARAMETER_OUT) !== 0 ? location('o') : NO_REGISTER;
  const input = (direction & PARAMETER_IN) !== 0 ? location('v') : NO_REGISTER;
  const names = row.name();
  const inColumns = names.length <= NAME_COLUMN || names[NAME_COLUMN] === ' ';
  const name = inColumns ? names.slice(0, NAME_COLUMN).trimEnd() : (names.split(' ', 1)[0] ?? '');
  const semantic = names.slice(name.length).trim();
  const matrix = shape?.class === VariableClass.matrixColumns;
  return {
    name: name === NO_NAME ? undefined : name,
    semanticName: semantic === '' ? undefined : semantic,
    type: shape?.type ?? 0,
    class: matrix && rowMajor ? VariableClass.matrixRows : (shape?.class ?? 0),
    // Rows are registers: columns of a matrix that is not row_major.
    rows: direction === 0 ? 0 : rows,
    columns: direction === 0 ? 0 : columns,
    interpolation: 0,
    flags: direction,
    firstInRegister: input.register,
    firstInComponent: input.component,
    firstOutRegister: output.register,
    firstOutComponent: output.component,
  };
}

const DIRECTIONS: ReadonlyMap<string, number> = new Map([
  ['in', PARAMETER_IN],
  ['out', PARAMETER_OUT],
  ['inout', PARAMETER_IN | PARAMETER_OUT],
]);

function typeOf(text: string): { readonly type: number; readonly class: number } | undefined {
  const exact = VARIABLE_TYPE_NAMES.indexOf(text);
  if (exact >= 0) return { type: exact, class: VariableClass.scalar };
  const shape = /^(.*?)\d(x\d)?$/.exec(text);
  const type = shape === null ? -1 : VARIABLE_TYPE_NAMES.indexOf(shape[1]);
  if (shape === null || type < 0) return undefined;
  return { type, class: shape[2] === undefined ? VariableClass.vector : VariableClass.matrixColumns };
}
