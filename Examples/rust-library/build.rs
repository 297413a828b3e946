//! Finds the library with pkg-config.

use std::process::Command;

fn main() {
    println!("cargo:rerun-if-env-changed=PKG_CONFIG_PATH");
    let output = Command::new("pkg-config").args(["--variable=libdir", "sextant"]).output().expect("pkg-config");
    let folder = String::from_utf8(output.stdout).expect("a path");
    assert!(output.status.success(), "pkg-config does not find sextant; see PKG_CONFIG_PATH and `make install-library`");
    println!("cargo:rustc-link-search=native={}", folder.trim());
    println!("cargo:rustc-link-arg=-Wl,-rpath,{}", folder.trim());
    println!("cargo:rustc-link-lib=dylib=sextant");
}
