import Pipelines
import SensorFilters
import SensorModel
import Testing

@Suite("SPECs")
struct PipelineSpecificationTests {
    @Test func `A SPEC has an estimator and filters before and after it, with parameters and units`() throws {
        let text =
            "lowPass:alpha=0.2,sensor=accelerometer+triad+derivativeSmoother:stabiliser=5deg/s,baseCorrection=5e-2"
        let specification = try PipelineSpecification(parsing: text)
        #expect(specification.text == text)
        #expect(specification.sensorFilters.map(\.entry.name) == ["lowPass"])
        #expect(specification.sensorFilters.first?.sensor == .accelerometer)
        #expect(specification.estimator.entry.name == "triad")
        #expect(specification.orientationFilters.map(\.entry.name) == ["derivativeSmoother"])
        #expect(
            specification.parameters == [
                "alpha": .number(0.2), "sensor": .word("accelerometer"), "start": .word("sample"),
                "lowPass.maximumGap": .number(1),
                "baseCorrection": .number(0.05), "correctionGain": .number(0.3), "stabiliser": .number(5),
                "derivativeWindow": .number(33), "inputWindow": .number(7), "derivativeSmoother.maximumGap": .number(1),
            ]
        )
    }

    @Test func `A repeated filter has separate parameters`() throws {
        let parameters = try PipelineSpecification(parsing: "triad+lowPass:alpha=0.5+lowPass:alpha=0.25").parameters
        #expect(parameters["lowPass.alpha"] == .number(0.5))
        #expect(parameters["lowPass#2.alpha"] == .number(0.25))
    }

    @Test func `A stage accepts only its own parameters`() throws {
        let specification = try PipelineSpecification(parsing: "movingAverage+madgwick")
        #expect(specification.accepts(parameter: "window", ofStage: 0))
        #expect(!specification.accepts(parameter: "beta", ofStage: 0))
        #expect(specification.accepts(parameter: "beta", ofStage: 1))
        #expect(!specification.accepts(parameter: "window", ofStage: 1))
        #expect(specification.parameter("window", ofStage: 0)?.name == "window")
        #expect(specification.parameter("window", ofStage: 1) == nil)
    }

    @Test func `A calibration acts on its own or on the named sensor`() throws {
        let text = "bias:rest=2s+hardIron:x=12uT+scale:x=1.01,sensor=magnetometer+mahony"
        let specification = try PipelineSpecification(parsing: text)
        #expect(specification.sensorFilters.map(\.sensor) == [.gyroscope, .magnetometer, .magnetometer])
        #expect(specification.parameters["bias.sensor"] == .word("gyroscope"))
    }

    @Test func `A plus sign before a digit is part of a number`() throws {
        let parameters = try PipelineSpecification(parsing: "madgwick:beta=1e+1").parameters
        #expect(parameters["beta"] == .number(10))
    }

    @Test(
        arguments: [
            ("triad+lowPas", 7, "unknown stage 'lowPas'", "did you mean 'lowPass'?"),
            ("triadd", 1, "unknown stage 'triadd'", "did you mean 'triad'?"),
            (
                "", 1, "the name of an estimator or a filter is missing",
                "see 'sextant list estimators' and 'sextant list filters'"
            ),
            (
                "triad+", 7, "the name of an estimator or a filter is missing",
                "see 'sextant list estimators' and 'sextant list filters'"
            ),
            (
                "triad++lowPass", 7, "the name of an estimator or a filter is missing",
                "see 'sextant list estimators' and 'sextant list filters'"
            ),
            (
                "lowPass", 1, "the pipeline has no estimator",
                "write one estimator and its filters, for example triad+lowPass; see 'sextant list estimators'"
            ),
            (
                "triad+madgwick", 7, "'madgwick' is a second estimator",
                "write one estimator and its filters, for example triad+lowPass; see 'sextant list estimators'"
            ),
            (
                "madgwick:bta=1", 1,
                "madgwick has no parameter 'bta'",
                "did you mean 'beta'?"
            ),
            ("madgwick:beta", 10, "'beta' is not a parameter", "write parameters as name:key=value,key=value"),
            ("madgwick:beta=", 10, "'beta=' is not a parameter", "write parameters as name:key=value,key=value"),
            ("madgwick:", 10, "a parameter is missing", "write parameters as name:key=value,key=value"),
            ("madgwick:beta=1,beta=2", 17, "the parameter 'beta' is repeated", "keep only one 'beta'"),
            ("madgwick:beta=-1", 1, "beta=-1 must be 0 or more", nil),
            ("madgwick:reference=half", 1, "reference=half must be one of halved, full", nil),
            (
                "derivativeSmoother+triad", 1,
                "the filter 'derivativeSmoother' receives values of type vector, but supports only quaternion",
                "choose another filter, or put 'derivativeSmoother' elsewhere in the pipeline"
            ),
            (
                "lowPass+deviceAttitude", 1,
                "the filter 'lowPass' cannot precede deviceAttitude, which reads no vector sensor",
                "write deviceAttitude+lowPass"
            ),
            (
                "lowPass:sensor=gyroscope+triad", 1, "sensor=gyroscope must be one of accelerometer, magnetometer",
                nil
            ),
            (
                "triad:driver=gyroscope", 1, "driver=gyroscope must be one of accelerometer, magnetometer, any",
                nil
            ),
            ("hardIron:sensor=gyroscope+mahony", 1, "sensor=gyroscope must be one of magnetometer", nil),
            (
                "hardIron+compassHeading", 1,
                "'hardIron' has no effect, because compassHeading does not read the sensor that hardIron corrects",
                "remove 'hardIron'"
            ),
            (
                "lowPass:sensor=heading+triad", 1, "sensor=heading must be one of accelerometer, magnetometer", nil
            ),
            (
                "lowPass:sensor=gyroscope+compassHeading", 1, "sensor=gyroscope must be one of accelerometer, heading",
                nil
            ),
            (
                "compass+matrixMovingAverage:sensor=heading+compassHeading", 9,
                "'matrixMovingAverage' cannot filter compass headings, because it is defined for rotations about any "
                    + "axis, and a heading is a single angle",
                "use another filter, such as lowPass:sensor=heading"
            ),
            (
                "scale:x=2,sensor=heading+compassHeading", 1,
                "'scale' cannot filter compass headings, because it corrects the axes of a vector sensor, and a "
                    + "heading is a single angle",
                "use another filter, such as lowPass:sensor=heading"
            ),
            (
                "triad+bias", 7, "the filter 'bias' receives values of type quaternion, but supports only vector",
                "choose another filter, or put 'bias' elsewhere in the pipeline"
            ),
        ]
    )
    func `An invalid SPEC is refused with its position, cause and remedy`(
        _ text: String,
        _ column: Int,
        _ found: String,
        _ remedy: String?
    ) throws {
        let error = try #require(throws: InputError.self) { try PipelineSpecification(parsing: text) }
        #expect(error.column == column)
        #expect(error.message == found)
        #expect(error.advice == remedy)
        #expect(!error.description.contains("\n"))
    }
}
