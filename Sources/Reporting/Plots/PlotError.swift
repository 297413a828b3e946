/// Why a plot could not be drawn.
enum PlotError: Error, Sendable, Hashable {
    /// There is no gnuplot on the search path.
    case noGnuplot
    /// gnuplot ran and refused; what it said.
    case refused(String)
}

extension PlotError: CustomStringConvertible {
    var description: String {
        switch self {
        case .noGnuplot:
            "plots were left out: found no 'gnuplot' on the PATH; install it (Debian: apt-get install gnuplot-nox,"
                + " macOS: brew install gnuplot)"
        case .refused(let message): "plots were left out: gnuplot says: \(message)"
        }
    }
}
