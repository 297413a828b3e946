import Pipelines
import SensorFilters
import SensorModel

/// A filter in one of its domains, or an estimator, whose cost per sample is measured.
public struct CostCase: Sendable {
    /// Processes the next samples of an endless sequence in time order.
    ///
    /// - Returns: the number of samples with an output.
    public typealias Feed = (_ count: Int) -> Int

    /// The number of samples in a pass. After a pass, the samples are repeated.
    public static let samplesPerPass = motion.frames.count

    /// The orientations of a pass, sampled at ``rate``.
    public static let orientations = motion.quaternions
    /// The sampling rate in hertz.
    public static let rate = SyntheticMotion.rate

    /// The frames of a pass for estimators.
    public static let frames = motion.frames

    /// The filters of the catalogue in all their domains, and with several window lengths, followed by all variants
    /// of the estimators that estimate with each sample.
    public static let all: [CostCase] =
        FilterCatalogue.entries.flatMap(cases) + EstimatorCatalogue.entries.filter { !$0.isOffline }.flatMap(variants)

    /// The name in the catalogue.
    public let name: String
    /// The parameters as in a SPEC; empty for the defaults.
    public let parameters: String
    /// The domain of a filter, or `frame` for an estimator.
    public let input: String
    private let make: @Sendable () throws -> Feed

    /// The name, the parameters and the input in one line.
    public var title: String { "\(name)\(parameters.isEmpty ? "" : " \(parameters)"), \(input)" }

    /// Creates a new filter or estimator with its samples, and makes two passes, so that windows are full and buffers
    /// have their final size.
    public func warmFeed() throws -> Feed {
        let feed = try make()
        for _ in 0..<2 { _ = feed(Self.samplesPerPass) }
        return feed
    }

    private static let motion = SyntheticMotion()
    private static let windows = ["7", "101", "1001"]
    /// The parameters of estimators that select other equations.
    private static let equations = ["form", "magneticDetection", "method", "mode"]

    private static func cases(of entry: FilterEntry) -> [CostCase] {
        let isWindowed = entry.parameters.contains { $0.name == "window" }
        let given = [[:]] + (isWindowed ? windows.map { ["window": $0] } : [])
        return given.flatMap { texts in entry.domains.map { filtering(entry, on: $0, texts) } }
    }

    /// The parameters as in a SPEC.
    private static func specification(_ texts: [String: String]) -> String {
        texts.map { "\($0)=\($1)" }.joined(separator: ",")
    }

    private static func filtering(
        _ entry: FilterEntry,
        on domain: FilterDomain,
        _ texts: [String: String]
    ) -> CostCase {
        CostCase(name: entry.name, parameters: specification(texts), input: domain.rawValue) {
            let values = try entry.values(texts)
            return switch domain {
            case .scalar: feed(motion.scalars, to: try entry.makeScalar(values))
            case .heading: feed(motion.headings, to: try entry.makeHeading(values))
            case .vector: feed(motion.vectors, to: try entry.makeVector(values))
            case .quaternion: feed(motion.quaternions, to: try entry.makeQuaternion(values))
            }
        }
    }

    /// The estimator with its defaults, followed by its variants with other equations.
    private static func variants(of entry: EstimatorEntry) -> [CostCase] {
        let choices = entry.parameters.flatMap { (parameter: ParameterDescriptor) -> [[String: String]] in
            guard equations.contains(parameter.name), case .choice(let words) = parameter.kind else { return [] }
            return words.filter { .word($0) != parameter.defaultValue }.map { [parameter.name: $0] }
        }
        return ([[:]] + choices).map { estimation(entry, $0) }
    }

    private static func estimation(_ entry: EstimatorEntry, _ texts: [String: String]) -> CostCase {
        CostCase(name: entry.name, parameters: specification(texts), input: "frame") {
            var estimator = entry.make(try entry.values(texts))
            var position = 0
            return { give($0, of: motion.frames, from: &position, to: &estimator) }
        }
    }

    private static func feed<Value>(_ samples: [Value], to filter: any Filter<Value>) -> Feed {
        var filter = filter
        var position = 0
        return { give($0, of: samples, from: &position, to: &filter) }
    }

    private static func give<Value>(
        _ count: Int,
        of samples: [Value],
        from position: inout Int,
        to filter: inout any Filter<Value>
    ) -> Int {
        var outputs = 0
        for index in position..<position + count {
            let time = Double(index) / SyntheticMotion.rate
            if filter.accept(samples[index % samples.count], at: time) != nil { outputs += 1 }
        }
        position += count
        return outputs
    }

    private static func give(
        _ count: Int,
        of frames: [SensorFrame],
        from position: inout Int,
        to estimator: inout any OrientationEstimator
    ) -> Int {
        var outputs = 0
        for index in position..<position + count {
            var frame = frames[index % frames.count]
            frame.time = Double(index) / SyntheticMotion.rate
            if estimator.update(with: frame) != nil { outputs += 1 }
        }
        position += count
        return outputs
    }
}
