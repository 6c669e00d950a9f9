/**
 * All readers, in the order in which they are asked: formats with a distinct beginning first, text last.
 *
 * Not for: how they read (readers/).
 */
import type { FormatReader } from './reader.ts';
import { SOURCE_CODE } from './readers/source-code.ts';

export const READERS: readonly FormatReader[] = [SOURCE_CODE];
