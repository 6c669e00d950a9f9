/** What the program has declared as its inputs and outputs so far. */
export class PortState {}
