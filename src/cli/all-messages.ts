/** The messages of all layers by code: for logs that list the wording of codes, and for the pages of docs/. */

import * as assemble from '../assemble/messages.ts';
import type { Message } from '../base/messages.ts';
import * as base from '../base/messages.ts';
import * as container from '../container/messages.ts';
import * as debug from '../debug/messages.ts';
import * as emit from '../emit/common/messages.ts';
import * as find from '../find/messages.ts';
import * as generate from '../generate/messages.ts';
import * as hlsl from '../hlsl/messages.ts';
import * as ir from '../ir/messages.ts';
import * as isa from '../isa/messages.ts';
import * as lower from '../lower/messages.ts';
import * as reflect from '../reflect/messages.ts';
import * as scan from '../scan/messages.ts';
import * as text from '../text/messages.ts';
import * as translate from '../translate/messages.ts';
import * as validate from '../validate/messages.ts';
import * as vm from '../vm/messages.ts';
import * as cli from './messages.ts';

/**
 * The modules with messages; other names that they export are in lower case. The codes of validation rules are next to
 * their checks in `src/validate`.
 */
const MODULES: readonly Readonly<Record<string, unknown>>[] = [
  assemble,
  base,
  container,
  debug,
  emit,
  find,
  generate,
  hlsl,
  ir,
  isa,
  lower,
  reflect,
  scan,
  text,
  translate,
  validate,
  vm,
  cli,
];

/** The messages of all layers. */
export const MESSAGE_LIST: readonly Message[] = MODULES.flatMap((module) =>
  Object.keys(module)
    .filter((name) => /^D?X\d+$/.test(name))
    .map((name) => module[name] as Message),
);

/** Every message of dxlens by its code, sorted. */
export const ALL_MESSAGES: ReadonlyMap<string, Message> = new Map(
  [...MESSAGE_LIST].sort((a, b) => (a.code < b.code ? -1 : 1)).map((message) => [message.code, message]),
);
