/*
 * Mahony's explicit complementary filter as a shared library.
 *
 * R. Mahony, T. Hamel, J.-M. Pflimlin, "Nonlinear complementary filters on the special orthogonal group", 2008, in
 * quaternion form with equal weights.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <sextant_estimator.h>

struct mahony {
    double kp, ki;
    double q[4]; /* w, x, y, z: device to East, North, Up */
    double integral[3];
    double time;                /* of the last step */
    double next_time, rate[3];  /* of the gyroscope sample that the next step uses */
    double a[3], m[3];          /* the last directions of gravity and field */
    int has_q, has_rate, has_a, has_m;
};

static void product(const double p[4], const double q[4], double r[4]) {
    r[0] = p[0] * q[0] - p[1] * q[1] - p[2] * q[2] - p[3] * q[3];
    r[1] = p[0] * q[1] + p[1] * q[0] + p[2] * q[3] - p[3] * q[2];
    r[2] = p[0] * q[2] - p[1] * q[3] + p[2] * q[0] + p[3] * q[1];
    r[3] = p[0] * q[3] + p[1] * q[2] - p[2] * q[1] + p[3] * q[0];
}

static void normalise(double *v, int count) {
    double sum = 0;
    for (int i = 0; i < count; i++) sum += v[i] * v[i];
    for (int i = 0; i < count; i++) v[i] /= sqrt(sum);
}

/* The rotation matrix of a quaternion: its rows are East, North and Up in device axes. */
static void matrix(const double q[4], double r[3][3]) {
    const double w = q[0], x = q[1], y = q[2], z = q[3];
    const double rows[3][3] = {
        {1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)},
        {2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)},
        {2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)},
    };
    memcpy(r, rows, sizeof rows);
}

static double dot(const double a[3], const double b[3]) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

/* The orientation that turns gravity upright and the horizontal field to North. */
static void start(struct mahony *self) {
    const double *a = self->a;
    double tilt[4] = {1 + a[2], a[1], -a[0], 0};
    if (a[2] <= -1) tilt[1] = 1;
    normalise(tilt, 4);
    double axes[3][3];
    matrix(tilt, axes);
    const double half = atan2(dot(axes[0], self->m), dot(axes[1], self->m)) / 2;
    const double turn[4] = {cos(half), 0, 0, sin(half)};
    product(turn, tilt, self->q);
    self->has_q = 1;
}

static void step(struct mahony *self, double interval) {
    const double *a = self->a, *m = self->m;
    double axes[3][3];
    matrix(self->q, axes);
    /* The measured field in Earth axes, with its horizontal part along north, and again in device axes. */
    const double north = hypot(dot(axes[0], m), dot(axes[1], m)), up = dot(axes[2], m);
    double g[3], h[3], rate[4] = {0};
    for (int i = 0; i < 3; i++) {
        g[i] = axes[2][i];
        h[i] = north * axes[1][i] + up * axes[2][i];
    }
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        const double error = (a[j] * g[k] - a[k] * g[j]) + (m[j] * h[k] - m[k] * h[j]);
        self->integral[i] += self->ki * interval * error;
        rate[i + 1] = self->rate[i] + self->kp * error + self->integral[i];
    }
    double change[4];
    product(self->q, rate, change);
    for (int i = 0; i < 4; i++) self->q[i] += interval / 2 * change[i];
    normalise(self->q, 4);
}

static void *create(const double *values) {
    struct mahony *self = calloc(1, sizeof *self);
    if (self) {
        self->kp = values[0];
        self->ki = values[1];
    }
    return self;
}

static void reset(void *instance) {
    struct mahony *self = instance;
    *self = (struct mahony){.kp = self->kp, .ki = self->ki};
}

/* The step is left to orientation(), because the other sensors' samples of the same time follow this call. */
static void gyroscope(void *instance, double time, const double value[3]) {
    struct mahony *self = instance;
    memcpy(self->rate, value, sizeof self->rate);
    self->next_time = time;
    self->has_rate = 1;
}

static void accelerometer(void *instance, double time, const double value[3]) {
    struct mahony *self = instance;
    (void)time;
    memcpy(self->a, value, sizeof self->a);
    normalise(self->a, 3);
    self->has_a = 1;
}

static void magnetometer(void *instance, double time, const double value[3]) {
    struct mahony *self = instance;
    (void)time;
    memcpy(self->m, value, sizeof self->m);
    normalise(self->m, 3);
    self->has_m = 1;
}

static int orientation(void *instance, double quaternion[4]) {
    struct mahony *self = instance;
    if (self->has_rate && self->has_a && self->has_m) {
        if (self->has_q) {
            step(self, self->next_time - self->time);
        } else {
            start(self);
        }
        self->time = self->next_time;
    }
    self->has_rate = 0;
    memcpy(quaternion, self->q, sizeof self->q);
    return self->has_q;
}

static const sextant_parameter parameters[] = {
    {"kp", "1/s", "Gain of accelerometer and magnetometer.", 0.5, 0, HUGE_VAL},
    {"ki", "1/s2", "Gain of the integral, which estimates the gyroscope's bias.", 0, 0, HUGE_VAL},
};

static const sextant_estimator table = {
    .version = SEXTANT_ESTIMATOR_VERSION,
    .sensors = SEXTANT_GYROSCOPE | SEXTANT_ACCELEROMETER | SEXTANT_MAGNETOMETER,
    .name = "my-mahony",
    .parameters = parameters,
    .parameter_count = sizeof parameters / sizeof *parameters,
    .create = create,
    .reset = reset,
    .gyroscope = gyroscope,
    .accelerometer = accelerometer,
    .magnetometer = magnetometer,
    .orientation = orientation,
    .destroy = free,
};

const sextant_estimator *sextant_estimator_table(void) { return &table; }
