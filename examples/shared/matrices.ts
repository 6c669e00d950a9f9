/** Matrices of four rows for column vectors, as the shaders use them. Row after row, 16 numbers. */
export type Matrix = readonly number[];
type Vector = readonly [number, number, number];

export const IDENTITY: Matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

export function multiply(a: Matrix, b: Matrix): Matrix {
  return a.map((_, i) => {
    const [row, column] = [i & ~3, i & 3];
    return [0, 1, 2, 3].reduce((sum, k) => sum + a[row + k]! * b[4 * k + column]!, 0);
  });
}

/** Turns around the x axis and then around the y axis, by radians. */
export function rotation(x: number, y: number): Matrix {
  const [sx, cx, sy, cy] = [Math.sin(x), Math.cos(x), Math.sin(y), Math.cos(y)];
  return multiply(
    [cy, 0, sy, 0, 0, 1, 0, 0, -sy, 0, cy, 0, 0, 0, 0, 1],
    [1, 0, 0, 0, 0, cx, -sx, 0, 0, sx, cx, 0, 0, 0, 0, 1],
  );
}

export function translation([x, y, z]: Vector): Matrix {
  return [1, 0, 0, x, 0, 1, 0, y, 0, 0, 1, z, 0, 0, 0, 1];
}

/** The projection of Direct3D (`D3DXMatrixPerspectiveFovLH`) for a square picture: depths from 0 to 1. */
export function perspective(angle: number, near: number, far: number): Matrix {
  const scale = 1 / Math.tan(angle / 2);
  const depth = far / (far - near);
  return [scale, 0, 0, 0, 0, scale, 0, 0, 0, 0, depth, -near * depth, 0, 0, 1, 0];
}
