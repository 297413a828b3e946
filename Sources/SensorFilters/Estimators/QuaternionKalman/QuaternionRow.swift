import SensorModel

/// One row h of a measurement matrix with the measured deviation z and its variance: z = h · δq + noise.
struct QuaternionRow<Number: LaneNumber> {
    let row: HamiltonQuaternion<Number>
    let deviation: Number
    let variance: Number
}
