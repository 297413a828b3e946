import SensorModel

extension Recording {
    /// The SHA-256 of the content: times and values of all streams, the masks of the reference, the declination, and
    /// the estimator parameters of the layout.
    ///
    /// Recordings with equal digests have equal results, even if their files differ.
    ///
    /// - Complexity: O(*n*) in the number of samples.
    public var contentDigest: String {
        let digest = ContentDigest()
        digest.add(numbers: [declination?.radians].compactMap(\.self))
        digest.add(texts: [simulation?.yaml].compactMap(\.self))
        for (name, parameters) in estimators.sorted(by: { $0.key < $1.key }) {
            digest.add(texts: [name] + parameters.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] })
        }
        digest.add(accelerometer) { [$0.x, $0.y, $0.z] }
        digest.add(gyroscope) { [$0.x, $0.y, $0.z] }
        digest.add(magnetometer) { [$0.x, $0.y, $0.z] }
        digest.add(heading) { reading in
            [reading.magnetic?.degrees, reading.trueNorth?.degrees, reading.accuracy?.degrees].map { $0 ?? .nan }
        }
        digest.add(location) { fix in
            [fix.latitude.degrees, fix.longitude.degrees]
                + [fix.altitudeMetres, fix.horizontalAccuracyMetres, fix.verticalAccuracyMetres].map { $0 ?? .nan }
        }
        digest.add(attitude) { [$0.w, $0.x, $0.y, $0.z] }
        digest.add(pose) { pose in
            [pose.position.x, pose.position.y, pose.position.z]
                + [pose.orientation.w, pose.orientation.x, pose.orientation.y, pose.orientation.z]
        }
        if let reference {
            let orientations = SensorStream(times: reference.times, values: reference.orientations)
            digest.add(orientations) { [$0.w, $0.x, $0.y, $0.z] }
            digest.add(numbers: reference.isValid.map { $0 ? 1 : 0 })
            digest.add(numbers: reference.isEvaluated?.map { $0 ? 1 : 0 } ?? [])
        }
        return digest.hexadecimal
    }
}

/// A digest of lists of numbers and texts. The length of a list precedes its elements.
private struct ContentDigest {
    private let fingerprint = Fingerprint()

    var hexadecimal: String { fingerprint.hexadecimal }

    func add(texts: [String]) {
        for text in [String(texts.count)] + texts { add(numbers: text.utf8.map(Double.init)) }
    }

    func add(numbers: [Double]) {
        let bits = [UInt64(numbers.count).littleEndian] + numbers.map { $0.bitPattern.littleEndian }
        bits.withUnsafeBytes(fingerprint.update)
    }

    func add<Value>(_ stream: SensorStream<Value>?, _ numbers: (Value) -> [Double]) {
        guard let stream else { return add(numbers: []) }
        add(numbers: stream.times)
        add(numbers: stream.values.flatMap(numbers))
    }
}
