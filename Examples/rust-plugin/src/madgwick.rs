//! S. Madgwick, "An efficient orientation filter for inertial and inertial/magnetic sensor arrays", 2010; the numbers in
//! parentheses are those of its equations. The filter's quaternions w, x, y, z rotate device coordinates into North,
//! West, Up.

use std::f64::consts::FRAC_1_SQRT_2;

type Quaternion = [f64; 4];
type Vector = [f64; 3];

fn product(p: Quaternion, q: Quaternion) -> Quaternion {
    [
        p[0] * q[0] - p[1] * q[1] - p[2] * q[2] - p[3] * q[3],
        p[0] * q[1] + p[1] * q[0] + p[2] * q[3] - p[3] * q[2],
        p[0] * q[2] - p[1] * q[3] + p[2] * q[0] + p[3] * q[1],
        p[0] * q[3] + p[1] * q[2] - p[2] * q[1] + p[3] * q[0],
    ]
}

fn rotated(q: Quaternion, v: Vector) -> Vector {
    let r = product(product(q, [0.0, v[0], v[1], v[2]]), [q[0], -q[1], -q[2], -q[3]]);
    [r[1], r[2], r[3]]
}

fn unit<const N: usize>(v: [f64; N]) -> [f64; N] {
    let length = v.iter().map(|x| x * x).sum::<f64>().sqrt();
    v.map(|x| x / length)
}

/// The orientation that turns gravity upright and the horizontal field to North.
fn start(a: Vector, m: Vector) -> Quaternion {
    let tilt = if a[2] > -1.0 { unit([1.0 + a[2], a[1], -a[0], 0.0]) } else { [0.0, 1.0, 0.0, 0.0] };
    let h = rotated(tilt, m);
    let half = -h[1].atan2(h[0]) / 2.0;
    product([half.cos(), 0.0, 0.0, half.sin()], tilt)
}

#[derive(Default)]
pub struct Madgwick {
    pub beta: f64,
    /// The orientation and the time of the last step.
    last: Option<(Quaternion, f64)>,
    /// The gyroscope sample that the next step uses, with its time.
    rate: Option<(Vector, f64)>,
    gravity: Option<Vector>,
    field: Option<Vector>,
}

impl Madgwick {
    pub fn new(beta: f64) -> Self {
        Madgwick { beta, ..Default::default() }
    }

    /// Stores a sample. The step is left to `orientation`, because the other sensors' samples of the same time follow.
    pub fn set_rate(&mut self, time: f64, value: Vector) {
        self.rate = Some((value, time));
    }

    pub fn set_acceleration(&mut self, value: Vector) {
        self.gravity = Some(unit(value));
    }

    pub fn set_field(&mut self, value: Vector) {
        self.field = Some(unit(value));
    }

    /// The orientation after the samples so far, device to East, North, Up.
    pub fn orientation(&mut self) -> Option<Quaternion> {
        if let (Some((rate, time)), Some(a), Some(m)) = (self.rate.take(), self.gravity, self.field) {
            let q = match self.last {
                Some((q, before)) => self.step(q, rate, a, m, time - before),
                None => start(a, m),
            };
            self.last = Some((q, time));
        }
        // A quarter turn from North, West to East, North.
        self.last.map(|(q, _)| product([FRAC_1_SQRT_2, 0.0, 0.0, FRAC_1_SQRT_2], q))
    }

    fn step(&self, q: Quaternion, rate: Vector, a: Vector, m: Vector, interval: f64) -> Quaternion {
        let [w, x, y, z] = q;
        // (45), (46) the direction of the Earth's field: north and up
        let h = rotated(q, m);
        let (bx, bz) = (h[0].hypot(h[1]), h[2]);
        // (25), (29) the predicted directions minus the measured ones
        let f = [
            2.0 * (x * z - w * y) - a[0],
            2.0 * (w * x + y * z) - a[1],
            2.0 * (0.5 - x * x - y * y) - a[2],
            2.0 * bx * (0.5 - y * y - z * z) + 2.0 * bz * (x * z - w * y) - m[0],
            2.0 * bx * (x * y - w * z) + 2.0 * bz * (w * x + y * z) - m[1],
            2.0 * bx * (w * y + x * z) + 2.0 * bz * (0.5 - x * x - y * y) - m[2],
        ];
        // (26), (30) their derivatives with respect to w, x, y, z, each halved
        let jacobian = [
            [-y, z, -w, x],
            [x, w, z, y],
            [0.0, -2.0 * x, -2.0 * y, 0.0],
            [-bz * y, bz * z, -2.0 * bx * y - bz * w, -2.0 * bx * z + bz * x],
            [-bx * z + bz * x, bx * y + bz * w, bx * x + bz * z, -bx * w + bz * y],
            [bx * y, bx * z - 2.0 * bz * x, bx * w - 2.0 * bz * y, bx * x],
        ];
        // (34) the gradient, halved
        let mut gradient = [0.0; 4];
        for (row, error) in jacobian.iter().zip(f) {
            for (sum, derivative) in gradient.iter_mut().zip(row) {
                *sum += derivative * error;
            }
        }
        let length = gradient.iter().map(|x| x * x).sum::<f64>().sqrt();
        // A shorter gradient is rounding: its direction is arbitrary.
        let pull = if length > 1e-12 { self.beta / length } else { 0.0 };
        // (12), (43), (44) the derivative of q, and (42) the step
        let turn = product(q, [0.0, rate[0], rate[1], rate[2]]);
        let mut next = q;
        for i in 0..4 {
            next[i] += (turn[i] / 2.0 - pull * gradient[i]) * interval;
        }
        unit(next)
    }
}
