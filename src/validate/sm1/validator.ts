/**
 * The driver: a stream in, instruction by instruction, findings out. The assembler feeds instructions as it makes them;
 * `validateSm1` (verdict.ts) cuts a stream of bytes into them.
 */
