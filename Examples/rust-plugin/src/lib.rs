//! Madgwick's filter as a shared library, without other crates.
//!
//! `interface` declares sextant_estimator.h in Rust, `madgwick` is the filter, and this file connects them.

mod interface;
mod madgwick;

use interface::{Estimator, Parameter, Shared};
use madgwick::Madgwick;
use std::os::raw::{c_int, c_void};

unsafe extern "C" fn create(values: *const f64) -> *mut c_void {
    Box::into_raw(Box::new(Madgwick::new(*values))).cast()
}

unsafe extern "C" fn reset(instance: *mut c_void) {
    let filter = &mut *instance.cast::<Madgwick>();
    *filter = Madgwick::new(filter.beta);
}

unsafe extern "C" fn gyroscope(instance: *mut c_void, time: f64, value: *const [f64; 3]) {
    (*instance.cast::<Madgwick>()).set_rate(time, *value);
}

unsafe extern "C" fn accelerometer(instance: *mut c_void, _: f64, value: *const [f64; 3]) {
    (*instance.cast::<Madgwick>()).set_acceleration(*value);
}

unsafe extern "C" fn magnetometer(instance: *mut c_void, _: f64, value: *const [f64; 3]) {
    (*instance.cast::<Madgwick>()).set_field(*value);
}

unsafe extern "C" fn orientation(instance: *mut c_void, quaternion: *mut [f64; 4]) -> c_int {
    match (*instance.cast::<Madgwick>()).orientation() {
        Some(q) => {
            *quaternion = q;
            1
        }
        None => 0,
    }
}

unsafe extern "C" fn destroy(instance: *mut c_void) {
    drop(Box::from_raw(instance.cast::<Madgwick>()));
}

static PARAMETERS: Shared<[Parameter; 1]> = Shared([Parameter {
    name: b"beta\0".as_ptr().cast(),
    unit: b"1/s\0".as_ptr().cast(),
    summary: b"Gain of accelerometer and magnetometer.\0".as_ptr().cast(),
    default_value: 0.1,
    minimum: 0.0,
    maximum: f64::INFINITY,
}]);

static TABLE: Shared<Estimator> = Shared(Estimator {
    version: interface::VERSION,
    sensors: interface::GYROSCOPE | interface::ACCELEROMETER | interface::MAGNETOMETER,
    name: b"my-madgwick\0".as_ptr().cast(),
    parameters: PARAMETERS.0.as_ptr(),
    parameter_count: 1,
    create: Some(create),
    reset: Some(reset),
    gyroscope: Some(gyroscope),
    accelerometer: Some(accelerometer),
    magnetometer: Some(magnetometer),
    orientation: Some(orientation),
    destroy: Some(destroy),
});

/// The function that Sextant calls.
#[no_mangle]
pub extern "C" fn sextant_estimator_table() -> *const Estimator {
    &TABLE.0
}
