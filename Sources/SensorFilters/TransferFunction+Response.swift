public import SensorModel

extension TransferFunction {
    /// What becomes of a swing, as a complex number.
    public struct Response: Sendable, Hashable {
        public let real: Double
        public let imaginary: Double

        /// The output's amplitude as a share of the input's.
        public var gain: Double { (real * real + imaginary * imaginary).squareRoot() }

        /// Below 0 the output trails; in (−180°, 180°].
        public var phase: Angle { Angle(ofPoint: real, imaginary) }
    }
}
