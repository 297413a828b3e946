import Evaluation

extension FigureTable {
    /// The width of the widest column of text, in em; longer texts are wrapped.
    private static let maximumTextWidth = 20.0
    /// An upper bound of the width of most letters, in em.
    private static let letterWidth = 0.55

    /// The table as LaTeX: a `longtable` with `booktabs` rules and `siunitx` columns, followed by notes and remarks.
    ///
    /// It needs the packages array, booktabs, longtable, siunitx and textcomp.
    public func latex() -> String {
        let formats = columns.indices.map { column in
            columns[column].isText
                ? ">{\\raggedright\\arraybackslash}p{\(width(of: column))em}" : "S[table-format=\(format(of: column))]"
        }
        // Figures are narrower than titles, so each word of a title gets its own line.
        let titles = columns.map { column in
            let words = column.title.split(separator: " ").map { LaTeXText.escaped(String($0)) }
            return column.isText || words.count < 2
                ? "{\(LaTeXText.breakable(column.title))}"
                : "{\\shortstack{\(words.joined(separator: "\\\\"))}}"
        }
        let units = columns.map { $0.unit.isEmpty ? "" : "{(\(LaTeXText.escaped($0.shownUnit)))}" }
        let hasUnits = units.contains { !$0.isEmpty }
        let header = [titles] + (hasUnits ? [units] : [])
        let headerLines = header.map { $0.joined(separator: " & ") + " \\\\\n" }.joined()
        var text = "\\begingroup\\small\\setlength{\\tabcolsep}{3pt}\n"
        text += "\\begin{longtable}{\(formats.joined(separator: "\n  "))}\n"
        if !caption.isEmpty { text += "\\caption{\(LaTeXText.escaped(caption))} \\\\\n" }
        text += "\\toprule\n\(headerLines)\\midrule\n\\endfirsthead\n"
        text += "\\toprule\n\(headerLines)\\midrule\n\\endhead\n\\bottomrule\n\\endlastfoot\n"
        text += rows.map(lines).joined()
        text += "\\end{longtable}\n\\endgroup\n"
        let below =
            notes.enumerated().map { "\\textsuperscript{\($0 + 1)}~\(LaTeXText.breakable($1))" }
            + (remarks + provenance).map(LaTeXText.breakable)
        if !below.isEmpty {
            text += "{\\footnotesize\n" + below.map { "\($0)\\par\n" }.joined() + "}\n"
        }
        return text
    }

    /// The row, followed by a row with the intervals of its means in small type.
    private func lines(_ row: [Cell]) -> String {
        let figures = zip(columns, row).map { column, cell in
            column.isText ? LaTeXText.breakable(cell.text ?? "–") + Self.mark(cell) : Self.figure(cell)
        }
        var text = figures.joined(separator: " & ") + " \\\\"
        if row.contains(where: { $0.interval != nil || $0.basisText != nil }) {
            let below = row.map { cell in
                let parts = [cell.intervalText, cell.basisText].compactMap { $0.map(LaTeXText.escaped) }
                return parts.isEmpty ? "" : Self.stack(parts)
            }
            text += "*\n" + below.joined(separator: " & ") + " \\\\[2pt]"
        }
        return text + "\n"
    }

    /// Small lines, stacked and aligned at the first.
    private static func stack(_ lines: [String]) -> String {
        "{\\scriptsize\\begin{tabular}[t]{@{}c@{}}\(lines.joined(separator: "\\\\"))\\end{tabular}}"
    }

    private static func figure(_ cell: Cell) -> String {
        guard let shown = cell.text else { return "{\\textendash\(mark(cell))}" }
        let weight = cell.isBest ? "\\bfseries " : ""
        // siunitx aligns only plain numbers at the decimal point.
        guard isPlain(shown) else { return "{\(weight)\(LaTeXText.escaped(shown))\(mark(cell))}" }
        return weight + shown + mark(cell)
    }

    private static func mark(_ cell: Cell) -> String {
        cell.note.map { "\\textsuperscript{\($0 + 1)}" } ?? ""
    }

    private static func isPlain(_ text: String) -> Bool {
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count <= 2 && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy { ("0"..."9").contains($0) } }
    }

    /// The width of a column of text, in em.
    private func width(of column: Int) -> String {
        let longest = ([columns[column].title] + rows.map { $0[column].text ?? "" }).map(DisplayWidth.of).max() ?? 0
        let most = Self.maximumTextWidth / Double(max(1, columns.count { $0.isText }))
        return NumberText.fixed(min(most, Double(longest + 1) * Self.letterWidth), decimals: 1)
    }

    /// The `siunitx` format of a column: the largest number of digits before and after the point.
    private func format(of column: Int) -> String {
        var (whole, decimals, isNegative) = (1, 0, false)
        for row in rows {
            guard let text = row[column].text, Self.isPlain(text) else { continue }
            let parts = text.drop { $0 == "-" }.split(separator: ".")
            whole = max(whole, parts[0].count)
            decimals = max(decimals, parts.count > 1 ? parts[1].count : 0)
            isNegative = isNegative || text.hasPrefix("-")
        }
        return (isNegative ? "-" : "") + "\(whole).\(decimals)"
    }

    /// A table of text alone, without caption and in normal size.
    ///
    /// - Parameter widths: the width of each column, as a share of the line.
    func latexText(widths: [String]) -> String {
        let format = widths.map { ">{\\raggedright\\arraybackslash}p{\($0)\\linewidth}" }.joined(separator: "\n  ")
        let cells = [columns.map(\.title)] + rows.map { $0.map { $0.text ?? "–" } }
        let lines = cells.map { $0.map(LaTeXText.breakable).joined(separator: " & ") + " \\\\\n" }
        return "\\begin{longtable}{\(format)}\n\\toprule\n\(lines[0])\\midrule\n\\endhead\n"
            + "\\bottomrule\n\\endlastfoot\n" + lines.dropFirst().joined() + "\\end{longtable}\n"
    }
}

extension FigureTable {
    /// The table as a bare `tabular` with `booktabs` rules, to be read by `\input` within a `table` of a paper.
    ///
    /// It contains neither paths nor checksums nor the origin. Columns are as narrow as their figures, so that eight of
    /// them fit a column of 85 mm in `\footnotesize`. It needs the package booktabs.
    ///
    /// - Parameter hasIntervals: whether the intervals are printed below the figures.
    public func latexFragment(hasIntervals: Bool) -> String {
        let formats = columns.indices.map { column in
            guard columns[column].isText else { return "r" }
            let longest = rows.map { DisplayWidth.of($0[column].text ?? "") }.max() ?? 0
            return longest > Self.longestLine ? "p{\(Self.narrowWidth)}" : "l"
        }.joined()
        let heads = columns.map { column in
            let words = column.title.split(separator: " ").map { LaTeXText.escaped(String($0)) }
            let unit = column.unit.isEmpty ? [] : ["(\(LaTeXText.escaped(column.shownUnit)))"]
            let lines = column.isText ? [words.joined(separator: " ")] : words + unit
            return lines.count > 1 ? "\\shortstack[r]{\(lines.joined(separator: "\\\\"))}" : lines.joined()
        }
        var text = "\\begin{tabular}{@{}\(formats)@{}}\n\\toprule\n\(heads.joined(separator: " & ")) \\\\\n\\midrule\n"
        for row in rows {
            let cells = zip(columns, row).map { column, cell in
                let text = cell.text ?? "–"
                let shown = column.isText ? LaTeXText.breakable(text) : LaTeXText.escaped(text)
                let figure = column.isText || cell.text == nil ? shown : Self.withMinus(shown)
                return cell.isBest ? "\\textbf{\(figure)}" : figure
            }
            text += cells.joined(separator: " & ") + " \\\\\n"
            guard hasIntervals, row.contains(where: { $0.interval != nil }) else { continue }
            let below = row.map { cell in
                cell.intervalText.map { "{\\tiny \(LaTeXText.escaped($0))}" } ?? ""
            }
            text += below.joined(separator: " & ") + " \\\\[1pt]\n"
        }
        return text + "\\bottomrule\n\\end{tabular}%\n"
    }

    /// The definition of `\sextantcaption`, the text for the `\caption` of ``latexFragment(hasIntervals:)``: what the
    /// table shows, and what its marks mean.
    public func latexCaption(hasIntervals: Bool) -> String {
        var sentences = [caption]
        let hasMeans = rows.joined().contains { $0.total.map { $0 > 1 } ?? false }
        if hasMeans { sentences.append("Means over the recordings with equal weights.") }
        sentences += [fewerRecordings].compactMap(\.self)
        if rows.joined().contains(where: \.isBest) {
            sentences.append(
                "Bold: the best figure" + (hasUnmarked ? ", where all are over the same recordings." : ".")
            )
        }
        let signed = columns.filter { $0.polarity == .closerToZeroIsBetter }.map(\.title)
        if hasMeans, !signed.isEmpty {
            let titles = signed.joined(separator: ", ").capitalisedFirst
            sentences.append("\(titles): means with signs, compared by absolute values.")
        }
        if hasIntervals, rows.joined().contains(where: { $0.interval != nil }) {
            sentences.append("Brackets: 95 % bootstrap interval over the recordings.")
        }
        return "\\def\\sextantcaption{\(sentences.map(LaTeXText.escaped).joined(separator: " "))}%\n"
    }

    /// The columns whose means are over fewer recordings than the table has; nil without such columns.
    private var fewerRecordings: String? {
        let parts = columns.indices.compactMap { column -> (title: String, counts: [Int], totals: Set<Int>)? in
            let cells = rows.map { $0[column] }
            let counts = cells.compactMap(\.count)
            guard cells.contains(where: { ($0.count ?? 0) < ($0.total ?? 0) && $0.text != nil }) else { return nil }
            return (columns[column].title, counts, Set(cells.compactMap(\.total)))
        }
        guard !parts.isEmpty else { return nil }
        guard parts.count < 5, parts.allSatisfy({ $0.totals.count == 1 }) else {
            return "Some means are over fewer recordings."
        }
        let texts = parts.map { part in
            let (least, most) = (part.counts.min() ?? 0, part.counts.max() ?? 0)
            let range = least == most ? "\(least)" : "\(least) to \(most)"
            return "\(part.title) (\(range) of \(part.totals.first ?? 0))"
        }
        return "Over fewer recordings: \(texts.joined(separator: ", "))."
    }

    /// Whether a column of figures has no best one although others have.
    private var hasUnmarked: Bool {
        columns.indices.contains { column in
            columns[column].polarity != nil && columns[column].polarity != .neutral
                && rows.count { $0[column].value != nil } > 1 && !rows.contains { $0[column].isBest }
        }
    }

    /// The length of a text from which it is wrapped.
    private static let longestLine = 16
    private static let narrowWidth = "10em"

    private static func withMinus(_ text: String) -> String {
        text.hasPrefix("-") ? "$-$" + text.dropFirst() : text
    }
}
