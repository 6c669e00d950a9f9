/**
 * What threads of the program are started with. They run the program's own file: a file of their own would share code with it, which
 * bundlers then cut into twice as many files, and every start of the program would have to find them (measured: 2 ms).
 */
export const THREAD_ARGUMENT = '--thread';
