/** The text of `dxlens reflect` for a library. */
import type { FunctionDesc, FunctionParameterDesc, LibraryReflection } from '../../../reflect/index.ts';
import { typeName } from '../../../reflect/type-name.ts';
import { buffersText } from './buffers.ts';
import { madeBy, plural, section } from './columns.ts';
import { bindingsText, countsText, indented, levelText, requirementsText } from './sm4.ts';

/** The text for a library. */
export function libraryText({ creator, functions }: LibraryReflection): string {
  const text = `library of ${plural(functions.length, 'function')}${madeBy(creator)}\n`;
  return text + functions.map((one) => `\n${functionText(one)}`).join('');
}

function functionText(one: FunctionDesc): string {
  const { name, returnValue, parameters, has10Level9VertexShader, has10Level9PixelShader } = one;
  let text = `${returnValue === null ? 'void' : typeName({ ...returnValue, name: null })} ${name ?? '?'}\n`;
  let facts = `${countsText(one)}${levelText(one.minFeatureLevel)}`;
  if (has10Level9VertexShader) facts += ', vertex program of level 9';
  if (has10Level9PixelShader) facts += ', pixel program of level 9';
  const rest =
    requirementsText(one.requiredFeatureFlags) +
    section('parameters', parameters.map(parameterRow)) +
    buffersText(one.constantBuffers) +
    bindingsText(one.boundResources);
  text += indented(`${facts}\n${rest}`);
  return text;
}

const DIRECTIONS = ['', 'in', 'out', 'inout'];
const NO_REGISTER = 0xffff_ffff;

function parameterRow(parameter: FunctionParameterDesc): string[] {
  const { name, semanticName, interpolationMode, flags, firstInRegister, firstOutRegister } = parameter;
  return [
    DIRECTIONS[flags & 3]!,
    `${typeName({ ...parameter, name: null })} ${name ?? ''}`.trimEnd(),
    firstInRegister === NO_REGISTER ? '' : `v${firstInRegister}`,
    firstOutRegister === NO_REGISTER ? '' : `o${firstOutRegister}`,
    semanticName ?? '',
    interpolationMode === 'undefined' ? '' : String(interpolationMode),
  ];
}
