import SensorModel

/// The parameters of ``VQF`` in the units of its equations, for one setting or for one in each lane.
struct VQFConstants<Number: LaneNumber>: Sendable {
    let learnsBiasInMotion: Bool
    let learnsBiasAtRest: Bool
    let rejectsDisturbances: Bool
    var learnsBias: Bool { learnsBiasInMotion || learnsBiasAtRest }
    var needsRestDetection: Bool { learnsBiasAtRest || rejectsDisturbances }
    let tauAcc: Number
    let tauMag: Number
    let biasForgettingTime: Number
    /// In rad/s.
    let biasClip: Number
    /// The initial variance of the bias, in (°/s)².
    let initialBiasVariance: Number
    /// In °/s.
    let biasSigmaMotion: Number
    let biasVerticalForgettingFactor: Number
    /// In °/s.
    let biasSigmaRest: Number
    let restMinT: Number
    let restFilterTau: Number
    /// The square of the threshold, in (rad/s)².
    let restThGyrSquared: Number
    /// The square of the threshold, in (m/s²)².
    let restThAccSquared: Number
    let magCurrentTau: Number
    let magRefTau: Number
    let magNormTh: Number
    /// In radians.
    let magDipTh: Number
    let magNewTime: Number
    let magNewFirstTime: Number
    /// In rad/s.
    let magNewMinGyr: Number
    let magMinUndisturbedTime: Number
    let magMaxRejectionTime: Number
    let magRejectionFactor: Number

    /// - Parameter settings: with the same form and the same switches.
    init(_ settings: [VQF.Parameters]) {
        learnsBiasInMotion = settings[0].motionBiasEstEnabled
        learnsBiasAtRest = settings[0].restBiasEstEnabled
        rejectsDisturbances = settings[0].magDistRejectionEnabled
        tauAcc = Number(settings, \.tauAcc)
        tauMag = Number(settings, \.tauMag)
        biasForgettingTime = Number(settings, \.biasForgettingTime)
        biasClip = Number(settings) { Angle(degrees: $0.biasClip).radians }
        initialBiasVariance = Number(settings) { $0.biasSigmaInit * $0.biasSigmaInit }
        biasSigmaMotion = Number(settings, \.biasSigmaMotion)
        biasVerticalForgettingFactor = Number(settings) { max($0.biasVerticalForgettingFactor, 1e-10) }
        biasSigmaRest = Number(settings, \.biasSigmaRest)
        restMinT = Number(settings, \.restMinT)
        restFilterTau = Number(settings, \.restFilterTau)
        let restThGyr = Number(settings) { Angle(degrees: $0.restThGyr).radians }
        restThGyrSquared = restThGyr * restThGyr
        restThAccSquared = Number(settings) { $0.restThAcc * $0.restThAcc }
        magCurrentTau = Number(settings, \.magCurrentTau)
        magRefTau = Number(settings, \.magRefTau)
        magNormTh = Number(settings, \.magNormTh)
        magDipTh = Number(settings) { Angle(degrees: $0.magDipTh).radians }
        magNewTime = Number(settings, \.magNewTime)
        magNewFirstTime = Number(settings, \.magNewFirstTime)
        magNewMinGyr = Number(settings) { Angle(degrees: $0.magNewMinGyr).radians }
        magMinUndisturbedTime = Number(settings, \.magMinUndisturbedTime)
        magMaxRejectionTime = Number(settings, \.magMaxRejectionTime)
        magRejectionFactor = Number(settings, \.magRejectionFactor)
    }
}

extension VQF.Parameters {
    /// Whether rest is detected the same with other parameters.
    func detectsRest(like other: Self) -> Bool {
        (restMinT, restFilterTau, restThGyr, restThAcc, biasClip)
            == (other.restMinT, other.restFilterTau, other.restThGyr, other.restThAcc, other.biasClip)
    }
}
