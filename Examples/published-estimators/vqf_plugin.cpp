// The authors' VQF in C++, as a plugin of Sextant. vqf.cpp and vqf.hpp come from the source package of `vqf` on PyPI.
#include "sextant_estimator.h"
#include <cmath>
#include <memory>
#include <vector>

// With VQF_BASIC it is the basic variant, without estimation of the bias, rest detection and magnetic disturbances.
#ifdef VQF_BASIC
#include "basicvqf.hpp"
using Filter = BasicVQF;
using FilterParameters = BasicVQFParams;
#else
#include "vqf.hpp"
using Filter = VQF;
using FilterParameters = VQFParams;
#endif

namespace {

enum Value { tauAcc, tauMag, forget, rate, valueCount };

#ifdef VQF_BASIC
const char *const name = "basicvqf-cpp";
#else
const char *const name = "vqf-cpp";
#endif

const sextant_parameter parameters[valueCount] = {
    {"tauAcc", "s", "Time constant of the accelerometer.", 3, 0, HUGE_VAL},
    {"tauMag", "s", "Time constant of the magnetometer.", 9, 0, HUGE_VAL},
    {"forget", "", "1 resets the bias after the first sample of the accelerometer; the basic variant estimates no bias.", 0, 0, 1},
    {"rate", "Hz", "Rate of all sensors; 0 for the first interval of each.", 0, 0, HUGE_VAL},
};

enum Sensor { gyr, acc, mag };

struct Sample {
    Sensor sensor;
    double value[3];
};

// Waits until the rate of each sensor is known, then computes everything from the start.
struct Estimator {
    double values[valueCount];
    std::unique_ptr<Filter> filter;
    std::vector<Sample> samples;
    double first[3];
    double intervals[3];
    bool isKnown[3];
    bool hasInterval[3];
    bool forgets;

    explicit Estimator(const double *given) {
        for (int i = 0; i < valueCount; i++) values[i] = given[i];
        restart();
    }

    void restart() {
        filter.reset();
        samples.clear();
        forgets = values[forget] != 0;
        for (int i = 0; i < 3; i++) {
            isKnown[i] = false;
            hasInterval[i] = values[rate] > 0;
            intervals[i] = hasInterval[i] ? 1 / values[rate] : 0;
        }
        if (values[rate] > 0) start();
    }

    void start() {
        FilterParameters settings;
        settings.tauAcc = values[tauAcc];
        settings.tauMag = values[tauMag];
        filter = std::make_unique<Filter>(settings, intervals[gyr], intervals[acc], intervals[mag]);
        for (const Sample &sample : samples) apply(sample.sensor, sample.value);
        samples.clear();
    }

    void update(Sensor sensor, double time, const double value[3]) {
        if (filter) return apply(sensor, value);
        samples.push_back({sensor, {value[0], value[1], value[2]}});
        if (isKnown[sensor] && !hasInterval[sensor]) {
            intervals[sensor] = time - first[sensor];
            hasInterval[sensor] = true;
        }
        if (!isKnown[sensor]) first[sensor] = time;
        isKnown[sensor] = true;
    }

    void apply(Sensor sensor, const double value[3]) {
        switch (sensor) {
        case gyr: filter->updateGyr(value); break;
        case mag: filter->updateMag(value); break;
        case acc:
            filter->updateAcc(value);
            forgetBias();
            break;
        }
    }

    void forgetBias() {
#ifndef VQF_BASIC
        if (!forgets) return;
        double zero[3] = {0, 0, 0};
        filter->setBiasEstimate(zero, 0.5 * M_PI / 180);
#endif
        forgets = false;
    }

    bool orientation(double quaternion[4]) {
        if (!filter) {
            if (!hasInterval[gyr] || !hasInterval[acc] || !hasInterval[mag]) return false;
            start();
        }
        filter->getQuat9D(quaternion);
        return true;
    }
};

Estimator *self(void *instance) { return static_cast<Estimator *>(instance); }

const sextant_estimator table = {
    SEXTANT_ESTIMATOR_VERSION,
    SEXTANT_GYROSCOPE | SEXTANT_ACCELEROMETER | SEXTANT_MAGNETOMETER,
    name,
    parameters,
    valueCount,
    [](const double *values) -> void * { return new Estimator(values); },
    [](void *instance) { self(instance)->restart(); },
    [](void *instance, double time, const double value[3]) { self(instance)->update(gyr, time, value); },
    [](void *instance, double time, const double value[3]) { self(instance)->update(acc, time, value); },
    [](void *instance, double time, const double value[3]) { self(instance)->update(mag, time, value); },
    [](void *instance, double quaternion[4]) -> int { return self(instance)->orientation(quaternion); },
    [](void *instance) { delete self(instance); },
};

}  // namespace

extern "C" SEXTANT_EXPORT const sextant_estimator *sextant_estimator_table(void) { return &table; }
