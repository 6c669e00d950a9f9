/** The registers of shader models 1 to 3 that inputs and outputs of a module are. */
import type { IrElement } from '../../ir/declarations.ts';
import { type Sm1Register, sm1Registers } from '../../isa/sm1/builder.ts';
import type { Sm1Target } from './legalize.ts';

/**
 * Before 3_0, registers 0 and 1 of a module are colors, and those from this one on texture coordinates
 * (lower/sm1/module-declarations.ts).
 */
export const FIRST_COORDINATE = 2;

export function inputRegister({ stage, major }: Sm1Target, number: number): Sm1Register {
  if (stage === 'vs' || major >= 3) return sm1Registers.v(number);
  return number < FIRST_COORDINATE ? sm1Registers.v(number) : sm1Registers.t(number - FIRST_COORDINATE);
}

export function outputRegister({ stage, major }: Sm1Target, { special, register }: IrElement): Sm1Register {
  if (stage === 'ps') return special === 'depth' ? sm1Registers.oDepth : sm1Registers.oC(register);
  if (special === 'position') return sm1Registers.oPos;
  if (special === 'fog') return sm1Registers.oFog;
  if (special === 'pointSize') return sm1Registers.oPts;
  if (major >= 3) return sm1Registers.o(register);
  return register < FIRST_COORDINATE ? sm1Registers.oD(register) : sm1Registers.oT(register - FIRST_COORDINATE);
}

/** Whether an output is one number, which is written without a mask. */
export function isScalarOutput({ special, semantic }: IrElement): boolean {
  return special === 'fog' || special === 'pointSize' || special === 'depth' || semantic?.toLowerCase() === 'psize';
}
