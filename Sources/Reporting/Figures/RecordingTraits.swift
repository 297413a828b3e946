import Evaluation

/// What a recording's name tells of how it was made: `02_undisturbed_slow_rotation_B`, `Jakob_iPhone5_NoDist_Swinging`.
struct RecordingTraits {
    enum Kind: String, CaseIterable {
        case motion
        case speed
        case device
        case disturbance
    }

    let values: [Kind: String]

    /// Words of the name count, whatever stands between them; case does not matter. What is no known word tells
    /// nothing.
    init(name: String) {
        let words = name.lowercased().split { !($0.isLetter || $0.isNumber) }.map(String.init)
        var values: [Kind: String] = [:]
        for word in words {
            for (kind, known) in Self.words {
                if let value = known[word], values[kind] == nil { values[kind] = value }
            }
            if values[.device] == nil, Self.devices.contains(where: { word.hasPrefix($0) && word != $0 }) {
                values[.device] = word
            }
        }
        self.values = values
    }

    private static let words: [Kind: [String: String]] = [
        .motion: [
            "rotation": "rotation", "translation": "translation", "combined": "combined", "tapping": "tapping",
            "ar": "AR", "texting": "texting", "swinging": "swinging", "phoning": "phoning", "pocket": "pocket",
            "frontpocket": "front pocket", "backpocket": "back pocket", "walk": "walking", "walking": "walking",
            "run": "running", "running": "running", "stairs": "stairs", "pan": "panning", "rest": "rest",
            "static": "rest",
        ],
        .speed: ["slow": "slow", "fast": "fast"],
        .disturbance: [
            "undisturbed": "undisturbed", "nodist": "undisturbed", "disturbed": "disturbed", "dist": "disturbed",
        ],
    ]
    private static let devices = ["iphone", "ipad", "nexus", "pixel", "galaxy", "xperia", "oneplus"]
}
