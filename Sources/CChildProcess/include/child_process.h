#ifndef CHILD_PROCESS_H
#define CHILD_PROCESS_H

#include <stddef.h>
#include <sys/types.h>

/// Starts a program in a process group of its own. Every descriptor above 2 of this process is closed in it, and signals
/// have their defaults.
///
/// @param arguments  The program and its arguments, ended by NULL.
/// @param environment  "NAME=value" texts, ended by NULL.
/// @param folder  The working directory; NULL for that of this process.
/// @param streams  The ends of pipes that become standard input, output and error.
/// @param process  Receives the process number.
/// @return 0, or the number of the error.
int child_process_start(
    char *const arguments[], char *const environment[], const char *folder, const int streams[3], pid_t *process);

/// Starts a program in the process group of this process, with its descriptors, and waits for its end.
///
/// SIGINT, SIGTERM, SIGHUP and SIGQUIT do not end this process meanwhile. Those that another process sent are passed on.
/// Those of the terminal reach the program without help. Call it once per process, and end the process afterwards.
///
/// @param path  The path of the program.
/// @param arguments  The program's name and its arguments, ended by NULL.
/// @param environment  "NAME=value" texts, ended by NULL.
/// @param inherited  A descriptor that the program inherits, and that is closed in this process.
/// @param status  Receives the status of the program as `waitpid` returns it.
/// @param signals  Receives the signals of the list above that arrived, as a set of bits.
/// @return 0, or the number of the error.
int child_process_attend(
    const char *path,
    char *const arguments[],
    char *const environment[],
    int inherited,
    int *status,
    unsigned *signals);

/// Ends this process by SIGTERM when the process that started it ends. Has an effect on Linux only.
void child_process_end_with_parent(void);

/// Creates a pipe that other programs do not inherit.
///
/// @return 0, or the number of the error.
int child_process_pipe(int ends[2]);

/// Writes without a SIGPIPE when the reader has closed its end.
///
/// @return The number of bytes, or the negative number of the error.
ssize_t child_process_write(int descriptor, const void *bytes, size_t count);

/// Writes bytes to a Unix socket, and passes two descriptors to the process at its other end.
///
/// @param bytes  At least one byte, which arrive with the descriptors.
/// @return The number of bytes, or the negative number of the error.
ssize_t child_process_pass(int socket, const void *bytes, size_t count, const int descriptors[2]);

#endif
