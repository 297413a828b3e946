import Recordings
import SensorModel

/// The fields of a recording bit by bit. The two zeros differ, and so do different NaNs.
struct RecordingBits {
    /// The bits of each field, by its name.
    let fields: [String: AnyHashable]

    init(_ recording: Recording) {
        var fields: [String: AnyHashable] = [:]
        fields["name"] = recording.name
        fields["sha256"] = recording.sha256
        fields["declination"] = recording.declination?.radians.bitPattern
        fields["origin"] = recording.origin.map { "\($0)" }
        fields["epoch"] = recording.epoch
        fields["estimators"] = recording.estimators
        fields["isDeclinationModelled"] = recording.isDeclinationModelled
        fields["magneticModel"] = recording.magneticModel
        fields["hasMagneticAttitude"] = recording.hasMagneticAttitude
        fields["uncalibrated"] = recording.uncalibrated
        fields["notes"] = recording.notes
        fields["remark"] = recording.remark
        fields["source"] = recording.source
        fields["licence"] = recording.licence
        fields["evaluated"] = recording.evaluated.map { "\($0)" }
        fields["excluded"] = "\(recording.excluded)"
        fields["simulation"] = recording.simulation?.yaml
        fields["files"] = recording.files
        fields["leftOut"] = recording.leftOut
        fields["unused"] = recording.unused
        fields["unscaledQuaternions"] = recording.unscaledQuaternions
        fields["alternatives"] = recording.alternatives
        fields["accelerometer"] = Self.bytes(recording.accelerometer)
        fields["gyroscope"] = Self.bytes(recording.gyroscope)
        fields["magnetometer"] = Self.bytes(recording.magnetometer)
        fields["heading"] = Self.bits(recording.heading) {
            [$0.magnetic?.degrees, $0.trueNorth?.degrees, $0.accuracy?.radians]
        }
        fields["location"] = Self.bits(recording.location) {
            [
                $0.latitude.radians, $0.longitude.radians, $0.altitudeMetres, $0.horizontalAccuracyMetres,
                $0.verticalAccuracyMetres,
            ]
        }
        fields["attitude"] = Self.bytes(recording.attitude)
        fields["pose"] = Self.bytes(recording.pose)
        if let truth = recording.reference {
            let parts: [AnyHashable?] = [
                Self.bytes(truth.times), Self.bytes(truth.orientations), truth.isValid, truth.isEvaluated,
                truth.positions.map(Self.bytes),
            ]
            fields["reference"] = parts
        }
        self.fields = fields
    }

    private static func bytes(_ values: [some Any]) -> [UInt8] { values.withUnsafeBytes(Array.init) }

    /// The bits of a stream whose values consist only of numbers.
    private static func bytes(_ stream: SensorStream<some Any>?) -> [[UInt8]]? {
        stream.map { [bytes($0.times), bytes($0.values)] }
    }

    private static func bits<Value>(
        _ stream: SensorStream<Value>?,
        _ numbers: (Value) -> [Double?]
    ) -> [[UInt64?]]? {
        guard let stream else { return nil }
        return [stream.times.map(\.bitPattern), stream.values.flatMap { numbers($0).map { $0?.bitPattern } }]
    }

    /// The names of the fields that differ.
    static func differences(_ left: Recording, _ right: Recording) -> [String] {
        let (left, right) = (RecordingBits(left).fields, RecordingBits(right).fields)
        return Set(left.keys).union(right.keys).filter { left[$0] != right[$0] }.sorted()
    }
}
