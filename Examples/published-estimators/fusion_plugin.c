/* x-io's Fusion in C, as a plugin of Sextant. Its sources come from the source package of `imufusion` on PyPI. */
#include "sextant_estimator.h"
#include "Fusion.h"
#include <math.h>
#include <stdlib.h>

static const double GRAVITY = 9.80665;

typedef struct {
    float gain;
    FusionAhrs ahrs;
    /* The last values of the sensors; the filter advances with all of them when it is asked for the orientation. */
    double rate[3], acceleration[3], field[3];
    double time, last;
    int hasRate, hasAcceleration, hasField, isStarted;
} estimator;

static const sextant_parameter parameters[] = {
    {"gain", "", "Gain of accelerometer and magnetometer.", 0.5, 0, HUGE_VAL},
};

static void reset(void *instance) {
    estimator *self = instance;
    FusionAhrsSettings settings = fusionAhrsDefaultSettings;
    settings.convention = FusionConventionEnu;
    settings.gain = self->gain;
    FusionAhrsInitialise(&self->ahrs);
    FusionAhrsSetSettings(&self->ahrs, &settings);
    self->hasRate = self->hasAcceleration = self->hasField = self->isStarted = 0;
}

static void *create(const double *values) {
    estimator *self = malloc(sizeof *self);
    if (!self) return NULL;
    self->gain = (float)values[0];
    reset(self);
    return self;
}

static void copy(double *to, const double *from) {
    for (int i = 0; i < 3; i++) to[i] = from[i];
}

static void gyroscope(void *instance, double time, const double value[3]) {
    estimator *self = instance;
    copy(self->rate, value);
    self->time = time;
    self->hasRate = 1;
}

static void accelerometer(void *instance, double time, const double value[3]) {
    estimator *self = instance;
    (void)time;
    copy(self->acceleration, value);
    self->hasAcceleration = 1;
}

static void magnetometer(void *instance, double time, const double value[3]) {
    estimator *self = instance;
    (void)time;
    copy(self->field, value);
    self->hasField = 1;
}

static FusionVector vector(const double *value, double divisor) {
    FusionVector result;
    for (int i = 0; i < 3; i++) result.array[i] = (float)(value[i] / divisor);
    return result;
}

static void advance(estimator *self) {
    FusionAhrsSetSamplePeriod(&self->ahrs, (float)(self->time - self->last));
    FusionVector rate;
    for (int i = 0; i < 3; i++) rate.array[i] = (float)(self->rate[i] * (180 / M_PI));
    FusionAhrsUpdate(&self->ahrs, rate, vector(self->acceleration, GRAVITY), vector(self->field, 1));
}

static int orientation(void *instance, double quaternion[4]) {
    estimator *self = instance;
    if (self->hasRate && self->hasAcceleration && self->hasField) {
        if (self->isStarted) advance(self);
        self->last = self->time;
        self->hasRate = 0;
        if (!self->isStarted) {
            self->isStarted = 1;
            return 0;
        }
    }
    FusionQuaternion q = FusionAhrsGetQuaternion(&self->ahrs);
    if (!self->isStarted) return 0;
    for (int i = 0; i < 4; i++) quaternion[i] = q.array[i];
    return 1;
}

static const sextant_estimator table = {
    SEXTANT_ESTIMATOR_VERSION, SEXTANT_GYROSCOPE | SEXTANT_ACCELEROMETER | SEXTANT_MAGNETOMETER,
    "fusion-c", parameters, 1,
    create, reset, gyroscope, accelerometer, magnetometer, orientation, free,
};

SEXTANT_EXPORT const sextant_estimator *sextant_estimator_table(void) { return &table; }
