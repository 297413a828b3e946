/// A kind of trait of a recording, as its name contains it.
public enum RecordingTrait: String, Sendable, Hashable, CaseIterable {
    /// The motion, such as walking or texting.
    case motion
    /// Slow or fast.
    case speed
    /// The device, such as iPhone 4S.
    case device
    /// Whether the magnetic field is disturbed.
    case disturbance
}

/// The traits in a recording's name, such as `02_undisturbed_slow_rotation_B` or `Jakob_iPhone5_NoDist_Swinging`.
package struct RecordingTraits {
    package let values: [RecordingTrait: String]

    /// Finds the known words of a name. Case, separators and unknown words are ignored.
    package init(name: String) {
        let words = name.lowercased().split { !($0.isLetter || $0.isNumber) }.map(String.init)
        var values: [RecordingTrait: String] = [:]
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

    private static let words: [RecordingTrait: [String: String]] = [
        .motion: [
            "rotation": "rotation", "translation": "translation", "combined": "combined", "tapping": "tapping",
            "ar": "AR", "texting": "texting", "swinging": "swinging", "phoning": "phoning", "pocket": "pocket",
            "frontpocket": "front pocket", "backpocket": "back pocket", "walk": "walking", "walking": "walking",
            "run": "running", "running": "running", "runninghand": "running", "runningpocket": "running in pocket",
            "stairs": "stairs", "pan": "panning", "rest": "rest",
            "static": "rest",
        ],
        .speed: ["slow": "slow", "fast": "fast"],
        .disturbance: [
            "undisturbed": "undisturbed", "nodist": "undisturbed", "disturbed": "disturbed", "dist": "disturbed",
        ],
    ]
    private static let devices = ["iphone", "ipad", "nexus", "pixel", "galaxy", "xperia", "oneplus"]
}
