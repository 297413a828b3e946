import RealModule

/// The estimation of a power spectral density by averaging over windows.
///
/// Source: Welch 1967, doi:10.1109/TAU.1967.1161901. Hann windows overlap by half, each less its own mean. The density
/// is one-sided.
package enum PowerSpectrum {
    /// The density at k/(length · interval), k = 0 … length/2, in the samples' unit squared per hertz; nil where no
    /// stretch is as long as a window.
    ///
    /// O(n log length).
    ///
    /// - Parameters:
    ///   - interval: the constant sampling interval in seconds.
    ///   - length: the number of samples in a window, a power of two.
    package static func density(of stretches: [[Double]], interval: Double, length: Int) -> [Double]? {
        precondition(length > 1 && length & (length - 1) == 0, "a power of two")
        let window = (0..<length).map { 0.5 - 0.5 * Double.cos(2 * .pi * Double($0) / Double(length)) }
        let transform = FourierTransform(length: length)
        var sums = Array(repeating: 0.0, count: length / 2 + 1)
        var count = 0
        for stretch in stretches {
            for start in stride(from: 0, through: stretch.count - length, by: length / 2) {
                let part = stretch[start..<(start + length)]
                let mean = part.reduce(0, +) / Double(length)
                let powers = transform.powers(of: zip(part, window).map { ($0 - mean) * $1 })
                for index in sums.indices { sums[index] += powers[index] }
                count += 1
            }
        }
        guard count > 0 else { return nil }
        // The density is one-sided: it includes negative frequencies. 0 and the Nyquist frequency have no negative
        // partner.
        let scale = 2 * interval / (window.reduce(0) { $0 + $1 * $1 } * Double(count))
        return sums.indices.map { sums[$0] * ($0 == 0 || $0 == length / 2 ? scale / 2 : scale) }
    }
}

/// The discrete Fourier transform of a fixed number of real samples.
///
/// Source: Cooley & Tukey 1965, doi:10.1090/S0025-5718-1965-0178586-1, radix 2.
private struct FourierTransform {
    private let cosines: [Double]
    private let sines: [Double]
    private let order: [Int]

    init(length: Int) {
        cosines = (0..<(length / 2)).map { Double.cos(2 * .pi * Double($0) / Double(length)) }
        sines = (0..<(length / 2)).map { -Double.sin(2 * .pi * Double($0) / Double(length)) }
        let bits = length.trailingZeroBitCount
        order = (0..<length).map { (index: Int) -> Int in
            (0..<bits).reduce(0) { (reversed: Int, bit: Int) -> Int in
                reversed | ((index >> bit) & 1) << (bits - 1 - bit)
            }
        }
    }

    /// The powers |X_k|² for k = 0 … length/2.
    func powers(of samples: [Double]) -> [Double] {
        var real = order.map { samples[$0] }
        var imaginary = Array(repeating: 0.0, count: real.count)
        var half = 1
        while half < real.count {
            let step = real.count / (2 * half)
            for block in stride(from: 0, to: real.count, by: 2 * half) {
                for place in 0..<half {
                    let (upper, lower) = (block + place, block + place + half)
                    let (cosine, sine) = (cosines[place * step], sines[place * step])
                    let turnedReal = real[lower] * cosine - imaginary[lower] * sine
                    let turnedImaginary = real[lower] * sine + imaginary[lower] * cosine
                    (real[lower], imaginary[lower]) = (real[upper] - turnedReal, imaginary[upper] - turnedImaginary)
                    (real[upper], imaginary[upper]) = (real[upper] + turnedReal, imaginary[upper] + turnedImaginary)
                }
            }
            half *= 2
        }
        return (0...(real.count / 2)).map { (place: Int) -> Double in
            real[place] * real[place] + imaginary[place] * imaginary[place]
        }
    }
}
