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
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

static int prepare(
    posix_spawn_file_actions_t *actions, posix_spawnattr_t *attributes, const char *folder, const int streams[3]) {
    int code = 0;
    for (int stream = 0; stream < 3 && code == 0; stream++) {
        code = posix_spawn_file_actions_adddup2(actions, streams[stream], stream);
    }
    if (code == 0 && folder != NULL) code = posix_spawn_file_actions_addchdir_np(actions, folder);
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

/* For the signal handler. */
static volatile pid_t attended;
static volatile sig_atomic_t arrived;

static const int ending_signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};

static void pass_on(int number, siginfo_t *info, void *context) {
    (void)context;
    arrived |= 1 << number;
    /* The terminal signals its whole foreground group. Linux has a code for the kernel; others have no sender. */
    int is_sent = info->si_code <= 0 && info->si_pid != 0;
    pid_t process = attended;
    if (is_sent && process > 0) {
        int code = errno;
        kill(process, number);
        errno = code;
    }
}

int child_process_attend(
    const char *path,
    char *const arguments[],
    char *const environment[],
    int inherited,
    int *status,
    unsigned *signals) {
    sigset_t handled, before;
    sigemptyset(&handled);
    for (size_t index = 0; index < sizeof ending_signals / sizeof *ending_signals; index++) {
        struct sigaction old;
        /* A signal that is ignored, as by nohup, stays so. */
        if (sigaction(ending_signals[index], NULL, &old) != 0 || old.sa_handler == SIG_IGN) continue;
        sigaddset(&handled, ending_signals[index]);
        struct sigaction action = {.sa_sigaction = pass_on, .sa_flags = SA_SIGINFO | SA_RESTART};
        sigemptyset(&action.sa_mask);
        sigaction(ending_signals[index], &action, NULL);
    }
    /* This thread would not pass on a signal between the start and the assignment. */
    pthread_sigmask(SIG_BLOCK, &handled, &before);
    posix_spawnattr_t attributes;
    pid_t process = 0;
    int code = posix_spawnattr_init(&attributes);
    if (code == 0) {
        posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
        posix_spawnattr_setsigmask(&attributes, &before);
        fcntl(inherited, F_SETFD, 0);
        code = posix_spawn(&process, path, NULL, &attributes, arguments, environment);
        posix_spawnattr_destroy(&attributes);
    }
    close(inherited);
    attended = process;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (code != 0) return code;
    /* Another thread may have received a signal before the assignment. */
    for (size_t index = 0; index < sizeof ending_signals / sizeof *ending_signals; index++) {
        if (arrived & 1 << ending_signals[index]) kill(process, ending_signals[index]);
    }
    while (waitpid(process, status, 0) < 0) {
        if (errno != EINTR) return errno;
    }
    attended = 0;
    *signals = (unsigned)arrived;
    return 0;
}

void child_process_end_with_parent(void) {
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGTERM);
#endif
}
