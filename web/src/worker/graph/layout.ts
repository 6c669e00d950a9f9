/**
 * Where the blocks and edges of a graph are drawn: in layers from top to bottom, by dagre.
 *
 * Not for: what is drawn (views/graph/).
 */
import { Graph, layout } from '@dagrejs/dagre';

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** An edge between blocks with the size of its label; of an edge without a label it is 0. */
export interface EdgeToLayOut {
  readonly from: number;
  readonly to: number;
  readonly label: Size;
  /** Edges of more weight are shorter and straighter. */
  readonly weight: number;
}

export interface GraphToLayOut {
  readonly blocks: readonly Size[];
  readonly edges: readonly EdgeToLayOut[];
}

export interface GraphLayout extends Size {
  /** The top left corner of each block. */
  readonly blocks: readonly Point[];
  readonly edges: readonly {
    /** From the border of one block to that of the other. */
    readonly points: readonly Point[];
    /** The middle of the label; undefined without one. */
    readonly label: Point | undefined;
  }[];
}

const MARGIN = 16;

/** Lays out a graph. */
export function layOutGraph({ blocks, edges }: GraphToLayOut): GraphLayout {
  const graph = new Graph({ multigraph: true });
  graph.setGraph({ rankdir: 'TB', nodesep: 32, edgesep: 16, ranksep: 28, marginx: MARGIN, marginy: MARGIN });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const [i, size] of blocks.entries()) graph.setNode(String(i), { ...size });
  for (const [i, { from, to, label, weight }] of edges.entries())
    graph.setEdge(String(from), String(to), { ...label, weight, labelpos: 'c' }, String(i));
  layout(graph);
  const { width = 0, height = 0 } = graph.graph() as Partial<Size>;
  return {
    width,
    height,
    blocks: blocks.map((size, i) => {
      const { x, y } = graph.node(String(i)) as Point;
      return { x: x - size.width / 2, y: y - size.height / 2 };
    }),
    edges: edges.map(({ from, to, label }, i) => {
      const found = graph.edge(String(from), String(to), String(i)) as Point & { points: Point[] };
      return {
        points: found.points.map(({ x, y }) => ({ x, y })),
        label: label.width > 0 ? { x: found.x, y: found.y } : undefined,
      };
    }),
  };
}
