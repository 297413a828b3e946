import Evaluation
import Experiments
import Pipelines
import SensorModel
import Testing

struct GridTests {
    /// The expected values are `numpy.round(numpy.arange(0.02, 2.000001, 0.02), 8)`, the grid of BROAD's example,
    /// printed by Python.
    @Test func `Linear steps are short decimals`() {
        let axis = GridAxis(name: "kp", values: .steps(first: 0.02, step: 0.02, count: 100, .linear))
        #expect((0..<3).map(axis.text) == ["0.02", "0.04", "0.06"])
        #expect(axis.text(at: 36) == "0.74")
        #expect(axis.text(at: 49) == "1")
        #expect(axis.text(at: 99) == "2")
        let fine = GridAxis(name: "ki", values: .steps(first: 0, step: 0.0001, count: 41, .linear))
        #expect(fine.text(at: 0) == "0")
        #expect(fine.text(at: 12) == "0.0012")
        #expect(fine.text(at: 40) == "0.004")
    }

    /// The expected values are `numpy.geomspace(0.01, 1, 5)`.
    @Test func `Logarithmic steps have equal ratios`() throws {
        let axis = GridAxis(name: "a", values: .steps(first: 0.01, step: 3.1622776601683795, count: 5, .logarithmic))
        let expected = [0.01, 0.03162277660168379, 0.1, 0.31622776601683794, 1]
        for (index, value) in expected.enumerated() {
            let found = try #require(Double(axis.text(at: index)))
            #expect(abs(found - value) <= value * 5e-6)
        }
    }

    @Test func `A fraction of an interval is linear or logarithmic`() {
        let linear = GridAxis(name: "a", values: .interval(2...6, .linear))
        #expect(linear.text(atShare: 0.25) == "3")
        let logarithmic = GridAxis(name: "a", values: .interval(0.01...100, .logarithmic))
        #expect(logarithmic.text(atShare: 0.5) == "1")
        let words = GridAxis(name: "reference", values: .list(["halved", "full"]))
        #expect([0, 0.49, 0.5, 0.99].map { words.text(atShare: $0) } == ["halved", "halved", "full", "full"])
    }

    private static let axes = [
        GridAxis(name: "kp", values: .list(["0.1", "0.2"])),
        GridAxis(name: "ki", values: .list(["0", "0.001", "0.002"])),
    ]

    @Test func `A grid varies the last axis first, and adds a missing default`() throws {
        let family = try PipelineFamily("mahony", axes: Self.axes)
        #expect(family.count == 7)
        let texts = try (0..<family.count).map { try family.specification(at: $0).text }
        #expect(
            texts == [
                "mahony:kp=0.1,ki=0", "mahony:kp=0.1,ki=0.001", "mahony:kp=0.1,ki=0.002", "mahony:kp=0.2,ki=0",
                "mahony:kp=0.2,ki=0.001", "mahony:kp=0.2,ki=0.002", "mahony",
            ]
        )
        let settings = try (0..<family.count).map { family.setting(of: try family.specification(at: $0)) }
        #expect(settings.map(\.isDefault) == [false, false, false, false, false, false, true])
        #expect(settings[1].parameters == ["kp": .number(0.1), "ki": .number(0.001)])
        #expect(settings[6].parameters == ["kp": .number(0.5), "ki": .number(0)])
        #expect(settings.allSatisfy { $0.pipeline == "mahony" })
    }

    @Test func `The default is not added to a grid that contains it, or if it is not requested`() throws {
        let holding = [GridAxis(name: "kp", values: .list(["0.1", "0.50"]))]
        #expect(try PipelineFamily("mahony", axes: holding).count == 2)
        #expect(try PipelineFamily("mahony", axes: Self.axes, wantsDefault: false).count == 6)
        #expect(try PipelineFamily("mahony").count == 1)
    }

    @Test func `A grid varies the parameters of location pipelines, also the estimator of pdr`() throws {
        let noise = GridAxis(name: "processNoise", values: .list(["0.1", "0.5"]))
        let kalman = try PipelineFamily("fixes:accuracyLimit=20m+positionKalman", axes: [noise])
        let texts = try (0..<kalman.count).map { try kalman.specification(at: $0).text }
        #expect(texts == [0.1, 0.5].map { "fixes:accuracyLimit=20m+positionKalman:processNoise=\($0)" })
        #expect(kalman.setting(of: try kalman.specification(at: 1)).isDefault)
        let heading = GridAxis(name: "heading", values: .list(["madgwick", "triad"]))
        let walk = try PipelineFamily("pdr", axes: [heading])
        #expect(
            try (0..<walk.count).map { try walk.specification(at: $0).text } == [
                "pdr:heading=madgwick", "pdr:heading=triad", "pdr",
            ]
        )
        let unknown = GridAxis(name: "windows", values: .list(["5"]))
        let error = #expect(throws: InputError.self) { try PipelineFamily("fixes+movingAverage", axes: [unknown]) }
        #expect(error?.message.contains("the pipeline has no parameter 'windows'") == true)
    }

    @Test func `An ambiguous parameter needs the name of its stage`() throws {
        let axis = GridAxis(name: "oneEuro.minCutoff", values: .list(["1", "2"]))
        let family = try PipelineFamily("lowPass:alpha=0.5+triad+oneEuro:beta=1", axes: [axis])
        #expect(try family.specification(at: 1).text == "lowPass:alpha=0.5+triad+oneEuro:beta=1,minCutoff=2")
        let gap = GridAxis(name: "maximumGap", values: .list(["1"]))
        let error = #expect(throws: InputError.self) {
            try PipelineFamily("lowPass+triad+oneEuro", axes: [gap])
        }
        #expect(
            error?.message
                == "several stages have the parameter 'maximumGap': use one of alpha, timeConstant, cutoff, start, "
                + "lowPass.maximumGap, accelerationTolerance, minCutoff, beta, derivativeCutoff, oneEuro.maximumGap"
        )
        #expect(error?.advice == "write the stage's name before the parameter: STAGE.PARAMETER")
    }

    @Test func `The error of an unknown parameter names the nearest one`() {
        let axis = GridAxis(name: "kq", values: .list(["1"]))
        let error = #expect(throws: InputError.self) { try PipelineFamily("mahony", axes: [axis]) }
        #expect(
            error?.message
                == "the pipeline has no parameter 'kq': use one of kp, ki, start, maximumGap, magnetometer, ka, km, "
                + "reference, dip, magneticDetection, magneticThreshold, dipThreshold, fieldStrength, magneticWait, "
                + "repeatTime, repeatGain, accelerationThreshold, accelerationWindow, gravity"
        )
        #expect(error?.advice == "did you mean 'kp'?")
        let given = GridAxis(name: "kp", values: .list(["1"]))
        let twice = #expect(throws: InputError.self) { try PipelineFamily("mahony:kp=1", axes: [given]) }
        #expect(twice?.message == "'kp' has values in both the SPEC and the grid")
    }

    @Test func `Random points are reproducible in any order of access`() throws {
        let axes = [
            GridAxis(name: "kp", values: .interval(0.01...10, .logarithmic)),
            GridAxis(name: "ki", values: .interval(0...0.01, .linear)),
        ]
        let sample = PipelineFamily.Sample(count: 50, seed: 7)
        let family = try PipelineFamily("mahony", axes: axes, sample: sample, wantsDefault: false)
        let texts = try (0..<50).map { try family.specification(at: $0).text }
        #expect(try (0..<50).reversed().map { try family.specification(at: $0).text } == texts.reversed())
        #expect(Set(texts).count == 50)
        // Sequential numbers of the generator equal those of single points.
        var generator = SplitMix64(seed: 7)
        for text in texts {
            let shares = (generator.nextFraction(), generator.nextFraction())
            #expect(text == "mahony:kp=\(axes[0].text(atShare: shares.0)),ki=\(axes[1].text(atShare: shares.1))")
        }
    }
}
