public import SensorModel

/// A pinhole camera without distortion.
///
/// The camera looks along the device's −z axis. The axes of the image are those of the screen. If the screen rotates
/// from portrait to landscape, the image's width and height are therefore exchanged.
///
/// ```swift
/// let camera = Camera.physical(focalLength: 4.28, sensorWidth: 3.45, sensorHeight: 4.592)
/// let width = camera.horizontalFieldOfView
/// ```
public struct Camera: Sendable, Hashable {
    // All lengths have the same unit, for example millimetres or pixels; only their ratios matter.
    let focalX: Double
    let focalY: Double
    /// The coordinates of the principal point, measured from the image's upper left corner.
    let principalX: Double
    let principalY: Double
    let imageWidth: Double
    let imageHeight: Double

    /// Returns a camera with a lens and a sensor. The three lengths have the same unit and must be greater than 0.
    public static func physical(focalLength: Double, sensorWidth: Double, sensorHeight: Double) -> Camera {
        intrinsics(
            focalX: focalLength,
            focalY: focalLength,
            principalX: sensorWidth / 2,
            principalY: sensorHeight / 2,
            imageWidth: sensorWidth,
            imageHeight: sensorHeight
        )
    }

    /// Returns a camera with square pixels and these angles between opposite edges of the image, both in (0, 180°).
    public static func fieldOfView(horizontal: Angle, vertical: Angle) -> Camera {
        precondition(horizontal.radians < .pi && vertical.radians < .pi, "a field of view must be below 180°")
        // B = 2f tan(θ/2)
        return physical(
            focalLength: 1,
            sensorWidth: 2 * Angle(radians: horizontal.radians / 2).tangent,
            sensorHeight: 2 * Angle(radians: vertical.radians / 2).tangent
        )
    }

    /// Returns a camera with a calibration in pixels of its image.
    ///
    /// - Parameters:
    ///   - focalX: the focal length in pixel widths; greater than 0.
    ///   - focalY: the focal length in pixel heights; greater than 0.
    ///   - principalX: the distance of the principal point from the left edge in pixels.
    ///   - principalY: the distance of the principal point from the upper edge in pixels.
    ///   - imageWidth: the width of the image in pixels; greater than 0.
    ///   - imageHeight: the height of the image in pixels; greater than 0.
    public static func intrinsics(
        focalX: Double,
        focalY: Double,
        principalX: Double,
        principalY: Double,
        imageWidth: Double,
        imageHeight: Double
    ) -> Camera {
        precondition(focalX > 0 && focalY > 0, "the focal lengths must be greater than 0")
        precondition(imageWidth > 0 && imageHeight > 0, "the image's width and height must be greater than 0")
        return Camera(
            focalX: focalX,
            focalY: focalY,
            principalX: principalX,
            principalY: principalY,
            imageWidth: imageWidth,
            imageHeight: imageHeight
        )
    }

    /// The angle between the left and the right edge of the image.
    public var horizontalFieldOfView: Angle {
        Angle(ofPoint: focalX, principalX) + Angle(ofPoint: focalX, imageWidth - principalX)
    }

    /// The angle between the upper and the lower edge of the image.
    public var verticalFieldOfView: Angle {
        Angle(ofPoint: focalY, principalY) + Angle(ofPoint: focalY, imageHeight - principalY)
    }
}

/// The phones whose camera and screen can be selected by name: the phones of the systems in ``SystemCatalogue``.
public enum CameraCatalogue {
    /// All phones of the catalogue. The camera and the screen of each phone are taken from the description of an AR
    /// system.
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
