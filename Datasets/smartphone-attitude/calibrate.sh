#!/bin/sh
# Fits the calibrations of the phones of Michel et al. 2018 to the authors' recordings for calibration.
#
# calibrate.sh DIR [SEXTANT]: DIR is their repository (tyrex-team/benchmarks-attitude-smartphones), SEXTANT the program.
set -eu
data=$1/datasets
sextant=${2:-sextant}
here=$(dirname "$0")
for phone in Nexus5_d1 Nexus5_d2 Nexus5_d3 Nexus5_d4 iPhone4S_d2 iPhone4S_d3 iPhone4S_d4 iPhone5_d3 iPhone5_d4; do
    case $phone in
    Nexus5*) system=android ;;
    *) system=ios ;;
    esac
    "$sextant" calibrate "$data/$system/calib_acc_$phone" "$data/$system/calib_gyr_$phone" \
        "$data/$system/calib_mag_$phone" --output "$here/calibrations/$phone.yaml" --quiet
done
