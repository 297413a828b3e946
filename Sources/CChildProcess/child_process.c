#ifdef __linux__
#define _GNU_SOURCE
#endif
#include "child_process.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static int prepare(
    posix_spawn_file_actions_t *actions, posix_spawnattr_t *attributes, const char *folder, const int streams[3]) {
    int code = 0;
    for (int stream = 0; stream < 3 && code == 0; stream++) {
        code = posix_spawn_file_actions_adddup2(actions, streams[stream], stream);
    }
    if (code == 0) code = posix_spawn_file_actions_addchdir_np(actions, folder);
    int flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK;
#ifdef __APPLE__
    flags |= POSIX_SPAWN_CLOEXEC_DEFAULT;
#else
    if (code == 0) code = posix_spawn_file_actions_addclosefrom_np(actions, 3);
#endif
    sigset_t none, ended;
    sigemptyset(&none);
    sigemptyset(&ended);
    const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE};
    for (size_t index = 0; index < sizeof numbers / sizeof *numbers; index++) sigaddset(&ended, numbers[index]);
    if (code == 0) code = posix_spawnattr_setflags(attributes, (short)flags);
    if (code == 0) code = posix_spawnattr_setpgroup(attributes, 0);
    if (code == 0) code = posix_spawnattr_setsigmask(attributes, &none);
    if (code == 0) code = posix_spawnattr_setsigdefault(attributes, &ended);
    return code;
}

int child_process_start(
    char *const arguments[], char *const environment[], const char *folder, const int streams[3], pid_t *process) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int code = posix_spawn_file_actions_init(&actions);
    if (code != 0) return code;
    code = posix_spawnattr_init(&attributes);
    if (code == 0) {
        code = prepare(&actions, &attributes, folder, streams);
        if (code == 0) code = posix_spawnp(process, arguments[0], &actions, &attributes, arguments, environment);
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
    return code;
}

int child_process_pipe(int ends[2]) {
#ifdef __linux__
    return pipe2(ends, O_CLOEXEC) == 0 ? 0 : errno;
#else
    if (pipe(ends) != 0) return errno;
    for (int end = 0; end < 2; end++) fcntl(ends[end], F_SETFD, FD_CLOEXEC);
    return 0;
#endif
}

ssize_t child_process_write(int descriptor, const void *bytes, size_t count) {
#ifdef __APPLE__
    fcntl(descriptor, F_SETNOSIGPIPE, 1);
    ssize_t written = write(descriptor, bytes, count);
    return written < 0 ? -errno : written;
#else
    sigset_t pipes, before;
    sigemptyset(&pipes);
    sigaddset(&pipes, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipes, &before);
    ssize_t written = write(descriptor, bytes, count);
    int code = errno;
    if (written < 0 && code == EPIPE) {
        // Removes the signal that the write has sent to this thread.
        const struct timespec none = {0, 0};
        sigtimedwait(&pipes, NULL, &none);
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return written < 0 ? -code : written;
#endif
}

ssize_t child_process_pass(int socket, const void *bytes, size_t count, const int descriptors[2]) {
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(2 * sizeof(int))];
    } control;
    memset(&control, 0, sizeof control);
    struct iovec text = {.iov_base = (void *)bytes, .iov_len = count};
    struct msghdr message = {
        .msg_iov = &text, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof control.bytes};
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(2 * sizeof(int));
    memcpy(CMSG_DATA(header), descriptors, 2 * sizeof(int));
    ssize_t written;
    do {
        written = sendmsg(socket, &message, 0);
    } while (written < 0 && errno == EINTR);
    return written < 0 ? -errno : written;
}
