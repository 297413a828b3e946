import Evaluation
import Testing

struct RunPairingTests {
    private static func runs(_ names: [(String, String)], _ pipeline: String = "vqf") -> [EvaluationRun] {
        names.map { ComparedSpecimens.run($0.0, pipeline, [:], sha256: $0.1) }
    }

    private static func pairing(_ old: [(String, String)], _ new: [(String, String)]) throws -> RunPairing {
        let pairings = RunPairing.all(ComparedSpecimens.results(runs(old)), ComparedSpecimens.results(runs(new)))
        return try #require(pairings.first)
    }

    @Test func `The same recording is a pair at any position`() throws {
        let pairing = try Self.pairing([("a", "1"), ("b", "2")], [("b", "2"), ("a", "1")])
        #expect(pairing.pairs.map(\.baseline) == [0, 1])
        #expect(pairing.pairs.map(\.candidate) == [1, 0])
        #expect(pairing.groups.isEmpty && pairing.missing.isEmpty && pairing.added.isEmpty)
    }

    @Test func `Different content under the same name is a group, and runs without a counterpart are missing or added`()
        throws
    {
        let pairing = try Self.pairing([("a", "1"), ("b", "2"), ("c", "3")], [("a", "9"), ("b", "2"), ("d", "4")])
        #expect(pairing.pairs.map(\.baseline) == [1])
        #expect(pairing.groups.map(\.name) == ["a"])
        #expect(pairing.groups.map(\.baseline) == [[0]])
        #expect(pairing.missing == [2])
        #expect(pairing.added == [2])
    }

    @Test func `Seeds of one scenario are a group, and the same seed is the same recording`() throws {
        let old = [("pan/seed-1", ""), ("pan/seed-2", ""), ("walk/seed-1", "")]
        let new = [("pan/seed-2", ""), ("pan/seed-3", ""), ("pan/seed-4", ""), ("walk/seed-x", "")]
        let pairing = try Self.pairing(old, new)
        #expect(pairing.pairs.map(\.baseline) == [1])
        #expect(pairing.groups.map(\.name) == ["pan"])
        #expect(pairing.groups.map(\.candidate) == [[1, 2]])
        #expect(pairing.missing == [2])
        #expect(pairing.added == [3])
    }

    @Test func `Seeds that the candidate lacks are missing runs`() throws {
        let pairing = try Self.pairing([("pan/seed-1", ""), ("pan/seed-2", "")], [("pan/seed-1", "")])
        #expect(pairing.pairs.count == 1)
        #expect(pairing.missing == [1])
    }

    @Test func `Equal parameters under one SPEC are paired first`() throws {
        let old = [0.1, 0.2].map { ComparedSpecimens.run("a", "file.yaml", [:], beta: $0) }
        let new = [0.3, 0.1].map { ComparedSpecimens.run("a", "file.yaml", [:], beta: $0) }
        let pairings = RunPairing.all(ComparedSpecimens.results(old), ComparedSpecimens.results(new))
        let pairs = try #require(pairings.first).pairs
        #expect(pairs.map(\.candidate) == [1, 0])
    }

    @Test func `Pipelines are in the order of the baseline, then of the candidate`() {
        let old = Self.runs([("a", "1")], "vqf") + Self.runs([("a", "1")], "triad")
        let new = Self.runs([("a", "1")], "mahony") + Self.runs([("a", "1")], "triad")
        let pairings = RunPairing.all(ComparedSpecimens.results(old), ComparedSpecimens.results(new))
        #expect(pairings.map(\.pipeline) == ["vqf", "triad", "mahony"])
        #expect(pairings.map(\.missing.count) == [1, 0, 0])
        #expect(pairings.map(\.added.count) == [0, 0, 1])
    }
}
