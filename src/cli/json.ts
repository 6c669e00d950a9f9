/**
 * JSON in pieces, for documents that are too long to be one string. The text is what `JSON.stringify` writes.
 *
 * Not for: values other than plain objects and what they hold.
 */

/** Stands for an array in a document: its elements are made one by one, when they are written. */
export type LazyArray = () => Iterable<object>;

/**
 * The text of `document`, without an end of line.
 *
 * @param document an object; functions in it are {@link LazyArray}s
 * @param pretty with each member on a line of its own, indented by two spaces
 */
export function* jsonPieces(document: object, pretty: boolean, indent = ''): Generator<string> {
  const members = Object.entries(document).filter(([, value]) => value !== undefined);
  const line = pretty ? `\n${indent}` : '';
  if (!members.some(([, value]) => typeof value === 'function')) {
    const text = pretty ? JSON.stringify(document, undefined, 2) : JSON.stringify(document);
    // Ends of lines in strings are escaped: those that are there are the layout's.
    yield pretty && indent !== '' ? text.replaceAll('\n', line) : text;
    return;
  }
  const step = pretty ? '  ' : '';
  let before = '{';
  for (const [key, value] of members) {
    yield `${before}${line}${step}${JSON.stringify(key)}:${pretty ? ' ' : ''}`;
    if (typeof value === 'function') yield* arrayPieces(value as LazyArray, pretty, indent + step);
    else yield* valuePieces(value, pretty, indent + step);
    before = ',';
  }
  yield `${line}}`;
}

function* arrayPieces(elements: LazyArray, pretty: boolean, indent: string): Generator<string> {
  const line = pretty ? `\n${indent}` : '';
  const step = pretty ? '  ' : '';
  let before = '[';
  for (const element of elements()) {
    yield `${before}${line}${step}`;
    yield* jsonPieces(element, pretty, indent + step);
    before = ',';
  }
  yield before === '[' ? '[]' : `${line}]`;
}

function* valuePieces(value: unknown, pretty: boolean, indent: string): Generator<string> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) yield* jsonPieces(value, pretty, indent);
  else yield pretty ? JSON.stringify(value, undefined, 2).replaceAll('\n', `\n${indent}`) : JSON.stringify(value);
}
