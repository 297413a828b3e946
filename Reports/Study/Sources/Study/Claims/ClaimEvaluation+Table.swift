import Evaluation
package import Experiments
import Geodesy

extension ClaimEvaluation {
    /// The table with a row for each claim and condition.
    package var table: ReportTable {
        let columns: [(key: String, title: String, isNumeric: Bool)] = [
            ("claim", "claim", false), ("condition", "condition", false), ("where", "where", false),
            ("statement", "statement", false), ("printed", "printed", false),
            ("measured", "measured", true), ("lower", "from", true), ("upper", "to", true), ("unit", "unit", false),
            ("accepted", "holds for", false), ("verdict", "verdict", false),
        ]
        return ReportTable(
            columns: columns.map { ReportTable.Column(key: $0.key, title: $0.title, isNumeric: $0.isNumeric) },
            keyCount: 2,
            rows: claims.flatMap(rows)
        )
    }

    /// The number of claims with each verdict.
    package var counts: [(verdict: ClaimVerdict, count: Int)] {
        let verdicts = claims.map(verdict)
        return ClaimVerdict.allCases.map { kind in (kind, verdicts.count { $0 == kind }) }
    }

    /// Returns the verdict on a claim, which combines the verdicts under all conditions.
    package func verdict(_ claim: Claim) -> ClaimVerdict {
        switch claim.content {
        case .figure(let figure): figure.doubt != nil ? .undecided : figure.isCorrect ? .holds : .fails
        case .measured(let cases): .combined(cases.map { measurement($0.quantity).verdict($0.accepted) })
        case .undecided: .undecided
        }
    }

    /// Returns the commands that reproduce a claim's measurements, separated by semicolons.
    ///
    /// The result is `nil` if the claim cannot be decided. It is also `nil` for values of formulas and of filtered
    /// fixes, which no command computes.
    package func command(_ claim: Claim) -> String? {
        switch claim.content {
        case .figure: return "\(Study.program) tables seed-figures"
        case .measured(let cases):
            let series = cases.flatMap(\.quantity.series)
            let runs = series.compactMap { series -> ClaimRuns? in
                if case .runs(let runs) = series { runs } else { nil }
            }
            let scenes = series.flatMap { series -> [String] in
                if case .scenes(let scenes) = series { scenes.commands } else { [] }
            }
            let commands = ClaimRuns.commands(runs) + scenes.distinct()
            return commands.isEmpty ? nil : commands.joined(separator: "; ")
        case .undecided: return nil
        }
    }

    /// The relative tolerance of measured values, which covers rounding differences between mathematical libraries.
    private static let tolerance = TableTolerance.relative(1e-4)

    private func rows(_ claim: Claim) -> [[TableCell]] {
        let verdict = verdict(claim)
        func row(_ condition: String, _ cells: [TableCell], _ verdict: String) -> [TableCell] {
            [
                .code(claim.name), .text(condition), .text(claim.place), .text(claim.statement),
                .text(claim.printed),
            ] + cells + [.text(verdict)]
        }
        switch claim.content {
        case .undecided:
            return [row("", [.missing, .text(""), .text(""), .text(""), .text("")], verdict.rawValue)]
        case .figure(let figure):
            let cells: [TableCell] = [
                Self.number(figure.value, figure.digitsToDistinguish), .text(""), .text(""),
                .text(figure.unit.rawValue), .text("what is printed"),
            ]
            return [row("", cells, verdict.rawValue)]
        case .measured(let cases):
            return cases.map { item in
                let measured = measurement(item.quantity)
                let cells: [TableCell] = [
                    measured.value.map { Self.number($0) } ?? .missing,
                    (measured.interval?.lower).map { Self.number($0) } ?? .text(""),
                    (measured.interval?.upper).map { Self.number($0) } ?? .text(""),
                    .text(item.quantity.unit), .text(item.accepted.text),
                ]
                let own = measured.verdict(item.accepted)
                return row(
                    item.condition,
                    cells,
                    own == verdict ? own.rawValue : "\(verdict.rawValue): \(own.rawValue)"
                )
            }
        }
    }

    private static func number(_ value: Double, _ digits: Int = 4) -> TableCell {
        .number(TableNumber(value, .digits(digits), tolerance: tolerance))
    }

    /// Returns the reasons why a claim cannot be decided, or why its values are missing. The result is empty for a
    /// claim that is decided.
    func reasons(_ claim: Claim) -> [String] {
        switch claim.content {
        case .figure(let figure): figure.doubt.map { [$0] } ?? []
        case .undecided(let reason): [reason]
        case .measured(let cases):
            cases.compactMap { item in
                measurement(item.quantity).reason.map { item.condition.isEmpty ? $0 : "\(item.condition): \($0)" }
            }
        }
    }
}

extension ClaimRange {
    /// The range in words.
    fileprivate var text: String {
        switch (lower, upper) {
        case (let lower?, let upper?): "from \(CheckText.number(lower)) to \(CheckText.number(upper))"
        case (let lower?, nil): "at least \(CheckText.number(lower))"
        case (nil, let upper?): "at most \(CheckText.number(upper))"
        case (nil, nil): "any value"
        }
    }
}

extension PublishedFigure {
    /// The number of significant digits with which the correct number visibly differs from the printed number; 7 if the
    /// printed number is correct.
    fileprivate var digitsToDistinguish: Int {
        guard !isCorrect else { return 7 }
        let difference = abs(printedValue - value) / max(abs(value), abs(printedValue))
        guard difference > 0 else { return 15 }
        var digits = 4
        var step = 1e-3
        while step > difference / 2, digits < 15 {
            digits += 1
            step /= 10
        }
        return digits
    }
}
