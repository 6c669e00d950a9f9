/** Limits of devices, as far as the map of a translation says which are exceeded. */

/** What is counted, or how large something is. */
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

/** Names of limits in a language's own terms, and what every device has. */
export type GuaranteedLimits = Readonly<Partial<Record<Need, readonly [name: string, guaranteed: number]>>>;
