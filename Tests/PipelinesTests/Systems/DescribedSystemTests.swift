import Pipelines
import SensorFilters
import SensorModel
import Testing

struct DescribedSystemTests {
    @Test(arguments: SystemCatalogue.declarations)
    func `Each system has its declared constants, with a source for each`(
        declaration: SystemDeclaration
    ) throws {
        let system = try DescribedSystem(parsing: declaration.name)
        #expect(system.text == declaration.name)
        for constant in declaration.constants {
            #expect(!constant.source.isEmpty)
            #expect(system.parameters[constant.name] != nil, "\(constant.name)")
        }
    }

    @Test(arguments: SystemCatalogue.declarations)
    func `Every reported parameter of a system can be set by its name`(
        declaration: SystemDeclaration
    ) throws {
        let system = try DescribedSystem(parsing: declaration.name)
        for (name, value) in system.parameters where name != "sensor" && !name.hasSuffix(".sensor") {
            let text =
                switch value {
                case .number(let number): "\(number)"
                case .word(let word): word
                }
            let again = try DescribedSystem(parsing: "\(declaration.name):\(name)=\(text)")
            #expect(again.parameters == system.parameters, "\(name)=\(text)")
        }
    }

    @Test func `The former name of a value is read as the new one`() throws {
        let former = try DescribedSystem(parsing: "yandex:estimates=collectedAnew")
        #expect(former.parameters["estimates"] == .word("discarded"))
        let kept = try DescribedSystem(parsing: "yandex:estimates=kept")
        #expect(kept.parameters["estimates"] == .word("kept"))
    }

    @Test func `A SPEC changes only the parameters that it names`() throws {
        let system = try DescribedSystem(parsing: "area:alpha=0.2,radius=5km,rate=60Hz")
        var expected = try DescribedSystem(parsing: "area").parameters
        expected["alpha"] = .number(0.2)
        expected["radius"] = .number(5_000)
        expected["rate"] = .number(60)
        #expect(system.parameters == expected)
        #expect(system.displayLoop == .rate(60))
        #expect(system.radius == 5_000)
    }

    @Test(arguments: [
        (
            "aera", 1,
            "unknown system 'aera'",
            "did you mean 'area'?"
        ),
        ("area:alhpa=0.2", 1, "no stage of the system has the parameter 'alhpa'", "did you mean 'alpha'?"),
        ("area:radius=-5km", 1, "radius=-5km must be more than 0 and at most 1e9", nil),
        (
            "ibetelgeuse:maximumGap=2s", 1,
            "several stages have the parameter 'maximumGap': delay.maximumGap, derivativeSmoother.maximumGap",
            "write one of these full names"
        ),
        (
            "area+lowPass", 6, "a system cannot be combined with other stages",
            "write one system without '+', or declare your own system in a YAML file"
        ),
    ])
    func `An invalid SPEC is refused with a suggestion`(
        text: String,
        column: Int,
        found: String,
        remedy: String?
    ) throws {
        let error = try #require(throws: InputError.self) { try DescribedSystem(parsing: text) }
        #expect(error.column == column)
        #expect(error.message == found)
        #expect(error.advice == remedy)
    }

    @Test func `A parameter of several stages is addressed by its stage`() throws {
        let system = try DescribedSystem(parsing: "ibetelgeuse:delay.maximumGap=2s,display.loop=rate")
        #expect(system.parameters["delay.maximumGap"] == .number(2))
        #expect(system.parameters["triad.maximumGap"] != .number(2))
        #expect(system.displayLoop == .rate(30))
    }

    @Test func `Without a recorded magnetometer, the value auto of a system's estimator becomes none`() throws {
        let madgwick = try PipelineSpecification(parsing: "madgwick")
        let system = try DescribedSystem(madgwick, on: CameraCatalogue.standard)
        #expect(system.withMagnetometer(true).parameters["magnetometer"] == .word("auto"))
        #expect(system.withMagnetometer(false).parameters["magnetometer"] == .word("none"))
    }

    @Test func `A system without a camera is refused`() throws {
        let blind = SystemDeclaration(
            name: "blind",
            summary: "",
            source: "",
            orientation: "triad",
            constants: [SystemConstant(.camera, "focalLength", "4mm", "half a lens")]
        )
        let error = try #require(throws: InputError.self) { try DescribedSystem(blind) }
        #expect(error.message == "the camera is not set")
    }
}
