import Pipelines
import SensorFilters
import SensorModel
import Testing

@Suite("Presets")
struct PresetTests {
    @Test(arguments: PresetCatalogue.presets)
    func `A preset equals the pipeline of its SPEC, under its own name`(_ preset: PipelinePreset) throws {
        let named = try PipelineSpecification(parsing: preset.name)
        let written = try PipelineSpecification(parsing: preset.specification)
        #expect(named.text == preset.name)
        #expect(named.stages == written.stages)
        #expect(named.parameters == written.parameters)
    }

    @Test func `Names of presets are unique and differ from names of stages`() {
        let names = PresetCatalogue.presets.map(\.name)
        #expect(Set(names).count == names.count)
        for name in names {
            #expect(FilterCatalogue.entry(named: name) == nil && EstimatorCatalogue.entry(named: name) == nil)
        }
    }

    @Test func `A preset as a stage is refused with its SPEC, and a misspelt one with its name`() throws {
        let among = try #require(throws: InputError.self) {
            try PipelineSpecification(parsing: "ibetelgeuse+lowPass")
        }
        #expect(among.message == "the preset 'ibetelgeuse' cannot be combined with other stages")
        #expect(
            among.advice
                == "write the preset's SPEC instead: resample:rate=30Hz,sensor=accelerometer+"
                + "resample:rate=33Hz,sensor=magnetometer+delay:samples=1,sensor=accelerometer+triad:driver=any+"
                + "derivativeSmoother:baseCorrection=0.03,correctionGain=0.3,derivativeWindow=33,inputWindow=7,stabiliser=10deg/s"
        )
        let mistyped = try #require(throws: InputError.self) {
            try PipelineSpecification(parsing: "ibetelgeus")
        }
        #expect(mistyped.advice == "did you mean 'ibetelgeuse'?")
    }
}
