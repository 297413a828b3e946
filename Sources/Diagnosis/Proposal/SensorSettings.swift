import Recordings
import SensorModel

/// The units of the recognised sensors, and the accelerometer's sign.
struct SensorSettings: SettingsProposal {
    private(set) var units: [StreamKind: String] = [:]
    /// The sign of the accelerometer, if the device starts face up or upright; otherwise `nil`.
    private(set) var sign: Double?
    /// The sign of the accelerometer for a magnetic field that points down, as in the northern hemisphere; `nil` unless
    /// the magnetometer agrees with the rotation.
    private(set) var signOfField: Double?
    /// The size of one unit of the file, for sensors with a unit of their own: in g for the accelerometer, and in deg/s
    /// for the gyroscope.
    private(set) var scales: [StreamKind: String] = [:]
    /// The axes and the sign of the gyroscope, if its rotation shows that they differ from those of the accelerometer.
    private(set) var axes: (axes: String, sign: Int)?
    /// The gyroscope's usual unit beside that of the accelerometer, if nothing but an orientation can determine it.
    private(set) var usualRateUnit: String?
    var guesses: [LayoutGuess] = []
    var questions: [LayoutQuestion] = []

    /// The minimum correlation at which the gyroscope's unit can be determined.
    private static let known = 0.5
    /// The minimum correlation at which the rotation determines the gyroscope's axes.
    private static let ofAxes = 0.95
    /// The minimum correlation at which the rotation determines the size of a unit.
    private static let ofScale = 0.9
    /// The reason why the gyroscope's unit is unknown. With this reason, an orientation in the log may still determine
    /// the unit.
    static let unclearRotation = "the rotation of gravity or field does not determine the unit"
    /// A measured factor, divided by the factor of a unit, must be in this range for the unit to be accepted.
    private static let tolerance = 0.6...1.6

    /// The largest rate of gyroscopes in rad/s. Larger values are in deg/s.
    private static let largestRate = 40.0

    /// Determines units and sign.
    ///
    /// - Parameters:
    ///   - sensors: the recognised sensors.
    ///   - isTimed: whether the times of the gyroscope are known.
    init(_ sensors: SensorSet, isTimed: Bool) {
        if let accelerometer = sensors.accelerometer { setAccelerometer(accelerometer, sensors) }
        if let gyroscope = sensors.gyroscope { setGyroscope(gyroscope, sensors, isTimed) }
        if let magnetometer = sensors.magnetometer { setMagnetometer(magnetometer, sensors) }
        setSignOfField(sensors)
    }

    private mutating func setSignOfField(_ sensors: SensorSet) {
        guard let force = sensors.accelerometer?.series, let field = sensors.magnetometer?.series,
            (sensors.fieldTurn?.fit().correlation ?? 0) > Self.ofCalibratedField
        else { return }
        let cosines = zip(force.values, field.values(at: force.times)).compactMap { force, field -> Double? in
            guard let field, force.length > 0, field.length > 0 else { return nil }
            return force.dot(field) / (force.length * field.length)
        }
        let mean = cosines.reduce(0, +) / Double(max(cosines.count, 1))
        if abs(mean) > Self.smallestInclination { signOfField = mean < 0 ? 1 : -1 }
    }

    /// The minimum correlation with the rotation at which a magnetometer needs no calibration.
    private static let ofCalibratedField = 0.85
    /// The minimum sine of the field's inclination at which it separates up from down.
    private static let smallestInclination = 0.3

    private mutating func setAccelerometer(_ group: SensorGroup, _ sensors: SensorSet) {
        let length = NumberText.short(group.series.lengths?.median ?? 0)
        guard let unit = group.accelerationUnit else {
            guard let gravity = group.gravityScale else { return }
            units[.accelerometer] = "g"
            let text = NumberText.digits(gravity)
            scales[.accelerometer] = text
            guess("accelerometer unit", "g, scale \(text)", .likely, "median length \(length), if this is gravity")
            return setSign(group)
        }
        let named = group.namedUnit(of: .accelerometer)
        if let named, named != unit {
            return ask(
                "accelerometer unit",
                "the column names contain \(named), but the median length is \(length)",
                ["unit: m/s^2", "unit: g"]
            )
        }
        units[.accelerometer] = unit
        let isCertain = group.hasLengthOfGravity || named == nil
        let words = isCertain ? "" : ", which fast motion can explain; the unit is from the column names"
        guess("accelerometer unit", unit, isCertain ? .certain : .likely, "median length \(length)\(words)")
        setSign(group)
    }

    private mutating func setSign(_ group: SensorGroup) {
        let start = group.series.times.first ?? 0
        let first = zip(group.series.times, group.series.values).prefix { $0.0 - start < 1 }.map(\.1)
        let mean = VectorSeries(times: [], values: first).mean
        let whole = group.series.mean
        let parts = abs(mean.z) >= abs(mean.y) ? (mean.z, whole.z) : (mean.y, whole.y)
        guard abs(parts.0) >= 0.7 * mean.length, parts.0 * parts.1 > 0 else { return }
        sign = parts.0 > 0 ? 1 : -1
    }

    private mutating func setGyroscope(_ group: SensorGroup, _ sensors: SensorSet, _ isTimed: Bool) {
        let named = group.namedUnit(of: .gyroscope)
        guard isTimed else {
            return setGyroscope(group, named, without: "without times, the rotation does not determine the unit")
        }
        let turns = [sensors.fieldTurn, sensors.gravityTurn].compactMap(\.self)
        var fits = turns.map { ($0.fit(), $0.best) }
        // Rotation about the vertical or about the field leaves one of the two unchanged. The other then determines the
        // result.
        let isConfirmed = fits.contains { $0.0.correlation > 0.6 && $0.0.correlation > 0.8 * $0.1.correlation }
        let odd = fits.indices.first {
            fits[$0].1.correlation > 0.75 && fits[$0].0.correlation < 0.8 * fits[$0].1.correlation
        }
        if !isConfirmed, let odd {
            let (share, best) = (NumberText.short(fits[odd].0.correlation), fits[odd].1)
            if best.correlation > Self.ofAxes, best.second < 0.8 * best.correlation {
                axes = best.setting
                guess(
                    "gyroscope axes",
                    best.setting.axes + (best.setting.sign < 0 ? ", sign -1" : ""),
                    .likely,
                    "agreement with the rotation (correlation \(NumberText.short(best.correlation)); as named, \(share))"
                )
                fits = [(turns[odd].fit(sources: best.sources, signs: best.signs), best)]
            } else {
                return ask(
                    "gyroscope axes",
                    "the gyroscope does not agree with the rotation of gravity or field (correlation \(share); "
                        + "with other axes \(NumberText.short(best.correlation)))",
                    ["the columns in the order of the device's axes", "sign: -1"]
                )
            }
        }
        guard let fit = fits.map(\.0).max(by: { $0.correlation < $1.correlation }), fit.correlation >= Self.known else {
            if named == nil, let turn = sensors.gravityTurn, turn.isSmallerThanRadians || turn.isLargerThanDegrees {
                let (unit, words) =
                    turn.isSmallerThanRadians ? ("deg/s", "less than in rad/s") : ("rad/s", "more than in deg/s")
                units[.gyroscope] = unit
                return guess("gyroscope unit", unit, .likely, "gravity turns much \(words)")
            }
            return setGyroscope(group, named, without: Self.unclearRotation)
        }
        let factors = [("rad/s", 1.0), ("deg/s", Double.pi / 180)]
        let factor = NumberText.short(fit.factor)
        guard let unit = factors.first(where: { Self.tolerance.contains(fit.factor / $0.1) })?.0,
            named == nil || named == unit
        else {
            if named == nil, fit.correlation > Self.ofScale {
                let text = NumberText.digits(Angle(radians: fit.factor).degrees)
                (units[.gyroscope], scales[.gyroscope]) = ("deg/s", text)
                let words = "according to the rotation of gravity or field; the data sheet has the exact value"
                return guess("gyroscope unit", "deg/s, scale \(text)", .likely, words)
            }
            let words = named.map { "the column names contain \($0), but " } ?? ""
            let isUnit = factors.contains { Self.tolerance.contains(fit.factor / $0.1) }
            return ask(
                "gyroscope unit",
                "\(words)according to the rotation one unit is about \(NumberText.digits(fit.factor)) rad/s",
                isUnit
                    ? ["unit: rad/s", "unit: deg/s"] : ["'unit: deg/s' with 'scale: …', the size of one unit in deg/s"]
            )
        }
        units[.gyroscope] = unit
        guess(
            "gyroscope unit",
            unit,
            .certain,
            "according to the rotation of gravity or field, one unit is \(factor) rad/s"
        )
    }

    /// Returns the gyroscope's usual unit beside accelerations in a unit: phones log m/s² and rad/s, and drivers of sensor
    /// chips g and deg/s. Returns `nil` if the largest rate is not usual in this unit.
    private static func usualUnit(besides unit: String, _ largest: Double) -> String? {
        switch unit {
        case "m/s^2": usualRates.contains(largest) ? "rad/s" : nil
        case "g": usualRates.contains(largest * .pi / 180) ? "deg/s" : nil
        default: nil
        }
    }

    /// The usual largest rates of a device in a hand or pocket, in rad/s.
    private static let usualRates = 0.3...20

    /// Sets the unit from the names or the largest rate, or asks for it with a reason.
    private mutating func setGyroscope(_ group: SensorGroup, _ named: String?, without reason: String) {
        let largest = group.series.values.map(\.length).max() ?? 0
        let isDegrees = largest > Self.largestRate
        guard let unit = named ?? (isDegrees ? "deg/s" : nil), !(isDegrees && unit == "rad/s") else {
            if named == nil, scales.isEmpty {
                usualRateUnit = units[.accelerometer].flatMap { Self.usualUnit(besides: $0, largest) }
            }
            return ask("gyroscope unit", reason, ["unit: rad/s", "unit: deg/s"])
        }
        units[.gyroscope] = unit
        let words = named == nil ? "the largest rate is \(NumberText.short(largest))" : "from the column names"
        guess("gyroscope unit", unit, .likely, "\(words); \(reason)")
    }

    /// The usual lengths of uncalibrated magnetometers in µT, with the device's own field.
    private static let usualField = 5.0...250

    private mutating func setMagnetometer(_ group: SensorGroup, _ sensors: SensorSet) {
        let named = group.namedUnit(of: .magnetometer)
        let length = NumberText.short(group.series.lengths?.median ?? 0)
        let physical = group.fieldUnits
        let choices = ["unit: uT", "unit: nT", "unit: mT", "unit: G", "unit: mG"]
        guard let unit = physical.first else {
            if let named {
                units[.magnetometer] = named
                return guess(
                    "magnetometer unit",
                    named,
                    .assumed,
                    "from the column names, but the median length \(length) is not that of the Earth's field"
                )
            }
            if Self.usualField.contains(group.series.lengths?.median ?? 0) {
                units[.magnetometer] = "uT"
                let words =
                    "usual; the median length \(length) is not that of the Earth's field, so calibrate the sensor"
                return guess("magnetometer unit", "uT", .assumed, words)
            }
            return ask(
                "magnetometer unit",
                "the median length \(length) is not that of the Earth's field in any unit",
                choices
            )
        }
        if let named, named != unit {
            // The field of an uncalibrated magnetometer in µT also contains the device's own field.
            guard named == "uT" else {
                return ask(
                    "magnetometer unit",
                    "the column names contain \(named), but the median length \(length) matches the Earth's field in \(unit)",
                    choices
                )
            }
            units[.magnetometer] = named
            return guess(
                "magnetometer unit",
                named,
                .assumed,
                "from the column names; the median length is \(length), so the magnetometer needs a calibration"
            )
        }
        let turn = sensors.fieldTurn?.fit()
        if unit == "mG", named == nil, (turn?.correlation ?? 0) < 0.85 {
            return ask(
                "magnetometer unit",
                "the median length is \(length), which is the Earth's field in mG, or the device's own field in uT",
                ["unit: mG", "unit: uT"]
            )
        }
        units[.magnetometer] = unit
        guess("magnetometer unit", unit, .certain, "median length \(length)")
    }
}

/// A part of a layout that is derived from data, with its guesses and open questions.
protocol SettingsProposal {
    var guesses: [LayoutGuess] { get set }
    var questions: [LayoutQuestion] { get set }
}

extension SettingsProposal {
    mutating func guess(
        _ subject: String,
        _ value: String,
        _ certainty: LayoutGuess.Certainty,
        _ evidence: String
    ) {
        guesses.append(LayoutGuess(subject: subject, value: value, certainty: certainty, evidence: evidence))
    }

    mutating func ask(_ subject: String, _ reason: String, _ choices: [String]) {
        questions.append(LayoutQuestion(subject: subject, reason: reason, choices: choices))
    }
}
