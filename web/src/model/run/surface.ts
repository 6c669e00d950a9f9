/** The surface that settings have: one that is computed, or a mesh from a file. */
import { meshSurface } from './mesh-surface.ts';
import type { RunSettings } from './settings.ts';
import { type SurfacePoint, surfacePoint } from './sources.ts';

/** Returns the function that gives the point of the surface at a pixel. */
export function surfaceOf(
  settings: Pick<RunSettings, 'surface' | 'mesh' | 'turn' | 'tilt'>,
  size: number,
): (x: number, y: number) => SurfacePoint {
  const { surface, mesh } = settings;
  if (surface !== 'mesh') return (x, y) => surfacePoint(surface, x, y, size);
  return mesh === undefined ? surfaceOf({ ...settings, surface: 'quad' }, size) : meshSurface(mesh, settings, size);
}
