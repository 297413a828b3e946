import SensorModel

/// One row h of a measurement matrix with the measured deviation z and its variance: z = h · δq + noise.
struct QuaternionRow {
    let row: Quaternion
    let deviation: Double
    let variance: Double
}
