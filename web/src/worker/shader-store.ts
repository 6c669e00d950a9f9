/**
 * The bytes of all shaders of a session. Full pages become Blobs, which browsers keep outside of the memory of scripts,
 * so that an archive with many shaders does not fill it.
 */

import type { NamedText } from '../model/hlsl/detect.ts';

/** Bytes that are collected before they become a Blob. */
const PAGE_SIZE = 4 * 2 ** 20;

interface Page {
  /** Undefined as long as the page is open. */
  blob: Blob | undefined;
  parts: Uint8Array<ArrayBuffer>[];
  size: number;
}

interface Entry {
  readonly page: Page;
  readonly offset: number;
  readonly size: number;
  /** Index in the parts of an open page. */
  readonly part: number;
}

export class ShaderStore {
  #entries: Entry[] = [];
  #page: Page = newPage();
  /** Shaders that were assembled from a text of the user. */
  readonly #assembled = new Set<number>();

  /** The HLSL sources that the user opened, by the number of their shader. */
  readonly #sources = new Map<number, NamedText>();

  /** Keeps the bytes of an HLSL source, from which a shader is compiled later, and returns its number. */
  addSource(name: string, bytes: Uint8Array, text: string): number {
    const id = this.add(bytes);
    this.#sources.set(id, { name, text });
    return id;
  }

  /** Changes the text of a source; that of another shader has no name, and others cannot include it. */
  setSource(id: number, text: string): NamedText {
    const before = this.#sources.get(id);
    if (before === undefined) return { name: 'shader.hlsl', text };
    const source = { name: before.name, text };
    this.#sources.set(id, source);
    return source;
  }

  get sources(): readonly NamedText[] {
    return [...this.#sources.values()];
  }

  /** Keeps a copy of `bytes`, which were assembled from a text, and returns its number. */
  addAssembled(bytes: Uint8Array): number {
    const id = this.add(bytes);
    this.#assembled.add(id);
    return id;
  }

  isAssembled(id: number): boolean {
    return this.#assembled.has(id);
  }

  /** Keeps a copy of `bytes` and returns its number. */
  add(bytes: Uint8Array): number {
    const page = this.#page;
    this.#entries.push({ page, offset: page.size, size: bytes.byteLength, part: page.parts.length });
    page.parts.push(bytes.slice());
    page.size += bytes.byteLength;
    if (page.size >= PAGE_SIZE) {
      page.blob = new Blob(page.parts);
      page.parts = [];
      this.#page = newPage();
    }
    return this.#entries.length - 1;
  }

  /** Returns a copy of the bytes of a shader; undefined for a number that was not given. */
  async get(id: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const entry = this.#entries[id];
    if (entry === undefined) return undefined;
    const { page, offset, size, part } = entry;
    if (page.blob === undefined) return page.parts[part]!.slice();
    return new Uint8Array(await page.blob.slice(offset, offset + size).arrayBuffer());
  }

  clear(): void {
    this.#entries = [];
    this.#assembled.clear();
    this.#sources.clear();
    this.#page = newPage();
  }
}

function newPage(): Page {
  return { blob: undefined, parts: [], size: 0 };
}
