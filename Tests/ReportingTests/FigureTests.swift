import Evaluation
import Foundation
import Pipelines
import Recordings
import Reporting
import SensorModel
import SensorSimulation
import TestSupport
import Testing

struct FigureTests {
    /// Ranks. The expected value has three decimals.
    private static let printedDigits = 0.001

    @Test func `The front has the rows that no other row dominates`() {
        let rows: [[Double?]] = [[1, 5], [2, 2], [5, 1], [3, 3], [2, 2], [nil, 0], [1, 6]]
        #expect(TradeOffFigures.front(of: rows) == [0, 1, 2, 4])
        #expect(TradeOffFigures.front(of: []).isEmpty)
    }

    @Test(arguments: [
        ("02_undisturbed_slow_rotation_B", ["motion": "rotation", "speed": "slow", "disturbance": "undisturbed"]),
        ("Jakob_iPhone5_NoDist_Swinging", ["device": "iphone5", "motion": "swinging", "disturbance": "undisturbed"]),
        ("34_disturbed_attached_magnet_3cm", ["disturbance": "disturbed"]), ("recording", [:]), ("", [:]),
        ("iphone nexus", [:]),
    ])
    func `Motion, speed, device and disturbance are found in names`(name: String, traits: [String: String]) {
        let found = RecordingTraits(name: name).values
        #expect(Dictionary(uniqueKeysWithValues: found.map { ($0.key.rawValue, $0.value) }) == traits)
    }

    @Test func `Ranks have bars of half the critical difference, the best first`() throws {
        let groups = RecordingGroup.groups(of: Specimens.ranked.runs)
        let means = PipelineMeans.all(in: groups)
        let figures = ReportFigure.ranks(of: means, over: groups.count, by: [.totalRMSE, .lag])
        // Only four recordings have a lag, too few for a ranking.
        #expect(figures.map(\.name) == ["ranks-total-rmse-deg"])
        let plot = try #require(figures.first).plot
        #expect(plot.y.categories == ["madgwick:beta=0.1", "vqf", "triad"])
        let points: [Plot.Point] = plot.series.flatMap { $0.stretches.flatMap { $0 } }
        let ranks: [Double] = points.map(\.x)
        #expect(ranks == [1.5, 1.5, 3])
        // CD = 2.3437 · √(12/60).
        let halves: [Double] = points.map { ($0.interval?.upperBound ?? 0) - $0.x }
        #expect(halves.allSatisfy { ($0 - 0.524).magnitude < Self.printedDigits })
    }

    private static func means(_ runs: [EvaluationRun]) -> [PipelineMeans] {
        PipelineMeans.all(in: RecordingGroup.groups(of: runs))
    }

    @Test func `A trait with a single value has no pictures`() {
        let runs = ["slow walk", "slow stairs"].flatMap { [Specimens.run($0, "a"), Specimens.run($0, "b", scale: 3)] }
        let groups = RecordingGroup.groups(of: runs)
        let multiples = TraitFigures(groups, Self.means(runs), accuracy: .totalRMSE).multiples
        #expect(multiples.map(\.kind) == [.motion])
        #expect(multiples.flatMap(\.figures).map(\.title) == ["Walking", "Stairs"])
        #expect(multiples[0].figures.allSatisfy { $0.plot.x == multiples[0].figures[0].plot.x })
    }

    /// total_rmse_deg is the specimen's scale.
    @Test func `Runs that differ in one parameter form a curve, ordered by that parameter`() throws {
        let runs = [0.3, 0.1, 0.2].map {
            Specimens.run("walk", "triad+lowPass:alpha=\($0)", scale: 10 * $0, parameters: ["alpha": .number($0)])
        }
        let figures = ParameterFigures(Self.means(runs), accuracy: .totalRMSE).figures
        try #require(figures.count == 3)
        #expect(figures[0].title == "triad+lowPass: total RMSE (°) by alpha")
        let points = figures[0].plot.series.map { $0.stretches.map { $0.map { [$0.x, $0.y] } } }
        #expect(points == [[[[0.1, 1], [0.2, 2], [0.3, 3]]]])
        #expect(ParameterFigures(Self.means(Array(runs.dropLast())), accuracy: .totalRMSE).figures.isEmpty)
    }

    @Test func `A grid of two parameters has a line per value of the other parameter`() {
        let runs = [1.0, 2, 3].flatMap { beta in
            [10.0, 20].map { cutoff in
                Specimens.run(
                    "walk",
                    "madgwick:beta=\(beta)+lowPass:cutoff=\(cutoff)",
                    parameters: ["beta": .number(beta), "cutoff": .number(cutoff), "driver": .word("gyroscope")]
                )
            }
        }
        let figures = ParameterFigures(Self.means(runs), accuracy: .totalRMSE).figures
        #expect(figures.count == 3)
        #expect(figures[0].plot.series.map(\.name) == ["cutoff=10", "cutoff=20"])
    }

    @Test func `The data of a picture have a pair of columns per series`() {
        let plot = Plot(
            x: Plot.Axis(title: "time (s)"),
            y: Plot.Axis(title: "error (°)"),
            series: [
                Plot.Series("a,b", .line, slot: 0, [[Plot.Point(0, 1), Plot.Point(1, 2.5)]]),
                Plot.Series("c", .line, slot: 1, [[Plot.Point(0.25, 7)]]),
                Plot.Series("empty", .line, slot: 2, [[Plot.Point(.nan, 7)]]),
            ]
        )
        let data = ReportFigure(name: "x", title: "x", caption: "x", plot: plot).data
        let header = "\"a,b: time (s)\",\"a,b: error (°)\",c: time (s),c: error (°)"
        #expect(data == header + "\n0,1,0.25,7\n1,2.5,,\n")
    }

    @Test func `The error over time has stretches, rests and disturbances`() throws {
        let group = try #require(RecordingGroup.groups(of: SeriesSpecimens.walk.runs).first)
        let figures = RecordingFigures(group: group, slots: [0, 1, 2], columns: 300).figures
        let names = ["error-over-time", "error-distribution", "error-spectrum", "compute-cost"]
        #expect(figures.map(\.name) == names)
        #expect(figures[0].plot.series[0].stretches.map(\.count) == [3, 2])
        #expect(figures[0].plot.bands.map(\.kind) == [.rest, .disturbance])
        #expect(figures[0].caption.contains("at rest"))
    }

    /// A replay of exact attitudes. An upright device turns from south-south-east to south-south-west, by 40° per second.
    private static func replay(
        _ pipelines: [String],
        options: EvaluationOptions = EvaluationOptions()
    ) throws -> ScreenReplay {
        let times = (0...200).map { Double($0) / 100 }
        let upright = UnitQuaternion(angle: Angle(degrees: 90), axis: Vector3(1, 0, 0))
        let turns = times.map { time in
            UnitQuaternion(angle: Angle(degrees: -150 - 40 * min(time, 1.5)), axis: Vector3(0, 0, 1)) * upright
        }
        var recording = Recording(name: "turn")
        recording.attitude = SensorStream(times: times, values: turns)
        recording.reference = ReferenceStream(times: times, orientations: turns)
        let systems = try pipelines.map { name in
            try DescribedSystem(try PipelineSpecification(parsing: name), on: CameraCatalogue.standard)
        }
        return try ScreenReplay.replay(recording, systems: systems, span: 0...2, options: options)
    }

    @Test func `A replay relative to the device's attitude names no winner`() throws {
        var options = EvaluationOptions()
        options.reference = .device
        let pipelines = ["deviceAttitude+lowPass", "deviceAttitude+oneEuro"]
        let page = ReplayPage(try Self.replay(pipelines, options: options), rate: 30).text
        let verdict = "The reference is the device&#39;s own attitude, not the truth. RMS distance of the labels from"
        #expect(page.contains(verdict))
        #expect(page.contains("is where a place would be according to the device’s own attitude"))
        for claim in ["closest to their places", "the camera sees a place; the", "class=\"best\""] {
            #expect(!page.contains(claim), "\(claim)")
        }
        let withTruth = ReplayPage(try Self.replay(pipelines), rate: 30).text
        #expect(withTruth.contains("In this recording, &#39;"))
    }

    @Test func `The screens of a replay are side by side`() throws {
        let pipelines = ["deviceAttitude", "deviceAttitude+lowPass", "deviceAttitude+oneEuro"]
        let page = ReplayPage(try Self.replay(pipelines), rate: 30).text
        // Screens are 170 pixels wide, and the gaps are 14 pixels wide: 14, 14 + 184 and 14 + 2 · 184.
        for left in [14, 198, 382] { #expect(page.contains("<g transform=\"translate(\(left) 46)\">"), "\(left)") }
    }

    /// The file of a strip has six frames.
    @Test func `The frames of a strip are one below the other, and fill its height`() async throws {
        let replay = try Self.replay(["deviceAttitude"])
        let folder = try TemporaryFolder()
        let path = folder.url.appendingPathComponent("film.svg").path
        try await ReplayFilm(replay).save(to: path, as: .svg)
        let strip = try String(contentsOfFile: path, encoding: .utf8)
        // A screen of 170 pixels between two gaps of 14 pixels is 198 pixels wide.
        let shape = /viewBox="0 0 198 ([0-9.]+)"/
        let frame = try #require(ReplayPage(replay, rate: 30).text.firstMatch(of: shape).flatMap { Double($0.1) })
        let height = try #require(strip.firstMatch(of: shape).flatMap { Double($0.1) })
        let rows = strip.matches(of: /<g transform="translate\(0 ([0-9.]+)\)">/).compactMap { Double($0.1) }
        // Each number is rounded to a tenth, and the frame's rounding counts up to six times.
        #expect(abs(height - 6 * frame) < 0.351)
        #expect(rows.count == 6)
        #expect(rows.enumerated().allSatisfy { abs($0.element - Double($0.offset) * frame) < 0.351 })
    }

    @Test func `The signs of the quaternions in a replay do not change within a turn`() throws {
        let page = ReplayPage(try Self.replay(["deviceAttitude"]), rate: 30).text
        let truth = try #require(page.firstMatch(of: /"truth":"([^".]+)\./)).1
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
        var (number, shift, last) = (0, 0, 0)
        for byte in truth.utf8 {
            let digit = try #require(digits.firstIndex(of: byte))
            number |= (digit & 31) << shift
            shift += 5
            guard digit < 32 else { continue }
            // The lowest bit is the sign. Negative differences are shifted by -1.
            last += number & 1 == 0 ? number >> 1 : 1 - (number >> 1)
            (number, shift) = (0, 0)
        }
        // The first w is cos 75° cos 45° > 0, and the last w is cos 105° cos 45° = -0.183 013, in steps of 1/8192.
        #expect(last == -1_499)
    }
}
