import SensorFilters
import SensorModel

/// A filter in one of its domains, or an estimator, whose cost per sample is measured.
public struct CostCase: Sendable {
    /// Gives the next samples, as many as asked for, in time order without an end. Returns how many had an output.
    public typealias Feed = (_ count: Int) -> Int

    /// How many samples a feed gives until they begin again.
    public static let samplesPerPass = motion.frames.count

    /// The samples that filters of orientations are fed in a pass, at ``rate``.
    public static let orientations = motion.quaternions
    public static let rate = SyntheticMotion.rate

    /// What estimators are fed in a pass.
    public static let frames = motion.frames

    /// Every filter in every domain, those with a window at several of them too; then every estimator. A new one is
    /// covered by being in its catalogue.
    public static let all: [CostCase] =
        FilterCatalogue.entries.flatMap(cases) + EstimatorCatalogue.entries.map(estimation)

    /// As in the catalogue.
    public let name: String
    /// As in a SPEC; empty for the defaults.
    public let parameters: String
    /// What it works on: a filter's domain, or the frames of an estimator.
    public let input: String
    private let make: @Sendable () throws -> Feed

    /// All of it in one line.
    public var title: String { "\(name)\(parameters.isEmpty ? "" : " \(parameters)"), \(input)" }

    /// A new filter or estimator behind a feed, with two passes over the samples already behind it: windows are full,
    /// and buffers as large as they get.
    public func warmFeed() throws -> Feed {
        let feed = try make()
        for _ in 0..<2 { _ = feed(Self.samplesPerPass) }
        return feed
    }

    private static let motion = SyntheticMotion()
    private static let windows = ["7", "101", "1001"]

    private static func cases(of entry: FilterEntry) -> [CostCase] {
        let isWindowed = entry.parameters.contains { $0.name == "window" }
        let given = [[:]] + (isWindowed ? windows.map { ["window": $0] } : [])
        return given.flatMap { texts in entry.domains.map { filtering(entry, on: $0, texts) } }
    }

    private static func filtering(
        _ entry: FilterEntry,
        on domain: FilterDomain,
        _ texts: [String: String]
    ) -> CostCase {
        let parameters = texts.map { "\($0)=\($1)" }.joined(separator: ",")
        return CostCase(name: entry.name, parameters: parameters, input: domain.rawValue) {
            let values = try entry.values(texts)
            return switch domain {
            case .scalar: feed(motion.scalars, to: try entry.makeScalar(values))
            case .heading: feed(motion.headings, to: try entry.makeHeading(values))
            case .vector: feed(motion.vectors, to: try entry.makeVector(values))
            case .quaternion: feed(motion.quaternions, to: try entry.makeQuaternion(values))
            }
        }
    }

    private static func estimation(_ entry: EstimatorEntry) -> CostCase {
        CostCase(name: entry.name, parameters: "", input: "frame") {
            var estimator = entry.make(try entry.values([:]))
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
