/* The distance formulas in plain C, as a reference for the cost of those in Swift.
 *
 * Each `sum_NAME` returns the sum of the distances of `count` pairs: latitude and longitude of both points, in degrees,
 * north and east positive. `sum_karney` is PROJ's geodesic. Each `batch_NAME` writes the distances of `count` pairs in
 * columns to another column. The sums are compiled with -O2, the batches with -O3 -ffast-math. */
#include <geodesic.h>
#include <math.h>

static const double radius = 6371000.0;
static const double pi = 3.14159265358979323846;
static const double a = 6378137.0;
static const double f = 1 / 298.257223563;

struct pair {
    double latitude1, longitude1, latitude2, longitude2;
};

static double radians(double degrees) { return degrees * (pi / 180); }

static double turn(const struct pair *p) {
    double degrees = p->longitude2 - p->longitude1;
    if (degrees > 180) degrees -= 360;
    else if (degrees < -180) degrees += 360;
    return radians(degrees);
}

static double sphericalCosines(const struct pair *p) {
    if (p->latitude1 == p->latitude2 && p->longitude1 == p->longitude2) return 0;
    double latitude1 = radians(p->latitude1), latitude2 = radians(p->latitude2);
    double cosine = sin(latitude1) * sin(latitude2) + cos(latitude1) * cos(latitude2) * cos(turn(p));
    return acos(cosine > 1 ? 1 : cosine < -1 ? -1 : cosine) * radius;
}

static double haversine(const struct pair *p) {
    double across = sin(turn(p) / 2), along = sin(radians(p->latitude2 - p->latitude1) / 2);
    double h = along * along + cos(radians(p->latitude1)) * cos(radians(p->latitude2)) * across * across;
    double root = sqrt(h);
    return 2 * radius * asin(root > 1 ? 1 : root);
}

static double vincentySphere(const struct pair *p) {
    double latitude1 = radians(p->latitude1), latitude2 = radians(p->latitude2), longitude = turn(p);
    double s1 = sin(latitude1), c1 = cos(latitude1), s2 = sin(latitude2), c2 = cos(latitude2);
    double s = sin(longitude), c = cos(longitude);
    double across = c2 * s, along = c1 * s2 - s1 * c2 * c;
    return radius * atan2(sqrt(across * across + along * along), s1 * s2 + c1 * c2 * c);
}

static double equirectangular(const struct pair *p) {
    double latitude1 = radians(p->latitude1), latitude2 = radians(p->latitude2);
    double east = turn(p) * cos((latitude1 + latitude2) / 2), north = radians(p->latitude2 - p->latitude1);
    return radius * sqrt(east * east + north * north);
}

static double metersPerDegree(const struct pair *p) {
    double east = turn(p) * cos(radians(p->latitude1)), north = radians(p->latitude2 - p->latitude1);
    return radius * sqrt(east * east + north * north);
}

static double gamarayLinear(const struct pair *p) {
    double e2 = f * (2 - f), latitude1 = radians(p->latitude1);
    double s1 = sin(latitude1), c1 = cos(latitude1), sm = sin((latitude1 + radians(p->latitude2)) / 2);
    double width = 1 - e2 * sm * sm;
    double east = a / sqrt(1 - e2 * s1 * s1) * c1 * turn(p);
    double north = a / sqrt(width) * (1 - e2) / width * radians(p->latitude2 - p->latitude1);
    return sqrt(east * east + north * north);
}

static void reduced(double degrees, double *sine, double *cosine) {
    double latitude = radians(degrees);
    double s = (1 - f) * sin(latitude), c = cos(latitude), length = sqrt(s * s + c * c);
    *sine = s / length;
    *cosine = c / length;
}

static double andoyerLambert(const struct pair *p) {
    double s1, c1, s2, c2, longitude = turn(p);
    reduced(p->latitude1, &s1, &c1);
    reduced(p->latitude2, &s2, &c2);
    double s = sin(longitude), c = cos(longitude);
    double across = c2 * s, along = c1 * s2 - s1 * c2 * c;
    double sine = sqrt(across * across + along * along), cosine = s1 * s2 + c1 * c2 * c;
    if (cosine < 0 && sine < 1e-15) return NAN;
    if (sine == 0) return 0;
    double sigma = atan2(sine, cosine), sum = s1 + s2, difference = s2 - s1;
    double far = cosine > 0 ? 1 + cosine : sine * sine / (1 - cosine);
    double near = cosine > 0 ? sine * sine / (1 + cosine) : 1 - cosine;
    double x = (sigma - sine) * sum * sum / (2 * far), y = (sigma + sine) * difference * difference / (2 * near);
    return a * (sigma - f / 2 * (x + y));
}

static double vincenty(const struct pair *p) {
    double s1, c1, s2, c2, longitude = turn(p), lambda = longitude;
    reduced(p->latitude1, &s1, &c1);
    reduced(p->latitude2, &s2, &c2);
    for (int iteration = 0; iteration < 100; iteration++) {
        double s = sin(lambda), c = cos(lambda), across = c2 * s, along = c1 * s2 - s1 * c2 * c;
        double sine = sqrt(across * across + along * along), cosine = s1 * s2 + c1 * c2 * c;
        double sigma = atan2(sine, cosine), alpha = sine > 0 ? c1 * across / sine : 0;
        double square = 1 - alpha * alpha, middle = square > 0 ? cosine - 2 * s1 * s2 / square : 0;
        double C = f / 16 * square * (4 + f * (4 - 3 * square));
        double inner = middle + C * cosine * (2 * middle * middle - 1);
        double next = longitude + (1 - C) * f * alpha * (sigma + C * sine * inner);
        if (fabs(next) > pi) return NAN;
        if (fabs(next - lambda) < 1e-12) {
            double b = a * (1 - f), u2 = square * (a * a - b * b) / (b * b);
            double A = 1 + u2 / 16384 * (4096 + u2 * (-768 + u2 * (320 - 175 * u2)));
            double B = u2 / 1024 * (256 + u2 * (-128 + u2 * (74 - 47 * u2))), m2 = middle * middle;
            double last = cosine * (2 * m2 - 1) - B / 6 * middle * (4 * sine * sine - 3) * (4 * m2 - 3);
            return b * A * (sigma - B * sine * (middle + B / 4 * last));
        }
        lambda = next;
    }
    return NAN;
}

/* Earth-centred coordinates of a point at height 0. */
static void geocentric(double latitude, double longitude, double *x, double *y, double *z) {
    double e2 = f * (2 - f), sine = sin(radians(latitude)), cosine = cos(radians(latitude));
    double normal = a / sqrt(1 - e2 * sine * sine);
    *x = normal * cosine * cos(radians(longitude));
    *y = normal * cosine * sin(radians(longitude));
    *z = normal * (1 - e2) * sine;
}

static double ecefChord(const struct pair *p) {
    double x1, y1, z1, x2, y2, z2;
    geocentric(p->latitude1, p->longitude1, &x1, &y1, &z1);
    geocentric(p->latitude2, p->longitude2, &x2, &y2, &z2);
    return sqrt((x2 - x1) * (x2 - x1) + (y2 - y1) * (y2 - y1) + (z2 - z1) * (z2 - z1));
}

static double enuNorm(const struct pair *p) {
    double x1, y1, z1, x2, y2, z2;
    geocentric(p->latitude1, p->longitude1, &x1, &y1, &z1);
    geocentric(p->latitude2, p->longitude2, &x2, &y2, &z2);
    double x = x2 - x1, y = y2 - y1, z = z2 - z1;
    double s1 = sin(radians(p->latitude1)), c1 = cos(radians(p->latitude1));
    double s = sin(radians(p->longitude1)), c = cos(radians(p->longitude1));
    double east = c * y - s * x, outward = c * x + s * y, north = c1 * z - s1 * outward, up = c1 * outward + s1 * z;
    return sqrt(east * east + north * north + up * up);
}

static struct geod_geodesic ellipsoid;

static double karney(const struct pair *p) {
    double distance;
    if (ellipsoid.a == 0) geod_init(&ellipsoid, a, f);
    geod_inverse(&ellipsoid, p->latitude1, p->longitude1, p->latitude2, p->longitude2, &distance, 0, 0);
    return distance;
}

/* The sum excludes pairs without a result. */
#define SUM(name) \
    double sum_##name(const struct pair *pairs, long count) { \
        double sum = 0; \
        for (long i = 0; i < count; i++) { \
            double distance = name(&pairs[i]); \
            if (!isnan(distance)) sum += distance; \
        } \
        return sum; \
    }

SUM(sphericalCosines)
SUM(haversine)
SUM(vincentySphere)
SUM(equirectangular)
SUM(metersPerDegree)
SUM(gamarayLinear)
SUM(ecefChord)
SUM(enuNorm)
SUM(andoyerLambert)
SUM(vincenty)
SUM(karney)

#define BATCH(name) \
    void batch_##name( \
        const double *latitude1, const double *longitude1, const double *latitude2, const double *longitude2, \
        double *restrict distances, long count \
    ) { \
        for (long i = 0; i < count; i++) { \
            struct pair pair = {latitude1[i], longitude1[i], latitude2[i], longitude2[i]}; \
            distances[i] = name(&pair); \
        } \
    }

BATCH(haversine)
BATCH(equirectangular)
