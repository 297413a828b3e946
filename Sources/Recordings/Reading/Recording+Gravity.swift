import SensorModel

extension Recording {
    /// The minimum proportion of samples that must agree on the sign of gravity.
    private static let agreement = 0.75

    /// Inverts the accelerations if they point down according to the attitude, and adds a remark.
    ///
    /// The acceleration of a device at rest is opposite to gravity. Some systems report it with the sign of gravity,
    /// and their logs do not always name the system.
    ///
    /// - Throws: `InputError` if there are no accelerations and attitudes at the same times, or if their
    ///   samples contradict each other.
    mutating func takeSignFromAttitude(path: String) throws(InputError) {
        guard let measured = accelerometer else { return }
        let votes = verticalParts(of: measured)
        guard !votes.isEmpty else {
            throw InputError(
                file: path,
                message: "the sign of the accelerations is unknown, because there is no attitude at their times",
                advice: "write 'sign: 1', or 'sign: -1' for the sign of gravity"
            )
        }
        let up = Double(votes.count { $0 > 0 }) / Double(votes.count)
        guard max(up, 1 - up) >= Self.agreement else {
            throw InputError(
                file: path,
                message: "according to the attitude, accelerations point up in "
                    + "\(DecimalText.fixed(up * 100, decimals: 0)) % of the samples, so they have no single sign",
                advice: "check axes and angles; or write 'sign: 1', or 'sign: -1' for the sign of gravity"
            )
        }
        guard up < 0.5 else { return }
        accelerometer = SensorStream(times: measured.times, values: measured.values.map { -$0 })
        let words = "accelerations have the sign of gravity, as the attitude says, and were inverted"
        remark = remark.map { "\($0); \(words)" } ?? words
    }

    /// Returns the vertical component of each acceleration, from the last attitude before it, if it is at most one
    /// second old.
    private func verticalParts(of measured: SensorStream<Vector3>) -> [Double] {
        guard let attitude, attitude.count > 0 else { return [] }
        var parts: [Double] = []
        var index = -1
        for (time, value) in zip(measured.times, measured.values) {
            while index + 1 < attitude.count, attitude.times[index + 1] <= time { index += 1 }
            guard index >= 0, time - attitude.times[index] <= 1 else { continue }
            let part = attitude.values[index].rotate(value).z
            if part.isFinite, part != 0 { parts.append(part) }
        }
        return parts
    }
}
