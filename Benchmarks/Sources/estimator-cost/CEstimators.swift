#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The same estimators in C and C++: `C/estimators.c` and `C/vqf_authors.cpp`, compiled with the system's compiler.
struct CEstimators {
    /// A function of samples in device axes, with three numbers per row. The start and the orientations are w, x, y,
    /// z.
    typealias Madgwick =
        @convention(c) (
            _ count: Int, _ time: UnsafePointer<Double>, _ acceleration: UnsafePointer<Double>,
            _ rate: UnsafePointer<Double>, _ field: UnsafePointer<Double>, _ start: UnsafePointer<Double>,
            _ beta: Double, _ orientations: UnsafeMutablePointer<Double>
        ) -> Void
    typealias Mahony =
        @convention(c) (
            _ count: Int, _ time: UnsafePointer<Double>, _ acceleration: UnsafePointer<Double>,
            _ rate: UnsafePointer<Double>, _ field: UnsafePointer<Double>, _ start: UnsafePointer<Double>,
            _ kp: Double, _ ki: Double, _ orientations: UnsafeMutablePointer<Double>
        ) -> Void
    typealias VQF =
        @convention(c) (
            _ count: Int, _ interval: Double, _ acceleration: UnsafePointer<Double>, _ rate: UnsafePointer<Double>,
            _ field: UnsafePointer<Double>, _ orientations: UnsafeMutablePointer<Double>
        ) -> Void

    let madgwick: Madgwick
    let mahony: Mahony
    /// The VQF of its authors; `nil` if the library was compiled without their source.
    let vqf: VQF?

    /// Loads the library, or returns `nil` if it cannot be opened or lacks an estimator.
    init?(path: String) {
        guard let library = dlopen(path, RTLD_NOW), let madgwick = dlsym(library, "madgwick"),
            let mahony = dlsym(library, "mahony")
        else { return nil }
        self.madgwick = unsafeBitCast(madgwick, to: Madgwick.self)
        self.mahony = unsafeBitCast(mahony, to: Mahony.self)
        vqf = dlsym(library, "vqf_authors").map { unsafeBitCast($0, to: VQF.self) }
    }
}
