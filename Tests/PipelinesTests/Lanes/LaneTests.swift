import Pipelines
import SensorFilters
import SensorModel
import TestSupport
import Testing

/// Pipelines in lanes, compared with each pipeline by itself.
@Suite("Pipelines in lanes")
struct LaneTests {
    struct Family: Sendable, CustomTestStringConvertible {
        let specifications: [String]
        var testDescription: String { specifications[0] }
    }

    static let families = [
        Family(specifications: [
            "mahony:kp=0.5", "mahony:kp=0", "mahony:kp=2,ki=0.004", "mahony:kp=0.02,ki=1", "mahony:kp=1e300,ki=1e300",
        ]),
        Family(specifications: ["mahony:start=broad,maximumGap=0.3", "mahony:ki=0.01,start=broad,maximumGap=0.3"]),
        Family(specifications: ["madgwick:beta=0", "madgwick:beta=0.1", "madgwick:beta=0.3", "madgwick:beta=1e300"]),
        Family(specifications: (1...8).map { "madgwick:beta=0.0\($0),reference=halved,start=broad" }),
        Family(specifications: [
            "mahony:reference=fixed", "mahony:reference=fixed,dip=60", "mahony:reference=fixed,dip=-20,ka=0.1,km=3",
        ]),
        Family(specifications: ["mahony:reference=crossProduct", "mahony:reference=crossProduct,kp=2,km=0"]),
        Family(specifications: ["madgwick:zeta=0.1,axes=eastNorthUp", "madgwick:zeta=0,beta=1,axes=eastNorthUp"]),
        Family(specifications: [
            "fourati", "fourati:beta=0", "fourati:beta=2,dip=61", "fourati:ka=0,km=1e9", "fourati:beta=1e300",
        ]),
        Family(specifications: [
            "fusion", "fusion:gain=0,magneticRejection=5", "fusion:gain=20,gyroscopeRange=20",
            "fusion:accelerationRejection=1,magneticRejection=1,rejectionTimeout=0.05", "fusion:gain=1e300",
            "fusion:accelerationRejection=2,gyroscopeRange=30", "fusion:magneticRejection=3,rejectionTimeout=0.3",
        ]),
        Family(specifications: [
            "fusion:start=identity,offsetCorrection=true,stationaryThreshold=40,stationaryPeriod=0.1",
            "fusion:start=identity,offsetCorrection=true,stationaryThreshold=1e9,stationaryPeriod=0",
        ]),
        Family(specifications: ["fusion:magnetometer=none", "fusion:magnetometer=none,accelerationRejection=1"]),
        Family(specifications: ["", ",gain=3"].map { "fusion:start=identity,magnetometer=none" + $0 }),
        Family(specifications: ["fourati:reference=crossProduct", "fourati:reference=crossProduct,ka=0,damping=3"]),
        Family(specifications: ["fourati:magnetometer=none", "fourati:magnetometer=none,beta=3"]),
        Family(specifications: [
            "martin", "martin:la=0,lc=0,ld=0", "martin:la=30,lc=20,ld=9,n=5,o=5,sigma=3", "martin:lc=1e300",
        ]),
        Family(specifications: ["martin:form=benchmark", "martin:form=benchmark,n=1,o=3"]),
        Family(specifications: ["martin:magnetometer=none", "martin:magnetometer=none,n=9,la=4"]),
        Family(specifications: [
            "complementary", "complementary:timeConstant=0.01",
            "complementary:timeConstant=30,accelerationTolerance=0.2",
            "complementary:accelerationTolerance=5",
        ]),
        Family(specifications: [
            "complementary:form=angles", "complementary:form=angles,timeConstant=0.01",
            "complementary:form=angles,timeConstant=30,accelerationTolerance=0.2",
        ]),
        Family(specifications: [
            "aqua", "aqua:alpha=1,beta=1", "aqua:alpha=0,beta=0,biasGain=1", "aqua:threshold=0,alpha=0.5",
            "aqua:threshold=1,restRate=9,restRateChange=9,restAcceleration=9", "aqua:fullGainError=0.5,gravity=2",
            "aqua:fullGainError=0,zeroGainError=0.01", "aqua:biasGain=0.3,beta=0.9,gravity=9.7",
        ]),
        Family(specifications: ["aqua:adaptive=false,bias=false", "aqua:adaptive=false,bias=false,alpha=0.7"]),
        Family(specifications: ["aqua:magnetometer=none", "aqua:magnetometer=none,alpha=0.4,restAcceleration=3"]),
        Family(specifications: [
            "roleq", "roleq:gravityWeight=0.001", "roleq:gravityWeight=0.999,dip=64", "roleq:dip=-90", "roleq:dip=20",
        ]),
        Family(specifications: ["roleq:magnetometer=none", "roleq:magnetometer=none,gravityWeight=0.2"]),
        Family(specifications: [
            "singleFrame", "singleFrame:gravityWeight=0.001", "singleFrame:gravityWeight=0.999,dip=64",
            "singleFrame:dip=-89.9", "singleFrame:dip=20",
        ]),
        Family(specifications: ["quest", "quest,dip=64"].map { "singleFrame:method=" + $0 }),
        Family(specifications: ["saam", "saam,gravityWeight=0.1"].map { "singleFrame:method=" + $0 }),
        Family(specifications: [
            "ekf", "ekf:magnetometerNoise=40", "ekf:magnetometerNoise=100,accelerometerNoise=3",
            "ekf:accelerationTolerance=0.1", "ekf:accelerationTolerance=1e-160",
            "ekf:initialTilt=60,initialHeading=90,initialBias=1", "ekf:gyroscopeNoise=1,gyroscopeBiasNoise=0",
        ]),
        Family(specifications: [
            "quaternionEkf", "quaternionEkf:gyroscopeNoise=2,gyroscopeNoiseZ=0.01", "quaternionEkf:dip=60",
            "quaternionEkf:accelerometerNoise=0.001,dip=-30", "quaternionEkf:magnetometerNoise=1e9",
            "quaternionEkf:initialDeviation=1e9,gyroscopeNoise=1e9",
        ]),
        Family(
            specifications: ["", ",gyroscopeNoise=9,dip=64"].map {
                "quaternionEkf:transition=exponential,jacobian=long,residual=device" + $0
            }
        ),
        Family(specifications: ["", ",gyroscopeNoise=9"].map { "quaternionEkf:fieldVector=cross" + $0 }),
        Family(specifications: ["", ",gyroscopeNoise=9"].map { "quaternionEkf:magnetometer=none" + $0 }),
        Family(specifications: [
            "choukroun", "choukroun:gyroscopeNoise=5,dip=64", "choukroun:accelerometerNoise=0.001,dip=-30",
            "choukroun:magnetometerNoise=1e9,initialDeviation=1e9",
        ]),
        Family(specifications: ["choukroun:magnetometer=none", "choukroun:gyroscopeNoise=5,magnetometer=none"]),
        Family(specifications: [
            "guo", "guo:gyroscopeVariance=5", "guo:accelerometerVariance=1e-6,magnetometerVariance=9",
            "guo:magnetometerVariance=1e9,initialVariance=1e9", "guo:gyroscopeVariance=1e9",
        ]),
        Family(specifications: [
            "renaudin", "renaudin:dip=64,fieldVariance=1", "renaudin:fieldOutlier=0.5,accelerationVariance=0.01",
            "renaudin:gyroscopeBiasNoise=3,initialBiasDeviation=0.2", "renaudin:initialDeviation=1e9",
        ]),
        Family(specifications: ["", ",fieldVariance=1"].map { "renaudin:gradient=benchmark,window=3" + $0 }),
        Family(specifications: ["", ",accelerationVariance=0.01"].map { "renaudin:bias=false,fieldGate=false" + $0 }),
        Family(specifications: ["", ",accelerationVariance=0.01"].map { "renaudin:magnetometer=none" + $0 }),
        Family(
            specifications: (1...8).map { "vqf:tauAcc=\($0),tauMag=\(3 * $0),biasSigmaInit=0.\($0),magDipTh=\(2 * $0)" }
        ),
        Family(specifications: (1...8).map { "vqf:mode=basic,tauAcc=0.\($0),tauMag=\($0 - 1)" }),
        Family(specifications: [
            "vqf", "vqf:restMinT=0,restThGyr=90,restThAcc=9,biasClip=90",
            "vqf:restMinT=0.05,restFilterTau=0.01,restThAcc=2",
            "vqf:magCurrentTau=0,magRefTau=0,magNormTh=0.5,magMinUndisturbedTime=0",
            "vqf:magCurrentTau=1,magNewTime=0.3",
            "vqf:magNewTime=0,magNewFirstTime=0,magNewMinGyr=0,magMaxRejectionTime=0.2,magRejectionFactor=5",
            "vqf:biasSigmaMotion=2,biasSigmaRest=1,biasForgettingTime=1,biasVerticalForgettingFactor=1",
        ]),
        Family(specifications: [
            "vqf:motionBiasEstEnabled=false,restMinT=0.1,restThGyr=9,restThAcc=9",
            "vqf:motionBiasEstEnabled=false,restMinT=0.5,restThGyr=40,restThAcc=9,biasClip=50",
        ]),
        Family(specifications: [
            "selfCalibrating", "selfCalibrating:gyroscopeNoise=0,biasWalk=0,fieldVariation=30",
            "selfCalibrating:gyroscopeScale=0.3,velocity=20", "selfCalibrating:initialBias=90,restBias=1e-9",
            "selfCalibrating:offsetShare=0,magnetometerAge=0", "selfCalibrating:offsetShare=1,initialOffset=1000",
            "selfCalibrating:gyroscopeNoise=1000,velocity=1e9", "selfCalibrating:velocity=1e-9,fieldVariation=1e-9",
        ]),
        Family(specifications: ["selfCalibrating:magnetometer=none", "selfCalibrating:velocity=3,magnetometer=none"]),
        Family(specifications: ["vqf:restBiasEstEnabled=false,tauAcc=1", "vqf:restBiasEstEnabled=false,magNormTh=0.3"]),
        Family(specifications: ["vqf:magDistRejectionEnabled=false", "vqf:magDistRejectionEnabled=false,tauMag=1"]),
        Family(specifications: ["madgwick:magnetometer=none", "madgwick:beta=0.01,magnetometer=none"]),
        Family(specifications: ["mahony:magnetometer=none", "mahony:kp=2,ki=0.004,magnetometer=none"]),
        Family(specifications: [
            "complementary:magnetometer=none", "complementary:timeConstant=30,magnetometer=none",
            "complementary:accelerationTolerance=0.2,magnetometer=none",
        ]),
        Family(specifications: [
            "ekf:magnetometer=none", "ekf:accelerometerNoise=3,magnetometer=none",
            "ekf:accelerationTolerance=1e-160,magnetometer=none",
        ]),
        Family(specifications: [
            "vqf:magnetometer=none", "vqf:tauAcc=1,magnetometer=none",
            "vqf:restMinT=0.05,restThAcc=2,magnetometer=none",
        ]),
    ]

    static let declinations: [Angle?] = [nil, Angle(degrees: 4.25)]

    @Test(arguments: families, declinations)
    func `Each lane equals its pipeline alone, bit for bit, whatever the sensors do`(
        family: Family,
        declination: Angle?
    ) throws {
        for frames in [BrokenMotion.frames, BrokenMotion.neverStarting] {
            try compare(family.specifications, over: frames, declination)
        }
    }

    @Test func `Every estimator with a number besides the maximum gap and a rounding goes in lanes`() throws {
        let tested = Set(Self.families.map { $0.specifications[0].prefix { $0 != ":" } })
        for entry in EstimatorCatalogue.entries where !entry.isOffline {
            let numbers = entry.parameters.filter { parameter in
                if case .number = parameter.kind {
                    !["maximumGap", "angleStep"].contains(parameter.name)
                } else {
                    false
                }
            }
            let family = try PipelineSpecification(parsing: entry.name).laneFamily
            #expect((family != nil) == !numbers.isEmpty, "\(entry.name)")
            #expect(tested.contains(entry.name[...]) == !numbers.isEmpty, "\(entry.name)")
        }
    }

    @Test func `Pipelines go together that differ in numbers other than the maximum gap`() throws {
        let family = try #require(try PipelineSpecification(parsing: "mahony:kp=1").laneFamily)
        for text in ["mahony", "mahony:ki=0.1", "mahony:driver=gyroscope,maximumGap=1"] {
            #expect(try PipelineSpecification(parsing: text).laneFamily == family)
        }
        let renaudin = try PipelineSpecification(parsing: "renaudin").laneFamily
        #expect(try PipelineSpecification(parsing: "renaudin:window=11").laneFamily != renaudin)
        #expect(try PipelineSpecification(parsing: "renaudin:fieldVariance=11").laneFamily == renaudin)
        for text in ["mahony:start=broad", "mahony:maximumGap=2", "mahony:magnetometer=none", "madgwick", "vqf"] {
            let other = try #require(try PipelineSpecification(parsing: text).laneFamily)
            #expect(other != family)
        }
        for text in ["mahony:driver=accelerometer", "mahony+lowPass", "lowPass+mahony", "gyroscope", "triad"] {
            #expect(try PipelineSpecification(parsing: text).laneFamily == nil)
        }
        let full = try PipelineSpecification(parsing: "madgwick").laneFamily
        #expect(try PipelineSpecification(parsing: "madgwick:reference=halved").laneFamily != full)
        let vqf = try PipelineSpecification(parsing: "vqf").laneFamily
        #expect(try PipelineSpecification(parsing: "vqf:tauAcc=1").laneFamily == vqf)
        #expect(try PipelineSpecification(parsing: "vqf:mode=basic").laneFamily != vqf)
    }

    private func compare(_ texts: [String], over frames: [SensorFrame], _ declination: Angle?) throws {
        let specifications = try texts.map { try PipelineSpecification(parsing: $0) }
        let pass = try #require(LanePass(specifications[0], frames: frames, declination: declination))
        var run = pass.run(specifications)
        var block = Array(repeating: Rotation<Lanes>.identity, count: 7)
        var orientations: [Rotation<Lanes>] = []
        var count = block.count
        while count == block.count {
            count = run.fill(&block)
            orientations += block.prefix(count)
        }
        #expect(orientations.count == pass.times.count)
        for (lane, specification) in specifications.enumerated() {
            var pipeline = Pipeline(specification, rates: [:], declination: declination)
            let expected = outputs(of: &pipeline, over: frames)
            #expect(pass.driver == pipeline.driver)
            #expect(pass.withoutOrientation == pipeline.withoutOrientation)
            let skips = pass.skips(of: run, lane: lane)
            #expect(skips.map(\.stage) == pipeline.skips.map(\.stage))
            #expect(skips.map(\.counts) == pipeline.skips.map(\.counts), "\(specification.text)")
            #expect(pass.times.map(\.bitPattern) == expected.map(\.time.bitPattern))
            let differences = zip(orientations, expected).filter { !Self.isSame($0[lane: lane], $1.orientation) }
            #expect(differences.isEmpty, "\(specification.text): \(differences.count) of \(expected.count)")
        }
    }

    /// One orientation per moment: a later one of the same moment replaces the one before.
    private func outputs(
        of pipeline: inout Pipeline,
        over frames: [SensorFrame]
    ) -> [(time: Seconds, orientation: UnitQuaternion)] {
        var all: [(time: Seconds, orientation: UnitQuaternion)] = []
        for frame in frames {
            guard let orientation = pipeline.process(frame) else { continue }
            if let last = all.last, frame.time <= last.time {
                all[all.count - 1].orientation = orientation
            } else {
                all.append((frame.time, orientation))
            }
        }
        return all
    }

    /// Whether the components are equal; NaN equals NaN.
    private static func isSame(_ left: UnitQuaternion, _ right: UnitQuaternion) -> Bool {
        zip([left.w, left.x, left.y, left.z], [right.w, right.x, right.y, right.z]).allSatisfy { mine, other in
            mine == other || (mine.isNaN && other.isNaN)
        }
    }
}
