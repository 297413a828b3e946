#ifndef CHILD_PROCESS_H
#define CHILD_PROCESS_H

#include <stddef.h>
#include <sys/types.h>

/// Starts a program in a process group of its own. Every descriptor above 2 of this process is closed in it, and signals
/// have their defaults.
///
/// @param arguments  The program and its arguments, ended by NULL.
/// @param environment  "NAME=value" texts, ended by NULL.
/// @param folder  The working directory.
/// @param streams  The ends of pipes that become standard input, output and error.
/// @param process  Receives the process number.
/// @return 0, or the number of the error.
int child_process_start(
    char *const arguments[], char *const environment[], const char *folder, const int streams[3], pid_t *process);

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
