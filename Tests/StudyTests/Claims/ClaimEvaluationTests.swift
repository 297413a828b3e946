import Evaluation
import Experiments
import Recordings
import SensorModel
import SensorSimulation
import Study
import Testing

/// Claims on recordings with figures in closed form.
struct ClaimEvaluationTests {
    /// A low-pass with a time constant of 0.7 s settles within 1° after a turn of 90° in 0.7 s · ln 90, from the middle
    /// of the turn at 50 ms. One with 0.35 s needs half of that time.
    private static let text = """
        title: T
        caption: C
        claims:
          - {figure: area-width-of-view}
          - claim: slow
            source: Stevense & van der Tak 2010
            section: C.3.2
            statement: A slow low-pass takes over three seconds.
            printed: over three seconds
            cases:
              - condition: 0.7 s
                measure: {scenario: "step-yaw:angle=90,riseTime=0.1,rest=12", noise: none,
                  pipeline: "triad+lowPass:timeConstant=0.7", metric: step_settling_ms}
                holds: {above: 3000}
              - condition: 0.35 s
                measure: {scenario: "step-yaw:angle=90,riseTime=0.1,rest=12", noise: none,
                  pipeline: "triad+lowPass:timeConstant=0.35", metric: step_settling_ms}
                holds: {above: 3000}
          - claim: twice
            source: Stevense & van der Tak 2010
            section: C.3.2
            statement: Twice the time constant takes twice as long.
            cases:
              - measure: {scenario: "step-yaw:angle=90,riseTime=0.1,rest=12", noise: none,
                  pipeline: "triad+lowPass:timeConstant=0.7", metric: step_settling_ms}
                over: {scenario: "step-yaw:angle=90,riseTime=0.1,rest=12", noise: none,
                  pipeline: "triad+lowPass:timeConstant=0.35", metric: step_settling_ms}
                holds: {above: 1.9, below: 2.1}
          - claim: no-step
            source: Stevense & van der Tak 2010
            section: C.3.2
            statement: A phone at rest makes no step.
            cases:
              - measure: {scenario: still, noise: none, pipeline: triad, metric: step_settling_ms}
                holds: {below: 1}
          - claim: calm
            source: Stevense & van der Tak 2010
            section: C.3.1
            statement: A low-pass calms a phone at rest.
            cases:
              - measure: {scenario: still, seeds: [1, 2, 3], pipeline: triad+lowPass, metric: increment_rms_deg}
                over: {scenario: still, seeds: [1, 2, 3], pipeline: triad, metric: increment_rms_deg}
                holds: {below: 0.5}
          - claim: jump
            source: AREA 2013
            section: VII-C
            statement: A degree moves a place by 8 pixels.
            printed: 8 px
            cases: [{computed: area-jump, holds: {above: 7.5, below: 8.5}}]
          - {claim: magic, source: Yandex 2018, section: summary, statement: It is magic., undecided: Not measurable.}
          - {figure: area-nested-test}
        """

    /// Milliseconds: the sampling interval.
    private static let oneSample = 10.0

    /// The definition of a table of claims.
    static func definition(_ yaml: String) throws(InputError) -> TableDefinition {
        try TableDefinition(parsing: Array(yaml.utf8), file: "t.yaml", name: "t", kinds: [ClaimTable.self])
    }

    private static func evaluation() async throws -> ClaimEvaluation {
        let definition = try Self.definition(text)
        guard let table = definition.content as? ClaimTable else {
            Issue.record("the table is not a table of claims")
            return ClaimEvaluation([])
        }
        var evaluation = ClaimEvaluation(table.claims)
        for batch in evaluation.batches {
            let outcome = await BatchEvaluation(subjects: batch.subjects, options: batch.options).evaluate(
                batch.simulations.indices.map(String.init)
            ) { number throws(InputError) in batch.simulations[Int(number) ?? 0].recording() }
            evaluation.set(outcome.outcomes.map(\.run), of: batch)
        }
        return evaluation
    }

    /// The last claim is a printed number that the text cannot decide.
    @Test func `Each claim has the verdict of its closed form`() async throws {
        let evaluation = try await Self.evaluation()
        let verdicts = evaluation.claims.map { evaluation.verdict($0) }
        #expect(verdicts == [.holds, .depends, .holds, .undecided, .holds, .fails, .undecided, .undecided])
        #expect(evaluation.counts.map(\.count) == [3, 1, 1, 3])
        // Each recording is simulated once for all claims.
        #expect(evaluation.batches.count == 3)
        #expect(evaluation.batches[0].subjects.count == 2)
    }

    @Test func `The quotient of means over seeds has an interval; a single recording has no interval`() async throws {
        let evaluation = try await Self.evaluation()
        func measurement(_ name: String) throws -> ClaimMeasurement {
            let claim = try #require(evaluation.claims.first { $0.name == name })
            guard case .measured(let cases) = claim.content else { throw CancellationError() }
            return evaluation.measurement(cases[0].quantity)
        }
        let slow = try measurement("slow")
        let value = try #require(slow.value)
        #expect(abs(value - (50 + 700 * 4.499_81)) < Self.oneSample)
        #expect(slow.interval == nil)
        let calm = try measurement("calm")
        let (mean, interval) = (try #require(calm.value), try #require(calm.interval))
        #expect(interval.lower < mean && mean < interval.upper && interval.upper < 0.5)
        let none = try measurement("no-step")
        #expect(none.value == nil)
        #expect(none.reason == "step_settling_ms: the recording has no step")
    }

    @Test func `Only claims of measurements have a command`() async throws {
        let evaluation = ClaimEvaluation(try await Self.evaluation().claims)
        let recording = "sextant evaluate --scenario step-yaw:angle=90,riseTime=0.1,rest=12 --noise none "
        let pipelines = "--pipeline triad+lowPass:timeConstant=0.7 --pipeline triad+lowPass:timeConstant=0.35 "
        #expect(evaluation.command(evaluation.claims[1]) == recording + pipelines + "--metrics step_settling_ms")
        #expect(
            evaluation.command(evaluation.claims[4])
                == "sextant evaluate --scenario still --noise iphone4s --seeds 3 --pipeline triad+lowPass "
                + "--pipeline triad --metrics increment_rms_deg"
        )
        #expect(evaluation.command(evaluation.claims[5]) == nil)
        #expect(evaluation.command(evaluation.claims[6]) == nil)
    }

    @Test(arguments: [
        (
            "  - {figure: area-with-of-view}\n",
            "unknown printed figure 'area-with-of-view': use a figure of the table seed-figures",
            "did you mean 'area-width-of-view'?"
        ),
        (
            "  - {claim: a, source: b, section: c, statement: d}\n",
            "the claim has neither 'cases' nor 'undecided', or both, but needs either 'cases' with measurements or 'undecided' with a reason",
            ""
        ),
        (
            "  - {claim: a, source: b, section: c, statement: d, cases: []}\n",
            "the claim has no case, but needs either 'cases' with measurements or 'undecided' with a reason", ""
        ),
        (
            "  - {claim: a, source: b, section: c, statement: d, undecided: e}\n"
                + "  - {claim: a, source: b, section: c, statement: d, undecided: e}\n",
            "two claims have the name 'a'", "rename one of the two"
        ),
        (
            "  - {claim: a, source: b, section: c, statement: d, cases: [{measure: {scenario: still, pipeline: triad, "
                + "metric: lag_ms}, holds: {above: 2, below: 1}}]}\n",
            "'holds' needs 'above', 'below' or both in the metric's unit, with 'above' not larger than 'below'", ""
        ),
        (
            "  - {claim: a, source: b, section: c, statement: d, cases: [{measure: {scenario: still, metric: lag_ms}, "
                + "holds: {above: 2}}]}\n",
            "a measurement needs either 'pipeline' or 'system'", ""
        ),
    ])
    func `A claim that cannot be checked is rejected`(claims: String, found: String, remedy: String) {
        do {
            _ = try Self.definition("title: T\ncaption: C\nclaims:\n" + claims)
            Issue.record("no error")
        } catch {
            #expect(error.message == found)
            if !remedy.isEmpty { #expect(error.advice == remedy) }
        }
    }
}
