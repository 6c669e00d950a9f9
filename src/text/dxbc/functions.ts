/** The sections of libraries: the list of functions, and the signature of one. Every spelling here: oracle. */
import { VariableClass } from '../../base/d3d/enumerations.ts';
import {
  type FunctionParameter,
  type FunctionSignature,
  type LibraryHeader,
  PARAMETER_IN,
  PARAMETER_OUT,
  UNKNOWN_LIBRARY_CREATOR,
} from '../../chunks/library.ts';
import { variableTypeName } from './buffers.ts';
import { left, right } from './columns.ts';

/** The section at the top of the listing of a library. */
export function printLibraryHeader(header: LibraryHeader): string {
  const { functions } = header;
  let text = `//\n// Library:  flags ${header.flags.toString(16)}, ${functions.length} functions:\n`;
  functions.forEach(({ name }, index) => {
    text += `// ${right(index, 3)}  ${name}\n`;
  });
  return `${text}//\n// Created by:  ${header.creator ?? UNKNOWN_LIBRARY_CREATOR}\n//\n`;
}

/** The parameters and the result of a function. */
export function printFunctionSignature(signature: FunctionSignature): string {
  const { returns, parameters } = signature;
  const something = returns !== undefined && returns.type !== 0;
  let text = `// Function parameter signature (return: ${something ? 'yes' : 'no'}, parameters: ${parameters.length}):
//
// Name                 SemanticName         In 1st,Num,Mask Out 1st,Num,Mask Type                           
// -------------------- -------------------- --------------- ---------------- ------------------------------ 
`;
  if (returns !== undefined) text += printParameter(returns);
  for (const parameter of parameters) text += printParameter(parameter);
  return `${text}//\n`;
}

const DIRECTIONS = ['', 'in ', 'out ', 'inout '];

function printParameter(parameter: FunctionParameter): string {
  const { flags } = parameter;
  const isIn = (flags & PARAMETER_IN) !== 0;
  const isOut = (flags & PARAMETER_OUT) !== 0;
  const names = `${left(parameter.name ?? '(null)', 20)} ${left(parameter.semanticName ?? '', 20)}`;
  const input = isIn ? ` v${locationText(parameter, parameter.firstInRegister, parameter.firstInComponent)}` : '';
  const output = isOut ? `  o${locationText(parameter, parameter.firstOutRegister, parameter.firstOutComponent)}` : '';
  const direction = DIRECTIONS[flags & (PARAMETER_IN | PARAMETER_OUT)]!;
  return `// ${names} ${left(input, 15)} ${left(output, 16)} ${direction}${typeText(parameter)}\n`;
}

/** First register, number of registers, and the components of each. */
function locationText(parameter: FunctionParameter, register: number, component: number): string {
  const { rows, columns } = parameter;
  return `${left(String(register), 4)} ${left(String(rows), 3)} ${components(component, columns)}`;
}

/** Compilers never claim more than 4; Microsoft's printer crashes on 63. */
const MAX_COMPONENTS = 64;

function components(first: number, count: number): string {
  let text = '';
  for (let i = 0; i < count && i < MAX_COMPONENTS; i++) text += 'xyzw'[(first + i) | 0] ?? '?';
  return text;
}

/** The type as in the source. Rows are registers here: the columns of a column-major matrix. */
function typeText(parameter: FunctionParameter): string {
  const { rows, columns } = parameter;
  const name = variableTypeName(parameter.type);
  if (parameter.class === VariableClass.vector) return name + columns;
  if (parameter.class === VariableClass.matrixRows) return `row_major ${name}${rows}x${columns}`;
  if (parameter.class === VariableClass.matrixColumns) return `${name}${columns}x${rows}`;
  return name;
}
