/*
 * Sextant's estimators, filters and distance formulas for C and every language that calls C.
 *
 * The library contains the same code that `sextant evaluate` measures. Texts are SPECs, as on the command line:
 *
 *     sextant_pipeline pipeline;
 *     char message[256];
 *     if (sextant_pipeline_create(SEXTANT_INTERFACE, "vqf+lowPass:cutoff=5Hz", NAN, &pipeline, message, sizeof message))
 *         fputs(message, stderr);
 *     while (...) {
 *         double q[4];
 *         if (sextant_pipeline_push(pipeline, time, gyroscope, accelerometer, NULL, q) == SEXTANT_OK) draw(q);
 *     }
 *     sextant_pipeline_destroy(pipeline);
 *
 * Quantities are doubles in SI units: seconds, rad/s, m/s² (specific force: +9.81 upwards at rest), µT. Axes are those of
 * the device: x right, y up along the screen, z out of the screen. Orientations are unit quaternions w, x, y, z
 * (Hamilton), device → East, North, Up.
 *
 * Handles are numbers, not addresses: a handle that was destroyed, or was never created, is an error. One thread at a time
 * uses a handle; different handles may be used at the same time. No call after a create allocates memory.
 */
#ifndef SEXTANT_H
#define SEXTANT_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this interface, which a program passes to each create. It increases when a function changes. */
#define SEXTANT_INTERFACE 1u

/* The version of the library's interface. */
uint32_t sextant_interface(void);

enum {
    SEXTANT_OK = 0,
    /* There is no value yet, or the sample is not one that an orientation follows. */
    SEXTANT_NO_VALUE = 1,
    /* The handle was destroyed or never created, or is one of another kind. */
    SEXTANT_INVALID_HANDLE = -1,
    /* A pointer is NULL, a SPEC or a number is not valid. */
    SEXTANT_INVALID_ARGUMENT = -2,
    /* The program was compiled for another version of the interface. */
    SEXTANT_WRONG_INTERFACE = -3,
    /* More than 65,536 handles. */
    SEXTANT_TOO_MANY_HANDLES = -4
};

/* An estimator with filters: one run over the samples of a device. */
typedef uint64_t sextant_pipeline;

/* A filter, or several that run one after the other. */
typedef uint64_t sextant_filter;

/* The kind of values of a filter. */
enum {
    /* One number. */
    SEXTANT_SCALAR = 1,
    /* Degrees clockwise from north; 359 and 1 are 2 degrees apart. */
    SEXTANT_HEADING = 2,
    /* Three numbers. */
    SEXTANT_VECTOR = 3,
    /* An orientation: w, x, y, z. */
    SEXTANT_QUATERNION = 4
};

/*
 * Creates a pipeline.
 *
 * interface: SEXTANT_INTERFACE.
 * spec: an estimator with filters, such as "vqf" or "madgwick:beta=0.1+lowPass:cutoff=5Hz".
 * declination: degrees by which magnetic north is east of true north, for orientations to true north; NAN for magnetic.
 * message: receives the reason for a failure in UTF-8; may be NULL.
 */
int sextant_pipeline_create(
    uint32_t interface,
    const char *spec,
    double declination,
    sextant_pipeline *pipeline,
    char *message,
    size_t message_size
);

/*
 * Processes the samples of one moment: three numbers each, NULL for a sensor without a sample.
 *
 * Stores the orientation and returns SEXTANT_OK after a sample of the sensor that drives the estimator, which is the
 * gyroscope for most. Otherwise returns SEXTANT_NO_VALUE, and stores nothing.
 */
int sextant_pipeline_push(
    sextant_pipeline pipeline,
    double time,
    const double *gyroscope,
    const double *accelerometer,
    const double *magnetometer,
    double orientation[4]
);

/* Stores the last orientation; SEXTANT_NO_VALUE before the first. */
int sextant_pipeline_read(sextant_pipeline pipeline, double orientation[4]);

/* Forgets all samples. */
int sextant_pipeline_reset(sextant_pipeline pipeline);

/* Ends a pipeline. Its handle is not valid any longer. */
int sextant_pipeline_destroy(sextant_pipeline pipeline);

/* Creates a filter: "lowPass:cutoff=5Hz", "movingMedian+oneEuro". See sextant_pipeline_create. */
int sextant_filter_create(
    uint32_t interface,
    const char *spec,
    int kind,
    sextant_filter *filter,
    char *message,
    size_t message_size
);

/*
 * Processes a sample, and stores the output at its time: 1, 1, 3 or 4 numbers, by the filter's kind. `value` and `output`
 * may be the same. A sample that is not finite, or not later than the last, changes nothing; the output is the previous
 * one.
 */
int sextant_filter_push(sextant_filter filter, double time, const double *value, double *output);

/* Forgets all samples. */
int sextant_filter_reset(sextant_filter filter);

/* Ends a filter. Its handle is not valid any longer. */
int sextant_filter_destroy(sextant_filter filter);

/*
 * Stores the distance in metres between two points, in degrees. `sextant list formulas` shows the formulas. Returns
 * SEXTANT_NO_VALUE where the formula has no answer.
 */
int sextant_distance(
    const char *formula,
    double latitude,
    double longitude,
    double other_latitude,
    double other_longitude,
    double *metres
);

#ifdef __cplusplus
}
#endif

#endif
