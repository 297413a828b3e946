//! Sextant's pipelines in Rust.

use std::ffi::{c_char, c_int, CStr, CString};

const INTERFACE: u32 = 1;
const OK: c_int = 0;
const NO_VALUE: c_int = 1;

extern "C" {
    fn sextant_pipeline_create(
        interface: u32,
        spec: *const c_char,
        declination: f64,
        pipeline: *mut u64,
        message: *mut c_char,
        message_size: usize,
    ) -> c_int;
    fn sextant_pipeline_push(
        pipeline: u64,
        time: f64,
        gyroscope: *const f64,
        accelerometer: *const f64,
        magnetometer: *const f64,
        orientation: *mut f64,
    ) -> c_int;
    fn sextant_pipeline_destroy(pipeline: u64) -> c_int;
}

/// The samples of one moment, in SI units and device axes.
#[derive(Default)]
pub struct Samples {
    pub gyroscope: Option<[f64; 3]>,
    pub accelerometer: Option<[f64; 3]>,
    pub magnetometer: Option<[f64; 3]>,
}

/// An estimator with filters.
pub struct Pipeline(u64);

impl Pipeline {
    /// Creates a pipeline from a SPEC, such as `vqf+lowPass:cutoff=5Hz`.
    pub fn new(spec: &str) -> Result<Self, String> {
        let text = CString::new(spec).map_err(|error| error.to_string())?;
        let mut message = [0 as c_char; 256];
        let mut handle = 0;
        let status = unsafe {
            sextant_pipeline_create(INTERFACE, text.as_ptr(), f64::NAN, &mut handle, message.as_mut_ptr(), message.len())
        };
        if status == OK {
            return Ok(Pipeline(handle));
        }
        Err(unsafe { CStr::from_ptr(message.as_ptr()) }.to_string_lossy().into_owned())
    }

    /// Processes the samples of one moment, and returns the orientation as w, x, y, z, if one follows.
    pub fn push(&mut self, time: f64, samples: &Samples) -> Option<[f64; 4]> {
        let address = |value: &Option<[f64; 3]>| value.as_ref().map_or(std::ptr::null(), |value| value.as_ptr());
        let mut orientation = [0.0; 4];
        let status = unsafe {
            sextant_pipeline_push(
                self.0,
                time,
                address(&samples.gyroscope),
                address(&samples.accelerometer),
                address(&samples.magnetometer),
                orientation.as_mut_ptr(),
            )
        };
        assert!(status == OK || status == NO_VALUE, "status {status}");
        (status == OK).then_some(orientation)
    }
}

impl Drop for Pipeline {
    fn drop(&mut self) {
        unsafe { sextant_pipeline_destroy(self.0) };
    }
}
