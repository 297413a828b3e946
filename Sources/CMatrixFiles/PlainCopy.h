#ifndef SEXTANT_MATRIX_PLAIN_COPY_H
#define SEXTANT_MATRIX_PLAIN_COPY_H

#include "Records.h"

/// Reads a `.mat` from a path: the variable with a name, or all that are requested. `count` is the number of variables in
/// the file that was requested; -1 if it is not of version 5.
typedef void plain_reader(struct request *request, const char *path, const char *name, int count);

/// Checks the variables of a `.mat` of version 5, and passes them to `read` without compression, in unnamed files.
///
/// libmatio expands a compressed structure once for each level of nesting, and other values in small pieces. A list of
/// variables has only the beginnings of their numbers. Files without compression and of other versions are passed as
/// they are.
void read_plain(struct request *request, plain_reader *read);

#endif
