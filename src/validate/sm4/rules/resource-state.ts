/** What the program has declared as temporaries, constants, resources and memory so far. */
export class ResourceState {}
