public import SensorModel

/// The phones whose camera and screen can be selected by name: the phones of the systems in ``SystemCatalogue``.
public enum CameraCatalogue {
    /// All phones, each with the camera and the screen that the description of a system states.
    public static let entries = [
        CameraEntry(name: "iphone3gs", summary: "iPhone 3GS, as in iBetelgeuse.", of: SystemCatalogue.iBetelgeuse),
        CameraEntry(name: "iphone4", summary: "iPhone 4, as in iLocator.", of: SystemCatalogue.iLocator),
        CameraEntry(name: "iphone4s", summary: "iPhone 4S, as in AREA.", of: SystemCatalogue.area),
        CameraEntry(name: "iphone8", summary: "iPhone 8, as in Yandex.Maps.", of: SystemCatalogue.yandex),
    ]

    /// The default phone for pipelines, the iPhone 4S.
    public static let standard = entries[2]

    /// Returns the phone with a name, or a phone with a camera and a screen of the given sizes.
    ///
    /// The sizes are the field of view in degrees and the screen in pixels, both width × height in portrait:
    /// `43.9x56.4@320x480`.
    ///
    /// - Throws: `InputError` if the text is neither the name of a phone nor sizes. The error suggests the nearest
    ///   name.
    public static func entry(parsing text: String) throws(InputError) -> CameraEntry {
        if let entry = entries.first(where: { $0.name == text }) { return entry }
        if let sizes = sizes(in: text) { return sizes }
        let names = entries.map(\.name)
        throw InputError(
            specification: text,
            column: 1,
            message: "unknown camera '\(text)'",
            advice: NearestName.hint(for: text, among: names)
                ?? "see 'sextant list cameras', or give sizes such as 43.9x56.4@320x480"
        )
    }

    private static func sizes(in text: String) -> CameraEntry? {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, let views = pair(parts[0]), let pixels = pair(parts[1]) else { return nil }
        let source = "--camera \(text)"
        return CameraEntry(
            name: text,
            summary: "A camera of \(views.0)° by \(views.1)° on a screen of \(pixels.0) by \(pixels.1) pixels.",
            constants: [
                SystemConstant(.camera, "horizontalView", String(views.0), source),
                SystemConstant(.camera, "verticalView", String(views.1), source),
                SystemConstant(.screen, "width", String(pixels.0), source),
                SystemConstant(.screen, "height", String(pixels.1), source),
            ]
        )
    }

    private static func pair(_ text: Substring) -> (Substring, Substring)? {
        let parts = text.split(separator: "x", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ Double($0) != nil }) else { return nil }
        return (parts[0], parts[1])
    }
}

extension CameraEntry {
    fileprivate init(name: String, summary: String, of system: SystemDeclaration) {
        let constants = system.constants.filter { $0.stage == .camera || $0.stage == .screen }
        self.init(name: name, summary: summary, constants: constants)
    }
}

/// A phone with its camera and the screen on which places are shown.
public struct CameraEntry: Sendable, Hashable {
    /// The phone's name, as used by the option `--camera`.
    public let name: String
    /// A one-line description for listings.
    public let summary: String
    /// The constants of ``SystemStage/camera`` and ``SystemStage/screen`` with their sources.
    public let constants: [SystemConstant]

    /// Creates an entry from its parts.
    public init(name: String, summary: String, constants: [SystemConstant]) {
        self.name = name
        self.summary = summary
        self.constants = constants
    }
}
