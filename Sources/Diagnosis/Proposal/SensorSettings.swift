import Evaluation
import Recordings
import SensorModel

/// The units of the recognised sensors, and the accelerometer's sign.
struct SensorSettings: SettingsProposal {
    private(set) var units: [StreamKind: String] = [:]
    /// The sign of the accelerometer, if the device starts face up or upright; otherwise `nil`.
    private(set) var sign: Double?
    /// The accelerometer's sign in the northern hemisphere, where the magnetic field points down. The sign is `nil` if
    /// the magnetometer does not agree with the measured rotation, or if the field is almost horizontal.
    private(set) var signOfField: Double?
    /// The size of one unit in the file, for sensors in a non-standard unit such as a chip's counts. The size is in g
    /// for the accelerometer, and in deg/s for the gyroscope.
    private(set) var scales: [StreamKind: String] = [:]
    /// A Boolean value that indicates whether the accelerometer is in a non-standard unit, such as a chip's counts.
    private(set) var isInCounts = false
    /// The axes and signs of the sensors for which the measured rotation shows that they differ from those of the other
    /// sensors.
    private(set) var axes: [StreamKind: (axes: String, sign: Int)] = [:]
    /// The number of rows per second, if the accelerometer has increments of velocity per row; otherwise `nil`.
    private var incrementRate: Double?
    /// The gyroscope's probable unit, derived from the accelerometer's unit: rad/s for m/s², deg/s for g. The value is
    /// `nil` if rotation, column names or largest rate determine the unit, or if no unit is probable.
    private(set) var usualRateUnit: String?
    var guesses: [LayoutGuess] = []
    var questions: [LayoutQuestion] = []

    /// The minimum correlation between the gyroscope's and the observed rotation at which the gyroscope's unit is
    /// determined.
    private static let known = 0.5
    /// The lower limit of the correlation between the gyroscope's rotation and the observed rotation. Below this limit,
    /// the observed rotation cannot contradict a unit in a column name.
    private static let ofContradiction = 0.75
    /// A limit for the correlation between the gyroscope's rotation and the observed rotation. The gyroscope's axes are
    /// determined only above this limit.
    private static let ofAxes = 0.95
    /// The lower limit of the correlation between the gyroscope's rotation and the observed rotation. Above this limit,
    /// the conversion factor of an unusual gyroscope unit is determined.
    private static let ofScale = 0.9
    /// The reasons for the question about the gyroscope's unit.
    private static let unknownTimes = "without times, the rotation does not determine the unit"
    private static let unclearRotation = "the rotation of gravity or field does not determine the unit"
    /// The accepted ratio of a measured conversion factor to the factor of a known unit.
    private static let tolerance = 0.6...1.6
    /// The maximum relative difference of a measured size of one count from a usual size.
    private static let usualTolerance = 0.05
    /// The largest rate of gyroscopes in °/s, with a margin. Larger values are counts, or in another unit.
    private static let largestDegrees = 5_000.0

    /// The largest rate of gyroscopes in rad/s. Larger values are in deg/s.
    private static let largestRate = 40.0

    /// Determines units and sign.
    ///
    /// - Parameters:
    ///   - sensors: the recognised sensors.
    ///   - isTimed: whether the times of the gyroscope are known.
    init(_ sensors: SensorSet, isTimed: Bool) {
        if let accelerometer = sensors.accelerometer { setAccelerometer(accelerometer, isTimed) }
        if let gyroscope = sensors.gyroscope { setGyroscope(gyroscope, sensors, isTimed) }
        if let magnetometer = sensors.magnetometer { setMagnetometer(magnetometer, sensors) }
        setSignOfField(sensors)
    }

    /// Returns the accelerometer's sign in logs with usual units; `nil` for the units of iOS, which are g and rad/s.
    /// Accelerations of iOS have the opposite sign.
    func usualSign(rateUnit: String?) -> Double? {
        units[.accelerometer] == "m/s^2" || isInCounts || (units[.gyroscope] ?? rateUnit) == "deg/s" ? 1 : nil
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

    /// The minimum correlation at which a magnetometer counts as calibrated. The correlation compares the
    /// magnetometer's changes with the gyroscope's rotation.
    private static let ofCalibratedField = 0.85
    /// The minimum sine of the magnetic field's inclination at which the field shows which direction is up.
    private static let smallestInclination = 0.3

    private mutating func setAccelerometer(_ group: SensorGroup, _ isTimed: Bool) {
        let length = NumberText.short(group.series.lengths?.median ?? 0)
        let isNamed = group.namedUnit(of: .accelerometer) == "mg"
        if isNamed || group.isInMilligravity, group.accelerationUnit == nil {
            units[.accelerometer] = "mg"
            let reason = "\(isNamed ? "from the column names; " : "")median length \(length)"
            guess("accelerometer unit", "mg", isNamed ? .certain : .likely, reason)
            return setSign(group)
        }
        guard let unit = group.accelerationUnit else {
            if isTimed, let (unit, rate) = group.gravityIncrements {
                (units[.accelerometer], incrementRate) = (unit, rate)
                let text = NumberText.digits(rate)
                scales[.accelerometer] = text
                let words =
                    "the median length \(length) times \(text) rows per second is gravity: increments of velocity"
                guess("accelerometer unit", "\(unit), scale \(text)", .likely, words)
                return setSign(group)
            }
            (units[.accelerometer], isInCounts) = ("g", true)
            if group.hasOffset { return askScaleOfAcceleration(group, length) }
            guard let gravity = group.gravityScale else { return askScaleOfAcceleration(group, length) }
            let counts = Self.usualCounts(near: 1 / gravity, within: 0.92...1.08)
            let usual = counts.first
            // Values with decimals in an unusual unit may be a small acceleration without gravity.
            let isClear = counts.count < 2 || abs(counts[0] * gravity - 1) < Self.clearDifference
            guard group.isInteger || usual != nil, isClear else { return askScaleOfAcceleration(group, length) }
            let text = NumberText.digits(usual.map { 1 / $0 } ?? gravity)
            scales[.accelerometer] = text
            let near = usual ?? Self.usualCounts(near: 1 / gravity, within: 0.75...1.25).first
            let reasons = [
                usual == nil ? "if this is gravity" : nil, near.map { "1/\(Int($0)) g per unit is usual" },
            ]
            let reason = reasons.compactMap(\.self).joined(separator: "; ")
            let rivals = usual.map { Self.usualCounts(near: $0, within: 0.92...1.08).dropFirst() } ?? []
            let words = rivals.isEmpty ? "" : "; so is \(rivals.map { "1/\(Int($0))" }.joined(separator: " or "))"
            let certainty: LayoutGuess.Certainty = usual == nil || !rivals.isEmpty ? .assumed : .likely
            guess("accelerometer unit", "g, scale \(text)", certainty, "median length \(length), \(reason)\(words)")
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
        let isMedianOfGravity = SensorGroup.unit(ofGravity: group.series.lengths?.median ?? 0) == unit
        if unit == "g", named == nil, !group.hasLengthOfGravity, !isMedianOfGravity {
            return questions.append(
                LayoutQuestion(
                    subject: "accelerometer unit",
                    reason:
                        "the mean over a second has the length of gravity in g, but the median length is \(length); this may "
                        + "be motion in m/s^2 without gravity, which cannot be used",
                    choices: ["unit: g", "no accelerometer"],
                    answers: ["accelerometer.unit=g", "accelerometer.columns=\(LayoutAnswer.none)"]
                )
            )
        }
        units[.accelerometer] = unit
        let isCertain = group.hasLengthOfGravity || named == nil
        let words = isCertain ? "" : ", which fast motion can explain; the unit is from the column names"
        guess("accelerometer unit", unit, isCertain ? .certain : .likely, "median length \(length)\(words)")
        setSign(group)
    }

    /// The maximum relative difference of a measured count per g from a usual one, if another usual count is near, too.
    private static let clearDifference = 0.007

    /// Returns the usual counts of accelerometers per g whose ratio to `count` is in a range, the nearest first. The
    /// counts are powers of two, 1,000 for values in mg, and 980.665 for values in 0.01 m/s².
    private static func usualCounts(near count: Double, within ratios: ClosedRange<Double>) -> [Double] {
        ((6...15).map { Double(1 << $0) } + [1000, 980.665]).filter { ratios.contains(count / $0) }
            .sorted { abs(count / $0 - 1) < abs(count / $1 - 1) }
    }

    /// Returns the units in which accelerations with a mean length of `length` are possible in fast motion, such as
    /// running.
    private static func unitsInMotion(_ length: Double) -> [String] {
        [("g", 1.0), ("m/s^2", Gravity.standard), ("mg", 1000)].filter { (0.3...4).contains(length / $0.1) }.map(\.0)
    }

    private mutating func askScaleOfAcceleration(_ group: SensorGroup, _ length: String) {
        guard !group.lacksDecimalPoints else {
            return questions.append(
                LayoutQuestion(
                    subject: "accelerometer scale",
                    reason:
                        "no value is between 1 and 10, so a spreadsheet has probably removed decimal points; export the "
                        + "log again, or leave out the sensor",
                    choices: ["no accelerometer"],
                    answers: ["accelerometer.columns=\(LayoutAnswer.none)"]
                )
            )
        }
        let steady = group.series.meanLength ?? group.series.lengths?.median ?? 1
        guard group.mayContainGravity else {
            let units = Self.unitsInMotion(group.series.lengths?.median ?? 1)
            return questions.append(
                LayoutQuestion(
                    subject: "accelerometer scale",
                    reason:
                        "the mean over a second, \(NumberText.short(steady)), is much shorter than the median length \(length), "
                        + "so gravity was probably removed, and the sensor cannot be used",
                    choices: ["no accelerometer"] + units.map { "unit: \($0)" },
                    answers: ["accelerometer.columns=\(LayoutAnswer.none)"] + units.map { "accelerometer.unit=\($0)" }
                )
            )
        }
        let counts = ([steady] + [group.series.lengths?.median].compactMap(\.self)).flatMap {
            Self.usualCounts(near: $0, within: 0.75...1.25)
        }.distinct()
        let units = Self.unitsInMotion(steady)
        let reason =
            (group.isNormalised ? "each column reaches exactly 1, so the values were probably normalised; " : "")
            + (group.namedUnit(of: .accelerometer).map { "the column names contain \($0), but " } ?? "")
            + (group.hasOffset
                ? "all values are positive and similar, like the counts of an analogue sensor: first subtract the value "
                    + "at 0 g from each column; "
                : "the median length \(length) is not gravity in m/s^2 or g; ")
            + (units.isEmpty ? "" : "fast motion can explain it in \(units.joined(separator: " or ")), ")
            + (counts.isEmpty ? "" : "1/\(Int(counts[0])) g per unit is usual, ")
            + (units.isEmpty && counts.isEmpty ? "" : "and ")
            + "with scale \(NumberText.digits(1 / steady)) \(group.series.meanLength == nil ? "it" : "the mean over a second") "
            + "is gravity; 'none' leaves out accelerations without gravity"
        let scales = (counts + [steady]).map { NumberText.digits(1 / $0) }
        var answers = units.map { "unit=\($0)" } + scales.map { "scale=\($0)" }
        // A small acceleration in no usual unit is most likely without gravity.
        answers.insert(
            "columns=\(LayoutAnswer.none)",
            at: units.isEmpty && counts.isEmpty && steady < 1 ? 0 : answers.count
        )
        questions.append(
            LayoutQuestion(
                subject: "accelerometer scale",
                reason: reason,
                choices: answers.map { $0.hasPrefix("columns") ? "no accelerometer" : $0.replacing("=", with: ": ") },
                answers: answers.map { "accelerometer.\($0)" }
            )
        )
        setSign(group)
    }

    /// The sensitivities of gyroscopes in °/s per count, from the data sheets of Bosch BMI160 and BNO055, InvenSense
    /// MPU-6050 and ST LSM6DS3.
    private static let sensitivities: [Double] = [
        1 / 262.4, 0.004375, 1 / 131, 0.00875, 1 / 65.5, 0.0175, 1 / 32.8, 0.035, 1 / 16.4, 1 / 16, 0.07,
    ]

    /// Asks the user how many °/s one count of the gyroscope is, because the measured rotation does not determine this
    /// scale.
    private mutating func askScaleOfRate() {
        units[.gyroscope] = "deg/s"
        ask(
            "gyroscope scale",
            "whole numbers are counts of a chip, whose data sheet has the size in deg/s; 1 means whole deg/s",
            (Self.sensitivities.filter { $0 > 0.007 } + [1]).map { "scale: \(NumberText.digits($0))" }
        )
    }

    private mutating func askScaleOfRate(_ size: Double, named: String?) {
        let unit = named ?? "deg/s"
        let measured = unit == "deg/s" ? Angle(radians: size).degrees : size
        units[.gyroscope] = unit
        // Noise reduces the measured size, so larger sensitivities are also accepted.
        let usual = named == nil ? Self.sensitivities.filter { (0.8...2).contains($0 / measured) } : [1]
        ask(
            "gyroscope scale",
            (named.map { "the column names contain \($0), but " } ?? "")
                + "the rotation of gravity or field shows that one unit is about \(NumberText.digits(measured)) \(unit); "
                + "the data sheet of the chip has the exact value",
            ([measured] + usual).map { "scale: \(NumberText.digits($0))" }
        )
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
            return setGyroscope(group, named, without: Self.unknownTimes)
        }
        let turns = [sensors.fieldTurn, sensors.gravityTurn].compactMap(\.self)
        if let incrementRate { return setIncrements(incrementRate, turns.map { $0.fit() }) }
        var fits = turns.map { ($0.fit(), $0.best) }
        // A rotation about the vertical does not change gravity, and a rotation about the field does not change the
        // field. In these cases, the other vector determines the result.
        let isConfirmed = fits.contains { $0.0.correlation > 0.6 && $0.0.correlation > 0.8 * $0.1.correlation }
        let odd = fits.indices.first {
            fits[$0].1.correlation > 0.75 && fits[$0].0.correlation < 0.8 * fits[$0].1.correlation
        }
        if let odd, !isConfirmed || fits[odd].0.correlation < Self.known {
            let (share, best) = (NumberText.short(fits[odd].0.correlation), fits[odd].1)
            let isOfField = odd == 0 && sensors.fieldTurn != nil && best.setting.sign > 0
            if isOfField, let gravityTurn = sensors.gravityTurn, !gravityTurn.shows(best.axes) {
                setAxesOfField(best, share)
            } else if isConfirmed {
                return setUnit(of: group, fits.map(\.0), named, sensors)
            } else if best.correlation > Self.ofAxes, best.second < 0.8 * best.correlation {
                axes[.gyroscope] = best.setting
                guess(
                    "gyroscope axes",
                    best.setting.axes + (best.setting.sign < 0 ? ", sign -1" : ""),
                    .likely,
                    "agreement with the rotation (correlation \(NumberText.short(best.correlation)); as named, \(share))"
                )
            } else {
                let settings = [best.setting, best.next]
                if settings.contains(where: { $0.sign < 0 }) {
                    ask("gyroscope sign", "the rotation of gravity or field shows other axes", ["sign: -1", "sign: 1"])
                }
                ask(
                    "gyroscope axes",
                    "the gyroscope does not agree with the rotation of gravity or field (correlation \(share); "
                        + "with other axes \(NumberText.short(best.correlation)))",
                    (settings.map(\.axes) + ["[x, y, z]"]).distinct().map { "axes: \($0)" }
                )
                // A rotation that does not determine the axes does not determine the unit.
                return setGyroscope(group, named, without: Self.unclearRotation)
            }
            fits = [(turns[odd].fit(best.axes), best)]
        }
        setUnit(of: group, fits.map(\.0), named, sensors)
    }

    /// Sets the gyroscope's unit from its comparisons with gravity and field.
    private mutating func setUnit(
        of group: SensorGroup,
        _ fits: [TurnRelation.Fit],
        _ named: String?,
        _ sensors: SensorSet
    ) {
        // A name is better evidence than a weak agreement.
        let smallest = named == nil ? Self.known : Self.ofContradiction
        guard let fit = fits.max(by: { $0.correlation < $1.correlation }), fit.correlation >= smallest else {
            if named == nil, group.isInteger { return askScaleOfRate() }
            if named == nil, let turn = sensors.gravityTurn, turn.isSmallerThanRadians || turn.isLargerThanDegrees {
                let (unit, words) =
                    turn.isSmallerThanRadians
                    ? ("deg/s", "less than rates in rad/s") : ("rad/s", "more than rates in deg/s")
                units[.gyroscope] = unit
                return guess("gyroscope unit", unit, .likely, "gravity rotates much \(words) would cause")
            }
            if named == "rad/s", sensors.gravityTurn?.isSmallerThanRadians ?? false {
                return ask(
                    "gyroscope unit",
                    "the column names contain rad/s, but such rates would turn the direction of gravity much more",
                    ["unit: deg/s", "unit: rad/s"]
                )
            }
            return setGyroscope(group, named, without: Self.unclearRotation)
        }
        var factors = [("rad/s", 1.0), ("deg/s", Double.pi / 180)]
        if named == "mdeg/s" { factors.append(("mdeg/s", Double.pi / 180_000)) }
        let factor = NumberText.short(fit.factor)
        guard let unit = factors.first(where: { Self.tolerance.contains(fit.factor / $0.1) })?.0,
            named == nil || named == unit
        else {
            if named == nil, group.isInteger, fit.correlation > Self.ofScale {
                let measured = Angle(radians: fit.factor).degrees
                let usual = Self.sensitivities.filter { abs($0 / measured - 1) < Self.usualTolerance }
                guard usual.count == 1 else { return askScaleOfRate(fit.factor, named: nil) }
                let text = NumberText.digits(usual[0])
                (units[.gyroscope], scales[.gyroscope]) = ("deg/s", text)
                let words =
                    "the usual size of one count; the rotation of gravity or field gives \(NumberText.digits(measured))"
                return guess("gyroscope unit", "deg/s, scale \(text)", .likely, words)
            }
            if named == nil, fit.correlation > Self.ofScale {
                let text = NumberText.digits(Angle(radians: fit.factor).degrees)
                (units[.gyroscope], scales[.gyroscope]) = ("deg/s", text)
                let words = "according to the rotation of gravity or field; the data sheet has the exact value"
                return guess("gyroscope unit", "deg/s, scale \(text)", .likely, words)
            }
            if named == nil, !group.isInteger {
                return ask(
                    "gyroscope unit",
                    "according to the rotation one unit is about \(NumberText.digits(fit.factor)) rad/s, but the "
                        + "correlation is only \(NumberText.short(fit.correlation))",
                    ["unit: rad/s", "unit: deg/s"]
                        + (fit.correlation < Self.ofContradiction
                            ? [] : ["scale: \(NumberText.digits(Angle(radians: fit.factor).degrees))"])
                )
            }
            // No unit is larger than 1 rad/s.
            let isUnit = fit.factor > Self.tolerance.upperBound
            guard isUnit || named != nil && factors.contains(where: { Self.tolerance.contains(fit.factor / $0.1) })
            else { return askScaleOfRate(fit.factor, named: named) }
            return ask(
                "gyroscope unit",
                (named.map { "the column names contain \($0), but " } ?? "")
                    + "according to the rotation one unit is about "
                    + "\(NumberText.digits(fit.factor)) rad/s",
                ["unit: rad/s", "unit: deg/s"]
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

    /// Sets the magnetometer's axes. In many devices, gyroscope and accelerometer share a chip, and the magnetometer is
    /// another chip with its own axes.
    private mutating func setAxesOfField(_ best: TurnRelation.Assignment, _ share: String) {
        let settings = [best.axes, best.nextAxes].map { TurnRelation.Assignment.setting($0.inverse) }
        let (first, correlation) = (settings[0].axes, NumberText.short(best.correlation))
        guard best.correlation > Self.ofAxes, best.second < 0.8 * best.correlation else {
            return ask(
                "magnetometer axes",
                "the rotation of the magnetic field does not match the gyroscope with the axes as recorded, [x, y, z] "
                    + "(correlation \(share)), but matches it with \(first) (\(correlation))",
                (settings.filter { $0.sign > 0 }.map(\.axes) + ["[x, y, z]"]).map { "axes: \($0)" }
            )
        }
        axes[.magnetometer] = settings[0]
        let words = "agreement with the rotation (correlation \(correlation); as named, \(share))"
        guess("magnetometer axes", first, .likely, words)
    }

    /// Sets the scale of a gyroscope beside an accelerometer with increments of velocity: increments of angle in rad or
    /// deg per row, or rates in rad/s.
    private mutating func setIncrements(_ rate: Double, _ fits: [TurnRelation.Fit]) {
        units[.gyroscope] = "rad/s"
        let factors = [rate, Angle(degrees: rate).radians, 1]
        if let fit = fits.max(by: { $0.correlation < $1.correlation }), fit.correlation > Self.known,
            let factor = factors.first(where: { Self.tolerance.contains(fit.factor / $0) })
        {
            let text = NumberText.digits(factor)
            scales[.gyroscope] = text
            let words = "according to the rotation of gravity or field"
            return guess("gyroscope unit", "rad/s, scale \(text)", .likely, words)
        }
        ask(
            "gyroscope scale",
            "the accelerometer has increments per row: the scale is \(NumberText.digits(rate)) for increments of angle in "
                + "rad, \(NumberText.digits(factors[1])) in deg, and 1 for rates in rad/s",
            factors.map { "scale: \(NumberText.digits($0))" }
        )
    }

    /// Returns the usual unit of gyroscopes in logs whose accelerations are in `unit`. Phones log m/s² and rad/s;
    /// drivers of sensor chips log g and deg/s. Returns `nil` for any other unit of acceleration, or if the largest
    /// rate would be unusual in the gyroscope's usual unit.
    private static func usualUnit(besides unit: String, _ largest: Double) -> String? {
        switch unit {
        case "m/s^2": usualRates.contains(largest) ? "rad/s" : nil
        case "g": usualRates.contains(largest * .pi / 180) ? "deg/s" : nil
        default: nil
        }
    }

    /// The usual range of a recording's largest rotation rate, in rad/s, for a device in a hand or pocket.
    private static let usualRates = 0.3...20

    /// Sets the gyroscope's unit from the names or the largest rate. If neither of them determines the unit, the method
    /// adds a question with `reason`.
    private mutating func setGyroscope(_ group: SensorGroup, _ named: String?, without reason: String) {
        let largest = group.series.values.map(\.length).max() ?? 0
        if named == nil, largest > Self.largestDegrees {
            units[.gyroscope] = "deg/s"
            return ask(
                "gyroscope scale",
                "the largest value \(NumberText.short(largest)) is too large for deg/s; counts of a chip have the size in its "
                    + "data sheet, and deg/h the scale 1/3600",
                (Self.sensitivities.filter { $0 > 0.007 } + [1.0 / 3600]).map { "scale: \(NumberText.digits($0))" }
            )
        }
        let isDegrees = largest > Self.largestRate
        if named == nil, group.isInteger, isDegrees { return askScaleOfRate() }
        if named == nil, let (unit, range, largest) = Self.unitOfRange(group) {
            units[.gyroscope] = unit
            let words =
                "the values end at \(NumberText.short(largest)), which is the measuring range of \(NumberText.short(range)) deg/s"
            return guess("gyroscope unit", unit, .likely, words)
        }
        guard let unit = named ?? (isDegrees ? "deg/s" : nil), !(isDegrees && unit == "rad/s") else {
            if named == nil, !isInCounts {
                usualRateUnit = units[.accelerometer].flatMap { Self.usualUnit(besides: $0, largest) }
            }
            let words = named.map {
                "the column names contain \($0), but the largest rate is \(NumberText.short(largest)); "
            }
            return ask("gyroscope unit", (words ?? "") + reason, ["unit: rad/s", "unit: deg/s"])
        }
        units[.gyroscope] = unit
        let words = named == nil ? "the largest rate is \(NumberText.short(largest))" : "from the column names"
        guard reason != Self.unknownTimes, let turns = Self.turns(group, unit: unit) else {
            return guess("gyroscope unit", unit, .likely, "\(words); \(reason)")
        }
        let doubt =
            "the values may be angles: as rates, they turn the device \(NumberText.short(turns)) times in one direction"
        guess("gyroscope unit", unit, .assumed, "\(words); \(reason); \(doubt)")
    }

    /// The measuring ranges of gyroscopes in deg/s.
    private static let ranges = [125.0, 250, 500, 1000, 2000, 4000]
    private static let (toleranceOfRange, minimumSaturatedCount) = (0.002, 3)

    /// Returns the unit in which the largest value of the axes is a measuring range, and this range. Returns `nil` if fewer
    /// than three samples have this value, or if it is no range.
    private static func unitOfRange(_ group: SensorGroup) -> (unit: String, range: Double, largest: Double)? {
        let sizes = group.series.values.flatMap { [abs($0.x), abs($0.y), abs($0.z)] }
        guard let largest = sizes.max(), sizes.count(where: { $0 == largest }) >= minimumSaturatedCount else {
            return nil
        }
        for (unit, factor) in [("rad/s", 180 / Double.pi), ("deg/s", 1)] {
            let range = ranges.first { abs(largest * factor / $0 - 1) < toleranceOfRange }
            if let range { return (unit, range, largest) }
        }
        return nil
    }

    /// Returns the number of turns in one direction that the mean rate causes; `nil` if the mean is small compared with
    /// the rates, or causes less than two turns.
    private static func turns(_ group: SensorGroup, unit: String) -> Double? {
        let (mean, size) = (group.series.mean.length, group.series.values.lazy.map(\.length).rootMeanSquare ?? 0)
        guard let first = group.series.times.first, let last = group.series.times.last, mean > 0.5 * size,
            let factor = StreamKind.gyroscope.units.first(where: { $0.key == unit })?.value
        else { return nil }
        let turns = mean * factor * (last - first) / (2 * .pi)
        return turns >= 2 ? turns : nil
    }

    /// The sensitivities of magnetometers in µT per count, from the data sheets of ST LSM9DS0 (2 G), QMC5883L (8 G and
    /// 2 G), LSM9DS1 (4 G), LIS3MDL (4 G and 16 G), Bosch BNO055, HMC5883L, MAG3110, AK8963 and AK8975.
    private static let sensitivitiesToField: [Double] = [
        0.008, 100.0 / 12_000, 0.014, 100.0 / 6_842, 100.0 / 3_000, 100.0 / 1_711, 1.0 / 16, 100.0 / 1_090, 0.1, 0.15,
        0.3,
    ]

    /// Returns the usual sizes of one count with which a magnetometer has the strength of the Earth's field, as lines of
    /// a layout.
    private static func scalesOfField(_ group: SensorGroup) -> [String] {
        let measured = group.series.lengths?.median ?? 0
        return sensitivitiesToField.filter { (15...100).contains(measured * $0) }
            .map { "scale: \(NumberText.digits($0))" }
    }

    /// The usual lengths of a magnetometer in units of the field at its calibration.
    private static let normalisedField = 0.8...1.5
    /// The usual strengths, in µT, of the field at an uncalibrated magnetometer, including the device's own field.
    private static let usualField = 5.0...250

    private mutating func setMagnetometer(_ group: SensorGroup, _ sensors: SensorSet) {
        let named = group.namedUnit(of: .magnetometer)
        let length = NumberText.short(group.series.lengths?.median ?? 0)
        let physical = group.fieldUnits
        let choices = StreamKind.magnetometer.units.map { "unit: \($0.key)" }
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
            if Self.normalisedField.contains(group.series.lengths?.median ?? 0), !group.isInteger {
                units[.magnetometer] = "au"
                let words = "normalised: the median length \(length) is near 1"
                return guess("magnetometer unit", "au", .assumed, words)
            }
            if Self.usualField.contains(group.series.lengths?.median ?? 0) {
                units[.magnetometer] = "uT"
                let words =
                    "usual; the median length \(length) is not that of the Earth's field, so calibrate the sensor"
                return guess("magnetometer unit", "uT", .assumed, words)
            }
            let scales = Self.scalesOfField(group)
            guard group.isInteger, !scales.isEmpty else {
                return ask(
                    "magnetometer unit",
                    "the median length \(length) is not that of the Earth's field in any unit; the columns may belong to "
                        + "another sensor",
                    choices + ["columns: none"]
                )
            }
            units[.magnetometer] = "uT"
            return ask(
                "magnetometer scale",
                "the median length \(length) is not that of the Earth's field in any unit; whole numbers are counts of a chip, "
                    + "whose data sheet has the size in uT",
                scales
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
        // A constant offset reduces the measured rotation of the field, compared with the gyroscope.
        let size = units[.gyroscope].flatMap { ["rad/s": 1, "deg/s": Angle(degrees: 1).radians][$0] }
        let isCalibrated =
            (turn?.correlation ?? 0) >= Self.ofCalibratedField
            && (size.map { Self.tolerance.contains((turn?.factor ?? 0) / $0) } ?? false || scales[.gyroscope] != nil)
        if named == nil, unit == "mG" || unit == "nT", !isCalibrated {
            let (other, words) = unit == "mG" ? ("uT", "the device's own field in uT") : ("au", "counts of a chip (au)")
            let scales = group.isInteger ? Self.scalesOfField(group) : []
            return ask(
                "magnetometer unit",
                "the median length is \(length), which is the Earth's field in \(unit), or \(words)"
                    + (scales.isEmpty
                        ? "" : "; whole numbers can also be counts of a chip: then give the uT per count"),
                ["unit: \(unit)", "unit: \(other)"] + scales
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
