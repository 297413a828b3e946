import SensorModel

extension CacheFileReader {
    /// Reads the streams into a recording, in the order of ``StoredColumns``.
    ///
    /// - Throws: ``CacheFault`` for a damaged file. The recording must not be used then.
    func fill(_ recording: inout Recording) throws(CacheFault) {
        recording.accelerometer = try stream(.accelerometer)
        recording.gyroscope = try stream(.gyroscope)
        recording.magnetometer = try stream(.magnetometer)
        recording.attitude = try stream(.attitude)
        recording.pose = try stream(.pose)
        recording.heading = try heading()
        recording.location = try location()
        recording.reference = try reference()
        try check()
        recording.epoch = header.epoch
        recording.leftOut = header.leftOut
        for (name, alternative) in header.alternatives {
            guard let kind = StreamKind(rawValue: name) else { throw CacheFault.damaged("the stream \(name)") }
            recording.alternatives[kind] = alternative
        }
        recording.hasMagneticAttitude = header.hasMagneticAttitude
        for (name, file) in header.files {
            guard let kind = StreamKind(rawValue: name) else { throw .damaged("the stream \(name)") }
            recording.files[kind] = file
        }
        for (name, unscaled) in header.unscaledQuaternions {
            guard let kind = StreamKind(rawValue: name) else { throw .damaged("the stream \(name)") }
            recording.unscaledQuaternions[kind] = unscaled
        }
    }

    private func stream<Value: PlainNumbers & Sendable>(_ kind: StreamKind) throws(CacheFault) -> SensorStream<Value>? {
        guard has("\(kind.rawValue).times") else { return nil }
        let times: [Double] = try column("\(kind.rawValue).times")
        return SensorStream(times: times, values: try column("\(kind.rawValue).values", as: times))
    }

    private func heading() throws(CacheFault) -> SensorStream<HeadingReading>? {
        guard has("heading.times") else { return nil }
        let times: [Double] = try column("heading.times")
        let magnetic = try optionals("heading.magnetic", as: times)
        let trueNorth = try optionals("heading.true", as: times)
        let accuracy = try optionals("heading.accuracy", as: times)
        let values = times.indices.map { row in
            HeadingReading(
                magnetic: magnetic[row].map { Heading(degrees: $0) },
                trueNorth: trueNorth[row].map { Heading(degrees: $0) },
                accuracy: accuracy[row].map { Angle(radians: $0) }
            )
        }
        return SensorStream(times: times, values: values)
    }

    private func location() throws(CacheFault) -> SensorStream<LocationFix>? {
        guard has("location.times") else { return nil }
        let times: [Double] = try column("location.times")
        let latitude: [Double] = try column("location.latitude", as: times)
        let longitude: [Double] = try column("location.longitude", as: times)
        let altitude = try optionals("location.altitude", as: times)
        let horizontal = try optionals("location.horizontal", as: times)
        let vertical = try optionals("location.vertical", as: times)
        let values = times.indices.map { row in
            LocationFix(
                latitude: Angle(radians: latitude[row]),
                longitude: Angle(radians: longitude[row]),
                altitudeMetres: altitude[row],
                horizontalAccuracyMetres: horizontal[row],
                verticalAccuracyMetres: vertical[row]
            )
        }
        return SensorStream(times: times, values: values)
    }

    private func reference() throws(CacheFault) -> ReferenceStream? {
        guard has("reference.times") else { return nil }
        let times: [Double] = try column("reference.times")
        let orientations: [UnitQuaternion] = try column("reference.orientations", as: times)
        let isValid = try flags("reference.valid", as: times)
        let isEvaluated = has("reference.evaluated") ? try flags("reference.evaluated", as: times) : nil
        let positions: [Vector3]? = has("reference.positions") ? try column("reference.positions", as: times) : nil
        return ReferenceStream(
            times: times,
            orientations: orientations,
            isValid: isValid,
            isEvaluated: isEvaluated,
            positions: positions
        )
    }

    /// Reads a column with one value for each time.
    private func column<Value: PlainNumbers>(_ name: String, as times: [Double]) throws(CacheFault) -> [Value] {
        let values = try column(name, of: Value.self)
        guard values.count == times.count else { throw .damaged("\(values.count) of \(times.count) in \(name)") }
        return values
    }

    private func flags(_ name: String, as times: [Double]) throws(CacheFault) -> [Bool] {
        let bytes: [UInt8] = try column(name, as: times)
        return bytes.map { $0 != 0 }
    }

    private func optionals(_ name: String, as times: [Double]) throws(CacheFault) -> [Double?] {
        let numbers: [Double] = try column(name, as: times)
        let exists = try flags(name + "?", as: times)
        return zip(numbers, exists).map { $1 ? $0 : nil }
    }
}
