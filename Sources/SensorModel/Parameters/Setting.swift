/// The name, unit and range of a number that a user sets in an option or a file. Numbers in the text of a pipeline are
/// declared by ``ParameterDeclaration`` instead.
///
/// The command line, experiments, report tables, noise models and metadata all check numbers with these declarations.
/// Each number therefore has the same range everywhere.
package struct Setting: Sendable, Hashable {
    /// The name in options, YAML files and messages.
    package let name: String
    /// The unit in messages; empty for a plain number.
    package let unit: String
    /// The accepted numbers.
    package let range: ParameterRange
    /// A Boolean value that indicates whether only whole numbers are accepted.
    package let isWhole: Bool

    /// Creates the declaration of a number with a unit.
    package init(_ name: String, _ unit: String = "", in range: ParameterRange) {
        (self.name, self.unit, self.range, isWhole) = (name, unit, range, false)
    }

    /// Creates the declaration of a whole number.
    package init(_ name: String, whole range: ClosedRange<Int>) {
        self.name = name
        unit = ""
        isWhole = true
        self.range = ParameterRange(from: Double(range.lowerBound), to: Double(range.upperBound))
    }

    /// The accepted numbers in words, for messages: "a whole number from 1 to 10,000", "a number from 0.5 to 60 s".
    package var expectation: String {
        (isWhole ? "a whole number " : "a number ") + range.words + (unit.isEmpty ? "" : " \(unit)")
    }

    /// Returns `true` if the number is in the range, and whole if only whole numbers are accepted.
    package func accepts(_ value: Double) -> Bool {
        range.contains(value) && (!isWhole || value == value.rounded())
    }

    /// Returns `true` if the count is in the range.
    package func accepts(_ count: Int) -> Bool { range.contains(Double(count)) }

    /// Checks a number against the range.
    ///
    /// - Throws: ``InputError`` that names the setting, the value and the range.
    package func check(_ value: Double) throws(InputError) {
        guard !accepts(value) else { return }
        throw InputError(message: "\(name) \(value) must be \(expectation)")
    }
}

extension Setting {
    // Simulation. Time stamps of up to a year are exact to a microsecond.
    package static let duration = Setting("duration", "s", in: ParameterRange(from: 0.01, to: 31_536_000))
    package static let seeds = Setting("seeds", whole: 1...10_000)
    package static let draws = Setting("draws", whole: 1...1_000)
    package static let sampleRate = Setting("rate", "Hz", in: ParameterRange(from: 0.001, to: 100_000))
    package static let eventTime = Setting("time", "s", in: ParameterRange(from: -1e9, to: 1e9))
    package static let eventSize = Setting("size", in: ParameterRange(from: -1e9, to: 1e9))
    package static let frequency = Setting("frequency", "Hz", in: .aboveZeroToBillion)

    // Recordings. Unix time and time since boot differ by up to 2e9 s.
    package static let clockOffset = Setting("clock offset", "s", in: ParameterRange(from: -1e10, to: 1e10))
    package static let declination = Setting("declination", "degrees", in: .turns)
    package static let calibration = Setting("calibration", in: ParameterRange(from: -1e6, to: 1e6))
    package static let height = Setting("height", "m", in: ParameterRange(from: -1e9, to: 1e9))

    package static let rowRate = Setting("rate", "Hz", in: .aboveZeroToBillion)

    // Evaluation.
    package static let span = Setting("span", "s", in: ParameterRange(from: 0.5, to: 60))
    package static let skip = Setting("skip", "s", in: ParameterRange(from: 0, to: 86_400))
    package static let resampling = Setting("resample", "Hz", in: ParameterRange(from: 0.001, to: 100_000))
    package static let confidence = Setting("confidence", in: ParameterRange(from: 0.5, to: 0.9999))
    package static let jobs = Setting("jobs", whole: 1...1_024)

    // Trajectories.
    package static let maximumDifference = Setting("max-difference", "s", in: .zeroToBillion)
    package static let stampOffset = Setting("offset", "s", in: ParameterRange(from: -1e10, to: 1e10))
    package static let pairTolerance = Setting("delta-tolerance", in: .zeroToThousand)
    /// A position coordinate. Squares and products of coordinates in this range are finite.
    package static let coordinate = Setting("coordinate", "m", in: ParameterRange(from: -1e18, to: 1e18))

    // Scenes and pictures.
    package static let turn = Setting("turn", "degrees", in: .turns)
    package static let sceneTime = Setting("time", "s", in: .zeroToBillion)
    package static let sceneCount = Setting("count", whole: 1...400)
    package static let sceneRound = Setting("rounds", whole: 1...1_000)
    package static let accuracy = Setting("accuracy", "m", in: .zeroToBillion)
    package static let certainty = Setting("certainty", "degrees", in: ParameterRange(above: 0, to: 360))
    package static let percentage = Setting("percentage", in: ParameterRange(above: 0, to: 100))
    package static let pictureStart = Setting("from", "s", in: .zeroToBillion)
    package static let pictureLength = Setting("seconds", "s", in: ParameterRange(above: 0, to: 86_400))

    // Routes, radars and refreshes.
    package static let arrowSpacing = Setting("spacing", "m", in: ParameterRange(from: 0.01, to: 10_000))
    package static let arrowReach = Setting("reach", "m", in: ParameterRange(from: 0, to: 10_000))
    package static let radarRange = Setting("range", "m", in: ParameterRange(from: 0.001, to: 20_000_000))
    package static let radarRadius = Setting("radius", "px", in: ParameterRange(from: 0.001, to: 1_000_000))
    package static let refreshTime = Setting("refresh time", "s", in: ParameterRange(from: 0.001, to: 31_536_000))

    // Tables, experiments and distances.
    package static let randomPairs = Setting("random", whole: 1...100_000_000)
    package static let decimals = Setting("decimals", whole: 0...5)
    package static let digits = Setting("digits", whole: 1...15)
    package static let tolerance = Setting("tolerance", in: .zeroToBillion)
    /// The number of values on an axis of a grid. A number above the maximum usually means that the step is too small
    /// by mistake.
    package static let gridCount = Setting("count", whole: 2...1_000_000)
    /// The number of values on a logarithmic axis. The maximum is lower than for a linear axis, because the time to
    /// compute a value grows with its index.
    package static let logarithmicCount = Setting("count", whole: 2...10_000)
    package static let drawnSettings = Setting("count", whole: 1...100_000_000)
    package static let evaluations = Setting("evaluations", whole: 1...1_000_000)
    package static let restarts = Setting("restarts", whole: 0...1_000)
}
