import Evaluation

/// Numbers of report tables as text, and whether a text may stand for a number.
struct TableText {
    let number: TableNumber
    private let form: TableNumberForm

    /// For people.
    init(shown number: TableNumber) {
        self.number = number
        form = number.form
    }

    /// For programs: at least as many digits as people see, and as many as the tolerance leaves certain.
    init(exact number: TableNumber) {
        self.number = number
        switch (number.form, number.tolerance) {
        case (.decimals(let decimals), .absolute(let limit)) where limit > 0:
            form = .decimals(max(decimals, Self.certainDigits(limit)))
        case (.digits(let digits), .relative(let share)) where share > 0:
            form = .digits(max(digits, Self.certainDigits(share)))
        case (.length, .relative(let share)) where share > 0: form = .digits(max(2, Self.certainDigits(share)))
        case (.length, _): form = .digits(3)
        default: form = number.form
        }
    }

    var text: String { text(of: number.value) }

    /// Whether `committed` is what a number within the tolerance would be written as.
    func allows(_ committed: String) -> Bool {
        if committed == text { return true }
        let limit = number.tolerance.limit(at: number.value)
        guard limit > 0 else { return false }
        if case .length = form { return [-limit, limit].contains { text(of: number.value + $0) == committed } }
        guard let value = Double(committed) else { return false }
        // Half a unit of the last digit is lost by writing.
        return (value - number.value).magnitude <= limit + lastPlace / 2
    }

    private func text(of value: Double) -> String {
        switch form {
        case .decimals(let decimals):
            let digits = NumberText.fixed(value.magnitude, decimals: decimals)
            return value < 0 && Double(digits) != 0 ? "-" + digits : digits
        case .digits(let digits): return NumberText.exact(NumberText.significant(value, digits: digits))
        case .length(let resolution): return LengthText.rounded(max(value, 0), resolution: resolution)
        }
    }

    /// What a unit of the last digit stands for.
    private var lastPlace: Double {
        switch form {
        case .decimals(let decimals): return Self.powerOfTen(-decimals)
        case .digits(let digits):
            guard number.value != 0 else { return 0 }
            var (size, exponent) = (number.value.magnitude, 1 - digits)
            while size >= 10 { (size, exponent) = (size / 10, exponent + 1) }
            while size < 1 { (size, exponent) = (size * 10, exponent - 1) }
            return Self.powerOfTen(exponent)
        case .length: return 0
        }
    }

    /// How many digits behind the point a limit leaves certain: the last of them stands for ten times the limit.
    private static func certainDigits(_ limit: Double) -> Int {
        (0...5).last { powerOfTen(-$0) > 9.9 * limit } ?? 0
    }

    private static func powerOfTen(_ exponent: Int) -> Double {
        let power = (0..<exponent.magnitude).reduce(1.0) { power, _ in power * 10 }
        return exponent < 0 ? 1 / power : power
    }
}
