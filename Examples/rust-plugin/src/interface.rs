//! The declarations of sextant_estimator.h, version 1.

use std::os::raw::{c_char, c_int, c_void};

pub const VERSION: u32 = 1;
pub const GYROSCOPE: u32 = 1;
pub const ACCELEROMETER: u32 = 2;
pub const MAGNETOMETER: u32 = 4;

/// A parameter. Texts end with a zero byte.
#[repr(C)]
pub struct Parameter {
    pub name: *const c_char,
    pub unit: *const c_char,
    pub summary: *const c_char,
    pub default_value: f64,
    pub minimum: f64,
    pub maximum: f64,
}

pub type Sample = unsafe extern "C" fn(instance: *mut c_void, time: f64, value: *const [f64; 3]);

/// The table of an estimator.
#[repr(C)]
pub struct Estimator {
    pub version: u32,
    pub sensors: u32,
    pub name: *const c_char,
    pub parameters: *const Parameter,
    pub parameter_count: usize,
    pub create: Option<unsafe extern "C" fn(values: *const f64) -> *mut c_void>,
    pub reset: Option<unsafe extern "C" fn(instance: *mut c_void)>,
    pub gyroscope: Option<Sample>,
    pub accelerometer: Option<Sample>,
    pub magnetometer: Option<Sample>,
    pub orientation: Option<unsafe extern "C" fn(instance: *mut c_void, quaternion: *mut [f64; 4]) -> c_int>,
    pub destroy: Option<unsafe extern "C" fn(instance: *mut c_void)>,
}

/// A constant that threads may share: its pointers refer to constants.
pub struct Shared<T>(pub T);

unsafe impl<T> Sync for Shared<T> {}
