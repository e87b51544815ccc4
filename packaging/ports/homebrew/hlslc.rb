# typed: true
# frozen_string_literal: true

# A compiler from HLSL to DXIL and SPIR-V.
class Hlslc < Formula
  desc "Compiler from HLSL to DXIL and SPIR-V"
  homepage "https://github.com/hlslc/hlslc"
  version "@VERSION@"
  license any_of: ["MIT", "Apache-2.0"]

  on_macos do
    on_arm do
      url "https://github.com/hlslc/hlslc/releases/download/v@VERSION@/hlslc-@VERSION@-aarch64-apple-darwin.tar.gz"
      sha256 "@SHA256:hlslc-VERSION-aarch64-apple-darwin.tar.gz@"
    end
    on_intel do
      url "https://github.com/hlslc/hlslc/releases/download/v@VERSION@/hlslc-@VERSION@-x86_64-apple-darwin.tar.gz"
      sha256 "@SHA256:hlslc-VERSION-x86_64-apple-darwin.tar.gz@"
    end
  end

  on_linux do
    on_arm do
      url "https://github.com/hlslc/hlslc/releases/download/v@VERSION@/hlslc-@VERSION@-aarch64-unknown-linux-musl.tar.gz"
      sha256 "@SHA256:hlslc-VERSION-aarch64-unknown-linux-musl.tar.gz@"
    end
    on_intel do
      url "https://github.com/hlslc/hlslc/releases/download/v@VERSION@/hlslc-@VERSION@-x86_64-unknown-linux-gnu.tar.gz"
      sha256 "@SHA256:hlslc-VERSION-x86_64-unknown-linux-gnu.tar.gz@"
    end
  end

  def install
    bin.install "hlslc"
    generate_completions_from_executable(bin/"hlslc", "completions", shells: [:bash, :zsh, :fish])
  end

  test do
    (testpath/"a.hlsl").write "float4 main() : SV_Target { return 1; }"
    system bin/"hlslc", "a.hlsl", "-T", "ps_6_0", "-Fo", "a.dxo"
    assert_equal "DXBC", File.binread("a.dxo", 4)
  end
end
