import Geodesy
import Pipelines
import RealModule
import Recordings
import SensorModel

/// The true positions of a recording in metres east, north and up, or the reason why they are unknown.
///
/// Positions with a known geographic origin are used unchanged. Other positions, such as the positions of motion
/// capture, are rotated and translated to fit the location fixes. The fit hides a common offset of all fixes. Without
/// reference positions, waypoints are used. Positions between waypoints are unknown.
struct PositionReference {
    /// The geographic origin of the positions; `nil` for waypoints, which are positions on a floor plan.
    let origin: GeodeticPosition?
    /// The positions that are valid and not excluded from the evaluation, oldest first.
    let track: PositionTrack
    /// A Boolean value that indicates whether positions between the samples are unknown, as for waypoints.
    let isSparse: Bool
    /// The floor of each position of ``track``, or `nil` if the floors of some positions are unknown.
    private(set) var floors: [Int]?
    /// The fit of the positions to the location fixes; `nil` if no fit was needed.
    let fit: PositionFit?
    /// A Boolean value that indicates whether all heights are known.
    let hasHeight: Bool
    /// The radius in metres that contains 95 % of the reference's horizontal errors, as claimed by the reference; 0
    /// without a claim.
    let margin: Metres
    /// The vertical distance in metres that contains 95 % of the reference's errors, according to the accuracies that
    /// the reference states. The value is 0 if the reference states none.
    let verticalMargin: Metres

    /// Determines the true positions.
    ///
    /// - Parameters:
    ///   - recording: the recording.
    ///   - skip: the time after the first sample in which nothing is evaluated, in seconds.
    /// - Throws: ``Unmeasured`` if the positions are unknown.
    init(_ recording: Recording, skip: Seconds) throws(Unmeasured) {
        let start = skip > 0 ? recording.startOfAll.map { $0 + skip } : nil
        if let fixes = recording.truePositions {
            self = try Self(fixes, from: start)
            return
        }
        (margin, verticalMargin) = (0, 0)
        guard var stream = recording.reference, stream.positions != nil else {
            guard let waypoints = recording.waypoints, waypoints.count > 1 else {
                throw Unmeasured(
                    "the recording has no reference positions, which 'sextant evaluate --true-positions FILE' adds"
                )
            }
            let kept = waypoints.times.indices.filter { waypoints.times[$0] > start ?? -.infinity }
            guard !kept.isEmpty else { throw Unmeasured("all waypoints are in the skipped time") }
            (origin, fit, isSparse) = (nil, nil, true)
            hasHeight = waypoints.values.allSatisfy { $0.height != nil }
            track = PositionTrack(
                times: kept.map { waypoints.times[$0] },
                positions: kept.map { waypoints.values[$0].position },
                longestGap: 0
            )
            return
        }
        (isSparse, hasHeight) = (false, true)
        if let start { stream.mask(evaluated: nil, excluded: [-.greatestFiniteMagnitude...start]) }
        for row in stream.times.indices where !(stream.isEvaluated?[row] ?? true) { stream.isValid[row] = false }
        guard let track = PositionTrack(stream) else {
            throw Unmeasured("the recording has fewer than two valid reference positions")
        }
        if let origin = recording.origin {
            self.origin = origin
            self.track = track
            fit = nil
            return
        }
        guard let fixes = recording.location, let origin = recording.firstFix else {
            throw Unmeasured("the reference positions have no latitude and longitude, and there are no fixes")
        }
        let fit = try PositionFit(track, to: fixes, from: origin)
        self.origin = origin
        self.track = PositionTrack(times: track.times, positions: track.positions.map(fit.apply))
        self.fit = fit
    }

    /// Determines the true positions from the fixes of a more accurate receiver. Fixes up to the time `start` are
    /// ignored.
    private init(_ fixes: SensorStream<LocationFix>, from start: Seconds?) throws(Unmeasured) {
        let kept = fixes.times.indices.filter { fixes.times[$0] > start ?? -.infinity && fixes.values[$0].point != nil }
        guard let first = kept.first, kept.count > 1,
            let origin = GeodeticPosition(fixes.values[first], heightIfMissing: 0)
        else { throw Unmeasured("fewer than two true positions are in the evaluated time") }
        let frame = LocalTangentFrame(at: origin)
        hasHeight = kept.allSatisfy { fixes.values[$0].altitudeMetres != nil }
        (self.origin, fit, isSparse) = (origin, nil, false)
        func claimed(_ accuracy: (LocationFix) -> Metres?) -> [Metres] {
            kept.compactMap { accuracy(fixes.values[$0]) }.filter { $0 > 0 }
        }
        let deviations = claimed(\.horizontalAccuracyMetres).map(PositionEstimate.deviation(ofRadius:))
        margin = PositionEstimate.radius95 * (deviations.rootMeanSquare ?? 0)
        verticalMargin = Self.deviations95 * (claimed(\.verticalAccuracyMetres).rootMeanSquare ?? 0)
        let floors = kept.compactMap { fixes.values[$0].floor }
        self.floors = floors.count == kept.count ? floors : nil
        track = PositionTrack(
            times: kept.map { fixes.times[$0] },
            positions: kept.compactMap { GeodeticPosition(fixes.values[$0], heightIfMissing: origin.height) }
                .map { frame.local($0) }
        )
    }

    /// The number of standard deviations within which 95 % of normally distributed errors lie.
    private static let deviations95 = 1.959_963_984_540_054

    /// A description of the reference for readers of a report.
    var remark: String {
        if isSparse { return "reference: \(track.times.count) waypoints of a floor plan, at their times" }
        if margin > 0 || verticalMargin > 0 {
            func text(_ metres: Metres) -> String {
                metres > 0 ? "\(DecimalText.exact(metres.rounded(toSignificant: 3))) m" : "an unknown distance"
            }
            return "reference: true positions; 95 % of their own errors are claimed to be within \(text(margin)) "
                + "horizontally and \(text(verticalMargin)) vertically; all intervals except those of the lag include them"
        }
        return fit.map { "reference: the recording's reference positions, \($0.text)" }
            ?? "reference: the recording's reference positions on the Earth"
    }
}

/// The rotation about the vertical and the translation that map positions with an unknown geographic origin to fixes.
struct PositionFit {
    /// The axis that points up in the coordinates of the original positions, before the fit.
    private enum Vertical: String, CaseIterable {
        case z
        case y
        case minusY = "-y"

        /// Returns the position in axes whose third axis points up. The first two axes are oriented as on a map seen
        /// from above.
        func upright(_ position: Vector3) -> Vector3 {
            switch self {
            case .z: position
            case .y: Vector3(position.x, -position.z, position.y)
            case .minusY: Vector3(position.x, position.z, -position.y)
            }
        }
    }

    /// The maximum accepted uncertainty of the rotation.
    private static let largestUncertainty = Angle(degrees: 20)
    /// The minimum number of fixes.
    private static let minimumCount = 3
    /// The accuracy in metres that is assumed for fixes without a claimed accuracy.
    private static let missingAccuracy: Metres = 10

    private let vertical: Vertical
    private let horizontal: HorizontalFit
    private let climb: Metres
    private let count: Int

    /// Fits the positions to fixes for each possible vertical axis, and keeps the best fit.
    ///
    /// - Throws: ``Unmeasured`` if the fixes do not determine the rotation.
    init(
        _ track: PositionTrack,
        to fixes: SensorStream<LocationFix>,
        from origin: GeodeticPosition
    ) throws(Unmeasured) {
        let frame = LocalTangentFrame(at: origin)
        var cursor = 0
        var pairs: [(position: Vector3, fix: Vector3, deviation: Metres)] = []
        for (time, fix) in zip(fixes.times, fixes.values) {
            guard let position = track.position(at: time, from: &cursor),
                let target = GeodeticPosition(fix, heightIfMissing: origin.height)
            else { continue }
            let accuracy = fix.horizontalAccuracyMetres.flatMap { $0 > 0 ? $0 : nil } ?? Self.missingAccuracy
            pairs.append((position, frame.local(target), PositionEstimate.deviation(ofRadius: accuracy)))
        }
        guard pairs.count >= Self.minimumCount else {
            throw Unmeasured(
                "the reference positions have no latitude and longitude, and fewer than "
                    + "\(Self.minimumCount) fixes are at their times"
            )
        }
        typealias Candidate = (vertical: Vertical, fit: HorizontalFit, error: Double)
        let fits = Vertical.allCases.compactMap { vertical -> Candidate? in
            let points = pairs.map { HorizontalFit.Point(vertical.upright($0.position)) }
            let fit = HorizontalFit(
                from: points,
                to: pairs.map { HorizontalFit.Point($0.fix) },
                deviations: pairs.map(\.deviation)
            )
            // The errors are computed without scaling. Projected along a wrong axis, a straight walk only becomes
            // shorter, and a scale would hide this.
            return fit.map { fit in
                let errors = zip(points, pairs).map { point, pair in
                    let target = fit.rigidTarget(of: point)
                    return Double.hypot(target.x - pair.fix.x, target.y - pair.fix.y)
                }
                return (vertical, fit, errors.rootMeanSquare ?? 0)
            }
        }
        guard let best = fits.min(by: { $0.error < $1.error }),
            best.fit.uncertainty <= Self.largestUncertainty
        else {
            throw Unmeasured(
                "the reference positions have no latitude and longitude, and the fixes do not determine "
                    + "their rotation"
            )
        }
        (vertical, horizontal, count) = (best.vertical, best.fit, pairs.count)
        let climbs = pairs.map { $0.fix.z - best.vertical.upright($0.position).z }
        climb = climbs.reduce(0, +) / Double(climbs.count)
    }

    /// Returns a position in metres east, north and up.
    func apply(_ position: Vector3) -> Vector3 {
        let upright = vertical.upright(position)
        let target = horizontal.rigidTarget(of: HorizontalFit.Point(upright))
        return Vector3(target.x, target.y, upright.z + climb)
    }

    /// A description of the fit, worded as the end of a sentence.
    var text: String {
        let turn = DecimalText.fixed(horizontal.turn.wrapped.degrees, decimals: 1)
        let uncertainty = DecimalText.fixed(horizontal.uncertainty.degrees, decimals: 1)
        return "rotated about \(vertical.rawValue) by \(turn)° ± \(uncertainty)° and moved to fit \(count) fixes; "
            + "the fit hides a common offset of the fixes"
    }

    /// The threshold for a warning about scales: the relative difference between the scales of the reference positions
    /// and of the fixes.
    private static let reportedDifference = 0.05

    /// A warning about different scales of reference and fixes; `nil` if the scales agree.
    var warning: String? {
        guard abs(horizontal.scale - 1) > Self.reportedDifference else { return nil }
        let scale = DecimalText.fixed(horizontal.scale, decimals: 3)
        return "warning: the fixes fit the reference positions best at a scale of \(scale) instead of 1; the reference "
            + "or the fixes are distorted, and errors include the difference"
    }
}

extension HorizontalFit.Point {
    fileprivate init(_ position: Vector3) { self.init(x: position.x, y: position.y) }
}

extension Recording {
    /// The geographic position of the first fix, with a height of 0 if the fix has no altitude; `nil` without fixes.
    var firstFix: GeodeticPosition? {
        location?.values.lazy.compactMap { GeodeticPosition($0, heightIfMissing: 0) }.first
    }

    /// The time of the first sample of any stream in seconds; `nil` without samples.
    var startOfAll: Seconds? { stampedStreams.compactMap(\.times.first).min() }

    /// The time of the last sample of any stream in seconds; `nil` without samples.
    var endOfAll: Seconds? {
        let last = [
            sensorStart.map { $0 + sensorDuration }, location?.times.last, pose?.times.last, reference?.times.last,
        ]
        return last.compactMap(\.self).max()
    }
}
