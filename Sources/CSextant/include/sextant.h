/*
 * Sextant's estimators, filters and distance formulas for C and every language that calls C.
 *
 * The library contains the code that `sextant evaluate` measures. Pipelines and filters are written as on the command line:
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
 * Quantities are doubles in SI units, and in µT: seconds, rad/s, m/s² (specific force: +9.81 upwards at rest). Axes are
 * those of the device: x right, y up along the screen, z out of the screen. Orientations are unit quaternions w, x, y, z
 * (Hamilton), device → East, North, Up.
 *
 * Handles are numbers, not addresses. A call with a handle that was destroyed, or was never created, returns an error. Only
 * one thread at a time may use a handle; different threads may use different handles. Only the create functions allocate
 * memory.
 */
#ifndef SEXTANT_H
#define SEXTANT_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The interface version for which a program is compiled. The program passes it to each create function. */
#define SEXTANT_INTERFACE 1u

/* Returns the interface version of the library. */
uint32_t sextant_interface(void);

enum {
    SEXTANT_OK = 0,
    /* There is no value yet, or an estimator returns no orientation for this sample. */
    SEXTANT_NO_VALUE = 1,
    /* The handle was destroyed or never created, or it belongs to an object of another kind. */
    SEXTANT_INVALID_HANDLE = -1,
    /* A pointer is NULL, or a SPEC or a number is invalid. */
    SEXTANT_INVALID_ARGUMENT = -2,
    /* The program was compiled for another version of the interface than the library's. */
    SEXTANT_WRONG_INTERFACE = -3,
    /* The maximum of 65,535 handles is reached. */
    SEXTANT_TOO_MANY_HANDLES = -4
};

/* A handle of a pipeline: an estimator with filters that processes the samples of a device. */
typedef uint64_t sextant_pipeline;

/* A handle of a filter chain: one filter, or several that run one after the other. */
typedef uint64_t sextant_filter;

/* The kind of values that a filter chain processes. */
enum {
    /* One number. */
    SEXTANT_SCALAR = 1,
    /* One number: degrees clockwise from north. The values 359 and 1 differ by 2 degrees. */
    SEXTANT_HEADING = 2,
    /* Three numbers. */
    SEXTANT_VECTOR = 3,
    /* Four numbers, w, x, y, z: an orientation. */
    SEXTANT_QUATERNION = 4
};

/*
 * Creates a pipeline.
 *
 * interface: SEXTANT_INTERFACE.
 * spec: estimator with filters, such as "vqf" or "madgwick:beta=0.1+lowPass:cutoff=5Hz".
 * declination: angle in degrees by which magnetic north is east of true north. Orientations are relative to true north;
 *     with NAN they are relative to magnetic north.
 * pipeline: receives the handle.
 * message: receives the reason for a failure in UTF-8; may be NULL.
 * message_size: size of the buffer `message` in bytes.
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
 * Processes the samples that have the same time, in seconds. Each sample consists of three numbers; pass NULL for a sensor
 * without a sample.
 *
 * If a sample is from the driving sensor, which is the gyroscope for most estimators, stores the orientation and returns
 * SEXTANT_OK. Otherwise returns SEXTANT_NO_VALUE and stores nothing.
 */
int sextant_pipeline_push(
    sextant_pipeline pipeline,
    double time,
    const double *gyroscope,
    const double *accelerometer,
    const double *magnetometer,
    double orientation[4]
);

/* Stores the last orientation, or returns SEXTANT_NO_VALUE before the first one. */
int sextant_pipeline_read(sextant_pipeline pipeline, double orientation[4]);

/* Restores the pipeline's initial state, as after create. */
int sextant_pipeline_reset(sextant_pipeline pipeline);

/* Destroys a pipeline. Its handle becomes invalid. */
int sextant_pipeline_destroy(sextant_pipeline pipeline);

/* Creates a filter chain such as "lowPass:cutoff=5Hz" or "movingMedian+oneEuro". See sextant_pipeline_create. */
int sextant_filter_create(
    uint32_t interface,
    const char *spec,
    int kind,
    sextant_filter *filter,
    char *message,
    size_t message_size
);

/*
 * Processes a sample, and stores the output for the sample's time: 1, 1, 3 or 4 numbers, depending on the kind. `value` and
 * `output` may be the same address. A sample that is not finite, or not later than the last one, is skipped, and the output
 * is the previous one.
 */
int sextant_filter_push(sextant_filter filter, double time, const double *value, double *output);

/* Restores the filter chain's initial state, as after create. */
int sextant_filter_reset(sextant_filter filter);

/* Destroys a filter chain. Its handle becomes invalid. */
int sextant_filter_destroy(sextant_filter filter);

/*
 * Stores the distance in metres between two points, given in degrees. `sextant list formulas` lists the formulas. Returns
 * SEXTANT_NO_VALUE if the formula does not converge or is not defined for these points.
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
