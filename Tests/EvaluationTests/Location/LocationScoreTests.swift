import Evaluation
import Foundation
import Geodesy
import Recordings
import SensorModel
import TestSupport
import Testing

/// The scores of competitions. `Fixtures/make_location_scores.py` computed the expected values with the published program
/// of the xDR Challenge and with numpy.
struct LocationScoreTests {
    /// The largest difference from the published programs.
    private static let sameScore = 1e-9

    private struct Fixture: Decodable {
        struct XDR: Decodable {
            struct Value: Decodable { let value: Double }
            struct Gradient: Decodable { let corrections: [Double], value: Double }
            struct Edge: Decodable {
                let name: String, truth: [[Double]], estimate: [[Double]]
                let ce: Double?, ca: Double?, eag: Double?, ve: Double?
            }
            let truth: [[Double]], estimate: [[Double]], dead_reckoning: [[Double]]
            let ce: Value, ca: Value, eag: Value, ve: Value, eag_between: Gradient
            let obstacle: Double
            let indices: [String: Double], indices_between: [String: Double]
            let edges: [Edge]
        }
        struct Evaal: Decodable { let table: [[Double]] }
        let xdr: XDR
        let evaal: Evaal

        init() throws {
            self = try Package.decode("Tests/EvaluationTests/Fixtures/location-scores.json")
        }
    }

    /// Positions from rows of time, x, y, and a floor at `floor`.
    private static func positions(_ rows: [[Double]], floor: Int) -> [FloorPosition] {
        rows.map { FloorPosition(time: $0[0], x: $0[1], y: $0[2], floor: Int($0[floor])) }
    }

    private static func expectEqual(_ found: Double?, _ expected: Double?, _ name: String) throws {
        guard let expected else {
            #expect(found == nil, "\(name)")
            return
        }
        #expect(abs(try #require(found, "\(name)") - expected) <= sameScore, "\(name)")
    }

    @Test(arguments: [false, true])
    func `The scores of the xDR Challenge equal those of its program`(isCorrected: Bool) throws {
        let xdr = try Fixture().xdr
        let corrections = xdr.eag_between.corrections
        let score = XDRScore(
            truth: Self.positions(xdr.truth, floor: 4),
            estimate: Self.positions(xdr.estimate, floor: 3),
            reckoning: Self.positions(xdr.dead_reckoning, floor: 3),
            corrections: isCorrected ? corrections[0]...corrections[1] : nil
        )
        try Self.expectEqual(score.circularError, xdr.ce.value, "CE")
        try Self.expectEqual(score.circularAccuracy, xdr.ca.value, "CA")
        try Self.expectEqual(score.errorGradient, isCorrected ? xdr.eag_between.value : xdr.eag.value, "EAG")
        try Self.expectEqual(score.velocityError, xdr.ve.value, "VE")
        let expected = isCorrected ? xdr.indices_between : xdr.indices
        try Self.expectEqual(score.indices.ce, expected["i_ce"], "I_ce")
        try Self.expectEqual(score.indices.ca, expected["i_ca"], "I_ca")
        try Self.expectEqual(score.indices.eag, expected["i_eag"], "I_eag")
        try Self.expectEqual(score.indices.ve, expected["i_ve"], "I_ve")
        try Self.expectEqual(score.total(obstacle: 100 * xdr.obstacle), expected["total"], "total")
        let others = try #require(expected["total"]) - 0.15 * 100 * xdr.obstacle
        try Self.expectEqual(score.total(), others / 0.85, "total without obstacles")
    }

    @Test(arguments: 0..<5)
    func `Where the xDR Challenge's program fails, there is no score`(index: Int) throws {
        let xdr = try Fixture().xdr
        let edge = xdr.edges[index]
        let truth = Self.positions(edge.truth.isEmpty ? xdr.truth : edge.truth, floor: 4)
        var estimate = Self.positions(edge.estimate, floor: 3)
        switch edge.name {
        case "always the wrong floor":
            estimate = Self.positions(xdr.estimate, floor: 3)
            for index in estimate.indices { estimate[index].floor = 2 }
        case "only the first 20 s":
            estimate = Self.positions(xdr.estimate, floor: 3).filter { $0.time < 1_020 }
        default: break
        }
        let score = XDRScore(truth: truth, estimate: estimate)
        try Self.expectEqual(score.circularError, edge.ce, "\(edge.name): CE")
        try Self.expectEqual(score.circularAccuracy, edge.ca, "\(edge.name): CA")
        try Self.expectEqual(score.errorGradient, edge.eag, "\(edge.name): EAG")
        try Self.expectEqual(score.velocityError, edge.ve, "\(edge.name): VE")
        #expect((score.total() == nil) == [edge.ce, edge.ca, edge.eag, edge.ve].contains(nil))
    }

    @Test func `The points of EvAAL of 2013 follow its table`() throws {
        for row in try Fixture().evaal.table {
            #expect(abs(EvaalScore.points(ofThirdQuartile: row[0]) - row[1]) <= Self.sameScore, "\(row[0]) m")
        }
    }

    @Test func `The metrics of the xDR Challenge are measured if an option names one`() throws {
        let xdr = try Fixture().xdr
        var recording = Recording(name: "xdr")
        // 1 m of a plane that touches the Earth at this origin.
        recording.origin = GeodeticPosition(latitudeDegrees: 35, longitudeDegrees: 139, height: 0)
        recording.reference = ReferenceStream(
            times: xdr.truth.map { $0[0] },
            positions: xdr.truth.map { Vector3($0[1], $0[2], 0) }
        )
        let folder = try TemporaryFolder()
        let rows = xdr.estimate.map { "\($0[0]),\($0[1]),\($0[2])\n" }
        let path = try folder.write("t,x,y\n" + rows.joined(), to: "mine.csv")
        var options = EvaluationOptions()
        options.metrics = [.xdrScore, .xdrVelocityError]
        let source = EstimateSource(name: "mine", path: path)
        let run = try recording.outcome(of: .estimate(source), options: options).run
        try Self.expectEqual(run.metrics[.xdrVelocityError], xdr.ve.value, "VE does not depend on floors")
        let score = XDRScore(
            truth: xdr.truth.map { FloorPosition(time: $0[0], x: $0[1], y: $0[2]) },
            estimate: xdr.estimate.map { FloorPosition(time: $0[0], x: $0[1], y: $0[2]) }
        )
        try Self.expectEqual(run.metrics[.xdrScore], score.total(), "score")
        #expect(run.metrics[.xdrCircularError] == nil)
    }
}
