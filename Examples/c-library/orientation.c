/*
 * Reads samples from standard input and writes orientations: time, x, y and z of gyroscope, accelerometer and magnetometer,
 * and nan for a sensor without a sample.
 *
 *     orientation SPEC <samples.csv
 */
#include <math.h>
#include <sextant.h>
#include <stdio.h>

int main(int count, char **arguments) {
    if (count != 2) {
        fprintf(stderr, "usage: orientation SPEC <samples.csv\n");
        return 2;
    }
    char message[256];
    sextant_pipeline pipeline;
    if (sextant_pipeline_create(SEXTANT_INTERFACE, arguments[1], NAN, &pipeline, message, sizeof message)) {
        fprintf(stderr, "%s\n", message);
        return 2;
    }
    double time, g[3], a[3], m[3], q[4];
    long row = 0;
    for (;;) {
        int cells = scanf(
            "%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf", &time, &g[0], &g[1], &g[2], &a[0], &a[1], &a[2], &m[0], &m[1], &m[2]
        );
        if (cells == EOF && row > 0) break;
        row++;
        if (cells != 10) {
            fprintf(stderr, "row %ld: found %d numbers, expected 10\n", row, cells == EOF ? 0 : cells);
            return 3;
        }
        int status = sextant_pipeline_push(
            pipeline, time, isnan(g[0]) ? NULL : g, isnan(a[0]) ? NULL : a, isnan(m[0]) ? NULL : m, q
        );
        if (status < 0) return 1;
        if (status == SEXTANT_OK) printf("%.17g,%.17g,%.17g,%.17g,%.17g\n", time, q[0], q[1], q[2], q[3]);
    }
    return sextant_pipeline_destroy(pipeline) == SEXTANT_OK ? 0 : 1;
}
