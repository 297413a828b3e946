import SensorModel

extension Recording {
    /// The minimum proportion of samples that must agree on the sign of the acceleration.
    private static let agreement = 0.75

    /// Changes the sign of all accelerations if the attitude shows that they point down, and adds a remark.
    ///
    /// At rest, an accelerometer measures an upward acceleration. Some systems report the opposite sign, which is the
    /// sign of gravity. Logs do not always name the system that wrote them.
    ///
    /// - Throws: `InputError` if no acceleration has an attitude that is at most one second old, or if the samples
    ///   contradict each other.
    mutating func takeSignFromAttitude(path: String) throws(InputError) {
        guard let measured = accelerometer else { return }
        let votes = verticalParts(of: measured)
        guard !votes.isEmpty else {
            throw InputError(
                file: path,
                message: "the sign of the accelerations is unknown, because there is no attitude at the same times",
                advice: "write 'sign: 1' in the layout if the values at rest point up, otherwise 'sign: -1'"
            )
        }
        let up = Double(votes.count { $0 > 0 }) / Double(votes.count)
        guard max(up, 1 - up) >= Self.agreement else {
            throw InputError(
                file: path,
                message: "according to the attitude, accelerations point up in "
                    + "\(DecimalText.fixed(up * 100, decimals: 0)) % of the samples, so their sign is ambiguous",
                advice: "check the layout's axes and angles, or write 'sign: 1' if the values at rest point up, "
                    + "otherwise 'sign: -1'"
            )
        }
        guard up < 0.5 else { return }
        accelerometer = SensorStream(times: measured.times, values: measured.values.map { -$0 })
        let words = "accelerations were inverted, because they had the sign of gravity according to the attitude"
        remark = remark.map { "\($0); \(words)" } ?? words
    }

    /// Returns the upward component of each acceleration, computed from the latest attitude before it. Accelerations
    /// without an attitude in the previous second are skipped.
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
