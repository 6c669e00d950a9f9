/** Limits of devices, as far as the map of a translation says which are exceeded. */

/** A counted resource, or a size, that limits apply to. */
export type Need =
  | 'textures'
  | 'samplers'
  | 'storageBuffers'
  | 'storageTextures'
  | 'uniformBuffers'
  | 'bindings'
  | 'groups'
  | 'stageVariables'
  | 'groupMemory'
  | 'threads'
  | 'threadsX'
  | 'threadsY'
  | 'threadsZ';

/** Names of limits in the terms of a language, and the values that every device guarantees. */
export type GuaranteedLimits = Readonly<Partial<Record<Need, readonly [name: string, guaranteed: number]>>>;
