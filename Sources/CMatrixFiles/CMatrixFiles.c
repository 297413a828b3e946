#define _GNU_SOURCE

#include "CMatrixFiles.h"

#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "Records.h"

/* The exit code of a child that gives a reason. */
#define REASON_GIVEN 3

int is_wanted(const struct request *request, const char *name, uint64_t count) {
    if (request->names == NULL) return count <= LISTED_VALUES;
    for (size_t i = 0; i < request->name_count; i++) {
        if (strcmp(request->names[i], name) == 0) return 1;
    }
    return 0;
}

void fail(struct request *request, const char *reason, const char *name) {
    fprintf(request->reasons, name == NULL ? "%s" : "%s in %.200s", reason, name);
    fflush(request->reasons);
    _exit(REASON_GIVEN);
}

static void write_padded(FILE *file, const void *bytes, uint64_t count) {
    static const char zeros[8];
    fwrite(bytes, 1, count, file);
    if (count % 8 != 0) fwrite(zeros, 1, 8 - count % 8, file);
}

void write_head(
    struct request *request,
    const char *name,
    enum sextant_matrix_content content,
    int rank,
    const uint64_t *dimensions,
    uint64_t count
) {
    if (++request->variable_count > MAXIMUM_VARIABLES) fail(request, "more than 20,000 variables", NULL);
    struct sextant_matrix_record record = {
        .magic = SEXTANT_MATRIX_MAGIC,
        .content = content,
        .name_length = (uint32_t)strlen(name),
        .rank = (uint32_t)rank,
        .count = count,
    };
    for (int i = 0; i < rank; i++) record.dimensions[i] = dimensions[i];
    fwrite(&record, sizeof record, 1, request->answer);
    write_padded(request->answer, name, record.name_length);
}

void write_record(
    struct request *request,
    const char *name,
    enum sextant_matrix_content content,
    int rank,
    const uint64_t *dimensions,
    uint64_t count,
    const void *values
) {
    write_head(request, name, content, rank, dimensions, values == NULL ? 0 : count);
    if (values != NULL) write_padded(request->answer, values, content == SEXTANT_MATRIX_TEXT ? count : 8 * count);
    if (ferror(request->answer)) fail(request, "no space for the values", name);
}

void *open_library(const char *const *names, size_t count) {
    void *library = NULL;
    for (size_t i = 0; library == NULL && i < count; i++) library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    return library;
}

const char *sextant_matrix_load(enum sextant_matrix_library library) {
    return library == SEXTANT_MATIO ? load_matio() : load_hdf5();
}

int unnamed_descriptor(void) {
#ifdef __linux__
    int memory = memfd_create("sextant-matrix", MFD_CLOEXEC);
    if (memory >= 0) return memory;
#endif
    FILE *file = tmpfile();
    if (file == NULL) return -1;
    int copy = dup(fileno(file));
    fclose(file);
    return copy;
}

static FILE *unnamed_file(void) {
    int descriptor = unnamed_descriptor();
    return descriptor < 0 ? NULL : fdopen(descriptor, "w+");
}

static void say_end(int status, char *message, size_t size) {
    int number = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    if (number == SIGPROF || number == SIGXCPU || number == SIGALRM) {
        snprintf(message, size, "it took too long");
    } else if (WIFSIGNALED(status)) {
        snprintf(message, size, "the library stopped with the signal %s", strsignal(WTERMSIG(status)));
    } else {
        snprintf(message, size, "the library ended with code %d", WEXITSTATUS(status));
    }
}

int sextant_matrix_read(
    enum sextant_matrix_library library,
    const char *path,
    const char *const *names,
    size_t name_count,
    unsigned milliseconds,
    uint64_t bytes,
    char *message,
    size_t message_size
) {
    message[0] = 0;
    struct stat status;
    if (stat(path, &status) != 0) {
        snprintf(message, message_size, "%s", strerror(errno));
        return -1;
    }
    FILE *answer = unnamed_file(), *reasons = unnamed_file();
    int result = -1;
    if (answer == NULL || reasons == NULL) {
        snprintf(message, message_size, "%s", strerror(errno));
        goto end;
    }
    struct request request = {
        .path = path,
        .names = names,
        .name_count = name_count,
        .file_bytes = (uint64_t)status.st_size,
        .memory = bytes,
        .answer = answer,
        .reasons = reasons,
    };
    int end = 0;
    if (run_in_child(library, &request, milliseconds, &end) != 0) {
        snprintf(message, message_size, "%s", strerror(errno));
        goto end;
    }
    if (WIFEXITED(end) && WEXITSTATUS(end) == 0) {
        result = dup(fileno(answer));
    } else if (WIFEXITED(end) && WEXITSTATUS(end) == REASON_GIVEN) {
        rewind(reasons);
        size_t length = fread(message, 1, message_size - 1, reasons);
        message[length] = 0;
    } else {
        say_end(end, message, message_size);
    }
end:
    if (answer != NULL) fclose(answer);
    if (reasons != NULL) fclose(reasons);
    return result;
}
