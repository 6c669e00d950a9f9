/** Texts that raise codes of preprocessor and parser which the recorded cases do not have; record-examples.ts cuts them down. */
export const SEEDS: readonly string[] = [];
