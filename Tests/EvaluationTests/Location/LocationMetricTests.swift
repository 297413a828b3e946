import Evaluation
import Foundation
import Geodesy
import Pipelines
import RealModule
import Recordings
import SensorModel
import SensorSimulation
import TestSupport
import Testing

/// The metrics of location pipelines, compared with numpy. Fixtures/make_location.py wrote the expected values.
struct LocationMetricTests {
    private static let withoutPositions =
        "the recording has no reference positions, which 'sextant evaluate --true-positions FILE' adds"

    /// Relative: numpy and Sextant add a thousand numbers in different orders, and positions are converted to degrees
    /// and back, which changes them by nanometres.
    private static let sameValue = 1e-7

    private struct Fixture: Decodable {
        let origin: [Double]
        let reference: [[Double]]
        let fixes: [[Double?]]
        let fixes_metrics: [String: Double?]
        let kalman_metrics: [String: Double?]
        let kalman_end: [Double]

        init() throws {
            self = try Package.decode("Tests/EvaluationTests/Fixtures/location.json")
        }

        /// The walk with its fixes.
        func recording() throws -> Recording {
            var recording = Recording(name: "walk")
            recording.origin = GeodeticPosition(
                latitudeDegrees: origin[0],
                longitudeDegrees: origin[1],
                height: origin[2]
            )
            recording.location = SensorStream(
                times: fixes.map { $0[0] ?? .nan },
                values: fixes.map { row in
                    LocationFix(
                        latitude: Angle(degrees: row[1] ?? .nan),
                        longitude: Angle(degrees: row[2] ?? .nan),
                        altitudeMetres: row[3],
                        horizontalAccuracyMetres: row[4],
                        verticalAccuracyMetres: row[5],
                        speed: row[6],
                        course: row[7].map { Angle(degrees: $0) }
                    )
                }
            )
            recording.reference = ReferenceStream(
                times: reference.map { $0[0] },
                positions: reference.map { Vector3($0[1], $0[2], $0[3]) }
            )
            return recording
        }
    }

    @Test func `The error that true positions claim extends the intervals of all errors and claims`() throws {
        let fixture = try Fixture()
        func run(_ accuracy: Metres?, _ vertical: Metres?) throws -> EvaluationRun {
            var recording = try fixture.recording()
            let frame = LocalTangentFrame(at: try #require(recording.origin))
            recording.truePositions = SensorStream(
                times: fixture.reference.map { $0[0] },
                values: try fixture.reference.map { row in
                    let position = Vector3(row[1], row[2], row[3])
                    var fix = LocationFix(try #require(frame.position(ofLocal: position).geodetic()))
                    fix.horizontalAccuracyMetres = accuracy
                    fix.verticalAccuracyMetres = vertical
                    return fix
                }
            )
            return try recording.outcome(ofLocation: "fixes").run
        }
        let plain = try run(nil, nil)
        // A radius of 68 % is √(−2 ln 0.32) standard deviations per axis, one of 95 % is √(−2 ln 0.05).
        let claimed = try run(0.3 * (-2 * log(0.32)).squareRoot(), 0.5)
        let horizontal = 0.3 * (-2 * log(0.05)).squareRoot()
        let margins: [(Metric, Double)] = [
            (.locationErrorMean, horizontal), (.locationErrorRMS, horizontal), (.locationErrorP50, horizontal),
            (.locationErrorP75, horizontal),
        ]
        func intervals(_ metric: Metric) throws -> (BootstrapInterval, BootstrapInterval) {
            #expect(plain.metrics[metric] == claimed.metrics[metric])
            return (
                try #require(plain.metrics.intervals[metric]), try #require(claimed.metrics.intervals[metric])
            )
        }
        for (metric, margin) in margins {
            let (one, other) = try intervals(metric)
            #expect(abs(other.lower - max(0, one.lower - margin)) < 1e-9, "\(metric.name)")
            #expect(abs(other.upper - one.upper - margin) < 1e-9, "\(metric.name)")
        }
        for metric in [Metric.claimed68, .claimedNEES, .claimedVertical] {
            let (one, other) = try intervals(metric)
            #expect(other.lower < one.lower && other.upper > one.upper, "\(metric.name)")
            #expect(other.lower >= 0 && (metric == .claimedNEES || other.upper <= 100), "\(metric.name)")
        }
        #expect(
            claimed.remarks.contains {
                $0.hasPrefix("reference: true positions; 95 % of their own errors are claimed to be within 0.734 m ")
            }
        )
    }

    @Test func `The curves equal the metrics, and are read from results as they were written`() throws {
        let run = try Fixture().recording().outcome(ofLocation: "fixes") { $0.keepsSeries = true }.run
        let series = try #require(run.series)
        #expect(series.errorKind == .location)
        try #require(series.errorQuantiles.count == 101 && series.claims.count == 21)
        let pairs: [(Double, Metric)] = [
            (series.errorQuantiles[50], .locationErrorP50), (series.errorQuantiles[95], .locationErrorP95),
            (series.errorQuantiles[100], .locationErrorMax), (series.claims[19], .claimed95),
        ]
        for (value, metric) in pairs {
            // Curves have four significant digits.
            #expect(abs(value / (try #require(run.metrics[metric])) - 1) < 1e-3, "\(metric.name)")
        }
        #expect(series.error.y.stretches.joined().max() == series.errorQuantiles[100])
        let text = String(decoding: try JSONEncoder().encode(series), as: UTF8.self)
        #expect(text.contains("\"error_m\"") && !text.contains("\"error_deg\""))
        #expect(try JSONDecoder().decode(RunSeries.self, from: Data(text.utf8)) == series)
        let short = text.replacing("\"claimed_percent\":\"0 ", with: "\"claimed_percent\":\"")
        try #require(short != text)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(RunSeries.self, from: Data(short.utf8)) }
        let withoutErrors = text.replacing("\"error_m\"", with: "\"error_deg\"")
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(RunSeries.self, from: Data(withoutErrors.utf8)) }
    }

    @Test(arguments: ["fixes", "fixes+positionKalman"])
    func `Every metric of the location equals numpy's`(spec: String) throws {
        let fixture = try Fixture()
        let run = try fixture.recording().outcome(ofLocation: spec).run
        let expected = spec == "fixes" ? fixture.fixes_metrics : fixture.kalman_metrics
        #expect(Set(expected.keys) == Set(MetricCatalogue.metrics(in: .location).map(\.name)))
        for (name, value) in expected {
            let metric = try #require(MetricCatalogue.metric(named: name))
            if let value {
                let found = try #require(run.metrics[metric], "\(name)")
                #expect(abs(found - value) <= Self.sameValue * max(1, abs(value)), "\(name): \(found), not \(value)")
            } else {
                #expect(run.metrics[metric] == nil && run.metrics.note(for: metric) != nil, "\(name)")
            }
        }
    }

    @Test(arguments: [true, false])
    func `Positions in a file have the metrics of the pipeline that estimated them`(isGeodetic: Bool) throws {
        let recording = try Fixture().recording()
        let own = try recording.outcome(ofLocation: "fixes+positionKalman")
        let positions = try #require(own.positions)
        var text = isGeodetic ? "t,latitude,longitude,altitude," : "t,x,y,z,"
        text += "horizontalAccuracy,verticalAccuracy\n"
        for (index, time) in positions.times.enumerated() {
            let estimate = positions.estimates[index]
            let fix = try #require(positions.fix(at: index))
            let place =
                isGeodetic
                ? "\(fix.latitude.degrees),\(fix.longitude.degrees),\(fix.altitudeMetres ?? .nan)"
                : "\(estimate.position.x),\(estimate.position.y),\(estimate.position.z)"
            text += "\(time),\(place),\(estimate.radius ?? .nan),\(estimate.verticalDeviation ?? .nan)\n"
        }
        let folder = try TemporaryFolder()
        let path = try folder.write(text, to: "mine.csv")
        let read = try recording.outcome(of: .estimate(EstimateSource(name: "mine", path: path)))
        #expect(read.failure == nil && read.run.pipeline.source == path)
        for metric in MetricCatalogue.metrics where !MetricCatalogue.ofTime.contains(metric) {
            guard let expected = own.run.metrics[metric] else {
                #expect(read.run.metrics[metric] == nil, "\(metric.name)")
                continue
            }
            let found = try #require(read.run.metrics[metric], "\(metric.name)")
            #expect(abs(found - expected) <= Self.sameValue * max(1, abs(expected)), "\(metric.name): \(found)")
        }
        #expect(read.run.metrics.note(for: .computeMean) == "estimates from a file have no computing time")
        #expect(read.run.remarks.contains { $0.contains("rows of \(path)") })
    }

    @Test func `Aligned clocks shift neither fixes nor estimated positions`() throws {
        var recording = SyntheticMotion(seed: 1).recording(early: 0.3)
        let origin = try #require(GeodeticPosition(latitudeDegrees: 48, longitudeDegrees: 10, height: 0))
        let frame = LocalTangentFrame(at: origin)
        recording.origin = origin
        // A walk around a circle, and fixes that are 1 s late.
        func position(_ time: Seconds) -> Vector3 { Vector3(30 * Double.cos(time / 10), 30 * Double.sin(time / 10), 0) }
        let moments = try #require(recording.reference?.times)
        recording.reference?.positions = moments.map(position)
        let times = (1...59).map(Double.init)
        recording.location = SensorStream(
            times: times,
            values: try times.map { time in
                LocationFix(try #require(frame.position(ofLocal: position(time - 1)).geodetic()))
            }
        )
        let rows = times.map { "\($0),\(position($0 - 1).x),\(position($0 - 1).y)\n" }
        let folder = try TemporaryFolder()
        let path = try folder.write("t,x,y\n" + rows.joined(), to: "mine.csv")
        var options = EvaluationOptions()
        options.alignsClocks = true
        let outcomes = try RecordingEvaluation.evaluate(
            recording,
            subjects: [
                .location(try LocationPipelineSpecification(parsing: "fixes")),
                .estimate(EstimateSource(name: "mine", path: path)),
            ],
            options: options
        )
        #expect(outcomes.map(\.run.recording.clock?.isApplied) == [true, true])
        for outcome in outcomes {
            // Milliseconds.
            #expect(abs(try #require(outcome.run.metrics[.locationLag]) - 1_000) < 20)
        }
        #expect(outcomes[1].run.remarks.contains { $0.hasPrefix("--align-clocks does not shift positions") })
    }

    @Test func `Swapped latitudes and longitudes are a warning`() throws {
        let fixture = try Fixture()
        let rows = fixture.fixes.map { $0.prefix(3).map { "\($0 ?? .nan)" }.joined(separator: ",") + "\n" }
        let folder = try TemporaryFolder()
        for (names, isSwapped) in [("latitude,longitude", false), ("longitude,latitude", true)] {
            let path = try folder.write("t,\(names)\n" + rows.joined(), to: "mine.csv")
            let source = EstimateSource(name: "mine", path: path)
            let remarks = try fixture.recording().outcome(of: .estimate(source)).run.remarks
            #expect(remarks.contains { $0.contains("check that latitude and longitude are not swapped") } == isSwapped)
        }
    }

    @Test func `Positions in metres are in the axes of a reference that is fitted to the fixes`() throws {
        var recording = try Fixture().recording()
        recording.origin = nil
        let truth = try #require(recording.reference)
        let positions = try #require(truth.positions)
        // The truth with an offset of 3 m and 4 m.
        let rows = zip(truth.times, positions).map { "\($0),\($1.x + 3),\($1.y + 4)\n" }
        let folder = try TemporaryFolder()
        let path = try folder.write("t,x,y\n" + rows.joined(), to: "mine.csv")
        let run = try recording.outcome(of: .estimate(EstimateSource(name: "mine", path: path))).run
        #expect(abs(try #require(run.metrics[.locationErrorP50]) - 5) < 1e-6)
        #expect(abs(try #require(run.metrics[.locationBias]) - 5) < 1e-6)
        #expect(run.metrics.note(for: .verticalRMS) == "the pipeline estimates no altitude")
    }

    @Test func `The Kalman filter's last position and covariance equal those of matrix equations`() throws {
        let fixture = try Fixture()
        let outcome = try fixture.recording().outcome(ofLocation: "fixes+positionKalman")
        let last = try #require(outcome.positions?.estimates.last)
        let found = [
            last.position.x, last.position.y, last.position.z, last.horizontalDeviation, last.horizontalDeviation,
            last.verticalDeviation,
        ]
        for (found, expected) in zip(found, fixture.kalman_end) {
            #expect(abs(try #require(found) - expected) < 1e-6)
        }
    }

    @Test func `Means and shares have intervals that contain them`() throws {
        let run = try Fixture().recording().outcome(ofLocation: "fixes").run
        for metric in [Metric.locationErrorMean, .locationErrorRMS, .claimed68, .claimedNEES] {
            let interval = try #require(run.metrics.intervals[metric], "\(metric.name)")
            let value = try #require(run.metrics[metric])
            #expect(interval.lower < value && value < interval.upper, "\(metric.name)")
        }
    }

    @Test func `A reference without a place on the Earth is rotated and moved to the fixes`() throws {
        let fixture = try Fixture()
        var recording = try fixture.recording()
        let turn = Angle(degrees: 140)
        // Motion capture with Y up, whose axes are rotated by 140° and whose origin is elsewhere.
        recording.origin = nil
        recording.reference?.positions = fixture.reference.map { row in
            let east = row[1] * turn.cosine - row[2] * turn.sine
            let north = row[1] * turn.sine + row[2] * turn.cosine
            return Vector3(east + 300, row[3] - 20, -north + 40)
        }
        let run = try recording.outcome(ofLocation: "fixes").run
        let located = try #require(fixture.fixes_metrics["location_error_p50_m"] ?? nil)
        let fitted = try #require(run.metrics[.locationErrorP50])
        // The fit removes the bias of 1.7 m, and adapts to the noise.
        #expect(abs(fitted - located) < 1.7)
        #expect(run.metrics[.locationBias] == nil)
        #expect(run.remarks.contains { $0.contains("rotated about y by") && $0.contains("96 fixes") })
    }

    @Test func `Without true positions, only times are measured`() throws {
        var recording = try Fixture().recording()
        recording.reference = nil
        let run = try recording.outcome(ofLocation: "fixes").run
        #expect(run.metrics[.firstLocation] == 0)
        #expect(run.metrics[.locationAvailable] != nil)
        #expect(run.metrics.note(for: .locationErrorP50) == Self.withoutPositions)
        #expect(run.metrics[.locationErrorP50] == nil)
    }

    @Test func `A recording without fixes has a reason for each metric`() throws {
        var recording = try Fixture().recording()
        recording.location = nil
        let run = try recording.outcome(ofLocation: "fixes").run
        for metric in MetricCatalogue.metrics {
            #expect(run.metrics[metric] == nil && run.metrics.note(for: metric) != nil, "\(metric.name)")
        }
        #expect(run.metrics.note(for: .locationErrorP50) == "the recording has no location")
        #expect(run.reasonUnmeasured == "the recording has no location")
    }

    @Test func `An offset of time is measured as a lag along the track`() throws {
        let fixture = try Fixture()
        var recording = try fixture.recording()
        let frame = LocalTangentFrame(at: try #require(recording.origin))
        // Fixes without noise, 2.3 s late.
        let fixes = try fixture.reference.enumerated().filter { $0.offset % 10 == 0 }.map { _, row in
            let position = frame.position(ofLocal: Vector3(row[1], row[2], row[3])).geodetic()
            return (time: row[0] + 2.3, fix: LocationFix(try #require(position)))
        }
        recording.location = SensorStream(times: fixes.map(\.time), values: fixes.map(\.fix))
        let run = try recording.outcome(ofLocation: "fixes").run
        // The path is interpolated between fixes 1.3 m apart, which cuts its corners.
        #expect(abs(try #require(run.metrics[.locationLag]) - 2_300) < 20)
        #expect(abs(try #require(run.metrics[.pathLengthRatio]) - 1) < 0.01)
    }

    @Test func `Floors count in the detection probability and in the third quartile of IPIN`() throws {
        var recording = Recording(name: "stairs")
        func stream(_ floor: (Int) -> Int?) -> SensorStream<LocationFix> {
            SensorStream(
                times: (0...40).map(Double.init),
                values: (0...40).map {
                    LocationFix(latitude: Angle(degrees: 48), longitude: Angle(degrees: 10), floor: floor($0))
                }
            )
        }
        recording.location = stream { _ in 1 }
        recording.truePositions = stream { $0 < 30 ? 1 : 3 }
        let run = try recording.outcome(ofLocation: "fixes").run
        let detection = try #require(run.metrics[.floorDetection])
        #expect(abs(detection - 3_000.0 / 41) < 1e-9)
        // 21 of 81 interpolated errors are 30 m, two floors; the third quartile is the value with index 60 of 0 to 80.
        #expect(abs(try #require(run.metrics[.ipinThirdQuartile]) - 30) < 1e-6)
        #expect(try #require(run.metrics[.locationErrorMax]) < 1e-6)

        recording.location = stream { _ in Int.max }
        recording.truePositions = stream { _ in -1 }
        let far = try recording.outcome(ofLocation: "fixes").run
        #expect(try #require(far.metrics[.ipinThirdQuartile]) > 1e19)

        recording.location = stream { _ in nil }
        let silent = try recording.outcome(ofLocation: "fixes").run
        #expect(silent.metrics.note(for: .floorDetection) == "the pipeline estimates no floor")
        let note = "the reference has floors, but some estimates have no floor"
        #expect(silent.metrics.note(for: .ipinThirdQuartile) == note)
        #expect(silent.metrics.note(for: .evaalPoints) == note)
    }

    /// A walk of 300 s with turns, and fixes that are late and have autocorrelated errors.
    private static func lateWalk(by lag: Seconds, _ noise: inout NormalSource) throws -> Recording {
        let origin = try #require(GeodeticPosition(latitudeDegrees: 48.4, longitudeDegrees: 9.95, height: 0))
        let frame = LocalTangentFrame(at: origin)
        var (position, heading) = (Vector3.zero, 0.0)
        let path = (0..<1_500).map { _ in
            heading += 0.25 * noise.next()
            position += Vector3(.cos(heading), .sin(heading), 0) * 0.25
            return position
        }
        let memory = Double.exp(-0.1)
        var error = Vector3.zero
        let fixes = (2..<300).compactMap { second -> (Seconds, LocationFix)? in
            error = error * memory + Vector3(noise.next(), noise.next(), 0) * (1 - memory * memory).squareRoot()
            let time = (Double(second) - lag) * 5
            let index = Int(time)
            let truth = path[index] + (path[index + 1] - path[index]) * (time - Double(index))
            return frame.position(ofLocal: truth + error).geodetic().map { (Double(second), LocationFix($0)) }
        }
        var recording = Recording(name: "walk")
        recording.origin = origin
        recording.location = SensorStream(times: fixes.map(\.0), values: fixes.map(\.1))
        recording.reference = ReferenceStream(times: path.indices.map { index in Double(index) / 5 }, positions: path)
        return recording
    }

    @Test func `Intervals of the lag contain the true lag in 91 to 98 % of walks`() throws {
        var noise = NormalSource(SplitMix64(seed: 5))
        let walks = 250
        var (count, hits) = (0, 0)
        for _ in 0..<walks {
            let walk = try Self.lateWalk(by: 1.3, &noise)
            let run = try walk.outcome(ofLocation: "fixes") { $0.metrics = [.locationLag] }.run
            guard let interval = run.metrics.intervals[.locationLag] else { continue }
            count += 1
            if (interval.lower...interval.upper).contains(1_300) { hits += 1 }
        }
        #expect(count > walks * 9 / 10)
        let share = Double(hits) / Double(count)
        #expect((0.91...0.98).contains(share), "\(share)")
    }

    @Test func `The error at rest is measured in rests of at least 3 s`() throws {
        /// The error at rest of fixes that are 1 m north and south of the reference, in turn. The reference moves east
        /// at 2 m/s, but rests from 10 s to `end`.
        func stillRMS(restUntil end: Seconds) throws -> Double? {
            var recording = try Fixture().recording()
            let frame = LocalTangentFrame(at: try #require(recording.origin))
            func east(_ time: Seconds) -> Metres { 2 * min(time, 10) + 2 * max(0, time - end) }
            let times = (0...200).map { Double($0) / 10 }
            recording.reference = ReferenceStream(times: times, positions: times.map { Vector3(east($0), 0, 0) })
            let seconds = Array(0..<20)
            recording.location = SensorStream(
                times: seconds.map { Double($0) + 0.25 },
                values: try seconds.map { second in
                    let position = Vector3(east(Double(second) + 0.25), second % 2 == 0 ? 1 : -1, 0)
                    var fix = LocationFix(try #require(frame.position(ofLocal: position).geodetic()))
                    fix.horizontalAccuracyMetres = 5
                    return fix
                }
            )
            return try recording.outcome(ofLocation: "fixes").run.metrics[.locationStillRMS]
        }
        // Four fixes are in the rest, two on each side of their mean.
        let measured = try #require(try stillRMS(restUntil: 13.8))
        #expect(abs(measured - 1) < Self.sameValue)
        #expect(try stillRMS(restUntil: 12.8) == nil)
    }
}
