/// A phone with the camera and the screen on which places are shown.
public struct CameraEntry: Sendable, Hashable {
    /// The name for `--camera`.
    public let name: String
    /// One line for listings.
    public let summary: String
    /// The constants of ``SystemStage/camera`` and ``SystemStage/screen`` with their sources.
    public let constants: [SystemConstant]

    /// Creates an entry.
    public init(name: String, summary: String, constants: [SystemConstant]) {
        self.name = name
        self.summary = summary
        self.constants = constants
    }
}
