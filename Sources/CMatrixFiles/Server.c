#define _GNU_SOURCE

/* Child processes that read files.
 *
 * A fork copies the page tables of its parent, and makes each page of the parent cost a fault at its next write. The
 * first request therefore starts a small process, the server, which forks at every request in place of this process. It
 * ends when this process does, because its socket is then closed.
 *
 * A request has its own socket and two processes: one reads the file, the other one waits for it and passes on how it
 * ended. Requests do not wait for each other. */

#include <errno.h>
#include <fcntl.h>
#ifdef __linux__
#include <malloc.h>
#include <sys/syscall.h>
#endif
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "Records.h"

#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0
#endif

/* The descriptors of a request: those of the answer, of the reasons, of the file and of the working folder. */
enum { ANSWER, REASONS, DATA, FOLDER, DESCRIPTORS };

/* A request as it is sent. The path and the names follow, each with its terminating zero. */
struct sent_request {
    enum sextant_matrix_library library;
    unsigned milliseconds;
    uint64_t file_bytes;
    uint64_t memory;
    size_t name_count;
    /* Whether names are requested, which may be none. */
    int has_names;
    size_t text_bytes;
};

/* Sends bytes, with descriptors if there are any. Returns 0 or -1. */
static int send_all(int socket, const void *bytes, size_t count, const int *descriptors, size_t descriptor_count) {
    union {
        struct cmsghdr head;
        char bytes[CMSG_SPACE(DESCRIPTORS * sizeof(int))];
    } control = {.bytes = {0}};
    while (count > 0) {
        struct iovec part = {.iov_base = (void *)bytes, .iov_len = count};
        struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
        if (descriptor_count > 0) {
            message.msg_control = control.bytes;
            message.msg_controllen = CMSG_SPACE(descriptor_count * sizeof(int));
            struct cmsghdr *head = CMSG_FIRSTHDR(&message);
            head->cmsg_level = SOL_SOCKET;
            head->cmsg_type = SCM_RIGHTS;
            head->cmsg_len = CMSG_LEN(descriptor_count * sizeof(int));
            memcpy(CMSG_DATA(head), descriptors, descriptor_count * sizeof(int));
        }
        ssize_t sent = sendmsg(socket, &message, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent <= 0) return -1;
        descriptor_count = 0;
        bytes = (const char *)bytes + sent;
        count -= (size_t)sent;
    }
    return 0;
}

/* Receives bytes, and the descriptors that come with the first of them. Returns 0 or -1. */
static int receive_all(int socket, void *bytes, size_t count, int *descriptors, size_t descriptor_count) {
    union {
        struct cmsghdr head;
        char bytes[CMSG_SPACE(DESCRIPTORS * sizeof(int))];
    } control;
    while (count > 0) {
        struct iovec part = {.iov_base = bytes, .iov_len = count};
        struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
        if (descriptor_count > 0) {
            message.msg_control = control.bytes;
            message.msg_controllen = CMSG_SPACE(descriptor_count * sizeof(int));
        }
        ssize_t received = recvmsg(socket, &message, 0);
        if (received < 0 && errno == EINTR) continue;
        if (received <= 0) return -1;
        if (descriptor_count > 0) {
            struct cmsghdr *head = CMSG_FIRSTHDR(&message);
            if (head == NULL || head->cmsg_type != SCM_RIGHTS) return -1;
            if (head->cmsg_len != CMSG_LEN(descriptor_count * sizeof(int))) return -1;
            memcpy(descriptors, CMSG_DATA(head), descriptor_count * sizeof(int));
            descriptor_count = 0;
        }
        bytes = (char *)bytes + received;
        count -= (size_t)received;
    }
    return 0;
}

/* Limits a resource, unless its limit is lower. */
static void limit(int resource, uint64_t maximum) {
    struct rlimit limits;
    if (getrlimit(resource, &limits) != 0) return;
    if (limits.rlim_max != RLIM_INFINITY && maximum > limits.rlim_max) maximum = limits.rlim_max;
    limits.rlim_cur = maximum;
    setrlimit(resource, &limits);
}

/* The bytes of addresses that this process uses. */
static uint64_t address_bytes(void) {
    FILE *file = fopen("/proc/self/statm", "r");
    unsigned long long pages = 0;
    if (file == NULL) return 0;
    if (fscanf(file, "%llu", &pages) != 1) pages = 0;
    fclose(file);
    return pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

/* Limits the processor time; and, much more loosely, the time that passes, because a process that waits uses none. */
static void limit_time(unsigned milliseconds) {
    struct itimerval timer = {.it_value = {milliseconds / 1000, milliseconds % 1000 * 1000}};
    setitimer(ITIMER_PROF, &timer, NULL);
    limit(RLIMIT_CPU, milliseconds / 1000 + 2);
    alarm(60 + milliseconds / 10);
}

void allow_one_file(void) {
    int next = dup(STDERR_FILENO);
    struct rlimit limits;
    if (next < 0 || getrlimit(RLIMIT_NOFILE, &limits) != 0) _exit(1);
    close(next);
    /* Descriptors above the limit remain usable. */
    limits.rlim_cur = (rlim_t)next + 1;
    if (setrlimit(RLIMIT_NOFILE, &limits) != 0) _exit(1);
}

/* Reads the file of a request, and ends this process. */
_Noreturn static void run(enum sextant_matrix_library library, struct request *request, unsigned milliseconds) {
    /* A fault ends the child at once and in silence. */
    static const int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGINT, SIGTERM, SIGPIPE,
                                  SIGPROF, SIGALRM, SIGXCPU};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) signal(signals[i], SIG_DFL);
    limit(RLIMIT_CORE, 0);
#ifdef M_MMAP_THRESHOLD
    /* The memory of a variable serves the next one, which costs no new pages. */
    mallopt(M_MMAP_THRESHOLD, 32 << 20);
    mallopt(M_TRIM_THRESHOLD, 64 << 20);
#endif
    uint64_t used = address_bytes();
    limit_time(milliseconds);
    if (used > 0) limit(RLIMIT_AS, used + request->memory);
    /* What the libraries print is no message of ours. */
    if (freopen("/dev/null", "w", stderr) == NULL) _exit(1);
    if (dup2(STDERR_FILENO, STDOUT_FILENO) < 0) _exit(1);
    if (library == SEXTANT_MATIO) {
        read_matio(request);
    } else {
        read_hdf5(request);
    }
    if (fflush(request->answer) != 0) fail(request, "no space for the values", NULL);
    _exit(0);
}

/* Receives a request and reads its file. */
_Noreturn static void read_request(int socket) {
    struct sent_request sent;
    int descriptors[DESCRIPTORS];
    if (receive_all(socket, &sent, sizeof sent, descriptors, DESCRIPTORS) != 0) _exit(1);
    char *text = malloc(sent.text_bytes);
    const char **names = calloc(sent.name_count + 1, sizeof *names);
    if (text == NULL || names == NULL || receive_all(socket, text, sent.text_bytes, NULL, 0) != 0) _exit(1);
    close(socket);
    const char *word = text + strlen(text) + 1;
    for (size_t i = 0; i < sent.name_count; i++) {
        names[i] = word;
        word += strlen(word) + 1;
    }
    if (fchdir(descriptors[FOLDER]) != 0) _exit(1);
    close(descriptors[FOLDER]);
    /* A path that names a descriptor names one of the asking process. */
    char own_path[32];
    int is_own = strncmp(text, "/dev/", 5) == 0 || strncmp(text, "/proc/", 6) == 0;
    if (is_own) {
        snprintf(own_path, sizeof own_path, "/dev/fd/%d", descriptors[DATA]);
    } else {
        close(descriptors[DATA]);
    }
    struct request request = {
        .path = is_own ? own_path : text,
        .names = sent.has_names ? names : NULL,
        .name_count = sent.name_count,
        .file_bytes = sent.file_bytes,
        .memory = sent.memory,
        .answer = fdopen(descriptors[ANSWER], "w+"),
        .reasons = fdopen(descriptors[REASONS], "w+"),
    };
    if (request.answer == NULL || request.reasons == NULL) _exit(1);
    if (sextant_matrix_load(sent.library) != NULL) fail(&request, "the library cannot be loaded", NULL);
    run(sent.library, &request, sent.milliseconds);
}

/* Reads the file of a request in a child, and sends the status of its end. */
_Noreturn static void handle(int socket) {
    pid_t reader = fork();
    if (reader == 0) read_request(socket);
    int status = 0;
    if (reader < 0) _exit(1);
    while (waitpid(reader, &status, 0) < 0 && errno == EINTR) {}
    send_all(socket, &status, sizeof status, NULL, 0);
    _exit(0);
}

/* Closes all descriptors from a number on. They belong to the process that asks, such as the ends of its pipes. */
static void close_from(unsigned first) {
#ifdef SYS_close_range
    if (syscall(SYS_close_range, first, ~0u, 0) == 0) return;
#endif
    long end = sysconf(_SC_OPEN_MAX);
    for (long number = first; number < (end > 0 && end < 65536 ? end : 65536); number++) close((int)number);
}

/* Handles requests until the other end of the socket is closed. */
_Noreturn static void serve(int socket) {
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    /* Ctrl-C goes to all processes of a terminal; the one that asks decides what follows. */
    signal(SIGINT, SIG_IGN);
    signal(SIGTERM, SIG_IGN);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGCHLD, SIG_DFL);
    if (socket != STDERR_FILENO + 1 && dup2(socket, STDERR_FILENO + 1) < 0) _exit(1);
    socket = STDERR_FILENO + 1;
    close_from((unsigned)socket + 1);
    char byte;
    int asking;
    while (receive_all(socket, &byte, 1, &asking, 1) == 0) {
        pid_t handler = fork();
        if (handler == 0) {
            close(socket);
            handle(asking);
        }
        close(asking);
        while (waitpid(-1, NULL, WNOHANG) > 0) {}
    }
    while (waitpid(-1, NULL, WNOHANG) > 0) {}
    _exit(0);
}

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
/* The server, the process that started it, and the socket to it; -1 before the first request. */
static pid_t server = -1;
static pid_t owner = -1;
static int server_socket = -1;

/* Ends the server and waits for its end, so that its processor time counts. */
static void stop_server(void) {
    if (server_socket < 0 || owner != getpid()) return;
    close(server_socket);
    server_socket = -1;
    while (waitpid(server, NULL, 0) < 0 && errno == EINTR) {}
}

static int close_on_exec(int descriptor) { return fcntl(descriptor, F_SETFD, FD_CLOEXEC); }

/* Starts the server unless it runs. Returns 0 or -1. */
static int start_server(void) {
    static int has_exit_handler = 0;
    if (server_socket >= 0 && owner == getpid()) return 0;
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0) return -1;
    close_on_exec(pair[0]);
    close_on_exec(pair[1]);
    pid_t child = fork();
    if (child == 0) {
        close(pair[0]);
        serve(pair[1]);
    }
    close(pair[1]);
    if (child < 0) {
        close(pair[0]);
        return -1;
    }
    server = child;
    owner = getpid();
    server_socket = pair[0];
    if (!has_exit_handler) has_exit_handler = atexit(stop_server) == 0;
    return 0;
}

/* Passes one end of a request's socket to the server. A server that has ended is started again. Returns 0 or -1. */
static int pass_to_server(int socket) {
    int result = -1;
    pthread_mutex_lock(&gate);
    for (int tries = 0; result != 0 && tries < 2; tries++) {
        if (start_server() != 0) break;
        result = send_all(server_socket, "r", 1, &socket, 1);
        if (result != 0) stop_server();
    }
    pthread_mutex_unlock(&gate);
    return result;
}

/* Sends a request and receives the status of its end. Returns 0 or -1. */
static int ask(int socket, const struct sent_request *head, const struct request *request, const int *descriptors, int *end) {
    if (send_all(socket, head, sizeof *head, descriptors, DESCRIPTORS) != 0) return -1;
    if (send_all(socket, request->path, strlen(request->path) + 1, NULL, 0) != 0) return -1;
    for (size_t i = 0; i < request->name_count; i++) {
        if (send_all(socket, request->names[i], strlen(request->names[i]) + 1, NULL, 0) != 0) return -1;
    }
    return receive_all(socket, end, sizeof *end, NULL, 0);
}

int run_in_child(enum sextant_matrix_library library, struct request *request, unsigned milliseconds, int *end) {
    struct sent_request head = {
        .library = library,
        .milliseconds = milliseconds,
        .file_bytes = request->file_bytes,
        .memory = request->memory,
        .name_count = request->name_count,
        .has_names = request->names != NULL,
        .text_bytes = strlen(request->path) + 1,
    };
    for (size_t i = 0; i < request->name_count; i++) head.text_bytes += strlen(request->names[i]) + 1;
    int descriptors[DESCRIPTORS] = {
        [ANSWER] = fileno(request->answer),
        [REASONS] = fileno(request->reasons),
        [DATA] = open(request->path, O_RDONLY | O_CLOEXEC),
        [FOLDER] = open(".", O_RDONLY | O_CLOEXEC),
    };
    int pair[2] = {-1, -1};
    int result = -1;
    if (descriptors[DATA] >= 0 && descriptors[FOLDER] >= 0 && socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0) {
        close_on_exec(pair[0]);
        close_on_exec(pair[1]);
        result = pass_to_server(pair[1]);
        close(pair[1]);
        errno = 0;
        if (result == 0) result = ask(pair[0], &head, request, descriptors, end);
        if (result != 0 && errno == 0) errno = ECHILD;
        int reason = errno;
        close(pair[0]);
        errno = reason;
    }
    int reason = errno;
    if (descriptors[DATA] >= 0) close(descriptors[DATA]);
    if (descriptors[FOLDER] >= 0) close(descriptors[FOLDER]);
    errno = reason;
    return result;
}
