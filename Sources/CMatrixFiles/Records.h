#ifndef SEXTANT_MATRIX_RECORDS_H
#define SEXTANT_MATRIX_RECORDS_H

#include <stdio.h>

#include "CMatrixFiles.h"

/// The maximum depth of structures and groups.
#define MAXIMUM_DEPTH 32
/// The maximum number of variables in a file.
#define MAXIMUM_VARIABLES 20000
/// The maximum number of dimensions.
#define MAXIMUM_RANK 8
/// The maximum length of a name with its structures.
#define MAXIMUM_NAME 1024

/// The request to a child process, and its answer.
struct request {
    const char *path;
    const char *const *names;
    size_t name_count;
    uint64_t file_bytes;
    /// The bytes that a copy may have.
    uint64_t memory;
    /// The most bytes that the numbers of a `.mat` can have.
    uint64_t number_bytes;
    void *matio_file;
    /// The variable whose numbers are passed on without a copy; NULL for none.
    struct element *numbers;
    FILE *answer;
    FILE *reasons;
    int variable_count;
};

/// The count of numbers up to which a list of variables contains the values.
#define LISTED_VALUES 16

/// Whether the values of a variable are part of the answer.
int is_wanted(const struct request *request, const char *name, uint64_t count);

/// An open file without a name; -1 without space.
int unnamed_descriptor(void);

/// Writes a variable. `values` may be NULL: then none follow.
void write_record(
    struct request *request,
    const char *name,
    enum sextant_matrix_content content,
    int rank,
    const uint64_t *dimensions,
    uint64_t count,
    const void *values
);

/// Writes a variable without its numbers, which the caller writes.
void write_head(
    struct request *request,
    const char *name,
    enum sextant_matrix_content content,
    int rank,
    const uint64_t *dimensions,
    uint64_t count
);

/// Ends the child process with a reason.
_Noreturn void fail(struct request *request, const char *reason, const char *name);

/// Opens the first library that exists. Returns NULL, and `dlerror` says why, if all are missing.
void *open_library(const char *const *names, size_t count);

const char *load_matio(void);
void read_matio(struct request *request);
const char *load_hdf5(void);
void read_hdf5(struct request *request);

/// Reads the file of a request in a child process that the server forks. Returns 0 and the status of the child's end, or
/// -1 with `errno` if there was no child.
int run_in_child(enum sextant_matrix_library library, struct request *request, unsigned milliseconds, int *end);

/* Lets this process open one more file at a time: that with the data. Links, datasets and filters in it that name another
 * file or a library then fail. */
void allow_one_file(void);

#endif
