// A complementary filter as a shared library in C++17.
//
// The gyroscope is integrated and pulled towards the orientation from gravity and magnetic field with one time constant
// (W. Higgins, "A comparison of complementary and Kalman filtering", 1975).
#include <cmath>
#include <iterator>
#include <new>
#include <optional>

#include <sextant_estimator.h>

namespace {

struct Vector {
    double x, y, z;

    explicit Vector(const double v[3]) : x(v[0]), y(v[1]), z(v[2]) {}
    Vector(double x, double y, double z) : x(x), y(y), z(z) {}

    Vector operator*(double factor) const { return {x * factor, y * factor, z * factor}; }
    double length() const { return std::sqrt(x * x + y * y + z * z); }
};

/// A rotation from device axes to East, North, Up.
struct Quaternion {
    double w, x, y, z;

    /// The quaternion of a rotation vector in radians.
    static Quaternion exponential(Vector v) {
        const double angle = v.length();
        const Vector half = v * (angle > 0 ? std::sin(angle / 2) / angle : 0.5);
        return {std::cos(angle / 2), half.x, half.y, half.z};
    }

    /// The shortest rotation vector in radians.
    Vector logarithm() const {
        const Vector v = Vector(x, y, z) * (w < 0 ? -1 : 1);
        const double length = v.length();
        return v * (length > 0 ? 2 * std::atan2(length, std::abs(w)) / length : 2);
    }

    Quaternion operator*(const Quaternion &q) const {
        return {
            w * q.w - x * q.x - y * q.y - z * q.z,
            w * q.x + x * q.w + y * q.z - z * q.y,
            w * q.y - x * q.z + y * q.w + z * q.x,
            w * q.z + x * q.y - y * q.x + z * q.w,
        };
    }

    Quaternion conjugate() const { return {w, -x, -y, -z}; }

    Quaternion unit() const {
        const double length = std::sqrt(w * w + x * x + y * y + z * z);
        return {w / length, x / length, y / length, z / length};
    }

    Vector rotate(Vector v) const {
        const Quaternion r = *this * Quaternion{0, v.x, v.y, v.z} * conjugate();
        return {r.x, r.y, r.z};
    }
};

/// The orientation that turns gravity upright and the horizontal field to North.
Quaternion triad(Vector acceleration, Vector field) {
    const Vector a = acceleration * (1 / acceleration.length());
    const Quaternion tilt = a.z > -1 ? Quaternion{1 + a.z, a.y, -a.x, 0}.unit() : Quaternion{0, 1, 0, 0};
    const Vector h = tilt.rotate(field);
    return Quaternion::exponential({0, 0, std::atan2(h.x, h.y)}) * tilt;
}

class Complementary {
  public:
    explicit Complementary(double timeConstant) : timeConstant(timeConstant) {}

    void reset() { *this = Complementary(timeConstant); }

    // The step is left to orientation(), because the other sensors' samples of the same time follow this call.
    void setRate(double time, Vector value) { pending = Sample{time, value}; }
    void setAcceleration(Vector value) { acceleration = value; }
    void setField(Vector value) { field = value; }

    std::optional<Quaternion> orientation() {
        if (pending && acceleration && field) advance(*pending, triad(*acceleration, *field));
        pending.reset();
        return current;
    }

  private:
    struct Sample {
        double time;
        Vector rate;
    };

    void advance(const Sample &sample, const Quaternion &target) {
        if (current) {
            const double interval = sample.time - time;
            const Quaternion integrated = *current * Quaternion::exponential(sample.rate * interval);
            const Vector error = (integrated.conjugate() * target).logarithm();
            const double share = -std::expm1(-interval / timeConstant);
            current = (integrated * Quaternion::exponential(error * share)).unit();
        } else {
            current = target;
        }
        time = sample.time;
    }

    double timeConstant;
    double time = 0;
    std::optional<Quaternion> current;
    std::optional<Sample> pending;
    std::optional<Vector> acceleration, field;
};

Complementary &self(void *instance) { return *static_cast<Complementary *>(instance); }

const sextant_parameter parameters[] = {
    {"timeConstant", "s", "Time in which an error decays to 37 %.", 1, 0.001, HUGE_VAL},
};

// Exceptions must not leave these functions.
const sextant_estimator table = {
    SEXTANT_ESTIMATOR_VERSION,
    SEXTANT_GYROSCOPE | SEXTANT_ACCELEROMETER | SEXTANT_MAGNETOMETER,
    "my-complementary",
    parameters,
    std::size(parameters),
    [](const double *values) -> void * { return new (std::nothrow) Complementary(values[0]); },
    [](void *instance) { self(instance).reset(); },
    [](void *instance, double time, const double value[3]) { self(instance).setRate(time, Vector(value)); },
    [](void *instance, double, const double value[3]) { self(instance).setAcceleration(Vector(value)); },
    [](void *instance, double, const double value[3]) { self(instance).setField(Vector(value)); },
    [](void *instance, double quaternion[4]) {
        const std::optional<Quaternion> q = self(instance).orientation();
        if (!q) return 0;
        quaternion[0] = q->w;
        quaternion[1] = q->x;
        quaternion[2] = q->y;
        quaternion[3] = q->z;
        return 1;
    },
    [](void *instance) { delete &self(instance); },
};

}  // namespace

// The header declares it as extern "C".
const sextant_estimator *sextant_estimator_table(void) { return &table; }
