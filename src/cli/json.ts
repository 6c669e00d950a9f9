/**
 * Writes JSON in pieces, for documents that are too long for one string. The text is the same as that of `JSON.stringify`.
 *
 * Not for: values other than plain objects and arrays.
 */

/** An array in a document whose elements are made one by one, when they are written. */
export type LazyArray = () => Iterable<object>;

/**
 * Yields the text of `document`, without a line end.
 *
 * @param document an object; functions in it are {@link LazyArray}s
 * @param pretty puts each member on a line of its own, indented by two spaces
 */
export function* jsonPieces(document: object, pretty: boolean, indent = ''): Generator<string> {
  const line = pretty ? `\n${indent}` : '';
  if (!Object.values(document).some((value) => typeof value === 'function')) {
    const text = pretty ? JSON.stringify(document, undefined, 2) : JSON.stringify(document);
    // Line ends in strings are escaped, so these belong to the layout.
    yield pretty && indent !== '' ? text.replaceAll('\n', line) : text;
    return;
  }
  const members = Object.entries(document).filter(([, value]) => value !== undefined);
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
