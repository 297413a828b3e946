import SensorModel

extension Recording {
    /// SHA-256 over what was recorded, as it was read: every time and value of every stream, the masks of the truth,
    /// declination, and what the layout gives to estimators. Two recordings with the same give the same figures,
    /// whatever files they come from.
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

/// Numbers and texts on their way into a digest, each list with its length before it.
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
