/* A loop over samples through the library for C, for library-cost. */
#include <math.h>
#include <sextant.h>
#include <stddef.h>

/*
 * Rows of ten numbers: the time, then x, y and z of gyroscope, accelerometer and magnetometer, NAN where there is no sample.
 * Orientations are w, x, y, z. Returns how many there are, or a negative status.
 */
long pipeline_run(const char *spec, long count, const double *rows, double *orientations) {
    sextant_pipeline pipeline;
    int status = sextant_pipeline_create(SEXTANT_INTERFACE, spec, NAN, &pipeline, NULL, 0);
    if (status != SEXTANT_OK) return status;
    long answers = 0;
    for (long index = 0; index < count; index++) {
        const double *row = rows + 10 * index;
        const double *gyroscope = isnan(row[1]) ? NULL : row + 1;
        const double *accelerometer = isnan(row[4]) ? NULL : row + 4;
        const double *magnetometer = isnan(row[7]) ? NULL : row + 7;
        status = sextant_pipeline_push(pipeline, row[0], gyroscope, accelerometer, magnetometer, orientations + 4 * index);
        if (status == SEXTANT_OK) answers++;
    }
    sextant_pipeline_destroy(pipeline);
    return answers;
}
