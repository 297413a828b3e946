import Geodesy
import Recordings
import SensorModel

extension SeedFigureSelection {
    /// Reads `all`, `wrong` or a list of names.
    init(_ value: YAMLValue) throws(InputError) {
        guard value.isList else {
            self = try value.choice("seed-figures", ["all": .all, "wrong": .wrong])
            return
        }
        self = .named(
            try value.items("seed-figures").map { item throws(InputError) in
                let name = try item.text("a figure")
                guard SeedFigureCatalogue.figure(named: name) == nil else { return name }
                throw item.error(
                    found: "no figure '\(name)'",
                    expected: "one that 'sextant distances --seeds' shows",
                    remedy: YAMLValue.hint(name, SeedFigureCatalogue.figures.map(\.name)) ?? "choose one of them"
                )
            }
        )
    }
}

extension DistanceTableDefinition {
    init(_ value: YAMLValue) throws(InputError) {
        let root = try value.mapping("distances")
        try root.allow(["random", "seed", "figure", "bands", "tolerance"])
        let count = try root.required("random")
        let seed = try root.required("seed")
        pairs = RandomPairs(
            count: try count.wholeNumber(.randomPairs),
            seed: try seed.seed("seed")
        )
        figure = try root.required("figure").word("figure")
        bands = try root.required("bands").word("bands")
        tolerance =
            try root["tolerance"].map { value throws(InputError) in
                try TableTolerance(value, "tolerance")
            } ?? .relative(0)
    }
}

extension YAMLValue {
    /// One of the words of an enumeration.
    func word<Word: RawRepresentable<String> & CaseIterable>(_ key: String) throws(InputError) -> Word {
        let text = try text(key)
        if let word = Word(rawValue: text) { return word }
        let words = Word.allCases.map(\.rawValue)
        throw error(
            found: "\(key) '\(text)'",
            expected: "one of \(words.joined(separator: ", "))",
            remedy: Self.hint(text, words) ?? "choose one of them"
        )
    }
}
