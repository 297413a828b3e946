#include "CDifferenceMoments.h"

#pragma STDC FP_CONTRACT OFF

/* Four numbers, and four numbers at any address. */
typedef double four __attribute__((vector_size(32)));
typedef double loose_four __attribute__((vector_size(32), aligned(8), may_alias));

#define LOAD(address) ((four) * (const loose_four *)(address))
#define STORE(address, numbers) (*(loose_four *)(address) = (numbers))
#define SUM(numbers) (((numbers)[0] + (numbers)[2]) + ((numbers)[1] + (numbers)[3]))

/* References are read once, column by column, faster than the processor expects: they are requested 1 KiB ahead. */
#define PREFETCH(address) __builtin_prefetch((const char *)(address) + 1024)

/* The number of differences that are held at a time. */
#define CHUNK 256

/* Adds five products of the differences, so that the sums stay in registers. */
#define ADD_FIVE(first, left0, right0, left1, right1, left2, right2, left3, right3, left4, right4)       \
    do {                                                                                                 \
        four all0 = {0}, all1 = {0}, all2 = {0}, all3 = {0}, all4 = {0};                                 \
        four sum0 = {0}, sum1 = {0}, sum2 = {0}, sum3 = {0}, sum4 = {0};                                 \
        for (size_t i = 0; i < padded; i += 4) {                                                         \
            const four weight = LOAD(weights + done + i);                                                \
            const four product0 = LOAD(left0 + i) * LOAD(right0 + i);                                    \
            const four product1 = LOAD(left1 + i) * LOAD(right1 + i);                                    \
            const four product2 = LOAD(left2 + i) * LOAD(right2 + i);                                    \
            const four product3 = LOAD(left3 + i) * LOAD(right3 + i);                                    \
            const four product4 = LOAD(left4 + i) * LOAD(right4 + i);                                    \
            all0 += product0, all1 += product1, all2 += product2, all3 += product3, all4 += product4;    \
            sum0 += weight * product0, sum1 += weight * product1, sum2 += weight * product2;             \
            sum3 += weight * product3, sum4 += weight * product4;                                        \
        }                                                                                                \
        moments.all[first] += SUM(all0), moments.all[first + 1] += SUM(all1);                            \
        moments.all[first + 2] += SUM(all2), moments.all[first + 3] += SUM(all3);                        \
        moments.all[first + 4] += SUM(all4);                                                             \
        moments.weighted[first] += SUM(sum0), moments.weighted[first + 1] += SUM(sum1);                  \
        moments.weighted[first + 2] += SUM(sum2), moments.weighted[first + 3] += SUM(sum3);              \
        moments.weighted[first + 4] += SUM(sum4);                                                        \
    } while (0)

/* One text for all processors; the compiler chooses the instructions. */
#define BODY                                                                                             \
    struct sextant_moments moments = {{0}, {0}};                                                         \
    _Alignas(32) double w[CHUNK], x[CHUNK], y[CHUNK], z[CHUNK];                                          \
    for (size_t done = 0; done < count; done += CHUNK) {                                                 \
        const size_t length = count - done < CHUNK ? count - done : CHUNK;                               \
        const size_t padded = (length + 3) / 4 * 4;                                                      \
        for (size_t i = 0; i < padded; i += 4) {                                                         \
            PREFETCH(reference.w + done + i), PREFETCH(reference.x + done + i);                          \
            PREFETCH(reference.y + done + i), PREFETCH(reference.z + done + i);                          \
            PREFETCH(weights + done + i);                                                                \
            const four aw = LOAD(estimate.w + done + i), ax = LOAD(estimate.x + done + i);               \
            const four ay = LOAD(estimate.y + done + i), az = LOAD(estimate.z + done + i);               \
            const four bw = LOAD(reference.w + done + i), bx = LOAD(reference.x + done + i);             \
            const four by = LOAD(reference.y + done + i), bz = LOAD(reference.z + done + i);             \
            STORE(w + i, aw * bw + ax * bx + ay * by + az * bz);                                         \
            STORE(x + i, ax * bw - aw * bx - ay * bz + az * by);                                         \
            STORE(y + i, ay * bw - aw * by + ax * bz - az * bx);                                         \
            STORE(z + i, az * bw - aw * bz - ax * by + ay * bx);                                         \
        }                                                                                                \
        for (size_t i = length; i < padded; i++) w[i] = x[i] = y[i] = z[i] = 0;                          \
        ADD_FIVE(0, w, w, w, x, w, y, w, z, x, x);                                                       \
        ADD_FIVE(5, x, y, x, z, y, y, y, z, z, z);                                                       \
    }                                                                                                    \
    return moments;

static struct sextant_moments moments_anywhere(
    struct sextant_quaternion_columns estimate,
    struct sextant_quaternion_columns reference,
    const double *weights,
    size_t count
) {
    BODY
}

#ifdef __x86_64__
__attribute__((target("avx2"))) static struct sextant_moments moments_with_avx2(
    struct sextant_quaternion_columns estimate,
    struct sextant_quaternion_columns reference,
    const double *weights,
    size_t count
) {
    BODY
}
#endif

struct sextant_moments sextant_difference_moments(
    struct sextant_quaternion_columns estimate,
    struct sextant_quaternion_columns reference,
    const double *weights,
    size_t count
) {
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx2")) return moments_with_avx2(estimate, reference, weights, count);
#endif
    return moments_anywhere(estimate, reference, weights, count);
}
