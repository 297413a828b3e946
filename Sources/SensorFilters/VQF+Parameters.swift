public import SensorModel

extension VQF {
    /// What VQF trusts, for how long, and what it learns and detects. Names and defaults are those of the authors'
    /// implementation; its gyroscope thresholds are in °/s.
    public struct Parameters: Sendable, Hashable {
        /// τ_acc: the time constant of the accelerometer's low-pass. Smaller trusts the accelerometer more and passes
        /// more acceleration on; larger trusts the gyroscope longer. 3 s by default.
        public var tauAcc: Seconds = 3
        /// τ_mag: the time constant of the heading's correction. Smaller follows the magnetometer sooner, 0 at once;
        /// larger trusts the gyroscope longer. 9 s by default.
        public var tauMag: Seconds = 9
        /// Whether the bias is learnt in motion, from the inclination's corrections. Helps gyroscopes that drift; long
        /// accelerations mislead it. True by default.
        public var motionBiasEstEnabled = true
        /// Whether rest is detected and the bias is learnt from it. A slow even turn may be taken for rest. True by
        /// default.
        public var restBiasEstEnabled = true
        /// Whether disturbed magnetic fields are detected and left out. The heading then drifts with the gyroscope
        /// meanwhile. True by default.
        public var magDistRejectionEnabled = true
        /// The standard deviation of the bias before anything is known. In °/s. Larger learns faster at first, and is
        /// led astray more easily. 0.5 by default.
        public var biasSigmaInit: Double = 0.5
        /// The time in which an exactly known bias becomes uncertain by 0.1°/s. Smaller follows a changing bias sooner;
        /// larger is calmer. 100 s by default.
        public var biasForgettingTime: Seconds = 100
        /// The largest bias along each device axis. In °/s. Smaller keeps slow turns from being taken for a bias;
        /// larger copes with worse gyroscopes. 2 by default.
        public var biasClip: Double = 2
        /// The standard deviation of the bias when it has settled in motion. In °/s. Smaller learns faster from motion;
        /// larger learns more slowly, and errs less with accelerations. 0.1 by default.
        public var biasSigmaMotion: Double = 0.1
        /// How strongly, against the horizontal part, the vertical bias that motion does not show is drawn to zero. 0
        /// keeps it nearly as it is; larger forgets it sooner. 0.0001 by default.
        public var biasVerticalForgettingFactor: Double = 0.0001
        /// The standard deviation of the bias when it has settled at rest. In °/s. Smaller learns faster from rest;
        /// larger averages longer. 0.03 by default.
        public var biasSigmaRest: Double = 0.03
        /// How long the readings must stay within the thresholds to be rest. Smaller finds short rests, and false ones;
        /// larger misses short rests. 1.5 s by default.
        public var restMinT: Seconds = 1.5
        /// The time constant of the low-passes that readings are compared to. Smaller follows slow motion, which then
        /// looks like rest; larger takes longer to settle. 0.5 s by default.
        public var restFilterTau: Seconds = 0.5
        /// How far the gyroscope may be from its low-pass at rest. In °/s. Smaller misses rest with noisy sensors;
        /// larger takes slow turns for rest. 2 by default.
        public var restThGyr: Double = 2
        /// How far the accelerometer may be from its low-pass at rest. In m/s². Smaller misses rest with noisy sensors;
        /// larger takes slow motion for rest. 0.5 by default.
        public var restThAcc: Double = 0.5
        /// The time constant of the low-pass of the field's strength and dip. 0 takes each sample as it is; larger sees
        /// disturbances later, and noise less often as one. 0.05 s by default.
        public var magCurrentTau: Seconds = 0.05
        /// The time constant with which reference and candidate follow the field. Smaller adapts to the surroundings
        /// sooner, disturbances among them; larger hardly moves. 20 s by default.
        public var magRefTau: Seconds = 20
        /// How far the strength may be from the reference's, as a share of it. Smaller rejects weaker disturbances;
        /// larger rejects less. 0.1 by default.
        public var magNormTh: Double = 0.1
        /// How far the dip may be from the reference's. In degrees. Smaller rejects weaker disturbances; larger rejects
        /// less. 10 by default.
        public var magDipTh: Double = 10
        /// How long another field must stay the same, while the device turns, to become the reference. Smaller accepts
        /// a disturbance as the new normal; larger stays longer with the old one. 20 s by default.
        public var magNewTime: Seconds = 20
        /// The same for the first reference. Smaller rejects disturbances sooner after the start; larger makes sure of
        /// the first reference. 5 s by default.
        public var magNewFirstTime: Seconds = 5
        /// The angular speed above which time counts for a new reference. In °/s. Smaller counts rest, where any field
        /// is steady; larger needs brisk motion. 20 by default.
        public var magNewMinGyr: Double = 20
        /// How long the field must be like the reference to be undisturbed again. Smaller returns sooner, on chance
        /// meetings too; larger waits. 0.5 s by default.
        public var magMinUndisturbedTime: Seconds = 0.5
        /// For how long a disturbed field is left out altogether. Smaller uses a disturbed field sooner; larger relies
        /// on the gyroscope longer. 60 s by default.
        public var magMaxRejectionTime: Seconds = 60
        /// By what the heading's gain is divided after that, and how many times as fast undisturbed time makes up for
        /// rejected time. Larger mistrusts a disturbed field longer. 2 by default.
        public var magRejectionFactor: Double = 2
        /// A gap of the gyroscope longer than this starts the estimator anew; one of another sensor, its low-passes. 1
        /// s by default.
        public var maximumGap: Seconds = 1

        /// The full filter with the authors' defaults.
        public init() {}

        /// BasicVQF: no bias, no rest, no disturbances.
        public static let basic: Parameters = {
            var parameters = Parameters()
            parameters.motionBiasEstEnabled = false
            parameters.restBiasEstEnabled = false
            parameters.magDistRejectionEnabled = false
            return parameters
        }()
    }
}
