/// Polynomial approximations of trigonometric functions for four angles at once. The polynomials minimise the maximum
/// relative error (Remez algorithm). `Scripts/polynomials.py` regenerates the coefficients.
///
/// The functions use no tables, no calls and almost no branches. The compiler can therefore keep all lanes in vector
/// registers.
enum DegreeLanes {
    typealias Lanes = SIMD4<Double>

    /// Returns the sine of degrees in [−90, 90], with a relative error below 5e-16.
    @inline(__always)
    static func sine(_ degrees: Lanes) -> Lanes {
        let square = degrees * degrees
        var sum = Lanes(repeating: 3.5201458726191911066e-45)
        sum = sum * square + -3.2465321177511887789e-39
        sum = sum * square + 2.2393530018212168792e-33
        sum = sum * square + -1.1468201048820279106e-27
        sum = sum * square + 4.1412674151785205104e-22
        sum = sum * square + -9.788384861584180894e-17
        sum = sum * square + 1.3496016231632277542e-11
        sum = sum * square + -8.8609615570129793016e-7
        sum = sum * square + 0.017453292519943295765
        return degrees * sum
    }

    /// Returns the cosine of degrees in [−90, 90], computed as the sine of the complement. The result is exactly 0 at
    /// ±90, and has a relative error of a few units in the last place near ±90.
    @inline(__always)
    static func cosine(_ degrees: Lanes) -> Lanes { sine(90 - magnitude(degrees)) }

    /// Returns the arcsine in radians of a sine in [0, 1], with a relative error below 5e-16.
    @inline(__always)
    static func arcSine(_ sine: Lanes) -> Lanes {
        // asin s = π/2 − 2 asin √((1 − s)/2)
        let isLarge = sine .> 0.5
        let square = (sine * sine).replacing(with: (1 - sine) * 0.5, where: isLarge)
        let root = sine.replacing(with: square.squareRoot(), where: isLarge)
        let angle = root * arcSineOverSine(square)
        return angle.replacing(with: Double.pi / 2 - 2 * angle, where: isLarge)
    }

    /// Returns asin(√z)/√z for z in [0, ¼].
    @inline(__always)
    private static func arcSineOverSine(_ square: Lanes) -> Lanes {
        var sum = Lanes(repeating: 0.032096260494727491029)
        sum = sum * square + -0.016511724349553998136
        sum = sum * square + 0.019725863199741152389
        sum = sum * square + 0.0064494171811826618418
        sum = sum * square + 0.012189187564169126792
        sum = sum * square + 0.013881843541817308844
        sum = sum * square + 0.017360094551674334203
        sum = sum * square + 0.022371727977389658079
        sum = sum * square + 0.030381960649992816316
        sum = sum * square + 0.044642856781419349414
        sum = sum * square + 0.075000000004179536522
        sum = sum * square + 0.16666666666664770407
        sum = sum * square + 1.0000000000000000142
        return sum
    }

    @inline(__always)
    static func magnitude(_ lanes: Lanes) -> Lanes { lanes.replacing(with: -lanes, where: lanes .< 0) }
}
