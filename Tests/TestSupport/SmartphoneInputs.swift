package import SensorModel

/// The synthetic recording that several programs estimated for fixtures. `Fixtures/make_smartphone_benchmark.py` writes
/// it.
package enum SmartphoneInputs {
    /// The fixtures have the orientations of every fifth sample.
    package static let every = 5

    package static func frames() throws -> [SensorFrame] {
        try NumberTable.rows(fixture: "smartphone_inputs.csv").map { row in
            SensorFrame(
                time: row[0],
                accelerometer: Vector3(row[4], row[5], row[6]),
                gyroscope: Vector3(row[1], row[2], row[3]),
                magnetometer: Vector3(row[7], row[8], row[9])
            )
        }
    }

    /// The largest angle, in degrees, between an estimator and the orientations of a fixture.
    ///
    /// - Parameter turn: the rotation from the fixture's Earth frame to the estimator's.
    package static func largestDegrees(
        of estimator: any OrientationEstimator,
        fixture: String,
        column: String,
        turn: UnitQuaternion = .identity
    ) throws -> Double {
        var estimator = estimator
        let expected = try NumberTable(fixture: fixture).orientations(column)
        var largest = 0.0
        for (index, frame) in try frames().enumerated() {
            let output = try estimator.output(for: frame)
            guard index.isMultiple(of: every) else { continue }
            largest = max(largest, output.angle(to: turn * expected[index / every]).degrees)
        }
        return largest
    }
}
