/** The messages of all assemblers in one table; the language of a text determines which of them it may raise. */
import { BASE_MESSAGES } from '../base/messages.ts';
import { ROOT_SIGNATURE_TEXT_MESSAGES } from './root-signature/messages.ts';
import { PARSER_MESSAGES, PREPROCESSOR_MESSAGES } from './sm1/messages.ts';
import { HEADER_MESSAGES, LISTING_MESSAGES } from './sm4/messages.ts';

export const ASSEMBLY_MESSAGES = {
  ...BASE_MESSAGES,
  ...PREPROCESSOR_MESSAGES,
  ...PARSER_MESSAGES,
  ...LISTING_MESSAGES,
  ...HEADER_MESSAGES,
  ...ROOT_SIGNATURE_TEXT_MESSAGES,
};

/** A code that an assembler reports. */
export type AssemblyCode = keyof typeof ASSEMBLY_MESSAGES;
