package import Recordings
package import SensorModel

/// Parsing of streams that the operating system computes: heading, attitude, location and pose.
extension NoiseParser {
    package static func heading(_ root: YAMLMapping) throws(InputError) -> HeadingModel? {
        guard let keys = try root.mapping("heading") else { return nil }
        try keys.allow(timingKeys + ["direction", "lag", "noise", "correlation", "bias", "step", "accuracy"])
        var model = HeadingModel(timing: try timing(keys))
        if let word = keys["direction"] {
            model.direction = try word.choice("direction", ["camera": HeadingModel.Direction.camera, "top": .top])
        }
        model.lag = try number(keys, "lag", in: .zeroToBillion, default: 0)
        model.noise = Angle(degrees: try number(keys, "noise", in: .zeroToBillion, default: 0))
        model.correlation = try number(keys, "correlation", in: .share, default: 0)
        model.bias = Angle(degrees: try number(keys, "bias", in: .turns, default: 0))
        model.stepDegrees = try optional(keys, "step")
        model.accuracy = try optional(keys, "accuracy").map { Angle(degrees: $0) }
        return model
    }

    package static func attitude(_ root: YAMLMapping) throws(InputError) -> AttitudeModel? {
        guard let keys = try root.mapping("attitude") else { return nil }
        try keys.allow(
            timingKeys + [
                "north", "delay", "yawBias", "yaw", "yawTurn", "inclination", "inclinationTurn", "fieldTime",
            ]
        )
        var model = AttitudeModel(timing: try timing(keys))
        if let word = keys["north"] { model.north = try word.choice("north") }
        model.delay = try number(keys, "delay", in: .zeroToBillion, default: 0)
        model.yawBias = Angle(degrees: try number(keys, "yawBias", in: .turns, default: 0))
        model.yaw = Angle(degrees: try number(keys, "yaw", in: .zeroToBillion, default: 0))
        model.yawTurn = try turn(keys, "yawTurn", default: model.yawTurn)
        model.inclination = Angle(degrees: try number(keys, "inclination", in: .zeroToBillion, default: 0))
        model.inclinationTurn = try turn(keys, "inclinationTurn", default: model.inclinationTurn)
        model.fieldTime = try number(keys, "fieldTime", in: .aboveZeroToBillion, default: model.fieldTime)
        return model
    }

    private static func turn(
        _ keys: YAMLMapping,
        _ name: String,
        default standard: Angle
    ) throws(InputError) -> Angle {
        Angle(degrees: try number(keys, name, in: .aboveZeroToBillion, default: standard.degrees))
    }

    package static func location(_ root: YAMLMapping) throws(InputError) -> LocationModel? {
        guard let keys = try root.mapping("location") else { return nil }
        try keys.allow(
            timingKeys + [
                "horizontal", "vertical", "correlationTime", "accuracy", "accuracySpread", "spikes", "spikeDistance",
                "repeated",
            ]
        )
        var model = LocationModel(timing: try timing(keys))
        model.horizontal = try number(keys, "horizontal", in: .zeroToBillion, default: 0)
        model.vertical = try number(keys, "vertical", in: .zeroToBillion, default: 0)
        model.correlationTime = try number(keys, "correlationTime", in: .aboveZeroToBillion, default: 60)
        model.accuracy = try optional(keys, "accuracy")
        model.accuracySpread = try number(keys, "accuracySpread", in: .spread, default: 0)
        model.spikes = try number(keys, "spikes", in: .zeroToOne, default: 0)
        model.spikeDistance = try number(keys, "spikeDistance", in: .zeroToBillion, default: 1_000)
        model.repeated = try number(keys, "repeated", in: .share, default: 0)
        return model
    }

    package static func pose(_ root: YAMLMapping) throws(InputError) -> PoseModel? {
        guard let keys = try root.mapping("pose") else { return nil }
        try keys.allow(timingKeys + ["alignment", "yawError", "yawWalk", "positionWalk"])
        var model = PoseModel(timing: try timing(keys))
        if let word = keys["alignment"] { model.alignment = try word.choice("alignment") }
        model.yawError = Angle(degrees: try number(keys, "yawError", in: .turns, default: 0))
        model.yawWalk = Angle(degrees: try number(keys, "yawWalk", in: .zeroToBillion, default: 0))
        model.positionWalk = try number(keys, "positionWalk", in: .zeroToBillion, default: 0)
        return model
    }
}

extension ParameterRange {
    /// The range of the standard deviation of a logarithm. At the maximum of 2, one standard deviation is a factor of
    /// e² ≈ 7.
    static let spread = ParameterRange("from 0 to 2", from: 0, to: 2)
}
