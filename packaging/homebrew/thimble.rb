# Builds Thimble from the clone that this file lies in: brew install --HEAD packaging/homebrew/thimble.rb
class Thimble < Formula
  desc "Lets software use real iPhones over a REST API"
  license "Apache-2.0"
  head "file://#{File.expand_path("../..", __dir__)}", using: :git, branch: "main"

  depends_on "cmake" => :build
  depends_on "ninja" => :build
  depends_on "pkgconf" => :build
  depends_on "boost"
  depends_on "cairo"
  depends_on "cli11"
  depends_on "cnats"
  depends_on "fmt"
  depends_on "isa-l"
  depends_on "fribidi"
  depends_on "jpeg-turbo"
  depends_on "libarchive"
  depends_on "libde265"
  depends_on "libdeflate"
  depends_on "libimobiledevice"
  depends_on "libplist"
  depends_on "libpng"
  depends_on "libsodium"
  depends_on "libusb"
  depends_on "libusbmuxd"
  depends_on "nlohmann-json"
  depends_on "opencv"
  depends_on "openssl@3"
  depends_on "pango"
  depends_on "prometheus-cpp"
  depends_on "soci"
  depends_on "spdlog"
  depends_on "sqlite"
  depends_on "tesseract"
  depends_on "tomlplusplus"
  depends_on "webp"
  uses_from_macos "libxml2"

  def install
    system "cmake", "-S", ".", "-B", "build", "-G", "Ninja", "-DBUILD_TESTING=OFF",
           "-DTHIMBLE_JOIN=ON", "-DTHIMBLE_PRECOMPILE=OFF", *std_cmake_args
    system "cmake", "--build", "build"
    system "cmake", "--install", "build"
  end

  # After `thimbled enroll`, with `service = "https://…"` in ~/.config/thimble/daemon.toml.
  service do
    run [opt_bin/"thimbled", "--service"]
    keep_alive successful_exit: false
    throttle_interval 10
    process_type :interactive
    log_path var/"log/thimbled.log"
    error_log_path var/"log/thimbled.log"
  end

  test do
    %w[thimbled thimble-service thimble-phone].each do |program|
      assert_match version.to_s, shell_output("#{bin}/#{program} --version") unless head?
      assert_match "--config", shell_output("#{bin}/#{program} --help")
    end
    assert_match "--service", shell_output("#{bin}/thimbled --nonsense 2>&1", 2)
  end
end
