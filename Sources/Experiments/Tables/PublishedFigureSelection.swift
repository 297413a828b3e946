import Geodesy
import Recordings
import SensorModel

/// The published figures of the five descriptions that a report table shows.
public enum PublishedFigureSelection: Sendable, Hashable {
    /// All figures.
    case all
    /// The figures that differ from what their own inputs yield.
    case wrong
    /// The figures with these names.
    case named([String])
}

extension PublishedFigureSelection {
    /// Reads `all`, `wrong` or a list of names.
    init(_ value: YAMLValue) throws(InputError) {
        guard value.isList else {
            self = try value.choice("seed-figures", ["all": .all, "wrong": .wrong])
            return
        }
        self = .named(
            try value.items("seed-figures").map { item throws(InputError) in
                let name = try item.text("a figure")
                guard PublishedFigureCatalogue.figure(named: name) == nil else { return name }
                throw item.error(
                    found: "no figure '\(name)'",
                    expected: "a figure of 'sextant distances --published'",
                    remedy: YAMLValue.hint(name, PublishedFigureCatalogue.figures.map(\.name)) ?? "choose one of them"
                )
            }
        )
    }
}
