/// A fault, its evidence, and the option or line of the layout that fixes it.
public struct DoctorFinding: Sendable, Hashable, Codable {
    /// The confidence in a finding.
    public enum Certainty: String, Sendable, Hashable, Codable {
        /// No other explanation is possible.
        case certain
        /// The evidence is clear, but another cause is possible.
        case likely
    }

    /// What the fault is in.
    public enum Subject: String, Sendable, Hashable, Codable {
        /// The file of estimates, or how it is read.
        case estimate
        /// The recording, or how it is read.
        case recording
        /// The program that computed the estimates.
        case algorithm
    }

    /// The fault.
    public var fault: DoctorFault
    /// What the fault is in.
    public var subject: Subject
    /// What was found, with figures.
    public var evidence: String
    /// What to do.
    public var remedy: String
    /// The keys to add to `--estimate NAME=PATH`, such as `order=xyzw`; empty for another remedy.
    public var keys: [String: String]
    /// The option of `evaluate` that fixes the fault; nil for another remedy.
    public var option: String?
    /// The error before and after this fix and those of the findings before it; nil for a fault of the recording.
    public var figures: DoctorFigures?
    /// The confidence in the finding.
    public var certainty: Certainty

    init(
        _ fault: DoctorFault,
        in subject: Subject,
        evidence: String,
        remedy: String,
        keys: [String: String] = [:],
        option: String? = nil,
        certainty: Certainty = .certain
    ) {
        self.fault = fault
        self.subject = subject
        self.evidence = evidence
        self.remedy = remedy
        self.keys = keys
        self.option = option
        self.certainty = certainty
    }
}
