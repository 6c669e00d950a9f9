/**
 * The argument that starts a thread of the program. Threads run the program's own file: a separate file would share code with it,
 * so the bundler would make twice as many files, and each start of the program would take 2 ms longer (measured).
 */
export const THREAD_ARGUMENT = '--thread';
