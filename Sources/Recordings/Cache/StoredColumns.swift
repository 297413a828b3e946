import SensorModel

/// Values that consist only of numbers in memory, so that columns of them can be copied as bytes.
package protocol PlainNumbers {}

extension Double: PlainNumbers {}
extension UInt8: PlainNumbers {}
/// The layout is x, y, z.
extension Vector3: PlainNumbers {}
/// The layout is w, x, y, z.
extension UnitQuaternion: PlainNumbers {}
/// The layout is position, orientation.
extension Pose: PlainNumbers {}

/// The streams of a recording as named columns.
struct StoredColumns {
    /// A column with access to its bytes.
    struct Column {
        let name: String
        let byteCount: Int
        let withBytes: ((UnsafeRawBufferPointer) throws(CacheFault) -> Void) throws(CacheFault) -> Void
    }

    private(set) var columns: [Column] = []

    init(_ recording: Recording) {
        add(recording.accelerometer, .accelerometer)
        add(recording.gyroscope, .gyroscope)
        add(recording.magnetometer, .magnetometer)
        add(recording.attitude, .attitude)
        add(recording.pose, .pose)
        if let heading = recording.heading { add(heading) }
        if let location = recording.location { add(location) }
        if let reference = recording.reference { add(reference) }
    }

    private mutating func add<Value: PlainNumbers>(_ stream: SensorStream<Value>?, _ kind: StreamKind) {
        guard let stream else { return }
        add(stream.times, kind, "times")
        add(stream.values, kind, "values")
    }

    private mutating func add(_ stream: SensorStream<HeadingReading>) {
        add(stream.times, .heading, "times")
        add(stream.values.map(\.magnetic?.degrees), .heading, "magnetic")
        add(stream.values.map(\.trueNorth?.degrees), .heading, "true")
        add(stream.values.map(\.accuracy?.radians), .heading, "accuracy")
    }

    private mutating func add(_ stream: SensorStream<LocationFix>) {
        add(stream.times, .location, "times")
        add(stream.values.map(\.latitude.radians), .location, "latitude")
        add(stream.values.map(\.longitude.radians), .location, "longitude")
        add(stream.values.map(\.altitudeMetres), .location, "altitude")
        add(stream.values.map(\.horizontalAccuracyMetres), .location, "horizontal")
        add(stream.values.map(\.verticalAccuracyMetres), .location, "vertical")
    }

    private mutating func add(_ stream: ReferenceStream) {
        add(stream.times, .reference, "times")
        add(stream.orientations, .reference, "orientations")
        add(stream.isValid.map { $0 ? 1 : 0 as UInt8 }, .reference, "valid")
        if let flags = stream.isEvaluated { add(flags.map { $0 ? 1 : 0 as UInt8 }, .reference, "evaluated") }
        if let positions = stream.positions { add(positions, .reference, "positions") }
    }

    /// Adds numbers, some of which may be missing, as a column of numbers and a column of flags.
    private mutating func add(_ numbers: [Double?], _ kind: StreamKind, _ part: String) {
        add(numbers.map { $0 ?? 0 }, kind, part)
        add(numbers.map { $0 == nil ? 0 : 1 as UInt8 }, kind, part + "?")
    }

    private mutating func add<Value: PlainNumbers>(_ values: [Value], _ kind: StreamKind, _ part: String) {
        columns.append(
            Column(
                name: "\(kind.rawValue).\(part)",
                byteCount: values.count * MemoryLayout<Value>.stride,
                withBytes: { body throws(CacheFault) in
                    try values.withUnsafeBufferPointer { values throws(CacheFault) in
                        try body(UnsafeRawBufferPointer(values))
                    }
                }
            )
        )
    }
}
