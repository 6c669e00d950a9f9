/** Preshaders and expressions of effects: the table of operations, registers, cursor, instructions as objects. */
export * from './code.ts';
export * from './opcodes.ts';
