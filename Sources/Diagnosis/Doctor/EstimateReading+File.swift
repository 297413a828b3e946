public import Recordings

extension EstimateReading {
    /// The readings of a file: with the user's conventions first, then with another order of the quaternion's numbers, the
    /// opposite direction, and the other unit of angles.
    ///
    /// - Parameters:
    ///   - recording: the recording, for its epoch and declination.
    /// - Throws: ``Recordings/InputError`` when the file cannot be read with the conventions.
    public static func all(
        of file: EstimateFile,
        by conventions: EstimateConventions,
        for recording: Recording
    ) throws(InputError) -> [EstimateReading] {
        var base = conventions
        if file.hasAngles, base.unit == nil, (try? file.orientations(by: base)) == nil { base.unit = .radians }
        var readings: [EstimateReading] = []
        for (changes, variant) in variants(of: base, file) {
            let read = try file.orientations(by: variant, epoch: recording.epoch, declination: recording.declination)
            readings.append(EstimateReading(changes: changes, times: read.times, orientations: read.values))
        }
        return readings
    }

    private typealias Variant = ([Change: String], EstimateConventions)

    private static func variants(of base: EstimateConventions, _ file: EstimateFile) -> [Variant] {
        var variants: [Variant] = [([:], base)]
        if file.hasAngles {
            for unit in EstimateConventions.AngleUnit.allCases where unit != base.unit {
                var other = base
                other.unit = unit
                variants.append(([.unit: "unit=\(unit.rawValue)"], other))
            }
        } else {
            var other = base
            other.order = (base.order ?? file.order) == .xyzw ? .wxyz : .xyzw
            variants.append(([.order: "order=\(other.order?.rawValue ?? "")"], other))
        }
        return variants.flatMap { changes, variant -> [Variant] in
            var opposite = variant
            let isForward = variant.frame.direction == .deviceToEarth
            opposite.frame.direction = isForward ? .earthToDevice : .deviceToEarth
            let key = isForward ? "rotation=world-to-device" : "rotation=device-to-world"
            return [(changes, variant), (changes.merging([.direction: key]) { $1 }, opposite)]
        }
    }
}
