/*
 * The interface between Sextant and an orientation estimator in a shared library.
 *
 * A library exports one function, sextant_estimator_table(), which returns the estimator's name, parameters and functions.
 * To evaluate the estimator, pass `--pipeline plugin:./libmine.so:beta=0.1` to sextant.
 *
 * Quantities are doubles in SI units, and in µT: seconds, rad/s, m/s² (specific force: +9.81 upwards at rest). Axes are
 * those of the device: x right, y up along the screen, z out of the screen. Orientations are unit quaternions w, x, y, z
 * (Hamilton), device → East, North, Up.
 *
 * Each run creates an instance. Instances run in parallel on several threads, so they must not share mutable state.
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

/* The sensors that an estimator needs, combined by bitwise or. */
#define SEXTANT_GYROSCOPE 1u
#define SEXTANT_ACCELEROMETER 2u
#define SEXTANT_MAGNETOMETER 4u

/* A parameter of an estimator. Strings are UTF-8, and must remain valid as long as the library is loaded. */
typedef struct sextant_parameter {
    /* The name: letters, digits and underscores, starting with a letter. */
    const char *name;
    /* The unit: "s", "Hz", "deg", "deg/s", "rad/s", "m/s2", "uT" and others; "" or NULL for a number without unit. */
    const char *unit;
    /* A description of one sentence; may be NULL. */
    const char *summary;
    double default_value;
    /* The accepted range, including both limits; -HUGE_VAL and HUGE_VAL for no limit. */
    double minimum;
    double maximum;
} sextant_parameter;

/* The table of an estimator. */
typedef struct sextant_estimator {
    /* SEXTANT_ESTIMATOR_VERSION. This is the first member in every version of the interface. */
    uint32_t version;
    /* The sensors that the estimator needs: SEXTANT_GYROSCOPE | SEXTANT_ACCELEROMETER, for example. */
    uint32_t sensors;
    /* The estimator's name in results. */
    const char *name;
    const sextant_parameter *parameters;
    size_t parameter_count;

    /* Creates an instance from one value for each parameter, in the order of `parameters`. Returns NULL on failure. */
    void *(*create)(const double *values);
    /* Restores the state after creation. If NULL, Sextant destroys the instance and creates another one. */
    void (*reset)(void *instance);
    /* Processes a sample at a time in seconds. Samples of the same time arrive in the order gyroscope, accelerometer,
       magnetometer. The function of a sensor that `sensors` does not contain may be NULL. */
    void (*gyroscope)(void *instance, double time, const double value[3]);
    void (*accelerometer)(void *instance, double time, const double value[3]);
    void (*magnetometer)(void *instance, double time, const double value[3]);
    /* Stores the orientation after the samples so far as w, x, y, z, and returns 1. Returns 0 if the orientation is not
       known yet. */
    int (*orientation)(void *instance, double quaternion[4]);
    /* Destroys an instance. */
    void (*destroy)(void *instance);
} sextant_estimator;

#if defined(_WIN32)
#define SEXTANT_EXPORT __declspec(dllexport)
#else
#define SEXTANT_EXPORT __attribute__((visibility("default")))
#endif

/* Returns the estimator's table. A library must export this function. */
SEXTANT_EXPORT const sextant_estimator *sextant_estimator_table(void);

#ifdef __cplusplus
}
#endif

#endif
