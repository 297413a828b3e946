import Evaluation
import Experiments
import Recordings
import SensorModel
import SensorSimulation
import TestSupport
import Testing

/// Report tables of tracked scenes.
struct SceneTableTests {
    /// Degrees. The start is known to the digits of the table.
    private static let startTolerance = 0.01
    /// Metres. The rounding of means and deviations.
    private static let rounding = 1e-9

    private static func definition(_ scene: String) throws(InputError) -> TableDefinition {
        let yaml = "title: T\ncaption: C\nscene:\n\(scene)"
        return try TableDefinition(parsing: Array(yaml.utf8), file: "t.yaml", name: "t", kinds: [SceneTable.self])
    }

    private static func table(_ scene: String) throws -> (table: SceneTable, made: ReportTable) {
        let definition = try definition(scene)
        guard let table = definition.content as? SceneTable else { preconditionFailure("a scene") }
        let scenes = try table.inputs.map { input in
            guard case .simulation(let simulation) = input.source else { preconditionFailure("a simulation") }
            let recording = simulation.recording()
            return try table.methods.map { try SceneEvaluation(recording, path: input.name, options: $0.options) }
        }
        return (table, table.table(of: scenes))
    }

    private static func number(_ made: ReportTable, _ row: Int, _ key: String) -> Double? {
        guard let column = made.columns.firstIndex(where: { $0.key == key }),
            case .number(let number) = made.rows[row][column]
        else { return nil }
        return number.value
    }

    /// Fixes and poses are exact, and −Z of the scene is 25° right of north.
    @Test func `Exact fixes correct the initial error, and positions are accurate`() throws {
        let folder = try TemporaryFolder()
        let noise = """
            noise: exact
            location: {rate: 1, accuracy: 5}
            pose: {rate: 10, alignment: gravityAndHeading, yawError: 25}
            reference: {rate: 10}
            """
        let path = try folder.write(noise, to: "exact.yaml")
        let (table, made) = try Self.table(
            """
              scenarios: [{scenario: walk, noise: \(path), duration: 60}]
              methods: [{name: any, certainty: any}, {name: far, certainty: any, count: 100, time: 1000}]
              rounds: [1, 9]
            """
        )
        #expect(table.methods.map(\.arguments) == ["--certainty any", "--count 100 --time 1000 --certainty any"])
        // A group of one recording has no spread.
        #expect(
            made.columns.map(\.key) == [
                "group", "method", "corrections", "first_s", "before_deg", "round_1_deg", "round_9_deg", "end_deg",
                "within_percent", "best_estimate_m", "last_fix_m",
            ]
        )
        #expect(abs(try #require(Self.number(made, 0, "before_deg")) - 25) < Self.startTolerance)
        for row in 0...1 {
            // The sphere of the method and the ellipsoid differ by up to 0.3 %: 0.2° of a direction.
            #expect(try #require(Self.number(made, row, "end_deg")) < 0.3)
            #expect(Self.number(made, row, "round_9_deg") == nil)
            // The position is exact at the fixes; a second later the error is a second of walking.
            #expect(try #require(Self.number(made, row, "last_fix_m")) < 1.5)
        }
        // After the correction at 10 s only the sphere causes an error. Before, the error is 25° over the path since
        // the best estimate.
        #expect(try #require(Self.number(made, 0, "best_estimate_m")) < 1)
        #expect(made.notes.contains("round 9 (°): the recording has fewer correction rounds (2 runs)"))
    }

    @Test func `A group of several recordings has a mean and a spread`() throws {
        let (_, made) = try Self.table(
            """
              scenarios: [{scenario: walk, noise: iphone6s, duration: 60, seeds: [1, 2]}]
              methods: [{name: any, certainty: any}]
              rounds: [1]
            """
        )
        let spread = try #require(Self.number(made, 0, "best_estimate_m_sd"))
        let (_, first) = try Self.table(Self.one(1))
        let (_, second) = try Self.table(Self.one(2))
        let values = [first, second].compactMap { Self.number($0, 0, "best_estimate_m") }
        #expect(values.count == 2)
        #expect(
            abs(try #require(Self.number(made, 0, "best_estimate_m")) - (values[0] + values[1]) / 2) < Self.rounding
        )
        // The standard deviation of two values is |a − b|/√2.
        #expect(abs(spread - abs(values[0] - values[1]) / 2.0.squareRoot()) < Self.rounding)
    }

    private static func one(_ seed: Int) -> String {
        """
          scenarios: [{scenario: walk, noise: iphone6s, duration: 60, seeds: [\(seed)]}]
          methods: [{name: any, certainty: any}]
        """
    }

    @Test(arguments: [
        ("  methods: []", "the table has no recordings"),
        ("  scenarios: [walk]\n  methods: [{name: a, pairs: most}]", "'pairs' is 'most', but must be all, disjoint, "),
        ("  scenarios: [walk]\n  methods: [{name: a, count: 0}]", "count '0' must be"),
        ("  scenarios: [walk]\n  methods: [{name: a, certainty: 0}]", "certainty '0' must be"),
        ("  scenarios: [walk]\n  methods: [{name: a}]\n  rounds: [0]", "rounds '0' must be"),
        ("  data: [a]\n  methods: [{name: a}]", "the table has third-party recordings, but no key 'data'"),
    ])
    func `An invalid definition is rejected`(scene: String, words: String) {
        let error = #expect(throws: InputError.self) {
            try Self.definition(scene)
        }
        #expect(error?.description.contains(words) == true, "\(String(describing: error))")
    }
}
