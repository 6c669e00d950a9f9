/**
 * Searches a file for shaders, reads the columns of the list for each, and keeps their bytes.
 *
 * Not for: the search itself (`dxlens/find`).
 */
import { type Diagnostic, detectFormat } from 'dxlens';
import { findShaders, type RandomAccessSource, type Siblings } from 'dxlens/find';
import { scanShader } from 'dxlens/internals/scan';
import { type ArchivePart, baseName } from '../model/archive-parts.ts';
import { hlslText } from '../model/hlsl/detect.ts';
import { LIST_COLUMNS, type ShaderRow } from '../model/shader-row.ts';
import { CODECS } from './codecs.ts';
import type { FindReport, FindResult, SearchedFile } from './protocol.ts';
import type { ShaderStore } from './shader-store.ts';

/** Milliseconds between reports, and the longest time without taking messages. */
const INTERVAL = 40;
/** Diagnostics of a search that are stored. */
const MAX_DIAGNOSTICS = 200;
/** A file that holds no shader is shown up to this size. */
const MAX_RAW = 64 * 2 ** 20;

/** Searches a file. Ends early when `signal` is aborted. */
export async function findIn(
  { name, file, parts = [] }: SearchedFile,
  store: ShaderStore,
  report: (report: FindReport) => void,
  signal: AbortSignal,
): Promise<FindResult> {
  const diagnostics: Diagnostic[] = [];
  let rows: ShaderRow[] = [];
  const paths = new Set<string>();
  let count = 0;
  let last = performance.now();
  for await (const found of findShaders(sourceOf(file), {
    codecs: CODECS,
    effects: true,
    siblings: siblingsOf(name, parts),
  })) {
    if (found.kind === 'diagnostic') {
      if (diagnostics.length < MAX_DIAGNOSTICS) diagnostics.push(found.diagnostic);
    } else {
      const { path, offset, format, bytes } = found;
      const row = { id: store.add(bytes), file: name, path, offset, format, values: columnsOf(bytes) };
      rows.push(paths.has(path) ? { ...row, isRepeated: true } : row);
      paths.add(path);
      count++;
    }
    if (performance.now() - last < INTERVAL) continue;
    report({ rows, count });
    rows = [];
    await macrotask();
    last = performance.now();
    if (signal.aborted) break;
  }
  if (rows.length > 0) report({ rows, count });
  if (count > 0 || file.size === 0) return { count, diagnostics, raw: undefined };
  const bytes = new Uint8Array(await file.slice(0, MAX_RAW).arrayBuffer());
  const { format, profile } = detectFormat(bytes);
  if (format === 'listing' && profile !== null) {
    const { shaderOfText } = await import('./edit.ts');
    const text = new TextDecoder().decode(bytes).replaceAll('\r\n', '\n').replace(/\0$/, '');
    const shader = shaderOfText(text, profile);
    const id = store.addAssembled(shader);
    report({ rows: [{ id, file: name, path: '', offset: 0, format, values: columnsOf(shader), text }], count: 1 });
    return { count: 1, diagnostics, raw: undefined };
  }
  const source = format === 'unknown' ? hlslText(name, bytes) : undefined;
  if (source !== undefined) {
    const id = store.addSource(name, bytes, source);
    report({
      rows: [{ id, file: name, path: '', offset: 0, format: 'HLSL', values: columnsOf(bytes), source }],
      count: 1,
    });
    return { count: 1, diagnostics, raw: undefined };
  }
  const raw = { id: store.add(bytes), file: name, path: '', offset: 0, format: 'unknown', values: columnsOf(bytes) };
  return { count, diagnostics, raw };
}

/** The columns of the list for a shader. */
export function columnsOf(bytes: Uint8Array): ShaderRow['values'] {
  const record = scanShader(bytes, { columns: LIST_COLUMNS });
  return LIST_COLUMNS.map((name) => record[name]);
}

function sourceOf(file: Blob): RandomAccessSource {
  return {
    size: file.size,
    read: async (offset, length) => new Uint8Array(await file.slice(offset, offset + length).arrayBuffer()),
  };
}

function siblingsOf(name: string, parts: readonly ArchivePart[]): Siblings {
  const byName = new Map(parts.map((part) => [part.name.toLowerCase(), part]));
  return {
    name: baseName(name),
    open: (wanted) => {
      const part = byName.get(wanted.toLowerCase());
      if (part === undefined) return undefined;
      return part.content instanceof Blob ? sourceOf(part.content) : servedSource(part.name, part.content);
    },
  };
}

/** A file on the server. Only the parts that are needed are read. */
function servedSource(name: string, { url, size }: { url: string; size: number }): RandomAccessSource {
  return {
    size,
    read: async (offset, length) => {
      const end = Math.min(offset + length, size);
      if (end <= offset) return new Uint8Array(0);
      const response = await fetch(url, { headers: { range: `bytes=${offset}-${end - 1}` } });
      if (response.status !== 206) throw new Error(`${name} cannot be read any more (status ${response.status})`);
      return new Uint8Array(await response.arrayBuffer());
    },
  };
}

/** Resolves after messages that wait were taken. */
function macrotask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}
