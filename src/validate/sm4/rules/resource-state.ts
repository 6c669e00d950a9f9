/** What the program has declared as temporaries, constants, resources and memory so far. */
export class ResourceState {
  /** Begins a phase of a hull shader: it has temporaries of its own. */
  beginPhase(): void {}
}
