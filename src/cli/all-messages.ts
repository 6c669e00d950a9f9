/** The messages of all layers by code: for logs that list the texts of codes, and for the pages of docs/. */
import { ASSEMBLY_MESSAGES } from '../assemble/messages.ts';
import type { Message } from '../base/messages.ts';
import {
  C_ARRAY_MESSAGES,
  CHUNK_MESSAGES,
  CONSTANT_TABLE_MESSAGES,
  CONTAINER_MESSAGES,
  DXIL_MESSAGES,
  EDIT_MESSAGES,
  FORMAT_MESSAGES,
  ROOT_SIGNATURE_MESSAGES,
  SHADER_MESSAGES,
} from '../container/messages.ts';
import { DEBUG_EDIT_MESSAGES } from '../debug/edit-messages.ts';
import { DEBUG_MESSAGES } from '../debug/messages.ts';
import { SPDB_MESSAGES } from '../debug/spdb/messages.ts';
import { FX2_MESSAGES } from '../effects/fx2/messages.ts';
import { FX4_MESSAGES } from '../effects/fx4/messages.ts';
import { EMIT_MESSAGES } from '../emit/common/messages.ts';
import { SPIRV_TEXT_MESSAGES } from '../emit/spirv/text/messages.ts';
import { FIND_MESSAGES } from '../find/messages.ts';
import { IR_TEXT_MESSAGES, IR_VERIFY_MESSAGES } from '../ir/messages.ts';
import { SM1_MESSAGES } from '../isa/sm1/messages.ts';
import { SM4_MESSAGES } from '../isa/sm4/messages.ts';
import { LOWER_MESSAGES } from '../lower/messages.ts';
import { SM1_LOWER_MESSAGES } from '../lower/sm1/messages.ts';
import { SM4_LOWER_MESSAGES } from '../lower/sm4/messages.ts';
import { REFLECT_MESSAGES } from '../reflect/messages.ts';
import { WHERE_MESSAGES } from '../scan/messages.ts';
import { TEXT_MESSAGES } from '../text/messages.ts';
import { INSTANCE_MESSAGES, TRANSLATE_MESSAGES } from '../translate/messages.ts';
import { ROOT_SIGNATURE_RULE_MESSAGES, SM1_VALIDATION_MESSAGES } from '../validate/messages.ts';
import { JOB_CONTENT_MESSAGES, JOB_MESSAGES, RUN_MESSAGES } from '../vm/job/messages.ts';
import { DRAW_MESSAGES, PRESHADER_MESSAGES, TEXTURE_MESSAGES } from '../vm/messages.ts';
import { CLI_MESSAGES } from './messages.ts';

/** The messages of all tables. The codes of validation rules are beside their checks in `src/validate`. */
export const MESSAGE_LIST: readonly Message[] = [
  FORMAT_MESSAGES,
  C_ARRAY_MESSAGES,
  CONTAINER_MESSAGES,
  CHUNK_MESSAGES,
  SHADER_MESSAGES,
  EDIT_MESSAGES,
  DXIL_MESSAGES,
  FX2_MESSAGES,
  FX4_MESSAGES,
  CONSTANT_TABLE_MESSAGES,
  ROOT_SIGNATURE_MESSAGES,
  FIND_MESSAGES,
  DEBUG_EDIT_MESSAGES,
  DEBUG_MESSAGES,
  SPDB_MESSAGES,
  SM1_MESSAGES,
  SM4_MESSAGES,
  TEXT_MESSAGES,
  WHERE_MESSAGES,
  REFLECT_MESSAGES,
  ASSEMBLY_MESSAGES,
  SM1_VALIDATION_MESSAGES,
  ROOT_SIGNATURE_RULE_MESSAGES,
  PRESHADER_MESSAGES,
  TEXTURE_MESSAGES,
  JOB_MESSAGES,
  JOB_CONTENT_MESSAGES,
  RUN_MESSAGES,
  IR_VERIFY_MESSAGES,
  IR_TEXT_MESSAGES,
  LOWER_MESSAGES,
  SM1_LOWER_MESSAGES,
  SM4_LOWER_MESSAGES,
  EMIT_MESSAGES,
  TRANSLATE_MESSAGES,
  INSTANCE_MESSAGES,
  SPIRV_TEXT_MESSAGES,
  DRAW_MESSAGES,
  CLI_MESSAGES,
].flatMap((table) => Object.values<Message>(table));

/** Every message of dxlens by its code, sorted. */
export const ALL_MESSAGES: ReadonlyMap<string, Message> = new Map(
  [...MESSAGE_LIST].sort((a, b) => (a.code < b.code ? -1 : 1)).map((message) => [message.code, message]),
);
