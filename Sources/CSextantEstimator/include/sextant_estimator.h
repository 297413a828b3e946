/*
 * The interface between Sextant and an orientation estimator in a shared library.
 *
 * A library exports one function, sextant_estimator_table(), which returns its name, parameters and functions. Sextant
 * measures it as `--pipeline plugin:./libmine.so:beta=0.1`.
 *
 * Quantities are doubles in SI units: seconds, rad/s, m/s² (specific force: +9.81 upwards at rest), µT. Axes are those
 * of the device: x right, y up along the screen, z out of the screen. Orientations are unit quaternions w, x, y, z
 * (Hamilton) from the device to East, North, Up.
 *
 * Every run has its own instance. Instances run in parallel threads, so they must not share state that changes.
 */
#ifndef SEXTANT_ESTIMATOR_H
#define SEXTANT_ESTIMATOR_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this interface. It increases when the table changes. */
#define SEXTANT_ESTIMATOR_VERSION 1u

/* The sensors that an estimator needs: a sum of these. */
#define SEXTANT_GYROSCOPE 1u
#define SEXTANT_ACCELEROMETER 2u
#define SEXTANT_MAGNETOMETER 4u

/* A parameter of an estimator. Texts are UTF-8 and live as long as the library is loaded. */
typedef struct sextant_parameter {
    /* Letters, digits and underscores; the first is a letter. */
    const char *name;
    /* "s", "Hz", "deg", "deg/s", "rad/s", "m/s2", "uT" and so on; "" or NULL for a plain number. */
    const char *unit;
    /* One sentence; may be NULL. */
    const char *summary;
    double default_value;
    /* The accepted range; -HUGE_VAL and HUGE_VAL for no limit. */
    double minimum;
    double maximum;
} sextant_parameter;

/* The table of an estimator. */
typedef struct sextant_estimator {
    /* SEXTANT_ESTIMATOR_VERSION at the time of the build. It stays the first member in every version. */
    uint32_t version;
    /* The sensors that the estimator needs. */
    uint32_t sensors;
    /* The name in results. */
    const char *name;
    const sextant_parameter *parameters;
    size_t parameter_count;

    /* Creates an instance with one value per parameter, in the order of the table; NULL on failure. */
    void *(*create)(const double *values);
    /* Restores the state after creation. */
    void (*reset)(void *instance);
    /* A sample at a time in seconds. At equal times the order is gyroscope, accelerometer, magnetometer. A function may
       be NULL if `sensors` does not contain the sensor. */
    void (*gyroscope)(void *instance, double time, const double value[3]);
    void (*accelerometer)(void *instance, double time, const double value[3]);
    void (*magnetometer)(void *instance, double time, const double value[3]);
    /* Stores the orientation after the samples so far as w, x, y, z and returns 1; returns 0 as long as it is
       unknown. */
    int (*orientation)(void *instance, double quaternion[4]);
    /* Ends an instance. */
    void (*destroy)(void *instance);
} sextant_estimator;

#if defined(_WIN32)
#define SEXTANT_EXPORT __declspec(dllexport)
#else
#define SEXTANT_EXPORT __attribute__((visibility("default")))
#endif

/* The function that a library exports. */
SEXTANT_EXPORT const sextant_estimator *sextant_estimator_table(void);

#ifdef __cplusplus
}
#endif

#endif
