#include "CPlainScan.h"

#include <cmath>
#include <cstring>
#include <fast_float/fast_float.h>
#include <fcntl.h>
#include <unistd.h>
#include <vector>

namespace {

/// Adds the numbers of complete lines to `sum`. Returns false if a field is not a number.
bool add_numbers(const char *first, const char *last, double &sum) {
    while (first != last) {
        double value;
        auto answer = fast_float::from_chars(first, last, value);
        if (answer.ec != std::errc() || answer.ptr == last) return false;
        sum += value;
        first = answer.ptr + 1;
    }
    return true;
}

const char *after_last_line(const char *first, const char *last) {
    while (last != first && last[-1] != '\n') last--;
    return last;
}

} // namespace

double sextant_plain_scan(const char *path) {
    const int file = open(path, O_RDONLY);
    if (file < 0) return NAN;
    std::vector<char> buffer(1 << 18);
    double sum = 0;
    size_t count = 0;
    bool is_header = true;
    while (true) {
        const ssize_t added = read(file, buffer.data() + count, buffer.size() - count);
        if (added <= 0) break;
        const char *first = buffer.data();
        const char *last = first + count + added;
        const char *end = after_last_line(first, last);
        if (is_header) first = static_cast<const char *>(std::memchr(first, '\n', last - first)) + 1;
        is_header = false;
        if (!add_numbers(first, end, sum)) {
            sum = NAN;
            break;
        }
        count = last - end;
        std::memmove(buffer.data(), end, count);
    }
    close(file);
    return sum;
}
