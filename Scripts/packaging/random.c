/*
 * A replacement for the function of glibc 2.36 from which Expat gets random bytes, so that older versions suffice.
 */
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/random.h>

void arc4random_buf(void *bytes, size_t count) {
    char *rest = bytes;
    while (count > 0) {
        ssize_t read = getrandom(rest, count, 0);
        if (read < 0 && errno != EINTR) abort();
        if (read > 0) {
            rest += read;
            count -= (size_t)read;
        }
    }
}
