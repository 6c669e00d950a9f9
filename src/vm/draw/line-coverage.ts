/**
 * Which part of a pixel an antialiased line covers: the area that its rectangle, one pixel wide, has in common with the pixel.
 *
 * Source: Direct3D 11.3 functional specification, 3.4.4, which leaves the estimate open; the area is what it asks to be approximated.
 */
interface Point {
  readonly x: number;
  readonly y: number;
}

/** The area of the pixel around `(x, y)` in the rectangle around a line, 0 to 1. */
export function lineCoverage(from: Point, to: Point): (x: number, y: number) => number {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const sideX = -(to.y - from.y) / length / 2;
  const sideY = (to.x - from.x) / length / 2;
  const rectangle = [
    { x: from.x + sideX, y: from.y + sideY },
    { x: to.x + sideX, y: to.y + sideY },
    { x: to.x - sideX, y: to.y - sideY },
    { x: from.x - sideX, y: from.y - sideY },
  ];
  return (x, y) => {
    let polygon: readonly Point[] = rectangle;
    polygon = cut(polygon, (p) => p.x - (x - 0.5));
    polygon = cut(polygon, (p) => x + 0.5 - p.x);
    polygon = cut(polygon, (p) => p.y - (y - 0.5));
    polygon = cut(polygon, (p) => y + 0.5 - p.y);
    return Math.min(areaOf(polygon), 1);
  };
}

/** The part of a convex polygon where `distance` is not negative. */
function cut(polygon: readonly Point[], distance: (point: Point) => number): readonly Point[] {
  const clipped: Point[] = [];
  for (const [i, to] of polygon.entries()) {
    const from = polygon[(i + polygon.length - 1) % polygon.length]!;
    const [a, b] = [distance(from), distance(to)];
    if (a < 0 !== b < 0) {
      const t = a / (a - b);
      clipped.push({ x: from.x + (to.x - from.x) * t, y: from.y + (to.y - from.y) * t });
    }
    if (b >= 0) clipped.push(to);
  }
  return clipped;
}

function areaOf(polygon: readonly Point[]): number {
  let twice = 0;
  for (const [i, a] of polygon.entries()) {
    const b = polygon[(i + 1) % polygon.length]!;
    twice += a.x * b.y - a.y * b.x;
  }
  return Math.abs(twice) / 2;
}
