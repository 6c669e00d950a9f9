/**
 * Outputs of the vertex stage for the vertices of an instance, so that a repeated index does not run the shader again.
 */
import { LANES } from '../lanes.ts';
import type { InputVertex } from './input-assembler.ts';

/** The most vertices that are cached. */
const MAX_CACHED = 2 ** 16;

export class VertexCache<Output> {
  readonly #outputs = new Map<number, Output>();

  /** Forgets all vertices: another instance begins. */
  clear(): void {
    this.#outputs.clear();
  }

  set(id: number, output: Output): void {
    this.#outputs.set(id, output);
  }

  /**
   * The outputs of vertices, in their order; none where the draw has to stop.
   *
   * @param runLanes runs at most four vertices and calls {@link set} for each; false: the draw has to stop
   */
  run(vertices: readonly InputVertex[], runLanes: (vertices: readonly InputVertex[]) => boolean): Output[] {
    if (this.#outputs.size > MAX_CACHED) this.clear();
    const missing = new Map<number, InputVertex>();
    for (const vertex of vertices) if (!this.#outputs.has(vertex.id)) missing.set(vertex.id, vertex);
    const list = [...missing.values()];
    for (let first = 0; first < list.length; first += LANES) if (!runLanes(list.slice(first, first + LANES))) return [];
    return vertices.map(({ id }) => this.#outputs.get(id)!);
  }
}
