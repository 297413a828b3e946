/* Madgwick's and Mahony's filters over a whole trial, in double precision: the reference for the cost of sweeps.
 *
 * Written from the papers' equations (Madgwick 2010, doi:10.1109/ICORR.2011.5975346; Mahony et al. 2008,
 * doi:10.1109/TAC.2008.923738), with the field reference halved as in the published C code. Both use the frame (North,
 * West, Up) and return orientations in (East, North, Up). A row is a sample of all sensors; a quaternion is w, x, y, z.
 * The first orientation is the start, and is returned unchanged.
 */
#include <math.h>
#include <stddef.h>

typedef struct { double w, x, y, z; } quaternion;

static void give(double *out, quaternion q) {
    /* A quarter turn about Up. */
    const double h = sqrt(0.5);
    out[0] = h * (q.w - q.z);
    out[1] = h * (q.x - q.y);
    out[2] = h * (q.y + q.x);
    out[3] = h * (q.z + q.w);
}

static quaternion take(const double *in) {
    const double h = sqrt(0.5);
    quaternion q = {h * (in[0] + in[3]), h * (in[1] + in[2]), h * (in[2] - in[1]), h * (in[3] - in[0])};
    return q;
}

static void direction(const double *in, double *out) {
    double inverse = 1 / sqrt(in[0] * in[0] + in[1] * in[1] + in[2] * in[2]);
    for (int axis = 0; axis < 3; axis++) out[axis] = in[axis] * inverse;
}

static quaternion normalised(quaternion q) {
    double inverse = 1 / sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
    quaternion result = {q.w * inverse, q.x * inverse, q.y * inverse, q.z * inverse};
    return result;
}

/* q + dt q (0, rate) / 2, normalised. */
static quaternion integrated(quaternion q, double gx, double gy, double gz, quaternion pull, double dt) {
    quaternion next = {
        q.w + dt * (0.5 * (-q.x * gx - q.y * gy - q.z * gz) + pull.w),
        q.x + dt * (0.5 * (q.w * gx + q.y * gz - q.z * gy) + pull.x),
        q.y + dt * (0.5 * (q.w * gy - q.x * gz + q.z * gx) + pull.y),
        q.z + dt * (0.5 * (q.w * gz + q.x * gy - q.y * gx) + pull.z),
    };
    return normalised(next);
}

/* The horizontal and the vertical part of the measured field, in Earth axes. */
static void field_reference(quaternion q, const double *m, double *north, double *up) {
    double x = 2 * (m[0] * (0.5 - q.y * q.y - q.z * q.z) + m[1] * (q.x * q.y - q.w * q.z) + m[2] * (q.x * q.z + q.w * q.y));
    double y = 2 * (m[0] * (q.x * q.y + q.w * q.z) + m[1] * (0.5 - q.x * q.x - q.z * q.z) + m[2] * (q.y * q.z - q.w * q.x));
    *north = sqrt(x * x + y * y);
    *up = 2 * (m[0] * (q.x * q.z - q.w * q.y) + m[1] * (q.y * q.z + q.w * q.x) + m[2] * (0.5 - q.x * q.x - q.y * q.y));
}

void mahony(
    size_t count, const double *time, const double *acceleration, const double *rate, const double *field,
    const double *start, double kp, double ki, double *orientations
) {
    quaternion q = take(start);
    double ix = 0, iy = 0, iz = 0;
    const quaternion nothing = {0, 0, 0, 0};
    give(orientations, q);
    for (size_t i = 1; i < count; i++) {
        double a[3], m[3], north, up, dt = time[i] - time[i - 1];
        direction(acceleration + 3 * i, a);
        direction(field + 3 * i, m);
        field_reference(q, m, &north, &up);
        /* Up and the field that the orientation predicts, in device axes. */
        double vx = 2 * (q.x * q.z - q.w * q.y);
        double vy = 2 * (q.w * q.x + q.y * q.z);
        double vz = 2 * (q.w * q.w - 0.5 + q.z * q.z);
        double wx = 2 * (north * (0.5 - q.y * q.y - q.z * q.z) + up * (q.x * q.z - q.w * q.y));
        double wy = 2 * (north * (q.x * q.y - q.w * q.z) + up * (q.w * q.x + q.y * q.z));
        double wz = 2 * (north * (q.w * q.y + q.x * q.z) + up * (0.5 - q.x * q.x - q.y * q.y));
        double ex = a[1] * vz - a[2] * vy + m[1] * wz - m[2] * wy;
        double ey = a[2] * vx - a[0] * vz + m[2] * wx - m[0] * wz;
        double ez = a[0] * vy - a[1] * vx + m[0] * wy - m[1] * wx;
        if (ki > 0) {
            ix += ki * ex * dt;
            iy += ki * ey * dt;
            iz += ki * ez * dt;
        }
        const double *g = rate + 3 * i;
        q = integrated(q, g[0] + ix + kp * ex, g[1] + iy + kp * ey, g[2] + iz + kp * ez, nothing, dt);
        give(orientations + 4 * i, q);
    }
}

void madgwick(
    size_t count, const double *time, const double *acceleration, const double *rate, const double *field,
    const double *start, double beta, double *orientations
) {
    quaternion q = take(start);
    give(orientations, q);
    for (size_t i = 1; i < count; i++) {
        double a[3], m[3], north, up;
        direction(acceleration + 3 * i, a);
        direction(field + 3 * i, m);
        field_reference(q, m, &north, &up);
        /* Halved here, and doubled in the equations. */
        double n = north, u = up;
        double f1 = 2 * (q.x * q.z - q.w * q.y) - a[0];
        double f2 = 2 * (q.w * q.x + q.y * q.z) - a[1];
        double f3 = 2 * (0.5 - q.x * q.x - q.y * q.y) - a[2];
        double f4 = n * (0.5 - q.y * q.y - q.z * q.z) + u * (q.x * q.z - q.w * q.y) - m[0];
        double f5 = n * (q.x * q.y - q.w * q.z) + u * (q.w * q.x + q.y * q.z) - m[1];
        double f6 = n * (q.w * q.y + q.x * q.z) + u * (0.5 - q.x * q.x - q.y * q.y) - m[2];
        quaternion d = {
            -2 * q.y * f1 + 2 * q.x * f2 - u * q.y * f4 + (u * q.x - n * q.z) * f5 + n * q.y * f6,
            2 * q.z * f1 + 2 * q.w * f2 - 4 * q.x * f3 + u * q.z * f4 + (n * q.y + u * q.w) * f5
                + (n * q.z - 2 * u * q.x) * f6,
            -2 * q.w * f1 + 2 * q.z * f2 - 4 * q.y * f3 - (2 * n * q.y + u * q.w) * f4 + (n * q.x + u * q.z) * f5
                + (n * q.w - 2 * u * q.y) * f6,
            2 * q.x * f1 + 2 * q.y * f2 + (u * q.x - 2 * n * q.z) * f4 + (u * q.y - n * q.w) * f5 + n * q.x * f6,
        };
        double length = sqrt(d.w * d.w + d.x * d.x + d.y * d.y + d.z * d.z);
        double factor = length > 0 ? -beta / length : 0;
        quaternion pull = {factor * d.w, factor * d.x, factor * d.y, factor * d.z};
        const double *g = rate + 3 * i;
        q = integrated(q, g[0], g[1], g[2], pull, time[i] - time[i - 1]);
        give(orientations + 4 * i, q);
    }
}
