/* Prints the orientations that Fusion computes, in double precision, for the rows of a table. peers.py runs it. */
#include "FusionAhrs.h"
#include "FusionBias.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static int row(FILE *table, double v[10]) {
    for (int k = 0; k < 10; k++)
        if (fscanf(table, k ? ",%lf" : "%lf", &v[k]) != 1) return 0;
    return 1;
}

static void print(const FusionAhrs *ahrs) {
    FusionQuaternion q = FusionAhrsGetQuaternion(ahrs);
    printf("%.17g,%.17g,%.17g,%.17g\n", q.element.w, q.element.x, q.element.y, q.element.z);
}

int main(int count, char **arguments) {
    double settings[9], last[10], v[10];
    if (count != 11) return 2;
    for (int k = 0; k < 9; k++) settings[k] = atof(arguments[2 + k]);
    FILE *table = fopen(arguments[1], "r");
    if (!table || fscanf(table, "%*[^\n]") != 0 || !row(table, last) || !row(table, v)) return 1;
    FusionAhrs ahrs;
    FusionAhrsInitialise(&ahrs);
    FusionAhrsSettings values = fusionAhrsDefaultSettings;
    values.sampleRate = round(1e6 / (v[0] - last[0])) / 1e6;
    values.convention = FusionConventionEnu;
    values.gain = settings[0];
    values.gyroscopeRange = settings[1];
    values.accelerationRejection = settings[2];
    values.magneticRejection = settings[3];
    values.rejectionTimeout = settings[4];
    /* Rounding decides in which of two samples the start ends and how many samples the timeout has. In single precision
       at 100 Hz, the start ends after three seconds exactly. */
    values.sampleRate *= 1 - 2e-13;
    values.rejectionTimeout *= 1 + 1e-9;
    FusionAhrsSetSettings(&ahrs, &values);
    FusionBias bias;
    FusionBiasInitialise(&bias);
    FusionBiasSettings offsets = fusionBiasDefaultSettings;
    offsets.sampleRate = values.sampleRate;
    offsets.stationaryThreshold = settings[7];
    offsets.stationaryPeriod = settings[8] * (1 + 1e-9);
    FusionBiasSetSettings(&bias, &offsets);
    print(&ahrs);
    do {
        FusionAhrsSetSamplePeriod(&ahrs, v[0] - last[0]);
        last[0] = v[0];
        FusionVector rate, acceleration, field;
        for (int k = 0; k < 3; k++) {
            rate.array[k] = v[1 + k] * (180 / 3.14159265358979323846);
            acceleration.array[k] = v[4 + k] / 9.80665;
            field.array[k] = v[7 + k];
        }
        if (settings[5] != 0) rate = FusionBiasUpdate(&bias, rate);
        if (settings[6] != 0) FusionAhrsUpdate(&ahrs, rate, acceleration, field);
        else FusionAhrsUpdateNoMagnetometer(&ahrs, rate, acceleration);
        print(&ahrs);
    } while (row(table, v));
    return 0;
}
