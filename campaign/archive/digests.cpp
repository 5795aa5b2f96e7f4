#include "campaign/archive/digests.h"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <array>
#include <fstream>
#include <memory>

#include "core/error.h"

namespace palio {
namespace {

class Hash {
public:
  explicit Hash(const EVP_MD* kind) : context_(EVP_MD_CTX_new(), &EVP_MD_CTX_free) {
    if (!context_ || EVP_DigestInit_ex(context_.get(), kind, nullptr) != 1) fail();
  }

  void add(std::string_view bytes) {
    if (EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size()) != 1) fail();
  }

  std::string bytes() {
    std::array<unsigned char, EVP_MAX_MD_SIZE> out{};
    unsigned size = 0;
    if (EVP_DigestFinal_ex(context_.get(), out.data(), &size) != 1) fail();
    return {out.begin(), out.begin() + size};
  }

private:
  [[noreturn]] static void fail() { throw InternalError("OpenSSL's libcrypto cannot compute a digest"); }

  std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context_;
};

std::string hashed(const EVP_MD* kind, std::string_view text) {
  Hash hash(kind);
  hash.add(text);
  return hash.bytes();
}

}  // namespace

std::string sha1_bytes(std::string_view text) { return hashed(EVP_sha1(), text); }

std::string sha256(std::string_view text) { return hexadecimal(hashed(EVP_sha256(), text)); }

std::string sha256_of_file(const std::filesystem::path& file) {
  Hash hash(EVP_sha256());
  std::ifstream in(file, std::ios::binary);
  std::string part(std::size_t{1} << 18U, '\0');
  while (in.read(part.data(), std::ssize(part)), in.gcount() > 0)
    hash.add({part.data(), static_cast<std::size_t>(in.gcount())});
  if (!in.eof()) throw UserError("cannot read {}", file.string());
  return hexadecimal(hash.bytes());
}

std::string hexadecimal(std::string_view bytes) {
  std::string text;
  for (const char byte : bytes) text += fmt::format("{:02x}", static_cast<unsigned char>(byte));
  return text;
}

}  // namespace palio
